"""Own ships that have struck: who goes alongside to bring them back, and what that is worth (4.4.3, AMB-137)."""

import numpy as np

from tabletop.games.ships_of_the_line.chapters import grappling
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit
from tabletop.games.ships_of_the_line.state import State, is_in_service, side_of
from tabletop.players.ships_of_the_line.board import STAKE, Board
from tabletop.players.ships_of_the_line.gunnery import Floats, Hulls, Whole, separations

_AGAIN = 7.0
"""Victory points less that a ship brought back is worth while the enemy may make her strike again."""
_NEAR = 6.0
"""UM; an enemy so near may do so."""
_THROW = 0.3
"""That grapples hold which must be thrown."""
_SOON = 2.5
"""Turns of sailing within which a ship goes out of her way for it."""
_HULLS = 7.0
"""UM beyond which no ship comes alongside in one move."""


def lost_friends(board: Board) -> list[int]:
    """Rows of own ships that have struck, and that no enemy is fast to."""
    state = board.state
    struck = [key for key in board.keys if state.ships[key].status == "struck" and side_of(state, key) == board.side]
    return [board.row[key] for key in struck if not _held_by_an_enemy(state, key)]


def _held_by_an_enemy(state: State, key: str) -> bool:
    side = side_of(state, key)
    return any(
        is_in_service(state, one) and side_of(state, one) != side for one in grappling.grappled_ships(state, key)
    )


def worth(board: Board, row: int) -> float:
    """Victory points that it is worth to bring a ship back: all that she cost, once no gun can fire at her again."""
    if board.state.turn >= board.state.turns:
        return STAKE
    far = np.hypot(*(board.middle[board.foes()] - board.middle[row]).T) if board.foes() else np.full(1, np.inf)
    return STAKE - _AGAIN * bool(far.min() < _NEAR)


def alongside(board: Board, row: int, hulls: Hulls) -> Floats:
    """What each of some places of a ship is worth for it: hands reach across, or grapples must be thrown."""
    found = np.zeros(len(hulls.east))
    state, key = board.state, board.keys[row]
    friends = lost_friends(board) if board.fit[row] and not state.ships[key].grapple_used else []
    near = [one for one in friends if np.hypot(*(board.middle[one] - board.middle[row])) < _HULLS]
    if not near:
        return found
    gap = separations(hulls.column(), board.hulls.rows(np.array(near)))
    throw = _THROW * (state.ships[key].fatigue < fatigue_limit(state, key))
    reached = np.where(gap <= board.profile.touching, 1.0, np.where(gap <= board.profile.grapple_distance, throw, 0.0))
    best: Floats = (reached * np.array([worth(board, one) for one in near])).max(axis=1)
    return best


def sent(board: Board, ours: list[int], friends: list[int], turns: Floats, target: Whole) -> dict[int, int]:
    """Who goes to bring whom back: for some own ships the places of those in `friends`, one for each at most.

    Args:
        board: the battle.
        ours: rows of own ships.
        friends: rows of those to be brought back.
        turns: of sailing from each own ship to each enemy, and behind these to each such friend.
        target: the enemy that each own ship makes for, among the former.
    """
    found: dict[int, int] = {}
    enemies = turns.shape[1] - len(friends)
    for place in range(len(friends)):
        way = np.array(
            [
                turns[n, enemies + place] if n not in found and _free(board, row) else np.inf
                for n, row in enumerate(ours)
            ]
        )
        n = int(way.argmin())
        soon = way[n] < _SOON and way[n] < turns[n, target[n]] + 1
        if np.isfinite(way[n]) and (soon or board.state.turn + way[n] >= board.state.turns):
            found[n] = place
    return found


def _free(board: Board, row: int) -> bool:
    """Whether nothing keeps a ship from it."""
    return not board.settled[row]
