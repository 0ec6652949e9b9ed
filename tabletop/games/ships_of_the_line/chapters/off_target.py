"""Chapter 4.1.2: why a broadside may not be fired at one particular ship, and by how much it fails."""

import math

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming
from tabletop.games.ships_of_the_line.chapters.orders import check_on_map
from tabletop.games.ships_of_the_line.chapters.sighting import Seen, Sighting, line_of_fire, may_be_fired_at, sighting
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point


def check(state: State, key: str, broadside: Broadside, target: str) -> Refused | None:
    """Why this ship is no target for a broadside that could be fired, or None."""
    if no_enemy := _not_hostile(state, key, target):
        return no_enemy
    view = sighting(state, key, broadside)
    seen = view.find(target)
    if seen is None:
        return _out_of_field_or_reach(state, key, broadside, target)
    return None if target in view.targets else _masked(state, view, seen)


def names(state: State, keys: tuple[str, ...]) -> str:
    """Ships by name, for a sentence."""
    return " and ".join(state.cards[key].name for key in keys)


def _not_hostile(state: State, key: str, target: str) -> Refused | None:
    if gone := check_on_map(state, target):
        return gone
    if may_be_fired_at(state, key, target):
        return None
    name = state.cards[target].name
    if state.ships[target].status == "struck":
        return Refused("AMB-66", f"{name} has struck; only her former side may fire at her.", pieces=(target,))
    return Refused("SOTL-4.1.2-c", f"{name} is no enemy.", pieces=(target,))


def _out_of_field_or_reach(state: State, key: str, broadside: Broadside, target: str) -> Refused:
    line = line_of_fire(state, key, broadside, target)
    if line is not None:
        return _too_far(state, key, target, line.distance)
    reason = f"The {broadside} guns of {state.cards[key].name} do not bear on {state.cards[target].name}."
    return Refused("SOTL-4.1-a", reason, _off_field(state, key, broadside, target), (target,))


def _masked(state: State, view: Sighting, seen: Seen) -> Refused:
    """A ship in the field that is not a target: blocked, not the nearest, or too far for these guns."""
    if view.blockers:
        reason = f"The field is blocked by {names(state, view.blockers)}."
        return Refused("SOTL-4.1.2-c", reason, _nearer(view, seen), view.blockers)
    closer = tuple(one.ship for one in view.nearest if one.enemy)
    if seen.ship not in closer:
        reason = f"The nearest enemy must be engaged: {names(state, closer)}."
        return Refused("AMB-15", reason, _nearer(view, seen), closer)
    return _too_far(state, view.ship, seen.ship, seen.sight.distance)


def _too_far(state: State, key: str, target: str, distance: float) -> Refused:
    reach = aiming.reach(state, key)
    # a ship whose dice run out inside the template is too weak for that range, not out of it
    rule = "SOTL-2.4bis-c" if distance <= state.profile.long else "SOTL-4.1-a"
    by = f"{positions.in_um(distance)}, the reach is {positions.in_um(reach)}"
    return Refused(rule, f"{state.cards[target].name} is out of range.", by, (target,))


def _nearer(view: Sighting, seen: Seen) -> str:
    return f"{positions.in_um(view.nearest[0].sight.distance)} against {positions.in_um(seen.sight.distance)}"


def _off_field(state: State, key: str, broadside: Broadside, target: str) -> str:
    """By how much a hull lies outside a field, in whole degrees: the least turn that brings an edge to a corner."""
    pose, size = state.ships[key].pose, positions.size(state, key)
    after, forward = hull.side_edge(pose, *size, broadside)
    corners = hull.corners(state.ships[target].pose, *positions.size(state, target))
    misses = [(_forward_of_beam(state, key, broadside, forward, corner), "forward") for corner in corners]
    misses += [(-_forward_of_beam(state, key, broadside, after, corner), "aft") for corner in corners]
    least, where = min(((angle - state.profile.gun_traverse) % 360, where) for angle, where in misses)
    return f"{max(1, math.ceil(least))}° {where} of the field"


def _forward_of_beam(state: State, key: str, broadside: Broadside, origin: Point, place: Point) -> int:
    """The angle from straight out of a broadside towards the bow, −180 to 179."""
    out = hull.outward(state.ships[key].pose, broadside)
    turn = (measure.bearing(origin, place) - out + 180) % 360 - 180
    return turn if broadside == "port" else -turn
