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

from tabletop.core.state_cache import cache_per_object, cache_per_state
from tabletop.games.ships_of_the_line.model import Profile, Sea, State
from tabletop.games.ships_of_the_line.ship import AFLOAT, Broadside, Card, Ship
from tabletop.geometry import edges, hull, measure, sweep
from tabletop.geometry.measure import Gap
from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine


def hull_size(state: State, key: str) -> tuple[float, float]:
    """Return length and beam of a hull, UM (AMB-1)."""
    return state.profile.hulls[state.cards[key].ship_class]


@lru_cache(maxsize=4096)
def hull_shape(pose: Pose, length_and_beam: tuple[float, float]) -> shapely.Polygon:
    """Return the outline of a hull at a pose, UM. Cached: most ships lie still while rules look at them."""
    return hull.outline(pose, *length_and_beam)


def hull_outline(state: State, key: str) -> shapely.Polygon:
    """Return the outline of a ship's hull as she lies, whatever her status."""
    return hull_shape(state.ships[key].pose, hull_size(state, key))


def hull_center(state: State, key: str) -> Point:
    """Return the center of a ship's hull."""
    return hull.centre(state.ships[key].pose, hull_size(state, key)[0])


def center_of(state: State, key: str) -> Point:
    """Return the center of a ship's hull or of a battery."""
    batteries = state.coast.batteries if state.coast else {}
    return batteries[key].place if key in batteries else hull_center(state, key)


def broadside_center(state: State, key: str, broadside: Broadside) -> Point:
    """Return the middle of one side of a ship's hull."""
    return hull.side_middle(state.ships[key].pose, *hull_size(state, key), broadside)


def gap_between(state: State, a: str, b: str) -> Gap:
    """Return the shortest line between two hulls as they lie, quantised (AMB-3)."""
    return _measure_gap(state.ships[a].pose, hull_size(state, a), state.ships[b].pose, hull_size(state, b))


def distance_between(state: State, a: str, b: str) -> float:
    """Return the distance between two hulls as they lie, UM; 0 if they touch."""
    return _measure_distance(state.ships[a].pose, hull_size(state, a), state.ships[b].pose, hull_size(state, b))


def gap_from(state: State, key: str, pose: Pose, other: str) -> Gap:
    """Return the shortest line between two hulls if the first lay at `pose`."""
    return _measure_gap(pose, hull_size(state, key), state.ships[other].pose, hull_size(state, other))


@lru_cache(maxsize=4096)
def _measure_gap(a: Pose, size_a: tuple[float, float], b: Pose, size_b: tuple[float, float]) -> Gap:
    """Return the shortest line between hulls at two poses. Cached."""
    return measure.gap(hull_shape(a, size_a), hull_shape(b, size_b))


@lru_cache(maxsize=4096)
def _measure_distance(a: Pose, size_a: tuple[float, float], b: Pose, size_b: tuple[float, float]) -> float:
    """Return the distance between hulls at two poses, UM. Cached."""
    return measure.distance_between(hull_shape(a, size_a), hull_shape(b, size_b))


def is_within(state: State, a: str, b: str, far: float) -> bool:
    """Return True if two hulls are at most `far` UM apart; quick if the distance of the centers decides."""
    one, other = hull_center(state, a), hull_center(state, b)
    between = math.hypot(one.x - other.x, one.y - other.y)
    if between <= far - _SURELY:
        return True
    return (
        between <= far + _hull_radius(state, a) + _hull_radius(state, b) + _SURELY
        and distance_between(state, a, b) <= far
    )


def _hull_radius(state: State, key: str) -> float:
    """Return how far the corners of a hull lie from its center, UM."""
    return hull.radius(*hull_size(state, key))


class Plot(msgspec.Struct, frozen=True, gc=False):
    """The poses of all hulls in play: one object for all states between which no hull moves."""

    poses: Mapping[str, Pose]
    """The pose of each hull in play, in key order."""
    cards: dict[str, Card]
    profile: Profile

    __hash__ = object.__hash__  # as `plot` wants it

    def size(self, key: str) -> tuple[float, float]:
        """Return length and beam of a hull, UM (AMB-1)."""
        return self.profile.hulls[self.cards[key].ship_class]


_LATEST: deque[tuple[Mapping[str, Ship], Plot]] = deque(maxlen=4)
"""The latest plots, the newest first, each with the latest ships that lay so."""


