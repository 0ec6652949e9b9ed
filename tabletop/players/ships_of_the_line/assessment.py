"""What a ship's place is worth when her move has ended: fire given and taken, footing, and the way to her target."""

import numpy as np

from tabletop.players.ships_of_the_line import boarders, gunnery, hazards, salvage
from tabletop.players.ships_of_the_line.situation import Look, Situation

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
        support: of friends at enemies whom she draws before their guns.
    """

    def __init__(self, count: int) -> None:
        self.dealt, self.taken = np.zeros((count, 2)), np.zeros(count)
        self.masked, self.support = np.zeros(count), np.zeros(count)


def assessed(now: Situation, row: int, ends: gunnery.Floats, stops: gunnery.Bools, look: Look) -> gunnery.Floats:
    """What each pose is worth to a ship, higher is better; rounded, so that it is the same everywhere."""
    hulls = _hulls(now, row, ends)
    found = boarders.prospects(now, row, hulls) + passage(now, row, ends, stops)
    if now.doctrine.salvages:
        found += salvage.alongside(now.board, row, hulls)
    if not (now.doctrine.salvages and now.state.turn >= now.state.turns):
        found -= now.doctrine.risk * hazards.shelled(now, row, hulls)
        found += fought(now, row, ends, look) + footing(now, row, ends, stops)
    return np.round(found, 6)


def _hulls(now: Situation, row: int, ends: gunnery.Floats) -> gunnery.Hulls:
    return gunnery.alike(ends, now.board.hulls.length[row], now.board.hulls.beam[row])


def fought(now: Situation, row: int, ends: gunnery.Floats, look: Look) -> gunnery.Floats:
    """Fire given less fire taken."""
    board, doctrine = now.board, now.doctrine
    own, fire = _hulls(now, row, ends), Fire(len(ends))
    _among_settled(now, row, own, fire, look)
    _against_open(now, row, own, fire, look)
    second = _SECOND[int(board.fatigue[row] >= board.stamina[row])]
    given = fire.dealt.max(axis=1) + second * fire.dealt.min(axis=1)
    found: gunnery.Floats = given + fire.support - doctrine.risk * fire.taken - doctrine.masking * fire.masked
    return found


def _near(now: Situation, row: int, own: gunnery.Hulls) -> tuple[gunnery.Whole, gunnery.Whole, gunnery.Whole]:
    """Settled hulls that may matter, and the pairs of a pose and one of them within reach of guns."""
    board = now.board
    others = now.settled.copy()
    others[row] = False
    far = np.hypot(*(board.middle - board.middle[row]).T)
    rows = np.nonzero(others & (far < board.profile.long + 6.5))[0]
    apart = np.hypot(*np.moveaxis(own.middles()[:, None] - board.middle[rows][None], -1, 0))
    pose, place = np.nonzero(apart <= board.profile.long + _REACH)
    return rows, pose, place


def _among_settled(now: Situation, row: int, own: gunnery.Hulls, fire: Fire, look: Look) -> None:
    """Of hulls that lie still a broadside can be fired at the nearest in its field alone."""
    board = now.board
    rows, pose, place = _near(now, row, own)
    if not len(pose):
        return
    other = rows[place]
    mine, theirs = own.rows(pose), board.hulls.rows(other)
    given, taken = board.ranged(look.ranged, mine, theirs), board.ranged(look.ranged, theirs, mine)
    nearest, value = board.prey
    for flank in range(2):
        _aim(now, row, own, fire, flank, (rows, pose, place, given[:, flank]))
        hit = np.nonzero(np.isfinite(taken[:, flank]) & (taken[:, flank] <= nearest[other, flank]))[0]
        if not len(hit):
            continue
        at, by = pose[hit], other[hit]
        lost = gunnery.losses(
            flank, taken[hit, flank], board.power[by], theirs.rows(hit), mine.rows(hit), board.profile
        )
        hostile = ~board.mine[by]
        hurt = board.ready[by, flank] * (lost * now.worth[row] + _alarm(now, row) * (lost > 0))
        np.add.at(fire.taken, at, np.where(hostile, hurt, 0))
        np.add.at(fire.masked, at, np.where(hostile, 0, value[by, flank]))


def _alarm(now: Situation, row: int) -> float:
    """What it costs a ship in her sinking zone to be hit at all."""
    return now.doctrine.rescue * bool(now.board.in_zone[row])


def _aim(
    now: Situation,
    row: int,
    own: gunnery.Hulls,
    fire: Fire,
    flank: int,
    seen: tuple[gunnery.Whole, gunnery.Whole, gunnery.Whole, gunnery.Floats],
) -> None:
    """What the nearest before a broadside would suffer, pose by pose."""
    board, (rows, pose, place, far) = now.board, seen
    table = np.full((len(own.east), len(rows)), np.inf)
    table[pose, place] = far
    first = table.argmin(axis=1)
    aim = rows[first]
    lost = _lost(now, row, flank, table[np.arange(len(aim)), first], (own, board.hulls.rows(aim)))
    gain = lost * now.worth[aim] + now.doctrine.finish * (board.in_zone[aim] & (lost > 0))
    hostile = ~board.mine[aim] & board.fit[aim]
    fire.dealt[:, flank] = np.where(hostile, gain, 0) * board.ready[row, flank]


def _against_open(now: Situation, row: int, own: gunnery.Hulls, fire: Fire, look: Look) -> None:
    """Fire with enemies who will still choose their place, each expected to make the best of hers."""
    soft = np.zeros((len(own.east), 2))
    for foe, guess in look.answers.items():
        gain, hurt = _exchange(now, row, foe, own, guess.poses)
        prey, menace = (one[guess.place][None] for one in now.lot(foe))
        suffered = np.maximum(hurt, prey) + _BOTH * np.minimum(hurt, prey)
        hers = suffered - _COUNTER * (gain[0] + gain[1] + menace)
        likely = _leaning(now, foe, guess.chance, hers)
        fire.taken += (suffered * likely).sum(axis=1) * _share(now, foe)
        fire.support += (menace * likely).sum(axis=1)
        for flank in range(2):
            got = (gain[flank] * likely).sum(axis=1)
            soft[:, flank] = np.maximum(soft[:, flank], got) + _ALSO * np.minimum(soft[:, flank], got)
    fire.dealt = np.maximum(fire.dealt, soft)


def _exchange(
    now: Situation, row: int, foe: int, own: gunnery.Hulls, poses: gunnery.Floats
) -> tuple[tuple[gunnery.Floats, gunnery.Floats], gunnery.Floats]:
    """By own pose and pose of an enemy: what each own broadside gains, and what hers cost."""
    board = now.board
    hers = gunnery.alike(poses, board.hulls.length[foe], board.hulls.beam[foe])
    at_her = board.ranged(gunnery.rough_distances, own.column(), hers)
    at_me = board.ranged(gunnery.rough_distances, hers.column(), own).swapaxes(0, 1)
    near = np.isfinite(np.minimum(at_her, at_me).min(axis=-1))
    touching = np.where(np.minimum(at_her, at_me).min(axis=-1) < _TOUCH, _JAMMED, 1.0)
    pose, place = np.nonzero(near)
    mine, theirs = own.rows(pose), hers.rows(place)
    gains, hurt = list[gunnery.Floats](), np.zeros(near.shape)
    for flank in range(2):
        lost = _lost(now, row, flank, at_her[near, flank], (mine, theirs)) * touching[near]
        gain = np.zeros(near.shape)
        gain[near] = lost * now.worth[foe] + now.doctrine.finish * (bool(board.in_zone[foe]) & (lost > 0))
        gains.append(gain * board.ready[row, flank])
        suffered = _lost(now, foe, flank, at_me[near, flank], (theirs, mine)) * touching[near]
        hurt[near] += board.ready[foe, flank] * (suffered * now.worth[row] + _alarm(now, row) * (suffered > 0))
    return (gains[0], gains[1]), hurt


def _lost(
    now: Situation, row: int, flank: int, far: gunnery.Floats, pairs: tuple[gunnery.Hulls, gunnery.Hulls]
) -> gunnery.Floats:
    """What a broadside of a ship costs, for pairs of where she lies and where her target does."""
    power = np.broadcast_to(now.board.power[row], (len(far), now.board.power.shape[1]))
    return gunnery.losses(flank, far, power, *pairs, now.board.profile)


_TOUCH = 0.02
"""UM; hulls as near as this have met on the way."""
_JAMMED = 0.3
"""How much of a place is left that two hulls cannot both have."""
_COUNTER = 0.9
"""How much an enemy minds what she suffers, against what she deals."""


_BOTH = 0.5
"""How much of two ships before her an enemy can have at once."""


def _leaning(now: Situation, foe: int, chance: gunnery.Floats, hers: gunnery.Floats) -> gunnery.Floats:
    """How likely each of an enemy's poses is at each of the own: the better for her, the likelier."""
    lean = np.log(chance)[None] + now.doctrine.cunning * _share(now, foe) * hers
    lean = np.exp(lean - lean.max(axis=1, keepdims=True))
    found: gunnery.Floats = lean / lean.sum(axis=1, keepdims=True)
    return found


