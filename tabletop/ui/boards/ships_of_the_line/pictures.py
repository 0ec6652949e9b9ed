"""Pictures and texts of Ships of the Line outside of its table: cover, small battles, outcomes."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pygame

from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.chronicle import CHRONICLER
from tabletop.games.ships_of_the_line.model import State, Wind
from tabletop.games.ships_of_the_line.ship import SIDES, Card, Ship
from tabletop.games.ships_of_the_line.survey.summaries import summarize_victory
from tabletop.ui.assets import Sprites, drawn
from tabletop.ui.boards.battle.renderer import small_picture
from tabletop.ui.boards.game_plugins import GamePictures, ShipOutcome, Size
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.portraits import Portrait, paint_portrait
from tabletop.ui.boards.ships_of_the_line.overlays import RingedShip
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.frame_budget import Steps, run_to_end
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import sea

MARGIN = 1.12
ROOM = 3.0
"""Space around the outermost ships, UM."""
CLOSEST = 12.0
"""Least width of a picture of a battle, UM."""
NEAR = 3.2
"""Width of a picture around one ship, UM."""
_renderer = cache(SeaRenderer)

COVER: tuple[Portrait, ...] = (
    Portrait("two_decker_74", "french", (233, 10), 0.34, 172, "port_close"),
    Portrait("three_decker", "spanish", (226, 104), 0.38, 174, "port_close"),
    Portrait("two_decker_74", "french", (232, 200), 0.36, 176, "port_close"),
    Portrait("three_decker", "british", (176, 74), 0.40, 78, "square"),
    Portrait("two_decker_74", "british", (62, 92), 0.36, 80, "square"),
    Portrait("three_decker", "british", (150, 160), 0.38, 76, "square"),
    Portrait("two_decker_74", "british", (44, 186), 0.34, 78, "square"),
)
"""The ships of the cover, on a picture of 310 by 250."""
STATUS_WORDS = {
    "in_service": "in service",
    "struck": "struck her colours",
    "captured": "captured",
    "sunk": "sunk",
    "exploded": "blew up",
    "fled": "fled",
    "left": "left the battle",
}
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STRENGTHS = {"breeze": "a breeze"}


def draw_cover(size: Size) -> pygame.Surface:
    """Draw two columns that run down on a line of battle."""
    made = sea(size, drawn("sea_tile_640", 1.0)).copy()
    sprites = Sprites()
    factor = made.get_width() / 310
    for portrait in COVER:
        paint_portrait(made, sprites, portrait, (0.0, 0.0), factor)
    return made


def draw_position(state: State, size: Size) -> pygame.Surface:
    """Draw all ships of a battle as large as they fit."""
    places = [(ship.pose.x, ship.pose.y) for ship in state.ships.values()]
    return run_to_end(small_picture(_renderer(), state, size, places, CLOSEST, lambda far: (far + ROOM) * MARGIN))


def draw_surroundings(state: State, pieces: Sequence[str], size: Size) -> Steps[pygame.Surface]:
    """Draw the surroundings of some ships, also of lost ones; the whole battle for none."""
    places = [(state.ships[key].pose.x, state.ships[key].pose.y) for key in pieces if key in state.ships]
    if not places:
        return draw_position(state, size)
    spoken_of = (RingedShip(key) for key in pieces if key in state.ships)
    picture = small_picture(SeaRenderer(), state, size, places, NEAR, lambda far: far + NEAR / 2, *spoken_of)
    return (yield from picture)


def list_sides(state: State) -> tuple[tuple[str, str], ...]:
    """Return each side's name with its number of ships."""
    count = Counter(card.side for card in state.cards.values())
    return tuple(
        (fleets.fleet_title(state, side), f"{count[side]} ship{'s' if count[side] != 1 else ''}") for side in SIDES
    )


def list_facts(state: State) -> tuple[str, ...]:
    """Return the turns with the start, and the wind."""
    return f"{state.turns} turns from {state.clock_start}", _describe_wind(state.wind)


def _describe_wind(wind: Wind) -> str:
    if wind.strength is None:
        return "No wind (wind rules off)"
    quarter = "a direction rolled at the start" if wind.unknown else f"the {POINTS[round(wind.origin / 45) % 8]}"
    return f"Wind from {quarter}, {STRENGTHS.get(wind.strength, wind.strength)}"


def list_outcomes(state: State) -> tuple[tuple[str, tuple[ShipOutcome, ...]], ...]:
    """Return each side's name with the outcome of each of its ships."""
    return tuple(
        (
            fleets.fleet_title(state, side),
            tuple(_build_outcome(card, state.ships[key]) for key, card in state.cards.items() if card.side == side),
        )
        for side in SIDES
    )


def _build_outcome(card: Card, ship: Ship) -> ShipOutcome:
    words = STATUS_WORDS[ship.status]
    if ship.status == "in_service":
        words += f", {ship.hull} of {card.hull} hull"
    return ShipOutcome(
        card.name, words, ship.status != "in_service", max(0, ship.hull), card.hull, nation_badge(card.nation)
    )


def draw_figure(name: str, size: Size) -> pygame.Surface:
    """Draw the figure of the rulebook that has this name."""
    from tabletop.ui.boards.ships_of_the_line.figures import FIGURES  # the title need not wait for what measures

    return FIGURES[name](size)


PICTURES = GamePictures(
    draw_cover,
    draw_position,
    list_sides,
    list_facts,
    list_outcomes,
    lambda state: f"turn {state.turn} of {state.turns}",
    rulebook_figure=draw_figure,
    close_up=draw_surroundings,
    victory_summary=summarize_victory,
    chronicler=CHRONICLER,
    colours={"british": INKS.british, "allied": INKS.french},
    badges=lambda state: {key: nation_badge(card.nation) for key, card in state.cards.items()},
)
