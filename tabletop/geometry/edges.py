"""The edges of the table: what lies beyond them, and how far a hull goes until its middle does."""

import math

from tabletop.geometry.hull import centre
from tabletop.geometry.measure import settled
from tabletop.geometry.pose import Point, Pose, cosine, sine

_SURELY = 0.002
"""More than any rounding of a place."""

Bounds = tuple[float, float, float, float]
"""West, south, east and north edge, table units."""


def outside(bounds: Bounds, place: Point) -> bool:
    """Whether a point lies beyond an edge; on the edge is inside."""
    west, south, east, north = bounds
    x, y, spare = place.x, place.y, _SURELY
    if west < x - spare and x + spare < east and south < y - spare and y + spare < north:
        return False  # no rounding brings it over an edge
    return not (west <= settled(place.x) <= east and south <= settled(place.y) <= north)


def way_out(pose: Pose, length: float, bounds: Bounds, distance: float) -> float | None:
    """How far a hull goes straight ahead until its middle is outside.

    Returns:
        The shortest such way in whole thousandths, at most `distance`; None if it stays inside.
    """
    west, south, east, north = bounds
    middle, s, c = centre(pose, length), sine(pose.heading), cosine(pose.heading)
    if not (outside(bounds, middle) or outside(bounds, Point(middle.x + distance * s, middle.y + distance * c))):
        return None
    ways = [
        (edge - place) / step
        for edge, place, step in ((east, middle.x, s), (west, middle.x, s), (north, middle.y, c), (south, middle.y, c))
        if step and (edge - place) * step >= 0
    ]
    if outside(bounds, middle):
        return 0.0
    way = math.floor(min(ways) * 1000) / 1000
    while way <= distance:
        if outside(bounds, Point(middle.x + way * s, middle.y + way * c)):
            return way
        way = settled(way + 0.001)
    return None
