"""Names of land, towns, water and harbours on the chart, with their signs."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import shores
from tabletop.ui import text
from tabletop.ui.boards.battle.label_layout import Lettered, Name, Names, beyond
from tabletop.ui.boards.battle.strokes import Sketch, along, sketched
from tabletop.ui.boards.ships_of_the_line.overlays import BatteryReach, Overlay
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import Theme, colour

INK, WATER, TILES = colour("#3A2C14"), colour("#DEE9DA"), colour("#9A4A35")
STYLES = {
    "land": Style("title", 24, INK),
    "town": Style("title", 17, INK),
    "water": Style("name", 22, WATER),
    "harbour": Style("name", 17, WATER),
}
LEAST = 9
"""Design pixels to a UM below which the chart has no names."""
SIGN = 9
"""Half side of a sign, design pixels."""
DRY, WET = ("land", "town"), ("water", "harbour")
PEN = 3
"""Pixels from a name to the circle of a battery."""
LINES = (0.0, -1.5, 1.5)
"""Places of a name without a sign, in heights of a line above and below its point."""
AROUND = (90, 270, 0, 180)
"""Directions from a sign to its name in degrees, the best first."""
HOUSES: tuple[tuple[float, float, float], ...] = (
    (-0.8, 0.3, 0.26),
    (-0.35, -0.1, 0.2),
    (0.5, 0.35, 0.3),
    (0.7, -0.2, 0.2),
)
"""Houses of a town: x, y and half width in parts of the sign."""


def build_names(state: State, overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """Return all names with their possible places; `chart` is the camera of chart pixels."""
    if not state.coast or chart.scale < theme.px(LEAST):
        return {}
    land, whole = shores.build_coast_geometry(state.coast).land, shores.build_map_area(state)
    circles = [ending.lines for one in overlays if isinstance(one, BatteryReach) for ending in one.endings]
    lines = shapely.MultiLineString([line for of_battery in circles for line in of_battery])
    dry, wet = (
        ground.difference(lines.buffer(PEN / chart.scale)) for ground in (whole.intersection(land), whole - land)
    )
    found = (
        (one, tuple(_find_places(one, chart, theme, dry if one.kind in DRY else wet)))
        for one in shores.list_chart_names(state)
    )
    return {("chart", place.at): Name(ways, spare=True) for place, ways in found if ways}


def _find_places(place: shores.ChartName, chart: Camera, theme: Theme, ground: BaseGeometry) -> Iterator[Lettered]:
    """Yield the places of a name with its sign that lie wholly on its own ground."""
    for drawn, room in _draw_name_variants(place, theme):
        spot = room.move(_to_pixel(place, chart))
        (west, north), (east, south) = chart.to_table(*spot.topleft), chart.to_table(*spot.bottomright)
        if ground.covers(shapely.box(west, south, east, north)):
            yield Lettered(drawn, spot)


def list_name_rects(state: State, camera: Camera, theme: Theme, kinds: Sequence[str]) -> list[pygame.Rect]:
    """Return the screen rectangles where names of some kinds may stand; nothing else is drawn there."""
    if camera.scale < theme.px(LEAST):
        return []
    found = (
        (place, _draw_name_variants(place, theme)) for place in shores.list_chart_names(state) if place.kind in kinds
    )
    ways = ((place, rooms[:2] if place.kind == "town" else rooms) for place, rooms in found)
    return [room.move(_to_pixel(place, camera)) for place, rooms in ways for _, room in rooms]


def _to_pixel(place: shores.ChartName, camera: Camera) -> tuple[int, int]:
    x, y = camera.to_screen(*place.at)
    return round(x), round(y)


@lru_cache(maxsize=64)
def _draw_name_variants(place: shores.ChartName, theme: Theme) -> tuple[tuple[pygame.Surface, pygame.Rect], ...]:
    """Return a name with its sign in each arrangement, and its rectangle around (0, 0)."""
    words = text.rendered(place.name, STYLES[place.kind], theme.scale).premul_alpha()
    if place.kind not in SIGNS:
        middles = (words.get_rect(center=(0, round(lines * words.get_height()))) for lines in LINES)
        return tuple((words, middle) for middle in middles)
    sign, corner = _draw_sign(place.kind, theme.px(SIGN))
    own = sign.get_rect(topleft=corner)
    return tuple(_join_sign(words, beyond((0, 0), side, words, own.w / 2 + theme.px(3)), sign, own) for side in AROUND)


def _join_sign(
    words: pygame.Surface, at: pygame.Rect, sign: pygame.Surface, own: pygame.Rect
) -> tuple[pygame.Surface, pygame.Rect]:
    both = at.union(own)
    drawn = pygame.Surface(both.size, pygame.SRCALPHA)
    for part, place in ((words, at), (sign, own)):
        drawn.blit(part, place.move(-both.x, -both.y), special_flags=pygame.BLEND_PREMULTIPLIED)
    return drawn, both


@lru_cache(maxsize=16)
def _draw_sign(kind: str, half: int) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return the picture of a sign, and the place of its corner relative to its center."""
    return sketched([(0, 0)], half, lambda on: SIGNS[kind](on, half))


def _draw_town(on: Sketch, half: int) -> None:
    """Draw some roofs around a church."""
    for x, y, wide in HOUSES:
        _draw_block(on, (x * half, y * half), wide * half, 0.2 * half)
    _draw_block(on, (0, 0.1 * half), 0.18 * half, 0.45 * half)
    on.line([(0, -0.3 * half), (0, -0.95 * half)], INK, 1, 0)
    on.line([(-0.2 * half, -0.7 * half), (0.2 * half, -0.7 * half)], INK, 1, 0)


def _draw_block(on: Sketch, at: Xy, wide: float, high: float) -> None:
    x, y = at
    on.fill([(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)], TILES)


def _draw_anchor(on: Sketch, half: int) -> None:
    """Draw an anchor."""
    crown = (0, 0.8 * half)
    on.line([(0, -0.6 * half), crown], WATER, 1.2, 0)
    on.line([(-0.4 * half, -0.35 * half), (0.4 * half, -0.35 * half)], WATER, 1.2, 0)
    on.disc((0, -0.75 * half), 0.16 * half, WATER)
    arms = [along((0, 0.1 * half), 180 + turn, 0.7 * half) for turn in range(-70, 71, 20)]
    on.line(arms, WATER, 1.2, 0)


SIGNS = {"town": _draw_town, "harbour": _draw_anchor}
"""Kind of a place to the function that draws its sign."""