@cache_per_state
def plot(state: State) -> Plot:
    """Return the poses of the hulls in play: one object as long as no hull moves, so that caches hold."""
    found = Plot(_poses(state), state.cards, state.profile)
    known = next((one for one in _LATEST if one[1] == found), None)
    if known:
        _LATEST.remove(known)
    lying = known[1] if known else found
    _LATEST.appendleft((state.ships, lying))
    return lying


def _poses(state: State) -> Mapping[str, Pose]:
    """Return the poses of the hulls in play, in key order, updated from the latest plot."""
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


def ships_near(state: State, key: str, reach: float) -> tuple[str, ...]:
    """Return other hulls in play that could lie within `reach` UM of a ship, in key order; a quick test.

    Every ship so near is among them; farther ones may be.
    """
    return _ships_near(plot(state), state.ships[key].pose, key, reach)


def ships_near_pose(state: State, key: str, pose: Pose, reach: float) -> tuple[str, ...]:
    """Return hulls that could lie within `reach` UM of a ship at `pose`, as `ships_near` does."""
    return _ships_near(plot(state), pose, key, reach)


@lru_cache(maxsize=512)
def _ships_near(lying: Plot, pose: Pose, key: str, reach: float) -> tuple[str, ...]:
    """Return the hulls whose sterns lie in a square around the pose, large enough for any hull. Cached."""
    far = reach + _stern_radius(lying.size(key)) + longest_hull(lying.profile)
    west, east, south, north = pose.x - far, pose.x + far, pose.y - far, pose.y + far
    near = [
        other
        for other, there in lying.poses.items()
        if west <= there.x <= east and south <= there.y <= north and other != key
    ]
    return tuple(near)


def ships_around(state: State, keys: tuple[str, ...], reach: float) -> list[str]:
    """Return hulls in play, not of `keys`, that could lie within `reach` UM of `keys`, in key order.

    Every ship so near is among them; farther ones may be.
    """
    near = {other for key in keys for other in ships_near(state, key, reach)}.difference(keys)
    return [key for key in plot(state).poses if key in near]


@cache_per_object
def longest_hull(profile: Profile) -> float:
    """Return how far any hull reaches from the middle of its stern, UM."""
    return max(map(_stern_radius, profile.hulls.values()))


def _stern_radius(length_and_beam: tuple[float, float]) -> float:
    """Return how far the farthest corner of a hull lies from the middle of its stern, UM."""
    length, beam = length_and_beam
    return math.hypot(length, beam / 2)


def ships_within(state: State, key: str, reach: float) -> Mapping[str, float]:
    """Return other hulls in play at most `reach` UM from a ship with their distances, in key order."""
    return filter_within(state, key, ships_near(state, key, reach), reach)


def filter_within(state: State, key: str, others: tuple[str, ...], reach: float) -> Mapping[str, float]:
    """Return those of `others` at most `reach` UM from a ship with their distances, in their order."""
    return _filter_within(plot(state), state.ships[key].pose, key, others, reach) if others else {}


@lru_cache(maxsize=512)
def _filter_within(lying: Plot, pose: Pose, key: str, others: tuple[str, ...], reach: float) -> Mapping[str, float]:
    """Return the distances of the near ones of `others` as `filter_within` does.

    Cached; measures only what is close.
    """
    size = lying.size(key)
    middle, far = hull.centre(pose, size[0]), reach + hull.radius(*size) + _SURELY
    found = {}
    for other in others:
        there, (length, beam) = lying.poses[other], lying.size(other)
        away = hull.centre(there, length)
        if math.hypot(away.x - middle.x, away.y - middle.y) <= far + hull.radius(length, beam):
            found[other] = _measure_distance(pose, size, there, (length, beam))
    return {other: distance for other, distance in found.items() if distance <= reach}


_SURELY = 0.001
"""UM, more than any rounding: what is farther by this much is not measured exactly."""


_ABEAM = 90
"""The bearing of everything from a battery, which has neither bow nor stern."""


def relative_bearing_of(state: State, key: str, place: Point) -> int:
    """Return the bearing of a place from a ship's center: 0 dead ahead to 180 dead astern (AMB-18).

    Always 90 for a battery, which has neither bow nor stern.
    """
    if key not in state.ships:
        return _ABEAM
    return measure.relative_bearing(state.ships[key].pose, hull_center(state, key), place)


