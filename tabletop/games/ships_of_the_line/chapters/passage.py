"""The water around a moving ship: how far she gets, what stops her, whether she leaves the map (AMB-12, AMB-126).

A ship with another in tow moves as one body with her; the two are not tested against each other (AMB-142).
"""

import msgspec
import shapely

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.headway import towed_by
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.state import Sea, State
from tabletop.geometry import bounds, hull, measure, sweep
from tabletop.geometry.measure import Gap
from tabletop.geometry.pose import Pose, quantise


class Room(msgspec.Struct, frozen=True):
    """What a move is judged against; other ships stand still during it.

    `size` is length and beam of the hull; `towed` and `towed_size` are of the ship in tow, if there is one.
    """

    ship: str
    size: tuple[float, float]
    obstacles: dict[str, shapely.Polygon]
    sea: Sea
    profile: Profile
    towed: str = ""
    towed_size: tuple[float, float] = (0.0, 0.0)
    towed_start: Pose | None = None


class Way(msgspec.Struct, frozen=True):
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
    movers = tuple(filter(None, (key, towed)))
    near = {other for mover in movers for other in positions.within(state, mover, reach + 1)} - set(movers)
    return Room(
        ship=key,
        size=positions.size(state, key),
        obstacles={other: positions.outline(state, other) for other in state.ships if other in near},
        sea=state.sea,
        profile=state.profile,
        towed=towed,
        towed_size=positions.size(state, towed) if towed else (0.0, 0.0),
        towed_start=state.ships[towed].pose if towed else None,
    )


def wake(room: Room, pose: Pose) -> Pose:
    """Where the towed ship lies when her tower has this pose: bow to stern, on the same heading (AMB-78)."""
    place = hull.offset(pose, -(room.profile.tow_gap + room.towed_size[0]), 0)
    return Pose(quantise(place.x), quantise(place.y), pose.heading)


def wake_blocked(room: Room, pose: Pose) -> str:
    """The ship that lies where the towed ship would have to be set, or an empty key."""
    place = wake(room, pose)
    if place == room.towed_start:
        return ""
    outline = positions.shape(place, room.towed_size)
    keep = room.profile.contact_gap
    return next((key for key, other in room.obstacles.items() if measure.gap(outline, other).distance < keep), "")


def ahead(room: Room, pose: Pose, distance: float) -> Way:
    """Straight on, cut by contact or by the edge of the map, whichever comes first."""
    gap = room.profile.contact_gap
    cut = sweep.advance_limit(pose, distance, *room.size, room.obstacles, gap, _trailing(room, pose))
    outs = {key: bounds.way_out(at, size[0], _edges(room), cut.distance) for key, at, size in _bodies(room, pose)}
    leaving = [way for way in outs.values() if way is not None]
    if not leaving:
        return _way(room, pose.ahead(cut.distance), cut.distance, cut.blocker, cut.witness)
    way = min(leaving)
    gone = tuple(key for key, out in outs.items() if out == way)
    return Way(pose.ahead(way), way, way < distance, gone=gone, towed_pose=_wake_of(room, pose.ahead(way)))


def round_to(room: Room, pose: Pose, degrees: int) -> Way:
    """A turn about the pivot point, cut by contact to a whole degree."""
    about, gap = room.profile.pivot_point, room.profile.contact_gap
    cut = sweep.turn_limit(pose, degrees, about, *room.size, room.obstacles, gap, _trailing(room, pose))
    turned = hull.pivoted(pose, cut.degrees, room.size[0], about)
    return _way(room, turned, cut.degrees, cut.blocker, cut.witness)


def _way(room: Room, pose: Pose, extent: float, blocker: str | None, witness: Gap | None) -> Way:
    gone = tuple(key for key, at, size in _bodies(room, pose) if bounds.outside(_edges(room), hull.centre(at, size[0])))
    return Way(pose, extent, blocker is not None, blocker or "", witness, gone, _wake_of(room, pose))


def _bodies(room: Room, pose: Pose) -> list[tuple[str, Pose, tuple[float, float]]]:
    """The moving ship, and the towed one in her wake."""
    own = (room.ship, pose, room.size)
    return [own, (room.towed, wake(room, pose), room.towed_size)] if room.towed else [own]


def _wake_of(room: Room, pose: Pose) -> Pose | None:
    return wake(room, pose) if room.towed else None


def _trailing(room: Room, pose: Pose) -> list[shapely.Polygon]:
    return [positions.shape(wake(room, pose), room.towed_size)] if room.towed else []


def _edges(room: Room) -> tuple[float, float, float, float]:
    return room.sea.west, room.sea.south, room.sea.east, room.sea.north
