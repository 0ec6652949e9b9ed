"""What every order besides sailing is worth, in victory points, and why: the best one above nothing is given."""

from typing import NamedTuple

import numpy as np

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
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.state import is_in_service, is_in_sinking_zone, side_of
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds
from tabletop.players.ships_of_the_line import boarders, magazine, signals
from tabletop.players.ships_of_the_line.board import STAKE
from tabletop.players.ships_of_the_line.situation import Situation

SUNK = 10.0
"""Victory points for an enemy that sinks."""
_CRITICAL = 1.0
"""Victory points that a critical hit is worth."""
_SECOND_LOAD = 0.6
_SECOND_LOAD_OF_THE_TIRED = 1.2
"""Victory points that a second broadside must promise, since loading both tires the crew."""
_ATTEMPTS, _FORESEEN = 3, 5
"""Attempts that it takes to put a fire out, and turns for which one is expected to burn on."""
_FLAG_AT_RISK, _MADE_FAST = 0.2, 1.5
"""That a ship in her sinking zone goes down with a leader, and victory points that two silent ships cost."""
_OWN_GUNS = 2.0
"""How much more it hurts to be hit by one's own side."""
_NEAR = 5.0
"""UM within which an enemy may fight next turn."""
_AGAINST_FLOODING = 2
"""Crews at the pumps that keep a ship afloat."""


class OrderValue(NamedTuple):
    """What an order is worth, and why."""

    value: float
    why: str = ""


_NOTHING = OrderValue(0.0)


def value_order(now: Situation, order: Command) -> OrderValue:
    """What an order is worth now; what nobody knows a use for is worth nothing."""
    weigh = _WORTH.get(type(order))
    return weigh(now, order) if weigh else _NOTHING


def _name(now: Situation, key: str) -> str:
    """Of a ship, or of a battery."""
    batteries = now.state.coast.batteries if now.state.coast else {}
    return batteries[key].name if key in batteries else now.state.cards[key].name


def _prospects(now: Situation, target: str, shot: BroadsideOdds) -> float:
    """What a shot may win: her colours, the ship, and what she is worse off after it."""
    hull = sum(points * float(chance) for points, chance in enumerate(shot.hull))
    if target not in now.board.row:
        return hull
    worth = float(now.worth[now.board.row[target]])
    ends = STAKE * float(shot.strikes) + SUNK * float(shot.sinks)
    return ends + worth * hull + _CRITICAL * worth * float(shot.critical)


def _broadside(now: Situation, order: commands.FireBroadside) -> OrderValue:
    aim = fire.find_aim(now.state, order.ship, order.broadside, order.target)
    if aim is None or (order.target in now.state.ships and not is_in_service(now.state, order.target)):
        return _NOTHING
    shot = odds.compute_broadside_odds(now.state, aim)
    hull = sum(points * float(chance) for points, chance in enumerate(shot.hull))
    value = round(_prospects(now, order.target, shot) - _past(now, shot), 6) - _spent(now, order)
    how = f"rakes {_name(now, order.target)}'s {aim.rake}" if aim.rake else f"fires at {_name(now, order.target)}"
    return OrderValue(value, f"{_name(now, order.ship)} {how}: {hull:.1f} hull points expected")


def _past(now: Situation, shot: BroadsideOdds) -> float:
    """What a shot costs friends whom it is fired past (11)."""
    hurt = ((key, sum(points * float(chance) for points, chance in enumerate(lost))) for key, lost in shot.bystanders)
    point = {key: max(1.0, float(now.worth[row])) for key, row in now.board.row.items()}
    return sum(_OWN_GUNS * point[key] * lost for key, lost in hurt if key in point)


def _spent(now: Situation, order: commands.FireBroadside) -> float:
    """What firing costs a crew: the second broadside to be loaded, or the rest that they need to fight a fire."""
    ship, limit = now.state.ships[order.ship], fatigue_limit(now.state, order.ship)
    if not now.doctrine.husbands:
        return 0.0
    tired = ship.fatigue >= limit
    if ship.fired:
        return _SECOND_LOAD_OF_THE_TIRED if tired else _SECOND_LOAD
    return _burning(now, order.ship) if tired and ship.fires else 0.0


def _burning(now: Situation, key: str) -> float:
    """What another attempt at the fires of a ship may save, victory points."""
    row, left = now.board.row[key], now.state.turns - now.state.turn
    points = min(left, _FORESEEN, float(now.board.hull[row]))
    return round(points * float(now.worth[row]) / (_ATTEMPTS * now.state.ships[key].fires), 6)


