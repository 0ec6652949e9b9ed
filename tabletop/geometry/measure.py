"""Distances and bearings, rounded before anybody compares them: 1/1000 of a table unit, whole degrees."""

import math

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine, whole_degrees

_SETTLED = 6
"""Decimals kept before the rounding that counts, so that the last digits of a library cannot tip it."""


class Gap(msgspec.Struct, frozen=True):
    """How far apart two shapes are, and the nearest points of the first and of the second."""

    distance: float
    start: Point
    end: Point


def settled(length: float) -> float:
    """A computed length, quantised, without the noise of the computation."""
    return quantise(round(length, _SETTLED))


def distance(a: Point, b: Point) -> float:
    """From one point to another, quantised."""
    return settled(math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2))


def gap(a: BaseGeometry, b: BaseGeometry) -> Gap:
    """The shortest way between two shapes; its distance, quantised, is 0 where they touch or overlap."""
    start, end = shapely.get_coordinates(shapely.shortest_line(a, b))
    return Gap(apart(a, b), Point(float(start[0]), float(start[1])), Point(float(end[0]), float(end[1])))


def apart(a: BaseGeometry, b: BaseGeometry) -> float:
    """The distance of `gap` alone."""
    return settled(a.distance(b))


def _direction(a: Point, b: Point) -> float:
    return round(math.degrees(math.atan2(b.x - a.x, b.y - a.y)), _SETTLED)


def bearing(a: Point, b: Point) -> int:
    """Of the second point from the first: whole degrees clockwise from north, 0 to 359."""
    return whole_degrees(_direction(a, b) % 360)


def heading_difference(a: int, b: int) -> int:
    """The angle between two headings, 0 to 180."""
    return abs((b - a + 180) % 360 - 180)


def relative_bearing(pose: Pose, origin: Point, target: Point) -> int:
    """The angle between a heading and the line from a point to another.

    Args:
        pose: Whose heading counts as ahead.
        origin: Where the line begins, as a rule a point of the same hull.
        target: Where it leads.

    Returns:
        Whole degrees from 0, dead ahead, to 180, dead astern, on either side.
    """
    off = (_direction(origin, target) - pose.heading + 180) % 360 - 180
    return math.floor(abs(round(off, _SETTLED)) + 0.5)


def overlap_along(pose_a: Pose, length_a: float, pose_b: Pose, length_b: float, beam_a: float = 0.0) -> float:
    """How much of the second hull's fore-and-aft axis the first covers when it is projected on it.

    Args:
        pose_a: Of the hull that is projected.
        length_a: Of that hull.
        pose_b: Of the hull whose axis it is.
        length_b: Of that hull.
        beam_a: Of the hull that is projected; without it only its keel is.

    Returns:
        The common length, quantised; 0 where the two do not overlap.
    """
    turn = pose_a.heading - pose_b.heading
    stern = (pose_a.x - pose_b.x) * sine(pose_b.heading) + (pose_a.y - pose_b.y) * cosine(pose_b.heading)
    bow = stern + length_a * cosine(turn)
    spread = abs(beam_a / 2 * sine(turn))
    common = min(length_b, max(stern, bow) + spread) - max(0.0, min(stern, bow) - spread)
    return max(0.0, settled(common))
