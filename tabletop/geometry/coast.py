"""Land and shoals as polygons: convex pieces that moves are checked against, lines across them, and swept areas."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.validation import explain_validity

from tabletop.geometry.pose import Point

_QUARTER = 16
"""Straight edges in a quarter of a circle."""

_SLIVER = 1e-9
"""Area in square units below which a difference of areas is rounding noise."""

Corners = tuple[Point, ...]


@lru_cache(maxsize=64)
def unite_areas(areas: tuple[Corners, ...]) -> BaseGeometry:
    """Return the union of some polygons as one shape; an empty shape if there are none."""
    return shapely.union_all([shapely.Polygon([(one.x, one.y) for one in corners]) for corners in areas])


def find_outline_fault(corners: Sequence[tuple[float, float]]) -> str:
    """Return a sentence for the author if the corners do not form a simple polygon, else "".

    Example: ``its outline crosses itself near [3.5, 2]``.
    """
    outline = shapely.Polygon(corners)
    if outline.is_valid and outline.area > 0:
        return ""
    where = re.search(r"\[(\S+) (\S+)\]", explain_validity(outline))
    return f"its outline crosses itself{f' near [{where[1]}, {where[2]}]' if where else ''}"


def build_disc(middle: Point, radius: float) -> shapely.Polygon:
    """Return a circle as a coarse polygon. Moves are checked against this polygon, and the window draws it."""
    return shapely.Point(middle.x, middle.y).buffer(radius, quad_segs=_QUARTER)


def build_circle(middle: Point, radius: float) -> shapely.Polygon:
    """Return a circle as a fine polygon that looks round at any scale, for shapes that are checked by distance."""
    return shapely.Point(middle.x, middle.y).buffer(radius, quad_segs=4 * _QUARTER)


def cut_into_convex_pieces(whole: BaseGeometry) -> tuple[shapely.Polygon, ...]:
    """Return a shape cut into convex polygons."""
    parts = [part for part in shapely.get_parts(whole).tolist() if part.area > 0]
    return tuple(piece for part in parts for piece in _cut_part(part))


def _cut_part(part: BaseGeometry) -> Iterable[Any]:
    hull = part.convex_hull  # without corners that lie on an edge
    if hull.area - part.area < _SLIVER:
        return (hull,)
    return [one for one in shapely.get_parts(shapely.constrained_delaunay_triangles(part)).tolist() if one.area > 0]


def is_line_across(start: Point, end: Point, whole: BaseGeometry) -> bool:
    """Return True if a straight line goes through a shape, not only along its edge."""
    return bool(shapely.LineString([(start.x, start.y), (end.x, end.y)]).crosses(whole))


def build_swept_area(outlines: Sequence[shapely.Polygon]) -> BaseGeometry:
    """Return the area that a hull covers on straight moves from each outline to the next."""
    steps = [shapely.MultiPolygon(list(pair)).convex_hull for pair in pairwise(outlines)]
    return shapely.union_all(steps or list(outlines))
