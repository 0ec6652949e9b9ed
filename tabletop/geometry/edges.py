"""The edges of the table: points beyond them, and the way of a hull until its center is outside."""

import math

from tabletop.geometry.hull import centre
from tabletop.geometry.measure import round_length
from tabletop.geometry.pose import Point, Pose, cosine, sine

_SURELY = 0.002
"""More than any rounding of a point, in table units."""

Bounds = tuple[float, float, float, float]
"""West, south, east and north edge, in table units."""


def is_outside(bounds: Bounds, place: Point) -> bool:
    """Return True if a point lies beyond an edge. A point on the edge is inside."""
    west, south, east, north = bounds
    x, y, spare = place.x, place.y, _SURELY
    if west < x - spare and x + spare < east and south < y - spare and y + spare < north:
        return False  # no rounding brings it over an edge
    return not (west <= round_length(place.x) <= east and south <= round_length(place.y) <= north)


def distance_to_edge(pose: Pose, length: float, bounds: Bounds, distance: float) -> float | None:
    """Return the distance that a hull goes straight ahead until its center is outside.

    Returns:
        The shortest such distance in whole thousandths, at most `distance`; None if the hull stays inside.
    """
    west, south, east, north = bounds
    middle, s, c = centre(pose, length), sine(pose.heading), cosine(pose.heading)
    if not (is_outside(bounds, middle) or is_outside(bounds, Point(middle.x + distance * s, middle.y + distance * c))):
        return None
    ways = [
        (edge - place) / step
        for edge, place, step in ((east, middle.x, s), (west, middle.x, s), (north, middle.y, c), (south, middle.y, c))
        if step and (edge - place) * step >= 0
    ]
    if is_outside(bounds, middle):
        return 0.0
    way = math.floor(min(ways) * 1000) / 1000
    while way <= distance:
        if is_outside(bounds, Point(middle.x + way * s, middle.y + way * c)):
            return way
        way = round_length(way + 0.001)
    return None