def _battery(now: Situation, order: FireBattery) -> OrderValue:
    if not is_in_service(now.state, order.target):
        return _NOTHING
    value = _prospects(now, order.target, odds.compute_battery_odds(now.state, order))
    return OrderValue(round(value, 6), f"{_name(now, order.battery)} fires at {_name(now, order.target)}")


def _reload(now: Situation, order: commands.Reload) -> OrderValue:
    """One side for nothing, the one where the enemy is; both where there is breath for it and a use."""
    ship, board = now.state.ships[order.ship], now.board
    danger = dict(zip(("port", "starboard"), _abeam(now, order.ship), strict=True))
    value = sum(danger[one] for one in order.broadsides)
    suits = magazine.suited(now, order) if "chain" in rules_of(now.state).ammunition else 0.0
    if len(order.broadsides) > 1:
        left = fatigue_limit(now.state, order.ship) - ship.fatigue
        grappled = bool(board.grappled[board.row[order.ship]])
        spare = left > 1 + ship.fires or not ((grappled or ship.fires) and now.doctrine.husbands)
        near = min(danger.values()) > _IN_RANGE and spare
        value = value if near else 0.0
    return OrderValue(round(value and value + suits, 6) + _SURE, f"{_name(now, order.ship)} loads where the enemy is")


def _load(now: Situation, order: Load) -> OrderValue:
    return OrderValue(magazine.before_the_battle(now, order), f"{_name(now, order.ship)} heats her shot")


def _signal(now: Situation, order: SignalTo) -> OrderValue:
    return OrderValue(*signals.weigh(now, order))


def _shift_flag(now: Situation, order: commands.Transfer) -> OrderValue:
    """A leader leaves a ship that may go down under him; to make fast for it silences both."""
    board, state = now.board, now.state
    row, to = board.row[order.ship], board.row[order.to]
    one = fleets.leader_aboard(state, order.ship)
    if one is None or not board.in_zone[row] or board.in_zone[to] or not board.fit[to]:
        return _NOTHING
    points = 3 * max(1, abs(fleets.printed_leader(state, one).rating))
    value = _FLAG_AT_RISK * points - _MADE_FAST * (not grappling.is_fast_to(state, order.ship, order.to))
    return OrderValue(
        round(value, 6), f"{fleets.printed_leader(state, one).name} shifts his flag to {_name(now, order.to)}"
    )


def _send_crews(now: Situation, order: TransferCrews) -> OrderValue:
    """A crew at a time, to a friend who has fewer left, while nobody is near to fight."""
    state, board = now.state, now.board
    more = complement.crews_aboard(state, order.ship) - complement.crews_aboard(state, order.to)
    idle = not any(np.hypot(*(board.middle[foe] - board.middle[board.row[order.ship]])) < _NEAR for foe in now.foes)
    wanted = is_in_service(state, order.to) and order.crews == 1 and more > 2
    return OrderValue(0.2 * more, f"{_name(now, order.to)} is short of hands") if wanted and idle else _NOTHING


_IN_RANGE = 1 / (1 + 5.0**2)
"""Weight of an enemy at long range."""
_SURE = 0.001
"""Better than nothing: loading one side costs nothing."""


def _abeam(now: Situation, key: str) -> tuple[float, float]:
    """How near enemies are to port and to starboard."""
    row, board = now.board.row[key], now.board
    s, c = board.hulls.ahead_east[row], board.hulls.ahead_north[row]
    sides = [0.0, 0.0]
    for foe in now.foes:
        east, north = board.middle[foe] - board.middle[row]
        sides[int(east * c - north * s > 0)] += 1 / (1 + float(east**2 + north**2))
    return sides[0], sides[1]


def _grapple(now: Situation, order: commands.GrappleShip) -> OrderValue:
    state, target = now.state, order.target
    if state.ships[target].status == "struck":
        ours = state.cards[target].side == now.side
        return OrderValue(8.0, f"{_name(now, target)} is brought back") if ours else _prize(now, order)
    if side_of(state, target) == now.side:
        return _NOTHING
    value = boarders.grapple(state, order) - now.doctrine.boards
    return OrderValue(value, f"{_name(now, order.ship)} grapples {_name(now, target)}: worth {value:.1f} points")


def _prize(now: Situation, order: commands.GrappleShip) -> OrderValue:
    """To take a struck enemy in hand: when nobody is near to fight."""
    board, row = now.board, now.board.row[order.target]
    near = any(abs(board.middle[foe] - board.middle[row]).sum() < 4 for foe in now.foes)
    idle = now.doctrine.husbands and not near and now.state.ships[order.ship].fatigue < 2
    return OrderValue(0.3, f"{_name(now, order.target)} is taken in hand") if idle else _NOTHING


