"""In which order the ships of a side move: whoever lies in a friend's way goes first."""

import numpy as np

from tabletop.players.ships_of_the_line.situation import Situation

_AHEAD = (0.3, 5.0)
"""UM ahead of a ship within which a friend is in her way."""
_ABREAST = 0.45
"""UM to either hand."""


def in_turn(now: Situation, keys: list[str]) -> list[str]:
    """Ships in the order in which they should move."""
    left, found = [now.board.row[key] for key in keys], list[str]()
    while left:
        row, passed = left[0], set[int]()
        while row not in passed:
            passed.add(row)
            ahead = _in_the_way(now, row, left)
            row = row if ahead is None else ahead
        left.remove(row)
        found.append(now.board.keys[row])
    return found


def _in_the_way(now: Situation, row: int, others: list[int]) -> int | None:
    """The nearest of some ships right ahead of another."""
    board = now.board
    s, c = np.sin(np.radians(board.pose[row, 2])), np.cos(np.radians(board.pose[row, 2]))
    east, north = (board.middle[others] - board.middle[row]).T
    ahead, abeam = np.round(east * s + north * c, 6), np.abs(east * c - north * s)
    some = np.nonzero((ahead > _AHEAD[0]) & (ahead < _AHEAD[1]) & (abeam < _ABREAST))[0]
    return others[int(some[ahead[some].argmin()])] if len(some) else None
