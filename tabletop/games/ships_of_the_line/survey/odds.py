"""Exact chances, as fractions: of dice, broadsides, batteries, crew tasks and boarding (4.1 to 4.4.1, 6, 22-e)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.chance import ScriptedChance
from tabletop.core.command_context import FollowUpContext
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import aiming, crew_tasks, fire, grappling, orders
from tabletop.games.ships_of_the_line.chapters import boarding as boarding_rules
from tabletop.games.ships_of_the_line.chapters.boarding import build_throw, decide_outcome, next_fight
from tabletop.games.ships_of_the_line.chapters.optional.coastal import batteries
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import BatteryAim
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import FireBattery as FireBattery
from tabletop.games.ships_of_the_line.chapters.sailing import build_sailing
from tabletop.games.ships_of_the_line.commands import Board, Defend
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.events.crew import Task, TaskRolled
from tabletop.games.ships_of_the_line.hooks import Fight
from tabletop.games.ships_of_the_line.model import Coast, Context, State, is_in_service, side_of, sinking_zone_limit
from tabletop.games.ships_of_the_line.rule_modules import is_steadfast, rules_of
from tabletop.games.ships_of_the_line.ship import Side, Unaided, enemy_of
from tabletop.games.ships_of_the_line.words import SHOT

Distribution = tuple[Fraction, ...]
"""The chances of 0, 1, 2, …; they sum to 1."""

FACES = range(1, 7)


def chance_of_faces(good: int) -> Fraction:
    """Return the chance that one die shows one of `good` faces, 0 to 6."""
    return Fraction(good, len(FACES))


@lru_cache(maxsize=512)
def compute_success_distribution(dice: int, each: Fraction) -> Distribution:
    """Return the chances of 0 to `dice` successes if each die succeeds with chance `each`."""
    return tuple(comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(dice + 1))


def chance_to_hit(needed: int) -> Fraction:
    """Return the chance that one die shows `needed` or more (4.2.1-a)."""
    return chance_of_faces(sum(die >= needed for die in FACES))


def chance_of_hit_result(result: str) -> Fraction:
    """Return the chance that the damage die of a hit gives `result`: ``hull`` or ``critical`` (4.2.1-c)."""
    return chance_of_faces(sum(tables.DAMAGE[die] == result for die in FACES))


@lru_cache(maxsize=256)
def compute_throw_chances(dice: int, needed: int) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each pair (number of hits, number of damage dice that cost hull points)."""
    return {
        (hits, hull): chance * among
        for hits, chance in enumerate(compute_success_distribution(dice, chance_to_hit(needed)))
        for hull, among in enumerate(compute_success_distribution(hits, chance_of_hit_result("hull")))
    }


def chance_of_critical(dice: int, needed: int) -> Fraction:
    """Return the chance that at least one of `dice` dice hits and gives a critical."""
    return 1 - (1 - chance_to_hit(needed) * chance_of_hit_result("critical")) ** dice


def chance_of_at_least(spread: Distribution, least: int) -> Fraction:
    """Return the chance of `least` or more in a distribution; 1 if `least` is 0 or less."""
    return sum(spread[max(0, least) :], Fraction(0))


RuleOfSource = Mapping[str, str]
"""Source of a modifier to the rule of the modifier."""


class OddsRules(msgspec.Struct, frozen=True):
    """The rules behind the odds of a shot: for each total, the rule of the modifier that decides it.

    `modifiers` has the rule of each line of `BroadsideOdds.modifiers`; "" stands for no rule.
    """

    dice: str = ""
    needed: str = ""
    hull: str = ""
    modifiers: tuple[str, ...] = ()


def _map_sources(lines: Iterable[tuple[tables.ModifierRule[tables.X], tables.Modifier]]) -> RuleOfSource:
    """Return the rule of each modifier by the source of its line; later lines win."""
    return {line.source: term.rule for term, line in lines}


def find_allowance_rules(state: State, key: str) -> RuleOfSource:
    """Return by source the rules of the modifiers of a ship's movement points."""
    return _map_sources(rules_of(state).modifiers.allowance.lines(build_sailing(state, key)))


def find_dice_rules(state: State, fired: BroadsideFired) -> RuleOfSource:
    """Return by source the rules of the dice of a broadside; `state` is the battle before the shot."""
    return _map_sources(rules_of(state).modifiers.dice.lines(tables.Gunfire(state, fired.ship, fired.band, fired.rake)))