def _cast_off(now: Situation, order: commands.CastOff) -> OrderValue:
    """Let go what keeps a ship from the fight."""
    free = is_in_service(now.state, order.ship) and now.state.ships[order.other].status != "struck"
    held = now.doctrine.husbands and grappling.find_grapple(now.state, order.ship, order.other) is not None
    return (
        OrderValue(0.5, f"{_name(now, order.ship)} casts off {_name(now, order.other)}") if free and held else _NOTHING
    )


def _break(now: Situation, order: commands.BreakGrapple) -> OrderValue:
    state, key = now.state, order.ship
    better = boarders.edge(state, key, order.other)
    tired = state.ships[key].fatigue >= fatigue_limit(state, key) - 1
    loose = better < -0.02 or (tired and better <= 0.05) or not is_in_service(state, key)
    return (
        OrderValue(1.0 - better, f"{_name(now, key)} cuts loose from {_name(now, order.other)}") if loose else _NOTHING
    )


def _board(now: Situation, order: commands.Board) -> OrderValue:
    state = now.state
    if any(order.ship in (one.target, one.ship) for one in state.boardings if one.ship != order.ship):
        return OrderValue(5.0 + (order.crews or 0), f"{_name(now, order.ship)} fights back")
    value = boarders.assault(state, order.ship, order.target) - now.doctrine.boards
    return OrderValue(value + 0.01 * (order.crews or 0), f"{_name(now, order.ship)} boards {_name(now, order.target)}")


def _clear(now: Situation, order: commands.ClearRigging) -> OrderValue:
    return _labour(now, order, f"{_name(now, order.ship)} clears her {order.broadside} guns", spare=1)


def _rudder(now: Situation, order: commands.RepairRudder) -> OrderValue:
    return _labour(now, order, f"{_name(now, order.ship)} cannot steer", spare=1)


def _fires(now: Situation, order: commands.FightFire) -> OrderValue:
    return OrderValue(2.0 - 0.01 * (order.crews or 0), f"{_name(now, order.ship)} is on fire")


def _labour(now: Situation, order: commands.ClearRigging | commands.RepairRudder, why: str, spare: int) -> OrderValue:
    """Work that can wait while fires burn and crews are spent."""
    ship, husbands = now.state.ships[order.ship], now.doctrine.husbands
    spent = ship.fatigue >= fatigue_limit(now.state, order.ship) - spare - (husbands and ship.fires)
    keep = spent and (ship.fires > 0 or (husbands and isinstance(order, commands.RepairRudder)))
    return _NOTHING if keep else OrderValue(1.0 - 0.01 * (getattr(order, "crews", 0) or 0), why)


def _pump(now: Situation, order: Pump) -> OrderValue:
    able = is_in_sinking_zone(now.state, order.ship) and order.crews == _AGAINST_FLOODING
    return OrderValue(0.4, f"{_name(now, order.ship)} is kept afloat") if able else _NOTHING


def _loose(now: Situation, order: Unfoul | Refloat) -> OrderValue:
    return OrderValue(1.0, f"{_name(now, order.ship)} must come free")


def _nail(now: Situation, order: NailColours) -> OrderValue:
    return OrderValue(1.0, f"{_name(now, order.ship)} will not strike")


def _deploy(now: Situation, order: DeployBattery) -> OrderValue:
    """A site near which ships lie."""
    coast = now.state.coast
    site = coast.sites[order.site] if coast else None
    far = [abs(board[0] - site.x) + abs(board[1] - site.y) for board in now.board.middle[now.foes]] if site else []
    return OrderValue(round(100 - float(min(far, default=50.0)), 6), "The battery stands where ships come by")


_WORTH: Handlers[Situation, OrderValue] = {
    commands.FireBroadside: _broadside,
    FireBattery: _battery,
    commands.Reload: _reload,
    commands.GrappleShip: _grapple,
    commands.CastOff: _cast_off,
    commands.BreakGrapple: _break,
    commands.Board: _board,
    commands.ClearRigging: _clear,
    commands.RepairRudder: _rudder,
    commands.FightFire: _fires,
    Pump: _pump,
    Unfoul: _loose,
    Refloat: _loose,
    NailColours: _nail,
    DeployBattery: _deploy,
    Load: _load,
    SignalTo: _signal,
    commands.Transfer: _shift_flag,
    TransferCrews: _send_crews,
}
