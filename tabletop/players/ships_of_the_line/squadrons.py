"""Ships that sail together: the order in which they move, and the move of each by a common order.

Computer players and the standing orders of a person to squadrons use this module. The results are ordinary commands,
each computed on the battle as the moves before leave it.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.chapters import orders
from tabletop.games.ships_of_the_line.chapters.movement import build_ship_sailed
from tabletop.games.ships_of_the_line.chapters.orders import (
    find_unwillingness,
    list_commanded_ships,
    state_after_preludes,
)
from tabletop.games.ships_of_the_line.chapters.sailing import check_held, compute_allowance, evaluate_plan, is_stopped
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.model import STATIONED, Manner, SquadronOrder, State, Station, side_of
from tabletop.games.ships_of_the_line.positions import hull_center
from tabletop.games.ships_of_the_line.rule_modules import evolve
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.geometry import measure
from tabletop.geometry.pose import Point
from tabletop.players.ships_of_the_line import candidate_moves
from tabletop.players.ships_of_the_line.bulk_gunnery import build_equal_hulls
from tabletop.players.ships_of_the_line.doctrine import CAPTAIN
from tabletop.players.ships_of_the_line.situation import Situation, build_situation

_AHEAD_RANGE = (0.3, 5.0)
"""UM ahead of a ship between which a friend is in its way."""
_LANE_HALF_WIDTH = 0.45
"""UM to either side of a ship within which a friend ahead is in its way."""
_UM_PER_DEGREE = 0.02
"""UM that a degree off the leader's heading counts for, in the choice of a move to a station."""
_MAX_TRIED = 8
"""Number of moves to a station that the rules evaluate."""
_MAX_WAIT = 2
"""Most points by which a leader slows down for a ship astern of its station."""
_COMPANY_RADIUS = 5.0
"""Distance in UM up to which a ship counts as near another."""
_WITHOUT_LEADER: tuple[Manner, ...] = ("hold", "engage")
"""The manners in which no ship leads."""
_NEAREST_TARGET = replace(CAPTAIN, concentrates=False, foresees=False)
"""The doctrine of a captain that attacks the nearest enemy and expects no answer."""


def sort_for_moving(situation: Situation, keys: list[str]) -> list[str]:
    """Return the ships in the order in which they should move: a ship in a friend's way goes first."""
    left, found = [situation.board.row[key] for key in keys], list[str]()
    while left:
        row, passed = left[0], set[int]()
        while row not in passed:
            passed.add(row)
            ahead = _find_ship_ahead(situation, row, left)
            row = row if ahead is None else ahead
        left.remove(row)
        found.append(situation.board.keys[row])
    return found


def _find_ship_ahead(situation: Situation, row: int, others: list[int]) -> int | None:
    """Return the row of the nearest of `others` right ahead of the ship in `row`, or None."""
    board = situation.board
    s, c = np.sin(np.radians(board.pose[row, 2])), np.cos(np.radians(board.pose[row, 2]))
    east, north = (board.center[others] - board.center[row]).T
    ahead, abeam = np.round(east * s + north * c, 6), np.abs(east * c - north * s)
    some = np.nonzero((ahead > _AHEAD_RANGE[0]) & (ahead < _AHEAD_RANGE[1]) & (abeam < _LANE_HALF_WIDTH))[0]
    return others[int(some[ahead[some].argmin()])] if len(some) else None


# --- orders to all of them


class SquadronMove(NamedTuple):
    """The move of one ship by the order to its squadron.

    Attributes:
        ship: key of the ship.
        order: the ship's command; None if it gets none.
        evaluation: the result of the command by the rules; None if none was tried.
        why: the reason for no command, as a sentence; "" with a command.
        loses_way: True if the ship has way on now and would lie stopped, or run into something.
    """

    ship: str
    order: Sail | None
    evaluation: PlanEvaluation | None
    why: str = ""
    loses_way: bool = False


class SquadronLead(NamedTuple):
    """The order to a squadron, and the references for the move of one of its ships.

    Attributes:
        order: the order to the squadron.
        leader: key of the ship that leads.
        ship_ahead: key of the ship ahead in the line; "" for the first.
        planned_move: the move that a person gives the leader; None if the leader holds its course.
        goal_state: the battle with the leader where it will lie after its move.
        evades: True if a ship may leave its station or the wake for a course on which it keeps its way.
    """

    order: SquadronOrder
    leader: str
    ship_ahead: str
    planned_move: Sail | None
    goal_state: State
    evades: bool = False


