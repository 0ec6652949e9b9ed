"""Where ships lie: the shapes on the sea that a state stands for (UM, degrees)."""

import math
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from operator import is_not

import msgspec
import shapely

from tabletop.core.memory import per_object, per_state
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.ship import AFLOAT, Broadside, Card, Ship
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry import hull, measure
from tabletop.geometry.measure import Gap
from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine


def size(state: State, key: str) -> tuple[float, float]:
    """Length and beam of a hull (AMB-1)."""
    return state.profile.hulls[state.cards[key].ship_class]


@lru_cache(maxsize=4096)
def shape(pose: Pose, length_and_beam: tuple[float, float]) -> shapely.Polygon:
    """The outline of a hull; remembered, because most ships lie still while rules look at them."""
    return hull.outline(pose, *length_and_beam)


def outline(state: State, key: str) -> shapely.Polygon:
    """A ship's hull as it lies."""
    return shape(state.ships[key].pose, size(state, key))


def centre(state: State, key: str) -> Point:
    """The middle of a ship's hull."""
    return hull.centre(state.ships[key].pose, size(state, key)[0])


def middle(state: State, key: str) -> Point:
    """The middle of a ship's hull, or of a battery."""
    batteries = state.coast.batteries if state.coast else {}
    return batteries[key].place if key in batteries else centre(state, key)


def side_middle(state: State, key: str, broadside: Broadside) -> Point:
    """The middle of one broadside."""
    return hull.side_middle(state.ships[key].pose, *size(state, key), broadside)


def gap(state: State, a: str, b: str) -> Gap:
    """The shortest way from one hull to another, quantised (AMB-3)."""
    return _between(state.ships[a].pose, size(state, a), state.ships[b].pose, size(state, b))


def apart(state: State, a: str, b: str) -> float:
    """The length of that way alone."""
    return _apart(state.ships[a].pose, size(state, a), state.ships[b].pose, size(state, b))


def gap_from(state: State, key: str, pose: Pose, other: str) -> Gap:
    """The same if the first lay elsewhere."""
    return _between(pose, size(state, key), state.ships[other].pose, size(state, other))


@lru_cache(maxsize=4096)
def _between(a: Pose, size_a: tuple[float, float], b: Pose, size_b: tuple[float, float]) -> Gap:
    return measure.gap(shape(a, size_a), shape(b, size_b))


@lru_cache(maxsize=4096)
def _apart(a: Pose, size_a: tuple[float, float], b: Pose, size_b: tuple[float, float]) -> float:
    return measure.apart(shape(a, size_a), shape(b, size_b))


def reaches(state: State, a: str, b: str, far: float) -> bool:
    """Whether two hulls are at most so far apart; measured only where their middles do not tell."""
    one, other = centre(state, a), centre(state, b)
    between = math.hypot(one.x - other.x, one.y - other.y)
    if between <= far - _SURELY:
        return True
    return between <= far + _span(state, a) + _span(state, b) + _SURELY and apart(state, a, b) <= far


def _span(state: State, key: str) -> float:
    return hull.radius(*size(state, key))


class Plot(msgspec.Struct, frozen=True, gc=False):
    """How the hulls in play lie: one and the same in all states between which none of them moves or goes."""

    poses: Mapping[str, Pose]
    """In key order."""
    cards: dict[str, Card]
    profile: Profile

    __hash__ = object.__hash__  # as `plot` wants it

    def size(self, key: str) -> tuple[float, float]:
        """Length and beam of a hull (AMB-1)."""
        return self.profile.hulls[self.cards[key].ship_class]


_LATEST: deque[tuple[Mapping[str, Ship], Plot]] = deque(maxlen=4)
"""Each with the latest ships that lay so."""


@per_state
def plot(state: State) -> Plot:
    """How the hulls lie; what is reckoned of it holds, whatever else befalls the ships, until one of them moves."""
    found = Plot(_poses(state), state.cards, state.profile)
    known = next((one for one in _LATEST if one[1] == found), None)
    if known:
        _LATEST.remove(known)
    lying = known[1] if known else found
    _LATEST.appendleft((state.ships, lying))
    return lying


