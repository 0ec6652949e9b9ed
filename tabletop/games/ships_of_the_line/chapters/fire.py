"""Chapter 4.1: who may fire at whom, the shot, and by how much a ship is no target (4.1.2)."""

import math
from collections.abc import Iterator

from msgspec import UNSET

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, damage, visibility
from tabletop.games.ships_of_the_line.chapters.aiming import (
    Aim,
    Seen,
    Sighting,
    aim,
    may_be_fired_at,
    sighting,
)
from tabletop.games.ships_of_the_line.chapters.headway import grappled
from tabletop.games.ships_of_the_line.chapters.lines_of_fire import in_field, line_of_fire
from tabletop.games.ships_of_the_line.chapters.orders import awaiting, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.modifiers import Gunfire, Hits
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, fouled_broadsides
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, side_of
from tabletop.games.ships_of_the_line.tables import RAKE_DAMAGE
from tabletop.games.ships_of_the_line.words import name, names
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
    return next((why for silent in rules_of(state).silences if (why := silent(state, key, broadside))), None)


def _grappled(state: State, key: str, broadside: Broadside) -> Refused | None:  # noqa: ARG001
    held = tuple(grapple.other(key) for grapple in state.grapples if grapple.joins(key)) if grappled(state, key) else ()
    if not held:
        return None
    reason = f"{state.cards[key].name} is grappled to {names(state, held)} and cannot fire."
    return Refused("SOTL-6-d", reason, pieces=held)


def _empty(state: State, key: str, broadside: Broadside) -> Refused | None:
    ship = state.ships[key]
    if broadside in ship.loaded:
        return None
    gone = "has been fired" if broadside in ship.fired else "is not loaded"
    reason = f"The {broadside} broadside of {state.cards[key].name} {gone}."
    return Refused("SOTL-4.1.3-a", reason, pieces=(key,))


def _masked(state: State, key: str, broadside: Broadside) -> Refused | None:
    if broadside not in fouled_broadsides(state.ships[key]):
        return None
    reason = f"Fallen rigging masks the {broadside} broadside of {state.cards[key].name}."
    return Refused("SOTL-4.2.1-f", reason, pieces=(key,))


SILENCES = (_grappled, _empty, _masked)
"""What silences a broadside, in the order in which a player wants to know it."""


def aim_at(state: State, key: str, broadside: Broadside, target: str) -> Aim | None:
    """The broadside as it would be rolled, whether or not it may be fired; None outside field or template."""
    seen = sighting(state, key, broadside).find(target)
    return aim(state, key, broadside, target, seen.sight) if seen else None


def fired_past(state: State, plan: Aim) -> tuple[Seen, ...]:
    """The ships in the field that are nearer than the target and do not bar the fire at her (11)."""
    view = sighting(state, plan.ship, plan.broadside)
    target = view.find(plan.target)
    return view.nearer(target) if target else ()


def targets(state: State, key: str, broadside: Broadside) -> tuple[str, ...]:
    """The ships that a broadside may be fired at now, at most one but for ties (AMB-15)."""
    if unable(state, key, broadside):
        return ()
    near = _hostile(state, key)
    hostile = in_field(state, key, broadside, near) if near else ()
    far = aiming.carry(state, key, broadside) if hostile else 0.0
    reached = any(sight.distance <= far for _, sight, _ in hostile)
    if not reached and next(aiming.seen_besides(state, key, broadside), None) is None:
        return ()
    return sighting(state, key, broadside).targets


@per_state
def _hostile(state: State, key: str) -> tuple[str, ...]:
    """The ships about her that are fair game."""
    near = positions.within(state, key, state.profile.long)
    return tuple([other for other in near if may_be_fired_at(state, key, other)])


def choices_of(state: State, side: Side, key: str) -> Iterator[FireBroadside]:
    """Every shot that a ship of that side may fire now."""
    for broadside in BROADSIDES:
        for target in targets(state, key, broadside):
            yield FireBroadside(side=side, ship=key, broadside=broadside, target=target)


def actors(state: State, side: Side) -> Iterator[str]:
    """The ships of a side that still have something to fire at."""
    return (key for key in awaiting(state, side) if any(choices_of(state, side, key)))


