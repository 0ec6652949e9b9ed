"""A window that is composed anew is painted over several frames: what takes longest are its sheets."""

from collections.abc import Callable, Iterable

import pygame

from tabletop.ui.frame_budget import FRAME_BUDGET
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.stack import uncovered

Rects = list[pygame.Rect]
PATIENCE = 3
"""Frames that may paint no sheet, one after the other."""


class SheetBySheet:
    """What is left to paint of a window, and who is first where it is composed anew in every frame.

    Attributes:
        owed: rectangles of a frame that had so much else to do that it painted nothing.
    """

    def __init__(self) -> None:
        self.owed = Rects()
        self._left = Rects()
        self._turn = 0
        self._paused = 0
        """How many frames one after the other had so much else to do that they painted none."""

    def compose(self, layers: Iterable[Widget]) -> None:
        """All is painted anew: of the sheets in these layers those that have no picture yet may come later."""
        found = (one for layer in layers for one in layer.walk() if one.fresh and one.rect.w)
        sheets = [one.rect for one in found] if FRAME_BUDGET.milliseconds is not None else []
        first = self._turn % max(1, len(sheets))
        self._left = sheets[first:] + sheets[:first]

    def painted(self, rects: Rects, paint: Callable[[Rects], None]) -> Rects:
        """Paint rectangles, and of the sheets that are left as many as there is time for; what has been painted.

        What was there before can stay for a frame or two. In one of so many frames one sheet at least is painted.
        """
        self.owed = rects if rects and FRAME_BUDGET.defer_painting() else []
        if self.owed:
            return []
        done = uncovered(rects, self._left)
        paint(done)
        for number, sheet in enumerate(self._left):
            if FRAME_BUDGET.is_spent and (number or self._paused < PATIENCE):
                FRAME_BUDGET.request_frame()
                self._left, self._paused = self._left[number:], 0 if number else self._paused + 1
                return done
            paint([sheet])
            self._turn += 1
            done.append(sheet)
        self._left, self._paused = [], 0
        return done
