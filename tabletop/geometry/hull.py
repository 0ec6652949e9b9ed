"""A hull is a rectangle. Its pose is the center of its stern edge and its heading (table units, degrees)."""

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
    """Return the point `ahead` of a pose and `abeam` to starboard of it, in table units; not quantised."""
    s, c = sine(pose.heading), cosine(pose.heading)
    return Point(pose.x + ahead * s + abeam * c, pose.y + ahead * c - abeam * s)


def outward_heading(pose: Pose, flank: Flank) -> int:
    """Return the heading straight out from one flank, in degrees."""
    return (pose.heading + _OUTWARD[flank]) % 360


def corners(pose: Pose, length: float, beam: float) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a hull: stern port, bow port, bow starboard, stern starboard."""
    half = beam / 2
    return (
        offset(pose, 0, -half),
        offset(pose, length, -half),
        offset(pose, length, half),
        offset(pose, 0, half),
    )


def outline(pose: Pose, length: float, beam: float) -> shapely.Polygon:
    """Return the hull as a polygon, its corners in the order of `corners`."""
    hull: shapely.Polygon = shapely.polygons([(corner.x, corner.y) for corner in corners(pose, length, beam)])
    return hull


def ring(polygon: shapely.Polygon) -> NDArray[np.float64]:
    """Return the corners of a polygon without the repeated last one, as an array of shape (n, 2)."""
    return shapely.get_coordinates(polygon)[:-1]


def centre(pose: Pose, length: float) -> Point:
    """Return the center of the hull."""
    return offset(pose, length / 2, 0)


def radius(length: float, beam: float) -> float:
    """Return the radius of the circle around the center of a hull that contains the whole hull."""
    return math.hypot(length, beam) / 2


def bow(pose: Pose, length: float) -> Point:
    """Return the middle of the bow edge."""
    return offset(pose, length, 0)


def stern_pose(x: float, y: float, heading: int, length: float) -> Pose:
    """Return the pose of a hull whose center is at x, y; quantised."""
    half = length / 2
    return Pose(quantise(x - half * sine(heading)), quantise(y - half * cosine(heading)), heading % 360)


def side_edge(pose: Pose, length: float, beam: float, flank: Flank) -> tuple[Point, Point]:
    """Return both ends of one flank: the after end, then the forward end."""
    half = beam / 2 if flank == "starboard" else -beam / 2
    return offset(pose, 0, half), offset(pose, length, half)


def side_middle(pose: Pose, length: float, beam: float, flank: Flank) -> Point:
    """Return the middle of one flank."""
    half = beam / 2 if flank == "starboard" else -beam / 2
    return offset(pose, length / 2, half)


def pivot_pose(pose: Pose, degrees: int, length: float, about: Literal["stern", "centre"]) -> Pose:
    """Return the pose after a turn on the spot, starboard positive; quantised.

    Args:
        pose: before the turn.
        degrees: angle of the turn; negative to port.
        length: of the hull.
        about: the point of the hull that stays in place.
    """
    if about == "stern":
        return pose.turn(degrees)
    middle = centre(pose, length)
    return stern_pose(middle.x, middle.y, pose.heading + degrees, length)
