"""Where ships lie, and how far they get through the water (UM, degrees; AMB-12, AMB-126).

A ship with another in tow moves with her as one body; the two are not tested against each other (AMB-142).
"""

import math
from collections import deque
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import compress
from operator import is_not

import msgspec
import shapely
from msgspec.structs import replace

from tabletop.core.memory import per_object, per_state
from tabletop.games.ships_of_the_line.ship import AFLOAT, Broadside, Card, Ship
from tabletop.games.ships_of_the_line.state import Profile, Sea, State
from tabletop.geometry import edges, hull, measure, sweep
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
    return measure.distance_between(shape(a, size_a), shape(b, size_b))


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


class Near(msgspec.Struct, frozen=True):
    """The hulls and barriers within `reach` (UM) of the ships `movers`, which move as one.

    Attributes:
        state: the battle before the move.
        movers: keys of the ships that move.
        reach: greatest distance from a mover, in UM.
        barriers: functions that return everything except ships that no hull may enter, in convex pieces.
    """

    state: State
    movers: tuple[str, ...]
    reach: float
    barriers: tuple[Callable[[State], Mapping[str, shapely.Polygon]], ...] = ()

    __hash__ = object.__hash__  # as `per_state` wants it


class Room(msgspec.Struct, frozen=True):
    """What a move is judged against; other ships stand still during it.

    `size` is length and beam of the hull; `towed` and `towed_size` are of the ship in tow, if there is one; `near` is
    nothing on open water.
    """

    ship: str
    size: tuple[float, float]
    near: Near | None
    sea: Sea
    profile: Profile
    towed: str = ""
    towed_size: tuple[float, float] = (0.0, 0.0)
    towed_start: Pose | None = None

    __hash__ = object.__hash__  # as `per_state` wants it

    @property
    def obstacles(self) -> Mapping[str, shapely.Polygon]:
        """The hulls and all else that bars the water; looked for when a plan is tried, not before."""
        return _obstacles(self.near) if self.near else {}

    def about(self, place: Point, radius: float) -> dict[str, shapely.Polygon]:
        """Those of them that may come within the gap to be kept of a circle."""
        if self.near is None:
            return {}
        far = radius + self.profile.contact_gap + _SAFETY_MARGIN
        hulls = [key for key, x, y, span in _hulls(self.near) if math.hypot(x - place.x, y - place.y) <= far + span]
        return self._outlines(hulls)

    def in_lane(self, pose: Pose, astern: float, ahead: float, beam: float) -> dict[str, shapely.Polygon]:
        """The same of a straight lane along a heading, so far behind a place and beyond it."""
        if self.near is None:
            return {}
        s, c, spare = sine(pose.heading), cosine(pose.heading), self.profile.contact_gap + _SAFETY_MARGIN
        aside, half = beam / 2 + spare, (ahead + astern) / 2
        middle, before = hull.offset(pose, (ahead - astern) / 2, 0), half + spare
        found = []
        for key, x, y, span in _hulls(self.near):
            east, north = x - middle.x, y - middle.y
            if abs(east * c - north * s) <= aside + span and abs(east * s + north * c) <= before + span:
                found.append(key)
        return self._outlines(found)

    def _outlines(self, hulls: list[str]) -> dict[str, shapely.Polygon]:
        """Of those, and of what bars the water ashore."""
        return {key: outline(self.near.state, key) for key in hulls} | _ashore(self.near) if self.near else {}


_SAFETY_MARGIN = 0.01
"""More than any rounding of a place."""


class PathStep(msgspec.Struct, frozen=True):
    """One step through the water.

    `extent` is UM or degrees, as far as she got; `gone` are the ships whose middle crossed the edge.
    """

    pose: Pose
    extent: float
    cut: bool = False
    blocker: str = ""
    witness: Gap | None = None
    gone: tuple[str, ...] = ()
    towed_pose: Pose | None = None


@per_state
def _obstacles(near: Near) -> Mapping[str, shapely.Polygon]:
    return {key: outline(near.state, key) for key, *_ in _hulls(near)} | _ashore(near)


@per_state
def _hulls(near: Near) -> list[tuple[str, float, float, float]]:
    """The hulls near, in key order: where their middles are, and how far they reach from there."""
    state, movers = near.state, near.movers
    one = len(movers) == 1
    keys = within(state, movers[0], near.reach) if one else about(state, movers, near.reach)
    found = []
    for key in keys:
        length, beam = size(state, key)
        middle = hull.centre(state.ships[key].pose, length)
        found.append((key, middle.x, middle.y, hull.radius(length, beam)))
    return found


@per_state
def _ashore(near: Near) -> dict[str, shapely.Polygon]:
    found = {key: piece for barriers in near.barriers for key, piece in barriers(near.state).items()}
    if not found:
        return found
    hulls = [outline(near.state, mover) for mover in near.movers]
    return {key: piece for key, piece in found.items() if any(piece.dwithin(hull, near.reach) for hull in hulls)}


def named(key: str) -> str:
    """What a piece in the way belongs to: a ship, or a thing of which there are several pieces."""
    return key.partition(":")[0]


def wake(room: Room, pose: Pose) -> Pose:
    """Where the towed ship lies when her tower has this pose: bow to stern, on the same heading (AMB-78)."""
    astern = hull.offset(Pose(0, 0, pose.heading), -_tail(room), 0)
    # rounded before it is added, so that it is carried exactly as far as the tower
    return pose.shift(quantise(astern.x), quantise(astern.y))


def wake_blocked(room: Room, pose: Pose) -> str:
    """The ship that lies where the towed ship would have to be set, or an empty key."""
    place = wake(room, pose)
    if place == room.towed_start:
        return ""
    outline, keep = shape(place, room.towed_size), room.profile.contact_gap
    close = room.about(hull.centre(place, room.towed_size[0]), hull.radius(*room.towed_size))
    pressing = (key for key, other in close.items() if measure.distance_between(outline, other) < keep)
    return named(next(pressing, ""))


