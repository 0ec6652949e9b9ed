"""Distances and bearings, rounded before any comparison: to 1/1000 of a table unit and to whole degrees."""

import math

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.geometry.pose import Point, Pose, cosine, quantise, round_degrees, sine

_NOISE_DECIMALS = 6
"""Decimals kept before the final rounding, so that numerical noise of a library cannot change the result."""


class Gap(msgspec.Struct, frozen=True):
    """The distance between two shapes, and the nearest points of the first and of the second."""

    distance: float
    start: Point
    end: Point


def round_length(length: float) -> float:
    """Return a computed length quantised, with the noise of the computation removed first."""
    return quantise(round(length, _NOISE_DECIMALS))


def distance(a: Point, b: Point) -> float:
    """Return the distance between two points, quantised."""
    return round_length(math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2))


def gap(a: BaseGeometry, b: BaseGeometry) -> Gap:
    """Return the shortest way between two shapes. The distance is quantised, and 0 if they touch or overlap."""
    start, end = shapely.get_coordinates(shapely.shortest_line(a, b))
    return Gap(distance_between(a, b), Point(float(start[0]), float(start[1])), Point(float(end[0]), float(end[1])))


def distance_between(a: BaseGeometry, b: BaseGeometry) -> float:
    """Return the distance between two shapes, quantised, without the nearest points of `gap`."""
    return round_length(a.distance(b))


def _direction(a: Point, b: Point) -> float:
    return round(math.degrees(math.atan2(b.x - a.x, b.y - a.y)), _NOISE_DECIMALS)


def bearing(a: Point, b: Point) -> int:
    """Return the bearing of the second point from the first: whole degrees clockwise from north, 0 to 359."""
    return round_degrees(_direction(a, b) % 360)


def heading_difference(a: int, b: int) -> int:
    """Return the angle between two headings, 0 to 180 degrees."""
    return abs((b - a + 180) % 360 - 180)


def relative_bearing(pose: Pose, origin: Point, target: Point) -> int:
    """Return the angle between a heading and the line from `origin` to `target`.

    Args:
        pose: its heading counts as ahead.
        origin: start of the line, usually a point of the same hull.
        target: end of the line.

    Returns:
        Whole degrees from 0, dead ahead, to 180, dead astern, on either side.
    """
    off = (_direction(origin, target) - pose.heading + 180) % 360 - 180
    return math.floor(abs(round(off, _NOISE_DECIMALS)) + 0.5)


def overlap_along(pose_a: Pose, length_a: float, pose_b: Pose, length_b: float, beam_a: float = 0.0) -> float:
    """Return the length of the second hull's fore-and-aft axis that the projection of the first hull covers.

    Args:
        pose_a: of the hull that is projected.
        length_a: of that hull.
        pose_b: of the hull with the axis.
        length_b: of that hull.
        beam_a: of the hull that is projected; 0 projects only its keel.

    Returns:
        The common length, quantised; 0 if the two do not overlap.
    """
    turn = pose_a.heading - pose_b.heading
    stern = (pose_a.x - pose_b.x) * sine(pose_b.heading) + (pose_a.y - pose_b.y) * cosine(pose_b.heading)
    bow = stern + length_a * cosine(turn)
    spread = abs(beam_a / 2 * sine(turn))
    common = min(length_b, max(stern, bow) + spread) - max(0.0, min(stern, bow) - spread)
    return max(0.0, round_length(common))
