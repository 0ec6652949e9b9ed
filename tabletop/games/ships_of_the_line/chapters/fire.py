"""Chapters 3-d, 4.1 and 4.2: who may fire at whom, the shot, and the damage, noted in pencil until it takes effect."""

import math
from collections.abc import Callable, Iterator
from functools import partial, reduce

import msgspec
from msgspec import UNSET

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import fleets, positions, tables
from tabletop.games.ships_of_the_line.chapters import aiming, victory
from tabletop.games.ships_of_the_line.chapters.aiming import (
    Aim,
    Sighting,
    aim,
    in_field,
    line_of_fire,
    may_be_fired_at,
    sighting,
)
from tabletop.games.ships_of_the_line.chapters.orders import awaiting, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.chapters.sailing import grappled
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.events.combat import (
    BroadsideFired,
    CriticalWithoutEffect,
    DamageInked,
    ExplosionStruck,
    FireStarted,
    HullLost,
    MastFell,
    OfficerHit,
    RudderLost,
)
from tabletop.games.ships_of_the_line.events.crew import SurrenderRolled
from tabletop.games.ships_of_the_line.hooks import Ammunition, Seen
from tabletop.games.ships_of_the_line.rule_modules import holds_out, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Critical, Facing, Shot, Side, fouled_broadsides
from tabletop.games.ships_of_the_line.state import Context, State, in_service, on_map, side_of
from tabletop.games.ships_of_the_line.tables import RAKE_DAMAGE, Gunfire, Harm, Hits, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.words import SHOT, name, names
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
    done = roll(turn, plan.target, hits, RAKE_DAMAGE[plan.rake], shot.critical if afloat else None)
    sums = rules_of(turn.state).sums
    gunfire = Gunfire(turn.state, plan.ship, plan.band, plan.rake)
    struck = Hits(turn.state, plan.ship, plan.broadside, plan.target, plan.rake, hits, done.hull, shot.id)
    suffered = struck if afloat else on_battery(struck, shot)
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
    if line is not None and (found := aiming.concealment(state, key, target, line)):
        return hidden(state, found, key, target, line.distance)
    if line is not None:
        return _too_far(state, key, broadside, target, line.distance)
    reason = f"The {broadside} guns of {state.cards[key].name} do not bear on {state.cards[target].name}."
    return Refused("SOTL-4.1-a", reason, _off_field(state, key, broadside, target), (target,))


def hidden(state: State, by: aiming.Concealment, key: str, target: str, distance: float) -> Refused:
    """Return the refusal to fire at a ship or battery, `target`, that something hides `distance` UM away."""
    called = {"ships": names(state, (key, target)), "ship": name(state, key), "target": name(state, target)}
    far = aiming.reach_between(state, key, target)
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
    out = hull.outward_heading(state.ships[key].pose, broadside)
    turn = (measure.bearing(origin, place) - out + 180) % 360 - 180
    return turn if broadside == "port" else -turn


class Damage(msgspec.Struct, frozen=True):
    """The damage dice of an attack, how many of them cost hull points, and its criticals in the order rolled."""

    dice: tuple[int, ...]
    hull: int
    criticals: tuple[Critical, ...]


def one_critical(turn: Context, target: str) -> Critical:
    """A critical die; where it finds the ammunition and an old fire burns, its second die follows (AMB-32, AMB-39)."""
    die = turn.d6()
    threatened = tables.CRITICALS[die] == "ammunition" and turn.state.ships[target].old_fires > 0
    return Critical(die, turn.d6() if threatened else None)


ROUND = Ammunition(id="round", words=SHOT["round"], rule="SOTL-19-b", critical=one_critical, six="critical")
"""The shot of the basic game."""