def offset_to_starboard(state: State, key: str, place: Point) -> float:
    """Return how far a place lies to starboard of a ship's keel line, UM; negative to port."""
    pose, heading = state.ships[key].pose, state.ships[key].pose.heading
    return quantise((place.x - pose.x) * cosine(heading) - (place.y - pose.y) * sine(heading))


def format_um(length: float, unlike: float = 0.0) -> str:
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

    __hash__ = object.__hash__  # as `cache_per_state` wants it


class Room(msgspec.Struct, frozen=True):
    """The water in which a move is tried; other ships stand still.

    Attributes:
        ship: key of the ship that moves.
        size: length and beam of her hull.
        near: the hulls and barriers near; None on open water.
        sea: the edges of the map.
        profile: the numbers of the rules.
        towed: key of the ship in tow, or "".
        towed_size: length and beam of the ship in tow.
        towed_start: pose of the ship in tow before the move; None without one.
    """

    ship: str
    size: tuple[float, float]
    near: Near | None
    sea: Sea
    profile: Profile
    towed: str = ""
    towed_size: tuple[float, float] = (0.0, 0.0)
    towed_start: Pose | None = None

    __hash__ = object.__hash__  # as `cache_per_state` wants it

    @property
    def obstacles(self) -> Mapping[str, shapely.Polygon]:
        """The outlines of hulls and barriers near, by key; {} on open water."""
        return _obstacles(self.near) if self.near else {}

    def find_obstacles(self, place: Point, radius: float) -> dict[str, shapely.Polygon]:
        """Return hulls that may come too near to a circle of `radius` UM at `place`, and all barriers near."""
        if self.near is None:
            return {}
        far = radius + self.profile.contact_gap + _SAFETY_MARGIN
        hulls = [
            key for key, x, y, span in _find_hulls_near(self.near) if math.hypot(x - place.x, y - place.y) <= far + span
        ]
        return self._outlines(hulls)

    def in_lane(self, pose: Pose, astern: float, ahead: float, beam: float) -> dict[str, shapely.Polygon]:
        """Return hulls that may come too near to a straight lane of width `beam`, and all barriers near.

        The lane goes from `astern` UM behind the pose to `ahead` UM before it.
        """
        if self.near is None:
            return {}
        s, c, spare = sine(pose.heading), cosine(pose.heading), self.profile.contact_gap + _SAFETY_MARGIN
        aside, half = beam / 2 + spare, (ahead + astern) / 2
        middle, before = hull.offset(pose, (ahead - astern) / 2, 0), half + spare
        found = []
        for key, x, y, span in _find_hulls_near(self.near):
            east, north = x - middle.x, y - middle.y
            if abs(east * c - north * s) <= aside + span and abs(east * s + north * c) <= before + span:
                found.append(key)
        return self._outlines(found)

    def _outlines(self, hulls: list[str]) -> dict[str, shapely.Polygon]:
        """Return the outlines of `hulls` and of all barriers near, by key; {} on open water."""
        return (
            {key: hull_outline(self.near.state, key) for key in hulls} | _find_barriers_near(self.near)
            if self.near
            else {}
        )


_SAFETY_MARGIN = 0.01
"""UM, more than any rounding of a place."""


class PathStep(msgspec.Struct, frozen=True):
    """The result of one step through the water.

    Attributes:
        pose: where the ship ends.
        extent: UM or degrees as far as she got, degrees to port negative.
        cut: True if she got less far than wanted.
        blocker: the ship or thing in the way, or "".
        witness: the gap to the blocker, if measured.
        gone: the ships whose center crossed the edge of the map.
        towed_pose: where the ship in tow ends; None without one.
    """

    pose: Pose
    extent: float
    cut: bool = False
    blocker: str = ""
    witness: Gap | None = None
    gone: tuple[str, ...] = ()
    towed_pose: Pose | None = None


@cache_per_state
def _obstacles(near: Near) -> Mapping[str, shapely.Polygon]:
    """Return the outlines of hulls and barriers near, by key. Cached."""
    return {key: hull_outline(near.state, key) for key, *_ in _find_hulls_near(near)} | _find_barriers_near(near)


