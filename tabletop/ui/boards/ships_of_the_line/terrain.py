"""The look of land that no rule knows: width of sand, hills, woods and marsh.

Everything is computed from the outline alone, the same each time.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line.model import Area
from tabletop.geometry import coast as shapes
from tabletop.ui.camera import Xy

STEP = 0.12
"""UM between the places at which the width of the sand is computed."""
SAND, SURF = (0.05, 0.42, 0.1), (0.03, 0.09, 0.07)
"""Least width, added width of wide beaches, and added width of bends, UM; of sand and of surf."""
COVES, BENDS = 2.1, 0.37
"""UM from one wide beach to the next, and from bend to bend."""
HILLS, HILL_FROM = 2.3, 0.62
"""UM from hill to hill, and least distance of a ridge from the shore."""
GREENS, GREEN_FROM = 0.72, 0.16
"""UM from one wood or marsh to the next, and their least distance from the shore."""
MARSH_TO = 0.8
"""UM from the shore within which low ground is marsh."""


class Green(NamedTuple):
    """A tree, or a tuft of reeds."""

    at: Xy
    tree: bool


class Terrain(NamedTuple):
    """The ground behind the sand, the surf, the ridges of hills, and the plants of a land."""

    dry: BaseGeometry
    surf: BaseGeometry
    ridges: tuple[tuple[Xy, ...], ...]
    greens: tuple[Green, ...]


@lru_cache(maxsize=4)
def build_terrain(land: tuple[Area, ...], bounds: tuple[float, float, float, float], border: float) -> Terrain:
    """Build the terrain of a land.

    Args:
        land: the outlines.
        bounds: west, south, east and north of the map, UM.
        border: UM from the edge of the map where land goes on and has no shore.
    """
    whole = shapes.unite_areas(land)
    shore = shapely.LineString() if whole.is_empty else whole.boundary
    shore = shore.intersection(shapely.box(*bounds).buffer(-border))
    dry, surf = whole.difference(_build_strip(shore, SAND, 1)), _build_strip(shore, SURF, 3).difference(whole)
    seen = dry.intersection(shapely.box(*bounds))
    return Terrain(dry, surf, tuple(_find_ridges(seen, shore)), tuple(_find_greens(seen, shore)))


def _build_strip(shore: BaseGeometry, widths: tuple[float, float, float], kind: int) -> BaseGeometry:
    """Return a strip of changing width along a shore; `widths` in UM, `kind` seeds the noise."""
    least, wide, small = widths

    def reach(x: float, y: float) -> float:
        return (
            least
            + wide * wave_height(x / COVES, y / COVES, kind) ** 2
            + small * wave_height(x / BENDS, y / BENDS, kind + 1)
        )

    parts = []
    for line in shapely.get_parts(shapely.segmentize(shore, STEP)).tolist():
        discs = [shapely.Point(x, y).buffer(reach(x, y), quad_segs=3) for x, y, *_ in getattr(line, "coords", ())]
        parts += [shapely.union(one, other).convex_hull for one, other in pairwise(discs)]
    return shapely.union_all(parts)


def wave_height(x: float, y: float, kind: int) -> float:
    """Return smooth noise from 0 to 1 at a point, with a wave about each unit; each `kind` differs."""
    column, row = math.floor(x), math.floor(y)
    across, up = (part * part * (3 - 2 * part) for part in (x - column, y - row))
    south, north = (
        _noise(column, line, kind) + (_noise(column + 1, line, kind) - _noise(column, line, kind)) * across
        for line in (row, row + 1)
    )
    return south + (north - south) * up


def _noise(column: int, row: int, kind: int) -> float:
    """Return noise from 0 to 1 for a grid cell."""
    mixed = (column * 374761393 + row * 668265263 + kind * 974711) & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF


def random_cells(ground: BaseGeometry, every: float) -> Iterator[tuple[Random, Xy]]:
    """Yield a random place in each square of `every` UM, with the square's random generator."""
    if ground.is_empty:
        return
    west, south, east, north = ground.bounds
    for row in range(math.floor(south / every), math.ceil(north / every)):
        for column in range(math.floor(west / every), math.ceil(east / every)):
            chance = Random(column * 92821 + row * 68917 + round(every * 100))
            yield chance, ((column + chance.uniform(0.1, 0.9)) * every, (row + chance.uniform(0.1, 0.9)) * every)


def _find_ridges(ground: BaseGeometry, shore: BaseGeometry) -> Iterator[tuple[Xy, ...]]:
    """Yield bent lines well inland, each wholly on the ground."""
    room = ground.difference(shore.buffer(HILL_FROM))
    shapely.prepare(room)
    for chance, (x, y) in random_cells(room, HILLS):
        turn, long, bend = chance.uniform(0, math.pi), chance.uniform(0.5, 1.0), chance.uniform(-0.5, 0.5)
        line = tuple(
            (x + long * share * math.cos(turn + bend * share), y + long * share * math.sin(turn + bend * share))
            for share in (-1, -0.6, -0.2, 0.2, 0.6, 1)
        )
        if room.contains(shapely.LineString(line)):
            yield line


def _find_greens(ground: BaseGeometry, shore: BaseGeometry) -> Iterator[Green]:
    """Yield the trees of small woods, and reeds on low ground near the shore."""
    room = ground.difference(shore.buffer(GREEN_FROM))
    shapely.prepare(room)
    for chance, (x, y) in random_cells(room, GREENS):
        low = shore.distance(shapely.Point(x, y)) < MARSH_TO
        if chance.random() > (0.42 if low else 0.3):
            continue
        tree, count = chance.random() > (0.75 if low else 0.1), chance.randint(2, 5)
        for _ in range(count):
            at = x + chance.uniform(-0.24, 0.24), y + chance.uniform(-0.14, 0.14)
            if room.contains(shapely.Point(at)):
                yield Green(at, tree)
