"""The relative positions of two ships on an open sea, by number, and the value of a position over the next turns.

There are few enough positions to compute the value of all. The first ship is in the middle with its bow up; the hex and
facing of the other, and the wind, are relative to the first ship.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from tabletop.games.decks_of_glory.tables import IRONS, WIND_TURNS
from tabletop.geometry.hexgrid import SIDES, Hex, angle_between, distance, hex_ahead
from tabletop.players.decks_of_glory import light_model
from tabletop.players.decks_of_glory.light_model import Bools, Floats, Ints, ModelShip

SIGHT = 6
"""Hexes beyond which two ships are out of sight of each other."""
_HEX_BEFORE_BOW = (0, -1)

_ACROSS = range(-SIGHT, SIGHT + 1)
OFFSETS: tuple[Hex, ...] = tuple((q, r) for q in _ACROSS for r in _ACROSS if 0 < distance((0, 0), (q, r)) <= SIGHT)
"""Every hex of the other ship in sight."""
POSITION_COUNT = len(OFFSETS) * SIDES * SIDES
"""Number of positions in sight, by hex, facing and wind. `OUT_OF_SIGHT` and `SAME_HEX` follow them."""
OUT_OF_SIGHT, SAME_HEX = POSITION_COUNT, POSITION_COUNT + 1

_INDEX_OF_OFFSET = {at: number for number, at in enumerate(OFFSETS)}

PROSPECT_TURNS = 6
"""Number of turns over which a prospect is computed."""
TURN_DISCOUNT = 0.7
"""Factor on the value of each later turn."""


def position_number(one: ModelShip, foe: ModelShip, wind: int) -> int:
    """Return the number of the position of `foe` relative to `one`."""
    return _position_number(one.facing, foe.at[0] - one.at[0], foe.at[1] - one.at[1], foe.facing, wind)


@lru_cache(maxsize=1 << 15)
def _position_number(facing: int, q: int, r: int, faces: int, wind: int) -> int:
    return _number(_rotate_bow_up(facing, (q, r)), faces - facing, wind - facing)


def _number(at: Hex, faces: int, wind: int) -> int:
    """Return the number of a position from the offset, facing and wind relative to the first ship."""
    if at == (0, 0):
        return SAME_HEX
    return (
        (_INDEX_OF_OFFSET[at] * SIDES + faces % SIDES) * SIDES + wind % SIDES
        if at in _INDEX_OF_OFFSET
        else OUT_OF_SIGHT
    )


def _rotate_bow_up(facing: int, at: Hex) -> Hex:
    """Return the offset `at` after a rotation that turns the direction `facing` up."""
    q, r = at
    for _ in range(facing % SIDES):
        q, r = q + r, -q  # one hex side counter-clockwise
    return q, r


@cache
def mirror_positions() -> Ints:
    """Return for each position the number of the position with both ships exchanged."""
    found = [
        _number(_rotate_bow_up(faces, (-q, -r)), -faces, wind - faces) for (q, r), faces, wind in _list_positions()
    ]
    return np.array([*found, OUT_OF_SIGHT, SAME_HEX])


@cache
def broadside_kinds() -> Ints:
    """Return for each position the index of the kind of broadside of the first ship at the other."""
    places = np.array([at for at, _, _ in _list_positions()])
    faces = np.array([faces for _, faces, _ in _list_positions()])
    found = light_model.find_broadside_kinds(np.zeros(POSITION_COUNT, np.int64), places, faces)
    return np.append(found, (0, 0))


@cache
def distances() -> Ints:
    """Return for each position the distance of both ships in hexes."""
    return np.array([*(distance((0, 0), at) for at, _, _ in _list_positions()), SIGHT + 1, 0])


class MoveTable(NamedTuple):
    """The positions after a move of one of the two ships.

    Attributes:
        ends: numbers of the positions after each move: shape (positions, moves). To stay is first, and fills up rows.
        held: True for each position in which the moving ship is in irons (DOG-2). Half of the cards hold it (DOG-13).
    """

    ends: Ints
    held: Bools


@cache
def own_moves() -> MoveTable:
    """Return the positions after each move of the first ship."""
    most = max(len(light_model.build_end_array(0, wind)) for wind in range(SIDES))
    found = np.repeat(np.arange(POSITION_COUNT + 2)[:, None], most, axis=1)
    for place, at in enumerate(OFFSETS):
        for wind in range(SIDES):
            rows = (place * SIDES + np.arange(SIDES)) * SIDES + wind
            for column, (q, r, facing) in enumerate(light_model.build_end_array(0, wind).tolist()):
                found[rows, column] = _positions_after_move(at, (q, r), facing, wind)
    held = [*(angle_between(0, wind) == IRONS for _, _, wind in _list_positions()), False, False]
    return MoveTable(found, np.array(held))


def _positions_after_move(at: Hex, end: Hex, facing: int, wind: int) -> Ints:
    """Return the position after a move to `end`, by the facing of the other ship at `at`.

    A ship that would sail through the hex of the other ends in that hex (DOG-15).
    """
    (q, r), (x, y) = at, end
    is_stopped = end == hex_ahead((0, 0), 0, 2) and at == _HEX_BEFORE_BOW
    offset = (0, 0) if is_stopped else _rotate_bow_up(facing, (q - x, r - y))
    return np.array([_number(offset, faces - facing, wind - facing) for faces in range(SIDES)])


@cache
def enemy_moves() -> MoveTable:
    """Return the positions after each move of the other ship."""
    ends, held = own_moves()
    return MoveTable(mirror_positions()[ends[mirror_positions()]], held[mirror_positions()])


def value_before_move(value: Floats, moves: MoveTable, better: Callable[[Floats, Floats], Floats]) -> Floats:
    """Return the value of each position before a move, from `value`, that of each position after the move.

    Args:
        value: value of each position; the first axis is the position.
        moves: the moves of the ship.
        better: `np.maximum` or `np.minimum`, by which the ship chooses.
    """
    ends, held = moves
    found = value[ends[:, 0]]
    for column in range(1, ends.shape[1]):
        found = better(found, value[ends[:, column]])
    found[held] = (found[held] + value[held]) / 2
    return found


def value_before_wind(value: Floats, turns: tuple[int, ...]) -> Floats:
    """Return the mean value of each position over changes of the wind.

    The wind turns by one of `turns` hex sides, all equally likely.
    """
    found = value.copy()
    by_wind = value[:POSITION_COUNT].reshape(len(OFFSETS) * SIDES, SIDES, *value.shape[1:])
    mean = np.mean([np.roll(by_wind, -by, axis=1) for by in turns], axis=0)
    found[:POSITION_COUNT] = mean.reshape(value[:POSITION_COUNT].shape)
    return found


def _list_positions() -> list[tuple[Hex, int, int]]:
    """Return the hex, facing and wind of each position in sight, in the order of their numbers."""
    return [(at, faces, wind) for at in OFFSETS for faces in range(SIDES) for wind in range(SIDES)]


def prospect(one: ModelShip, foe: ModelShip, wind: int) -> float:
    """Return the expected hits given by `one` minus those taken over the next turns, 0 out of sight.

    Both ships sail as well as they can, and alone. Later turns count less.
    """
    return float(_build_prospect_table()[position_number(one, foe, wind)])


@cache
def _build_prospect_table() -> Floats:
    """Return the prospect of the first ship in each position. Either ship may move first."""
    hits = np.array([light_model.EXPECTED_HITS.get(kind, 0.0) for kind in light_model.KINDS], np.float32)
    margin = hits[broadside_kinds()]
    margin -= margin[mirror_positions()]
    found = np.zeros(POSITION_COUNT + 2, np.float32)
    for _ in range(PROSPECT_TURNS):
        after = margin + TURN_DISCOUNT * found
        first = value_before_move(value_before_move(after, enemy_moves(), np.minimum), own_moves(), np.maximum)
        second = value_before_move(value_before_move(after, own_moves(), np.maximum), enemy_moves(), np.minimum)
        found = value_before_wind(np.mean([first, second], axis=0), tuple(WIND_TURNS.values())).round(6)
        found[OUT_OF_SIGHT:] = 0
    return found