def build_squadron_order(state: State, side: Side, ships: tuple[str, ...], manner: Manner) -> SquadronOrder:
    """Return an order to some ships as it would stand if it were given now."""
    return SquadronOrder(side, ships, manner, orders.compute_stations(state, ships, manner))


def find_foremost(state: State, ships: tuple[str, ...]) -> str:
    """Return the ship farthest ahead on the common course, ships far from all others left out."""
    poses = np.array([(one.x, one.y, np.radians(one.heading)) for one in (state.ships[key].pose for key in ships)])
    ahead = np.round(poses[:, :2] @ [np.sin(poses[:, 2]).sum(), np.cos(poses[:, 2]).sum()], 6)
    near = np.hypot(*np.moveaxis(poses[:, None, :2] - poses[None, :, :2], -1, 0)) < _COMPANY_RADIUS
    alone = near.sum(axis=1) < 2
    return ships[int(np.argmax(np.where(alone & ~alone.all(), -np.inf, ahead)))]


def plan_moves(state: State, order: SquadronOrder, planned: Sail | None = None) -> Iterator[SquadronMove]:
    """Yield the move of each ship that has not moved, in the order in which the ships go.

    A ship that would lose way, or a leader that could not go as far as it wants, waits until the others have moved.

    Args:
        state: the battle, as the side of the order knows it.
        order: the order to the squadron.
        planned: the move of the leader if a person gives it; None if the leader holds its course.
    """
    mine = [key for key in order.ships if key in list_commanded_ships(state, order.side)]
    line = _list_in_sequence(state, order, mine) if mine else []
    before = dict(zip(line, ["", *line], strict=False))
    left = [key for key in line if not state.ships[key].moved]
    while left:
        lead = SquadronLead(order, mine[0], "", planned, _find_goal(state, order, mine[0], left, planned))
        way = _next_move(state, [(key, lead._replace(ship_ahead=before[key])) for key in left])
        left.remove(way.ship)
        yield way
        if way.order and way.evaluation:
            state = evolve(state_after_preludes(state, way.order), build_ship_sailed(way.evaluation))


def _next_move(state: State, waiting: list[tuple[str, SquadronLead]]) -> SquadronMove:
    """Return the first move by which no ship loses way, else one off its station, else the first."""
    ways: list[SquadronMove] = []
    for key, lead in waiting:
        way = _plan_ship_move(state, key, lead)
        alone = len(waiting) == 1
        if not way.loses_way and (alone or not (_falls_short(way, lead) or _blocks_others(state, way, waiting))):
            return way
        ways.append(way)
    evading = (_plan_ship_move(state, key, lead._replace(evades=True)) for key, lead in waiting)
    return next((way for way in chain(ways, evading) if not way.loses_way), ways[0])


def _blocks_others(state: State, way: SquadronMove, waiting: list[tuple[str, SquadronLead]]) -> bool:
    """Return True if a waiting ship has free water ahead now and would have none after `way`."""
    if way.order is None or way.evaluation is None:
        return False
    after = evolve(state_after_preludes(state, way.order), build_ship_sailed(way.evaluation))
    place = hull_center(after, way.ship)
    others = [key for key, _ in waiting if key != way.ship]
    near = [key for key in others if measure.distance(hull_center(state, key), place) < _COMPANY_RADIUS]
    return any(_has_free_water(state, key) and not _has_free_water(after, key) for key in near)


def _has_free_water(state: State, key: str) -> bool:
    """Return True if the ship has way on and can keep it straight ahead."""
    if is_stopped(state, key):
        return False
    tried = fleet_orders.plan_straight_run(state, key).best
    return tried.verdict is None and keeps_way(tried)


def _falls_short(way: SquadronMove, lead: SquadronLead) -> bool:
    """Return True for a leader that other ships keep from its goal."""
    leads = way.ship == lead.leader and way.evaluation is not None and lead.order.manner not in _WITHOUT_LEADER
    return leads and way.evaluation is not None and way.evaluation.pose != lead.goal_state.ships[way.ship].pose


def _find_goal(state: State, order: SquadronOrder, leader: str, left: list[str], planned: Sail | None) -> State:
    """Return the battle with the leader where it would come if no waiting ship were in its way."""
    if leader not in left or order.manner in _WITHOUT_LEADER:
        return state
    lead = SquadronLead(order, leader, "", planned, state)
    clear = replace(
        state,
        ships={
            key: replace(one, status="left") if key in left and key != leader else one
            for key, one in state.ships.items()
        },
    )
    sails = planned or _build_sail(clear, fleet_orders.plan_straight_run(clear, leader, _pace(state, lead)).best)
    tried = evaluate_plan(state_after_preludes(clear, sails), leader, sails.plan)
    return evolve(state_after_preludes(clear, sails), build_ship_sailed(tried)) if tried.verdict is None else state


