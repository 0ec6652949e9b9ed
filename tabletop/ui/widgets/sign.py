"""A small picture in a row: a badge, a flag, a marker."""

from collections.abc import Callable

import pygame

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size, Tip, Widget


class Sign(Widget):
    """A picture that is drawn at a number of pixels."""

    def __init__(self, draw: Callable[[int], pygame.Surface], side: float = 20, *, tip: Tip | None = None) -> None:
        super().__init__(tip=tip)
        self._draw_at, self.side = draw, side

    def measure(self, theme: Theme, width: int) -> Size:
        """A square."""
        return theme.px(self.side), theme.px(self.side)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """In the middle."""
        picture = self._draw_at(theme.px(self.side))
        surface.blit(picture, picture.get_rect(center=self.rect.center))