def find_task_rules(state: State, rolled: TaskRolled) -> RuleOfSource:
    """Return by source the rules of the die of a task; `state` is the battle before the roll."""
    check = tables.Check(state, rolled.ship, rolled.task, rolled.die, rolled.about, crews=rolled.crews or 0)
    return _map_sources(rules_of(state).modifiers.check.lines(check))


def find_task_rule(state: State, key: str, kind: Task, about: str = "", leader: Unaided | UnsetType = UNSET) -> str:
    """Return the id of the rule that decides the die of a task."""
    return rules_of(state).modifiers.check.decides(tables.Check(state, key, kind, 1, about, leader))


def find_boarding_rule(state: State, key: str) -> str:
    """Return the id of the rule that decides the boarding strength of a ship."""
    return rules_of(state).modifiers.boarding.decides(tables.Aboard(state, key))


def find_throw_rule(state: State, ships: tuple[str, ...], against: tuple[str, ...]) -> str:
    """Return the id of the rule that decides the throw of `ships` against `against`.

    Computed for a throw of 7.
    """
    return rules_of(state).modifiers.throw.decides(tables.Throw(state, ships, against, 7))


Aim = aiming.Aim

CHANCE_TO_STRIKE = chance_of_faces(sum(result == "struck" for result in tables.SINKING.values()))
"""The chance that the roll in the sinking zone makes a ship strike (4.4.1-b)."""

CHANCE_TO_FOUNDER = chance_of_faces(sum(result == "again" for result in tables.SINKING.values())) * chance_of_faces(
    sum(die >= tables.SINKS_AT_OR_ABOVE for die in FACES)
)
"""The chance that the roll in the sinking zone sinks a ship (4.4.1-d)."""


class BroadsideOdds(msgspec.Struct, frozen=True):
    """The chances of one broadside, or of one shot of a battery.

    Hull points noted for the target earlier in this Combat Phase count as lost. Everything else that could
    happen to the target in this turn is left out: later shots, effects of criticals, boarders, and the work of
    its crew.

    Attributes:
        aim: the shot.
        dice: number of dice rolled.
        needed: lowest die that hits.
        hits: chance of each number of hits.
        hull: chance of each number of hull points lost, with all modifiers.
        critical: chance of at least one damage die of 6, which brings `effect_of_six`.
        sinking_zone: chance that the hull ends in the sinking zone or below.
        shattered: chance that no hull point is left when the damage takes effect.
        strikes: chance that the target strikes in this turn by the roll in the sinking zone.
        sinks: chance that the target is lost in this turn, shattered or by that roll.
        modifiers: modifiers by rule modules on the number to hit and on the hull points of one hit.
        rules: ids of the rules that decide the totals.
        effect_of_six: effect of a damage die of 6 in words, "" for none.
        bystanders: ships that the shot passes, each with the chances of its hull points lost (11).
        chance_to_fire: chance that the guns are fired at all; `hits` and `hull` include it.
        shot: kind of shot of a battery in words; "" for round shot and for broadsides.
    """

    aim: Aim | BatteryAim
    dice: int
    needed: int
    hits: Distribution
    hull: Distribution
    critical: Fraction
    sinking_zone: Fraction
    shattered: Fraction
    strikes: Fraction
    sinks: Fraction
    modifiers: tuple[tables.Modifier, ...] = ()
    rules: OddsRules = OddsRules()
    effect_of_six: str = "critical"
    bystanders: tuple[tuple[str, Distribution], ...] = ()
    chance_to_fire: Fraction = Fraction(1)
    shot: str = ""


def compute_broadside_odds(state: State, aim: Aim) -> BroadsideOdds:
    """Return the odds of a broadside; the roll by which hot shot may fail to fire is included."""
    dice = aim.dice[-1].value
    shot = aiming.ammunition_of(state, aim.ship, aim.broadside)
    fires = (
        chance_to_pass(tables.Check(state, aim.ship, shot.check, 1), shot.needed(state)) if shot.check else Fraction(1)
    )
    hull, spread = (
        _compute_hull_distribution(state, aim, fires),
        compute_success_distribution(dice, chance_to_hit(aim.needed)),
    )
    ends, afloat = compute_ship_outcomes(state, aim.target, hull), aim.target in state.ships
    return BroadsideOdds(
        aim=aim,
        dice=dice,
        needed=aim.needed,
        hits=(1 - fires + fires * spread[0], *(fires * chance for chance in spread[1:])),
        hull=hull,
        critical=fires * chance_of_critical(dice, aim.needed) if shot.six and afloat else Fraction(0),
        effect_of_six=shot.six,
        chance_to_fire=fires,
        sinking_zone=ends.sinking_zone,
        shattered=ends.shattered,
        strikes=ends.strikes,
        sinks=ends.sinks,
        modifiers=tuple(line for _, line in _list_module_modifiers(state, aim)),
        rules=_find_deciding_rules(state, aim),
        bystanders=tuple(_compute_bystander_losses(state, aim, fires)),
    )


