"""Draw the pictures of the documents with the project's own command, from battles that are the same every time.

A picture is written only where it differs visibly from the file that is there. Names on the command line draw only
those pictures; `draw_film` is the animation.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import library, resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.orders import list_choices
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative, SideCommand
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.players import casual
from tabletop.tournaments import match_play
from tabletop.tournaments.fixture import Entrant, Fixture
from tools.picture_files import FOLDER, save_animation, save_picture

SEA = "ships_of_the_line"
SMALL = ("--size", "1280x720")
HELM = ("--record", "helm", "--select", "S6", "--overlay", "reach", "--zoom", "2")
GUNS = ("--record", "guns", "--select", "B4", "--overlay", "fields", "--zoom", "2")
"""The hex table while ships move, and while broadsides are declared."""
BOARDERS = ("--record", "boarders", "--select", "B1", "--zoom", "9")
"""The sea table while crews are sent over the rail."""
FLIGHT = ("--record", "flight", "--select", "B10")
"""The sea table while lines of battle are drawn, and ships flee from them."""
SEATS = ("--record", "seats", "--select", "F19")
"""The sea table with three at one screen, of whom one is asked."""
LEADERS = ("--record", "leaders", "--select", "B13", "--zoom", "1")
"""The sea table with a flagship chosen: whom her admiral helps, and who lies too far off."""
SIGNALS = ("--record", "signals", "--select", "F25", "--zoom", "2")
"""The sea table while an admiral reads one signal and may make another."""
COLUMN = ("--record", "column", "--select", "B1", "--overlay", "squadron", "--zoom", "1")
"""The sea table while a column is ordered into line, with the ways of all its ships."""
RAID = ("--record", "cutting_out_at_puerto_real", "--select", "W1")
"""The sea table off a coast, with a battery chosen."""
BROADSIDES = ("--record", "broadsides", "--select", "B13", "--overlay", "broadsides", "--zoom", "6")
"""The sea table with all broadsides of a side fired, and what each has done."""
FIRING = ("--record", "broadsides", "--select", "B13", "--zoom", "8", "--played", "240")
"""The last of them from near, as her guns go off from the bow aft."""
DUSK = ("--record", "dusk", "--select", "B13", "--overlay", "arcs", "--zoom", "3")
"""The same turn towards evening, in a heavy wind."""
EVENING = {"clock: 11:45": "clock: 16:45", "strength: breeze": "strength: heavy"}
EDITOR = (
    "--screen",
    "editor",
    "--scenario",
    "trafalgar",
    "--select",
    "lee",
    "--overlay",
    "moved",
    "--zoom",
    "1",
)
"""The scenario editor with a column that is half a UM farther off than the book wants it."""
FILMED, FPS = (294, 300), 6
"""Places of a replay between which it is filmed, and pictures in a second."""
ABOUT, NEAR = "B16", 7
"""The ship about which it is, and how many steps nearer than the whole battle."""
THERE = 1000
"""Milliseconds after which the view has come so near."""
WATCHED = ("--record", "whole", "--screen", "replay", "--select", "300", "--zoom", "4")
"""A replay that stands in the middle of a battle."""
LESSON = ("--screen", "lesson", "--select", "3")
"""A guided battle at the step in which the player aims at a stern."""
PICTURES: tuple[tuple[str, ...], ...] = (
    ("title", "--screen", "title"),
    ("new_game", "--screen", "new_game"),
    ("load", "--screen", "load"),
    ("settings", "--screen", "settings"),
    ("overview", "--record", "trafalgar"),
    ("table", "--record", "trafalgar", "--select", "B13", "--zoom", "4"),
    ("arcs", "--scenario", "trafalgar", "--select", "B13", "--overlay", "arcs", "--zoom", "3"),
    ("threats", "--scenario", "trafalgar", "--select", "B1", "--overlay", "threats", "--zoom", "1"),
    ("broadsides", *BROADSIDES),
    ("broadsides_720", *BROADSIDES, *SMALL),
    ("broadside", *FIRING),
    ("dusk", *DUSK),
    ("crews", *BOARDERS),
    ("leaders", *LEADERS),
    ("signals", *SIGNALS),
    ("squadron", *COLUMN),
    ("lines", *FLIGHT),
    ("seats", *SEATS),
    ("coast", *RAID),
    ("rulebook", "--screen", "rulebook", "--select", "SOTL-4.2.3-a"),
    ("guided", *LESSON),
    ("editor", *EDITOR),
    ("editor_720", *EDITOR, *SMALL),
    (
        "editor_hexes",
        "--screen",
        "editor",
        "--game",
        "decks_of_glory",
        "--scenario",
        "squadron_action",
        "--select",
        "B1",
    ),
    ("editor_deck", "--screen", "editor", "--game", "trafalgar_cards", "--scenario", "standard"),
    ("reckoning", "--record", "collingwood_at_the_rear", "--screen", "reckoning"),
    ("report", "--record", "whole", "--screen", "report"),
    ("replay", *WATCHED),
    ("trafalgar_cards", "--record", "hand"),
    ("trafalgar_cards_reveal", "--record", "reveal"),
    ("ship_duel", "--record", "duel"),
    ("volley", "--record", "attack"),
    ("curtain", "--record", "attack", "--screen", "curtain"),
    ("hex", *HELM),
    ("hex_gunnery", *GUNS),
    ("hex_720", *HELM, *SMALL),
    ("trafalgar_cards_720", "--record", "hand", *SMALL),
)
"""The name of each picture and the arguments of its command.

