"""A window that is composed anew is painted over several frames: what takes longest are its sheets."""

from collections.abc import Callable, Iterable
from itertools import count

import pygame

from tabletop.ui.spare import SPARE
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.stack import uncovered

Rects = list[pygame.Rect]
_turn = count()
"""Who is first, where something is composed anew in every frame."""


def fresh(layers: Iterable[Widget]) -> Rects:
    """The sheets in these layers that have no picture yet, where painting is spread over frames."""
    if SPARE.milliseconds is None:
        return []
    found = (one for layer in layers for one in layer.walk() if one.fresh and one.rect.w)
    sheets = [one.rect for one in found]
    first = next(_turn) % max(1, len(sheets))
    return sheets[first:] + sheets[:first]


def painted(rects: Rects, sheets: Rects, paint: Callable[[Rects], None]) -> tuple[Rects, Rects]:
    """Paint rectangles, and of the sheets one at least, and as many as there is time for.

    What was there before can stay for a frame or two. What has been painted, and the sheets that are left.
    """
    done = uncovered(rects, sheets)
    paint(done)
    for number, sheet in enumerate(sheets):
        if number and SPARE.over:
            SPARE.leave()
            return done, sheets[number:]
        paint([sheet])
        done.append(sheet)
    return done, []
