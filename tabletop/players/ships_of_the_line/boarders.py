"""Fights on deck before they are fought: what it is worth to come alongside, to grapple, to accept and to board."""

from functools import lru_cache
from itertools import product

import numpy as np

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import boarding, grappling
from tabletop.games.ships_of_the_line.commands import GrappleShip
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit
from tabletop.games.ships_of_the_line.state import State, is_in_service, side_of
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.players.ships_of_the_line.board import STAKE
from tabletop.players.ships_of_the_line.gunnery import Floats, Hulls, separations
from tabletop.players.ships_of_the_line.situation import Situation

_CLOSE = 0.45
"""UM between hulls at which grapples will reach."""
_THROW = 1 / 3
"""That a grapple holds."""
_FRESH, _WEARY = 1.3, 0.6
"""Attempts that a crew can make in the turns to come, one that is fresh and one that is not."""
_BREATH = 0.7
"""Victory points that a level of fatigue is worth."""
_LOSS = 0.6
"""How much a loss on deck counts against a prize: an unwilling enemy only repulses."""
_ROUNDS = 1.5
"""Fights that come of a grapple that holds."""
_SILENCE = 0.3
"""Victory points for each die that is kept from firing."""


@lru_cache(maxsize=1024)
def carry(own: int, other: int) -> float:
    """That boarders of one strength carry the deck of another in one throw."""
    column = tables.column(own, other)
    if column is None:
        return 0.0
    if tables.column(other, own) is None:
        return 1.0
    throws = [sum(dice) for dice in product(range(1, 7), repeat=2)]
    return sum(tables.is_successful_throw(column.needed, one, one) for one in throws) / len(throws)


def taken(own: int, other: int) -> float:
    """That a fight ends with the other's ship taken."""
    return carry(own, other) * (1 - carry(other, own))


def prospects(now: Situation, row: int, hulls: Hulls) -> Floats:
    """What it is worth to lie alongside enemies where they are now, for boarders of both sides."""
    board = now.board
    found = np.zeros(len(hulls.east))
    if not (now.doctrine.husbands and board.fit[row]):
        return found
    far = np.hypot(*(board.middle[now.foes] - board.middle[row]).T) if now.foes else np.zeros(0)
    near = [foe for foe, away in zip(now.foes, far, strict=True) if away < _FARTHEST]
    if near:
        close = separations(hulls.column(), board.hulls.rows(np.array(near))) <= _CLOSE
        found += close @ np.array([_alongside(now, row, foe) for foe in near])
    return found


_FARTHEST = 6.5
"""UM beyond which no ship comes alongside in one move."""


def _alongside(now: Situation, row: int, foe: int) -> float:
    board = now.board
    able = {one: bool(board.fatigue[one] < board.stamina[one]) for one in (row, foe)}
    ours, theirs = strength(board.state, board.keys[row]), strength(board.state, board.keys[foe])
    vigour = {one: _FRESH if board.fatigue[one] <= 1 else _WEARY for one in (row, foe)}
    won = _THROW * STAKE * taken(ours, theirs) * vigour[row] if able[row] else 0.0
    lost = _THROW * STAKE * taken(theirs, ours) * vigour[foe] if able[foe] else 0.0
    return won - lost


def strength(state: State, key: str) -> int:
    """Of a crew, with all that the rules in use add to it."""
    return boarding.total_strength(state, (key,))


def _groups(state: State, key: str, target: str) -> tuple[int, int]:
    """Strength of a ship with the friends fast to her target, and of the target with those fast to them."""
    side = side_of(state, key)
    ours = {key} | {
        one
        for one in grappling.grappled_ships(state, target)
        if is_in_service(state, one) and side_of(state, one) == side
    }
    fast = {one for mine in ours for one in grappling.grappled_ships(state, mine)}
    theirs = {target} | {one for one in fast if is_in_service(state, one) and side_of(state, one) != side}
    return sum(strength(state, one) for one in sorted(ours)), sum(strength(state, one) for one in sorted(theirs))


def edge(state: State, key: str, target: str) -> float:
    """By how much likelier we carry their deck than they carry ours, those fast to either fighting along."""
    ours, theirs = _groups(state, key, target)
    return round(carry(ours, theirs) - carry(theirs, ours), 6)


def assault(state: State, key: str, target: str) -> float:
    """What it is worth to send boarders, victory points."""
    ours, theirs = _groups(state, key, target)
    return round(STAKE * (taken(ours, theirs) - _BREATH * taken(theirs, ours)) - _BREATH, 6)


def grapple(state: State, order: GrappleShip) -> float:
    """What it is worth to throw grapples at an enemy, victory points."""
    key, target = order.ship, order.target
    if state.ships[key].fatigue >= fatigue_limit(state, key) - 1:
        return 0.0  # nobody would be left to board
    ours, theirs = _groups(state, key, target)
    holds = float(odds.chance_to_grapple(state, key, target))
    stakes = STAKE * (taken(ours, theirs) - _LOSS * taken(theirs, ours)) * _ROUNDS
    silenced = state.cards[target].dice - state.cards[key].dice
    return round(holds * (stakes + _SILENCE * silenced) - _BREATH, 6)
