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
    """Return the refusal to fire this broadside at this target, or None.

    Checks the ship, then the guns, then the target.
    """
    shot = (state, command.ship, command.broadside)
    return (
        check_fighting(state, command.side, command.ship)
        or check_broadside(*shot)
        or check_target(*shot, command.target)
    )


def check_broadside(state: State, key: str, broadside: Broadside) -> Refused | None:
    """Return the refusal to fire a broadside at anything in this phase, or None.

    Refused: a ship that may not fight, is grappled, or has this side empty or masked, and what rule modules add.
    Damage of this phase is only noted, so the marks are those of its beginning (AMB-20).
    """
    if refusal := check_fighting(state, side_of(state, key), key):
        return refusal
    return next((why for silent in rules_of(state).silences if (why := silent(state, key, broadside))), None)


def _silence_grappled(state: State, key: str, broadside: Broadside) -> Refused | None:  # noqa: ARG001
    """Return the refusal for a ship that is grappled to any other, or None."""
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
    """Return the refusal for a broadside that is not loaded, or None."""
    ship = state.ships[key]
    if broadside in ship.loaded:
        return None
    gone = "has been fired" if broadside in ship.fired else "is not loaded"
    reason = f"The {broadside} broadside of {state.cards[key].name} {gone}."
    return Refused("SOTL-4.1.3-a", reason, pieces=(key,))


def _silence_masked(state: State, key: str, broadside: Broadside) -> Refused | None:
    """Return the refusal for a broadside under fallen rigging, or None."""
    if broadside not in find_masked_broadsides(state.ships[key]):
        return None
    reason = f"Fallen rigging masks the {broadside} broadside of {state.cards[key].name}."
    return Refused("SOTL-4.2.1-f", reason, pieces=(key,))


SILENCES = (_silence_grappled, _silence_empty, _silence_masked)
"""What silences a broadside, in the order in which a player wants to know it."""


def find_aim(state: State, key: str, broadside: Broadside, target: str) -> Aim | None:
    """Return the aim of a broadside at all that it sees, even if the shot is not allowed; None if unseen.

    Unseen is what lies outside the field or the template, or is hidden.
    """
    seen = compute_sighting(state, key, broadside).find(target)
    return compute_aim(state, key, broadside, target, seen.sight) if seen else None


def ships_fired_past(state: State, plan: Aim) -> tuple[Seen, ...]:
    """Return all that is seen nearer than the target of `plan`, nearest first.

    () if the target is not seen (11).
    """
    view = compute_sighting(state, plan.ship, plan.broadside)
    target = view.find(plan.target)
    return view.list_nearer(target) if target else ()


def legal_targets(state: State, key: str, broadside: Broadside) -> tuple[str, ...]:
    """Return the targets of a broadside now, nearest first; () if it cannot be fired.

    In the basic game that is the nearest enemy, or several equally near (AMB-15).
    """
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
    """Return the ships that may be fired at and could be within long range, in key order; a quick test."""
    near = positions.ships_near(state, key, state.profile.long)
    return tuple([other for other in near if is_fair_target(state, key, other)])


def list_shots(state: State, side: Side, key: str) -> Iterator[FireBroadside]:
    """Yield each legal command to fire a broadside of the ship, port first."""
    for broadside in BROADSIDES:
        for target in legal_targets(state, key, broadside):
            yield FireBroadside(side=side, ship=key, broadside=broadside, target=target)


def ships_with_targets(state: State, side: Side) -> Iterator[str]:
    """Yield the ships of a side, not done in this step, that have a legal shot, in key order."""
    return (key for key in ships_awaiting_orders(state, side) if any(list_shots(state, side, key)))


def execute_fire(turn: Context, command: FireBroadside) -> None:
    """Roll to hit, for damage and for criticals, and emit the shot, which is only noted (4.2-a, AMB-39).

    Shot that must be tried first, such as hot shot, may fail: then nothing is fired.

    Raises:
        ValueError: if the broadside does not see the target.
    """
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
    """Return the refusal to fire a broadside at this ship, or None; the guns themselves are not checked.

    Refused: a ship that is gone or no fair target, unseen, behind a nearer one, or too far.
    """
    if no_enemy := _refuse_friend(state, key, target):
        return no_enemy
    view = compute_sighting(state, key, broadside)
    seen = view.find(target)
    if seen is None:
        return _refuse_unseen(state, key, broadside, target)
    return None if target in view.targets else explain_no_target(state, view, seen)


def _refuse_friend(state: State, key: str, target: str) -> Refused | None:
    """Return the refusal for a ship that is not on the map or no fair target, or None."""
    if gone := check_on_map(state, target):
        return gone
    if is_fair_target(state, key, target):
        return None
    name = state.cards[target].name
    if state.ships[target].status == "struck":
        return Refused("AMB-66", f"{name} has struck; only her former side may fire at her.", pieces=(target,))
    return Refused("SOTL-4.1.2-c", f"{name} is no enemy.", pieces=(target,))


