"""The table screen at every size: nothing clipped, nothing covered, whatever phase the battle is in."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.game import AnyGame, find_game, games_by_id
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.ships_of_the_line.model import Grapple, State, Tow
from tabletop.games.ships_of_the_line.ship import FallenMast, Shot
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.contract import DiceThrow
from tabletop.ui.boards.ships_of_the_line.panels.panel_dock import SeaPanelDock
from tabletop.ui.screens.table.top_bar import build_top_bar
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Label
from tests.scenarios.test_trafalgar import trafalgar
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import problems, problems_now, windows
from tests.ui.tables import Watch, begun, from_scenario

CREW = ("reload", "grapple", "break_free", "board", "unrig", "rudder", "extinguish")
SEEDS = range(28, 128)
"""Battles of the first have a moment of each kind; should dice or players change, it is looked for in the next."""


@cache
def moments() -> dict[str, State]:
    """A state of every phase from battles fought at random, the end among them; ``?`` for one with a question."""
    found: dict[str, State] = {}
    for seed in SEEDS:
        match = from_scenario("collingwood_at_the_rear", str(seed))
        for _ in casual.play(match, Random(seed), 500):
            found.setdefault(match.state.phase + ("?" if match.state.question else ""), match.state)
        found["over"] = match.state
        if {*CREW, "grapple?"} <= set(found):
            break
    return found


def _battered() -> State:
    """A ship with every mark there is, and shots at her in pencil."""
    marks = {
        "hull": 4, "fatigue": 3, "fires": 2, "old_fires": 1, "rudder_lost": True, "officer": "wounded",
        "masts": ("fore",), "fallen": (FallenMast("main", "port"),), "loaded": (), "fired": ("port",), "stopped": True,
        "card_name": "Nuestra Señora de la Santísima Trinidad", "card_captain": "Jean-Baptiste-Joseph Lavillegris",
    }  # fmt: skip
    shots = (Shot(attacker="F1", broadside="port", target="B1", facing="bow", hits=4, hull=3),)
    prize = ship(
        "F1", 2, 1, 0, status="captured", captor="british", card_name="Nuestra Señora de la Santísima Trinidad"
    )
    fast = (Grapple("B1", "F1", 1, agreed=True),)
    return battle(ship("B1", 0, 0, 90, "four", **marks), prize, shots=shots, grapples=fast, tows=(Tow("B1", "F1"),))


def _scene(name: str) -> Watch:
    if name in ("initiative", "combat", "movement"):
        watch = Watch(begun(moments()[name] if name != "initiative" else trafalgar()))
        watch.press("N")
        if name == "movement":
            watch.press("W", "D")
        return watch
    if name in ("battered", "prize"):
        watch = Watch(begun(_battered()))
        watch.table.viewer.selected = "B1" if name == "battered" else "F1"
        return watch
    return Watch(begun(moments()[name]))


SCENES = ("prize", "initiative", "combat", "movement", "battered", "grapple?", "over", *CREW)


@pytest.mark.parametrize("name", SCENES)
def test_no_text_of_the_table_is_clipped_or_covered(name: str) -> None:
    watch = _scene(name)
    assert problems(watch.screen, lambda: _over_each_other(watch)) == []


@pytest.mark.parametrize("name", ["combat", "grapple", "over"])
@pytest.mark.parametrize("keys", [("O",), ("O", "N")])
def test_nothing_is_covered_with_the_list_opened_or_folded_by_hand(name: str, keys: tuple[str, ...]) -> None:
    watch = _scene(name)
    for size, theme in windows():
        watch.screen.resize(size, theme)
        watch.press(*keys)
        assert problems_now(watch.screen) == []
        assert list(_over_each_other(watch)) == [], (size, theme)


def test_the_fleets_the_sum_and_a_throw_find_room_at_every_size() -> None:
    watch = _scene("combat")
    watch.table.viewer.shows_fleets = watch.table.viewer.sum_open = True
    watch.screen._feed.tray.throw(
        DiceThrow("San Juan Nepomuceno", "12 hits of 12", tuple((6, "hit") for _ in range(12)))
    )
    assert problems(watch.screen, lambda: _over_each_other(watch)) == []


def _over_each_other(watch: Watch) -> Iterator[str]:
    """Panels that lie over each other or over a bar; the small map is drawn only while it is of use."""
    desk = watch.screen.find("desk")
    assert isinstance(desk, SeaPanelDock)
    bars = [watch.screen.find(ident) for ident in ("top", "bottom")]
    parts: list[Widget] = [*desk.shown(), *bars]
    for one, other in combinations(parts, 2):
        if one.rect.colliderect(other.rect):
            yield f"{type(one).__name__} {one.id} {one.rect} over {type(other).__name__} {other.id} {other.rect}"


@pytest.mark.parametrize("game", games_by_id().values(), ids=lambda game: game.meta.id)
def test_the_top_bar_of_a_usual_window_names_what_is_played(game: AnyGame) -> None:
    for file in resources.list_scenarios(game.meta.id):
        opening = game.open(game.read(file.read_text(encoding="utf-8"), file.name), {})
        caption = game_plugins.create_table(game.meta.id, game.view(opening, "")).build_caption()
        said = " ".join(one.text for one in build_top_bar(caption, Theme(), 1280).walk() if isinstance(one, Label))
        assert (caption.subtitle or caption.title) in said, file.name


@pytest.mark.parametrize(
    ("game", "phases"), [("ships_of_the_line", (*CREW, "initiative", "combat", "movement")), ("decks_of_glory", PHASES)]
)
def test_the_top_bar_of_a_usual_window_names_the_battle_in_every_phase(game: str, phases: Iterable[str]) -> None:
    for file in resources.list_scenarios(game):
        opening: Any = find_game(game).open(find_game(game).read(file.read_text(encoding="utf-8"), file.name), {})
        table = game_plugins.create_table(game, opening)
        for phase in phases:
            table.show(replace(opening, phase=phase, turn=opening.turns))
            said = " ".join(
                one.text for one in build_top_bar(table.build_caption(), Theme(), 1280).walk() if isinstance(one, Label)
            )
            assert opening.title in said, (phase, said)