@cache_per_state
def _find_hulls_near(near: Near) -> list[tuple[str, float, float, float]]:
    """Return the hulls near, in key order: key, center east and north, radius (UM)."""
    state, movers = near.state, near.movers
    one = len(movers) == 1
    keys = ships_near(state, movers[0], near.reach) if one else ships_around(state, movers, near.reach)
    found = []
    for key in keys:
        length, beam = hull_size(state, key)
        middle = hull.centre(state.ships[key].pose, length)
        found.append((key, middle.x, middle.y, hull.radius(length, beam)))
    return found


@cache_per_state
def _find_barriers_near(near: Near) -> dict[str, shapely.Polygon]:
    """Return the barriers within reach of one of the moving hulls, by key."""
    found = {key: piece for barriers in near.barriers for key, piece in barriers(near.state).items()}
    if not found:
        return found
    hulls = [hull_outline(near.state, mover) for mover in near.movers]
    return {key: piece for key, piece in found.items() if any(piece.dwithin(hull, near.reach) for hull in hulls)}


def blocker_name(key: str) -> str:
    """Return the key of the ship or thing to which a piece belongs: ``shore:2`` gives ``shore``."""
    return key.partition(":")[0]


def compute_tow_pose(room: Room, pose: Pose) -> Pose:
    """Return the pose of the towed ship behind a tower at `pose`: bow to stern, same heading (AMB-78)."""
    astern = hull.offset(Pose(0, 0, pose.heading), -_reach_astern(room), 0)
    # rounded before it is added, so that it is carried exactly as far as the tower
    return pose.shift(quantise(astern.x), quantise(astern.y))


def wake_blocker(room: Room, pose: Pose) -> str:
    """Return the ship or thing too near to where the towed ship would be set, or "".

    "" too if she lies there already.
    """
    place = compute_tow_pose(room, pose)
    if place == room.towed_start:
        return ""
    outline, keep = hull_shape(place, room.towed_size), room.profile.contact_gap
    close = room.find_obstacles(hull.centre(place, room.towed_size[0]), hull.radius(*room.towed_size))
    pressing = (key for key, other in close.items() if measure.distance_between(outline, other) < keep)
    return blocker_name(next(pressing, ""))


def advance_straight(room: Room, pose: Pose, distance: float) -> PathStep:
    """Return the step of `distance` UM straight on, cut by contact or by the edge, whichever comes first.

    A ship leaves the map as soon as her center reaches the edge.
    """
    cut = _cut_advance(room, pose, distance)
    if _is_far_from_edges(room, pose, distance):
        return _build_step_on_map(room, pose.shift(*cut.shift), cut.distance, cut.blocker, cut.witness)
    outs = {
        key: edges.distance_to_edge(at, size[0], _map_edges(room), cut.distance)
        for key, at, size in _moving_hulls(room, pose)
    }
    leaving = [way for way in outs.values() if way is not None]
    if not leaving:
        return _build_path_step(room, pose.shift(*cut.shift), cut.distance, cut.blocker, cut.witness)
    way = min(leaving)
    gone = tuple(key for key, out in outs.items() if out == way)
    at_edge = pose.shift(*_cut_advance(room, pose, way).shift)
    return PathStep(at_edge, way, way < distance, gone=gone, towed_pose=_towed_pose_of(room, at_edge))


def is_surely_blocked(room: Room, pose: Pose, distance: float) -> bool:
    """Return True if an advance surely ends too near to something that is not too near now; a quick test.

    False does not say that the way is free.
    """
    end, least = pose.advance(distance), room.profile.contact_gap - _SAFETY_MARGIN
    outline = hull_shape(end, room.size)
    close = room.find_obstacles(hull.centre(end, room.size[0]), hull.radius(*room.size)).values()
    begun = (hull_shape(pose, room.size).distance(one) for one in close if outline.distance(one) < least)
    return any(start >= room.profile.contact_gap for start in begun)


def _cut_advance(room: Room, pose: Pose, distance: float) -> sweep.Cut:
    """Return how far the ship and her tow can go straight on without coming too near to anything."""
    gap, beam = room.profile.contact_gap, max(room.size[1], room.towed_size[1])
    tail, head = _reach_astern(room), room.size[0] + distance
    if close := room.in_lane(pose, tail, head, beam):
        close = sweep.select_in_lane(pose, tail, head, beam, close, gap)
    if not close:
        return sweep.free_shift(pose.heading, distance)
    return sweep.shift_limit(_moving_outlines(room, pose), pose.heading, distance, close, gap)


