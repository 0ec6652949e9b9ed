"""The table under the cards: slate green, lighter in the middle, with faint waves and a darker strip for one's hand."""

from functools import lru_cache

import pygame

from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards.felt import Felt
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import sea
from tabletop.ui.widgets.base import Action, Size, Widget

DARKER, STRIP = 92, 110
"""Opacity of the shade over the whole table, and over the strip of the hand, out of 255."""


@lru_cache(maxsize=2)
def _cloth(size: Size, strip: int) -> pygame.Surface:
    made = sea(size, drawn("sea_tile_640", 1.0)).copy()
    shade = pygame.Surface(size, pygame.SRCALPHA)
    shade.fill((*INKS.scrim, DARKER))
    made.blit(shade, (0, 0))
    lower = pygame.Surface((size[0], max(1, size[1] - strip)), pygame.SRCALPHA)
    lower.fill((*INKS.scrim, STRIP))
    made.blit(lower, (0, strip))
    return made


class Baize(Widget):
    """The playing surface; reports ``table`` when it is clicked where nothing lies."""

    interactive = True

    def __init__(self, felt: Felt) -> None:
        super().__init__("table")
        self.felt = felt
        self.strip = 0
        """Where the strip of the hand begins, screen pixels."""

    def reach(self, theme: Theme) -> pygame.Rect:
        """The window."""
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The cloth."""
        surface.blit(_cloth(self.rect.size, min(self.strip or self.rect.h, self.rect.h)), self.rect)

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """A click on the bare table."""
        return Action("table") if given.kind == "pressed" and given.button == "left" else None