def ahead(room: Room, pose: Pose, distance: float) -> PathStep:
    """Straight on, cut by contact or by the edge of the map, whichever comes first."""
    cut = _advance(room, pose, distance)
    if _amid(room, pose, distance):
        return _on_the_map(room, pose.shift(*cut.shift), cut.distance, cut.blocker, cut.witness)
    outs = {
        key: edges.distance_to_edge(at, size[0], _edges(room), cut.distance) for key, at, size in _bodies(room, pose)
    }
    leaving = [way for way in outs.values() if way is not None]
    if not leaving:
        return _way(room, pose.shift(*cut.shift), cut.distance, cut.blocker, cut.witness)
    way = min(leaving)
    gone = tuple(key for key, out in outs.items() if out == way)
    at_edge = pose.shift(*_advance(room, pose, way).shift)
    return PathStep(at_edge, way, way < distance, gone=gone, towed_pose=_wake_of(room, at_edge))


def surely_blocked(room: Room, pose: Pose, distance: float) -> bool:
    """Whether a ship would end so near to something that she cannot go straight on so far; quicker than to try it."""
    end, least = pose.advance(distance), room.profile.contact_gap - _SAFETY_MARGIN
    outline = shape(end, room.size)
    close = room.about(hull.centre(end, room.size[0]), hull.radius(*room.size)).values()
    begun = (shape(pose, room.size).distance(one) for one in close if outline.distance(one) < least)
    return any(start >= room.profile.contact_gap for start in begun)


def _advance(room: Room, pose: Pose, distance: float) -> sweep.Cut:
    gap, beam = room.profile.contact_gap, max(room.size[1], room.towed_size[1])
    tail, head = _tail(room), room.size[0] + distance
    if close := room.in_lane(pose, tail, head, beam):
        close = sweep.select_in_lane(pose, tail, head, beam, close, gap)
    if not close:
        return sweep.free_shift(pose.heading, distance)
    return sweep.shift_limit(_outlines(room, pose), pose.heading, distance, close, gap)


@per_state
def round_to(room: Room, pose: Pose, degrees: int) -> PathStep:
    """A turn about the pivot point, cut by contact to a whole degree; remembered, because plans are tried in parts.

    The wake of a tower, or a hull that does not turn about her stern, ends on rounded places beside the circle: the
    turn ends at the last degree where those keep the gap too.
    """
    about, gap = room.profile.pivot_point, room.profile.contact_gap
    pivot = pose.point if about == "stern" else hull.centre(pose, room.size[0])
    close = room.about(pivot, _swing(room))
    if not close:
        return _way(room, hull.pivot_pose(pose, degrees, room.size[0], about), degrees, None, None)
    before = _outlines(room, pose)
    cut = sweep.spin_limit(before, pivot, degrees, close, gap)
    extent, blocker = cut.degrees, cut.blocker
    turned = hull.pivot_pose(pose, extent, room.size[0], about)
    while extent and (near := sweep.find_pressed_obstacle(before, _outlines(room, turned), close, gap)):
        extent, blocker = extent - int(math.copysign(1, extent)), near
        turned = hull.pivot_pose(pose, extent, room.size[0], about)
    return _way(room, turned, extent, blocker, _narrowest(_outlines(room, turned), close[blocker]) if blocker else None)


def _tail(room: Room) -> float:
    """How far all that moves reaches astern of the moving ship's own stern."""
    return room.profile.tow_gap + room.towed_size[0] if room.towed else 0.0


def _swing(room: Room) -> float:
    """No corner of all that moves lies so far from the pivot point."""
    return _tail(room) + sum(room.size) + sum(room.towed_size)


def _narrowest(bodies: list[shapely.Polygon], blocker: shapely.Polygon) -> Gap:
    """Between a ship in the way and whichever of the moving hulls is nearest to her."""
    return min((measure.gap(body, blocker) for body in bodies), key=lambda gap: gap.distance)


def _amid(room: Room, pose: Pose, distance: float) -> bool:
    """Whether the edges of the map are surely too far for anything that moves so far to reach them."""
    sea, far = room.sea, distance + _swing(room)
    return sea.west + far < pose.x < sea.east - far and sea.south + far < pose.y < sea.north - far


def _way(room: Room, pose: Pose, extent: float, blocker: str | None, witness: Gap | None) -> PathStep:
    gone = tuple(
        key for key, at, size in _bodies(room, pose) if edges.is_outside(_edges(room), hull.centre(at, size[0]))
    )
    return replace(_on_the_map(room, pose, extent, blocker, witness), gone=gone)


def _on_the_map(room: Room, pose: Pose, extent: float, blocker: str | None, witness: Gap | None) -> PathStep:
    return PathStep(pose, extent, blocker is not None, named(blocker or ""), witness, (), _wake_of(room, pose))


def _bodies(room: Room, pose: Pose) -> list[tuple[str, Pose, tuple[float, float]]]:
    """The moving ship, and the towed one in her wake."""
    own = (room.ship, pose, room.size)
    return [own, (room.towed, wake(room, pose), room.towed_size)] if room.towed else [own]


def _wake_of(room: Room, pose: Pose) -> Pose | None:
    return wake(room, pose) if room.towed else None


def _outlines(room: Room, pose: Pose) -> list[shapely.Polygon]:
    return [shape(at, size) for _, at, size in _bodies(room, pose)]


def _edges(room: Room) -> tuple[float, float, float, float]:
    return room.sea.west, room.sea.south, room.sea.east, room.sea.north