Records are named after what happens in them.
"""


class GameMoment(NamedTuple):
    """A position that random players reach in a game, the same every time."""

    game: str
    scenario: str
    seed: str
    commands: int


MOMENTS = {
    "hand": GameMoment("trafalgar_cards", "standard", "nelson", 18),
    "reveal": GameMoment("trafalgar_cards", "standard", "nelson", 20),
    "duel": GameMoment("ship_duel", "standard", "mars", 63),
    "helm": GameMoment("decks_of_glory", "squadron_action", "519", 39),
    "guns": GameMoment("decks_of_glory", "squadron_action", "519", 88),
    "boarders": GameMoment("ships_of_the_line", "deck_against_deck", "mizzen", 38),
    "flight": GameMoment("ships_of_the_line", "dumanoirs_choice", "nelson", 51),
    "seats": GameMoment("ships_of_the_line", "three_admirals", "magon", 45),
    "leaders": GameMoment("ships_of_the_line", "three_admirals", "nelson", 60),
    "column": GameMoment("ships_of_the_line", "trafalgar", "hardy", 7),
    "signals": GameMoment("ships_of_the_line", "three_admirals", "nelson", 51),
    "attack": GameMoment("volley", "standard", "ney", 31),
}


BATTLES: dict[str, Callable[[], Path]] = {
    "trafalgar": lambda: record_battle("trafalgar", 5),
    "collingwood_at_the_rear": lambda: record_battle("collingwood_at_the_rear", 0),
    "cutting_out_at_puerto_real": lambda: record_battle("cutting_out_at_puerto_real", 3),
    "broadsides": lambda: record_battle("trafalgar", 2, "broadsides", last="B13"),
    "whole": lambda: record_whole_battle("trafalgar", "1805/114"),
    "dusk": lambda: record_battle("trafalgar", 5, "dusk", EVENING, last="B15"),
}
"""Name of a record to the function that plays its battle."""


def play_record(name: str) -> Path:
    """Play the battle or the moment `name`; return the record, which lies in the folder of records."""
    library.records_folder().mkdir(parents=True, exist_ok=True)
    return BATTLES[name]() if name in BATTLES else record_moment(name)


def record_moment(name: str) -> Path:
    """Play a game up to a moment; return its record."""
    wanted = MOMENTS[name]
    source = resources.find_scenario(wanted.game, wanted.scenario)
    path = library.records_folder() / f"{name}.jsonl"
    text = source.read_text(encoding="utf-8")
    match = Match.new(MatchSetup(find_game(wanted.game), text, source.name, wanted.seed), path)
    for _ in casual.play(match, Random(wanted.seed), wanted.commands):
        pass
    return path


def record_battle(
    scenario: str, turn: int, name: str = "", changes: Mapping[str, str] = MappingProxyType({}), *, last: str = ""
) -> Path:
    """Play a battle up to the British fire of a turn, or to its end; return its record.

    Both sides hold their course and fire every broadside that bears. The battle is the same every time.

    Args:
        scenario: the name of the scenario.
        turn: the turn in which the battle ends; 0 for its end.
        name: the name of the record; "" for that of the scenario.
        changes: replacements in the text of the scenario.
        last: the ship that fires after all other British ships; "" if none fires.
    """
    source = resources.find_scenario(SEA, scenario)
    path, text = library.records_folder() / f"{name or scenario}.jsonl", source.read_text(encoding="utf-8")
    for line, other in changes.items():
        text = text.replace(line, other)
    match = Match.new(MatchSetup(find_game(SEA), text, source.name, "pictures"), path)
    while match.state.outcome is None and not is_at_british_fire(match.state, turn):
        for command in choose_phase_commands(match.state):
            if match.check(command) is None:
                match.submit(command)
    fire = list_choices(match.state, "british") if last else ()
    for command in sorted(fire, key=lambda one: getattr(one, "ship", "") == last):
        if match.check(command) is None:
            match.submit(command)
    return path


def record_whole_battle(scenario: str, seed: str) -> Path:
    """Play a battle between two Admirals to its end; return its record. It changes with the player."""
    path = library.records_folder() / "whole.jsonl"
    match_play.play_fixture(
        Fixture(0, SEA, scenario, seed, dict.fromkeys(("british", "allied"), Entrant("admiral"))), path
    )
    return path


def is_at_british_fire(state: State, turn: int) -> bool:
    """Return True if the British declare their fire in `turn`."""
    return (state.turn, state.phase, state.asked) == (turn, "combat", "british")


def choose_phase_commands(state: State) -> Iterator[SideCommand]:
    """Yield the commands of the side to move in this phase."""
    side = rules.side_to_choose(state)
    if state.phase == "initiative":
        yield RollInitiative(side=side)
    elif state.question is not None:
        yield from islice(rules.list_offers(state), 1)
    else:
        yield from list_choices(state, side) if state.phase == "combat" else ()
        if state.phase == "movement":
            yield from fleet_orders.build_orders(state, fleet_orders.plan_held_courses(state, side))
        yield Done(side=side)


def draw_film(record: Path) -> None:
    """Draw a few moves of a replay as a small animation."""
    import pygame

    from tabletop.ui import film
    from tabletop.ui.boards.battle.table import BattleTable

    shown, surface = film.open_replay(Match.load(record), None, (1280, 720), "2")
    shown.go_to(FILMED[0])
    assert isinstance(shown.table, BattleTable)
    view = shown.table.view
    view.look_at(view.chart.places((ABOUT,))[0])
    view.zoom(NEAR)
    shown.update(THERE)
    frames = []
    for frame in film.render_frames(shown, surface, FPS):
        small = pygame.transform.smoothscale(frame, (960, 540))
        frames.append(Image.frombytes("RGB", small.get_size(), pygame.image.tobytes(small, "RGB")))
        if shown.replay.place > FILMED[1]:
            break
    print_result("film", save_animation(FOLDER / "film.webp", frames, round(1000 / FPS)))


def draw_picture(name: str, words: Sequence[str], records: Mapping[str, Path]) -> None:
    """Draw the picture `name` by `tabletop shot` with `words`, in which a record stands by its name."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "picture.png"
        arguments = [
            str(records.get(word, word)) if before == "--record" else word for before, word in pair_with_previous(words)
        ]
        subprocess.run([sys.executable, "-m", "tabletop", "shot", "--out", str(out), *arguments], check=True)
        with Image.open(out) as image:
            print_result(name, save_picture(FOLDER / f"{name}.webp", image))


def pair_with_previous(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each word behind the word before it, "" for the first."""
    return zip(("", *words), words, strict=False)


def print_result(name: str, is_new: bool) -> None:
    """Print whether the picture `name` was written."""
    print(f"{name}: {'written' if is_new else 'looks the same'}")


def main() -> None:
    """Play the battles, then draw all pictures, or those that are named."""
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as home:
        os.environ["TABLETOP_HOME"] = os.environ["HOME"] = home
        records = {name: play_record(name) for name in (*BATTLES, *MOMENTS)}
        if "film" in wanted or not wanted:
            draw_film(records["whole"])
        for name, *words in PICTURES:
            if name in wanted or not wanted:
                draw_picture(name, words, records)


if __name__ == "__main__":
    main()
