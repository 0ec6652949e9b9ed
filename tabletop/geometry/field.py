"""The field that one flank of a hull commands, and what of another hull lies in it.

The field is what can be seen from the flank without looking aft or forward by more than `traverse` degrees from
straight out: a trapezoid on the side edge whose two ends flare, cut off at the reach from that edge.
"""

import math
from functools import lru_cache
from itertools import pairwise

import msgspec
import shapely

from tabletop.geometry.hull import Flank, offset, outward, ring, side_edge
from tabletop.geometry.measure import settled
from tabletop.geometry.pose import Point, Pose, cosine, sine

TOUCH = 1e-6
"""A corner so near the edge of a field lies on it."""

_CHORD = 2.0
"""Largest angle of a chord of the drawn arc; at a reach of 5 it lies within 0.001 of the true arc."""

_Local = tuple[float, float]


class Sight(msgspec.Struct, frozen=True):
    """A hull in a field: the quantised distance, its nearest point of the flank, and that of the hull."""

    distance: float
    start: Point
    end: Point


_NEAR = 1e-3
"""What is left to the exact test where a quick one could be mistaken."""


@lru_cache(maxsize=64)
def flare(traverse: float) -> float:
    """How far an end of the field opens for each unit outward; the same on every platform."""
    return round(math.tan(math.radians(traverse)), 9)


def _frame(pose: Pose, length: float, beam: float, flank: Flank) -> Pose:
    """Origin at the after end of the flank, 'ahead' straight outward from it."""
    after, _ = side_edge(pose, length, beam, flank)
    return Pose(after.x, after.y, outward(pose, flank))


def _along(flank: Flank) -> int:
    """Which way the bow lies for one who looks out from the flank: starboard of him is +1."""
    return 1 if flank == "port" else -1


def field(pose: Pose, length: float, beam: float, flank: Flank, reach: float, traverse: float) -> shapely.Polygon:
    """The ground that a flank commands, as it is judged: all within `reach` of the side edge between the flares.

    Args:
        pose: Of the hull.
        length: Of the hull.
        beam: Of the hull.
        flank: Which of its sides.
        reach: From the side edge.
        traverse: Degrees by which each end opens from straight out; less than 90.
    """
    frame, towards_bow = _frame(pose, length, beam, flank), _along(flank)
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
    """The outer edge of a polygon made by `field`, from flare to flare, bow end first."""
    return [(x, y) for x, y in ring(ground).tolist()[2:]]


def _clipped(shape: list[_Local], out: float, along: float, least: float) -> list[_Local]:
    """The part of a convex shape where `out`·v + `along`·u is at least `least`; a mere touch leaves its points."""
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


def _nearest(shape: list[_Local], length: float) -> tuple[float, float, _Local]:
    """Squared distance from the flank, how far along it that is, and the point of the shape."""
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


def out_of_field(
    pose: Pose, length: float, beam: float, flank: Flank, traverse: float, place: Point, radius: float
) -> bool:
    """Whether all that lies in a circle is surely out of the field, at any range; a quick test before `sight`.

    Args:
        pose: Of the hull that looks.
        length: Of the hull that looks.
        beam: Of the hull that looks.
        flank: Which of its sides.
        traverse: Degrees by which each end of the field opens from straight out.
        place: The middle of the circle.
        radius: Of the circle.
    """
    east, north, s, c = place.x - pose.x, place.y - pose.y, sine(pose.heading), cosine(pose.heading)
    along, abeam, opening = east * s + north * c, east * c - north * s, flare(traverse)
    out = (abeam if flank == "starboard" else -abeam) - beam / 2
    spread = opening * out + (radius + _NEAR) * math.hypot(1, opening)
    return out < -radius - _NEAR or spread < -along or spread < along - length


def sight(pose: Pose, length: float, beam: float, flank: Flank, traverse: float, hull: shapely.Polygon) -> Sight | None:
    """The shortest way from a flank to the part of another hull that lies between its flares, at any range.

    The hull is cut exactly along the side line and the two flares; what only touches them counts.

    Args:
        pose: Of the hull that looks.
        length: Of the hull that looks.
        beam: Of the hull that looks.
        flank: Which of its sides.
        traverse: Degrees by which each end of the field opens from straight out.
        hull: The other hull, convex.

    Returns:
        None where no part of the hull lies in the field.
    """
    frame, towards_bow = _frame(pose, length, beam, flank), _along(flank)
    ahead, abeam = offset(Pose(0, 0, frame.heading), 1, 0), offset(Pose(0, 0, frame.heading), 0, towards_bow)
    shape: list[_Local] = [
        ((x - frame.x) * ahead.x + (y - frame.y) * ahead.y, (x - frame.x) * abeam.x + (y - frame.y) * abeam.y)
        for x, y in ring(hull).tolist()
    ]
    opening = flare(traverse)
    for out, along, least in ((1.0, 0.0, 0.0), (opening, 1.0, 0.0), (opening, -1.0, -length)):
        shape = _clipped(shape, out, along, least)
        if not shape:
            return None
    squared, foot, (v, u) = _nearest(shape, length)
    return Sight(settled(math.sqrt(squared)), offset(frame, 0, foot * towards_bow), offset(frame, v, u * towards_bow))
