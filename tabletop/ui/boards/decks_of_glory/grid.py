"""The sea under the hexes: waves, the lines between the hexes, and the edge of the map."""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import repeat

import numpy as np
import pygame
from numpy.typing import NDArray

from tabletop.games.decks_of_glory.model import Sea
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import SIDES
from tabletop.ui.boards.battle import water
from tabletop.ui.boards.battle.mood import PLAIN, Mood
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.camera import Camera, Xy, outside
from tabletop.ui.frame_budget import MEDIUM_MS, Steps, run_to_end
from tabletop.ui.theme import INKS, Colour

Sides = NDArray[np.float64]
"""A row for each side: x and y of its two ends, table units."""
Stroke = Callable[[int, int], pygame.Surface]
"""A picture of a line that goes so many pixels right and down, with as many pixels about it on all sides."""
LINE_ALPHA, FAINT_ALPHA = 84, 52
"""Opacity of the lines between hexes, and where these are small."""
SMALL = 26
"""Pixels to a side of a hex below which the lines are faint."""
HALF_SIDES = (1, 2, 3)
"""The sides that each hex draws; the other three are drawn by its neighbours, or are the edge of the map."""
SIDE_CORNERS: dict[int, tuple[int, int]] = {0: (4, 5), 1: (5, 0), 2: (0, 1), 3: (1, 2), 4: (2, 3), 5: (3, 4)}
"""The two corners at the ends of the side in each direction."""
AROUND = 4
"""Pixels about a line that its picture has at most."""
FAR = 1 << 16
"""More pixels than any line goes to either side."""
_FINE = 4


def paint(surface: pygame.Surface, camera: Camera, sea: Sea, of: Mood = PLAIN) -> None:
    """Draw the sea in a mood as a camera sees it."""
    run_to_end(painting(surface, camera, sea, of))


def painting(surface: pygame.Surface, camera: Camera, sea: Sea, of: Mood) -> Steps[None]:
    """The same from the lowest to the topmost."""
    yield from water.painting(surface, camera, of)
    yield from water.shading(surface, of)
    yield MEDIUM_MS
    alpha = LINE_ALPHA if camera.scale >= SMALL else FAINT_ALPHA
    _draw(surface, camera, _between(sea), lambda dx, dy: _line(dx, dy, INKS.cream, 1.2, alpha))
    yield MEDIUM_MS
    _darken(surface, camera, sea)
    edge = _around(sea)
    _draw(surface, camera, edge, lambda dx, dy: _line(dx, dy, INKS.outline, 5, 255))
    _draw(surface, camera, edge, lambda dx, dy: _line(dx, dy, INKS.rule, 2, 255))


def _draw(surface: pygame.Surface, camera: Camera, sides: Sides, stroke: Stroke) -> None:
    """Draw the sides that reach into the picture, each from corner pixel to corner pixel, so that all meet."""
    x, y = camera.to_screen(0, 0)
    ends = np.rint(sides * (camera.scale, -camera.scale, camera.scale, -camera.scale) + (x, y, x, y)).astype(int)
    wide, high = surface.get_clip().bottomright
    seen = ends[
        (np.maximum(ends[:, 0], ends[:, 2]) > surface.get_clip().x - AROUND)
        & (np.maximum(ends[:, 1], ends[:, 3]) > surface.get_clip().y - AROUND)
        & (np.minimum(ends[:, 0], ends[:, 2]) < wide + AROUND)
        & (np.minimum(ends[:, 1], ends[:, 3]) < high + AROUND)
    ]
    surface.fblits([one for group in _pictures(seen, stroke) for one in group], pygame.BLEND_PREMULTIPLIED)


