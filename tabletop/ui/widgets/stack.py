"""Widgets over each other, and rectangles without what others cover."""

from collections.abc import Iterable

import pygame

from tabletop.ui.widgets.base import Widget


def uncovered(rects: list[pygame.Rect], covers: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles without what others cover, cut into rectangles that do not overlap where they did not before."""
    for cover in covers:
        if cover.collidelist(rects) >= 0:
            rects = [piece for rect in rects for piece in _cut(rect, cover)]
    return rects


def _cut(rect: pygame.Rect, cover: pygame.Rect) -> list[pygame.Rect]:
    """Above, below, at the left and at the right of what is covered."""
    hole = rect.clip(cover)
    if not (hole.w and hole.h):
        return [rect]
    pieces = (
        pygame.Rect(rect.x, rect.y, rect.w, hole.y - rect.y),
        pygame.Rect(rect.x, hole.bottom, rect.w, rect.bottom - hole.bottom),
        pygame.Rect(rect.x, hole.y, hole.x - rect.x, hole.h),
        pygame.Rect(hole.right, hole.y, rect.right - hole.right, hole.h),
    )
    return [piece for piece in pieces if piece.w > 0 and piece.h > 0]


class Stack(Widget):
    """Children over each other, each filling the whole; the last is on top."""

    def __init__(self, children: Iterable[Widget]) -> None:
        super().__init__()
        self.children = list(children)