def plan_all_moves(
    state: State, orders: tuple[SquadronOrder, ...], planned: Sail | None = None
) -> Iterator[SquadronMove]:
    """Yield the moves of several orders, one order after the other."""
    for order in orders:
        lead = planned if planned and planned.ship in order.ships else None
        for way in plan_moves(state, order, lead):
            yield way
            if way.order and way.evaluation:
                state = evolve(state_after_preludes(state, way.order), build_ship_sailed(way.evaluation))


def _list_in_sequence(state: State, order: SquadronOrder, mine: list[str]) -> list[str]:
    """Return the ships in the order in which they move by the manner of their order."""
    if order.manner in ("follow", "line_ahead"):
        return fleet_orders.sort_into_line(state, mine)
    situation = build_situation(state, order.side, CAPTAIN)
    return (
        [mine[0], *sort_for_moving(situation, mine[1:])]
        if order.manner in STATIONED
        else sort_for_moving(situation, mine)
    )


def _plan_ship_move(state: State, key: str, lead: SquadronLead) -> SquadronMove:
    """Return the move of a ship by the order.

    It has no command if the rules allow none, or if the ship would be gone.
    """
    name = state.cards[key].name
    if hindered := check_held(state, key) or find_unwillingness(state, key, Sail):
        return SquadronMove(key, None, None, hindered.reason)
    if fleet_orders.find_duty_move(state, key):
        return SquadronMove(key, None, None, f"{name} must make a forced move.")
    order = _choose_sail(state, key, lead)
    if order is None:
        lies = "lies stopped" if is_stopped(state, key) else "does not have enough points"
        return SquadronMove(key, None, None, f"{name} {lies}.")
    tried = evaluate_plan(state_after_preludes(state, order), key, order.plan)
    if tried.verdict:
        return SquadronMove(key, None, tried, tried.verdict.reason, not tried.was_stopped)
    if tried.departing_ships:
        return SquadronMove(key, None, tried, f"{name} would leave the map.")
    return SquadronMove(key, order, tried, loses_way=not keeps_way(tried))


def keeps_way(tried: PlanEvaluation) -> bool:
    """Return True unless a ship that has way on would lie stopped, or run into something."""
    return tried.was_stopped or not (tried.is_stopped or tried.end)


def _choose_sail(state: State, key: str, lead: SquadronLead) -> Sail | None:
    """Return the command of a ship by its order, or None if the ship stays stopped."""
    if lead.evades and not (key == lead.leader and lead.planned_move):
        found = _evade(state, key, lead)
        if found is not None:
            return found
    if key == lead.leader and lead.order.manner not in _WITHOUT_LEADER:
        return _sail_as_leader(state, lead)
    return _SAILS_BY_MANNER[lead.order.manner](state, key, lead)


def _sail_as_leader(state: State, lead: SquadronLead) -> Sail:
    """Return the planned move of the leader, else a move straight ahead that the other ships can follow.

    The leader is no faster than the slowest ship, waits for ships astern of their stations, and never loses way.
    """
    if lead.planned_move and lead.planned_move.ship == lead.leader:
        return lead.planned_move
    return _build_sail(state, fleet_orders.plan_straight_run(state, lead.leader, _pace(state, lead)).best)


def _pace(state: State, lead: SquadronLead) -> int | None:
    """Return the most points that the leader may spend; None if no ship follows."""
    others = [
        key for key in lead.order.ships if key != lead.leader and key in list_commanded_ships(state, lead.order.side)
    ]
    able = [key for key in others if not state.ships[key].moved and check_held(state, key) is None]
    slowest = min((compute_allowance(state, key).points for key in able), default=None)
    least = compute_allowance(state, lead.leader).forced + 1
    return None if slowest is None else max(least, slowest - round(min(_MAX_WAIT, _lag(state, lead, able))))


def _lag(state: State, lead: SquadronLead, ships: list[str]) -> float:
    """Return how far the last of some ships is astern of its station, in UM."""
    if not lead.order.stations:
        return 0.0
    found = (
        _current_station(lead, key).ahead - orders.station_of(state, lead.leader, hull_center(state, key)).ahead
        for key in ships
    )
    return max(0.0, max(found, default=0.0))