def _refuse_unseen(state: State, key: str, broadside: Broadside, target: str) -> Refused:
    """Return the refusal for a target not seen: hidden in the field, too far, or outside the field."""
    line = line_of_fire(state, key, broadside, target)
    if line is not None and (found := aiming.concealment(state, key, target, line)):
        return refuse_hidden_target(state, found, key, target, line.distance)
    if line is not None:
        return _refuse_distance(state, key, broadside, target, line.distance)
    reason = f"The {broadside} guns of {state.cards[key].name} do not bear on {state.cards[target].name}."
    return Refused("SOTL-4.1-a", reason, _measure_off_field(state, key, broadside, target), (target,))


def refuse_hidden_target(state: State, by: aiming.Concealment, key: str, target: str, distance: float) -> Refused:
    """Return the refusal to fire at a ship or battery, `target`, that `by` hides `distance` UM away.

    It says how far sight reaches if the distance is greater than that.
    """
    called = {"ships": list_names(state, (key, target)), "ship": name_of(state, key), "target": name_of(state, target)}
    far = aiming.reach_between(state, key, target)
    seen = distance <= far
    how_far = "" if seen else f"{positions.format_um(distance, far)}, sight ends at {positions.format_um(far)}"
    return Refused(by.rule, by.reason.format(**called), how_far, (target,))


def explain_no_target(state: State, view: Sighting, seen: Seen) -> Refused:
    """Return the refusal for a ship that is seen but no target: barred, not the nearest, or too far."""
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
    """Return the refusal for a target out of range, with both distances and the rule.

    The rule is that of the shot if the dice would reach, of too few dice within the template, or of the template.
    """
    shot, of_shot = aiming.ammunition_of(state, key, broadside), ""
    # a ship whose dice run out inside the template is too weak for that range, not out of it
    rule = "SOTL-2.4bis-c" if distance <= state.profile.long else "SOTL-4.1-a"
    if distance <= aiming.firing_reach(state, key):
        rule, of_shot = shot.rule, f" of {shot.words}"
    reach = aiming.carrying_distance(state, key, broadside)
    by = f"{positions.format_um(distance, reach)}, the reach is {positions.format_um(reach)}"
    return Refused(rule, f"{state.cards[target].name} is out of range{of_shot}.", by, (target,))


def _refuse_barred(state: State, view: Sighting, seen: Seen, by: tuple[str, ...]) -> Refused:
    """Return the refusal for a target, `seen`, whose line the ships `by` bar."""
    barring = rules_of(state).fire_blockers
    return Refused(
        barring.rule, barring.words.format(ships=list_names(state, by)), _compare_distances(view, seen, by), by
    )


def _compare_distances(view: Sighting, seen: Seen, others: tuple[str, ...]) -> str:
    """Return the distance of the nearest of `others` against that of `seen`: ``1.2 UM against 3 UM``."""
    near, far = next(one.sight.distance for one in view.seen if one.ship in others), seen.sight.distance
    return f"{positions.format_um(near, far)} against {positions.format_um(far, near)}"


def _measure_off_field(state: State, key: str, broadside: Broadside, target: str) -> str:
    """Return how many degrees a hull lies outside a field, at least 1: ``12° forward of the field``."""
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
    """The damage dice of an attack, the number that cost a hull point, and the criticals as rolled."""

    dice: tuple[int, ...]
    hull: int
    criticals: tuple[Critical, ...]


def roll_critical(turn: Context, target: str) -> Critical:
    """Roll a critical die, and a second for ammunition hit while an old fire burns (AMB-32, AMB-39)."""
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
    """Roll a damage die for each hit, then the criticals for the sixes; emit nothing (4.2.1-c, -d).

    Args:
        turn: the command in progress.
        target: the ship that was hit.
        hits: how many dice hit.
        factor: criticals rolled for each six (4.2.3-c, AMB-25); the hull hits are not multiplied here.
        critical: rolls one critical; None if sixes are no criticals.
    """
    dice = turn.roll(hits)
    struck = [tables.DAMAGE[die] for die in dice]
    sixes = range(factor * struck.count("critical"))
    criticals = tuple(critical(turn, target) for _ in sixes) if critical else ()
    return Damage(dice, struck.count("hull"), criticals)


def hits_on_battery(struck: Hits, shot: Ammunition) -> Hits:
    """Return the hits with the points that sixes cost a battery added to `hull` (22-c, AMB-196)."""
    return msgspec.structs.replace(struck, hull=struck.hull + shot.ashore * struck.sixes)


