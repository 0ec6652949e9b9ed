"""Chapter 4.1: who may fire at whom, and the shot itself."""

import math
from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, damage
from tabletop.games.ships_of_the_line.chapters.aiming import Aim, aim
from tabletop.games.ships_of_the_line.chapters.sighting import (
    Seen,
    Sighting,
    line_of_fire,
    may_be_fired_at,
    sighting,
)
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.events import BroadsideFired
from tabletop.games.ships_of_the_line.state import (
    BATTERIES,
    Battery,
    Side,
    State,
    fouled_batteries,
    in_service,
    on_map,
    side_of,
)
from tabletop.games.ships_of_the_line.tables import RAKE_DAMAGE
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point


def check(state: State, command: FireBroadside) -> Refused | None:
    """Why this broadside may not be fired at this target, or None."""
    if command.ship not in state.ships or command.target not in state.ships:
        return Refused("SOTL-4.1-a", "There is no such ship in this battle.")
    if side_of(state, command.ship) != command.side:
        return Refused("SOTL-4.1-a", f"{_name(state, command.ship)} is not yours to command.", pieces=(command.ship,))
    return unable(state, command.ship, command.battery) or _not_at(state, command.ship, command.battery, command.target)


def unable(state: State, key: str, battery: Battery) -> Refused | None:
    """Why a broadside cannot be fired at anything this phase, or None.

    Damage of this phase is only noted, so the marks are those of its beginning (AMB-20).
    """
    ship, name = state.ships[key], _name(state, key)
    if not on_map(state, key):
        return Refused("SOTL-4.1-a", f"{name} is no longer in the battle.", pieces=(key,))
    if not in_service(state, key):
        return Refused("SOTL-4.4.2-a", f"{name} has struck and does not fight.", pieces=(key,))
    held = tuple(grapple.other(key) for grapple in state.grapples if grapple.joins(key))
    if held:
        return Refused("SOTL-6-d", f"{name} is grappled to {_names(state, held)} and cannot fire.", pieces=held)
    if battery not in ship.loaded:
        gone = "has been fired" if battery in ship.fired else "is not loaded"
        return Refused("SOTL-4.1.3-a", f"The {battery} broadside of {name} {gone}.", pieces=(key,))
    if battery in fouled_batteries(ship):
        return Refused("SOTL-4.2.1-f", f"Fallen rigging masks the {battery} broadside of {name}.", pieces=(key,))
    return None


def aim_at(state: State, key: str, battery: Battery, target: str) -> Aim | None:
    """The broadside as it would be rolled, whether or not it may be fired; None outside field or template."""
    seen = sighting(state, key, battery).find(target)
    return aim(state, key, battery, target, seen.sight) if seen else None


def targets(state: State, key: str, battery: Battery) -> tuple[str, ...]:
    """The ships that a broadside may be fired at now, at most one but for ties (AMB-15)."""
    return () if unable(state, key, battery) else sighting(state, key, battery).targets


def choices(state: State, side: Side) -> Iterator[FireBroadside]:
    """Every shot that a side may fire now."""
    for key in state.ships:
        if side_of(state, key) == side:
            yield from _shots(state, side, key)


def actors(state: State, side: Side) -> tuple[str, ...]:
    """The ships of a side that still have something to fire at."""
    return tuple(key for key in state.ships if side_of(state, key) == side and any(_shots(state, side, key)))


def fire(turn: Unfolding, command: FireBroadside) -> None:
    """Roll to hit, then for damage and criticals, and note the result in pencil (4.2-a, AMB-39)."""
    plan = aim_at(turn.state, command.ship, command.battery, command.target)
    if plan is None:
        raise ValueError("an unchecked shot was fired")
    rolls = turn.roll(plan.dice[-1].value)
    hits = sum(die >= plan.needed for die in rolls)
    done = damage.roll(turn, command.target, hits, RAKE_DAMAGE[plan.rake])
    turn.emit(
        BroadsideFired(
            ship=plan.ship,
            battery=plan.battery,
            target=plan.target,
            distance=plan.sight.distance,
            band=plan.band,
            sight=(plan.sight.start, plan.sight.end),
            facing=plan.facing,
            bearing=plan.bearing,
            rake=plan.rake,
            dice=plan.dice,
            needed=plan.needed,
            rolls=rolls,
            hits=hits,
            damage=done.dice,
            hull=done.hull,
            criticals=done.criticals,
        )
    )