def _poses(state: State) -> Mapping[str, Pose]:
    """Where the hulls in play lie, in key order: as in the latest plot, but for ships that have changed since."""
    ships, (before, lying) = state.ships, _LATEST[0] if _LATEST else ({}, None)
    fresh = lying is None or lying.cards is not state.cards
    changed = () if fresh else compress(ships, map(is_not, ships.values(), before.values()))
    poses = {} if lying is None else dict(lying.poses)
    for key in changed:
        if ships[key].status not in AFLOAT:
            poses.pop(key, None)
        elif key in poses:
            poses[key] = ships[key].pose
        else:
            fresh = True  # she is afloat again: after a command that was taken back
    return {key: ship.pose for key, ship in ships.items() if ship.status in AFLOAT} if fresh else poses


def within(state: State, key: str, reach: float) -> tuple[str, ...]:
    """Other hulls in play that could lie within `reach` of a ship, in key order; a quick test by their sterns.

    Every ship that is truly so near is among them, others may be.
    """
    return _within(plot(state), state.ships[key].pose, key, reach)


def within_of(state: State, key: str, pose: Pose, reach: float) -> tuple[str, ...]:
    """The same if she lay elsewhere."""
    return _within(plot(state), pose, key, reach)


@lru_cache(maxsize=512)
def _within(lying: Plot, pose: Pose, key: str, reach: float) -> tuple[str, ...]:
    far = reach + _radius(lying.size(key)) + longest(lying.profile)
    west, east, south, north = pose.x - far, pose.x + far, pose.y - far, pose.y + far
    near = [
        other
        for other, there in lying.poses.items()
        if west <= there.x <= east and south <= there.y <= north and other != key
    ]
    return tuple(near)


def about(state: State, keys: tuple[str, ...], reach: float) -> list[str]:
    """Hulls in play, besides these, that could lie within `reach` of one of these; in key order."""
    near = {other for key in keys for other in within(state, key, reach)}.difference(keys)
    return [key for key in plot(state).poses if key in near]


@per_object
def longest(profile: Profile) -> float:
    """How far any hull reaches from the middle of its stern, UM."""
    return max(map(_radius, profile.hulls.values()))


def _radius(length_and_beam: tuple[float, float]) -> float:
    """How far the farthest corner of a hull lies from the middle of its stern."""
    length, beam = length_and_beam
    return math.hypot(length, beam / 2)


def neighbours(state: State, key: str, reach: float) -> Mapping[str, float]:
    """Other hulls in play at most `reach` away from a ship, with the distance between them, in key order."""
    return closer(state, key, within(state, key, reach), reach)


def closer(state: State, key: str, others: tuple[str, ...], reach: float) -> Mapping[str, float]:
    """Of some other hulls in play those at most `reach` away from a ship, with the distance between them."""
    return _closer(plot(state), state.ships[key].pose, key, others, reach) if others else {}


@lru_cache(maxsize=512)
def _closer(lying: Plot, pose: Pose, key: str, others: tuple[str, ...], reach: float) -> Mapping[str, float]:
    size = lying.size(key)
    middle, far = hull.centre(pose, size[0]), reach + hull.radius(*size) + _SURELY
    found = {}
    for other in others:
        there, (length, beam) = lying.poses[other], lying.size(other)
        away = hull.centre(there, length)
        if math.hypot(away.x - middle.x, away.y - middle.y) <= far + hull.radius(length, beam):
            found[other] = _apart(pose, size, there, (length, beam))
    return {other: distance for other, distance in found.items() if distance <= reach}


_SURELY = 0.001
"""More than any rounding: who is so much too far is not measured exactly."""


_ABEAM = 90
"""The bearing of everything from a battery, which has neither bow nor stern."""


def bearing_from(state: State, key: str, place: Point) -> int:
    """Of a place as seen from the middle of a ship: 0 dead ahead to 180 dead astern, on either side (AMB-18)."""
    if key not in state.ships:
        return _ABEAM
    return measure.relative_bearing(state.ships[key].pose, centre(state, key), place)


def to_starboard(state: State, key: str, place: Point) -> float:
    """How far a place lies to starboard of a ship's keel, drawn out ahead and astern; negative to port (UM)."""
    pose, heading = state.ships[key].pose, state.ships[key].pose.heading
    return quantise((place.x - pose.x) * cosine(heading) - (place.y - pose.y) * sine(heading))


def in_um(length: float, unlike: float = 0.0) -> str:
    """Return a length as players read it, rounded to hundredths: ``1.25 UM``, ``0.8 UM``, ``2 UM``.

    It has more decimals if it otherwise read like `unlike`, another length in UM, and is not the same: a refusal must
    show by how much.
    """
    digits = next((most for most in (2, 3) if length == unlike or round(length, most) != round(unlike, most)), 6)
    return f"{round(length, digits):g} UM"
