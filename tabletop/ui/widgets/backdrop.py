"""The sea behind the screens around the table, and pictures in frames."""

from collections.abc import Callable
from functools import lru_cache

import pygame

from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget


@lru_cache(maxsize=4)
def sea(size: Size, tile: pygame.Surface | None = None) -> pygame.Surface:
    """Light in the middle, deep at the edges; `tile` is a wash of waves with alpha."""
    small = pygame.Surface((64, 36))
    for x in range(64):
        for y in range(36):
            far = min(1.0, (((x - 31.5) / 40) ** 2 + ((y - 17.5) / 25) ** 2) ** 0.5)
            small.set_at((x, y), _between(far))
    made = pygame.transform.smoothscale(small, size).convert()
    if tile is not None:
        wide, high = tile.get_size()
        made.fblits([(tile, (x, y)) for x in range(0, size[0], wide) for y in range(0, size[1], high)])
    return made


def _between(far: float) -> pygame.Color:
    light, mid, deep = (pygame.Color(*shade) for shade in (INKS.sea_light, INKS.sea, INKS.sea_deep))
    return light.lerp(mid, far * 2) if far < 0.5 else mid.lerp(deep, far * 2 - 1)


class Backdrop(Widget):
    """A picture made for the size of the window, once."""

    def __init__(self, make: Callable[[Size, Theme], pygame.Surface]) -> None:
        super().__init__("backdrop")
        self.make = make
        self._made: pygame.Surface | None = None

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Made anew for another size."""
        super().place(theme, rect)
        self._made = self.make(rect.size, theme)

    def measure(self, theme: Theme, width: int) -> Size:
        """Wants nothing, takes all."""
        return 0, 0

    def reach(self, theme: Theme) -> pygame.Rect:
        """Exactly the window."""
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The picture."""
        if self._made:
            surface.blit(self._made, self.rect)


class Picture(Widget):
    """A framed picture, made for its size; `ratio` is height by width, `height` fixes the height instead."""

    def __init__(
        self, make: Callable[[Size, Theme], pygame.Surface], *, ratio: float = 0.8, height: float = 0, width: float = 0,
        ident: str = "", tip: Tip | None = None,
    ) -> None:  # fmt: skip
        super().__init__(ident, tip=tip)
        self.make, self.ratio, self.height, self.width = make, ratio, height, width

    def measure(self, theme: Theme, width: int) -> Size:
        """In proportion."""
        wide = theme.px(self.width) if self.width else width
        return wide, theme.px(self.height) if self.height else round(wide * self.ratio)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The picture and its frame."""
        surface.blit(self.make(self.rect.size, theme), self.rect)
        pygame.draw.rect(surface, INKS.edge, self.rect, theme.px(1))
