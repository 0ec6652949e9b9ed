"""What a ship's place is worth when her move has ended: fire given and taken, footing, and the way to her target."""

import numpy as np

from tabletop.players.ships_of_the_line import boarders
from tabletop.players.ships_of_the_line.gunnery import (
    Bools,
    Floats,
    Hulls,
    Whole,
    alike,
    distances,
    losses,
    rough_distances,
)
from tabletop.players.ships_of_the_line.situation import Situation

_REACH = 1.3
"""UM beyond the template at which middles may lie of hulls within it."""
_SECOND = (0.8, 0.4)
"""Part that the poorer broadside counts for, of a fresh and of an exhausted crew."""
_ALSO = 0.25
"""Part that another enemy before the same broadside adds."""
_FAR = 40.0
"""Turns beyond which no way is longer."""


class Fire:
    """Fire to be expected at each of many poses of one ship, in victory points.

    Attributes:
        dealt: by each broadside.
        taken: from all enemies.
        masked: of friends, whose fields she would close.
    """

    def __init__(self, count: int) -> None:
        self.dealt, self.taken, self.masked = np.zeros((count, 2)), np.zeros(count), np.zeros(count)


def assessed(now: Situation, row: int, ends: Floats, stops: Bools) -> Floats:
    """What each pose is worth to a ship, higher is better; rounded, so that it is the same everywhere."""
    found = fought(now, row, ends) + footing(now, row, ends, stops) + passage(now, row, ends, stops)
    return np.round(found + boarders.prospects(now, row, _hulls(now, row, ends)), 6)


def _hulls(now: Situation, row: int, ends: Floats) -> Hulls:
    return alike(ends, now.board.hulls.length[row], now.board.hulls.beam[row])


def fought(now: Situation, row: int, ends: Floats) -> Floats:
    """Fire given less fire taken."""
    board, doctrine = now.board, now.doctrine
    own, fire = _hulls(now, row, ends), Fire(len(ends))
    _among_settled(now, row, own, fire)
    _against_open(now, row, own, fire)
    second = _SECOND[int(board.fatigue[row] >= board.stamina[row])]
    given = fire.dealt.max(axis=1) + second * fire.dealt.min(axis=1)
    found: Floats = given - doctrine.risk * fire.taken - doctrine.masking * fire.masked
    return found


def _near(now: Situation, row: int, own: Hulls) -> tuple[Whole, Whole, Whole]:
    """Settled hulls that may matter, and the pairs of a pose and one of them within reach of guns."""
    board = now.board
    others = now.settled.copy()
    others[row] = False
    far = np.hypot(*(board.middle - board.middle[row]).T)
    rows = np.nonzero(others & (far < board.profile.long + 6.5))[0]
    apart = np.hypot(*np.moveaxis(own.middles()[:, None] - board.middle[rows][None], -1, 0))
    pose, place = np.nonzero(apart <= board.profile.long + _REACH)
    return rows, pose, place


def _among_settled(now: Situation, row: int, own: Hulls, fire: Fire) -> None:
    """Of hulls that lie still a broadside can be fired at the nearest in its field alone."""
    board = now.board
    rows, pose, place = _near(now, row, own)
    if not len(pose):
        return
    other = rows[place]
    mine, theirs = own.rows(pose), board.hulls.rows(other)
    given, taken = distances(mine, theirs, board.profile), distances(theirs, mine, board.profile)
    nearest, value = board.prey
    for flank in range(2):
        _aim(now, row, own, fire, flank, (rows, pose, place, given[:, flank]))
        hit = np.nonzero(np.isfinite(taken[:, flank]) & (taken[:, flank] <= nearest[other, flank]))[0]
        if not len(hit):
            continue
        at, by = pose[hit], other[hit]
        lost = losses(flank, taken[hit, flank], board.power[by], theirs.rows(hit), mine.rows(hit), board.profile)
        hostile = ~board.mine[by]
        hurt = board.ready[by, flank] * (lost * now.worth[row] + _alarm(now, row) * (lost > 0))
        np.add.at(fire.taken, at, np.where(hostile, hurt, 0))
        np.add.at(fire.masked, at, np.where(hostile, 0, value[by, flank]))


def _alarm(now: Situation, row: int) -> float:
    """What it costs a ship in her sinking zone to be hit at all."""
    return now.doctrine.rescue * bool(now.board.in_zone[row])


def _aim(
    now: Situation, row: int, own: Hulls, fire: Fire, flank: int, seen: tuple[Whole, Whole, Whole, Floats]
) -> None:
    """What the nearest before a broadside would suffer, pose by pose."""
    board, (rows, pose, place, far) = now.board, seen
    table = np.full((len(own.pose), len(rows)), np.inf)
    table[pose, place] = far
    first = table.argmin(axis=1)
    aim = rows[first]
    power = np.broadcast_to(board.power[row], (len(aim), board.power.shape[1]))
    lost = losses(flank, table[np.arange(len(aim)), first], power, own, board.hulls.rows(aim), board.profile)
    gain = lost * now.worth[aim] + now.doctrine.finish * (board.in_zone[aim] & (lost > 0))
    hostile = ~board.mine[aim] & board.fit[aim]
    fire.dealt[:, flank] = np.where(hostile, gain, 0) * board.ready[row, flank]


