"""Parts of a window as lists of rectangles."""

from collections.abc import Iterable

import pygame

PIECE = 1 << 14
"""To paint one piece more costs as much as so many pixels."""


def merged(rects: Iterable[pygame.Rect], within: pygame.Rect) -> list[pygame.Rect]:
    """What lies within a window, so that nothing is painted twice.

    Those that overlap are made one, or cut where that would hold much more than both.
    """
    done: list[pygame.Rect] = []
    waiting = list(rects)
    while waiting:
        rect = waiting.pop().clip(within)
        if not (rect.w and rect.h):
            continue
        hit = rect.collidelist(done)
        if hit < 0:
            done.append(rect)
            continue
        both = rect.union(done[hit])
        if both.w * both.h <= rect.w * rect.h + done[hit].w * done[hit].h + PIECE:
            del done[hit]
            waiting.append(both)
        else:
            waiting += uncovered([rect], [done[hit]])
    return done


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
