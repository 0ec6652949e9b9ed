"""Exact chances, as fractions: of broadsides (4.1 to 4.4.1), and of what a crew may try (4.3, 6).

Nothing here is simulated or rounded.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.chance import ScriptedChance
from tabletop.core.command_context import FollowUpContext
from tabletop.games.ships_of_the_line.chapters import aiming, crew_tasks, fire, grappling, orders
from tabletop.games.ships_of_the_line.chapters import boarding as boarding_rules
from tabletop.games.ships_of_the_line.chapters.boarding import build_throw, decide_outcome, next_fight
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import BatteryAim
from tabletop.games.ships_of_the_line.commands import Board, Defend
from tabletop.games.ships_of_the_line.events.crew import Task
from tabletop.games.ships_of_the_line.hooks import Fight
from tabletop.games.ships_of_the_line.rule_modules import is_steadfast, rules_of
from tabletop.games.ships_of_the_line.ship import Unaided, enemy_of
from tabletop.games.ships_of_the_line.state import Context, State, is_in_service, side_of, sinking_zone_limit
from tabletop.games.ships_of_the_line.survey.chances import (
    FACES,
    Spread,
    any_critical,
    at_least,
    chance_of,
    successes,
    throws,
    to_hit,
)
from tabletop.games.ships_of_the_line.survey.terms import ByRules
from tabletop.games.ships_of_the_line.tables import SINKING, SINKS_AT_OR_ABOVE, Check, Gunfire, Hits, Modifier, Result

Aim = aiming.Aim

STRIKES = chance_of(sum(result == "struck" for result in SINKING.values()))
"""That the roll of a ship attacked in her sinking zone makes her strike (4.4.1-b)."""

FOUNDERS = chance_of(sum(result == "again" for result in SINKING.values())) * chance_of(
    sum(die >= SINKS_AT_OR_ABOVE for die in FACES)
)
"""That it sinks her (4.4.1-d)."""


class BroadsideOdds(msgspec.Struct, frozen=True):
    """The prospects of one broadside, or of a battery's fire.

    Hull points noted for the target earlier in this Combat Phase count as lost; all else is left out that could
    still happen to her this turn: later shots, criticals and what they bring (an explosion, fires, a dead officer,
    the last mast), boarders, and her crew's own work.

    Attributes:
        aim: the shot.
        dice: rolled.
        needed: a die hits from this number up.
        hits: the chance of each number of hits.
        hull: the chance of each number of hull points lost, a rake included.
        critical: at least one critical, or whatever else a damage die of 6 brings with this shot: `six`.
        fires: that the guns go off at all; what is told of hits and losses counts it.
        zone: her hull ends in the sinking zone or below.
        shattered: no hull point is left, so she is lost when the damage takes effect.
        strikes: she hauls down her colours this turn, by the roll in the sinking zone.
        sinks: she is lost this turn, shattered or foundering by that roll.
        past: the ships that it is fired past, each with the chance of each number of hull points that she loses (11).
        shot: kind of a battery's shot, where that is not round.
        told: how the number to hit and the hull points come about, where rule modules have a part in it.
        by: the rules that it follows.
    """

    aim: Aim | BatteryAim
    dice: int
    needed: int
    hits: Spread
    hull: Spread
    critical: Fraction
    zone: Fraction
    shattered: Fraction
    strikes: Fraction
    sinks: Fraction
    told: tuple[Modifier, ...] = ()
    by: ByRules = ByRules()
    six: str = "critical"
    past: tuple[tuple[str, Spread], ...] = ()
    fires: Fraction = Fraction(1)
    shot: str = ""


def broadside(state: State, aim: Aim) -> BroadsideOdds:
    """The odds of a shot that `fire.aim_at` or the picture offers."""
    dice = aim.dice[-1].value
    shot = aiming.loaded_ammunition(state, aim.ship, aim.broadside)
    fires = passes(Check(state, aim.ship, shot.check, 1), shot.needed(state)) if shot.check else Fraction(1)
    hull, spread = _loss(state, aim, fires), successes(dice, to_hit(aim.needed))
    ends, afloat = fates(state, aim.target, hull), aim.target in state.ships
    return BroadsideOdds(
        aim=aim,
        dice=dice,
        needed=aim.needed,
        hits=(1 - fires + fires * spread[0], *(fires * chance for chance in spread[1:])),
        hull=hull,
        critical=fires * any_critical(dice, aim.needed) if shot.six and afloat else Fraction(0),
        six=shot.six,
        fires=fires,
        zone=ends.zone,
        shattered=ends.shattered,
        strikes=ends.strikes,
        sinks=ends.sinks,
        told=tuple(line for _, line in _told(state, aim)),
        by=_by(state, aim),
        past=tuple(_past(state, aim, fires)),
    )


class ShipOutcomes(NamedTuple):
    """What the loss of hull points may bring about this turn, as in `BroadsideOdds`."""

    zone: Fraction
    shattered: Fraction
    strikes: Fraction
    sinks: Fraction


def fates(state: State, target: str, hull: Spread) -> ShipOutcomes:
    """What may become of a ship or of a battery that loses so many hull points."""
    left = _left(state, target) - sum(shot.hull for shot in state.shots if shot.target == target)
    shattered = at_least(hull, left)
    if target not in state.ships:
        return ShipOutcomes(shattered, shattered, Fraction(0), shattered)
    zone = at_least(hull, left - sinking_zone_limit(state, target))
    in_zone = Fraction(0) if is_steadfast(state, target, "sinking_zone") else zone - shattered
    strikes = in_zone * STRIKES if is_in_service(state, target) else Fraction(0)
    return ShipOutcomes(zone, shattered, strikes, shattered + in_zone * FOUNDERS)


def _told(state: State, aim: Aim) -> Iterator[tuple[str, Modifier]]:
    """The lines that rule modules add, for a broadside that hits, each with its rule."""
    sums = rules_of(state).sums
    shot = Gunfire(state, aim.ship, aim.band, aim.rake), _hits(state, aim, 1, 1)
    yield from ((term.rule, line) for term, line in sums.to_hit.lines(shot[0]) if term.name in sums.to_hit.added)
    yield from ((term.rule, line) for term, line in sums.hull_loss.lines(shot[1]) if term.name in sums.hull_loss.added)


def _by(state: State, aim: Aim) -> ByRules:
    sums, shot = rules_of(state).sums, Gunfire(state, aim.ship, aim.band, aim.rake)
    told = tuple(rule for rule, _ in _told(state, aim))
    return ByRules(
        sums.dice.decides(shot), sums.to_hit.decides(shot), sums.hull_loss.decides(_hits(state, aim, 1, 1)), told
    )


def _past(state: State, aim: Aim, fires: Fraction) -> Iterator[tuple[str, Spread]]:
    near, barring = fire.ships_fired_past(state, aim), rules_of(state).barring
    chances: dict[str, dict[int, Fraction]] = {one.ship: defaultdict(Fraction) for one in near}
    for (hits, hull), chance in throws(aim.dice[-1].value, aim.needed).items() if near else ():
        for one in barring.past(state, _struck(state, aim, hits, hull), near) or ():
            chances[one.ship][one.loss] += fires * chance
    for key, lost in chances.items():
        lost[0] = 1 - sum(lost.values(), Fraction(0))
        yield key, tuple(lost[points] for points in range(max(lost) + 1))


def _left(state: State, target: str) -> int:
    """Hull points of a ship, or of a battery."""
    batteries = state.coast.batteries if state.coast else {}
    return state.ships[target].hull if target in state.ships else batteries[target].hull


def _hits(state: State, aim: Aim, hits: int, hull: int) -> Hits:
    """What the target suffers by a throw."""
    struck, shot = _struck(state, aim, hits, hull), aiming.loaded_ammunition(state, aim.ship, aim.broadside)
    return struck if aim.target in state.ships else fire.hits_on_battery(struck, shot)


def _struck(state: State, aim: Aim, hits: int, hull: int) -> Hits:
    shot = aiming.loaded_ammunition(state, aim.ship, aim.broadside)
    return Hits(state, aim.ship, aim.broadside, aim.target, aim.rake, hits, hull, shot.id)


def _loss(state: State, aim: Aim, fires: Fraction) -> Spread:
    """Hull points lost, as the rules of the battle reckon them from every throw there can be, if it fires at all."""
    loss = rules_of(state).sums.hull_loss
    chances: dict[int, Fraction] = defaultdict(Fraction, {0: 1 - fires})
    for (hits, hull), chance in throws(aim.dice[-1].value, aim.needed).items():
        chances[loss.total(_hits(state, aim, hits, hull))] += fires * chance
    return tuple(chances[points] for points in range(max(chances) + 1))


def grapple(state: State, key: str, target: str, leader: Unaided | UnsetType = UNSET) -> Fraction:
    """That a grapple holds, when the other side resists; 1 where none is rolled for (6-b, 6-e, 6-h)."""
    if grappling.is_automatic(state, key, target):
        return Fraction(1)
    return task(state, key, "grapple", target, leader)


def task(
    state: State, key: str, kind: Task, about: str = "", leader: Unaided | UnsetType = UNSET, crews: int = 0
) -> Fraction:
    """That a crew succeeds, by the table of grapples or for a rudder, with all that helps it (6)."""
    return passes(Check(state, key, kind, 1, about, leader, crews), crew_tasks.highest_success(kind))


def counted(
    state: State, key: str, kind: Task, about: str = "", leader: Unaided | UnsetType = UNSET, crews: int = 0
) -> tuple[Modifier, ...]:
    """What is added to the die of such an attempt, and what is taken off it."""
    return rules_of(state).sums.check.working(Check(state, key, kind, 1, about, leader, crews))[1:]


def passes(check: Check, most: int) -> Fraction:
    """That a roll comes to so much at most; what its die shows is left open."""
    return chance_of(crew_tasks.count_successful_faces(check, most))


def boarding(state: State, order: Board, willing: bool) -> dict[Result, Fraction]:
    """What the next exchange of a boarding combat may bring.

    Args:
        state: the battle.
        order: who boards whom; the friends of both that have declared an assault already fight along.
        willing: the target boards back, and so may capture (4.3.1-h).

    Returns:
        The chance of each result that can come.
    """
    return fight(*engaged(state, order, willing=willing))


def engaged(state: State, order: Board | Defend, *, willing: bool = False) -> tuple[State, Fight]:
    """The battle and the combat as they would be once an order of boarders, or of those who resist, is given."""
    supposed, key = _ordered(state, order), order.ship if isinstance(order, Board) else _asked(state)
    if isinstance(order, Board) and willing:
        back = Board(side=enemy_of(order.side), ship=order.target, target=order.ship)
        supposed = _ordered(supposed, back)
    own = tuple(one for one in supposed.melees if key in (*one.attackers, *one.defenders))
    initiative = side_of(state, key) if isinstance(order, Board) else supposed.initiative
    supposed = replace(supposed, melees=own, initiative=initiative, question=None)
    turn = Context(supposed, rules_of(supposed).event_handlers, ScriptedChance(()))
    for opening in rules_of(supposed).opening.get("boarding", ()):
        opening(turn)
    return turn.state, _joined_by(turn.state, key)


def _asked(state: State) -> str:
    return state.question.ship if state.question else ""


def _ordered(state: State, order: Board | Defend) -> State:
    """The battle once her boarders have gathered; no chance is in that."""
    held = rules_of(state)
    turn = FollowUpContext(
        orders.state_after_preludes(state, order), held.event_handlers, ScriptedChance(()), held.sequels
    )
    held.command_handlers.execute(turn, order)
    return turn.state


def _joined_by(state: State, key: str) -> Fight:
    """The combat that a ship takes part in."""
    found = next_fight(state)
    while found and key not in (*found.attackers, *found.defenders):
        members = {*found.attackers, *found.defenders}
        state = replace(state, boardings=tuple(one for one in state.boardings if one.ship not in members))
        found = next_fight(state)
    if found is None:
        raise ValueError(f"{key} has declared no assault")
    return found


def fight(state: State, one: Fight) -> dict[Result, Fraction]:
    """The chances of a boarding combat, or of another round of one that goes on."""
    ours, theirs = one.attackers, one.defenders
    chances: dict[Result, Fraction] = {}
    for (attack, first), (defence, second) in product(_throws(state, ours, theirs), _throws(state, theirs, ours)):
        result = decide_outcome(state, one, attack, defence)
        chances[result] = chances.get(result, Fraction(0)) + first * second
    return {result: chance for result, chance in chances.items() if chance}


def _throws(
    state: State, ships: tuple[str, ...], against: tuple[str, ...]
) -> tuple[tuple[bool, Fraction], tuple[bool, Fraction]]:
    """The chances of one side's success and failure (4.3.2)."""
    chance = carries(state, ships, against)
    return (True, chance), (False, 1 - chance)


def carries(state: State, ships: tuple[str, ...], against: tuple[str, ...]) -> Fraction:
    """That a side's throw succeeds; certain where the other is too weak to fight at all (4.3.2-c, AMB-42)."""
    column = boarding_rules.find_column(state, ships, against)
    if column is None:
        return Fraction(0)
    if boarding_rules.find_column(state, against, ships) is None:
        return Fraction(1)
    throws = [build_throw(state, ships, against, sum(dice)) for dice in product(FACES, repeat=2)]
    return Fraction(sum(boarding_rules.is_success(throw, column.needed) for throw in throws), len(throws))
