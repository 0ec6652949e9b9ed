"""The hexes around one, and a whole map turned about one, to see that its rules favour no direction."""

from tabletop.geometry.hexgrid import SIDES, Hex, hex_ahead


def rotated(place: Hex, sides: int) -> Hex:
    """A hex turned about (0, 0) by so many hex sides, clockwise."""
    q, r = place
    for _ in range(sides % SIDES):
        q, r = -r, q + r
    return q, r


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """The six hexes around one, in the order of the directions."""
    return tuple(hex_ahead(place, direction) for direction in range(SIDES))
