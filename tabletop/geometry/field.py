"""The field of fire of one flank of a hull, and the part of another hull that lies in it.

The field is the area that is visible from the flank within `traverse` degrees of straight out: a trapezoid on the side
edge whose two ends flare, cut off at the reach from that edge.
"""

import math
from functools import lru_cache
from itertools import pairwise

import msgspec
import shapely

from tabletop.geometry.hull import Flank, offset, outward_heading, ring, side_edge
from tabletop.geometry.measure import round_length
from tabletop.geometry.pose import Point, Pose, cosine, sine

TOUCH = 1e-6
"""A corner within this distance of the edge of a field lies on the edge, in table units."""

_CHORD = 2.0
"""Largest angle of a chord of the drawn arc, in degrees; at a reach of 5 it lies within 0.001 of the true arc."""

_Local = tuple[float, float]


class Sight(msgspec.Struct, frozen=True):
    """A hull in a field: the quantised distance, the nearest point of the flank, and the nearest point of the hull."""

    distance: float
    start: Point
    end: Point


_NEAR = 1e-3
"""Within this distance a quick test could be wrong and leaves the decision to the exact test, in table units."""


@lru_cache(maxsize=64)
def flare(traverse: float) -> float:
    """Return the width by which an end of the field opens for each unit outward; the same on every platform."""
    return round(math.tan(math.radians(traverse)), 9)


def _flank_frame(pose: Pose, length: float, beam: float, flank: Flank) -> Pose:
    """Return a pose at the after end of the flank that heads straight outward."""
    after, _ = side_edge(pose, length, beam, flank)
    return Pose(after.x, after.y, outward_heading(pose, flank))


def _bow_direction(flank: Flank) -> int:
    """Return +1 if the bow is to starboard of an observer who looks out from the flank, else -1."""
    return 1 if flank == "port" else -1


def build_field(pose: Pose, length: float, beam: float, flank: Flank, reach: float, traverse: float) -> shapely.Polygon:
    """Return the field of fire of a flank as a polygon: all within `reach` of the side edge between the flares.

    Args:
        pose: of the hull.
        length: of the hull, table units.
        beam: of the hull, table units.
        flank: the side of the hull.
        reach: from the side edge, table units.
        traverse: degrees by which each end opens from straight out; less than 90.
    """
    frame, towards_bow = _flank_frame(pose, length, beam, flank), _bow_direction(flank)
    steps = math.ceil(traverse / _CHORD)
    arc = [
        (reach * math.cos(angle), reach * math.sin(angle))
        for angle in (math.radians(traverse) * k / steps for k in range(steps + 1))
    ]
    local = [(0.0, 0.0), (0.0, length)]
    local += [(out, length + past) for out, past in reversed(arc)]
    local += [(out, -past) for out, past in arc]
    points = [offset(frame, out, along * towards_bow) for out, along in local]
    return shapely.Polygon([(point.x, point.y) for point in points])


def rim(ground: shapely.Polygon) -> list[tuple[float, float]]:
    """Return the outer edge of a polygon made by `build_field`, from flare to flare, bow end first."""
    return [(x, y) for x, y in ring(ground).tolist()[2:]]


def _clip_shape(shape: list[_Local], out: float, along: float, least: float) -> list[_Local]:
    """Return the part of a convex shape where `out`·v + `along`·u is at least `least`.

    If the shape only touches that line, the points on the line are returned.
    """
    kept: list[_Local] = []
    heights = [v * out + u * along - least for v, u in shape]
    for here, there in pairwise([*range(len(shape)), 0]):
        if heights[here] >= -TOUCH:
            kept.append(shape[here])
        if (heights[here] >= -TOUCH) != (heights[there] >= -TOUCH):
            share = min(1.0, max(0.0, heights[here] / (heights[here] - heights[there])))
            (v1, u1), (v2, u2) = shape[here], shape[there]
            kept.append((v1 + share * (v2 - v1), u1 + share * (u2 - u1)))
    return kept


def _find_nearest(shape: list[_Local], length: float) -> tuple[float, float, _Local]:
    """Return the squared distance from the flank, the place along the flank, and the nearest point of the shape."""
    found = []
    for (v1, u1), (v2, u2) in pairwise([*shape, shape[0]]):
        dv, du = v2 - v1, u2 - u1
        size = dv * dv + du * du
        shares = [0.0] + ([-(v1 * dv + (u1 - end) * du) / size for end in (0.0, length)] if size else [])
        for share in shares:
            held = min(1.0, max(0.0, share))
            v, u = v1 + held * dv, u1 + held * du
            foot = min(length, max(0.0, u))
            found.append((v * v + (u - foot) ** 2, foot, (v, u)))
    return min(found)


def is_out_of_field(
    pose: Pose, length: float, beam: float, flank: Flank, traverse: float, place: Point, radius: float
) -> bool:
    """Return True if a circle surely lies outside the field at any range; a quick test before `find_sight`.

    Args:
        pose: of the hull that looks.
        length: of that hull.
        beam: of that hull.
        flank: the side of that hull.
        traverse: degrees by which each end of the field opens from straight out.
        place: center of the circle.
        radius: of the circle.
    """
    east, north, s, c = place.x - pose.x, place.y - pose.y, sine(pose.heading), cosine(pose.heading)
    along, abeam, opening = east * s + north * c, east * c - north * s, flare(traverse)
    out = (abeam if flank == "starboard" else -abeam) - beam / 2
    spread = opening * out + (radius + _NEAR) * math.hypot(1, opening)
    return out < -radius - _NEAR or spread < -along or spread < along - length


def find_sight(
    pose: Pose, length: float, beam: float, flank: Flank, traverse: float, hull: shapely.Polygon
) -> Sight | None:
    """Return the shortest way from a flank to the part of another hull between its flares, at any range.

    The other hull is cut exactly along the side line and the two flares; a mere touch counts.

    Args:
        pose: of the hull that looks.
        length: of that hull.
        beam: of that hull.
        flank: the side of that hull.
        traverse: degrees by which each end of the field opens from straight out.
        hull: the other hull, convex.

    Returns:
        None if no part of the other hull lies in the field.
    """
    frame, towards_bow = _flank_frame(pose, length, beam, flank), _bow_direction(flank)
    ahead, abeam = offset(Pose(0, 0, frame.heading), 1, 0), offset(Pose(0, 0, frame.heading), 0, towards_bow)
    shape: list[_Local] = [
        ((x - frame.x) * ahead.x + (y - frame.y) * ahead.y, (x - frame.x) * abeam.x + (y - frame.y) * abeam.y)
        for x, y in ring(hull).tolist()
    ]
    opening = flare(traverse)
    for out, along, least in ((1.0, 0.0, 0.0), (opening, 1.0, 0.0), (opening, -1.0, -length)):
        shape = _clip_shape(shape, out, along, least)
        if not shape:
            return None
    squared, foot, (v, u) = _find_nearest(shape, length)
    return Sight(
        round_length(math.sqrt(squared)), offset(frame, 0, foot * towards_bow), offset(frame, v, u * towards_bow)
    )
