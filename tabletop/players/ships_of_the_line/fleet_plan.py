"""The plan of a fleet: whom each ship makes for, so that a few enemies face many, and who keeps out of the fire."""

from typing import NamedTuple

import numpy as np

from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.ship import enemy_of
from tabletop.players.ships_of_the_line import salvage
from tabletop.players.ships_of_the_line.board import STAKE, Board
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.gunnery import Floats, Whole
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
_CALLED = 2.0
"""Turns of sailing that a friend's call for help is worth."""
_NEAR = 4.0
"""Turns; farther ships do not count as company for a target."""
_LAST_PART = 0.5
"""Part of the sinking zone that no ship outlives for long."""
_AHEAD, _BEHIND = 1.15, 0.6
"""By so much sooner a fleet withdraws that leads on points, and by so much later one that is behind."""
_HOPELESS, _UNLIKELY = 0.02, 0.2
"""Part of all strength left, for each ship and one more, with which nothing can be won any more: among many, luck evens
out. And the most of it."""
_GUNS = 4.0
"""Dice of a ship that counts as one."""


class FleetPlan(NamedTuple):
    """What the admiral wants.

    Attributes:
        aims: a place to steer for, for each enemy, and behind these for each own ship that has struck.
        foes: the enemies, by their rows.
        friends: those own ships, by their rows.
        target: for each own ship the place of hers in `aims`.
        odds: own strength as a part of all that is left.
        withdraws: the fleet saves its ships.
        hopeless: it has next to nothing left, and is behind by more than that could still win.
        flees: it has lost already, and no more to lose by leaving the map.
    """

    aims: Floats
    foes: list[int]
    friends: list[int]
    target: dict[int, int]
    odds: float
    hopeless: bool
    withdraws: bool
    flees: bool


def plan(board: Board, weather: Weather, doctrine: Doctrine) -> FleetPlan:
    """Whom each own ship makes for now."""
    foes, ours = board.foes(), board.friends()
    poses = np.array([bound_for(board, row, weather) for row in foes]).reshape(-1, 3)
    ahead = np.radians(poses[:, 2])
    astern = _ASTERN if doctrine.concentrates else -_ASTERN
    aims = poses[:, :2] - astern * np.stack([np.sin(ahead), np.cos(ahead)], axis=1)
    odds, lead = _odds(board, ours, foes), _lead(board)
    if not foes or not ours:
        return FleetPlan(aims, foes, [], {}, odds, hopeless=False, withdraws=False, flees=False)
    friends = salvage.lost_friends(board) if doctrine.salvages else []
    aims = np.concatenate([aims, board.middle[friends]])
    turns = np.concatenate([_turns(board, row, aims, weather) for row in ours])
    enemies = turns[:, : len(foes)]
    dear = enemies + _rallied(board, foes, doctrine)
    target = _shared(board, ours, foes, enemies, dear) if doctrine.concentrates else dear.argmin(axis=1)
    aimed = {row: int(one) for row, one in zip(ours, target, strict=True)}
    for n, place in salvage.sent(board, ours, friends, turns, target).items():
        aimed[ours[n]] = len(foes) + place
    patience = _AHEAD if lead > 0 else _BEHIND if lead < 0 else 1.0
    withdraws = odds < patience * doctrine.withdraws
    hopeless = odds < min(_UNLIKELY, _HOPELESS * (len(ours) + 1)) and lead + STAKE * len(ours) < 0
    return FleetPlan(aims, foes, friends, aimed, odds, hopeless, withdraws, withdraws and lead < 0)


def stands(board: Board) -> float:
    """The lead in victory points, with those of the ships that a side loses more than the other if all fight it out."""
    ours, foes = board.friends(), board.foes()
    return round(_lead(board) + STAKE * (len(ours) + len(foes)) * (_odds(board, ours, foes) - 0.5), 6)


def _lead(board: Board) -> int:
    points = victory.total_points(board.state)
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


def _rallied(board: Board, foes: list[int], doctrine: Doctrine) -> Floats:
    """Turns by which each enemy is dearer who does not beset the friend that has called for help."""
    if doctrine.rallies not in board.row:
        return np.zeros(len(foes))
    east, north = (board.middle[foes] - board.middle[board.row[doctrine.rallies]]).T
    return np.where(np.hypot(east, north) > _BESIDE, _CALLED, 0.0)


def _shared(board: Board, ours: list[int], foes: list[int], turns: Floats, dear: Floats) -> Whole:
    """A target for each own ship: soon reached, hurt rather than fresh, and no more of them than it takes."""
    firm = np.maximum(0, board.hull - board.zone) / np.maximum(1, board.full - board.zone)
    place = board.middle[foes]
    beside = (np.hypot(*np.moveaxis(place[:, None] - place[None], -1, 0)) < _BESIDE).sum(axis=1) - 1
    dear = dear - _HURT * (1 - firm[foes])[None] + _COMPANY * beside[None]
    guns, needed = board.dice[ours] / _GUNS, np.maximum(1.0, board.dice[foes] / _GUNS + 0.8)
    load, target = np.zeros(len(foes)), np.zeros(len(ours), np.intp)
    for n in np.argsort(np.round(turns.min(axis=1), 6), kind="stable"):
        crowded = np.maximum(0, load + guns[n] - needed - 0.8) * _CROWD
        target[n] = int(np.argmin(np.round(dear[n] + crowded, 6)))
        load[target[n]] += guns[n] if turns[n, target[n]] < _NEAR else 0
    return target
