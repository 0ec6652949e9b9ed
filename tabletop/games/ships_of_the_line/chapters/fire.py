"""Chapter 4.1: who may fire at whom, the shot, by how much a ship is no target (4.1.2), and loading (4.1.3)."""

import math
from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, damage, tasks
from tabletop.games.ships_of_the_line.chapters.aiming import (
    Aim,
    Seen,
    Sighting,
    aim,
    line_of_fire,
    may_be_fired_at,
    sighting,
)
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.commands import FireBroadside, Reload
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.events.crew import BroadsideReloaded
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Ship, fouled_broadsides
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State, Unfolding, in_service, side_of
from tabletop.games.ships_of_the_line.sums import Gunfire, Hits
from tabletop.games.ships_of_the_line.tables import RAKE_DAMAGE
from tabletop.games.ships_of_the_line.words import names
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point


def check(state: State, command: FireBroadside) -> Refused | None:
    """Why this broadside may not be fired at this target, or None."""
    shot = (state, command.ship, command.broadside)
    return check_fighting(state, command.side, command.ship) or unable(*shot) or check_target(*shot, command.target)


def unable(state: State, key: str, broadside: Broadside) -> Refused | None:
    """Why a broadside cannot be fired at anything this phase, or None.

    Damage of this phase is only noted, so the marks are those of its beginning (AMB-20).
    """
    if refusal := check_fighting(state, side_of(state, key), key):
        return refusal
    ship, name = state.ships[key], state.cards[key].name
    held = tuple(grapple.other(key) for grapple in state.grapples if grapple.joins(key))
    if held:
        return Refused("SOTL-6-d", f"{name} is grappled to {names(state, held)} and cannot fire.", pieces=held)
    if broadside not in ship.loaded:
        gone = "has been fired" if broadside in ship.fired else "is not loaded"
        return Refused("SOTL-4.1.3-a", f"The {broadside} broadside of {name} {gone}.", pieces=(key,))
    if broadside in fouled_broadsides(ship):
        return Refused("SOTL-4.2.1-f", f"Fallen rigging masks the {broadside} broadside of {name}.", pieces=(key,))
    return None


def aim_at(state: State, key: str, broadside: Broadside, target: str) -> Aim | None:
    """The broadside as it would be rolled, whether or not it may be fired; None outside field or template."""
    seen = sighting(state, key, broadside).find(target)
    return aim(state, key, broadside, target, seen.sight) if seen else None


def targets(state: State, key: str, broadside: Broadside) -> tuple[str, ...]:
    """The ships that a broadside may be fired at now, at most one but for ties (AMB-15)."""
    near = positions.within(state, key, state.profile.long)
    if unable(state, key, broadside) or not any(may_be_fired_at(state, key, other) for other in near):
        return ()
    return sighting(state, key, broadside).targets


def choices_of(state: State, side: Side, key: str) -> Iterator[FireBroadside]:
    """Every shot that a ship of that side may fire now."""
    for broadside in BROADSIDES:
        for target in targets(state, key, broadside):
            yield FireBroadside(side=side, ship=key, broadside=broadside, target=target)


def actors(state: State, side: Side) -> tuple[str, ...]:
    """The ships of a side that still have something to fire at."""
    return tuple(key for key in state.ships if side_of(state, key) == side and any(choices_of(state, side, key)))


def fire(turn: Unfolding, command: FireBroadside) -> None:
    """Roll to hit, then for damage and criticals, and note the result in pencil (4.2-a, AMB-39)."""
    plan = aim_at(turn.state, command.ship, command.broadside, command.target)
    if plan is None:
        raise ValueError("an unchecked shot was fired")
    rolls = turn.roll(plan.dice[-1].value)
    hits = sum(die >= plan.needed for die in rolls)
    done = damage.roll(turn, command.target, hits, RAKE_DAMAGE[plan.rake])
    sums = rules_of(turn.state).sums
    gunfire = Gunfire(turn.state, plan.ship, plan.band, plan.rake)
    struck = Hits(turn.state, plan.ship, plan.target, plan.rake, hits, done.hull)
    turn.emit(
        BroadsideFired(
            ship=plan.ship,
            broadside=plan.broadside,
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
            hull=sums.hull_loss.total(struck),
            criticals=done.criticals,
            to_hit=sums.to_hit.told(gunfire),
            loss=sums.hull_loss.told(struck),
        )
    )


def check_target(state: State, key: str, broadside: Broadside, target: str) -> Refused | None:
    """Why this ship is no target for a broadside that could be fired, or None."""
    if no_enemy := _not_hostile(state, key, target):
        return no_enemy
    view = sighting(state, key, broadside)
    seen = view.find(target)
    if seen is None:
        return _out_of_field_or_reach(state, key, broadside, target)
    return None if target in view.targets else _masked(state, view, seen)


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


_UNORDERED: Broadside = "starboard"
"""What is loaded of two empty broadsides when nobody says which (AMB-34)."""


def reload_single(turn: Unfolding) -> None:
    """A single empty broadside is loaded at no cost (4.1.3-c)."""
    for key in _waiting(turn.state):
        empty = _empty(turn.state.ships[key])
        if len(empty) == 1:
            turn.emit(BroadsideReloaded(ship=key, broadsides=empty))


def check_reload(state: State, command: Reload) -> Refused | None:
    """One broadside free, or both for fatigue (4.1.3-d)."""
    key = command.ship
    if refusal := check_fighting(state, command.side, key):
        return refusal
    if not _waits(state, key):
        return Refused("SOTL-4.1.3-c", f"{state.cards[key].name} has no two empty broadsides.", pieces=(key,))
    if not command.broadsides or len(set(command.broadsides)) < len(command.broadsides):
        return Refused("SOTL-4.1.3-d", "Choose starboard, port, or both.", pieces=(key,))
    return tasks.check_effort(state, key) if len(command.broadsides) > 1 else None


def reload(turn: Unfolding, command: Reload) -> None:
    """Load as ordered; the second broadside tires the crew (7-b)."""
    both = len(command.broadsides) > 1
    rule = "SOTL-4.1.3-d" if both else "SOTL-4.1.3-c"
    turn.emit(BroadsideReloaded(ship=command.ship, broadsides=command.broadsides, rule=rule))
    if both:
        tasks.tire(turn, command.ship, "reloading both broadsides")


def reload_unordered(turn: Unfolding) -> None:
    """Ships whose owner gave no order load the starboard guns (AMB-34)."""
    for key in _waiting(turn.state):
        turn.emit(BroadsideReloaded(ship=key, broadsides=(_UNORDERED,)))


def to_reload(state: State, side: Side, key: str) -> Iterator[Reload]:
    """One broadside or both."""
    options: tuple[tuple[Broadside, ...], ...] = (("starboard",), ("port",), BROADSIDES)
    return (Reload(side=side, ship=key, broadsides=one) for one in options if _waits(state, key))


def _waiting(state: State) -> list[str]:
    return by_initiative(state, (key for key in state.ships if _waits(state, key)))


def _waits(state: State, key: str) -> bool:
    ship = state.ships[key]
    return not ship.reloaded and bool(_empty(ship)) and in_service(state, key)


def _empty(ship: Ship) -> tuple[Broadside, ...]:
    return tuple(broadside for broadside in BROADSIDES if broadside not in ship.loaded)