def roll(
    turn: Context,
    target: str,
    hits: int,
    factor: int,
    critical: Callable[[Context, str], Critical] | None = one_critical,
) -> Damage:
    """Roll a damage die for each hit, then the criticals (4.2.1-c, -d).

    Args:
        turn: the command on its way.
        target: who was hit.
        hits: how many dice hit.
        factor: by which critical rolls are multiplied (4.2.3-c, AMB-25).
        critical: how one is rolled; None if there are no critical dice.
    """
    dice = turn.roll(hits)
    struck = [tables.DAMAGE[die] for die in dice]
    sixes = range(factor * struck.count("critical"))
    criticals = tuple(critical(turn, target) for _ in sixes) if critical else ()
    return Damage(dice, struck.count("hull"), criticals)


def on_battery(struck: Hits, shot: Ammunition) -> Hits:
    """What counts of a broadside at a battery: critical dice cost points and do nothing else (22-c, AMB-196)."""
    return msgspec.structs.replace(struck, hull=struck.hull + shot.ashore * struck.sixes)


def _results(shot: Hits, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("damage dice", str(shot.hull), shot.hull)


def _rake(shot: Hits, so_far: int) -> Modifier | None:
    factor = tables.RAKE_DAMAGE[shot.rake]
    return Modifier(f"{shot.rake} rake", f"×{factor}", factor * so_far) if factor > 1 else None


HULL_LOSS: tuple[ModifierRule[Hits], ...] = (
    ModifierRule("damage", "SOTL-4.2.1-c", _results),
    ModifierRule("rake", "SOTL-4.2.3-c", _rake),
)
"""Hull points that a broadside costs (AMB-25)."""


Effect = Callable[[Context, str, Facing, Critical], None]


def blows_up(criticals: tuple[Critical, ...]) -> bool:
    """Whether one of the criticals fires the magazine (4.2.1-l)."""
    return any(one.hot is True or (one.magazine or 0) >= tables.EXPLOSION_AT_OR_ABOVE for one in criticals)


def apply(turn: Context, key: str, facing: Facing, criticals: tuple[Critical, ...]) -> None:
    """Give effect to criticals, each in the order rolled (4.2.1-e)."""
    for critical in criticals:
        _EFFECTS[tables.CRITICALS[critical.die]](turn, key, facing, critical)


def fell_mast(over: Broadside, turn: Context, key: str, facing: Facing, critical: Critical) -> None:
    """The next mast of the facing goes over a side (4.2.1-f)."""
    standing = turn.state.ships[key].masts
    mast = next((mast for mast in tables.MASTS_FALL[facing] if mast in standing), None)
    if mast is None:
        _nothing(turn, key, critical, "no mast is left to fall", "AMB-27")
    else:
        turn.emit(MastFell(ship=key, mast=mast, over=falls_over(turn.state, key, over), facing=facing))


def falls_over(state: State, key: str, named: Broadside) -> Broadside:
    """The side over which a mast of a ship goes, by the one that the die names (AMB-19), or the place of the firer."""
    return reduce(lambda over, module: module.falls(state, key, over), rules_of(state).modules, named)


def _officer(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    ship = turn.state.ships[key]
    if ship.status == "captured" and fleets.aboard(turn.state, key) is None:
        _nothing(turn, key, critical, "the prize crew has no captain to lose", "AMB-129")
    elif ship.officer == "dead":
        _nothing(turn, key, critical, "her captain is dead already", "AMB-28")
    else:
        turn.emit(OfficerHit(ship=key, condition="wounded" if ship.officer == "well" else "dead"))


def _rudder(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if turn.state.ships[key].rudder_lost:
        _nothing(turn, key, critical, "her rudder is gone already", "AMB-30")
    else:
        turn.emit(RudderLost(ship=key))


def _fire(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    turn.emit(FireStarted(ship=key, fires=turn.state.ships[key].fires + 1))


def _ammunition(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if blows_up((critical,)):
        return
    if critical.magazine is None:
        _nothing(turn, key, critical, "no fire of an earlier turn burned near the powder", "AMB-32")
    else:
        turn.emit(FireStarted(ship=key, fires=turn.state.ships[key].fires + 1, rule="SOTL-4.2.1-l"))


def _nothing(turn: Context, key: str, critical: Critical, reason: str, rule: str) -> None:
    turn.emit(CriticalWithoutEffect(ship=key, die=critical.die, reason=reason, rule=rule))


_EFFECTS: dict[tables.CriticalEffect, Effect] = {
    "mast_port": partial(fell_mast, "port"),
    "mast_starboard": partial(fell_mast, "starboard"),
    "officer": _officer,
    "rudder": _rudder,
    "fire": _fire,
    "ammunition": _ammunition,
}


def ink(turn: Context) -> None:
    """Apply every noted shot, remove the lost, let explosions strike, and see what becomes of the others."""
    shots = in_order(turn.state)
    for shot in shots:
        if shot.hull and shot.target in turn.state.ships:
            left = max(0, turn.state.ships[shot.target].hull - shot.hull)
            turn.emit(HullLost(ship=shot.target, points=shot.hull, left=left, cause="gunfire"))
        for effect in rules_of(turn.state).inking:
            effect(turn, shot)
        apply(turn, shot.target, shot.facing, shot.criticals)
    exploding = _remove(turn, {shot.target for shot in shots if blows_up(shot.criticals)})
    while exploding:
        exploding = _remove(turn, _shower(turn, exploding))
    for rule in rules_of(turn.state).inked:
        rule(turn)
    turn.emit(DamageInked())


def in_order(state: State) -> tuple[Shot, ...]:
    """The notes by target, then attacker, in key order, port before starboard; batteries come last (AMB-194)."""
    keys = (*state.ships, *(state.coast.batteries if state.coast else ()))
    place = {key: number for number, key in enumerate(keys)}
    rank = {broadside: number for number, broadside in enumerate(BROADSIDES)}

    def order(shot: Shot) -> tuple[int, int, int]:
        return place[shot.target], place[shot.attacker], rank[shot.broadside] if shot.broadside else 0

    return tuple(sorted(state.shots, key=order))


def _remove(turn: Context, exploding: set[str]) -> list[str]:
    """Take the lost ships off the sea; those that exploded, in key order."""
    exploded = []
    for key, ship in turn.state.ships.items():
        if not on_map(turn.state, key):
            continue
        if key in exploding:
            victory.explode(turn, key)
            exploded.append(key)
        elif ship.hull <= 0:
            victory.sink(turn, key, "hull")
    return exploded


def _shower(turn: Context, exploded: list[str]) -> set[str]:
    """Each explosion strikes its neighbours in key order; the ships that it sets off in turn (4.2.1-m, AMB-33)."""
    reach = turn.state.profile.explosion_reach
    return {
        key
        for source in exploded
        for key, distance in positions.neighbours(turn.state, source, reach).items()
        if _strike(turn, source, key, distance)
    }


def _strike(turn: Context, source: str, key: str, distance: float) -> bool:
    """Twelve dice against one neighbour, at once; whether her magazine goes up too."""
    needed = tables.HITS_FROM["point_blank"]
    rolls = turn.roll(turn.state.profile.explosion_dice)
    hits = sum(die >= needed for die in rolls)
    done = roll(turn, key, hits, 1)
    turn.emit(
        ExplosionStruck(
            exploded=source,
            ship=key,
            distance=distance,
            rolls=rolls,
            needed=needed,
            hits=hits,
            damage=done.dice,
            hull=done.hull,
            criticals=done.criticals,
        )
    )
    if done.hull:
        victory.hurt(turn, Harm(turn.state, key, "explosion", done.hull, source))
    apply(turn, key, "broadside", done.criticals)
    return blows_up(done.criticals)


def wavering(turn: Context) -> None:
    """A crew whose officer is dead may strike each time that she was hit (4.2.1-h, AMB-29)."""
    for key, ship in turn.state.ships.items():
        wavers = in_service(turn.state, key) and ship.officer == "dead" and ship.hit
        if wavers and not holds_out(turn.state, key, "officer"):
            die = turn.d6()
            turn.emit(SurrenderRolled(ship=key, die=die))
            if die <= tables.WAVERING_STRIKES:
                victory.strike(turn, key, "officer")
