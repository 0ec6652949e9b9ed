"""The value of fights on deck before they are fought: to come alongside, grapple, accept and board."""

from functools import lru_cache
from itertools import product

import numpy as np

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import boarding, grappling
from tabletop.games.ships_of_the_line.commands import GrappleShip
from tabletop.games.ships_of_the_line.model import State, is_in_service, side_of
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.players.ships_of_the_line.battle_board import STRIKE_POINTS
from tabletop.players.ships_of_the_line.bulk_gunnery import Floats, HullArrays, measure_gaps
from tabletop.players.ships_of_the_line.situation import Situation

_GRAPPLE_REACH = 0.45
"""Gap between hulls in UM up to which grapples reach."""
_CHANCE_TO_HOLD = 1 / 3
"""Chance that a grapple holds."""
_ATTEMPTS_IF_FRESH = 1.3
"""Number of grapples that a crew with at most one level of fatigue can still attempt."""
_ATTEMPTS_IF_WEARY = 0.6
"""Number of grapples that a crew with more fatigue can still attempt."""
_FATIGUE_COST = 0.7
"""Victory points that a level of fatigue costs."""
_LOSS_FACTOR = 0.6
"""Weight of a loss on deck against a prize: an unwilling enemy only repulses boarders."""
_FIGHTS_PER_GRAPPLE = 1.5
"""Expected number of fights after a grapple that holds."""
_POINTS_PER_SILENCED_DIE = 0.3
"""Victory points for each enemy die that a grapple keeps from firing."""


@lru_cache(maxsize=1024)
def chance_to_carry(own: int, other: int) -> float:
    """Return the chance that boarders of strength `own` carry a deck of strength `other` in one throw."""
    column = tables.column(own, other)
    if column is None:
        return 0.0
    if tables.column(other, own) is None:
        return 1.0
    throws = [sum(dice) for dice in product(range(1, 7), repeat=2)]
    return sum(tables.is_successful_throw(column.needed, one, one) for one in throws) / len(throws)


def chance_to_take(own: int, other: int) -> float:
    """Return the chance that a fight ends with the other ship taken, and the own ship not."""
    return chance_to_carry(own, other) * (1 - chance_to_carry(other, own))


def value_poses_alongside(situation: Situation, row: int, hulls: HullArrays) -> Floats:
    """Return the value of lying alongside enemies, at each hull, for the boarders of both sides."""
    board = situation.board
    found = np.zeros(len(hulls.east))
    if not (situation.doctrine.husbands and board.is_fit[row]):
        return found
    far = np.hypot(*(board.center[situation.foes] - board.center[row]).T) if situation.foes else np.zeros(0)
    near = [foe for foe, away in zip(situation.foes, far, strict=True) if away < _MAX_APPROACH]
    if near:
        close = measure_gaps(hulls.as_column(), board.hulls.select(np.array(near))) <= _GRAPPLE_REACH
        found += close @ np.array([_value_alongside(situation, row, foe) for foe in near])
    return found


_MAX_APPROACH = 6.5
"""Distance in UM beyond which no ship comes alongside in one move."""


def _value_alongside(situation: Situation, row: int, foe: int) -> float:
    """Return the points expected of boarding between an own ship and an enemy side by side."""
    board = situation.board
    able = {one: bool(board.fatigue[one] < board.fatigue_limit[one]) for one in (row, foe)}
    ours, theirs = crew_strength(board.state, board.keys[row]), crew_strength(board.state, board.keys[foe])
    vigour = {one: _ATTEMPTS_IF_FRESH if board.fatigue[one] <= 1 else _ATTEMPTS_IF_WEARY for one in (row, foe)}
    won = _CHANCE_TO_HOLD * STRIKE_POINTS * chance_to_take(ours, theirs) * vigour[row] if able[row] else 0.0
    lost = _CHANCE_TO_HOLD * STRIKE_POINTS * chance_to_take(theirs, ours) * vigour[foe] if able[foe] else 0.0
    return won - lost


def crew_strength(state: State, key: str) -> int:
    """Return the boarding strength of a ship, with everything that the rules in use add."""
    return boarding.total_strength(state, (key,))


def _group_strengths(state: State, key: str, target: str) -> tuple[int, int]:
    """Return the strengths of a ship and of its target, each with the ships on its side that join in."""
    side = side_of(state, key)
    ours = {key} | {
        one
        for one in grappling.find_grappled_ships(state, target)
        if is_in_service(state, one) and side_of(state, one) == side
    }
    fast = {one for mine in ours for one in grappling.find_grappled_ships(state, mine)}
    theirs = {target} | {one for one in fast if is_in_service(state, one) and side_of(state, one) != side}
    return sum(crew_strength(state, one) for one in sorted(ours)), sum(
        crew_strength(state, one) for one in sorted(theirs)
    )


def boarding_advantage(state: State, key: str, target: str) -> float:
    """Return the own chance to carry the deck of `target` minus the enemy's; grappled ships join in."""
    ours, theirs = _group_strengths(state, key, target)
    return round(chance_to_carry(ours, theirs) - chance_to_carry(theirs, ours), 6)


def value_assault(state: State, key: str, target: str) -> float:
    """Return the victory points that sending boarders is worth."""
    ours, theirs = _group_strengths(state, key, target)
    return round(
        STRIKE_POINTS * (chance_to_take(ours, theirs) - _FATIGUE_COST * chance_to_take(theirs, ours)) - _FATIGUE_COST, 6
    )


def value_grapple(state: State, order: GrappleShip) -> float:
    """Return the victory points that throwing grapples is worth; 0.0 if no crew would be left to board."""
    key, target = order.ship, order.target
    if state.ships[key].fatigue >= fatigue_limit(state, key) - 1:
        return 0.0  # nobody would be left to board
    ours, theirs = _group_strengths(state, key, target)
    holds = float(odds.chance_to_grapple(state, key, target))
    stakes = (
        STRIKE_POINTS
        * (chance_to_take(ours, theirs) - _LOSS_FACTOR * chance_to_take(theirs, ours))
        * _FIGHTS_PER_GRAPPLE
    )
    silenced = state.cards[target].dice - state.cards[key].dice
    return round(holds * (stakes + _POINTS_PER_SILENCED_DIE * silenced) - _FATIGUE_COST, 6)
