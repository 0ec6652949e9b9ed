"""The value of each order besides sailing, in victory points, with the reason.

The shot to load (19) and the answers to questions of the rules are valued here too.
"""

from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers
from tabletop.games.ships_of_the_line import commands, fleets
from tabletop.games.ships_of_the_line.chapters import fire, grappling
from tabletop.games.ships_of_the_line.chapters.optional.ammo import Load
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import DeployBattery, FireBattery
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.communications import SignalTo
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews, complement
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours
from tabletop.games.ships_of_the_line.commands import Reload
from tabletop.games.ships_of_the_line.model import is_in_service, is_in_sinking_zone, side_of
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import Broadside, ShotKind, shot_in
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds
from tabletop.games.ships_of_the_line.tables import Check
from tabletop.players.ships_of_the_line import boarding_values, signals
from tabletop.players.ships_of_the_line.battle_board import STRIKE_POINTS
from tabletop.players.ships_of_the_line.bulk_gunnery import sight_limits
from tabletop.players.ships_of_the_line.situation import Situation

SINKING_POINTS = 10.0
"""Victory points for an enemy that sinks."""
_CRITICAL_FACTOR = 1.0
"""Hull points that a critical hit counts for."""
_SECOND_LOAD = 0.6
_SECOND_LOAD_OF_THE_TIRED = 1.2
"""Victory points that a second broadside must promise, because loading both tires the crew."""
_ATTEMPTS_PER_FIRE = 3
"""Expected number of attempts until a fire is out."""
_BURNING_TURNS = 5
"""Most turns for which a fire is expected to burn on."""
_CHANCE_TO_GO_DOWN = 0.2
"""Chance that a ship in its sinking zone goes down with the leader aboard."""
_SILENCE_COST = 1.5
"""Victory points that it costs to make two ships fast to each other, which silences both."""
_FRIENDLY_FIRE_FACTOR = 2.0
"""Weight of a hit on the own side against a hit on the enemy."""
_ENEMY_NEAR = 5.0
"""Distance in UM within which an enemy may fight next turn."""
_PUMP_CREWS = 2
"""Number of crews at the pumps that keeps a ship afloat."""


class OrderValue(NamedTuple):
    """The value of an order in victory points, and the reason as a clause; "" for none."""

    value: float
    why: str = ""


_WORTHLESS = OrderValue(0.0)


def value_order(situation: Situation, order: Command) -> OrderValue:
    """Return the value of an order; 0 for kinds of orders without a known use."""
    weigh = _ORDER_VALUES.get(type(order))
    return weigh(situation, order) if weigh else _WORTHLESS


def _piece_name(situation: Situation, key: str) -> str:
    """Return the name of a ship or battery."""
    batteries = situation.state.coast.batteries if situation.state.coast else {}
    return batteries[key].name if key in batteries else situation.state.cards[key].name


def _shot_value(situation: Situation, target: str, shot: BroadsideOdds) -> float:
    """Return the victory points that a shot may win: the target's colours, its sinking and the damage."""
    hull = sum(points * float(chance) for points, chance in enumerate(shot.hull))
    if target not in situation.board.row:
        return hull
    worth = float(situation.point_value[situation.board.row[target]])
    ends = STRIKE_POINTS * float(shot.strikes) + SINKING_POINTS * float(shot.sinks)
    return ends + worth * hull + _CRITICAL_FACTOR * worth * float(shot.critical)


def _value_broadside(situation: Situation, order: commands.FireBroadside) -> OrderValue:
    """Return the value of a broadside less its costs; nothing for a target that has struck."""
    aim = fire.find_aim(situation.state, order.ship, order.broadside, order.target)
    if aim is None or (order.target in situation.state.ships and not is_in_service(situation.state, order.target)):
        return _WORTHLESS
    shot = odds.compute_broadside_odds(situation.state, aim)
    hull = sum(points * float(chance) for points, chance in enumerate(shot.hull))
    value = round(_shot_value(situation, order.target, shot) - _friendly_fire_cost(situation, shot), 6) - _fatigue_cost(
        situation, order
    )
    how = (
        f"rakes {_piece_name(situation, order.target)}'s {aim.rake}"
        if aim.rake
        else f"fires at {_piece_name(situation, order.target)}"
    )
    return OrderValue(value, f"{_piece_name(situation, order.ship)} {how}: {hull:.1f} hull points expected")