@cache_per_state
def turn_about_pivot(room: Room, pose: Pose, degrees: int) -> PathStep:
    """Return the turn of `degrees` about the pivot point, cut by contact to a whole degree. Cached.

    Starboard is positive. A towed ship swings along. Rounded places may lie beside the circle, so the turn ends at
    the last degree where these keep the gap too.
    """
    about, gap = room.profile.pivot_point, room.profile.contact_gap
    pivot = pose.point if about == "stern" else hull.centre(pose, room.size[0])
    close = room.find_obstacles(pivot, _turning_radius(room))
    if not close:
        return _build_path_step(room, hull.pivot_pose(pose, degrees, room.size[0], about), degrees, None, None)
    before = _moving_outlines(room, pose)
    cut = sweep.spin_limit(before, pivot, degrees, close, gap)
    extent, blocker = cut.degrees, cut.blocker
    turned = hull.pivot_pose(pose, extent, room.size[0], about)
    while extent and (near := sweep.find_pressed_obstacle(before, _moving_outlines(room, turned), close, gap)):
        extent, blocker = extent - int(math.copysign(1, extent)), near
        turned = hull.pivot_pose(pose, extent, room.size[0], about)
    return _build_path_step(
        room,
        turned,
        extent,
        blocker,
        _narrowest_gap(_moving_outlines(room, turned), close[blocker]) if blocker else None,
    )


def _reach_astern(room: Room) -> float:
    """Return how far the moving ships reach astern of the first ship's stern, UM."""
    return room.profile.tow_gap + room.towed_size[0] if room.towed else 0.0


def _turning_radius(room: Room) -> float:
    """Return a distance from the pivot point, in UM, that no corner of the moving ships exceeds."""
    return _reach_astern(room) + sum(room.size) + sum(room.towed_size)


def _narrowest_gap(bodies: list[shapely.Polygon], blocker: shapely.Polygon) -> Gap:
    """Return the gap between a blocker and the nearest of the moving hulls."""
    return min((measure.gap(body, blocker) for body in bodies), key=lambda gap: gap.distance)


def _is_far_from_edges(room: Room, pose: Pose, distance: float) -> bool:
    """Return True if no moving ship can reach the edge of the map within `distance` UM."""
    sea, far = room.sea, distance + _turning_radius(room)
    return sea.west + far < pose.x < sea.east - far and sea.south + far < pose.y < sea.north - far


def _build_path_step(room: Room, pose: Pose, extent: float, blocker: str | None, witness: Gap | None) -> PathStep:
    """Return the step that ends at `pose`, with the ships whose center is beyond the edge of the map."""
    gone = tuple(
        key
        for key, at, size in _moving_hulls(room, pose)
        if edges.is_outside(_map_edges(room), hull.centre(at, size[0]))
    )
    return replace(_build_step_on_map(room, pose, extent, blocker, witness), gone=gone)


def _build_step_on_map(room: Room, pose: Pose, extent: float, blocker: str | None, witness: Gap | None) -> PathStep:
    """Return the step that ends at `pose`, without looking at the edge; it is cut if there is a blocker."""
    return PathStep(
        pose, extent, blocker is not None, blocker_name(blocker or ""), witness, (), _towed_pose_of(room, pose)
    )


def _moving_hulls(room: Room, pose: Pose) -> list[tuple[str, Pose, tuple[float, float]]]:
    """Return key, pose and size of the ship at `pose` and of the ship in tow behind her, if there is one."""
    own = (room.ship, pose, room.size)
    return [own, (room.towed, compute_tow_pose(room, pose), room.towed_size)] if room.towed else [own]


def _towed_pose_of(room: Room, pose: Pose) -> Pose | None:
    """Return the pose of the towed ship behind a tower at `pose`; None without tow."""
    return compute_tow_pose(room, pose) if room.towed else None


def _moving_outlines(room: Room, pose: Pose) -> list[shapely.Polygon]:
    """Return the outlines of the ship at `pose` and of the ship in tow."""
    return [hull_shape(at, size) for _, at, size in _moving_hulls(room, pose)]


def _map_edges(room: Room) -> tuple[float, float, float, float]:
    """Return the edges of the map: west, south, east, north, UM."""
    return room.sea.west, room.sea.south, room.sea.east, room.sea.north