def _share(now: Situation, foe: int) -> float:
    """How much of an enemy's attention one ship gets among those that have yet to move."""
    board = now.board
    near = (np.hypot(*(board.middle - board.middle[foe]).T) < 6) & board.mine & board.fit & ~board.settled
    return 1.0 / (1 + 0.35 * max(0, int(near.sum()) - 1))


_EDGE = 8.0
"""Victory points that a place within 2 UM of the edge of the map costs."""


def footing(now: Situation, row: int, ends: gunnery.Floats, stops: gunnery.Bools) -> gunnery.Floats:
    """How she can go on from there: way, irons, the edge of the map."""
    doctrine, weather, sea = now.doctrine, now.weather, now.state.sea
    ahead = weather.points(ends[:, 2], now.board.rig[row], stops)
    found = doctrine.way * ahead - doctrine.stopped * stops - doctrine.irons * (weather.percent(ends[:, 2]) == 0)
    east, north = _hulls(now, row, ends).middles().T
    off = np.minimum(np.minimum(east - sea.west, sea.east - east), np.minimum(north - sea.south, sea.north - north))
    worth: gunnery.Floats = found - (0.0 if now.plan.flees else _EDGE) * (off < 2)
    return worth


def passage(now: Situation, row: int, ends: gunnery.Floats, stops: gunnery.Bools) -> gunnery.Floats:
    """How far it still is to her target; for a ship that is done for, how far she has come away."""
    plan = now.plan
    away = None if plan.target.get(row, 0) >= len(plan.foes) else _clear(now, row, ends)
    if away is not None:
        run = now.weather.points(ends[:, 2], now.board.rig[row], stops)
        return _OFF * np.minimum(away + run, _OUT_OF_THE_WAY)
    if row not in plan.target:
        return np.zeros(len(ends))
    turns = now.weather.turns(ends, plan.aims, now.board.rig[row], stops)
    nearest = turns[:, : len(plan.foes)].min(axis=1)
    way = 0.75 * turns[:, plan.target[row]] + 0.25 * nearest if now.doctrine.concentrates else nearest
    found: gunnery.Floats = -now.doctrine.approach * np.minimum(way, _FAR)
    return found