def _against_open(now: Situation, row: int, own: Hulls, fire: Fire) -> None:
    """Fire with enemies who will still choose their place, each expected to make the best of hers."""
    board = now.board
    soft = np.zeros((len(own.pose), 2))
    for foe in now.open:
        if np.hypot(*(board.middle[foe] - board.middle[row])) > board.profile.long + 9.5:
            continue
        gain, hurt = _exchange(now, row, foe, own)
        likely = _leaning(now, foe, hurt - _COUNTER * (gain[0] + gain[1]))
        fire.taken += (hurt * likely).sum(axis=1) * _share(now, foe)
        for flank in range(2):
            got = (gain[flank] * likely).sum(axis=1)
            soft[:, flank] = np.maximum(soft[:, flank], got) + _ALSO * np.minimum(soft[:, flank], got)
    fire.dealt = np.maximum(fire.dealt, soft)


def _exchange(now: Situation, row: int, foe: int, own: Hulls) -> tuple[tuple[Floats, Floats], Floats]:
    """By own pose and pose of an enemy: what each own broadside gains, and what hers cost."""
    board, poses = now.board, now.guess(foe).poses
    count, answers = len(own.pose), len(poses)
    pose, place = np.divmod(np.arange(count * answers), answers)
    hers = alike(poses, board.hulls.length[foe], board.hulls.beam[foe]).rows(place)
    mine = own.rows(pose)
    at_her, at_me = rough_distances(mine, hers, board.profile), rough_distances(hers, mine, board.profile)
    touching = np.where(np.minimum(at_her, at_me).min(axis=1) < _TOUCH, _JAMMED, 1.0)
    gains, hurt = list[Floats](), np.zeros(len(pose))
    for flank in range(2):
        power = np.broadcast_to(board.power[row], (len(pose), board.power.shape[1]))
        lost = losses(flank, at_her[:, flank], power, mine, hers, board.profile) * touching
        gain = lost * now.worth[foe] + now.doctrine.finish * (bool(board.in_zone[foe]) & (lost > 0))
        gains.append((gain * board.ready[row, flank]).reshape(count, answers))
        power = np.broadcast_to(board.power[foe], (len(pose), board.power.shape[1]))
        suffered = losses(flank, at_me[:, flank], power, hers, mine, board.profile) * touching
        hurt += board.ready[foe, flank] * (suffered * now.worth[row] + _alarm(now, row) * (suffered > 0))
    return (gains[0], gains[1]), hurt.reshape(count, answers)


_TOUCH = 0.02
"""UM; hulls as near as this have met on the way."""
_JAMMED = 0.3
"""How much of a place is left that two hulls cannot both have."""
_COUNTER = 0.9
"""How much an enemy minds what she suffers, against what she deals."""


def _leaning(now: Situation, foe: int, hers: Floats) -> Floats:
    """How likely each of an enemy's poses is at each of the own: the better for her, the likelier."""
    lean = np.log(now.guess(foe).chance)[None] + now.doctrine.cunning * _share(now, foe) * hers
    lean = np.exp(lean - lean.max(axis=1, keepdims=True))
    found: Floats = lean / lean.sum(axis=1, keepdims=True)
    return found


def _share(now: Situation, foe: int) -> float:
    """How much of an enemy's attention one ship gets: each of her broadsides is fired at one alone."""
    board = now.board
    near = (np.hypot(*(board.middle - board.middle[foe]).T) < 6) & board.mine & board.fit
    return 1.0 / (1 + 0.35 * max(0, int(near.sum()) - 1))


def footing(now: Situation, row: int, ends: Floats, stops: Bools) -> Floats:
    """How she can go on from there: way, irons, the edge of the map."""
    doctrine, weather, sea = now.doctrine, now.weather, now.state.sea
    ahead = weather.points(ends[:, 2], now.board.rig[row], stops)
    found = doctrine.way * ahead - doctrine.stopped * stops - doctrine.irons * (weather.percent(ends[:, 2]) == 0)
    east, north = _hulls(now, row, ends).middles().T
    off = np.minimum(np.minimum(east - sea.west, sea.east - east), np.minimum(north - sea.south, sea.north - north))
    worth: Floats = found - 8.0 * (off < 2)
    return worth


def passage(now: Situation, row: int, ends: Floats, stops: Bools) -> Floats:
    """How far it still is to her target; for a ship that is done for, how far she has come away."""
    plan = now.plan
    away = _clear(now, row, ends)
    if away is not None:
        return _OFF * np.minimum(away, _OUT_OF_THE_WAY)
    if row not in plan.target:
        return np.zeros(len(ends))
    turns = now.weather.turns(ends, plan.aims, now.board.rig[row], stops)
    nearest = turns.min(axis=1)
    way = 0.75 * turns[:, plan.target[row]] + 0.25 * nearest if now.doctrine.concentrates else nearest
    found: Floats = -now.doctrine.approach * np.minimum(way, _FAR)
    return found


_OFF = 0.6
"""Victory points that a UM between a ship that keeps out of the fight and the nearest enemy is worth."""
_OUT_OF_THE_WAY = 8.0
"""UM; farther off she is not safer."""


def _clear(now: Situation, row: int, ends: Floats) -> Floats | None:
    """How far from the nearest enemy each pose is: for a prize, and a hurt ship whom this move takes out of gunshot."""
    board, profile = now.board, now.board.profile
    hurt = now.doctrine.husbands and board.in_zone[row] and len(now.foes) > 1
    if not now.foes or not (hurt or not board.fit[row]):
        return None
    way = _hulls(now, row, ends).middles()[:, None] - board.middle[now.foes][None]
    far = np.hypot(way[..., 0], way[..., 1])
    nearest: Floats = far.min(axis=1)
    if not board.fit[row]:
        return nearest
    dice = board.dice[now.foes]
    gunshot = np.where(dice >= 3, profile.long, np.where(dice == 2, profile.medium, profile.point_blank)) + 0.6
    return nearest if bool((far > gunshot[None]).all(axis=1).any()) else None
