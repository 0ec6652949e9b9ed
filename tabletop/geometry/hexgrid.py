"""A grid of hexes that stand with two sides level, in axial coordinates (q, r).

Direction 0 is up the map, 1 is up and right, and so on clockwise. Turns are in hex sides; starboard is positive.
All is exact in whole numbers, except the conversion to and from pixels.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

Hex = tuple[int, int]
"""Axial coordinates (q, r)."""

DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The step to the next hex in each direction, 0 to 5."""

SIDES = len(DIRECTIONS)

_ANGLES = (0, 1, 2, 3, 2, 1)
_ROOT = math.sqrt(3)


def hex_ahead(place: Hex, direction: int, count: int = 1) -> Hex:
    """Return the hex that is `count` hexes away from `place` in a direction."""
    q, r = DIRECTIONS[direction]
    return place[0] + count * q, place[1] + count * r


def turn_direction(direction: int, sides: int) -> int:
    """Return the direction after a turn of `sides` hex sides, clockwise."""
    return (direction + sides) % SIDES


def opposite_direction(direction: int) -> int:
    """Return the direction opposite to `direction`."""
    return (direction + 3) % SIDES


def angle_between(one: int, other: int) -> int:
    """Return the number of hex sides between two directions, 0 to 3."""
    return _ANGLES[(one - other) % SIDES]


def distance(one: Hex, other: Hex) -> int:
    """Return the fewest steps from one hex to another."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def distance_along(place: Hex, direction: int) -> int:
    """Return the coordinate of a hex along a direction, in half hexes, whatever its sideways offset."""
    (q, r), (x, y) = place, DIRECTIONS[direction]
    return q * x + r * y + (q + r) * (x + y)


def find_nearer_directions(one: Hex, other: Hex) -> tuple[int, ...]:
    """Return the directions that lead nearer to the hex `other`: one if it lies straight in it, else two."""
    far = distance(one, other)
    return tuple(direction for direction in range(SIDES) if distance(hex_ahead(one, direction), other) < far)


@lru_cache(maxsize=256)
def wedge(first: int, reach: int) -> tuple[tuple[Hex, ...], ...]:
    """Return the hexes between direction `first` and the next one, both edges included, as seen from (0, 0).

    Returns:
        The hexes at range 1, 2 … `reach`: two of them, three, and so on, clockwise.
    """
    second = turn_direction(first, 1)
    return tuple(
        tuple(hex_ahead(hex_ahead((0, 0), first, near - side), second, side) for side in range(near + 1))
        for near in range(1, reach + 1)
    )


def hexes_between(one: Hex, other: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return the hexes that the straight line between two hex centers passes, in order, without the two ends.

    Returns:
        Single hexes that the line crosses, and pairs of hexes where the line runs along their common edge.
        A hex that the line touches only at a corner is not included.
    """
    q, r = one
    found = _find_passed_hexes((other[0] - q, other[1] - r))
    return tuple(tuple((q + x, r + y) for x, y in passed) for passed in found)


@lru_cache(maxsize=1024)
def _find_passed_hexes(end: Hex) -> tuple[tuple[Hex, ...], ...]:
    met: dict[tuple[Fraction, Fraction], list[Hex]] = {}
    for place in _list_hexes_around(end):
        span = _span(end, place)
        if span and place not in ((0, 0), end):
            met.setdefault(span, []).append(place)
    return tuple(tuple(sorted(met[span])) for span in sorted(met))


def _list_hexes_around(end: Hex) -> Iterator[Hex]:
    (low_q, high_q), (low_r, high_r) = sorted((0, end[0])), sorted((0, end[1]))
    for q in range(low_q - 1, high_q + 2):
        yield from ((q, r) for r in range(low_r - 1, high_r + 2))


def _span(end: Hex, place: Hex) -> tuple[Fraction, Fraction] | None:
    """Return the part of the way from (0, 0) to `end` in a hex or along its edge, as fractions; None if none."""
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
    """Return a hex measured across its three pairs of sides: its own inside is from -1 to 1 on each."""
    q, r = place
    return q - r, 2 * r + q, -2 * q - r


def is_in_rectangle(place: Hex, columns: int, rows: int) -> bool:
    """Return True if a hex lies in a rectangle whose upper left hex is (0, 0).

    Every second column lies half a hex lower.
    """
    q, r = place
    return 0 <= q < columns and 0 <= r + q // 2 < rows


def rectangle(columns: int, rows: int) -> Iterator[Hex]:
    """Return the hexes of a rectangle, column by column; its upper left hex is (0, 0)."""
    return ((q, row - q // 2) for q in range(columns) for row in range(rows))


def is_in_hexagon(place: Hex, radius: int) -> bool:
    """Return True if a hex lies within `radius` hexes of (0, 0)."""
    return distance((0, 0), place) <= radius


def hexagon(radius: int) -> Iterator[Hex]:
    """Return the hexes within `radius` hexes of (0, 0), column by column."""
    return (
        (q, r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, radius - q) + 1)
    )


def centre(place: Hex, size: float) -> tuple[float, float]:
    """Return the center of a hex in pixels, y downwards; hex (0, 0) lies at (0, 0).

    `size` is the distance from the center to a corner.
    """
    q, r = place
    return 1.5 * size * q, _ROOT * size * (r + q / 2)


def corners(place: Hex, size: float) -> tuple[tuple[float, float], ...]:
    """Return the six corners of a hex in pixels, y downwards, clockwise from the right one."""
    x, y = centre(place, size)
    angles = (math.radians(60 * corner) for corner in range(SIDES))
    return tuple((x + size * math.cos(one), y + size * math.sin(one)) for one in angles)


def hex_at(x: float, y: float, size: float) -> Hex:
    """Return the hex under a point in pixels; see `centre`."""
    q = x / (1.5 * size)
    r = y / (_ROOT * size) - q / 2
    return _round_hex(q, r)


def _round_hex(q: float, r: float) -> Hex:
    whole_q, whole_r, whole_s = round(q), round(r), round(-q - r)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s + q + r)
    if off_q > off_r and off_q > off_s:
        return -whole_r - whole_s, whole_r
    return (whole_q, -whole_q - whole_s) if off_r > off_s else (whole_q, whole_r)
