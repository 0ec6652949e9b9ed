"""The light of the pointer on a card: on the head of a whole one, or the bar of a slip, and brass beside it."""

from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.ui.boards.cards import faces, slips, whole
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import rounded

LIT, RULE = 51, 3
"""Opacity of the light on a head, out of 255; width of the brass beside it, design pixels."""


@dataclass(frozen=True)
class Glow:
    """What is laid on every card of a size.

    Attributes:
        picture: shared, so never draw on it.
        inset: from the card's corner, pixels.
    """

    picture: pygame.Surface
    inset: int

    def place(self, card: pygame.Rect) -> pygame.Rect:
        """Where it lies on a card."""
        return self.picture.get_rect(topleft=(card.x + self.inset, card.y + self.inset))


@lru_cache(maxsize=64)
def glow(size: Size, scale: int) -> Glow:
    """The light on a card of a size."""
    theme = Theme(scale)
    whole_card = faces.is_whole(size, theme)
    return Glow(_head(size, theme), theme.px(whole.FRAME)) if whole_card else Glow(_bar(size, theme), 0)


def _head(size: Size, theme: Theme) -> pygame.Surface:
    wide, high, rule = size[0] - 2 * theme.px(whole.FRAME), theme.px(whole.HEADER), theme.px(RULE)
    made = pygame.Surface((wide, high), pygame.SRCALPHA)
    radius = theme.px(whole.RADIUS - 3)
    made.blit(rounded((wide, high + radius), radius, INKS.paper, LIT), (0, 0))
    made.fill(INKS.brass_light, (0, high - rule, wide, rule))
    return made


def _bar(size: Size, theme: Theme) -> pygame.Surface:
    wide, high, rule, radius = theme.px(slips.BAR), size[1], theme.px(RULE), theme.px(slips.RADIUS)
    made = pygame.Surface((wide + rule, high), pygame.SRCALPHA)
    made.blit(rounded((wide + radius, high), radius, INKS.paper, LIT), (0, 0))
    made.fill(INKS.brass, (wide, theme.px(1), rule, high - 2 * theme.px(1)))
    return made
