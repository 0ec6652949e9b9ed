"""What broadsides are worth: a light model of DOG-3, DOG-5 and DOG-18, without anything that lies between two ships."""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from tabletop.games.decks_of_glory.gunnery import FIELDS, compute_hits, find_rake
from tabletop.games.decks_of_glory.tables import GUNNERY
from tabletop.geometry.hexgrid import Hex

CLOSE, FAR, RAKE = "close", "far", "rake"
"""Kinds of broadsides: at one hex, further, along her from bow or stern."""
HIT, HALF, LOST = 0.7, 0.5, 0.8
"""What a point of a ship is worth, and the share of her points that half of her and the rest of her bring besides."""

_CARDS = tuple(GUNNERY.values())
HITS: dict[str, tuple[int, ...]] = {
    CLOSE: tuple(compute_hits(card, 1) for card in _CARDS),
    FAR: tuple(compute_hits(card, 2) for card in _CARDS),
    RAKE: tuple(compute_hits(one + other, 1) for one, other in product(_CARDS, repeat=2)),
}
"""What each kind may do, each as likely as the others (DOG-18)."""
EXPECTED = {kind: sum(hits) / len(hits) for kind, hits in HITS.items()}


class Piece(NamedTuple):
    """A ship as the light model sees her."""

    at: Hex
    facing: int
    strength: int
    points: int
    free: bool
    """She is not entangled, and may fire."""


def bearing(firer: Piece, target: Piece) -> str:
    """The kind of broadside that a ship has at another; "" for none."""
    (q, r), (x, y) = firer.at, target.at
    return _bearing(firer.facing, x - q, y - r, target.facing) if firer.free else ""


@cache
def _bearing(facing: int, q: int, r: int, target: int) -> str:
    found = FIELDS[facing].get((q, r))
    if found is None:
        return ""
    if found[1] > 1:
        return FAR
    return RAKE if find_rake((0, 0), (q, r), target) else CLOSE


@lru_cache(maxsize=1 << 16)
def loss(strength: int, points: int, shots: tuple[str, ...]) -> float:
    """What a ship is expected to lose by these broadsides together; `shots` in the order of the alphabet."""
    before = worth(strength, points)
    return sum(chance * (before - worth(max(0, strength - hits), points)) for hits, chance in _spread(shots).items())


@lru_cache(maxsize=1 << 12)
def worth(strength: int, points: int) -> float:
    """What a ship that has so much strength left is worth to her side (DOG-23)."""
    if strength <= 0:
        return 0.0
    return HIT * strength + LOST * points / 2 + (HALF * points / 2 if 2 * strength > points else 0.0)


@lru_cache(maxsize=1 << 12)
def _spread(shots: tuple[str, ...]) -> dict[int, float]:
    """The chance of each number of hits of all of them."""
    found = {0: 1.0}
    for kind in shots:
        sums: dict[int, float] = {}
        for before, chance in found.items():
            for hits in HITS[kind]:
                sums[before + hits] = sums.get(before + hits, 0.0) + chance / len(HITS[kind])
        found = sums
    return found


def assigned(firers: Iterable[Piece], targets: dict[str, Piece]) -> tuple[dict[str, tuple[str, ...]], float]:
    """The broadsides at each target, each firer choosing where hers does most, those with fewest targets first.

    Also what they are worth together.
    """
    bearings = [{key: kind for key, one in targets.items() if (kind := bearing(firer, one))} for firer in firers]
    shots: dict[str, tuple[str, ...]] = {}
    whole = 0.0
    for able in sorted((one for one in bearings if one), key=len):
        gains = {key: _more(targets[key], shots.get(key, ()), kind) for key, kind in able.items()}
        best = max(gains, key=lambda key: (gains[key], key))
        shots[best] = tuple(sorted((*shots.get(best, ()), able[best])))
        whole += gains[best]
    return shots, whole


def _more(target: Piece, shots: tuple[str, ...], kind: str) -> float:
    """What one more broadside adds."""
    together = tuple(sorted((*shots, kind)))
    return loss(target.strength, target.points, together) - loss(target.strength, target.points, shots)
