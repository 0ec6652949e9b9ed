"""Parts of a window as lists of rectangles."""

from collections.abc import Iterable

import pygame

from tabletop.ui.copying import unstreamed
from tabletop.ui.widgets.stack import uncovered

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
    return [unstreamed(rect) for rect in done]