def _friendly_fire_cost(situation: Situation, shot: BroadsideOdds) -> float:
    """Return what a shot costs friends near the line of fire (11)."""
    hurt = ((key, sum(points * float(chance) for points, chance in enumerate(lost))) for key, lost in shot.bystanders)
    point = {key: max(1.0, float(situation.point_value[row])) for key, row in situation.board.row.items()}
    return sum(_FRIENDLY_FIRE_FACTOR * point[key] * lost for key, lost in hurt if key in point)


def _fatigue_cost(situation: Situation, order: commands.FireBroadside) -> float:
    """Return what firing costs the crew: loading a second broadside, or the rest it needs to fight a fire."""
    ship, limit = situation.state.ships[order.ship], fatigue_limit(situation.state, order.ship)
    if not situation.doctrine.husbands:
        return 0.0
    tired = ship.fatigue >= limit
    if ship.fired:
        return _SECOND_LOAD_OF_THE_TIRED if tired else _SECOND_LOAD
    return _fire_fighting_value(situation, order.ship) if tired and ship.fires else 0.0


def _fire_fighting_value(situation: Situation, key: str) -> float:
    """Return the victory points that another attempt at the fires of a ship may save."""
    row, left = situation.board.row[key], situation.state.turns - situation.state.turn
    points = min(left, _BURNING_TURNS, float(situation.board.hull[row]))
    return round(
        points * float(situation.point_value[row]) / (_ATTEMPTS_PER_FIRE * situation.state.ships[key].fires), 6
    )


def _value_battery_shot(situation: Situation, order: FireBattery) -> OrderValue:
    """Return the value of a shot of a shore battery."""
    if not is_in_service(situation.state, order.target):
        return _WORTHLESS
    value = _shot_value(situation, order.target, odds.compute_battery_odds(situation.state, order))
    return OrderValue(
        round(value, 6), f"{_piece_name(situation, order.battery)} fires at {_piece_name(situation, order.target)}"
    )


def _value_reload(situation: Situation, order: commands.Reload) -> OrderValue:
    """Return the value of loading the side of the enemies, or both sides if the crew can afford it."""
    ship, board = situation.state.ships[order.ship], situation.board
    danger = dict(zip(("port", "starboard"), _enemy_weights_abeam(situation, order.ship), strict=True))
    value = sum(danger[one] for one in order.broadsides)
    suits = value_shot_choice(situation, order) if "chain" in rules_of(situation.state).ammunition else 0.0
    if len(order.broadsides) > 1:
        left = fatigue_limit(situation.state, order.ship) - ship.fatigue
        grappled = bool(board.is_grappled[board.row[order.ship]])
        spare = left > 1 + ship.fires or not ((grappled or ship.fires) and situation.doctrine.husbands)
        near = min(danger.values()) > _LONG_RANGE_WEIGHT and spare
        value = value if near else 0.0
    return OrderValue(
        round(value and value + suits, 6) + _SMALL_VALUE,
        (f"{_piece_name(situation, order.ship)} loads the side facing the enemy"),
    )


def _value_load(situation: Situation, order: Load) -> OrderValue:
    """Return the value of the shot loaded before the battle."""
    return OrderValue(value_first_load(situation, order), f"{_piece_name(situation, order.ship)} loads hot shot")


def _value_signal(situation: Situation, order: SignalTo) -> OrderValue:
    return OrderValue(*signals.value_signal(situation, order))


def _value_flag_transfer(situation: Situation, order: commands.Transfer) -> OrderValue:
    """Return the value of a leader leaving a ship that may sink, less the cost of making fast for it."""
    board, state = situation.board, situation.state
    row, to = board.row[order.ship], board.row[order.to]
    one = fleets.leader_aboard(state, order.ship)
    if one is None or not board.is_in_zone[row] or board.is_in_zone[to] or not board.is_fit[to]:
        return _WORTHLESS
    points = 3 * max(1, abs(fleets.leader_on_card(state, one).rating))
    value = _CHANCE_TO_GO_DOWN * points - _SILENCE_COST * (not grappling.is_fast_to(state, order.ship, order.to))
    return OrderValue(
        round(value, 6), f"{fleets.leader_on_card(state, one).name} moves to {_piece_name(situation, order.to)}"
    )


def _value_crew_transfer(situation: Situation, order: TransferCrews) -> OrderValue:
    """Return the value of sending one crew to a friend with fewer crews while no enemy is near."""
    state, board = situation.state, situation.board
    more = complement.crews_aboard(state, order.ship) - complement.crews_aboard(state, order.to)
    idle = not any(
        np.hypot(*(board.center[foe] - board.center[board.row[order.ship]])) < _ENEMY_NEAR for foe in situation.foes
    )
    wanted = is_in_service(state, order.to) and order.crews == 1 and more > 2
    return (
        OrderValue(0.2 * more, f"{_piece_name(situation, order.to)} is short of crews")
        if wanted and idle
        else _WORTHLESS
    )


