"""A grid of hexes that stand with two sides level, in axial coordinates (q, r).

Direction 0 is up the map, 1 up and right, and so on clockwise; turning by whole hex sides, starboard is positive.
Everything but the way to pixels and back is whole numbers.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

Hex = tuple[int, int]
"""Axial coordinates (q, r)."""

DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""One hex in each direction, 0 to 5."""

SIDES = len(DIRECTIONS)

_ANGLES = (0, 1, 2, 3, 2, 1)
_ROOT = math.sqrt(3)


def ahead(place: Hex, direction: int, count: int = 1) -> Hex:
    """The hex so many hexes away in a direction."""
    q, r = DIRECTIONS[direction]
    return place[0] + count * q, place[1] + count * r


def turned(direction: int, sides: int) -> int:
    """A direction after a turn of so many hex sides, clockwise."""
    return (direction + sides) % SIDES


def opposite(direction: int) -> int:
    """The way back."""
    return (direction + 3) % SIDES


def angle(one: int, other: int) -> int:
    """The hex sides between two directions, 0 to 3."""
    return _ANGLES[(one - other) % SIDES]


def distance(one: Hex, other: Hex) -> int:
    """The fewest hexes from one to another."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def along(place: Hex, direction: int) -> int:
    """How far a hex lies in a direction, in halves of a hex, whatever lies to the side."""
    (q, r), (x, y) = place, DIRECTIONS[direction]
    return q * x + r * y + (q + r) * (x + y)


def nearer(one: Hex, other: Hex) -> tuple[int, ...]:
    """The directions that lead nearer to a hex: one if it lies straight in it, else both between which it lies."""
    far = distance(one, other)
    return tuple(direction for direction in range(SIDES) if distance(ahead(one, direction), other) < far)


@lru_cache(maxsize=256)
def wedge(first: int, reach: int) -> tuple[tuple[Hex, ...], ...]:
    """The field between direction `first` and the next one, both edges included, as seen from (0, 0).

    Returns:
        The hexes at range 1, 2 … `reach`: two of them, three, and so on, clockwise.
    """
    second = turned(first, 1)
    return tuple(
        tuple(ahead(ahead((0, 0), first, near - side), second, side) for side in range(near + 1))
        for near in range(1, reach + 1)
    )


def between(one: Hex, other: Hex) -> tuple[tuple[Hex, ...], ...]:
    """What the straight line between two centres passes, in its order, without the two ends.

    Returns:
        Single hexes that it crosses; and in twos the hexes on both sides, where it runs along their common edge.
        A corner that is only touched counts for nothing.
    """
    q, r = one
    found = _passed((other[0] - q, other[1] - r))
    return tuple(tuple((q + x, r + y) for x, y in passed) for passed in found)


@lru_cache(maxsize=1024)
def _passed(end: Hex) -> tuple[tuple[Hex, ...], ...]:
    met: dict[tuple[Fraction, Fraction], list[Hex]] = {}
    for place in _around(end):
        span = _span(end, place)
        if span and place not in ((0, 0), end):
            met.setdefault(span, []).append(place)
    return tuple(tuple(sorted(met[span])) for span in sorted(met))


def _around(end: Hex) -> Iterator[Hex]:
    (low_q, high_q), (low_r, high_r) = sorted((0, end[0])), sorted((0, end[1]))
    for q in range(low_q - 1, high_q + 2):
        yield from ((q, r) for r in range(low_r - 1, high_r + 2))


def _span(end: Hex, place: Hex) -> tuple[Fraction, Fraction] | None:
    """The part of the way from (0, 0) to `end`, from 0 to 1, that lies in a hex or along its edge."""
    start, stop = Fraction(0), Fraction(1)
    for speed, offset in zip(_axes(end), _axes(place), strict=True):
        if speed == 0:
            if abs(offset) > 1:
                return None
            continue
        edges = sorted((Fraction(offset - 1, speed), Fraction(offset + 1, speed)))
        start, stop = max(start, edges[0]), min(stop, edges[1])
    return (start, stop) if start < stop else None


def _axes(place: Hex) -> tuple[int, int, int]:
    """A hex measured across its three pairs of sides: its own inside is from -1 to 1 on each."""
    q, r = place
    return q - r, 2 * r + q, -2 * q - r


def in_rectangle(place: Hex, columns: int, rows: int) -> bool:
    """Whether a hex lies in a rectangle whose upper left hex is (0, 0); every second column lies half a hex lower."""
    q, r = place
    return 0 <= q < columns and 0 <= r + q // 2 < rows


def rectangle(columns: int, rows: int) -> Iterator[Hex]:
    """The hexes of a rectangle, column by column."""
    return ((q, row - q // 2) for q in range(columns) for row in range(rows))


def in_hexagon(place: Hex, radius: int) -> bool:
    """Whether a hex lies within a hexagon around (0, 0)."""
    return distance((0, 0), place) <= radius


def hexagon(radius: int) -> Iterator[Hex]:
    """The hexes of a hexagon around (0, 0), column by column."""
    return (
        (q, r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, radius - q) + 1)
    )


def centre(place: Hex, size: float) -> tuple[float, float]:
    """The middle of a hex on a screen whose y goes down; `size` is from there to a corner, (0, 0) lies at (0, 0)."""
    q, r = place
    return 1.5 * size * q, _ROOT * size * (r + q / 2)


def corners(place: Hex, size: float) -> tuple[tuple[float, float], ...]:
    """The six corners, clockwise from the right one, on the same screen."""
    x, y = centre(place, size)
    angles = (math.radians(60 * corner) for corner in range(SIDES))
    return tuple((x + size * math.cos(one), y + size * math.sin(one)) for one in angles)


def hex_at(x: float, y: float, size: float) -> Hex:
    """The hex under a point of the same screen."""
    q = x / (1.5 * size)
    r = y / (_ROOT * size) - q / 2
    return _rounded(q, r)


def _rounded(q: float, r: float) -> Hex:
    whole_q, whole_r, whole_s = round(q), round(r), round(-q - r)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s + q + r)
    if off_q > off_r and off_q > off_s:
        return -whole_r - whole_s, whole_r
    return (whole_q, -whole_q - whole_s) if off_r > off_s else (whole_q, whole_r)