class ShipOutcomes(NamedTuple):
    """The chances of what a loss of hull points does to a ship or battery this turn.

    Attributes:
        sinking_zone: chance that the hull ends in the sinking zone or below.
        shattered: chance that no hull point is left.
        strikes: chance that the ship strikes by the roll in the sinking zone.
        sinks: chance that the target is lost, shattered or by that roll.
    """

    sinking_zone: Fraction
    shattered: Fraction
    strikes: Fraction
    sinks: Fraction


def compute_ship_outcomes(state: State, target: str, hull: Distribution) -> ShipOutcomes:
    """Return the chances of each outcome for a target that loses hull points with distribution `hull`.

    Points of shots noted in this phase count as lost. A battery has no sinking zone: it is shattered or not. A
    steadfast ship does not roll in the zone; a ship not in service does not strike.
    """
    left = _hull_points(state, target) - sum(shot.hull for shot in state.shots if shot.target == target)
    shattered = chance_of_at_least(hull, left)
    if target not in state.ships:
        return ShipOutcomes(shattered, shattered, Fraction(0), shattered)
    zone = chance_of_at_least(hull, left - sinking_zone_limit(state, target))
    in_zone = Fraction(0) if is_steadfast(state, target, "sinking_zone") else zone - shattered
    strikes = in_zone * CHANCE_TO_STRIKE if is_in_service(state, target) else Fraction(0)
    return ShipOutcomes(zone, shattered, strikes, shattered + in_zone * CHANCE_TO_FOUNDER)


def _list_module_modifiers(state: State, aim: Aim) -> Iterator[tuple[str, tables.Modifier]]:
    """Yield (rule, modifier) for what rule modules change in the number to hit and the loss of one hit."""
    sums = rules_of(state).modifiers
    shot = tables.Gunfire(state, aim.ship, aim.band, aim.rake), _build_hits(state, aim, 1, 1)
    yield from ((term.rule, line) for term, line in sums.to_hit.lines(shot[0]) if term.name in sums.to_hit.added)
    yield from ((term.rule, line) for term, line in sums.hull_loss.lines(shot[1]) if term.name in sums.hull_loss.added)


def _find_deciding_rules(state: State, aim: Aim) -> OddsRules:
    """Return the rules that decide the dice, the number to hit and the hull points of one hit."""
    sums, shot = rules_of(state).modifiers, tables.Gunfire(state, aim.ship, aim.band, aim.rake)
    told = tuple(rule for rule, _ in _list_module_modifiers(state, aim))
    return OddsRules(
        sums.dice.decides(shot), sums.to_hit.decides(shot), sums.hull_loss.decides(_build_hits(state, aim, 1, 1)), told
    )


def _compute_bystander_losses(state: State, aim: Aim, fires: Fraction) -> Iterator[tuple[str, Distribution]]:
    """Yield each ship that the broadside passes with the chances of its hull points lost.

    `fires` is the chance that the broadside is fired at all; it scales the losses.
    """
    near, barring = fire.ships_fired_past(state, aim), rules_of(state).fire_blockers
    chances: dict[str, dict[int, Fraction]] = {one.ship: defaultdict(Fraction) for one in near}
    for (hits, hull), chance in compute_throw_chances(aim.dice[-1].value, aim.needed).items() if near else ():
        for one in barring.past(state, _build_ship_hits(state, aim, hits, hull), near) or ():
            chances[one.ship][one.loss] += fires * chance
    for key, lost in chances.items():
        lost[0] = 1 - sum(lost.values(), Fraction(0))
        yield key, tuple(lost[points] for points in range(max(lost) + 1))


def _hull_points(state: State, target: str) -> int:
    """Return the hull points left of a ship or of a battery; shots noted in this phase are not subtracted."""
    batteries = state.coast.batteries if state.coast else {}
    return state.ships[target].hull if target in state.ships else batteries[target].hull


def _build_hits(state: State, aim: Aim, hits: int, hull: int) -> tables.Hits:
    """Return the hits on the target by one throw; a battery takes other damage than a ship."""
    struck, shot = _build_ship_hits(state, aim, hits, hull), aiming.ammunition_of(state, aim.ship, aim.broadside)
    return struck if aim.target in state.ships else fire.hits_on_battery(struck, shot)