def _pictures(ends: NDArray[np.int_], stroke: Stroke) -> Iterator[Iterator[tuple[pygame.Surface, tuple[int, ...]]]]:
    """The pictures of lines in groups of those that go the same way, which share theirs."""
    ways, corners = ends[:, 2:] - ends[:, :2], np.minimum(ends[:, :2], ends[:, 2:])
    names = ways[:, 0] * FAR + ways[:, 1]
    for name in set(names.tolist()):
        alike = names == name
        picture = stroke(*ways[alike.argmax()].tolist())
        around = picture.get_height() - abs(int(ways[alike.argmax()][1]))
        yield zip(repeat(picture), map(tuple, (corners[alike] - around // 2).tolist()), strict=False)


@lru_cache(maxsize=512)
def _line(dx: int, dy: int, colour: Colour, width: float, alpha: int) -> pygame.Surface:
    """A smooth line with round ends."""
    around = math.ceil(width / 2) + 1
    size = (abs(dx) + 2 * around + 1, abs(dy) + 2 * around + 1)
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    start = ((around + 0.5 + max(0, -dx)) * _FINE, (around + 0.5 + max(0, -dy)) * _FINE)
    end = (start[0] + dx * _FINE, start[1] + dy * _FINE)
    pygame.draw.aaline(large, colour, start, end, round(width * _FINE))
    if width > 1.5:
        for point in (start, end):
            pygame.draw.circle(large, colour, point, width * _FINE / 2)
    large.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(large.premul_alpha(), size)


def _darken(surface: pygame.Surface, camera: Camera, sea: Sea) -> None:
    """Darken what lies beyond the map, strip by strip round a rectangle that lies on it."""
    (west, north), (east, south) = _held(sea)
    (left, top), (right, bottom) = camera.to_screen(west, north), camera.to_screen(east, south)
    inside = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
    if inside.contains(surface.get_clip()):
        return
    line = [camera.to_screen(*corner) for corner in border(sea)]
    for strip in outside(surface.get_clip(), inside):
        shade = pygame.Surface(strip.size, pygame.SRCALPHA)
        shade.fill((0, 0, 0, water.BEYOND))
        pygame.draw.polygon(shade, (0, 0, 0, 0), [(x - strip.x, y - strip.y) for x, y in line])
        surface.blit(shade, strip, special_flags=pygame.BLEND_PREMULTIPLIED)


# --- what depends on the map alone


@lru_cache(maxsize=8)
def _between(sea: Sea) -> Sides:
    """The sides between two hexes."""
    return np.array([
        (*corners[SIDE_CORNERS[side][0]], *corners[SIDE_CORNERS[side][1]])
        for place in sea.hexes()
        for corners in (HEXES.outline(place),)
        for side in HALF_SIDES
        if sea.holds(hexgrid.hex_ahead(place, side))
    ]).reshape(-1, 4)  # fmt: skip


@lru_cache(maxsize=8)
def _around(sea: Sea) -> Sides:
    """The sides along the edge of the map."""
    line = border(sea)
    return np.array([(*start, *end) for start, end in zip(line, (*line[1:], line[0]), strict=True)])


@lru_cache(maxsize=8)
def border(sea: Sea) -> tuple[Xy, ...]:
    """The corners along the edge of the map, in order."""
    following = dict(_border_sides(sea))
    first = at = min(following)
    line = [following[first][0]]
    while (at := following[at][1]) != first:
        line.append(following[at][0])
    return tuple(line)


def _border_sides(sea: Sea) -> Iterator[tuple[tuple[int, int], tuple[Xy, tuple[int, int]]]]:
    """Each side at the edge by its first corner: that corner as it is, and the next one; named by thousandths."""
    for place in sea.hexes():
        for side in range(SIDES):
            if not sea.holds(hexgrid.hex_ahead(place, side)):
                start, end = (HEXES.outline(place)[corner] for corner in SIDE_CORNERS[side])
                yield _name(start), (start, _name(end))


def _name(corner: Xy) -> tuple[int, int]:
    return round(corner[0] * 1000), round(corner[1] * 1000)


@lru_cache(maxsize=8)
def _held(sea: Sea) -> tuple[Xy, Xy]:
    """The upper left and the lower right corner of a rectangle that lies on the map, as large as is easily found."""
    corners = np.array(border(sea))
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    half = (corners.max(axis=0) - corners.min(axis=0)) / 2
    shares = [
        np.array(pair) for pair in ((0.98, 0.98), (0.94, 0.94), (0.86, 0.86), (0.7, 0.7), (0.48, 0.7), (0.4, 0.4))
    ]
    share = next((one for one in shares if _clear(corners, middle, half * one)), np.zeros(2))
    (west, south), (east, north) = middle - half * share, middle + half * share
    return (float(west), float(north)), (float(east), float(south))


def _clear(corners: NDArray[np.float64], middle: NDArray[np.float64], half: NDArray[np.float64]) -> bool:
    """Whether no corner of the edge lies within a rectangle; a hex is smaller than any that is tried."""
    return not bool((np.abs(corners - middle) < half).all(axis=1).any())
