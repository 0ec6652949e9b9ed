"""Where that lies on the screen which is spoken of, so that it is ringed, and what is said of it lies beside it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.theme import Theme

LEAST = 26
"""From the middle of a place to its ring, design pixels."""
WITHIN = 0.88
"""How much of what lies between corners a spot takes: its ring lies within them."""
CLOSE = 2
"""How much less than a part of the screen is the spot about it on each side, design pixels."""
AROUND = 24
"""What stays free around it, design pixels."""


@dataclass(frozen=True)
class Spot:
    """What is ringed: its middle and extent, screen pixels, an ellipse that is turned by degrees, or a box.

    Attributes:
        gives_way: whether it keeps clear of what is said of it, and need not be kept clear of.
    """

    centre: tuple[int, int]
    size: tuple[int, int]
    angle: int = 0
    box: bool = False
    gives_way: bool = False

    @property
    def rect(self) -> pygame.Rect:
        """All that it takes up."""
        turned = math.radians(self.angle)
        cos, sin = abs(math.cos(turned)), abs(math.sin(turned))
        wide, high = self.size
        rect = pygame.Rect(0, 0, math.ceil(wide * cos + high * sin), math.ceil(wide * sin + high * cos))
        rect.center = self.centre
        return rect

    def grown(self, pixels: int) -> "Spot":
        """The same with so much more on every side."""
        return replace(self, size=(self.size[0] + 2 * pixels, self.size[1] + 2 * pixels))


def around(points: Sequence[Xy], theme: Theme) -> Spot | None:
    """A spot about pixels: along a keel, about a single place, about corners; None of none."""
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


def about_part(rect: pygame.Rect, theme: Theme) -> Spot:
    """A spot about a part of the screen, no larger than it: words and cards beside it stay clear of the ring."""
    room = rect.inflate(-2 * theme.px(CLOSE), -2 * theme.px(CLOSE))
    return Spot(room.center, room.size, box=True)


def kept_clear(spots: Sequence[Spot | None], theme: Theme) -> Sequence[pygame.Rect]:
    """What no sheet that speaks of them lies upon; of one that is not seen nothing."""
    return [spot.grown(theme.px(AROUND)).rect for spot in spots if spot]
