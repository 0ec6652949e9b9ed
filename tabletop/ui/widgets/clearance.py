"""Where a message finds room beside what is open."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.overlay import Toast

NARROWER = (400, 320)
"""Widths that a message takes where its own finds no room, design pixels."""
GAP = 8


def lay_clear(toast: Toast, theme: Theme, area: pygame.Rect, top: int, taken: Sequence[pygame.Rect]) -> None:
    """Place a message as near as can be to the middle under the top; it covers as little of what is taken as it must.

    Args:
        toast: made narrower only where that helps.
        theme: the scale.
        area: the window.
        top: screen pixels from its upper edge at which messages appear.
        taken: what should stay in sight.
    """
    own = toast.width
    tried: list[tuple[int, int, float, pygame.Rect]] = []
    for number, width in enumerate((own, *(one for one in NARROWER if one < own))):
        toast.width = width
        rect = _place(toast.measure(theme, area.w), area, top, taken, theme.px(GAP))
        tried.append((_hidden(rect, taken), number, width, rect))
    _, _, toast.width, rect = min(tried, key=lambda one: one[:2])
    toast.place(theme, rect)


def _place(size: Size, area: pygame.Rect, top: int, taken: Sequence[pygame.Rect], gap: int) -> pygame.Rect:
    middle = pygame.Rect(area.centerx - size[0] // 2, area.y + top, *size)

    def far(rect: pygame.Rect) -> tuple[int, int]:
        return _hidden(rect, taken), abs(rect.x - middle.x) + 2 * abs(rect.y - middle.y)

    return min((middle, *_beside(middle, area, taken, gap)), key=far)


def _beside(middle: pygame.Rect, area: pygame.Rect, taken: Sequence[pygame.Rect], gap: int) -> Iterator[pygame.Rect]:
    """Places at the sides of what is taken and below it."""
    lefts = {middle.x, *(one.right + gap for one in taken), *(one.x - gap - middle.w for one in taken)}
    tops = {middle.y, *(one.bottom + gap for one in taken), *(one.y - gap - middle.h for one in taken)}
    for left in sorted(lefts):
        for top in sorted(tops):
            rect = pygame.Rect(left, top, *middle.size)
            if area.contains(rect):
                yield rect


def _hidden(rect: pygame.Rect, taken: Sequence[pygame.Rect]) -> int:
    """Pixels of what is taken that a rectangle covers."""
    shared = (rect.clip(one) for one in taken)
    return sum(one.w * one.h for one in shared)
