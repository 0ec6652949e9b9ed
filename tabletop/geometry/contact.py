"""Exact clearance between two convex shapes while one of them is carried straight on, without small steps.

In the frame of the moving body, a pair is one shape and one point: the obstacle swollen by the mirror image of the
body, and the origin. The way of the body is a ray. The body comes nearer than a margin where the ray enters the
shape grown by that margin. `clearance` is signed: overlapping bodies may part but not press deeper into each other.
"""

import math
from itertools import chain, pairwise
from typing import NamedTuple

import shapely

from tabletop.geometry.hull import ring
from tabletop.geometry.measure import round_length

NOISE = 1e-7
"""An approach slower than this for each unit of way counts as none."""

HALF_STEP = 0.0005
"""Lengths at most this much below a limit are rounded up to the limit (AMB-131); no clearance is ever lower by more.

A move is accepted only if the rounded clearance at its rounded final pose is at least the gap, or at least the rounded
clearance at its start. Over any number of moves, at most half a step is lost in all.
"""


_Xy = tuple[float, float]


class Edge(NamedTuple):
    """One edge of a shape: start, unit direction, length, outward normal, and distance from the origin."""

    x: float
    y: float
    along_x: float
    along_y: float
    length: float
    normal_x: float
    normal_y: float
    height: float


def build_swollen_edges(body: shapely.Polygon, obstacle: shapely.Polygon) -> list[Edge]:
    """Return the edges, counter-clockwise, of the obstacle swollen by the mirror image of the body."""
    places = _corners_counterclockwise(obstacle), [(-x, -y) for x, y in _corners_counterclockwise(body)]
    lowest = [min(corners, key=_height_key) for corners in places]
    x, y = lowest[0][0] + lowest[1][0], lowest[0][1] + lowest[1][1]
    edges = []
    for way_x, way_y in sorted(chain(*map(_edge_vectors, places)), key=_angle):
        length = math.sqrt(way_x * way_x + way_y * way_y)
        along_x, along_y = way_x / length, way_y / length
        edges.append(Edge(x, y, along_x, along_y, length, along_y, -along_x, x * along_y - y * along_x))
        x, y = x + way_x, y + way_y
    return edges


def _corners_counterclockwise(shape: shapely.Polygon) -> list[_Xy]:
    places: list[_Xy] = [(x, y) for x, y in ring(shape).tolist()]
    (ax, ay), (bx, by), (cx, cy) = places[:3]
    return places if (bx - ax) * (cy - by) > (by - ay) * (cx - bx) else places[::-1]


def _height_key(place: _Xy) -> _Xy:
    return place[1], place[0]


def _edge_vectors(corners: list[_Xy]) -> list[_Xy]:
    """Return the vector from each corner to the next.

    The vectors of two convex shapes, sorted by angle, are the outline of their sum.
    """
    return [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise([*corners, corners[0]])]


def _angle(way: _Xy) -> float:
    return math.atan2(way[1], way[0]) % math.tau


def clearance(edges: list[Edge], x: float = 0.0, y: float = 0.0) -> float:
    """Return the distance of a point from a shape; negative is the depth inside it. The point is the origin by default.

    With the way of the body as the point, the result is the clearance at the end of that way.
    """
    depth = max([x * edge.along_y - y * edge.along_x - edge.height for edge in edges])
    return depth if depth <= 0 else min([_distance_to_edge(edge, x, y) for edge in edges])


def measure_clearance(body: shapely.Polygon, obstacle: shapely.Polygon) -> float:
    """Return the clearance between two bodies, negative if they overlap."""
    return clearance(build_swollen_edges(body, obstacle))


def _distance_to_edge(edge: Edge, x: float, y: float) -> float:
    east, north = edge.x - x, edge.y - y
    foot = min(edge.length, max(0.0, -(east * edge.along_x + north * edge.along_y)))
    return math.sqrt((east + foot * edge.along_x) ** 2 + (north + foot * edge.along_y) ** 2)


def clearance_limit(start: float, gap: float) -> float:
    """Return the clearance that two bodies must keep during a move.

    Args:
        start: clearance before the move; bodies that are nearer than the gap may not come nearer.
        gap: least clearance otherwise.

    Returns:
        The smallest clearance that is still rounded up to the permitted one.
    """
    return min(min(gap, round_length(start)) - HALF_STEP, start)


def is_too_close(start: float, end: float, gap: float) -> bool:
    """Return True if a move from the clearance `start` to the clearance `end` ends too near; see `clearance_limit`."""
    return round_length(end) < min(gap, round_length(start))


def distance_to_entry(edges: list[Edge], ahead_x: float, ahead_y: float, keep: float) -> float:
    """Return the distance along a ray from the origin to a shape grown by `keep`; infinity if the ray misses the shape.

    The origin must lie outside the grown shape or on its edge. A negative `keep` shrinks the shape.
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
