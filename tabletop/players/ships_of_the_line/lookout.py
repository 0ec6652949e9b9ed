"""Where enemies who have not moved yet may lie when the guns speak."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.players.ships_of_the_line.board import Board
from tabletop.players.ships_of_the_line.gunnery import Floats, Whole
from tabletop.players.ships_of_the_line.sailing_plans import laid, templates
from tabletop.players.ships_of_the_line.seamanship import Weather

FEW = 16
"""Poses that are weighed of an enemy where there are many own ones."""
MANY = 180
"""The same where there are few, at least."""
_GRID = (0.5, 15.0)
"""UM and degrees; poses nearer to each other than about so much are one."""
_TURNED = 60.0
"""Degrees of turning by which a move becomes less likely by a factor of e."""
_SLOW = 0.4
"""How likely a ship is to leave points unused, against one that does not."""


class Guess(NamedTuple):
    """Poses that a ship may come to, and how likely each is before her own interest is asked."""

    poses: Floats
    chance: Floats
    place: Whole
    """Of each among all that were looked at."""


def guess(board: Board, row: int, weather: Weather, most: int) -> Guess:
    """At most so many places where a ship may go; where she lies, if she cannot or has moved."""
    here = Guess(board.pose[row : row + 1], np.ones(1), np.zeros(1, np.intp))
    key = board.keys[row]
    if board.settled[row] or (points := compute_allowance(board.state, key).points) <= 0:
        return here
    ends, spent = _ends(points, sailing.is_stopped(board.state, key))
    poses = laid(ends, *board.pose[row])
    some = np.nonzero(weather.percent(poses[:, 2]) > 0)[0]
    some = some[:: max(1, -(-len(some) // most))]
    if not len(some):
        return here
    turned = np.abs((ends[some, 2] + 180) % 360 - 180)
    chance = np.round(np.exp(-turned / _TURNED) * np.where(spent[some] >= points - 1, 1.0, _SLOW), 9)
    return Guess(poses[some], chance / chance.sum(), np.arange(len(some)))


@lru_cache(maxsize=64)
def _ends(points: int, stopped: bool) -> tuple[Floats, Whole]:
    """Where templates end and what they spend, one for each place and heading that differ, the longest first."""
    plans = templates(points, stopped)
    order = np.argsort(-plans.spent, kind="stable")
    cells = np.round(plans.ends[order] / np.array([_GRID[0], _GRID[0], _GRID[1]])).astype(int)
    _, first = np.unique(cells, axis=0, return_index=True)
    kept = order[np.sort(first)]
    return plans.ends[kept], plans.spent[kept]


def thinned(guess: Guess) -> Guess:
    """Every so manieth of the poses, the likelier ones first."""
    if len(guess.chance) <= FEW:
        return guess
    likely = np.argsort(-guess.chance, kind="stable")
    some = likely[:: -(-len(likely) // FEW)]
    return Guess(guess.poses[some], guess.chance[some] / guess.chance[some].sum(), some)


def bound_for(board: Board, row: int, weather: Weather) -> Floats:
    """Where a ship lies after a move straight on: her stern point and heading."""
    pose: Floats = board.pose[row].copy()
    if not board.settled[row]:
        ahead = np.radians(pose[2])
        run = weather.points(pose[2:], board.rig[row], np.zeros(1, bool))[0]
        pose[:2] += run * np.array([np.sin(ahead), np.cos(ahead)])
    return pose
