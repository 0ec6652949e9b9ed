"""Rings round ships, the arrow off the bow of one that is chosen, and what points out what is under the pointer."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import Placing, box
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS, Colour

ROUND = 0.62, 0.42
"""Half axes of the ring round a ship, in hull lengths: along and across."""
LEAST_RING = 26.0, 15.0
BAND, SEAM = 96, 12
"""Pixels of height that are drawn of a ring at a time, for one picture of a large ring would take more memory than a
window; and by how many these overlap, for where a line leaves a picture it is cut off roughly.
"""
ARROW, ARROW_ROOM = 13, 20
"""Length of the arrow off the bow, and the pixels round its tip in which all of it lies."""
SHARP = 4
"""How many times larger it is drawn before it is scaled down."""


def ring(camera: Camera, ship: Placed, grown: float = 0.0) -> list[Xy]:
    """The ellipse round a ship, pixels."""
    hull = ship.length * camera.scale
    long, across = max(LEAST_RING[0], ROUND[0] * hull), max(LEAST_RING[1], ROUND[1] * hull * 0.62)
    return strokes.ellipse(camera.to_screen(*ship.at), across + grown, long + grown, ship.heading, 64)


def ring_at(ship: Placed, camera: Camera, colour: Colour, width: int) -> Placing:
    """The ring round a ship as a picture and its place."""
    drawn, (left, top) = _ring(round(ship.length * camera.scale), round(ship.heading), colour, width)
    x, y = camera.to_screen(*ship.at)
    return drawn, (round(x) + left, round(y) + top)


@lru_cache(maxsize=64)
def _ring(hull: int, heading: int, colour: Colour, width: int) -> Placing:
    """The ring for a hull of so many pixels with its middle at (0, 0)."""
    ship = Placed("", (0.0, 0.0), heading, hull, 0.0)
    points = ring(Camera((0.0, 0.0), 1.0, (0, 0)), ship, 2)
    half = round(max(max(abs(x), abs(y)) for x, y in points)) + width + 3
    whole = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    for top in range(0, 2 * half, BAND):
        doubled = [(2 * (x + half), 2 * (y + half + SEAM - top)) for x, y in points]
        whole.blit(_band(2 * half, doubled, colour, width), (0, top), (0, SEAM, 2 * half, BAND))
    return _cut(whole, half)


def _band(wide: int, doubled: Sequence[Xy], colour: Colour, width: int) -> pygame.Surface:
    """A part of a ring and somewhat above and below it, drawn at twice the size and scaled down."""
    large = pygame.Surface((2 * wide, 2 * (BAND + 2 * SEAM)), pygame.SRCALPHA)
    pygame.draw.lines(large, INKS.outline, closed=True, points=doubled, width=2 * width + 4)
    pygame.draw.lines(large, colour, closed=True, points=doubled, width=2 * width)
    return pygame.transform.smoothscale(large, (wide, BAND + 2 * SEAM))  # opaque or nothing: as if premultiplied


def arrow_at(ship: Placed, camera: Camera, length: float) -> Placing:
    """The arrow off the bow of a hull of so many pixels, clear of her ring."""
    (x, y), (drawn, (left, top)) = camera.to_screen(*ship.at), _arrow(ship.heading)
    ahead, down = off_bow(ship.heading, length)
    return drawn, (round(x + ahead) + left, round(y + down) + top)


def off_bow(heading: float, length: float) -> Xy:
    """From the middle of a hull of so many pixels to the tip of her arrow."""
    return strokes.along((0.0, 0.0), heading, max(LEAST_RING[0], ROUND[0] * length) + ARROW_ROOM)


@lru_cache(maxsize=64)
def _arrow(heading: float) -> Placing:
    """The arrow off a bow as a picture with its tip at (0, 0), drawn large and scaled down."""
    side = 2 * ARROW_ROOM
    large = pygame.Surface((SHARP * side, SHARP * side), pygame.SRCALPHA)
    middle = SHARP * (ARROW_ROOM + 0.5)
    strokes.arrow_head(large, (middle, middle), heading, SHARP * ARROW, INKS.brass_light, SHARP * 2)
    return _cut(pygame.transform.smoothscale(large.premul_alpha(), (side, side)), ARROW_ROOM)


def _cut(square: pygame.Surface, middle: int) -> Placing:
    """What is drawn on a square, without the empty room about it; the pixel in the middle lies at (0, 0)."""
    drawn = square.get_bounding_rect()
    return square.subsurface(drawn).copy(), (drawn.x - middle, drawn.y - middle)


class Highlight(NamedTuple):
    """What points something out, pixels of the screen."""

    pictures: Sequence[Placing]
    box: pygame.Rect
    """What they cover."""


class Highlights:
    """Keeps what was made for one state and one view."""

    def __init__(self) -> None:
        self._of: tuple[object, Camera | None] = (None, None)
        self._kept: dict[Hashable, Highlight] = {}

    def round(self, state: object, camera: Camera, what: Hashable, make: Callable[[], Sequence[Placing]]) -> Highlight:
        """What points something out; the same as before if nothing about it has changed.

        Args:
            state: what is shown; states and views are compared by identity.
            camera: from where.
            what: all else that it depends on.
            make: its pictures, pixels of the screen.
        """
        if self._of[0] is not state or self._of[1] is not camera:
            self._of, self._kept = (state, camera), {}
        ring = self._kept.get(what)
        if ring is None:
            pictures = make()
            boxes = [box(one) for one in pictures]
            covered = boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)
            ring = self._kept[what] = Highlight(pictures, covered)
        return ring