_LONG_RANGE_WEIGHT = 1 / (1 + 5.0**2)
"""Weight of an enemy at a distance of 5 UM."""
_SMALL_VALUE = 0.001
"""A value just above 0, because loading one side costs nothing."""


def _enemy_weights_abeam(situation: Situation, key: str) -> tuple[float, float]:
    """Return the sum of the weights of enemies to port and to starboard; near enemies weigh more."""
    row, board = situation.board.row[key], situation.board
    s, c = board.hulls.ahead_east[row], board.hulls.ahead_north[row]
    sides = [0.0, 0.0]
    for foe in situation.foes:
        east, north = board.center[foe] - board.center[row]
        sides[int(east * c - north * s > 0)] += 1 / (1 + float(east**2 + north**2))
    return sides[0], sides[1]


def _value_grapple(situation: Situation, order: commands.GrappleShip) -> OrderValue:
    """Return the value of grappling an enemy, a prize or an own ship that has struck."""
    state, target = situation.state, order.target
    if state.ships[target].status == "struck":
        ours = state.cards[target].side == situation.side
        return (
            OrderValue(8.0, f"{_piece_name(situation, target)} is retaken") if ours else _value_prize(situation, order)
        )
    if side_of(state, target) == situation.side:
        return _WORTHLESS
    value = boarding_values.value_grapple(state, order) - situation.doctrine.boards
    return OrderValue(
        value,
        f"{_piece_name(situation, order.ship)} grapples {_piece_name(situation, target)}: worth {value:.1f} points",
    )


def _value_prize(situation: Situation, order: commands.GrappleShip) -> OrderValue:
    """Return the value of taking a struck enemy in hand, which waits until no enemy is near."""
    board, row = situation.board, situation.board.row[order.target]
    near = any(abs(board.center[foe] - board.center[row]).sum() < 4 for foe in situation.foes)
    idle = situation.doctrine.husbands and not near and situation.state.ships[order.ship].fatigue < 2
    return OrderValue(0.3, f"{_piece_name(situation, order.target)} is taken as a prize") if idle else _WORTHLESS


def _value_casting_off(situation: Situation, order: commands.CastOff) -> OrderValue:
    """Return the value of casting off a ship that keeps the own ship from the fight."""
    free = is_in_service(situation.state, order.ship) and situation.state.ships[order.other].status != "struck"
    held = situation.doctrine.husbands and grappling.find_grapple(situation.state, order.ship, order.other) is not None
    return (
        OrderValue(0.5, f"{_piece_name(situation, order.ship)} casts off {_piece_name(situation, order.other)}")
        if free and held
        else _WORTHLESS
    )


def _value_breaking_free(situation: Situation, order: commands.BreakGrapple) -> OrderValue:
    """Return the value of cutting loose from a stronger enemy."""
    state, key = situation.state, order.ship
    better = boarding_values.boarding_advantage(state, key, order.other)
    tired = state.ships[key].fatigue >= fatigue_limit(state, key) - 1
    loose = better < -0.02 or (tired and better <= 0.05) or not is_in_service(state, key)
    return (
        OrderValue(1.0 - better, f"{_piece_name(situation, key)} cuts loose from {_piece_name(situation, order.other)}")
        if loose
        else _WORTHLESS
    )


def _value_boarding(situation: Situation, order: commands.Board) -> OrderValue:
    """Return the value of boarding; fighting back against boarders always has a high value."""
    state = situation.state
    if any(order.ship in (one.target, one.ship) for one in state.boardings if one.ship != order.ship):
        return OrderValue(5.0 + (order.crews or 0), f"{_piece_name(situation, order.ship)} fights back")
    value = boarding_values.value_assault(state, order.ship, order.target) - situation.doctrine.boards
    return OrderValue(
        value + 0.01 * (order.crews or 0),
        f"{_piece_name(situation, order.ship)} boards {_piece_name(situation, order.target)}",
    )


def _value_clearing(situation: Situation, order: commands.ClearRigging) -> OrderValue:
    return _value_labour(
        situation, order, f"{_piece_name(situation, order.ship)} clears her {order.broadside} guns", spare=1
    )


def _value_rudder_repair(situation: Situation, order: commands.RepairRudder) -> OrderValue:
    return _value_labour(situation, order, f"{_piece_name(situation, order.ship)} cannot steer", spare=1)


