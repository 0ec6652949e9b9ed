"""Where enemies who have not moved yet may lie when the guns speak."""

from typing import NamedTuple

import numpy as np

from tabletop.games.ships_of_the_line.chapters import headway
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.players.ships_of_the_line.board import Board
from tabletop.players.ships_of_the_line.gunnery import Floats
from tabletop.players.ships_of_the_line.sailing_plans import coarse, laid
from tabletop.players.ships_of_the_line.seamanship import Weather

MOST = 40
"""Poses that are weighed of an enemy at most."""
_TURNED = 60.0
"""Degrees of turning by which a move becomes less likely by a factor of e."""
_SLOW = 0.4
"""How likely a ship is to leave points unused, against one that does not."""


class Guess(NamedTuple):
    """Poses that a ship may come to, and how likely each is before her own interest is asked."""

    poses: Floats
    chance: Floats


def guess(board: Board, row: int, weather: Weather) -> Guess:
    """Where a ship may go; where she lies, if she cannot or has moved."""
    here = Guess(board.hulls.pose[row : row + 1], np.ones(1))
    key = board.keys[row]
    if board.settled[row] or (points := allowance(board.state, key).points) <= 0:
        return here
    plans = coarse(points, headway.lies_stopped(board.state, key))
    poses = laid(plans.ends, *board.hulls.pose[row])
    some = np.nonzero(weather.percent(poses[:, 2]) > 0)[0]
    if not len(some):
        return here
    turned = np.abs((plans.ends[some, 2] + 180) % 360 - 180)
    chance = np.round(np.exp(-turned / _TURNED) * np.where(plans.spent[some] >= points - 1, 1.0, _SLOW), 9)
    if len(some) > MOST:
        likely = np.argsort(-chance, kind="stable")[:: max(1, len(some) // MOST)]
        some, chance = some[likely], chance[likely]
    return Guess(poses[some], chance / chance.sum())


def bound_for(board: Board, row: int, weather: Weather) -> Floats:
    """Where a ship lies after a move straight on: her stern point and heading."""
    pose: Floats = board.hulls.pose[row].copy()
    if not board.settled[row]:
        ahead = np.radians(pose[2])
        run = weather.points(pose[2:], board.rig[row], np.zeros(1, bool))[0]
        pose[:2] += run * np.array([np.sin(ahead), np.cos(ahead)])
    return pose