def _shots(state: State, side: Side, key: str) -> Iterator[FireBroadside]:
    for battery in BATTERIES:
        for target in targets(state, key, battery):
            yield FireBroadside(side=side, ship=key, battery=battery, target=target)


def _not_at(state: State, key: str, battery: Battery, target: str) -> Refused | None:
    if not on_map(state, target):
        return Refused("SOTL-4.1-a", f"{_name(state, target)} is no longer in the battle.", pieces=(target,))
    if not may_be_fired_at(state, key, target):
        return Refused("SOTL-4.1.2-c", f"{_name(state, target)} is no enemy to fire at.", pieces=(target,))
    view = sighting(state, key, battery)
    seen = view.find(target)
    if seen is None:
        return _out_of_field_or_reach(state, key, battery, target)
    if target not in view.targets:
        return _masked(state, view, seen)
    return None


def _out_of_field_or_reach(state: State, key: str, battery: Battery, target: str) -> Refused:
    line = line_of_fire(state, key, battery, target)
    if line is not None:
        return _too_far(state, key, target, line.distance)
    reason = f"The {battery} guns of {_name(state, key)} do not bear on {_name(state, target)}."
    return Refused("SOTL-4.1-a", reason, _off_field(state, key, battery, target), (target,))


def _masked(state: State, view: Sighting, seen: Seen) -> Refused:
    """A ship in the field that is not a target: blocked, not the nearest, or too far for these guns."""
    if view.blockers:
        reason = f"{_names(state, view.blockers)} lies nearest and blocks the field."
        return Refused("SOTL-4.1.2-c", reason, _nearer(view, seen), view.blockers)
    closer = tuple(one.ship for one in view.nearest if one.enemy)
    if seen.ship not in closer:
        return Refused("AMB-15", f"{_names(state, closer)} is nearer and must be engaged.", _nearer(view, seen), closer)
    return _too_far(state, view.ship, seen.ship, seen.sight.distance)


def _too_far(state: State, key: str, target: str, distance: float) -> Refused:
    reach = aiming.reach(state, key)
    # a ship whose dice run out inside the template is too weak for that range, not out of it
    rule = "SOTL-2.4bis-c" if distance <= state.profile.long else "SOTL-4.1-a"
    by = f"{positions.in_um(distance)}, the reach is {positions.in_um(reach)}"
    return Refused(rule, f"{_name(state, target)} is out of range.", by, (target,))


def _nearer(view: Sighting, seen: Seen) -> str:
    return f"{positions.in_um(view.nearest[0].sight.distance)} against {positions.in_um(seen.sight.distance)}"


def _off_field(state: State, key: str, battery: Battery, target: str) -> str:
    """By how much a hull lies outside a field, in whole degrees."""
    pose, size = state.ships[key].pose, positions.size(state, key)
    after, forward = hull.side_edge(pose, *size, battery)
    corners = hull.corners(state.ships[target].pose, *positions.size(state, target))
    misses = [(_forward_of_beam(state, key, battery, forward, corner), "forward") for corner in corners]
    misses += [(-_forward_of_beam(state, key, battery, after, corner), "aft") for corner in corners]
    beyond = [(angle - state.profile.gun_traverse, where) for angle, where in misses]
    least, where = min(miss for miss in beyond if miss[0] > 0)
    return f"{math.ceil(least)}° {where} of the field"


def _forward_of_beam(state: State, key: str, battery: Battery, origin: Point, place: Point) -> int:
    """The angle from straight out of a broadside towards the bow, −180 to 179."""
    out = hull.outward(state.ships[key].pose, battery)
    turn = (measure.bearing(origin, place) - out + 180) % 360 - 180
    return turn if battery == "port" else -turn


def _name(state: State, key: str) -> str:
    return state.cards[key].name


def _names(state: State, keys: tuple[str, ...]) -> str:
    return " and ".join(_name(state, key) for key in keys)
