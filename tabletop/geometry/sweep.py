"""How far hulls can go before they come too close to others: straight on, on the spot, or carried as a group.

Every move is judged over its whole way, so nothing is jumped over. Hulls that move together are given together
and are not tested against each other. Obstacles already nearer than the gap only forbid that it shrinks.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import compress, product
from typing import Literal

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.affinity import translate

from tabletop.geometry.contact import Edge, clearance, entry, margin, pressed, swollen
from tabletop.geometry.hull import centre, outline, ring
from tabletop.geometry.measure import Gap
from tabletop.geometry.measure import gap as measured
from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine

_SAMPLES = 4
"""Places looked at in each degree of a turn: a corner 1 unit out goes 0.004 from one to the next."""

_STRETCH = 20
"""Places that one glance in their middle can pass over, when nothing is near."""


_OFF_COURSE = 0.002
"""More than a free move can be set off its course to end on a thousandth (see `_landing`)."""

Shift = tuple[float, float]
"""How far to the east and to the north, in whole thousandths."""


class Cut(msgspec.Struct, frozen=True):
    """How far a straight move goes; `blocker` and the narrowest place at its end if something cuts it.

    `shift` is the same way for every pose that is carried; where it leads has been looked at, no other rounding has.
    """

    distance: float
    shift: Shift
    blocker: str | None = None
    witness: Gap | None = None


class TurnCut(msgspec.Struct, frozen=True):
    """How many whole degrees a turn goes, signed as asked; `blocker` and the narrowest place if it is cut."""

    degrees: int
    blocker: str | None = None
    witness: Gap | None = None


class _Pair(msgspec.Struct, frozen=True):
    name: str
    body: shapely.Polygon
    obstacle: shapely.Polygon
    edges: list[Edge]
    start: float
    keep: float


def advance_limit(
    pose: Pose,
    distance: float,
    length: float,
    beam: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
    trailing: Sequence[shapely.Polygon] = (),
) -> Cut:
    """How far a hull can go straight ahead.

    Args:
        pose: Of the hull.
        distance: Wanted, table units.
        length: Of the hull.
        beam: Of the hull.
        obstacles: Other hulls by name, convex; the first of several at one place is named.
        gap: Least clearance to keep.
        trailing: Hulls that keep their places with this one, such as a tow.

    Returns:
        The distance in whole thousandths.
    """
    return shift_limit([outline(pose, length, beam), *trailing], pose.heading, distance, obstacles, gap)


def shift_limit(
    bodies: Sequence[shapely.Polygon],
    heading: int,
    distance: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> Cut:
    """How far a group can be carried along a heading, all at once; arguments as of `advance_limit`.

    A cut move ends where its rounded pose keeps the gap. A free one is not shortened for that rounding, so that
    ships may slide past each other at the gap itself: it ends on a thousandth beside its course if need be.
    """
    ahead = sine(heading), cosine(heading)
    pairs = _near(bodies, ahead, distance, obstacles, gap)
    ways = [entry(pair.edges, *ahead, pair.keep) for pair in pairs]
    nearest = min(ways, default=math.inf)
    if nearest >= distance:
        if landing := _landing(pairs, ahead, distance, gap):
            return Cut(distance, landing)
        nearest = distance
        blocker = next(pair for pair in pairs if _too_close(pair, _carried(ahead, distance), gap))
    else:
        blocker = pairs[ways.index(nearest)]
    way = math.floor(round(nearest * 1000, 4))
    while way > 0 and any(_too_close(pair, _carried(ahead, way / 1000), gap) for pair in pairs):
        way -= 1
    shift = _carried(ahead, way / 1000)
    return Cut(way / 1000, shift, blocker.name, measured(translate(blocker.body, *shift), blocker.obstacle))


def _landing(pairs: Sequence[_Pair], ahead: Shift, distance: float, gap: float) -> Shift | None:
    """Where a free move ends: the thousandth next to its true end, of the four around it, that keeps the gap.

    Beside a single obstacle one of the four always does: clearance from a convex shape is a convex function of the
    place, so at one corner of the little square it is no less than at the true end inside.
    """
    nearest = _carried(ahead, distance)
    if not any(_too_close(pair, nearest, gap) for pair in pairs):
        return nearest
    east, north = distance * ahead[0], distance * ahead[1]
    around = product(_around(east), _around(north))
    by_nearness = sorted(around, key=lambda shift: math.dist(shift, (east, north)))
    return next((one for one in by_nearness if not any(_too_close(pair, one, gap) for pair in pairs)), None)


def _around(length: float) -> Shift:
    return quantise(math.floor(length * 1000) / 1000), quantise(math.ceil(length * 1000) / 1000)


def _carried(ahead: Shift, way: float) -> Shift:
    """The way as poses will show it once they are rounded."""
    return quantise(way * ahead[0]), quantise(way * ahead[1])


def _too_close(pair: _Pair, shift: Shift, gap: float) -> bool:
    return pressed(pair.start, _depth(translate(pair.body, *shift), pair.obstacle), gap)


def pressing(
    before: Sequence[shapely.Polygon],
    after: Sequence[shapely.Polygon],
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> str:
    """The first obstacle that a move's end comes too near, or an empty name.

    Args:
        before: The moving hulls where the move begins.
        after: The same hulls in the same order where it ends.
        obstacles: Other hulls by name, convex.
        gap: Least clearance to keep.
    """
    for start, end in zip(before, after, strict=True):
        for name, obstacle in obstacles.items():
            near = end.distance(obstacle) < gap
            if near and pressed(_depth(start, obstacle), _depth(end, obstacle), gap):
                return name
    return ""


def _near(
    bodies: Sequence[shapely.Polygon],
    ahead: tuple[float, float],
    distance: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> list[_Pair]:
    """The pairs that can meet at all, told by their upright boxes; in the order of the obstacles."""
    if not obstacles:
        return []
    boxes = shapely.bounds(np.array(list(obstacles.values())))
    way = np.array([ahead[0] * distance, ahead[1] * distance])
    pairs = []
    for body in bodies:
        box = np.array(body.bounds)
        low = np.minimum(box[:2], box[:2] + way) - gap - _OFF_COURSE
        high = np.maximum(box[2:], box[2:] + way) + gap + _OFF_COURSE
        hits = np.all((boxes[:, :2] <= high) & (boxes[:, 2:] >= low), axis=1)
        for name in compress(obstacles, hits.tolist()):
            edges = swollen(body, obstacles[name])
            start = clearance(edges)
            pairs.append(_Pair(name, body, obstacles[name], edges, start, margin(start, gap)))
    return pairs


def turn_limit(
    pose: Pose,
    degrees: int,
    pivot: Literal["stern", "centre"],
    length: float,
    beam: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
    trailing: Sequence[shapely.Polygon] = (),
) -> TurnCut:
    """How far a hull can turn on the spot.

    Args:
        pose: Of the hull.
        degrees: Wanted, starboard positive.
        pivot: The point of the hull that stays.
        length: Of the hull.
        beam: Of the hull.
        obstacles: Other hulls by name, convex.
        gap: Least clearance to keep.
        trailing: Hulls that keep their places with this one and swing round the same point.
    """
    about = pose.point if pivot == "stern" else centre(pose, length)
    return spin_limit([outline(pose, length, beam), *trailing], about, degrees, obstacles, gap)


def spin_limit(
    bodies: Sequence[shapely.Polygon],
    about: Point,
    degrees: int,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> TurnCut:
    """How far a group can turn rigidly about a point; arguments as of `turn_limit`."""
    near = _within_swing(bodies, about, obstacles, gap)
    if not near or not degrees:
        return TurnCut(degrees)
    sign = 1 if degrees > 0 else -1
    angles = np.radians(np.arange(1, abs(degrees) * _SAMPLES + 1) * (sign / _SAMPLES))
    blocker, hit = "", bodies[0]
    for body in bodies:
        for name, obstacle in near.items():
            free = _free_angles(body, about, angles, obstacle, gap)
            if free < len(angles):
                angles, blocker, hit = angles[:free], name, body
    if not blocker:
        return TurnCut(degrees)
    whole = len(angles) // _SAMPLES * sign
    hull = _swung(hit, about, np.radians(np.array([float(whole)])))[0]
    return TurnCut(whole, blocker, measured(hull, near[blocker]))


def _arm(body: shapely.Polygon, about: Point) -> float:
    """From a pivot to the farthest corner."""
    return max(math.dist(corner, (about.x, about.y)) for corner in ring(body).tolist())


def _within_swing(
    bodies: Sequence[shapely.Polygon], about: Point, obstacles: Mapping[str, shapely.Polygon], gap: float
) -> dict[str, shapely.Polygon]:
    pivot = shapely.Point(about.x, about.y)
    reach = max(_arm(body, about) for body in bodies) + gap
    return {name: obstacle for name, obstacle in obstacles.items() if obstacle.distance(pivot) <= reach}


def _swung(body: shapely.Polygon, about: Point, angles: NDArray[np.float64]) -> NDArray[np.object_]:
    """The body at each of the angles, radians clockwise."""
    x, y = (ring(body) - (about.x, about.y)).T
    sines, cosines = np.sin(angles)[:, None], np.cos(angles)[:, None]
    places = np.stack([about.x + x * cosines + y * sines, about.y - x * sines + y * cosines], axis=-1)
    return np.asarray(shapely.polygons(places))


def _free_angles(
    body: shapely.Polygon, about: Point, angles: NDArray[np.float64], obstacle: shapely.Polygon, gap: float
) -> int:
    """How many of the angles a body can pass before it comes too near an obstacle."""
    if not angles.size:
        return 0
    keep = margin(_depth(body, obstacle), gap)
    glances = np.append(np.arange(_STRETCH // 2, len(angles), _STRETCH), len(angles) - 1)
    stride = _arm(body, about) * math.radians(_STRETCH / _SAMPLES / 2)
    away = shapely.distance(_swung(body, about, angles[glances]), obstacle)
    doubtful = glances[away <= max(keep, 0) + stride]
    places = np.unique(doubtful[:, None] + np.arange(-_STRETCH // 2, _STRETCH // 2 + 1))
    places = places[(places >= 0) & (places < len(angles))]
    swung = _swung(body, about, angles[places])
    if keep <= 0:
        pressed = (place for place, hull in zip(places, swung, strict=True) if _depth(hull, obstacle) < keep - 1e-6)
        return int(next(pressed, len(angles)))
    close = places[shapely.distance(swung, obstacle) < keep - 1e-6]
    return int(close[0]) if close.size else len(angles)


def _depth(hull: shapely.Polygon, obstacle: shapely.Polygon) -> float:
    return clearance(swollen(hull, obstacle))
