"""What ships do to each other by how they lie, and where they can sail, as arrays for many battles at once."""

from functools import cache, lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt

from tabletop.games.decks_of_glory.chapters.sighting import FIELDS
from tabletop.games.decks_of_glory.tables import ACTIONS, IRONS, POINTS, REACH
from tabletop.geometry.hexgrid import SIDES, Hex, ahead, angle, turned
from tabletop.players.decks_of_glory.gunnery import CLOSE, FAR, RAKE, Piece, bearing, loss

NONE = 0
KINDS = ("", FAR, CLOSE, RAKE)
"""Broadsides by number; `NONE` is none."""
EDGE = REACH + 1
"""Hexes beyond which nothing bears."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@cache
def bearings() -> Ints:
    """The number of the broadside by facing, hexes to the target (from -EDGE on, both axes), and its facing."""
    found = np.zeros((SIDES, 2 * EDGE + 1, 2 * EDGE + 1, SIDES), np.int64)
    for facing in range(SIDES):
        firer = Piece((0, 0), facing, 1, 1, free=True)
        for (q, r), faces in ((place, faces) for place in FIELDS[facing] for faces in range(SIDES)):
            kind = bearing(firer, Piece((q, r), faces, 1, 1, free=True))
            found[facing, q + EDGE, r + EDGE, faces] = KINDS.index(kind)
    return found


@cache
def moves() -> Ints:
    """What a ship can come to by facing and wind: hexes from where she lies, and her facing; filled up by staying.

    To stay is the first; in irons she may turn, if her card is red (DOG-13).
    """
    every = [[ends(facing, wind) for wind in range(SIDES)] for facing in range(SIDES)]
    most = max(len(one) for one in chain.from_iterable(every))
    found = np.zeros((SIDES, SIDES, most, 3), np.int64)
    for facing, row in enumerate(every):
        found[facing, :, :, 2] = facing
        for wind, able in enumerate(row):
            found[facing, wind, : len(able)] = able
    return found


def ends(facing: int, wind: int) -> Ints:
    """The same, a row each."""
    if angle(facing, wind) == IRONS:
        return np.array([(0, 0, turned(facing, by)) for by in (0, 1, SIDES - 1)])
    return np.array([(q, r, faces) for (q, r), faces in reach((0, 0), facing, wind)])


@cache
def losses() -> Floats:
    """What a broadside is worth by its number, and the strength and the points of whom it hits."""
    most = max(POINTS.values()) + 1
    found = np.zeros((len(KINDS), most, most))
    for number, kind in enumerate(KINDS[1:], 1):
        for points in POINTS.values():
            found[number, : points + 1, points] = [loss(strength, points, (kind,)) for strength in range(points + 1)]
    return found


def bearing_at(facing: Ints, apart: Ints, faces: Ints) -> Ints:
    """The number of the broadside of ships, each at one at so many hexes that faces so."""
    q, r = np.moveaxis(np.clip(apart, -EDGE, EDGE) + EDGE, -1, 0)
    return np.asarray(bearings()[facing, q, r, faces])


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
