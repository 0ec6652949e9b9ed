"""How far hulls can be carried or turned, alone or in a group, before they come too close to others.

A move is checked over its whole way, so no obstacle is jumped over. Hulls that move together are given together
and are not tested against each other. Obstacles that are already nearer than the gap may not come nearer.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import product

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from tabletop.core.state_cache import cache_per_object
from tabletop.geometry import contact
from tabletop.geometry.hull import ring
from tabletop.geometry.measure import Gap
from tabletop.geometry.measure import gap as measured
from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine

_OFF_COURSE = 0.002
"""Greatest distance that a free move can end beside its course to end on a thousandth (see `_find_landing`)."""

Shift = tuple[float, float]
"""Distances to the east and to the north, in whole thousandths."""


class Cut(msgspec.Struct, frozen=True):
    """The length of a straight move; if an obstacle cuts the move short, the obstacle and the narrowest gap at the end.

    `shift` is the exact displacement of every hull of the group. Only this rounding of it has been checked.
    """

    distance: float
    shift: Shift
    blocker: str | None = None
    witness: Gap | None = None


class _BodyAndObstacle(msgspec.Struct, frozen=True):
    name: str
    body: shapely.Polygon
    obstacle: shapely.Polygon
    edges: list[contact.Edge]
    start: float
    keep: float


def shift_limit(
    bodies: Sequence[shapely.Polygon],
    heading: int,
    distance: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> Cut:
    """Return the distance that a group can be carried along a heading, all at once, in whole thousandths.

    Args:
        bodies: hulls that keep their relative places, such as a ship and her tow.
        heading: direction of the move, degrees.
        distance: wanted, table units.
        obstacles: other hulls by name, convex; of several at one place, the first is named.
        gap: least clearance to keep.

    A cut move ends where its rounded pose keeps the gap. A free move is not shortened by rounding, so that ships may
    slide past each other at exactly the gap: if need be, the move ends on a thousandth beside its course.
    """
    ahead = sine(heading), cosine(heading)
    pairs = _find_near_pairs(bodies, ahead, distance, obstacles, gap)
    ways = [contact.distance_to_entry(pair.edges, *ahead, pair.keep) for pair in pairs]
    nearest = min(ways, default=math.inf)
    if nearest >= distance:
        if landing := _find_landing(pairs, ahead, distance, gap):
            return Cut(distance, landing)
        nearest = distance
        blocker = next(pair for pair in pairs if _is_pair_too_close(pair, _quantise_shift(ahead, distance), gap))
    else:
        blocker = pairs[ways.index(nearest)]
    way = math.floor(round(nearest * 1000, 4))
    while way > 0 and any(_is_pair_too_close(pair, _quantise_shift(ahead, way / 1000), gap) for pair in pairs):
        way -= 1
    shift = _quantise_shift(ahead, way / 1000)
    moved = shapely.transform(blocker.body, lambda places: places + shift)
    return Cut(way / 1000, shift, blocker.name, measured(moved, blocker.obstacle))


def free_shift(heading: int, distance: float) -> Cut:
    """Return the cut of a move that nothing blocks."""
    return Cut(distance, _quantise_shift((sine(heading), cosine(heading)), distance))


def select_in_lane(
    pose: Pose, astern: float, ahead: float, beam: float, obstacles: Mapping[str, shapely.Polygon], gap: float
) -> dict[str, shapely.Polygon]:
    """Return the obstacles that may block a straight lane, judged by their corners. All others are clear of the lane.

    Args:
        pose: origin and heading of the lane.
        astern: reach of the lane behind the origin.
        ahead: reach of the lane ahead of the origin.
        beam: width of the lane.
        obstacles: by name.
        gap: least clearance to keep.
    """
    s, c, spare = sine(pose.heading), cosine(pose.heading), gap + _OFF_COURSE
    aside, behind, before = beam / 2 + spare, -astern - spare, ahead + spare
    found = {}
    for name, obstacle in obstacles.items():
        corners = [(x - pose.x, y - pose.y) for x, y in ring(obstacle).tolist()]
        abeam, along = [x * c - y * s for x, y in corners], [x * s + y * c for x, y in corners]
        if min(abeam) <= aside and max(abeam) >= -aside and min(along) <= before and max(along) >= behind:
            found[name] = obstacle
    return found


def _find_landing(pairs: Sequence[_BodyAndObstacle], ahead: Shift, distance: float, gap: float) -> Shift | None:
    """Return the displacement of a free move: the nearest of four roundings that keeps the gap, or None.

    Beside a single obstacle one of the four always does. Clearance from a convex shape is a convex function of the
    point, so at one corner of the little square it is at least as large as at the true end inside.
    """
    nearest = _quantise_shift(ahead, distance)
    if not any(_is_pair_too_close(pair, nearest, gap) for pair in pairs):
        return nearest
    east, north = distance * ahead[0], distance * ahead[1]
    around = product(_round_both_ways(east), _round_both_ways(north))
    by_nearness = sorted(around, key=lambda shift: math.dist(shift, (east, north)))
    return next((one for one in by_nearness if not any(_is_pair_too_close(pair, one, gap) for pair in pairs)), None)


def _round_both_ways(length: float) -> Shift:
    return quantise(math.floor(length * 1000) / 1000), quantise(math.ceil(length * 1000) / 1000)


def _quantise_shift(ahead: Shift, way: float) -> Shift:
    """Return the displacement as rounded poses will show it."""
    return quantise(way * ahead[0]), quantise(way * ahead[1])


def _is_pair_too_close(pair: _BodyAndObstacle, shift: Shift, gap: float) -> bool:
    return contact.is_too_close(pair.start, contact.clearance(pair.edges, *shift), gap)


def find_pressed_obstacle(
    before: Sequence[shapely.Polygon],
    after: Sequence[shapely.Polygon],
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> str:
    """Return the name of the first obstacle that a move's end comes too near, or "".

    Args:
        before: the moving hulls at the start of the move.
        after: the same hulls in the same order at its end.
        obstacles: other hulls by name, convex.
        gap: least clearance to keep.
    """
    for start, end in zip(before, after, strict=True):
        for name, obstacle in obstacles.items():
            near = end.distance(obstacle) < gap
            if near and contact.is_too_close(
                contact.measure_clearance(start, obstacle), contact.measure_clearance(end, obstacle), gap
            ):
                return name
    return ""


def _find_near_pairs(
    bodies: Sequence[shapely.Polygon],
    ahead: tuple[float, float],
    distance: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> list[_BodyAndObstacle]:
    """Return the pairs of body and obstacle that can meet, judged by bounding boxes and width."""
    boxes = _boxes(obstacles)
    way_x, way_y, spare = ahead[0] * distance, ahead[1] * distance, gap + _OFF_COURSE
    pairs = []
    for body in bodies:
        left, low, right, high = body.bounds
        left, right = left + min(0.0, way_x) - spare, right + max(0.0, way_x) + spare
        low, high = low + min(0.0, way_y) - spare, high + max(0.0, way_y) + spare
        for (name, obstacle), (west, south, east, north) in zip(obstacles.items(), boxes, strict=True):
            boxed = west <= right and south <= high and east >= left and north >= low
            if boxed and not _is_passed_abeam(body, obstacle, ahead, spare):
                edges = contact.build_swollen_edges(body, obstacle)
                start = contact.clearance(edges)
                pairs.append(_BodyAndObstacle(name, body, obstacle, edges, start, contact.clearance_limit(start, gap)))
    return pairs


@cache_per_object
def _boxes(obstacles: Mapping[str, shapely.Polygon]) -> list[tuple[float, float, float, float]]:
    """Return the bounding boxes. Cached by identity, because a move of many steps asks at each step."""
    boxes: list[tuple[float, float, float, float]] = shapely.bounds(list(obstacles.values())).tolist()
    return boxes


def _offsets(shape: shapely.Polygon, ahead: tuple[float, float]) -> list[float]:
    """Return the distance of each corner to starboard of a course through the origin."""
    return [x * ahead[1] - y * ahead[0] for x, y in ring(shape).tolist()]


def _is_passed_abeam(
    body: shapely.Polygon, obstacle: shapely.Polygon, ahead: tuple[float, float], spare: float
) -> bool:
    """Return True if an obstacle stays abeam of a body, however far the body goes ahead."""
    one, other = (_offsets(shape, ahead) for shape in (body, obstacle))
    return min(other) > max(one) + spare or max(other) < min(one) - spare


_SAMPLES = 4
"""Angles tested in each degree of a turn: a corner 1 unit out moves 0.004 between two of them."""

_STRETCH = 20
"""Number of tested angles that one quick distance check in their middle can pass over."""


class TurnCut(msgspec.Struct, frozen=True):
    """The possible whole degrees of a turn, starboard positive, and the obstacle that cuts the turn, if any."""

    degrees: int
    blocker: str | None = None


def spin_limit(
    bodies: Sequence[shapely.Polygon],
    about: Point,
    degrees: int,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> TurnCut:
    """Return the angle that a group can turn rigidly about a point.

    Args:
        bodies: hulls that keep their relative places.
        about: the center of the turn.
        degrees: wanted, starboard positive.
        obstacles: other hulls by name, convex.
        gap: least clearance to keep.
    """
    near = _select_within_swing(bodies, about, obstacles, gap)
    if not near or not degrees:
        return TurnCut(degrees)
    sign = 1 if degrees > 0 else -1
    angles = np.radians(np.arange(1, abs(degrees) * _SAMPLES + 1) * (sign / _SAMPLES))
    blocker = ""
    for body in bodies:
        for name, obstacle in near.items():
            free = _count_free_angles(body, about, angles, obstacle, gap)
            if free < len(angles):
                angles, blocker = angles[:free], name
    return TurnCut(len(angles) // _SAMPLES * sign, blocker) if blocker else TurnCut(degrees)


def _arm(body: shapely.Polygon, about: Point) -> float:
    """Return the distance from a pivot to the farthest corner."""
    return max(math.dist(corner, (about.x, about.y)) for corner in ring(body).tolist())


def _select_within_swing(
    bodies: Sequence[shapely.Polygon], about: Point, obstacles: Mapping[str, shapely.Polygon], gap: float
) -> dict[str, shapely.Polygon]:
    pivot = shapely.Point(about.x, about.y)
    reach = max(_arm(body, about) for body in bodies) + gap
    return {name: obstacle for name, obstacle in obstacles.items() if obstacle.distance(pivot) <= reach}


def _swing_body(body: shapely.Polygon, about: Point, angles: NDArray[np.float64]) -> NDArray[np.object_]:
    """Return the body at each of the angles, radians clockwise."""
    x, y = (ring(body) - (about.x, about.y)).T
    sines, cosines = np.sin(angles)[:, None], np.cos(angles)[:, None]
    places = np.stack([about.x + x * cosines + y * sines, about.y - x * sines + y * cosines], axis=-1)
    return np.asarray(shapely.polygons(places))


def _count_free_angles(
    body: shapely.Polygon, about: Point, angles: NDArray[np.float64], obstacle: shapely.Polygon, gap: float
) -> int:
    """Return the number of angles, from the first, that a body can pass before it comes too near an obstacle."""
    if not angles.size:
        return 0
    glances = np.append(np.arange(_STRETCH // 2, len(angles), _STRETCH), len(angles) - 1)
    stride = _arm(body, about) * math.radians(_STRETCH / _SAMPLES / 2)
    away = shapely.distance(_swing_body(body, about, angles[glances]), obstacle)
    if away.min() > gap + stride:
        return len(angles)
    keep = contact.clearance_limit(contact.measure_clearance(body, obstacle), gap)
    doubtful = glances[away <= max(keep, 0) + stride]
    places = np.unique(doubtful[:, None] + np.arange(-_STRETCH // 2, _STRETCH // 2 + 1))
    places = places[(places >= 0) & (places < len(angles))]
    swung = _swing_body(body, about, angles[places])
    if keep <= 0:
        pressed = (
            place
            for place, hull in zip(places, swung, strict=True)
            if contact.measure_clearance(hull, obstacle) < keep - 1e-6
        )
        return int(next(pressed, len(angles)))
    close = places[shapely.distance(swung, obstacle) < keep - 1e-6]
    return int(close[0]) if close.size else len(angles)
