"""What ships do to each other by how they lie, and where they can sail: what the light models look up."""

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from tabletop.games.decks_of_glory.gunnery import FIELDS
from tabletop.games.decks_of_glory.tables import ACTIONS, IRONS, REACH
from tabletop.geometry.hexgrid import SIDES, Hex, angle_between, hex_ahead, turn_direction
from tabletop.players.decks_of_glory.gunnery import CLOSE, FAR, RAKE, Piece, bearing

KINDS = ("", FAR, CLOSE, RAKE)
"""Broadsides by number; the first is none."""
EDGE = REACH + 1
"""Hexes beyond which nothing bears."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
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


def ends(facing: int, wind: int) -> Ints:
    """What a ship can come to by facing and wind, a row each: hexes from where she lies, and her facing.

    To stay is the first; in irons she may turn, if her card is red (DOG-13).
    """
    if angle_between(facing, wind) == IRONS:
        return np.array([(0, 0, turn_direction(facing, by)) for by in (0, 1, SIDES - 1)])
    return np.array([(q, r, faces) for (q, r), faces in reach((0, 0), facing, wind)])


def bearing_at(facing: Ints, apart: Ints, faces: Ints) -> Ints:
    """The number of the broadside of ships, each at one at so many hexes that faces so."""
    q, r = np.moveaxis(np.clip(apart, -EDGE, EDGE) + EDGE, -1, 0)
    return np.asarray(bearings()[facing, q, r, faces])


@lru_cache(maxsize=1 << 14)
def reach(at: Hex, facing: int, wind: int) -> tuple[tuple[Hex, int], ...]:
    """Where a ship can lie after her move on a free sea, where she lies now being the first (DOG-12, DOG-13)."""
    found: dict[tuple[Hex, int], None] = {(at, facing): None}
    edge = [(at, facing)]
    for _ in range(ACTIONS[angle_between(facing, wind)]):
        edge = [end for place, faces in edge for end in _acted(place, faces, wind)]
        found |= dict.fromkeys(edge)
    return tuple(found)


def _acted(at: Hex, facing: int, wind: int) -> tuple[tuple[Hex, int], ...]:
    """After one action more; in irons there is none."""
    if angle_between(facing, wind) == IRONS:
        return ()
    return (hex_ahead(at, facing), facing), (at, turn_direction(facing, 1)), (at, turn_direction(facing, SIDES - 1))
