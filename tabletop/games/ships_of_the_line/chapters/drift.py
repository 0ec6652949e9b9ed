"""Chapter 5.2.4: where drift exists, ships without way are carried to leeward (AMB-74, AMB-141)."""

import shapely

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import movement, passage
from tabletop.games.ships_of_the_line.chapters.headway import held, tower_of
from tabletop.games.ships_of_the_line.events.movement import ShipDrifted
from tabletop.games.ships_of_the_line.state import State, Unfolding, on_map
from tabletop.geometry import hull, sweep
from tabletop.geometry.pose import Pose


def drift(turn: Unfolding) -> None:
    """At the end of the movement phase, in key order, each ship or locked group once."""
    if not turn.state.drift:
        return
    drifted: set[str] = set()
    for key in turn.state.ships:
        if key not in drifted and on_map(turn.state, key):
            group = locked_with(turn.state, key)
            drifted |= set(group)
            if all(drifts(turn.state, one) for one in group):
                _carry(turn, group)


def drifts(state: State, key: str) -> bool:
    """Whether a ship has no way on her and no anchor down; a towed ship only when her tower lies stopped too."""
    ship = state.ships[key]
    if ship.anchored:
        return False
    tower = tower_of(state, key)
    return state.ships[tower].stopped if tower else ship.stopped or held(state, key) is not None


def locked_with(state: State, key: str) -> tuple[str, ...]:
    """The ships that drift as one with a ship, herself among them, in key order: grapples and tows bind them."""
    bonds = [{one.first, one.second} for one in state.grapples] + [{tow.tower, tow.towed} for tow in state.tows]
    group, grown = set[str](), {key}
    while grown != group:
        group = grown
        grown = group.union(*(bond for bond in bonds if bond & group))
    return tuple(one for one in state.ships if one in group)


def _carry(turn: Unfolding, group: tuple[str, ...]) -> None:
    state = turn.state
    downwind = (state.wind.origin + 180) % 360
    obstacles = _others(state, group)
    bodies = [positions.outline(state, key) for key in group]
    gap = state.profile.contact_gap
    cut = sweep.shift_limit(bodies, downwind, state.profile.drift_distance, obstacles, gap)
    poses = {key: state.ships[key].pose.moved(*cut.shift) for key in group}
    contact = cut.blocker or ""
    if len(group) == 1 and not contact:
        way = _swing(state, group[0], poses[group[0]], downwind)
        poses, contact = {group[0]: way.pose}, way.blocker
    if any(pose != state.ships[key].pose for key, pose in poses.items()):
        turn.emit(ShipDrifted(poses=poses, contact=contact))
        _leave(turn, group)


def _others(state: State, group: tuple[str, ...]) -> dict[str, shapely.Polygon]:
    return {key: positions.outline(state, key) for key in state.ships if key not in group and on_map(state, key)}


def _swing(state: State, key: str, pose: Pose, downwind: int) -> passage.Way:
    """She turns towards running before the wind, by the shorter way; starboard if both are equal."""
    off = (downwind - pose.heading) % 360
    most = state.profile.drift_turn
    degrees = min(off, most) if off <= 180 else -min(360 - off, most)
    return passage.round_to(passage.room(state, key, reach=state.profile.drift_distance), pose, degrees)


def _leave(turn: Unfolding, group: tuple[str, ...]) -> None:
    sea = turn.state.sea
    edges = sea.west, sea.south, sea.east, sea.north
    for key in group:
        middle = hull.centre(turn.state.ships[key].pose, positions.size(turn.state, key)[0])
        if sweep.outside(edges, middle):
            movement.leave(turn, key, by_own_side=False)