def _value_fire_fighting(situation: Situation, order: commands.FightFire) -> OrderValue:
    return OrderValue(2.0 - 0.01 * (order.crews or 0), f"{_piece_name(situation, order.ship)} is on fire")


def _value_labour(
    situation: Situation, order: commands.ClearRigging | commands.RepairRudder, why: str, spare: int
) -> OrderValue:
    """Return the value of work that can wait while fires burn or the crew is exhausted.

    `spare` is the number of levels of fatigue to keep free.
    """
    ship, husbands = situation.state.ships[order.ship], situation.doctrine.husbands
    spent = ship.fatigue >= fatigue_limit(situation.state, order.ship) - spare - (husbands and ship.fires)
    keep = spent and (ship.fires > 0 or (husbands and isinstance(order, commands.RepairRudder)))
    return _WORTHLESS if keep else OrderValue(1.0 - 0.01 * (getattr(order, "crews", 0) or 0), why)


def _value_pumping(situation: Situation, order: Pump) -> OrderValue:
    """Return the value of pumping with the number of crews that keeps a ship in its sinking zone afloat."""
    able = is_in_sinking_zone(situation.state, order.ship) and order.crews == _PUMP_CREWS
    return OrderValue(0.4, f"{_piece_name(situation, order.ship)} is kept afloat") if able else _WORTHLESS


def _value_coming_free(situation: Situation, order: Unfoul | Refloat) -> OrderValue:
    return OrderValue(1.0, f"{_piece_name(situation, order.ship)} needs to come free")


def _value_nailing(situation: Situation, order: NailColours) -> OrderValue:
    return OrderValue(1.0, f"{_piece_name(situation, order.ship)} will refuse to strike")


def _value_battery_site(situation: Situation, order: DeployBattery) -> OrderValue:
    """Return the value of a site for a battery: the nearer to enemy ships, the higher."""
    coast = situation.state.coast
    site = coast.sites[order.site] if coast else None
    far = (
        [abs(board[0] - site.x) + abs(board[1] - site.y) for board in situation.board.center[situation.foes]]
        if site
        else []
    )
    return OrderValue(round(100 - float(min(far, default=50.0)), 6), "This site is near where ships will pass")


_ORDER_VALUES: Handlers[Situation, OrderValue] = {
    commands.FireBroadside: _value_broadside,
    FireBattery: _value_battery_shot,
    commands.Reload: _value_reload,
    commands.GrappleShip: _value_grapple,
    commands.CastOff: _value_casting_off,
    commands.BreakGrapple: _value_breaking_free,
    commands.Board: _value_boarding,
    commands.ClearRigging: _value_clearing,
    commands.RepairRudder: _value_rudder_repair,
    commands.FightFire: _value_fire_fighting,
    Pump: _value_pumping,
    Unfoul: _value_coming_free,
    Refloat: _value_coming_free,
    NailColours: _value_nailing,
    DeployBattery: _value_battery_site,
    Load: _value_load,
    SignalTo: _value_signal,
    commands.Transfer: _value_flag_transfer,
    TransferCrews: _value_crew_transfer,
}


_POINT_BLANK_GAP = 1.2
"""Distance in UM between centers within which an enemy is likely at point-blank range next turn."""
_CHAIN_SHOT_GAP = 3.0
"""Distance in UM between centers within which an enemy is likely at medium range next turn."""
_CHASES_ABOVE = 0.65
"""Own share of all strength above which the enemy is likely to run."""
_FLEES_BELOW = 0.35
"""Own share of all strength below which the own side is likely to run."""
_SAFE_TO_HEAT = 0.8
"""Least chance that hot shot does no harm to the ship that heats it."""
_SHOT_VALUE = 0.3
"""Victory points for the right kind of shot."""


def value_shot_choice(situation: Situation, order: Reload) -> float:
    """Return the victory points for the kinds of shot that a reload leaves in the guns."""
    given = {one: getattr(order, one) for one in order.broadsides}
    ship = situation.state.ships[order.ship]
    kinds = {one: shot_in(ship, one) if kind is UNSET else kind for one, kind in given.items()}
    return sum(_SHOT_VALUE * (kind == choose_shot(situation, order.ship, one)) for one, kind in kinds.items())


