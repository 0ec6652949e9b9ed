"""The plan of a fleet: whom each ship makes for, so that a few enemies face many, and who keeps out of the fire."""

from typing import NamedTuple

import numpy as np

from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.sides import enemy_of
from tabletop.players.ships_of_the_line.board import STAKE, Board
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.gunnery import Floats
from tabletop.players.ships_of_the_line.lookout import bound_for
from tabletop.players.ships_of_the_line.seamanship import Weather

_ASTERN = 0.5
"""UM astern of where an enemy will be: the place to steer for."""
_HURT = 1.5
"""Turns of sailing that a ship hurt to her sinking zone is worth going out of the way."""
_COMPANY = 0.12
"""Turns that each friend beside an enemy makes him dearer."""
_CROWD = 1.5
"""Turns that each ship too many on one enemy makes him dearer."""
_BESIDE = 3.0
"""UM; so near each other enemies support each other."""
_NEAR = 4.0
"""Turns; farther ships do not count as company for a target."""
_LAST_PART = 0.5
"""Part of the sinking zone that no ship outlives for long."""
_AHEAD, _BEHIND = 1.15, 0.6
"""By so much sooner a fleet withdraws that leads on points, and by so much later one that is behind."""
_GUNS = 4.0
"""Dice of a ship that counts as one."""


class FleetPlan(NamedTuple):
    """What the admiral wants.

    Attributes:
        aims: a place to steer for, for each enemy.
        foes: the enemies, by their rows.
        target: for each own ship the place of hers in `foes`.
        withdraws: the fleet saves its ships.
        flees: it has lost already, and no more to lose by leaving the map.
    """

    aims: Floats
    foes: list[int]
    target: dict[int, int]
    withdraws: bool
    flees: bool


def plan(board: Board, weather: Weather, doctrine: Doctrine) -> FleetPlan:
    """Whom each own ship makes for now."""
    foes, ours = board.foes(), board.friends()
    poses = np.array([bound_for(board, row, weather) for row in foes]).reshape(-1, 3)
    ahead = np.radians(poses[:, 2])
    astern = _ASTERN if doctrine.concentrates else -_ASTERN
    aims = poses[:, :2] - astern * np.stack([np.sin(ahead), np.cos(ahead)], axis=1)
    if not foes or not ours:
        return FleetPlan(aims, foes, {}, withdraws=False, flees=False)
    turns = np.concatenate([_turns(board, row, aims, weather) for row in ours])
    target = _shared(board, ours, foes, turns) if doctrine.concentrates else turns.argmin(axis=1)
    aimed = {row: int(one) for row, one in zip(ours, target, strict=True)}
    lead = _lead(board)
    patience = _AHEAD if lead > 0 else _BEHIND if lead < 0 else 1.0
    withdraws = _odds(board, ours, foes) < patience * doctrine.withdraws
    return FleetPlan(aims, foes, aimed, withdraws, withdraws and lead < 0)


def stands(board: Board) -> float:
    """The lead in victory points, with those of the ships that a side loses more than the other if all fight it out."""
    ours, foes = board.friends(), board.foes()
    return round(_lead(board) + STAKE * (len(ours) + len(foes)) * (_odds(board, ours, foes) - 0.5), 6)


def _lead(board: Board) -> int:
    points = victory.totals(board.state)
    return points[board.side] - points[enemy_of(board.side)]


def strength(board: Board, rows: list[int]) -> float:
    """Of some ships: guns times what the hulls can still bear."""
    left = board.hull[rows] - _LAST_PART * board.zone[rows]
    return float((board.power[rows, 0] * np.maximum(0, left)).sum())


def _odds(board: Board, ours: list[int], foes: list[int]) -> float:
    """Own strength as a part of all that is left."""
    mine, theirs = strength(board, ours), strength(board, foes)
    return round(mine / max(1e-9, mine + theirs), 6)


def _turns(board: Board, row: int, aims: Floats, weather: Weather) -> Floats:
    stopped = np.array([board.state.ships[board.keys[row]].stopped])
    return weather.turns(board.pose[row : row + 1], aims, board.rig[row], stopped)


def _shared(board: Board, ours: list[int], foes: list[int], turns: Floats) -> Floats:
    """A target for each own ship: soon reached, hurt rather than fresh, and no more of them than it takes."""
    firm = np.maximum(0, board.hull - board.zone) / np.maximum(1, board.full - board.zone)
    place = board.middle[foes]
    beside = (np.hypot(*np.moveaxis(place[:, None] - place[None], -1, 0)) < _BESIDE).sum(axis=1) - 1
    dear = turns - _HURT * (1 - firm[foes])[None] + _COMPANY * beside[None]
    guns, needed = board.dice[ours] / _GUNS, np.maximum(1.0, board.dice[foes] / _GUNS + 0.8)
    load, target = np.zeros(len(foes)), np.zeros(len(ours), int)
    for n in np.argsort(np.round(turns.min(axis=1), 6), kind="stable"):
        crowded = np.maximum(0, load + guns[n] - needed - 0.8) * _CROWD
        target[n] = int(np.argmin(np.round(dear[n] + crowded, 6)))
        load[target[n]] += guns[n] if turns[n, target[n]] < _NEAR else 0
    return target
