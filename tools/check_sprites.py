"""Check that all sprites the table can draw exist, and use only SVG that its renderer understands.

Run it without arguments; `--list` prints the names of the files that the table uses.
"""

import re
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.phrases import to_slug
from tabletop.games.ships_of_the_line.model import Manner
from tabletop.games.ships_of_the_line.ship import BROADSIDES, MASTS, Card, FallenMast, Nation, Ship, ShipClass, ShotKind
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.cards.art import BACKS, CARDS, TAILS
from tabletop.ui.boards.cards.emblems import EMBLEM_FILES
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.game_plugins import create_table
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.scene import sprite_layers
from tools import tables

CLASSES: tuple[tuple[ShipClass, int], ...] = (("I", 4), ("I", 3), ("II", 3), ("III", 2), ("IV", 2), ("V", 1), ("VI", 1))
HEADINGS = (180, 120, 240, 45, 315)
"""With the wind in the north: before it, and with it on either quarter and on either bow."""
MARKERS = (
    "fire",
    "fallen_mast",
    "fatigue",
    "struck",
    "grapple",
    "flagship",
    "blocked",
    "irons",
    "fouled",
    "signal",
    "fleeing",
    "nailed",
    "undecided",
    "ram",
    "hull",
    "explosion",
    "rudder",
    "leader",
)
CREWS, TASKS = ("guns", "hand", "away", "boarder"), ("guns", "pump", "gang", "board", "boats", "transfer")
SINGLE_FILES = (
    "emblem",
    "wake",
    "flame",
    "smoke_puff",
    "sea_tile_640",
    "ensign_white",
    "splash",
    "splinters_1",
    "splinters_2",
    "muzzle_flash",
    "smoke_bank_1",
    "smoke_bank_2",
    "plank",
    "man_officer",
    "man_british_marine",
    "man_french_soldier",
    *(f"shot_hole_{kind}" for kind in (1, 2, 3)),
    *(f"man_{nation}_sailor" for nation in NATIONS.values()),
    *(f"marker_{name}" for name in MARKERS),
    *(f"shot_{kind}" for kind in get_args(ShotKind)),
    *(f"crew_{kind}" for kind in CREWS),
    *(f"task_{name}" for name in TASKS),
    *(f"hoist_{manner}" for manner in get_args(Manner)),
)
ELEMENTS = {
    "svg",
    "defs",
    "g",
    "path",
    "polygon",
    "polyline",
    "line",
    "rect",
    "circle",
    "ellipse",
    "stop",
    "linearGradient",
    "radialGradient",
}
"""What the reader of vector files draws rightly; it leaves out anything else without a word."""
MEASURES = {"linearGradient": ("x1", "y1", "x2", "y2"), "radialGradient": ("cx", "cy", "r")}


def list_used_sprites() -> set[str]:
    """Return the names of all files that the table can ask for."""
    names = set(SINGLE_FILES) | {f"{kind}_{nation}" for kind in ("ensign", "badge") for nation in NATIONS.values()}
    for (ship_class, decks), nation in product(CLASSES, get_args(Nation)):
        card = _build_card(ship_class, decks, nation)
        for ship, heading in product(_list_ship_conditions(card), HEADINGS):
            names |= {layer.name for layer in sprite_layers(card, ship, 0, heading)}
    return names


def find_faults(path: Path) -> list[str]:
    """Return sentences about everything in a file that the table would draw wrongly."""
    text = path.read_text(encoding="utf-8")
    found = [f"<{name}> is not drawn" for name in sorted(set(re.findall(r"<([A-Za-z]+)", text)) - ELEMENTS)]
    for kind, tag in re.findall(r"<((?:linear|radial)Gradient)([^>]*)>", text):
        measures = [re.search(rf'\b{name}="([^"]*)"', tag) for name in MEASURES[kind]]
        if "userSpaceOnUse" not in tag and not all(one and one[1].endswith("%") for one in measures):
            found.append(f"a {kind} is measured neither in per cent nor in units of the file")
    for colour in re.findall(r'(?:fill|stroke|stop-color)="([^"]*)"', text):
        if not re.fullmatch(r"#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|none|url\(#\w+\)", colour):
            found.append(f"the colour '{colour}' is not written as numbers")
    return found