def _build_ship_hits(state: State, aim: Aim, hits: int, hull: int) -> tables.Hits:
    """Return the hits of one throw as on a ship, with the kind of shot loaded."""
    shot = aiming.ammunition_of(state, aim.ship, aim.broadside)
    return tables.Hits(state, aim.ship, aim.broadside, aim.target, aim.rake, hits, hull, shot.id)


def _compute_hull_distribution(state: State, aim: Aim, fires: Fraction) -> Distribution:
    """Return the chances of 0, 1, 2 … hull points lost; `fires` is the chance that the shot is fired."""
    loss = rules_of(state).modifiers.hull_loss
    chances: dict[int, Fraction] = defaultdict(Fraction, {0: 1 - fires})
    for (hits, hull), chance in compute_throw_chances(aim.dice[-1].value, aim.needed).items():
        chances[loss.total(_build_hits(state, aim, hits, hull))] += fires * chance
    return tuple(chances[points] for points in range(max(chances) + 1))


def chance_to_grapple(state: State, key: str, target: str, leader: Unaided | UnsetType = UNSET) -> Fraction:
    """Return the chance that a grapple succeeds; 1 if no die is rolled (6-b, 6-e, 6-h)."""
    if grappling.is_automatic(state, key, target):
        return Fraction(1)
    return chance_of_task(state, key, "grapple", target, leader)


def chance_of_task(
    state: State, key: str, kind: Task, about: str = "", leader: Unaided | UnsetType = UNSET, crews: int = 0
) -> Fraction:
    """Return the chance that a crew succeeds in a task of the task table, all modifiers counted (6).

    `about` is the other ship or the broadside, "" for none; `leader` is ``none`` without a leader's help;
    `crews` is the number sent.
    """
    return chance_to_pass(tables.Check(state, key, kind, 1, about, leader, crews), crew_tasks.highest_success(kind))


def list_task_modifiers(
    state: State, key: str, kind: Task, about: str = "", leader: Unaided | UnsetType = UNSET, crews: int = 0
) -> tuple[tables.Modifier, ...]:
    """Return the modifiers of the die of a task, without the die itself."""
    return rules_of(state).modifiers.check.working(tables.Check(state, key, kind, 1, about, leader, crews))[1:]


def chance_to_pass(check: tables.Check, most: int) -> Fraction:
    """Return the chance that the modified die is at most `most`. Ignores the die already in `check`."""
    return chance_of_faces(crew_tasks.count_successful_faces(check, most))


def compute_boarding_odds(state: State, order: Board, willing: bool) -> dict[tables.Result, Fraction]:
    """Return the chance of each possible result of the next round of a boarding combat.

    Args:
        state: the battle.
        order: the ship that boards and the target; friends of both that have declared a boarding fight along.
        willing: True if the target boards too, and so may capture (4.3.1-h).

    Returns:
        The chance of each result; impossible results are left out.
    """
    return compute_fight_odds(*suppose_fight(state, order, willing=willing))


def suppose_fight(state: State, order: Board | Defend, *, willing: bool = False) -> tuple[State, Fight]:
    """Return the battle and the fight as both are once `order` is given. No die is rolled.

    With `willing`, the target of a boarding boards too. Leaders who join by themselves have joined. Raises
    ValueError if the ship is in no fight then.
    """
    supposed, key = _suppose_boarders(state, order), order.ship if isinstance(order, Board) else _ship_asked(state)
    if isinstance(order, Board) and willing:
        back = Board(side=enemy_of(order.side), ship=order.target, target=order.ship)
        supposed = _suppose_boarders(supposed, back)
    own = tuple(one for one in supposed.melees if key in (*one.attackers, *one.defenders))
    initiative = side_of(state, key) if isinstance(order, Board) else supposed.initiative
    supposed = replace(supposed, melees=own, initiative=initiative, question=None)
    turn = Context(supposed, rules_of(supposed).event_handlers, ScriptedChance(()))
    for opening in rules_of(supposed).phase_start_rules.get("boarding", ()):
        opening(turn)
    return turn.state, _find_fight_of(turn.state, key)


def _ship_asked(state: State) -> str:
    """Return the ship of the open question, or "" without a question."""
    return state.question.ship if state.question else ""


def _suppose_boarders(state: State, order: Board | Defend) -> State:
    """Return the battle once the order is given, with all follow-ups. Legality is not checked."""
    held = rules_of(state)
    turn = FollowUpContext(
        orders.state_after_preludes(state, order), held.event_handlers, ScriptedChance(()), held.follow_ups
    )
    held.command_handlers.execute(turn, order)
    return turn.state


