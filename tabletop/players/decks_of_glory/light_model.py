"""A fast model of ships on the hexes: the effect of broadsides (DOG-3, DOG-5, DOG-18) and the moves on an open sea.

The model knows no obstacles between two ships. Tests compare the model with the rules.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop.games.decks_of_glory.gunnery import FIELDS, compute_hits, find_rake
from tabletop.games.decks_of_glory.tables import ACTIONS, GUNNERY, IRONS, REACH
from tabletop.geometry.hexgrid import SIDES, Hex, angle_between, hex_ahead, turn_direction

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

CLOSE, FAR, RAKE = "close", "far", "rake"
"""Kinds of broadsides: at one hex, at more hexes, and along the deck from bow or stern."""
KINDS = ("", FAR, CLOSE, RAKE)
"""Kinds of broadsides by their index in arrays; "" is no broadside."""
STRENGTH_VALUE = 0.7
"""Value of a point of strength, in victory points."""
AFLOAT_SHARE, ABOVE_HALF_SHARE = 0.8, 0.5
"""Value of a ship while afloat, and more with above half of its strength, as shares of half of its points."""
MAX_OFFSET = REACH + 1
"""Offset in hexes beyond which no broadside bears."""

_CARDS = tuple(GUNNERY.values())
HITS: dict[str, tuple[int, ...]] = {
    CLOSE: tuple(compute_hits(card, 1) for card in _CARDS),
    FAR: tuple(compute_hits(card, 2) for card in _CARDS),
    RAKE: tuple(compute_hits(one + other, 1) for one, other in product(_CARDS, repeat=2)),
}
"""The possible hits of each kind of broadside, all equally likely (DOG-18)."""
EXPECTED_HITS = {kind: sum(hits) / len(hits) for kind, hits in HITS.items()}


class ModelShip(NamedTuple):
    """A ship as the model sees it.

    Attributes:
        at: the hex of the ship.
        facing: direction of the bow, 0 to 5 clockwise from the top.
        strength: strength left.
        points: victory points of the ship, equal to its strength at the beginning.
        free: True if the ship is not entangled and may fire.
    """

    at: Hex
    facing: int
    strength: int
    points: int
    free: bool


def broadside_kind(firer: ModelShip, target: ModelShip) -> str:
    """Return the kind of broadside that `firer` has at `target`, or "" for none."""
    (q, r), (x, y) = firer.at, target.at
    return _broadside_kind(firer.facing, x - q, y - r, target.facing) if firer.free else ""


@cache
def _broadside_kind(facing: int, q: int, r: int, target: int) -> str:
    """Return the kind of broadside at a target at the offset (q, r) with the facing `target`."""
    found = FIELDS[facing].get((q, r))
    if found is None:
        return ""
    if found[1] > 1:
        return FAR
    return RAKE if find_rake((0, 0), (q, r), target) else CLOSE


@lru_cache(maxsize=1 << 16)
def expected_loss(strength: int, points: int, shots: tuple[str, ...]) -> float:
    """Return the value that a ship is expected to lose by all `shots`, kinds in alphabetical order."""
    before = ship_value(strength, points)
    return sum(
        chance * (before - ship_value(max(0, strength - hits), points))
        for hits, chance in _hit_distribution(shots).items()
    )


@lru_cache(maxsize=1 << 12)
def ship_value(strength: int, points: int) -> float:
    """Return the value of a ship with `strength` left to its side, in victory points (DOG-23)."""
    if strength <= 0:
        return 0.0
    value = STRENGTH_VALUE * strength + AFLOAT_SHARE * points / 2
    return value + (ABOVE_HALF_SHARE * points / 2 if 2 * strength > points else 0.0)


@lru_cache(maxsize=1 << 12)
def _hit_distribution(shots: tuple[str, ...]) -> dict[int, float]:
    """Return the chance of each total number of hits of all `shots`."""
    found = {0: 1.0}
    for kind in shots:
        sums: dict[int, float] = {}
        for before, chance in found.items():
            for hits in HITS[kind]:
                sums[before + hits] = sums.get(before + hits, 0.0) + chance / len(HITS[kind])
        found = sums
    return found


def loss_by_one_more(strength: int, points: int, shots: tuple[str, ...], kind: str) -> float:
    """Return the additional expected loss of a ship by one more broadside of `kind` after `shots`."""
    together = tuple(sorted((*shots, kind)))
    return expected_loss(strength, points, together) - expected_loss(strength, points, shots)


def assign_broadsides(
    firers: Iterable[ModelShip], targets: dict[str, ModelShip]
) -> tuple[dict[str, tuple[str, ...]], float]:
    """Assign each firer the target at which its broadside adds most, firers with fewest targets first.

    Returns:
        The kinds of broadsides at each target, and the total expected loss of the targets.
    """
    able = [{key: kind for key, one in targets.items() if (kind := broadside_kind(firer, one))} for firer in firers]
    shots: dict[str, tuple[str, ...]] = {}
    total = 0.0
    for kinds in sorted((one for one in able if one), key=len):
        gains = {
            key: loss_by_one_more(targets[key].strength, targets[key].points, shots.get(key, ()), kind)
            for key, kind in kinds.items()
        }
        best = max(gains, key=lambda key: (gains[key], key))
        shots[best] = tuple(sorted((*shots.get(best, ()), kinds[best])))
        total += gains[best]
    return shots, total


@cache
def _build_broadside_table() -> Ints:
    """Return the index of the kind of broadside by facing, offset q, offset r and facing of the target.

    Offsets begin at -MAX_OFFSET.
    """
    found = np.zeros((SIDES, 2 * MAX_OFFSET + 1, 2 * MAX_OFFSET + 1, SIDES), np.int64)
    for facing in range(SIDES):
        firer = ModelShip((0, 0), facing, 1, 1, free=True)
        for (q, r), faces in ((place, faces) for place in FIELDS[facing] for faces in range(SIDES)):
            kind = broadside_kind(firer, ModelShip((q, r), faces, 1, 1, free=True))
            found[facing, q + MAX_OFFSET, r + MAX_OFFSET, faces] = KINDS.index(kind)
    return found


def find_broadside_kinds(facing: Ints, offsets: Ints, faces: Ints) -> Ints:
    """Return the index of the kind of broadside of each firer at a target at `offsets` that faces `faces`."""
    q, r = np.moveaxis(np.clip(offsets, -MAX_OFFSET, MAX_OFFSET) + MAX_OFFSET, -1, 0)
    return np.asarray(_build_broadside_table()[facing, q, r, faces])


def build_end_array(facing: int, wind: int) -> Ints:
    """Return the possible ends of a move as rows of offset q, offset r and facing, to stay first.

    A ship in irons may turn by one hex side, as if its card were red (DOG-13).
    """
    if angle_between(facing, wind) == IRONS:
        return np.array([(0, 0, turn_direction(facing, by)) for by in (0, 1, SIDES - 1)])
    return np.array([(q, r, faces) for (q, r), faces in list_reachable((0, 0), facing, wind)])


@lru_cache(maxsize=1 << 14)
def list_reachable(at: Hex, facing: int, wind: int) -> tuple[tuple[Hex, int], ...]:
    """Return every hex and facing at the end of a move on an open sea, to stay first (DOG-12, DOG-13)."""
    found: dict[tuple[Hex, int], None] = {(at, facing): None}
    edge = [(at, facing)]
    for _ in range(ACTIONS[angle_between(facing, wind)]):
        edge = [end for place, faces in edge for end in _list_next_steps(place, faces, wind)]
        found |= dict.fromkeys(edge)
    return tuple(found)


def _list_next_steps(at: Hex, facing: int, wind: int) -> tuple[tuple[Hex, int], ...]:
    """Return every hex and facing after one more action, or () in irons."""
    if angle_between(facing, wind) == IRONS:
        return ()
    return (hex_ahead(at, facing), facing), (at, turn_direction(facing, 1)), (at, turn_direction(facing, SIDES - 1))