def fire(turn: Context, command: FireBroadside) -> None:
    """Roll to hit, then for damage and criticals, and note the result in pencil (4.2-a, AMB-39)."""
    plan = aim_at(turn.state, command.ship, command.broadside, command.target)
    if plan is None:
        raise ValueError("an unchecked shot was fired")
    shot = aiming.ammunition(turn.state, plan.ship, plan.broadside)
    if not shot.tried(turn, plan.ship, plan.broadside):
        return
    rolls = turn.roll(plan.dice[-1].value)
    hits = sum(die >= plan.needed for die in rolls)
    afloat = plan.target in turn.state.ships
    done = damage.roll(turn, plan.target, hits, RAKE_DAMAGE[plan.rake], shot.critical if afloat else None)
    sums = rules_of(turn.state).sums
    gunfire = Gunfire(turn.state, plan.ship, plan.band, plan.rake)
    struck = Hits(turn.state, plan.ship, plan.broadside, plan.target, plan.rake, hits, done.hull, shot.id)
    suffered = struck if afloat else damage.on_battery(struck, shot)
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
            hull=sums.hull_loss.total(suffered),
            criticals=done.criticals,
            to_hit=sums.to_hit.told(gunfire),
            loss=sums.hull_loss.told(suffered),
            special=shot.special(struck) if afloat else UNSET,
            past=rules_of(turn.state).barring.past(turn.state, struck, fired_past(turn.state, plan)),
        )
    )
    shot.fired(turn, plan.ship, plan.broadside)


def check_target(state: State, key: str, broadside: Broadside, target: str) -> Refused | None:
    """Why this ship is no target for a broadside that could be fired, or None."""
    if no_enemy := _not_hostile(state, key, target):
        return no_enemy
    view = sighting(state, key, broadside)
    seen = view.find(target)
    if seen is None:
        return _out_of_field_or_reach(state, key, broadside, target)
    return None if target in view.targets else no_target(state, view, seen)


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
    if line is not None and (found := visibility.concealment(state, key, target, line)):
        return hidden(state, found, key, target, line.distance)
    if line is not None:
        return _too_far(state, key, broadside, target, line.distance)
    reason = f"The {broadside} guns of {state.cards[key].name} do not bear on {state.cards[target].name}."
    return Refused("SOTL-4.1-a", reason, _off_field(state, key, broadside, target), (target,))


def hidden(state: State, by: visibility.Concealment, key: str, target: str, distance: float) -> Refused:
    """Return the refusal to fire at a ship or battery, `target`, that something hides `distance` UM away."""
    called = {"ships": names(state, (key, target)), "ship": name(state, key), "target": name(state, target)}
    far = visibility.reach_between(state, key, target)
    seen = distance <= far
    how_far = "" if seen else f"{positions.in_um(distance, far)}, sight ends at {positions.in_um(far)}"
    return Refused(by.rule, by.reason.format(**called), how_far, (target,))


def no_target(state: State, view: Sighting, seen: Seen) -> Refused:
    """A ship in the field that is not a target: blocked, not the nearest, or too far for these guns."""
    if view.blockers:
        return _barred(state, view, seen, view.blockers)
    near = view.nearer(seen)
    if seen.ship not in view.open and any(one.ship in view.open for one in near):
        reason = f"The nearest enemy must be engaged: {names(state, view.open)}."
        return Refused("AMB-15", reason, _nearer(view, seen, view.open), view.open)
    if seen.ship not in view.open:
        bars = rules_of(state).barring.bars(state, view.ship, view.broadside, seen, near)
        return _barred(state, view, seen, tuple(one.ship for one in bars))
    return _too_far(state, view.ship, view.broadside, seen.ship, seen.sight.distance)


def _too_far(state: State, key: str, broadside: Broadside, target: str, distance: float) -> Refused:
    shot, of_shot = aiming.ammunition(state, key, broadside), ""
    # a ship whose dice run out inside the template is too weak for that range, not out of it
    rule = "SOTL-2.4bis-c" if distance <= state.profile.long else "SOTL-4.1-a"
    if distance <= aiming.reach(state, key):
        rule, of_shot = shot.rule, f" of {shot.words}"
    reach = aiming.carry(state, key, broadside)
    by = f"{positions.in_um(distance, reach)}, the reach is {positions.in_um(reach)}"
    return Refused(rule, f"{state.cards[target].name} is out of range{of_shot}.", by, (target,))


def _barred(state: State, view: Sighting, seen: Seen, by: tuple[str, ...]) -> Refused:
    barring = rules_of(state).barring
    return Refused(barring.rule, barring.words.format(ships=names(state, by)), _nearer(view, seen, by), by)


def _nearer(view: Sighting, seen: Seen, others: tuple[str, ...]) -> str:
    near, far = next(one.sight.distance for one in view.seen if one.ship in others), seen.sight.distance
    return f"{positions.in_um(near, far)} against {positions.in_um(far, near)}"


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
