"""When two convex shapes come too close while one of them is carried straight on; exact, without small steps.

Seen from the moving body, a whole pair is one shape and one point: the obstacle swollen by the body's mirror image,
and the origin. The way of the body is then a ray, and coming nearer than a margin is entering that shape, grown by
the margin. `clearance` is signed, so that overlapping bodies may part but not press deeper into each other.
"""

import math
from itertools import chain, pairwise
from typing import NamedTuple

import shapely

from tabletop.geometry.hull import ring
from tabletop.geometry.measure import settled

NOISE = 1e-7
"""An approach slower than this for each unit of way is none."""

HALF_STEP = 0.0005
"""Lengths down to this much under a limit are rounded up to it (AMB-131); no clearance is ever lower by more.

A move is accepted only if the clearance at the rounded pose where it ends, itself rounded, is no less than the gap,
or than the rounded clearance at its start. So however many moves follow each other, what is lost is half a step once.
"""


_Xy = tuple[float, float]


class Edge(NamedTuple):
    """One edge of a shape: where it starts, its unit direction and length, the outward normal and its distance."""

    x: float
    y: float
    along_x: float
    along_y: float
    length: float
    normal_x: float
    normal_y: float
    height: float


def swollen(body: shapely.Polygon, obstacle: shapely.Polygon) -> list[Edge]:
    """The edges, counter-clockwise, of the obstacle swollen by the mirror image of the body."""
    places = _corners(obstacle), [(-x, -y) for x, y in _corners(body)]
    lowest = [min(corners, key=_height) for corners in places]
    x, y = lowest[0][0] + lowest[1][0], lowest[0][1] + lowest[1][1]
    edges = []
    for way_x, way_y in sorted(chain(*map(_ways, places)), key=_angle):
        length = math.sqrt(way_x * way_x + way_y * way_y)
        along_x, along_y = way_x / length, way_y / length
        edges.append(Edge(x, y, along_x, along_y, length, along_y, -along_x, x * along_y - y * along_x))
        x, y = x + way_x, y + way_y
    return edges


def _corners(shape: shapely.Polygon) -> list[_Xy]:
    """Counter-clockwise."""
    places: list[_Xy] = [(x, y) for x, y in ring(shape).tolist()]
    (ax, ay), (bx, by), (cx, cy) = places[:3]
    return places if (bx - ax) * (cy - by) > (by - ay) * (cx - bx) else places[::-1]


def _height(place: _Xy) -> _Xy:
    return place[1], place[0]


def _ways(corners: list[_Xy]) -> list[_Xy]:
    """From each corner to the next; of two convex shapes together, by angle, they are the rim of their sum."""
    return [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise([*corners, corners[0]])]


def _angle(way: _Xy) -> float:
    return math.atan2(way[1], way[0]) % math.tau


def clearance(edges: list[Edge], x: float = 0.0, y: float = 0.0) -> float:
    """How far a place, as a rule the origin, lies outside a shape, or, negative, how deep inside it.

    With the way of the body for the place, this is the clearance at the end of that way.
    """
    depth = max([x * edge.along_y - y * edge.along_x - edge.height for edge in edges])
    return depth if depth <= 0 else min([_to_edge(edge, x, y) for edge in edges])


def apart(body: shapely.Polygon, obstacle: shapely.Polygon) -> float:
    """The clearance between two bodies."""
    return clearance(swollen(body, obstacle))


def _to_edge(edge: Edge, x: float, y: float) -> float:
    east, north = edge.x - x, edge.y - y
    foot = min(edge.length, max(0.0, -(east * edge.along_x + north * edge.along_y)))
    return math.sqrt((east + foot * edge.along_x) ** 2 + (north + foot * edge.along_y) ** 2)


def margin(start: float, gap: float) -> float:
    """The clearance that two bodies may not fall below.

    Args:
        start: Their clearance before the move; bodies nearer than the gap already may not lose any of it.
        gap: To be kept otherwise.

    Returns:
        The smallest clearance that is still rounded up to the permitted one.
    """
    return min(min(gap, settled(start)) - HALF_STEP, start)


def pressed(start: float, end: float, gap: float) -> bool:
    """Whether a move that leads from one clearance to another ends too near; arguments as of `margin`."""
    return settled(end) < min(gap, settled(start))


def entry(edges: list[Edge], ahead_x: float, ahead_y: float, keep: float) -> float:
    """How far along a ray from the origin it enters a shape grown by `keep`; infinite if never.

    The origin lies outside the grown shape, or on its edge. A negative `keep` shrinks the shape.
    """
    if keep <= 0:
        return _entry_of_shrunk(edges, ahead_x, ahead_y, keep)
    found = [math.inf]
    for edge in edges:
        approach = edge.normal_x * ahead_x + edge.normal_y * ahead_y
        if approach < -NOISE:
            way = (edge.height + keep) / approach
            foot = (way * ahead_x - edge.x) * edge.along_x + (way * ahead_y - edge.y) * edge.along_y
            if way > -NOISE and 0 <= foot <= edge.length:
                found.append(max(0.0, way))
        found.append(_entry_of_corner(edge.x, edge.y, ahead_x, ahead_y, keep))
    return min(found)


def _entry_of_corner(x: float, y: float, ahead_x: float, ahead_y: float, radius: float) -> float:
    middle = x * ahead_x + y * ahead_y
    square = radius * radius - (x * x + y * y) + middle * middle
    if square <= NOISE * radius:
        return math.inf
    way = middle - math.sqrt(square)
    return max(0.0, way) if way > -NOISE else math.inf


def _entry_of_shrunk(edges: list[Edge], ahead_x: float, ahead_y: float, keep: float) -> float:
    enter, leave = -math.inf, math.inf
    for edge in edges:
        approach = edge.normal_x * ahead_x + edge.normal_y * ahead_y
        if approach < -NOISE:
            enter = max(enter, (edge.height + keep) / approach)
        elif approach > NOISE:
            leave = min(leave, (edge.height + keep) / approach)
        elif edge.height + keep <= 0:
            return math.inf
    return max(0.0, enter) if -NOISE < enter < leave else math.inf
