"""The water around a moving ship: how far she gets, what stops her, whether she leaves the map (AMB-12, AMB-126).

A ship with another in tow moves as one body with her; the two are not tested against each other (AMB-142).
"""

import math
from collections.abc import Callable, Mapping

import msgspec
import shapely
from msgspec.structs import replace

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.headway import towed_by
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.state import Sea, State
from tabletop.geometry import edges, hull, measure, sweep
from tabletop.geometry.measure import Gap
from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine


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
        return {key: positions.outline(self.near.state, key) for key in hulls} | _ashore(self.near) if self.near else {}


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


def room(state: State, key: str, reach: float) -> Room:
    """The water within reach (UM) of a ship and of the ship she tows."""
    towed = towed_by(state, key)
    movers = (key, towed) if towed else (key,)
    return Room(
        ship=key,
        size=positions.size(state, key),
        near=Near(state, movers, reach + 1, rules_of(state).barriers),
        sea=state.sea,
        profile=state.profile,
        towed=towed,
        towed_size=positions.size(state, towed) if towed else (0.0, 0.0),
        towed_start=state.ships[towed].pose if towed else None,
    )


@per_state
def _obstacles(near: Near) -> Mapping[str, shapely.Polygon]:
    return {key: positions.outline(near.state, key) for key, *_ in _hulls(near)} | _ashore(near)


@per_state
def _hulls(near: Near) -> list[tuple[str, float, float, float]]:
    """The hulls near, in key order: where their middles are, and how far they reach from there."""
    state, movers = near.state, near.movers
    one = len(movers) == 1
    keys = positions.within(state, movers[0], near.reach) if one else positions.about(state, movers, near.reach)
    found = []
    for key in keys:
        length, beam = positions.size(state, key)
        middle = hull.centre(state.ships[key].pose, length)
        found.append((key, middle.x, middle.y, hull.radius(length, beam)))
    return found


@per_state
def _ashore(near: Near) -> dict[str, shapely.Polygon]:
    found = {key: piece for barriers in near.barriers for key, piece in barriers(near.state).items()}
    if not found:
        return found
    hulls = [positions.outline(near.state, mover) for mover in near.movers]
    return {key: piece for key, piece in found.items() if any(piece.dwithin(hull, near.reach) for hull in hulls)}


def barriers(state: State) -> dict[str, shapely.Polygon]:
    """What else than ships bars the water, each convex piece by a key of its own (AMB-197)."""
    return {key: piece for found in rules_of(state).barriers for key, piece in found(state).items()}


def named(key: str) -> str:
    """What a piece in the way belongs to: a ship, or a thing of which there are several pieces."""
    return key.partition(":")[0]


def wake(room: Room, pose: Pose) -> Pose:
    """Where the towed ship lies when her tower has this pose: bow to stern, on the same heading (AMB-78)."""
    astern = hull.offset(Pose(0, 0, pose.heading), -_tail(room), 0)
    # rounded before it is added, so that it is carried exactly as far as the tower
    return pose.moved(quantise(astern.x), quantise(astern.y))


def wake_blocked(room: Room, pose: Pose) -> str:
    """The ship that lies where the towed ship would have to be set, or an empty key."""
    place = wake(room, pose)
    if place == room.towed_start:
        return ""
    outline, keep = positions.shape(place, room.towed_size), room.profile.contact_gap
    close = room.about(hull.centre(place, room.towed_size[0]), hull.radius(*room.towed_size))
    pressing = (key for key, other in close.items() if measure.apart(outline, other) < keep)
    return named(next(pressing, ""))


def ahead(room: Room, pose: Pose, distance: float) -> PathStep:
    """Straight on, cut by contact or by the edge of the map, whichever comes first."""
    cut = _advance(room, pose, distance)
    if _amid(room, pose, distance):
        return _on_the_map(room, pose.moved(*cut.shift), cut.distance, cut.blocker, cut.witness)
    outs = {key: edges.way_out(at, size[0], _edges(room), cut.distance) for key, at, size in _bodies(room, pose)}
    leaving = [way for way in outs.values() if way is not None]
    if not leaving:
        return _way(room, pose.moved(*cut.shift), cut.distance, cut.blocker, cut.witness)
    way = min(leaving)
    gone = tuple(key for key, out in outs.items() if out == way)
    at_edge = pose.moved(*_advance(room, pose, way).shift)
    return PathStep(at_edge, way, way < distance, gone=gone, towed_pose=_wake_of(room, at_edge))


def surely_blocked(room: Room, pose: Pose, distance: float) -> bool:
    """Whether a ship would end so near to something that she cannot go straight on so far; quicker than to try it."""
    end, least = pose.ahead(distance), room.profile.contact_gap - _SAFETY_MARGIN
    outline = positions.shape(end, room.size)
    close = room.about(hull.centre(end, room.size[0]), hull.radius(*room.size)).values()
    begun = (positions.shape(pose, room.size).distance(one) for one in close if outline.distance(one) < least)
    return any(start >= room.profile.contact_gap for start in begun)


def _advance(room: Room, pose: Pose, distance: float) -> sweep.Cut:
    gap, beam = room.profile.contact_gap, max(room.size[1], room.towed_size[1])
    tail, head = _tail(room), room.size[0] + distance
    if close := room.in_lane(pose, tail, head, beam):
        close = sweep.in_lane(pose, tail, head, beam, close, gap)
    if not close:
        return sweep.free(pose.heading, distance)
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
        return _way(room, hull.pivoted(pose, degrees, room.size[0], about), degrees, None, None)
    before = _outlines(room, pose)
    cut = sweep.spin_limit(before, pivot, degrees, close, gap)
    extent, blocker = cut.degrees, cut.blocker
    turned = hull.pivoted(pose, extent, room.size[0], about)
    while extent and (near := sweep.pressing(before, _outlines(room, turned), close, gap)):
        extent, blocker = extent - int(math.copysign(1, extent)), near
        turned = hull.pivoted(pose, extent, room.size[0], about)
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
    gone = tuple(key for key, at, size in _bodies(room, pose) if edges.outside(_edges(room), hull.centre(at, size[0])))
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
    return [positions.shape(at, size) for _, at, size in _bodies(room, pose)]


def _edges(room: Room) -> tuple[float, float, float, float]:
    return room.sea.west, room.sea.south, room.sea.east, room.sea.north
