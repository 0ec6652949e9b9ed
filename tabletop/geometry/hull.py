"""A hull is a rectangle: its pose is the middle of its stern edge and its heading (table units, degrees)."""

import math
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine

Flank = Literal["port", "starboard"]
FLANKS: tuple[Flank, Flank] = ("port", "starboard")

_OUTWARD: dict[Flank, int] = {"port": -90, "starboard": 90}


def offset(pose: Pose, ahead: float, abeam: float) -> Point:
    """The point so far ahead of a pose and so far to starboard of it; not quantised."""
    s, c = sine(pose.heading), cosine(pose.heading)
    return Point(pose.x + ahead * s + abeam * c, pose.y + ahead * c - abeam * s)


def outward(pose: Pose, flank: Flank) -> int:
    """The heading straight out from one flank."""
    return (pose.heading + _OUTWARD[flank]) % 360


def corners(pose: Pose, length: float, beam: float) -> tuple[Point, Point, Point, Point]:
    """Stern port, bow port, bow starboard, stern starboard."""
    half = beam / 2
    return (
        offset(pose, 0, -half),
        offset(pose, length, -half),
        offset(pose, length, half),
        offset(pose, 0, half),
    )


def outline(pose: Pose, length: float, beam: float) -> shapely.Polygon:
    """The hull as a polygon; its corners come in the order of `corners`."""
    hull: shapely.Polygon = shapely.polygons([(corner.x, corner.y) for corner in corners(pose, length, beam)])
    return hull


def ring(polygon: shapely.Polygon) -> NDArray[np.float64]:
    """The corners of a polygon without the repeated last one, as an array of x and y."""
    return shapely.get_coordinates(polygon)[:-1]


def centre(pose: Pose, length: float) -> Point:
    """The middle of the hull."""
    return offset(pose, length / 2, 0)


def radius(length: float, beam: float) -> float:
    """Of the circle about the middle of a hull that holds all of it."""
    return math.hypot(length, beam) / 2


def bow(pose: Pose, length: float) -> Point:
    """The middle of the bow edge."""
    return offset(pose, length, 0)


def stern_pose(x: float, y: float, heading: int, length: float) -> Pose:
    """The pose of a hull whose middle is at x, y; quantised."""
    half = length / 2
    return Pose(quantise(x - half * sine(heading)), quantise(y - half * cosine(heading)), heading % 360)


def side_edge(pose: Pose, length: float, beam: float, flank: Flank) -> tuple[Point, Point]:
    """One flank from its after end to its forward end."""
    half = beam / 2 if flank == "starboard" else -beam / 2
    return offset(pose, 0, half), offset(pose, length, half)


def side_middle(pose: Pose, length: float, beam: float, flank: Flank) -> Point:
    """The middle of one flank."""
    half = beam / 2 if flank == "starboard" else -beam / 2
    return offset(pose, length / 2, half)


def pivoted(pose: Pose, degrees: int, length: float, about: Literal["stern", "centre"]) -> Pose:
    """The pose after a turn on the spot, starboard positive; quantised.

    Args:
        pose: Before the turn.
        degrees: How far to turn; negative to port.
        length: Of the hull.
        about: The point that stays where it is.
    """
    if about == "stern":
        return pose.turned(degrees)
    middle = centre(pose, length)
    return stern_pose(middle.x, middle.y, pose.heading + degrees, length)