def find_problems() -> list[str]:
    """Return everything that is wrong with the sprites, a line each."""
    files = {path.stem: path for path in sorted(resources.sprite_folder().glob("*.svg"))}
    missing = [f"{name}.svg is missing" for name in sorted(list_used_sprites() - files.keys())]
    spare = [f"{name}.svg is never drawn" for name in sorted(files.keys() - list_used_sprites())]
    emblems = sorted((resources.sprite_folder() / EMBLEM_FILES).glob("*.svg"))
    sketches = [paths[-1] for paths in tables.list_sketches().values()]
    wrong = [
        f"{path.name}: {fault}"
        for path in (*files.values(), *emblems, *list_card_art(), *sketches)
        for fault in find_faults(path)
    ]
    return [*missing, *spare, *find_art_problems(), *tables.find_stale(), *wrong]


def list_card_art() -> tuple[Path, ...]:
    """Return the picture files of the card games."""
    return tuple(
        sorted(path for folder in (CARDS, BACKS) for path in (resources.sprite_folder() / folder).rglob("*.svg"))
    )


def find_art_problems() -> list[str]:
    """Return a line for each card without a picture, and for each picture without a card."""
    found = {path.relative_to(resources.sprite_folder()).with_suffix("").as_posix() for path in list_card_art()}
    needed, fitting, grounds = set[str](), set[str](), set[str]()
    for game in sorted(path.name for path in (resources.sprite_folder() / CARDS).iterdir()):
        for shown in _open_card_tables(game):
            looks = [shown.card_look(card) for card in shown.view.deck]
            needed |= {f"{CARDS}/{look.art}" for look in looks} | {f"{BACKS}/{shown.deck_back.art}"}
            grounds |= {shown.ground}
            fitting |= {f"{CARDS}/{game}/{TAILS}/{to_slug(look.suit)}" for look in looks}
    missing = [f"{name}.svg is missing" for name in sorted(needed - found)]
    missing += [f"there is no table '{name}'" for name in sorted(grounds - tables.list_sketches().keys())]
    return missing + [f"{name}.svg belongs to no card" for name in sorted(found - needed - fitting)]


def _open_card_tables(name: str) -> Iterator[CardTable[Any]]:
    """Yield the table of each scenario of a game."""
    game = find_game(name)
    for path in resources.list_scenarios(name):
        shown = create_table(name, game.open(game.read(path.read_text(encoding="utf-8"), path.name), {}))
        assert isinstance(shown, CardTable)
        yield shown


def main() -> int:
    """Print the names of the files, or everything that is wrong with them; return 1 if anything is."""
    if "--list" in sys.argv[1:]:
        print("\n".join(sorted(list_used_sprites())))
        return 0
    found = find_problems()
    print(
        "\n".join(found) or f"{len(list_used_sprites())} sprites, {len(list_card_art())} pictures of cards: no faults"
    )
    return 1 if found else 0


def _list_ship_conditions(card: Card) -> Iterator[Ship]:
    """Yield a ship in every condition that changes its picture."""
    sound = Ship("", Pose(0, 0, 0), card.hull)
    yield sound
    yield replace(sound, hull=1)
    yield replace(sound, anchored=True)
    yield replace(sound, status="sunk")
    for mast, over in product(MASTS, BROADSIDES):
        yield replace(sound, masts=(), fallen=(FallenMast(mast, over),))


def _build_card(ship_class: ShipClass, decks: int, nation: Nation) -> Card:
    return Card(
        "", "british", nation, 0, "", "", ship_class, decks, 0, 0, 0, 0, 0, 10, veteran=False, division="", player=""
    )


if __name__ == "__main__":
    sys.exit(main())