def choose_shot(situation: Situation, key: str, broadside: Broadside) -> ShotKind:
    """Return the kind of shot that suits the nearest enemy on one side of a ship.

    Double shot keeps the guns silent afterwards, so it is for the last broadside or one that decides. Grape prepares
    boarding that can win. Chain is for a chase, on either side. Anything else gets round shot.
    """
    row, foe = situation.board.row[key], nearest_enemy_abeam(situation, key, broadside)
    if foe is None:
        return "round"
    gap = float(np.hypot(*(situation.board.center[foe] - situation.board.center[row])))
    if gap < _POINT_BLANK_GAP and (_is_last_broadside(situation) or _double_shot_decides(situation, row, foe)):
        return "double"
    if gap < _POINT_BLANK_GAP and _can_win_on_deck(situation, key, situation.board.keys[foe]):
        return "grape"
    chased = (
        situation.plan.strength_share > _CHASES_ABOVE
        or situation.plan.strength_share < _FLEES_BELOW
        or situation.plan.withdraws
    )
    return "chain" if chased and gap < _CHAIN_SHOT_GAP and situation.board.rig_points[foe] > 0 else "round"


def nearest_enemy_abeam(situation: Situation, key: str, broadside: Broadside) -> int | None:
    """Return the row of the nearest enemy on one side of a ship, or None if no enemy is within gunshot."""
    board, row = situation.board, situation.board.row[key]
    s, c = board.hulls.ahead_east[row], board.hulls.ahead_north[row]
    found: list[tuple[float, int]] = []
    for foe in situation.foes:
        east, north = board.center[foe] - board.center[row]
        away = float(np.hypot(east, north))
        far = min(board.profile.long, float(sight_limits(board.dim, board.center[foe], board.center[row])))
        if (float(east * c - north * s) > 0) == (broadside == "starboard") and away < far:
            found.append((round(away, 6), foe))
    return min(found, default=(0.0, None))[1]


def _is_last_broadside(situation: Situation) -> bool:
    """Return True if the guns loaded now can only fire in the last turn."""
    return situation.state.turn >= situation.state.turns - 1


def _double_shot_decides(situation: Situation, row: int, foe: int) -> bool:
    """Return True if double shot probably takes the last hull points, and round shot does not."""
    board = situation.board
    hits = float(board.expected_hits[row, 0])
    return hits < float(board.hull[foe]) <= 2 * hits


def _can_win_on_deck(situation: Situation, key: str, target: str) -> bool:
    """Return True if the own boarders are likelier to carry the deck than those of `target`."""
    return boarding_values.boarding_advantage(situation.state, key, target) > 0


def value_first_load(situation: Situation, order: Load) -> float:
    """Return the points for the shot loaded before the battle: hot shot, if it is safe to heat."""
    if order.shot != "red":
        return 0.0
    shot = rules_of(situation.state).ammunition["red"]
    sure = float(odds.chance_to_pass(Check(situation.state, order.ship, shot.check, 1), shot.needed(situation.state)))
    return _SHOT_VALUE * (sure >= _SAFE_TO_HEAT)


def value_answer(situation: Situation, order: Command) -> OrderValue:
    """Return the value of an answer to a question of the rules or the other side; 0 for unknown kinds."""
    weigh = _ANSWER_VALUES.get(type(order))
    return weigh(situation, order) if weigh else OrderValue(0.0)


def _value_consent(situation: Situation, order: commands.Answer) -> OrderValue:
    """Return the value of an answer to a fight: accept a fight that can be won, refuse any other."""
    question, cards = situation.state.question, situation.state.cards
    if question is None:
        return OrderValue(0.0)
    mine, foe = question.ship, question.other
    if side_of(situation.state, question.other) == situation.side:
        mine, foe = foe, mine
    better = boarding_values.boarding_advantage(situation.state, mine, foe)
    wants = better > 0.05 if question.kind == "grapple" else better < 0
    why = f"On deck {cards[mine].name} would be {'the stronger' if better > 0 else 'no stronger'}"
    return OrderValue(float(wants == order.accept), why)


def _value_prize_choice(situation: Situation, order: commands.ChoosePrize) -> OrderValue:
    """Return the value of a ship as a prize: its guns."""
    card = situation.state.cards[order.ship]
    return OrderValue(float(card.guns), f"{card.name} has the most guns")


def _value_defenders(situation: Situation, order: commands.Defend) -> OrderValue:  # noqa: ARG001
    """Return the value of resisting: all free crews."""
    return OrderValue(float(order.crews), "All free crews resist")


_ANSWER_VALUES: Handlers[Situation, OrderValue] = {
    commands.Answer: _value_consent,
    commands.ChoosePrize: _value_prize_choice,
    commands.Defend: _value_defenders,
}
"""Kind of answer to the function that values it."""
