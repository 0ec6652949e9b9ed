"""What two ships may expect of each other in the turns to come, if both sail as well as they can and alone.

A game of its own, small enough to be looked through: how they lie to each other and to the wind is all there is to it.
"""

from functools import cache

import numpy as np

from tabletop.games.decks_of_glory.tables import IRONS, WIND_TURNS
from tabletop.geometry.hexgrid import SIDES, Hex, angle, distance
from tabletop.players.decks_of_glory.gunnery import EXPECTED, Piece
from tabletop.players.decks_of_glory.many_bearings import KINDS, Floats, Ints, bearing_at, ends

REACHED = 6
"""Hexes beyond which two ships expect nothing of each other."""
TURNS = 6
"""How many turns are looked through."""
LATER = 0.7
"""What a turn later counts."""

_EDGE = REACHED + 1
_EXPECTED = np.array([0.0, *(EXPECTED[kind] for kind in KINDS[1:])])


def prospect(one: Piece, foe: Piece, wind: int) -> float:
    """Hits given less hits taken, each later turn counting less; 0 for those far from each other."""
    q, r = foe.at[0] - one.at[0], foe.at[1] - one.at[1]
    if distance((0, 0), (q, r)) > REACHED:
        return 0.0
    return float(_expected(TURNS)[one.facing, q + _EDGE, r + _EDGE, foe.facing, wind])


def prospects(facing: Ints, apart: Ints, faces: Ints, wind: Ints) -> Floats:
    """The same of many ships, each against one at so many hexes that faces so."""
    return _of(_expected(TURNS), facing, apart, faces, wind)


def _of(table: Floats, facing: Ints, apart: Ints, faces: Ints, wind: Ints) -> Floats:
    q, r = np.moveaxis(np.clip(apart, -_EDGE, _EDGE) + _EDGE, -1, 0)
    return np.asarray(table[facing, q, r, faces, wind])


@cache
def _expected(turns: int) -> Floats:
    """By facing, hexes to the other, his facing and the wind; 0 at the edge and in one hex."""
    found = np.zeros((SIDES, 2 * _EDGE + 1, 2 * _EDGE + 1, SIDES, SIDES))
    if turns == 0:
        return found
    near = _near()
    met = np.array([[_met(turns, faces, wind) for wind in range(SIDES)] for faces in range(SIDES)])
    blown = np.mean([np.roll(met, -by, axis=1) for by in WIND_TURNS.values()], axis=0).round(6)
    for facing in range(SIDES):
        for q, r in near:
            place = near.index(_seen_from(facing, (q, r)))
            found[facing, q + _EDGE, r + _EDGE] = np.roll(blown[:, :, place], (facing, facing), axis=(0, 1))
    return found


def _near() -> list[Hex]:
    """The hexes that are reached from the middle."""
    across = range(-REACHED, REACHED + 1)
    return [(q, r) for q in across for r in across if 0 < distance((0, 0), (q, r)) <= REACHED]


def _seen_from(facing: int, at: Hex) -> Hex:
    """Where a hex lies from a ship in the middle if her bow is turned up."""
    q, r = at
    for _ in range(facing):
        q, r = q + r, -q  # one hex side counter-clockwise
    return q, r


def _met(turns: int, faces: int, wind: int) -> Floats:
    """Of a ship in the middle with her bow up, and one in each of the hexes near; either may move first."""
    found = [_sailed(turns, ours, theirs, wind) for ours in _able(0, wind) for theirs in _able(faces, wind)]
    return np.asarray(np.mean(found, axis=0))


def _able(facing: int, wind: int) -> list[Ints]:
    """The ends of a move, in irons of either colour that may be drawn."""
    able = ends(facing, wind)
    return [able[:1], able] if angle(facing, wind) == IRONS else [able]


def _sailed(turns: int, ours: Ints, theirs: Ints, wind: int) -> Floats:
    apart = np.array(_near())[:, None, None] + theirs[None, None, :, :2] - ours[None, :, None, :2]
    lies, facing = ours[:, None, 2], theirs[:, 2]
    hits = _EXPECTED[bearing_at(lies, apart, facing)] - _EXPECTED[bearing_at(facing, -apart, lies)]
    hits += LATER * _of(_expected(turns - 1), lies, apart, facing, np.array(wind))
    return np.asarray((hits.max(axis=1).min(axis=1) + hits.min(axis=2).max(axis=1)) / 2)
