"""What two ships may expect of each other in the turns to come, if both sail as well as they can and alone.

A game of its own, small enough to be looked through: how they lie to each other and to the wind is all there is to it.
"""

from functools import cache, lru_cache
from statistics import fmean

from tabletop.games.decks_of_glory.tables import ACTIONS, IRONS, WIND_TURNS
from tabletop.geometry.hexgrid import SIDES, Hex, ahead, angle, distance, turned
from tabletop.players.decks_of_glory.gunnery import EXPECTED, Piece, bearing

REACHED = 6
"""Hexes beyond which two ships expect nothing of each other."""
TURNS = 1
"""How many turns are looked through."""
LATER = 0.7
"""What a turn later counts."""
WINDS = tuple(WIND_TURNS.values())
"""What the wind may do before each turn, each as likely (DOG-9)."""


def prospect(one: Piece, foe: Piece, wind: int) -> float:
    """Hits given less hits taken, each later turn counting less; 0 for those far from each other."""
    if distance(one.at, foe.at) > REACHED:
        return 0.0
    q, r = _seen_from(one.at, one.facing, foe.at)
    facing, blows = (foe.facing - one.facing) % SIDES, (wind - one.facing) % SIDES
    return _of_turns(TURNS, q, r, facing, blows)


def _seen_from(at: Hex, facing: int, other: Hex) -> Hex:
    """Where a hex lies from a ship whose bow is up."""
    q, r = other[0] - at[0], other[1] - at[1]
    for _ in range(facing % SIDES):
        q, r = q + r, -q  # one hex side counter-clockwise
    return q, r


@cache
def _of_turns(turns: int, q: int, r: int, facing: int, wind: int) -> float:
    """Of a ship in the middle with her bow up, and one at a hex that faces so; either may move first."""
    if turns == 0 or not 0 < distance((0, 0), (q, r)) <= REACHED:
        return 0.0
    found = [_under(turns, q, r, facing, turned(wind, by)) for by in WINDS]
    return round(fmean(found), 6)


def _under(turns: int, q: int, r: int, facing: int, wind: int) -> float:
    ours = [Piece(at, faces, 1, 1, free=True) for at, faces in reach((0, 0), 0, wind) if at != (q, r)]
    theirs = [Piece(at, faces, 1, 1, free=True) for at, faces in reach((q, r), facing, wind) if at != (0, 0)]
    table = [[_met(turns, one, foe, wind) for foe in theirs] for one in ours]
    second: float = min(max(column) for column in zip(*table, strict=True))
    first = max(min(row) for row in table)
    return (first + second) / 2


def _met(turns: int, one: Piece, foe: Piece, wind: int) -> float:
    if one.at == foe.at:
        return 0.0
    hits = _hits(one, foe) - _hits(foe, one)
    (q, r), facing = _seen_from(one.at, one.facing, foe.at), (foe.facing - one.facing) % SIDES
    return hits + LATER * _of_turns(turns - 1, q, r, facing, (wind - one.facing) % SIDES)


def _hits(one: Piece, foe: Piece) -> float:
    kind = bearing(one, foe)
    return EXPECTED[kind] if kind else 0.0


@lru_cache(maxsize=1 << 14)
def reach(at: Hex, facing: int, wind: int) -> tuple[tuple[Hex, int], ...]:
    """Where a ship can lie after her move on a free sea, where she lies now being the first (DOG-12, DOG-13)."""
    found: dict[tuple[Hex, int], None] = {(at, facing): None}
    edge = [(at, facing)]
    for _ in range(ACTIONS[angle(facing, wind)]):
        edge = [end for place, faces in edge for end in _acted(place, faces, wind)]
        found |= dict.fromkeys(edge)
    return tuple(found)


def _acted(at: Hex, facing: int, wind: int) -> tuple[tuple[Hex, int], ...]:
    """After one action more; in irons there is none."""
    if angle(facing, wind) == IRONS:
        return ()
    return (ahead(at, facing), facing), (at, turned(facing, 1)), (at, turned(facing, SIDES - 1))
