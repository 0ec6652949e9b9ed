"""The part of a field of fire that land hides from a flank."""

import math
from collections.abc import Callable

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.geometry import coast
from tabletop.geometry.hull import Flank, outward_heading, side_edge
from tabletop.geometry.pose import Point, Pose

Projection = Callable[[float, float], tuple[float, float]]
"""Moves a point (x, y) far away from the viewer, along the line of sight through the point."""


def build_shadow(
    pose: Pose, size: tuple[float, float], flank: Flank, ground: shapely.Polygon, land: BaseGeometry
) -> BaseGeometry:
    """Return the part of a field where land lies or is in front, as seen from the nearest point of the flank.

    Abeam of the flank, lines of sight go straight outward. Beyond its ends they start from the end.

    Args:
        pose: of the hull that looks.
        size: length and beam of that hull.
        flank: the side of that hull.
        ground: field of fire of that flank, made by `build_field`.
        land: all land.
    """
    if land.is_empty or not ground.intersects(land):
        return shapely.Polygon()
    (after, fore), bearing = side_edge(pose, *size, flank), math.radians(outward_heading(pose, flank))
    west, south, east, north = ground.bounds
    far = 2 * math.hypot(east - west, north - south)
    out = far * math.sin(bearing), far * math.cos(bearing)
    abeam = [(after.x, after.y), (fore.x, fore.y), *((end.x + out[0], end.y + out[1]) for end in (fore, after))]
    ends: list[tuple[shapely.Polygon, Projection]] = [(shapely.Polygon(abeam), lambda x, y: (x + out[0], y + out[1]))]
    ends += [
        (_build_area_beyond(end, other, out), _build_projection(end, far))
        for end, other in ((after, fore), (fore, after))
    ]
    shades = []
    for piece in coast.cut_into_convex_pieces(ground.intersection(land)):
        for part, onward in ends:
            seen = piece.intersection(part)
            if seen.area > 0:
                corners = shapely.get_coordinates(seen).tolist()
                shades.append(shapely.MultiPoint([*corners, *(onward(x, y) for x, y in corners)]).convex_hull)
    return shapely.union_all(shades).intersection(ground)


def _build_area_beyond(end: Point, other: Point, out: tuple[float, float]) -> shapely.Polygon:
    """Return the area that is farther out than a flank and beyond its end `end`."""
    length = math.dist((end.x, end.y), (other.x, other.y))
    far = math.hypot(*out) / length
    aside = (end.x - other.x) * far, (end.y - other.y) * far
    corners = ((0.0, 0.0), aside, (aside[0] + out[0], aside[1] + out[1]), out)
    return shapely.Polygon([(end.x + x, end.y + y) for x, y in corners])


def _build_projection(end: Point, far: float) -> Projection:
    """Return the projection that moves points to the distance `far` from `end`."""

    def onward(x: float, y: float) -> tuple[float, float]:
        away = math.dist((end.x, end.y), (x, y)) or 1.0
        return end.x + (x - end.x) * far / away, end.y + (y - end.y) * far / away

    return onward