_OFF = 0.6
"""Victory points that a UM between a ship that keeps out of the fight and the nearest enemy is worth."""
_OUT_OF_THE_WAY = 20.0
"""UM; farther off she is not safer."""
_PURSUERS = 3
"""So many of the nearest enemies are run from."""


def _clear(now: Situation, row: int, ends: gunnery.Floats) -> gunnery.Floats | None:
    """How far from the nearest enemy each pose is, for a ship that keeps out of the fight; None for others.

    Prizes do, ships of a fleet that withdraws, and hurt ones whom this very move can take out of gunshot.
    """
    board, profile = now.board, now.board.profile
    if not now.foes:
        return None
    way = _hulls(now, row, ends).middles()[:, None] - board.middle[now.foes][None]
    far = np.hypot(way[..., 0], way[..., 1])
    nearest: gunnery.Floats = far.min(axis=1)
    if not board.fit[row]:
        return nearest
    if now.plan.withdraws:
        pursuers: gunnery.Floats = np.sort(far, axis=1)[:, :_PURSUERS].mean(axis=1)
        return pursuers
    dice = board.dice[now.foes]
    gunshot = np.where(dice >= 3, profile.long, np.where(dice == 2, profile.medium, profile.point_blank)) + 0.6
    hurt = now.doctrine.husbands and board.in_zone[row] and len(now.foes) > 1
    return nearest if hurt and bool((far > gunshot[None]).all(axis=1).any()) else None
