"""Spots on the screen: ringed places of things that a lesson or note speaks of."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.theme import Theme

LEAST = 26
"""Least radius of a ring, design pixels."""
WITHIN = 0.88
"""Size of a spot as a share of the corners around it."""
CLOSE = 2
"""How much smaller a spot is than a part of the screen on each side, design pixels."""
AROUND = 24
"""Room that stays free around a spot, design pixels."""


@dataclass(frozen=True)
class Spot:
    """A ringed place: middle and size in screen pixels, an ellipse turned by degrees, or a box.

    Attributes:
       gives_way: True if the place moves away from sheets and needs no free room.
    """

    centre: tuple[int, int]
    size: tuple[int, int]
    angle: int = 0
    box: bool = False
    gives_way: bool = False

    @property
    def rect(self) -> pygame.Rect:
        """Return the bounding rectangle."""
        turned = math.radians(self.angle)
        cos, sin = abs(math.cos(turned)), abs(math.sin(turned))
        wide, high = self.size
        rect = pygame.Rect(0, 0, math.ceil(wide * cos + high * sin), math.ceil(wide * sin + high * cos))
        rect.center = self.centre
        return rect

    def inflate(self, pixels: int) -> "Spot":
        """Return the spot with `pixels` more on every side."""
        return replace(self, size=(self.size[0] + 2 * pixels, self.size[1] + 2 * pixels))


def spot_around(points: Sequence[Xy], theme: Theme) -> Spot | None:
    """Return the spot around points: along a keel for two, around a place or corners else; None for no points."""
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    centre = round((min(xs) + max(xs)) / 2), round((min(ys) + max(ys)) / 2)
    if len(points) != 2:
        wide, high = (max(theme.px(2 * LEAST), round(WITHIN * (max(of) - min(of)))) for of in (xs, ys))
        return Spot(centre, (wide, high))
    across, down = xs[1] - xs[0], ys[1] - ys[0]
    long = max(math.hypot(across, down), theme.px(2 * LEAST))
    return Spot(centre, (round(long * 1.16), round(long * 0.5)), round(math.degrees(math.atan2(-down, across))))


def spot_of_rect(rect: pygame.Rect, theme: Theme) -> Spot:
    """Return a box within a part of the screen."""
    room = rect.inflate(-2 * theme.px(CLOSE), -2 * theme.px(CLOSE))
    return Spot(room.center, room.size, box=True)


def list_clear_rects(spots: Sequence[Spot | None], theme: Theme) -> Sequence[pygame.Rect]:
    """Return the rectangles that no sheet should cover."""
    return [spot.inflate(theme.px(AROUND)).rect for spot in spots if spot]