def _find_fight_of(state: State, key: str) -> Fight:
    """Return the fight in which a ship takes part. Raises ValueError if there is none."""
    found = next_fight(state)
    while found and key not in (*found.attackers, *found.defenders):
        members = {*found.attackers, *found.defenders}
        state = replace(state, boardings=tuple(one for one in state.boardings if one.ship not in members))
        found = next_fight(state)
    if found is None:
        raise ValueError(f"{key} has declared no assault")
    return found


def compute_fight_odds(state: State, one: Fight) -> dict[tables.Result, Fraction]:
    """Return the chance of each possible result of one round of a fight; impossible results are left out."""
    ours, theirs = one.attackers, one.defenders
    chances: dict[tables.Result, Fraction] = {}
    for (attack, first), (defence, second) in product(
        _side_chances(state, ours, theirs), _side_chances(state, theirs, ours)
    ):
        result = decide_outcome(state, one, attack, defence)
        chances[result] = chances.get(result, Fraction(0)) + first * second
    return {result: chance for result, chance in chances.items() if chance}


def _side_chances(
    state: State, ships: tuple[str, ...], against: tuple[str, ...]
) -> tuple[tuple[bool, Fraction], tuple[bool, Fraction]]:
    """Return (True, chance of success) and (False, chance of failure) for one side (4.3.2)."""
    chance = chance_to_carry(state, ships, against)
    return (True, chance), (False, 1 - chance)


def chance_to_carry(state: State, ships: tuple[str, ...], against: tuple[str, ...]) -> Fraction:
    """Return the chance that the throw of `ships` succeeds against `against` (4.3.2-c, AMB-42).

    0 if this side is too weak to fight; else 1 if the other side is.
    """
    column = boarding_rules.find_column(state, ships, against)
    if column is None:
        return Fraction(0)
    if boarding_rules.find_column(state, against, ships) is None:
        return Fraction(1)
    throws = [build_throw(state, ships, against, sum(dice)) for dice in product(FACES, repeat=2)]
    return Fraction(sum(boarding_rules.is_success(throw, column.needed) for throw in throws), len(throws))


def list_battery_shots(state: State, side: Side, key: str = "") -> tuple[FireBattery, ...]:
    """Return the shots that batteries of `side` may fire, by battery in file order, nearest target first.

    `key` limits them to one battery; "" stands for all. Returns () without a coast.
    """
    works = state.coast.batteries if state.coast else {}
    found = (
        [order for order in batteries.offer_battery_fire(state, side) if key in ("", order.battery)] if works else []
    )
    away = {order: batteries.distance_to_target(state, works[order.battery], order.target) for order in found}
    return tuple(sorted(found, key=lambda order: (list(works).index(order.battery), away[order])))


def compute_battery_odds(state: State, order: FireBattery) -> BroadsideOdds:
    """Return the odds of a battery's shot, without fires by hot shot.

    Raises ValueError if the target is out of reach or hidden.
    """
    aim = batteries.aim_battery(state, (state.coast or Coast()).batteries[order.battery], order.target)
    if aim is None:
        raise ValueError(f"{order.target} is out of reach of {order.battery}")
    dice, shot, loss = aim.dice[-1].value, rules_of(state).ammunition[order.shot], rules_of(state).modifiers.hull_loss
    hull: dict[int, Fraction] = defaultdict(Fraction)
    for (hits, points), chance in compute_throw_chances(dice, aim.needed).items():
        struck = tables.Hits(state, order.battery, None, order.target, None, hits, points, shot.id)
        hull[loss.total(struck)] += chance
    spread = tuple(hull[points] for points in range(max(hull) + 1))
    ends = compute_ship_outcomes(state, order.target, spread)
    return BroadsideOdds(
        aim=aim,
        dice=dice,
        needed=aim.needed,
        hits=compute_success_distribution(dice, chance_to_hit(aim.needed)),
        hull=spread,
        critical=chance_of_critical(dice, aim.needed),
        sinking_zone=ends.sinking_zone,
        shattered=ends.shattered,
        strikes=ends.strikes,
        sinks=ends.sinks,
        rules=OddsRules(
            "SOTL-22-e", "SOTL-4.2.1-a", loss.decides(tables.Hits(state, order.battery, None, order.target, None, 1, 1))
        ),
        shot="" if order.shot == "round" else SHOT[order.shot],
    )
