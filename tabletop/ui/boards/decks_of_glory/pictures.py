"""Decks of Glory outside its table: the cover, small pictures of battles, and what became of the ships."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pygame

from tabletop.core.phrases import format_count
from tabletop.games.decks_of_glory.chronicle import CHRONICLER
from tabletop.games.decks_of_glory.model import (
    ON_MAP,
    POINTS_OF_COMPASS,
    Hexagon,
    Rectangle,
    Ship,
    State,
    Status,
    Vessel,
    time_of_day,
    wind_strength,
)
from tabletop.games.decks_of_glory.survey.victory import summarize_victory
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import opposite_direction
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.renderer import small_picture
from tabletop.ui.boards.decks_of_glory import grid
from tabletop.ui.boards.decks_of_glory.captions import BLOWS
from tabletop.ui.boards.decks_of_glory.projection import HEXES, placed_ships
from tabletop.ui.boards.decks_of_glory.renderer import HexRenderer
from tabletop.ui.boards.decks_of_glory.scene import Marks, wind_from
from tabletop.ui.boards.game_plugins import GamePictures, ShipOutcome, Size
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.portraits import Portrait, paint_portrait
from tabletop.ui.camera import Camera
from tabletop.ui.frame_budget import Steps, run_to_end
from tabletop.ui.text import Style, rendered
from tabletop.ui.theme import INKS

ROOM, CLOSEST = 3.0, 14.0
"""Table units around the outermost ships, and those that a picture shows at least from left to right."""
NEAR = 7.0
"""Table units that a picture about a ship shows, from left to right."""
_renderer = cache(HexRenderer)
NUMBER = Style("bold", 26, INKS.cream, INKS.outline)
COVER_WIDE, COVER_HEX = 310, 52
"""The cover is made for so many pixels of width, with hexes of such a side."""
COVER: tuple[Portrait, ...] = (
    Portrait("three_decker", "british", (78, 45), 0.36, 120, "port_quarter"),
    Portrait("two_decker_74", "british", (0, 0), 0.36, 120, "port_quarter"),
    Portrait("two_decker_74", "french", (156, 180), 0.36, 60, "port_close"),
    Portrait("three_decker", "spanish", (234, 135), 0.36, 60, "port_close"),
    Portrait("two_decker_74", "british", (78, 135), 0.36, 60, "port_quarter"),
    Portrait("two_decker_74", "french", (234, 45), 0.36, 60, "port_close"),
)
"""Ships in the middles of hexes."""
OPEN_SEA = Hexagon(12)
WORDS: dict[Status, str] = {
    "sailing": "still fighting", "derelict": "derelict", "sunk": "sunk", "adrift": "drifted away, derelict",
    "withdrawn": "withdrew",
}  # fmt: skip


def cover(size: Size) -> pygame.Surface:
    """Ships of the line on the hexes."""
    factor = size[0] / COVER_WIDE
    camera = Camera((0.0, 0.0), COVER_HEX * factor, size).panned(-size[0] / 2, -size[1] / 2)
    made = pygame.Surface(size)
    sprites = Sprites()
    grid.paint(made, camera, OPEN_SEA)
    for portrait in COVER:
        paint_portrait(made, sprites, portrait, (0.0, 0.0), factor)
    return made


def position(state: State, size: Size) -> pygame.Surface:
    """All ships of a battle, as large as they fit."""
    places = [ship.at for ship in placed_ships(state).values()] or [HEXES.point(hexgrid.hex_ahead((0, 0), 0))]
    marks = Marks(wind=wind_from(state.wind))
    return run_to_end(small_picture(_renderer(), state, size, places, CLOSEST, lambda far: far + 2 * ROOM, marks))


def near(state: State, pieces: Sequence[str], size: Size) -> Steps[pygame.Surface]:
    """What lies about some ships."""
    placed = placed_ships(state)
    places = [placed[key].at for key in pieces if key in placed]
    if not places:
        return position(state, size)
    marks = Marks(wind=wind_from(state.wind))
    return (yield from small_picture(HexRenderer(), state, size, places, NEAR, lambda far: far + NEAR / 2, marks))


def sides(state: State) -> tuple[tuple[str, str], ...]:
    """How many ships each side has."""
    ships = Counter(vessel.side for vessel in state.fleet.values())
    return tuple((state.names[side], format_count(ships[side], "ship")) for side in state.sides)


def facts(state: State) -> tuple[str, ...]:
    """Turns, map and wind."""
    sea = state.sea
    size = f"{sea.columns} × {sea.rows} hexes" if isinstance(sea, Rectangle) else f"{sea.radius} hexes to each side"
    wind = (
        "Wind drawn for" if state.wind is None else f"Wind from the {POINTS_OF_COMPASS[opposite_direction(state.wind)]}"
    )
    blows, begins = BLOWS[wind_strength(state)], time_of_day(state, 1)
    turns = format_count(state.turns, "turn") + (f" from {begins}" if begins else "")
    return turns, size, f"{wind}, {blows}" if blows else wind


def fates(state: State) -> tuple[tuple[str, tuple[ShipOutcome, ...]], ...]:
    """Each ship of each side."""
    return tuple(
        (
            state.names[side],
            tuple(_fate(vessel, state.ships[key]) for key, vessel in state.fleet.items() if vessel.side == side),
        )
        for side in state.sides
    )


def _fate(vessel: Vessel, ship: Ship) -> ShipOutcome:
    told = WORDS[ship.status]
    if ship.strength:
        told += f", {ship.strength} of {format_count(vessel.points, 'point')}"
    lost = ship.status != "withdrawn" and (ship.status not in ON_MAP or ship.status == "derelict")
    return ShipOutcome(vessel.name, told, lost, ship.strength, vessel.points, nation_badge(vessel.nation))


def hex_directions(size: Size) -> pygame.Surface:
    """A ship in the middle of the hexes, the numbers of the six directions about her, and the wind."""
    camera = Camera(HEXES.point((0, 0)), size[0] / 9.0, size)
    made = pygame.Surface(size)
    grid.paint(made, camera, OPEN_SEA)
    paint_portrait(
        made,
        Sprites(),
        Portrait("two_decker_74", "british", (0, 0), size[0] / 1100, 0, "square"),
        (size[0] / 2, size[1] / 2),
        1.0,
    )
    scale = max(75, round(size[0] / 5.6))
    for direction in range(6):
        near = camera.to_screen(*HEXES.point(hexgrid.hex_ahead((0, 0), direction)))
        words = rendered(str(direction), NUMBER, scale)
        made.blit(words, words.get_rect(center=(round(near[0]), round(near[1]))))
    return made


FIGURES = {"hex_directions": hex_directions}
"""Of the rulebook, by name."""


PICTURES = GamePictures(
    cover,
    position,
    sides,
    facts,
    fates,
    lambda state: f"turn {state.turn} of {state.turns}",
    rulebook_figure=lambda name, size: FIGURES[name](size),
    close_up=near,
    victory_summary=summarize_victory,
    chronicler=CHRONICLER,
    colours={"british": INKS.british, "allied": INKS.french},
    badges=lambda state: {key: nation_badge(vessel.nation) for key, vessel in state.fleet.items()},
)
