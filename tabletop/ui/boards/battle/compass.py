"""What compass roses are drawn of: discs, a ring of sectors, a pointer at the rim, and the arrow of the wind."""

from collections.abc import Iterable

import pygame

from tabletop.ui import text
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, worn

GROUND: Colour = (0x1B, 0x30, 0x31)
WHITE: Colour = (255, 255, 255)
SHARP = 3
"""How many times larger a rose is drawn before it is scaled down."""
STEPS = 24
"""Pieces of the rim of a sector."""


class Dial:
    """A rose at a large size.

    Args:
        side: of the picture, pixels.
        half: half of that, design pixels.

    Attributes:
        unit: how many of its pixels make a design pixel.
    """

    def __init__(self, side: int, half: float) -> None:
        self.side = side
        self.surface = pygame.Surface((SHARP * side, SHARP * side), pygame.SRCALPHA)
        self.unit = SHARP * side / (2 * half)
        self.middle = (SHARP * side / 2, SHARP * side / 2)

    def crop(self, points: Iterable[Xy]) -> tuple[int, int]:
        """Draw only round `points` from now on; return the place of that part in the finished picture."""
        across, down = zip(*points, strict=True)
        left, top = (int(min(one)) // SHARP - 2 for one in (across, down))
        right, bottom = (int(max(one)) // SHARP + 3 for one in (across, down))
        self.surface = pygame.Surface((SHARP * (right - left), SHARP * (bottom - top)), pygame.SRCALPHA)
        self.middle = (self.middle[0] - SHARP * left, self.middle[1] - SHARP * top)
        return left, top

    def done(self) -> pygame.Surface:
        """Return what was drawn, scaled down to the size of the rose, with its alpha multiplied in."""
        wide, high = self.surface.get_size()
        return pygame.transform.smoothscale(self.surface.premul_alpha(), (wide // SHARP, high // SHARP))

    def at(self, bearing: float, radius: float) -> Xy:
        """The pixel so many design pixels from the middle."""
        return along(self.middle, bearing, radius * self.unit)

    def disc(self, radius: float, colour: Colour | tuple[int, int, int, int]) -> None:
        """A filled circle about the middle."""
        pygame.draw.circle(self.surface, colour, self.middle, radius * self.unit)

    def outline(self, points: list[Xy], colour: Colour, width: float) -> None:
        """The edge of a shape."""
        pygame.draw.lines(self.surface, worn(colour), closed=True, points=points, width=round(width * self.unit))

    def shape(self, points: list[Xy], colour: Colour, width: float) -> None:
        """A filled shape with a dark edge."""
        pygame.draw.polygon(self.surface, worn(colour), points)
        self.outline(points, INKS.bar, width)

    def sector(self, middle: float, wide: float, inner: float, outer: float) -> list[Xy]:
        """A piece of a ring, so many degrees wide."""
        start, end, steps = middle - wide / 2, middle + wide / 2, [wide * step / STEPS for step in range(STEPS + 1)]
        return [*(self.at(start + step, outer) for step in steps), *(self.at(end - step, inner) for step in steps)]

    def pointer(self, bearing: float, reach: tuple[float, float], notch: float = 0.0) -> None:
        """A white head that points outward, its foot drawn in by a notch."""
        base = self.at(bearing, reach[0])
        corners = [along(base, bearing + turn, 6 * self.unit) for turn in (-90, 90)]
        self.shape([corners[0], self.at(bearing, reach[1]), corners[1], self.at(bearing, reach[0] + notch)], WHITE, 1.5)

    def wind(self, bearing: float, ends: tuple[Xy, Xy, Xy], breadth: tuple[float, float]) -> None:
        """A blue arrow from where the wind blows.

        Args:
            bearing: whence.
            ends: its tail, its neck and its tip.
            breadth: half of it at the shaft and at the barbs, design pixels.
        """
        (tail, neck, tip), (slim, wide) = ends, (half * self.unit for half in breadth)
        sides = [
            [along(at, bearing + turn, half) for at, half in ((tail, slim), (neck, slim), (neck, wide))]
            for turn in (-90, 90)
        ]
        self.shape([*sides[0], tip, *reversed(sides[1])], INKS.wind, 2)


def write(drawn: pygame.Surface, theme: Theme, words: str, style: Style, at: Xy, ground: Colour | None = None) -> None:
    """Letters about a pixel of a rose, if need be on a disc."""
    letters = text.rendered(words, style, theme.scale).premul_alpha()
    box = letters.get_rect(center=(round(at[0]), round(at[1])))
    if ground is not None:
        pygame.draw.circle(drawn, ground, box.center, max(box.size) * 0.5)
    drawn.blit(letters, box, special_flags=pygame.BLEND_PREMULTIPLIED)
