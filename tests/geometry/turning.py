"""Turning a whole map of hexes, to see that its rules favour no direction."""

from tabletop.geometry.hexgrid import SIDES, Hex


def rotated(place: Hex, sides: int) -> Hex:
    """A hex turned about (0, 0) by so many hex sides, clockwise."""
    q, r = place
    for _ in range(sides % SIDES):
        q, r = -r, q + r
    return q, r
