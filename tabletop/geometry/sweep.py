"""How far hulls can be carried or turned, alone or as a group, before they come too close to others or off the table.

Every move is judged over its whole way, so nothing is jumped over. Hulls that move together are given together
and are not tested against each other. Obstacles already nearer than the gap only forbid that it shrinks.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import product

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from tabletop.core.memory import per_object
from tabletop.geometry.contact import Edge, apart, clearance, entry, margin, pressed, swollen
from tabletop.geometry.hull import ring
from tabletop.geometry.measure import Gap
from tabletop.geometry.measure import gap as measured
from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine

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


class _Pair(msgspec.Struct, frozen=True):
    name: str
    body: shapely.Polygon
    obstacle: shapely.Polygon
    edges: list[Edge]
    start: float
    keep: float


def shift_limit(
    bodies: Sequence[shapely.Polygon],
    heading: int,
    distance: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> Cut:
    """How far a group can be carried along a heading, all at once, in whole thousandths.

    Args:
        bodies: Hulls that keep their places with each other, such as a ship and her tow.
        heading: Along which they are carried.
        distance: Wanted, table units.
        obstacles: Other hulls by name, convex; the first of several at one place is named.
        gap: Least clearance to keep.

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
    moved = shapely.transform(blocker.body, lambda places: places + shift)
    return Cut(way / 1000, shift, blocker.name, measured(moved, blocker.obstacle))


def free(heading: int, distance: float) -> Cut:
    """The same where nothing is in the way."""
    return Cut(distance, _carried((sine(heading), cosine(heading)), distance))


def in_lane(
    pose: Pose, astern: float, ahead: float, beam: float, obstacles: Mapping[str, shapely.Polygon], gap: float
) -> dict[str, shapely.Polygon]:
    """The obstacles that may be in the way along a straight lane, by their corners; all others are clear of it.

    Args:
        pose: Where the lane is measured from, and its heading.
        astern: How far it reaches behind that place.
        ahead: How far it reaches beyond it.
        beam: Its width.
        obstacles: By name.
        gap: Least clearance to keep.
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
    return pressed(pair.start, clearance(pair.edges, *shift), gap)


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
            if near and pressed(apart(start, obstacle), apart(end, obstacle), gap):
                return name
    return ""


def _near(
    bodies: Sequence[shapely.Polygon],
    ahead: tuple[float, float],
    distance: float,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> list[_Pair]:
    """The pairs that can meet at all, told by upright boxes and by the body's width; in the order of the obstacles."""
    boxes = _boxes(obstacles)
    way_x, way_y, spare = ahead[0] * distance, ahead[1] * distance, gap + _OFF_COURSE
    pairs = []
    for body in bodies:
        left, low, right, high = body.bounds
        left, right = left + min(0.0, way_x) - spare, right + max(0.0, way_x) + spare
        low, high = low + min(0.0, way_y) - spare, high + max(0.0, way_y) + spare
        for (name, obstacle), (west, south, east, north) in zip(obstacles.items(), boxes, strict=True):
            boxed = west <= right and south <= high and east >= left and north >= low
            if boxed and not _passed_by(body, obstacle, ahead, spare):
                edges = swollen(body, obstacle)
                start = clearance(edges)
                pairs.append(_Pair(name, body, obstacle, edges, start, margin(start, gap)))
    return pairs


@per_object
def _boxes(obstacles: Mapping[str, shapely.Polygon]) -> list[tuple[float, float, float, float]]:
    """Upright boxes; remembered by identity, because a move of many steps asks at each."""
    boxes: list[tuple[float, float, float, float]] = shapely.bounds(list(obstacles.values())).tolist()
    return boxes


def _offsets(shape: shapely.Polygon, ahead: tuple[float, float]) -> list[float]:
    """How far each corner lies to starboard of a course through the origin."""
    return [x * ahead[1] - y * ahead[0] for x, y in ring(shape).tolist()]


def _passed_by(body: shapely.Polygon, obstacle: shapely.Polygon, ahead: tuple[float, float], spare: float) -> bool:
    """Whether an obstacle stays abeam of a body, however far that goes ahead."""
    one, other = (_offsets(shape, ahead) for shape in (body, obstacle))
    return min(other) > max(one) + spare or max(other) < min(one) - spare


_SAMPLES = 4
"""Places looked at in each degree of a turn: a corner 1 unit out goes 0.004 from one to the next."""

_STRETCH = 20
"""Places that one glance in their middle can pass over, when nothing is near."""


class TurnCut(msgspec.Struct, frozen=True):
    """How many whole degrees a turn goes, signed as asked; `blocker` if it is cut."""

    degrees: int
    blocker: str | None = None


def spin_limit(
    bodies: Sequence[shapely.Polygon],
    about: Point,
    degrees: int,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> TurnCut:
    """How far a group can turn rigidly about a point.

    Args:
        bodies: Hulls that keep their places with each other.
        about: The point that stays where it is.
        degrees: Wanted, starboard positive.
        obstacles: Other hulls by name, convex.
        gap: Least clearance to keep.
    """
    near = _within_swing(bodies, about, obstacles, gap)
    if not near or not degrees:
        return TurnCut(degrees)
    sign = 1 if degrees > 0 else -1
    angles = np.radians(np.arange(1, abs(degrees) * _SAMPLES + 1) * (sign / _SAMPLES))
    blocker = ""
    for body in bodies:
        for name, obstacle in near.items():
            free = _free_angles(body, about, angles, obstacle, gap)
            if free < len(angles):
                angles, blocker = angles[:free], name
    return TurnCut(len(angles) // _SAMPLES * sign, blocker) if blocker else TurnCut(degrees)


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
    glances = np.append(np.arange(_STRETCH // 2, len(angles), _STRETCH), len(angles) - 1)
    stride = _arm(body, about) * math.radians(_STRETCH / _SAMPLES / 2)
    away = shapely.distance(_swung(body, about, angles[glances]), obstacle)
    if away.min() > gap + stride:
        return len(angles)
    keep = margin(apart(body, obstacle), gap)
    doubtful = glances[away <= max(keep, 0) + stride]
    places = np.unique(doubtful[:, None] + np.arange(-_STRETCH // 2, _STRETCH // 2 + 1))
    places = places[(places >= 0) & (places < len(angles))]
    swung = _swung(body, about, angles[places])
    if keep <= 0:
        pressed = (place for place, hull in zip(places, swung, strict=True) if apart(hull, obstacle) < keep - 1e-6)
        return int(next(pressed, len(angles)))
    close = places[shapely.distance(swung, obstacle) < keep - 1e-6]
    return int(close[0]) if close.size else len(angles)
