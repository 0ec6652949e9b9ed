"""Chapters 3-d, 4.1 and 4.2: who may fire at whom, the shot, and the damage, noted in pencil until it takes effect."""

import math
from collections.abc import Callable, Iterator
from functools import partial, reduce

import msgspec
from msgspec import UNSET

from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import fleets, positions, tables
from tabletop.games.ships_of_the_line.chapters import aiming, victory
from tabletop.games.ships_of_the_line.chapters.aiming import (
    Aim,
    Sighting,
    compute_aim,
    compute_sighting,
    is_fair_target,
    line_of_fire,
    ships_in_field,
)
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, check_on_map, ships_awaiting_orders
from tabletop.games.ships_of_the_line.chapters.sailing import is_grappled
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.events import combat
from tabletop.games.ships_of_the_line.events.crew import SurrenderRolled
from tabletop.games.ships_of_the_line.hooks import Ammunition, Seen
from tabletop.games.ships_of_the_line.model import Context, State, is_in_service, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import is_steadfast, rules_of
from tabletop.games.ships_of_the_line.ship import (
    BROADSIDES,
    Broadside,
    Critical,
    Facing,
    Shot,
    Side,
    find_masked_broadsides,
)
from tabletop.games.ships_of_the_line.tables import RAKE_DAMAGE, Gunfire, Harm, Hits, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.words import SHOT, list_names, name_of
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point


def check_fire(state: State, command: FireBroadside) -> Refused | None:
    """Return the refusal to fire this broadside at this target, or None."""
    shot = (state, command.ship, command.broadside)
    return (
        check_fighting(state, command.side, command.ship)
        or check_broadside(*shot)
        or check_target(*shot, command.target)
    )


def check_broadside(state: State, key: str, broadside: Broadside) -> Refused | None:
    """Return the refusal to fire a broadside at anything in this phase, or None.

    Damage of this phase is only noted, so the marks are those of its beginning (AMB-20).
    """
    if refusal := check_fighting(state, side_of(state, key), key):
        return refusal
    return next((why for silent in rules_of(state).silences if (why := silent(state, key, broadside))), None)


def _silence_grappled(state: State, key: str, broadside: Broadside) -> Refused | None:  # noqa: ARG001
    held = (
        tuple(grapple.other_ship(key) for grapple in state.grapples if grapple.joins(key))
        if is_grappled(state, key)
        else ()
    )
    if not held:
        return None
    reason = f"{state.cards[key].name} is grappled to {list_names(state, held)} and cannot fire."
    return Refused("SOTL-6-d", reason, pieces=held)


def _silence_empty(state: State, key: str, broadside: Broadside) -> Refused | None:
    ship = state.ships[key]
    if broadside in ship.loaded:
        return None
    gone = "has been fired" if broadside in ship.fired else "is not loaded"
    reason = f"The {broadside} broadside of {state.cards[key].name} {gone}."
    return Refused("SOTL-4.1.3-a", reason, pieces=(key,))


def _silence_masked(state: State, key: str, broadside: Broadside) -> Refused | None:
    if broadside not in find_masked_broadsides(state.ships[key]):
        return None
    reason = f"Fallen rigging masks the {broadside} broadside of {state.cards[key].name}."
    return Refused("SOTL-4.2.1-f", reason, pieces=(key,))


SILENCES = (_silence_grappled, _silence_empty, _silence_masked)
"""What silences a broadside, in the order in which a player wants to know it."""


def find_aim(state: State, key: str, broadside: Broadside, target: str) -> Aim | None:
    """Return the aim of a broadside, even if it may not be fired; None if the target is outside field or template."""
    seen = compute_sighting(state, key, broadside).find(target)
    return compute_aim(state, key, broadside, target, seen.sight) if seen else None


def ships_fired_past(state: State, plan: Aim) -> tuple[Seen, ...]:
    """Return the ships in the field that are nearer than the target and do not bar the fire (11)."""
    view = compute_sighting(state, plan.ship, plan.broadside)
    target = view.find(plan.target)
    return view.list_nearer(target) if target else ()