def _count_hull_hits(shot: Hits, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the damage dice that cost a hull point."""
    return Modifier("damage dice", str(shot.hull), shot.hull)


def _multiply_rake_damage(shot: Hits, so_far: int) -> Modifier | None:
    """Return the line that doubles the hull points for a stern rake; None for any other shot."""
    factor = tables.RAKE_DAMAGE[shot.rake]
    return Modifier(f"{shot.rake} rake", f"×{factor}", factor * so_far) if factor > 1 else None


HULL_LOSS: tuple[ModifierRule[Hits], ...] = (
    ModifierRule("damage", "SOTL-4.2.1-c", _count_hull_hits),
    ModifierRule("rake", "SOTL-4.2.3-c", _multiply_rake_damage),
)
"""Hull points that a broadside costs (AMB-25)."""


Effect = Callable[[Context, str, Facing, Critical], None]


def is_magazine_hit(criticals: tuple[Critical, ...]) -> bool:
    """Return True if one of the criticals blows up the ship: hot shot, or a second die of 6 (4.2.1-l)."""
    return any(one.hot is True or (one.magazine or 0) >= tables.EXPLOSION_AT_OR_ABOVE for one in criticals)


def apply_criticals(turn: Context, key: str, facing: Facing, criticals: tuple[Critical, ...]) -> None:
    """Emit the effects of criticals on a ship in the order rolled, except explosions (4.2.1-e)."""
    for critical in criticals:
        _EFFECTS[tables.CRITICALS[critical.die]](turn, key, facing, critical)


def fell_mast(over: Broadside, turn: Context, key: str, facing: Facing, critical: Critical) -> None:
    """Emit that the next standing mast of the facing falls over a side, or that none is left (4.2.1-f).

    `over` is the side that the die names; rule modules may change it.
    """
    standing = turn.state.ships[key].masts
    mast = next((mast for mast in tables.MASTS_FALL[facing] if mast in standing), None)
    if mast is None:
        _emit_no_effect(turn, key, critical, "no mast is left to fall", "AMB-27")
    else:
        turn.emit(combat.MastFell(ship=key, mast=mast, over=side_of_fall(turn.state, key, over), facing=facing))


def side_of_fall(state: State, key: str, named: Broadside) -> Broadside:
    """Return the side over which a mast falls: `named` by the die, unless a module changes it (AMB-19)."""
    return reduce(lambda over, module: module.mast_side(state, key, over), rules_of(state).modules, named)


def _apply_officer_hit(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    """Emit that the officer is wounded, or dead if wounded before.

    No effect on a dead officer, or on a prize without a leader aboard.
    """
    ship = turn.state.ships[key]
    if ship.status == "captured" and fleets.leader_aboard(turn.state, key) is None:
        _emit_no_effect(turn, key, critical, "the prize crew has no captain to lose", "AMB-129")
    elif ship.officer == "dead":
        _emit_no_effect(turn, key, critical, "her captain is dead already", "AMB-28")
    else:
        turn.emit(combat.OfficerHit(ship=key, condition="wounded" if ship.officer == "well" else "dead"))


def _apply_rudder_hit(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    """Emit the loss of the rudder, or no effect if it is lost already."""
    if turn.state.ships[key].rudder_lost:
        _emit_no_effect(turn, key, critical, "her rudder is gone already", "AMB-30")
    else:
        turn.emit(combat.RudderLost(ship=key))


def _apply_fire(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    """Emit that one more fire burns."""
    turn.emit(combat.FireStarted(ship=key, fires=turn.state.ships[key].fires + 1))


def _apply_magazine_hit(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    """Emit one more fire if a second die was rolled and the magazine held; no effect without second die.

    Emit nothing for an explosion: the inking resolves it afterwards.
    """
    if is_magazine_hit((critical,)):
        return
    if critical.magazine is None:
        _emit_no_effect(turn, key, critical, "no fire of an earlier turn burned near the powder", "AMB-32")
    else:
        turn.emit(combat.FireStarted(ship=key, fires=turn.state.ships[key].fires + 1, rule="SOTL-4.2.1-l"))


def _emit_no_effect(turn: Context, key: str, critical: Critical, reason: str, rule: str) -> None:
    """Emit that a critical changed nothing, with the reason as part of a sentence."""
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
    """Apply all noted shots, then explode and sink lost ships, then run the rules after the inking (3-d).

    Explosions strike ships near, which may sink or explode in turn, until none does. Clears the notes at the end.
    """
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
    """Explode the ships in `exploding` and sink those without hull points.

    Return the exploded in key order. Ships no longer on the map are skipped.
    """
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
    """Let each explosion strike all ships in its reach.

    Return the ships that explode in turn (4.2.1-m, AMB-33).
    """
    reach = turn.state.profile.explosion_reach
    return {
        key
        for source in exploded
        for key, distance in positions.ships_within(turn.state, source, reach).items()
        if _strike_neighbour(turn, source, key, distance)
    }


def _strike_neighbour(turn: Context, source: str, key: str, distance: float) -> bool:
    """Roll and apply at once the damage of an explosion to one ship; return True if her magazine is hit.

    The caller explodes or sinks her.
    """
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
    """Roll for each ship in service, hit and with a dead officer: a 1 or 2 strikes (4.2.1-h, AMB-29).

    Ships that a rule module keeps steadfast do not roll.
    """
    for key, ship in turn.state.ships.items():
        wavers = is_in_service(turn.state, key) and ship.officer == "dead" and ship.hit
        if wavers and not is_steadfast(turn.state, key, "officer"):
            die = turn.d6()
            turn.emit(SurrenderRolled(ship=key, die=die))
            if die <= tables.WAVERING_STRIKES:
                victory.strike_colours(turn, key, "officer")
