"""Land and shoals: shapes of any outline, in convex pieces against which moves are judged, and lines across them."""

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
"""Square units that the arithmetic may leave over."""

Corners = tuple[Point, ...]


@lru_cache(maxsize=64)
def shape(areas: tuple[Corners, ...]) -> BaseGeometry:
    """Some polygons as one shape, empty if there are none."""
    return shapely.union_all([shapely.Polygon([(one.x, one.y) for one in corners]) for corners in areas])


def crossed(corners: Sequence[tuple[float, float]]) -> str:
    """Why corners in turn are no outline, for who wrote them; empty if they are."""
    outline = shapely.Polygon(corners)
    if outline.is_valid and outline.area > 0:
        return ""
    where = re.search(r"\[(\S+) (\S+)\]", explain_validity(outline))
    return f"its outline crosses itself{f' near [{where[1]}, {where[2]}]' if where else ''}"


def disc(middle: Point, radius: float) -> shapely.Polygon:
    """A circle in straight edges, against which moves are judged, as it is drawn."""
    return shapely.Point(middle.x, middle.y).buffer(radius, quad_segs=_QUARTER)


def circle(middle: Point, radius: float) -> shapely.Polygon:
    """The same so near to what is judged by its distance that nobody sees the difference at any scale."""
    return shapely.Point(middle.x, middle.y).buffer(radius, quad_segs=4 * _QUARTER)


def pieces(whole: BaseGeometry) -> tuple[shapely.Polygon, ...]:
    """A shape cut into convex polygons."""
    parts = [part for part in shapely.get_parts(whole).tolist() if part.area > 0]
    return tuple(piece for part in parts for piece in _convex(part))


def _convex(part: BaseGeometry) -> Iterable[Any]:
    hull = part.convex_hull  # without corners that lie on an edge
    if hull.area - part.area < _SLIVER:
        return (hull,)
    return [one for one in shapely.get_parts(shapely.constrained_delaunay_triangles(part)).tolist() if one.area > 0]


def crosses(start: Point, end: Point, whole: BaseGeometry) -> bool:
    """Whether a straight line goes through a shape, not only along its edge."""
    return bool(shapely.LineString([(start.x, start.y), (end.x, end.y)]).crosses(whole))


def swept(outlines: Sequence[shapely.Polygon]) -> BaseGeometry:
    """The water that a hull covers as it goes straight from each of its places to the next."""
    steps = [shapely.MultiPolygon(list(pair)).convex_hull for pair in pairwise(outlines)]
    return shapely.union_all(steps or list(outlines))