def legal_targets(state: State, key: str, broadside: Broadside) -> tuple[str, ...]:
    """Return the targets of a broadside now: at most one, but for ties (AMB-15); () if it cannot be fired."""
    if check_broadside(state, key, broadside):
        return ()
    near = _fair_targets_near(state, key)
    hostile = ships_in_field(state, key, broadside, near) if near else ()
    far = aiming.carrying_distance(state, key, broadside) if hostile else 0.0
    reached = any(sight.distance <= far for _, sight, _ in hostile)
    if not reached and next(aiming.find_other_targets(state, key, broadside), None) is None:
        return ()
    return compute_sighting(state, key, broadside).targets


@cache_per_state
def _fair_targets_near(state: State, key: str) -> tuple[str, ...]:
    """Return the ships within long range that may be fired at."""
    near = positions.ships_near(state, key, state.profile.long)
    return tuple([other for other in near if is_fair_target(state, key, other)])


def list_shots(state: State, side: Side, key: str) -> Iterator[FireBroadside]:
    """Yield each legal command to fire a broadside of the ship."""
    for broadside in BROADSIDES:
        for target in legal_targets(state, key, broadside):
            yield FireBroadside(side=side, ship=key, broadside=broadside, target=target)


def ships_with_targets(state: State, side: Side) -> Iterator[str]:
    """Return the ships of a side that still have something to fire at."""
    return (key for key in ships_awaiting_orders(state, side) if any(list_shots(state, side, key)))


def execute_fire(turn: Context, command: FireBroadside) -> None:
    """Roll to hit, then for damage and criticals, and note the result in pencil (4.2-a, AMB-39)."""
    plan = find_aim(turn.state, command.ship, command.broadside, command.target)
    if plan is None:
        raise ValueError("an unchecked shot was fired")
    shot = aiming.ammunition_of(turn.state, plan.ship, plan.broadside)
    if not shot.tried(turn, plan.ship, plan.broadside):
        return
    rolls = turn.roll(plan.dice[-1].value)
    hits = sum(die >= plan.needed for die in rolls)
    afloat = plan.target in turn.state.ships
    done = roll_damage(turn, plan.target, hits, RAKE_DAMAGE[plan.rake], shot.critical if afloat else None)
    sums = rules_of(turn.state).modifiers
    gunfire = Gunfire(turn.state, plan.ship, plan.band, plan.rake)
    struck = Hits(turn.state, plan.ship, plan.broadside, plan.target, plan.rake, hits, done.hull, shot.id)
    suffered = struck if afloat else hits_on_battery(struck, shot)
    turn.emit(
        combat.BroadsideFired(
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
            to_hit=sums.to_hit.list_event_lines(gunfire),
            loss=sums.hull_loss.list_event_lines(suffered),
            special=shot.special(struck) if afloat else UNSET,
            past=rules_of(turn.state).fire_blockers.past(turn.state, struck, ships_fired_past(turn.state, plan)),
        )
    )
    shot.fired(turn, plan.ship, plan.broadside)


def check_target(state: State, key: str, broadside: Broadside, target: str) -> Refused | None:
    """Return the refusal to fire at this target with a broadside that could be fired, or None."""
    if no_enemy := _refuse_friend(state, key, target):
        return no_enemy
    view = compute_sighting(state, key, broadside)
    seen = view.find(target)
    if seen is None:
        return _refuse_unseen(state, key, broadside, target)
    return None if target in view.targets else explain_no_target(state, view, seen)


def _refuse_friend(state: State, key: str, target: str) -> Refused | None:
    if gone := check_on_map(state, target):
        return gone
    if is_fair_target(state, key, target):
        return None
    name = state.cards[target].name
    if state.ships[target].status == "struck":
        return Refused("AMB-66", f"{name} has struck; only her former side may fire at her.", pieces=(target,))
    return Refused("SOTL-4.1.2-c", f"{name} is no enemy.", pieces=(target,))


def _refuse_unseen(state: State, key: str, broadside: Broadside, target: str) -> Refused:
    line = line_of_fire(state, key, broadside, target)
    if line is not None and (found := aiming.concealment(state, key, target, line)):
        return refuse_hidden_target(state, found, key, target, line.distance)
    if line is not None:
        return _refuse_distance(state, key, broadside, target, line.distance)
    reason = f"The {broadside} guns of {state.cards[key].name} do not bear on {state.cards[target].name}."
    return Refused("SOTL-4.1-a", reason, _measure_off_field(state, key, broadside, target), (target,))


