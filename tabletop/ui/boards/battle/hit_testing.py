"""Which ship is meant by a place on the table: that whose keel is nearest."""

import math
from collections.abc import Iterable

import pygame

from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.camera import Camera, Xy

NEAR = 17
"""Pixels from the keel within which a ship is meant, however small she is drawn."""
SPARE = 0.01
"""Table units by which boxes are wider than they need be, for they are not kept as exactly."""


class HitTest:
    """The hits of ships where they lie.

    Args:
        ships: where each is.
        abeam: how far from her keel a ship is meant, however near she is seen, in parts of her beam.
    """

    def __init__(self, ships: Iterable[Placed], abeam: float) -> None:
        placed = list(ships)
        self._keels = [(one.key, one.along(-0.5, 0), one.along(0.5, 0), abeam * one.beam) for one in placed]
        self._boxes = [_box(one.at, one.length / 2 + one.beam + SPARE) for one in placed]

    def at(self, camera: Camera, pixel: Xy) -> str | None:
        """The ship that is nearest to a pixel, None if none is near."""
        place, near = camera.to_table(*pixel), NEAR / camera.scale
        found = []
        for number in _box(place, near).collidelistall(self._boxes):
            key, stern, bow, abeam = self._keels[number]
            far = _between(stern, bow, place)
            if far <= max(near, abeam):
                found.append((far, key))
        return min(found)[1] if found else None


def _box(middle: Xy, half: float) -> pygame.FRect:
    """A square about a place on the table."""
    return pygame.FRect(middle[0] - half, middle[1] - half, 2 * half, 2 * half)


def _between(stern: Xy, bow: Xy, place: Xy) -> float:
    """Distance of a place from the line between stern and bow, table units."""
    (x0, y0), (x1, y1) = stern, bow
    dx, dy = x1 - x0, y1 - y0
    share = ((place[0] - x0) * dx + (place[1] - y0) * dy) / (dx * dx + dy * dy)
    held = max(0.0, min(1.0, share))
    return math.hypot(place[0] - x0 - held * dx, place[1] - y0 - held * dy)
