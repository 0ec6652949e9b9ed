"""How two ships lie to each other, by number, and how each may sail from there: small enough to be looked through.

One lies in the middle with her bow up; the other, the facing of both and the wind are seen from her, on an open sea.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from tabletop.games.decks_of_glory.tables import IRONS
from tabletop.geometry.hexgrid import SIDES, Hex, angle_between, distance, hex_ahead
from tabletop.players.decks_of_glory.gunnery import Piece
from tabletop.players.decks_of_glory.many_bearings import Bools, Floats, Ints, bearing_at, ends

REACHED = 6
"""Hexes beyond which two ships are out of each other's sight."""
BOW = (0, -1)
"""The hex before her."""

_ACROSS = range(-REACHED, REACHED + 1)
NEAR: tuple[Hex, ...] = tuple((q, r) for q in _ACROSS for r in _ACROSS if 0 < distance((0, 0), (q, r)) <= REACHED)
"""Where the other may lie."""
LYING = len(NEAR) * SIDES * SIDES
"""So many ways to lie there are, by hex, facing and wind; then `AWAY`, out of sight, and `TOGETHER`, in one hex."""
AWAY, TOGETHER = LYING, LYING + 1

_PLACE = {at: number for number, at in enumerate(NEAR)}


def lying(one: Piece, foe: Piece, wind: int) -> int:
    """How one ship lies to another."""
    return _lying(one.facing, foe.at[0] - one.at[0], foe.at[1] - one.at[1], foe.facing, wind)


@lru_cache(maxsize=1 << 15)
def _lying(facing: int, q: int, r: int, faces: int, wind: int) -> int:
    return _number(_seen_from(facing, (q, r)), faces - facing, wind - facing)


def _number(at: Hex, faces: int, wind: int) -> int:
    if at == (0, 0):
        return TOGETHER
    return (_PLACE[at] * SIDES + faces % SIDES) * SIDES + wind % SIDES if at in _PLACE else AWAY


def _seen_from(facing: int, at: Hex) -> Hex:
    """Where a hex lies from a ship in the middle if her bow is turned up."""
    q, r = at
    for _ in range(facing % SIDES):
        q, r = q + r, -q  # one hex side counter-clockwise
    return q, r


@cache
def swapped() -> Ints:
    """How the other lies to one who lies so."""
    found = [_number(_seen_from(faces, (-q, -r)), -faces, wind - faces) for (q, r), faces, wind in _all()]
    return np.array([*found, AWAY, TOGETHER])


@cache
def broadsides() -> Ints:
    """The number of the broadside that one has at the other where she lies so."""
    places = np.array([at for at, _, _ in _all()])
    found = bearing_at(np.zeros(LYING, np.int64), places, np.array([faces for _, faces, _ in _all()]))
    return np.append(found, (0, 0))


@cache
def apart() -> Ints:
    """Hexes from one to the other where she lies so."""
    return np.array([*(distance((0, 0), at) for at, _, _ in _all()), REACHED + 1, 0])


class Ways(NamedTuple):
    """How two may come to lie when one of them sails.

    Attributes:
        ends: by how they lie, a column an end: to stay first, and once more where there are fewer.
        held: where she who sails is in irons (DOG-2): every other card holds her (DOG-13).
    """

    ends: Ints
    held: Bools


@cache
def sailed() -> Ways:
    """How they may come to lie when the one in the middle sails."""
    most = max(len(ends(0, wind)) for wind in range(SIDES))
    found = np.repeat(np.arange(LYING + 2)[:, None], most, axis=1)
    for place, at in enumerate(NEAR):
        for wind in range(SIDES):
            rows = (place * SIDES + np.arange(SIDES)) * SIDES + wind
            for column, (q, r, facing) in enumerate(ends(0, wind).tolist()):
                found[rows, column] = _come_to(at, (q, r), facing, wind)
    return Ways(found, np.array([*(angle_between(0, wind) == IRONS for _, _, wind in _all()), False, False]))


def _come_to(at: Hex, end: Hex, facing: int, wind: int) -> Ints:
    """By the facing of the other; nobody sails through another's hex (DOG-15)."""
    (q, r), (x, y) = at, end
    left = (0, 0) if end == hex_ahead((0, 0), 0, 2) and at == BOW else _seen_from(facing, (q - x, r - y))
    return np.array([_number(left, faces - facing, wind - facing) for faces in range(SIDES)])


@cache
def answered() -> Ways:
    """The same when the other sails."""
    ends, held = sailed()
    return Ways(swapped()[ends[swapped()]], held[swapped()])


def chosen(worth: Floats, ways: Ways, better: Callable[[Floats, Floats], Floats]) -> Floats:
    """What it is worth before one sails where she likes best."""
    ends, held = ways
    found = worth[ends[:, 0]]
    for column in range(1, ends.shape[1]):
        found = better(found, worth[ends[:, column]])
    found[held] = (found[held] + worth[held]) / 2
    return found


def blown(worth: Floats, turns: tuple[int, ...]) -> Floats:
    """What it is worth to lie so before the wind turns, to each as likely by so many hex sides."""
    found = worth.copy()
    by_wind = worth[:LYING].reshape(len(NEAR) * SIDES, SIDES, *worth.shape[1:])
    found[:LYING] = np.mean([np.roll(by_wind, -by, axis=1) for by in turns], axis=0).reshape(worth[:LYING].shape)
    return found


def _all() -> list[tuple[Hex, int, int]]:
    """Hex, facing and wind of each way to lie near."""
    return [(at, faces, wind) for at in NEAR for faces in range(SIDES) for wind in range(SIDES)]
