"""What land hides from a flank: all behind it, on the lines by which a field of fire is judged."""

import math
from collections.abc import Callable

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.geometry import coast
from tabletop.geometry.hull import Flank, outward, side_edge
from tabletop.geometry.pose import Point, Pose

Onward = Callable[[float, float], tuple[float, float]]
"""Where the line to a place goes on to, far beyond it."""


def behind(
    pose: Pose, size: tuple[float, float], flank: Flank, ground: shapely.Polygon, land: BaseGeometry
) -> BaseGeometry:
    """The part of a field in which land lies, or behind which land lies, as seen from the nearest point of the flank.

    Abeam of the flank its guns look straight outward, beyond its ends from these.

    Args:
        pose: Of the hull that looks.
        size: Length and beam of the hull that looks.
        flank: Which of its sides.
        ground: Its field, made by `field`.
        land: All land.
    """
    if land.is_empty or not ground.intersects(land):
        return shapely.Polygon()
    (after, fore), bearing = side_edge(pose, *size, flank), math.radians(outward(pose, flank))
    west, south, east, north = ground.bounds
    far = 2 * math.hypot(east - west, north - south)
    out = far * math.sin(bearing), far * math.cos(bearing)
    abeam = [(after.x, after.y), (fore.x, fore.y), *((end.x + out[0], end.y + out[1]) for end in (fore, after))]
    ends: list[tuple[shapely.Polygon, Onward]] = [(shapely.Polygon(abeam), lambda x, y: (x + out[0], y + out[1]))]
    ends += [(_beyond(end, other, out), _from(end, far)) for end, other in ((after, fore), (fore, after))]
    shades = []
    for piece in coast.pieces(ground.intersection(land)):
        for part, onward in ends:
            seen = piece.intersection(part)
            if seen.area > 0:
                corners = shapely.get_coordinates(seen).tolist()
                shades.append(shapely.MultiPoint([*corners, *(onward(x, y) for x, y in corners)]).convex_hull)
    return shapely.union_all(shades).intersection(ground)


def _beyond(end: Point, other: Point, out: tuple[float, float]) -> shapely.Polygon:
    """All that lies farther out than a flank and beyond one end of it."""
    length = math.dist((end.x, end.y), (other.x, other.y))
    far = math.hypot(*out) / length
    aside = (end.x - other.x) * far, (end.y - other.y) * far
    corners = ((0.0, 0.0), aside, (aside[0] + out[0], aside[1] + out[1]), out)
    return shapely.Polygon([(end.x + x, end.y + y) for x, y in corners])


def _from(end: Point, far: float) -> Onward:
    """Onward from a point, so far from it."""

    def onward(x: float, y: float) -> tuple[float, float]:
        away = math.dist((end.x, end.y), (x, y)) or 1.0
        return end.x + (x - end.x) * far / away, end.y + (y - end.y) * far / away

    return onward