def refuse_hidden_target(state: State, by: aiming.Concealment, key: str, target: str, distance: float) -> Refused:
    """Return the refusal to fire at a ship or battery, `target`, that something hides `distance` UM away."""
    called = {"ships": list_names(state, (key, target)), "ship": name_of(state, key), "target": name_of(state, target)}
    far = aiming.reach_between(state, key, target)
    seen = distance <= far
    how_far = "" if seen else f"{positions.format_um(distance, far)}, sight ends at {positions.format_um(far)}"
    return Refused(by.rule, by.reason.format(**called), how_far, (target,))


def explain_no_target(state: State, view: Sighting, seen: Seen) -> Refused:
    """Return the refusal for a ship in the field that is no target: blocked, not the nearest, or too far."""
    if view.blockers:
        return _refuse_barred(state, view, seen, view.blockers)
    near = view.list_nearer(seen)
    if seen.ship not in view.open and any(one.ship in view.open for one in near):
        reason = f"She must fire at the nearest enemy: {list_names(state, view.open)}."
        return Refused("AMB-15", reason, _compare_distances(view, seen, view.open), view.open)
    if seen.ship not in view.open:
        bars = rules_of(state).fire_blockers.bars(state, view.ship, view.broadside, seen, near)
        return _refuse_barred(state, view, seen, tuple(one.ship for one in bars))
    return _refuse_distance(state, view.ship, view.broadside, seen.ship, seen.sight.distance)


def _refuse_distance(state: State, key: str, broadside: Broadside, target: str, distance: float) -> Refused:
    shot, of_shot = aiming.ammunition_of(state, key, broadside), ""
    # a ship whose dice run out inside the template is too weak for that range, not out of it
    rule = "SOTL-2.4bis-c" if distance <= state.profile.long else "SOTL-4.1-a"
    if distance <= aiming.firing_reach(state, key):
        rule, of_shot = shot.rule, f" of {shot.words}"
    reach = aiming.carrying_distance(state, key, broadside)
    by = f"{positions.format_um(distance, reach)}, the reach is {positions.format_um(reach)}"
    return Refused(rule, f"{state.cards[target].name} is out of range{of_shot}.", by, (target,))


def _refuse_barred(state: State, view: Sighting, seen: Seen, by: tuple[str, ...]) -> Refused:
    barring = rules_of(state).fire_blockers
    return Refused(
        barring.rule, barring.words.format(ships=list_names(state, by)), _compare_distances(view, seen, by), by
    )


def _compare_distances(view: Sighting, seen: Seen, others: tuple[str, ...]) -> str:
    near, far = next(one.sight.distance for one in view.seen if one.ship in others), seen.sight.distance
    return f"{positions.format_um(near, far)} against {positions.format_um(far, near)}"


def _measure_off_field(state: State, key: str, broadside: Broadside, target: str) -> str:
    """Return how far a hull lies outside a field, in whole degrees: ``12° forward of the field``."""
    pose, size = state.ships[key].pose, positions.hull_size(state, key)
    after, forward = hull.side_edge(pose, *size, broadside)
    corners = hull.corners(state.ships[target].pose, *positions.hull_size(state, target))
    misses = [(_forward_of_beam(state, key, broadside, forward, corner), "forward") for corner in corners]
    misses += [(-_forward_of_beam(state, key, broadside, after, corner), "aft") for corner in corners]
    least, where = min(((angle - state.profile.gun_traverse) % 360, where) for angle, where in misses)
    return f"{max(1, math.ceil(least))}° {where} of the field"


def _forward_of_beam(state: State, key: str, broadside: Broadside, origin: Point, place: Point) -> int:
    """Return the angle from straight out of a broadside towards the bow, −180 to 179 degrees."""
    out = hull.outward_heading(state.ships[key].pose, broadside)
    turn = (measure.bearing(origin, place) - out + 180) % 360 - 180
    return turn if broadside == "port" else -turn


class Damage(msgspec.Struct, frozen=True):
    """The damage dice of an attack, how many of these cost hull points, and the criticals in the order rolled."""

    dice: tuple[int, ...]
    hull: int
    criticals: tuple[Critical, ...]