def _current_station(lead: SquadronLead, key: str) -> Station:
    """Return the ship's station relative to the present leader, who may not be the first leader."""
    mine, hers = lead.order.stations[key], lead.order.stations[lead.leader]
    return Station(mine.ahead - hers.ahead, mine.abeam - hers.abeam)


def _build_sail(state: State, tried: PlanEvaluation) -> Sail:
    """Return the command for an evaluated plan."""
    return Sail(side=side_of(state, tried.ship), ship=tried.ship, plan=tried.plan)


def _sail_in_wake(state: State, key: str, lead: SquadronLead) -> Sail | None:
    """Return the move into the wake of the ship ahead; straight ahead if that move loses way."""
    tried = fleet_orders.plan_wake_move(state, key, lead.ship_ahead)
    if tried is None or not keeps_way(tried):
        tried = (
            fleet_orders.plan_straight_run(state, key).best if tried is None or _has_free_water(state, key) else tried
        )
    return _build_sail(state, tried)


def _sail_straight(state: State, key: str, lead: SquadronLead) -> Sail | None:  # noqa: ARG001
    """Return the longest move straight ahead, or None for a stopped ship."""
    return None if is_stopped(state, key) else _build_sail(state, fleet_orders.plan_straight_run(state, key).best)


def _sail_at_nearest(state: State, key: str, lead: SquadronLead) -> Sail | None:
    """Return the best move towards the nearest enemy that keeps way on the ship; None without any move."""
    situation = build_situation(state, lead.order.side, _NEAREST_TARGET)
    found = candidate_moves.find_moves_under_best_sail(situation, key)
    best = next((course for course in found if keeps_way(course.evaluation)), None)
    if best is None and _has_free_water(state, key):
        return _build_sail(state, fleet_orders.plan_straight_run(state, key).best)
    return (best or found[0]).build_command(situation) if found else None


def _sail_to_station(state: State, key: str, lead: SquadronLead) -> Sail | None:
    """Return the move that ends nearest to the ship's station and the leader's heading."""
    place = orders.place_of_station(lead.goal_state, lead.leader, _current_station(lead, key))
    tried = _find_nearest_move(state, key, lead, place, lead.goal_state.ships[lead.leader].pose.heading)
    return _build_sail(state, tried or fleet_orders.plan_straight_run(state, key).best)


def _evade(state: State, key: str, lead: SquadronLead) -> Sail | None:
    """Return the move that ends nearest to a run straight ahead; None if each move loses way."""
    pose = state.ships[key].pose
    ahead = orders.place_of_station(state, key, Station(float(compute_allowance(state, key).points), 0.0))
    tried = _find_nearest_move(state, key, lead, ahead, pose.heading)
    return _build_sail(state, tried) if tried and keeps_way(tried) else None


def _find_nearest_move(state: State, key: str, lead: SquadronLead, place: Point, heading: int) -> PlanEvaluation | None:
    """Return the clear move that ends nearest to a place and heading, or None.

    Moves that keep way come first.
    """
    situation = build_situation(state, lead.order.side, CAPTAIN)
    ends, row = candidate_moves.find_template_ends(situation, key), situation.board.row[key]
    if not ends.plans:
        return None
    east, north = (
        build_equal_hulls(ends.poses, situation.board.hulls.length[row], situation.board.hulls.beam[row]).centers().T
    )
    turn = np.abs((ends.poses[:, 2] - heading + 180) % 360 - 180)
    miss = np.round(np.hypot(east - place.x, north - place.y) + _UM_PER_DEGREE * turn + ends.is_cut, 6)
    loses = (ends.is_cut | ends.stops | (situation.weather.percent(ends.poses[:, 2]) == 0)) & (
        not is_stopped(state, key)
    )
    tries = [evaluate_plan(state, key, ends.plans[n]) for n in np.lexsort((miss, loses))[:_MAX_TRIED]]
    clear = [tried for tried in tries if tried.verdict is None and not tried.end]
    return next(filter(keeps_way, clear), next(iter(clear), None))


_SAILS_BY_MANNER: dict[Manner, Callable[[State, str, SquadronLead], Sail | None]] = {
    "follow": _sail_in_wake,
    "line_ahead": _sail_in_wake,
    "line_abreast": _sail_to_station,
    "formation": _sail_to_station,
    "hold": _sail_straight,
    "engage": _sail_at_nearest,
}