def roll_critical(turn: Context, target: str) -> Critical:
    """Roll a critical die, and a second one if an old fire burns near the ammunition (AMB-32, AMB-39)."""
    die = turn.d6()
    threatened = tables.CRITICALS[die] == "ammunition" and turn.state.ships[target].old_fires > 0
    return Critical(die, turn.d6() if threatened else None)


ROUND = Ammunition(id="round", words=SHOT["round"], rule="SOTL-19-b", critical=roll_critical, six="critical")
"""The shot of the basic game."""


def roll_damage(
    turn: Context,
    target: str,
    hits: int,
    factor: int,
    critical: Callable[[Context, str], Critical] | None = roll_critical,
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


def hits_on_battery(struck: Hits, shot: Ammunition) -> Hits:
    """Return the hits as a battery counts them: critical dice cost points only (22-c, AMB-196)."""
    return msgspec.structs.replace(struck, hull=struck.hull + shot.ashore * struck.sixes)


def _count_hull_hits(shot: Hits, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("damage dice", str(shot.hull), shot.hull)


def _multiply_rake_damage(shot: Hits, so_far: int) -> Modifier | None:
    factor = tables.RAKE_DAMAGE[shot.rake]
    return Modifier(f"{shot.rake} rake", f"×{factor}", factor * so_far) if factor > 1 else None


HULL_LOSS: tuple[ModifierRule[Hits], ...] = (
    ModifierRule("damage", "SOTL-4.2.1-c", _count_hull_hits),
    ModifierRule("rake", "SOTL-4.2.3-c", _multiply_rake_damage),
)
"""Hull points that a broadside costs (AMB-25)."""


Effect = Callable[[Context, str, Facing, Critical], None]


def is_magazine_hit(criticals: tuple[Critical, ...]) -> bool:
    """Return True if one of the criticals fires the magazine (4.2.1-l)."""
    return any(one.hot is True or (one.magazine or 0) >= tables.EXPLOSION_AT_OR_ABOVE for one in criticals)


def apply_criticals(turn: Context, key: str, facing: Facing, criticals: tuple[Critical, ...]) -> None:
    """Apply criticals to a ship, in the order rolled (4.2.1-e)."""
    for critical in criticals:
        _EFFECTS[tables.CRITICALS[critical.die]](turn, key, facing, critical)


def fell_mast(over: Broadside, turn: Context, key: str, facing: Facing, critical: Critical) -> None:
    """Let the next mast of the facing fall over a side (4.2.1-f)."""
    standing = turn.state.ships[key].masts
    mast = next((mast for mast in tables.MASTS_FALL[facing] if mast in standing), None)
    if mast is None:
        _emit_no_effect(turn, key, critical, "no mast is left to fall", "AMB-27")
    else:
        turn.emit(combat.MastFell(ship=key, mast=mast, over=side_of_fall(turn.state, key, over), facing=facing))


def side_of_fall(state: State, key: str, named: Broadside) -> Broadside:
    """Return the side over which a mast falls, from the side that the die names (AMB-19)."""
    return reduce(lambda over, module: module.mast_side(state, key, over), rules_of(state).modules, named)


def _apply_officer_hit(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    ship = turn.state.ships[key]
    if ship.status == "captured" and fleets.leader_aboard(turn.state, key) is None:
        _emit_no_effect(turn, key, critical, "the prize crew has no captain to lose", "AMB-129")
    elif ship.officer == "dead":
        _emit_no_effect(turn, key, critical, "her captain is dead already", "AMB-28")
    else:
        turn.emit(combat.OfficerHit(ship=key, condition="wounded" if ship.officer == "well" else "dead"))


def _apply_rudder_hit(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if turn.state.ships[key].rudder_lost:
        _emit_no_effect(turn, key, critical, "her rudder is gone already", "AMB-30")
    else:
        turn.emit(combat.RudderLost(ship=key))


def _apply_fire(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    turn.emit(combat.FireStarted(ship=key, fires=turn.state.ships[key].fires + 1))


def _apply_magazine_hit(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if is_magazine_hit((critical,)):
        return
    if critical.magazine is None:
        _emit_no_effect(turn, key, critical, "no fire of an earlier turn burned near the powder", "AMB-32")
    else:
        turn.emit(combat.FireStarted(ship=key, fires=turn.state.ships[key].fires + 1, rule="SOTL-4.2.1-l"))


def _emit_no_effect(turn: Context, key: str, critical: Critical, reason: str, rule: str) -> None:
    turn.emit(combat.CriticalWithoutEffect(ship=key, die=critical.die, reason=reason, rule=rule))


_EFFECTS: dict[tables.CriticalEffect, Effect] = {
    "mast_port": partial(fell_mast, "port"),
    "mast_starboard": partial(fell_mast, "starboard"),
    "officer": _apply_officer_hit,
    "rudder": _apply_rudder_hit,
    "fire": _apply_fire,
    "ammunition": _apply_magazine_hit,
}


def ink_damage(turn: Context) -> None:
    """Apply every noted shot, remove lost ships, resolve explosions, then run the rules of the inking."""
    shots = order_shots(turn.state)
    for shot in shots:
        if shot.hull and shot.target in turn.state.ships:
            left = max(0, turn.state.ships[shot.target].hull - shot.hull)
            turn.emit(combat.HullLost(ship=shot.target, points=shot.hull, left=left, cause="gunfire"))
        for effect in rules_of(turn.state).inking_rules:
            effect(turn, shot)
        apply_criticals(turn, shot.target, shot.facing, shot.criticals)
    exploding = _remove_lost_ships(turn, {shot.target for shot in shots if is_magazine_hit(shot.criticals)})
    while exploding:
        exploding = _remove_lost_ships(turn, _strike_neighbours(turn, exploding))
    for rule in rules_of(turn.state).post_inking_rules:
        rule(turn)
    turn.emit(combat.DamageInked())


def order_shots(state: State) -> tuple[Shot, ...]:
    """Return the noted shots by target, then attacker, in key order, port first; batteries last (AMB-194)."""
    keys = (*state.ships, *(state.coast.batteries if state.coast else ()))
    place = {key: number for number, key in enumerate(keys)}
    rank = {broadside: number for number, broadside in enumerate(BROADSIDES)}

    def order(shot: Shot) -> tuple[int, int, int]:
        return place[shot.target], place[shot.attacker], rank[shot.broadside] if shot.broadside else 0

    return tuple(sorted(state.shots, key=order))


def _remove_lost_ships(turn: Context, exploding: set[str]) -> list[str]:
    """Explode and sink the lost ships; return the exploded ones in key order."""
    exploded = []
    for key, ship in turn.state.ships.items():
        if not is_on_map(turn.state, key):
            continue
        if key in exploding:
            victory.explode_ship(turn, key)
            exploded.append(key)
        elif ship.hull <= 0:
            victory.sink_ship(turn, key, "hull")
    return exploded


def _strike_neighbours(turn: Context, exploded: list[str]) -> set[str]:
    """Let each explosion strike its neighbours; return the ships whose magazine explodes (4.2.1-m, AMB-33)."""
    reach = turn.state.profile.explosion_reach
    return {
        key
        for source in exploded
        for key, distance in positions.ships_within(turn.state, source, reach).items()
        if _strike_neighbour(turn, source, key, distance)
    }


def _strike_neighbour(turn: Context, source: str, key: str, distance: float) -> bool:
    """Roll the dice of an explosion against one ship; return True if her magazine explodes too."""
    needed = tables.HITS_FROM["point_blank"]
    rolls = turn.roll(turn.state.profile.explosion_dice)
    hits = sum(die >= needed for die in rolls)
    done = roll_damage(turn, key, hits, 1)
    turn.emit(
        combat.ExplosionStruck(
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
        victory.lose_hull_points(turn, Harm(turn.state, key, "explosion", done.hull, source))
    apply_criticals(turn, key, "broadside", done.criticals)
    return is_magazine_hit(done.criticals)


def roll_wavering_crews(turn: Context) -> None:
    """Roll for each ship that was hit and whose officer is dead: she may strike (4.2.1-h, AMB-29)."""
    for key, ship in turn.state.ships.items():
        wavers = is_in_service(turn.state, key) and ship.officer == "dead" and ship.hit
        if wavers and not is_steadfast(turn.state, key, "officer"):
            die = turn.d6()
            turn.emit(SurrenderRolled(ship=key, die=die))
            if die <= tables.WAVERING_STRIKES:
                victory.strike_colours(turn, key, "officer")
