"""A view onto something higher than the room there is."""

from collections.abc import Callable, Iterable

import pygame

from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.draw import rounded
from tabletop.ui.widgets.report import CONSUMED, Report

STEP = 56
"""How far one notch of the wheel goes, design pixels."""
TRACK = 12
"""Room for the scroll bar, design pixels."""
WHOLE = 56
"""Lines higher than that are cut where the view ends, lower ones shown whole or not at all, design pixels."""


class Scroll(Widget):
    """Shows a part of its content; wheel, drag of the bar, page keys and the focus move it."""

    interactive = True

    def __init__(
        self, child: Widget, *, ident: str = "", height: float = 0, grow: float = 1, thumb: Colour = INKS.foot
    ) -> None:
        super().__init__(ident, grow=grow)
        self.children = [child]
        self.height = height
        self.offset = 0
        self.content = 0
        self.thumb = thumb
        self._theme = Theme()
        self.sight = pygame.Rect(0, 0, 0, 0)
        """What is seen of the content: no line of it is cut."""

    @property
    def overflowing(self) -> bool:
        """Whether there is more than can be seen."""
        return self.content > self.rect.h

    def measure(self, theme: Theme, width: int) -> Size:
        """The content's, or the height that was asked for."""
        wide, high = self.children[0].measured(theme, width)
        return wide, min(high, theme.px(self.height)) if self.height else high

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Content at full height, moved up by the offset; the bar's room is taken only when needed."""
        self.rect, self.dirty, self._theme = pygame.Rect(rect), True, theme
        width = rect.w
        self.content = self.children[0].measured(theme, width)[1]
        if self.content > rect.h:
            width -= theme.px(TRACK)
            self.content = self.children[0].measured(theme, width)[1]
        self.offset = max(0, min(self.offset, self.content - rect.h))
        self.children[0].place(theme, pygame.Rect(rect.x, rect.y - self.offset, width, max(self.content, rect.h)))
        self.sight = pygame.Rect(rect)
        if self.overflowing:
            self.sight.y = self._edge(rect.top, max, 1)
            self.sight.h = self._edge(rect.bottom, min, 0) - self.sight.y

    def _edge(self, row: int, best: Callable[[Iterable[int]], int], side: int) -> int:
        """The next row of pixels from the edge of the view inwards that goes through no line; the edge if none is near.

        Of the lines across a row `best` is that whose `side`, 0 for its top, lies farthest inwards.
        """
        edge, content = row, self.children[0]
        while lines := list(content.lines_at(row, self._theme)):
            row = best(line[side] for line in lines)
            if abs(row - edge) >= min(self._theme.px(WHOLE), self.rect.h // 4):
                return edge
        return row

    def move(self, offset: int) -> bool:
        """Scroll to an offset; whether that moved anything."""
        offset = max(0, min(offset, self.content - self.rect.h))
        if offset == self.offset or not self.overflowing:
            return False
        self.offset = offset
        self.place(self._theme, self.rect)
        return True

    def reveal(self, rect: pygame.Rect) -> None:
        """Scroll so far that a rectangle is in sight."""
        margin = self._theme.px(12)
        if rect.top - margin < self.rect.top:
            self.move(self.offset - (self.rect.top - rect.top) - margin)
        elif rect.bottom + margin > self.rect.bottom:
            self.move(self.offset + rect.bottom + margin - self.rect.bottom)

    @staticmethod
    def _sides(view: pygame.Rect, theme: Theme) -> pygame.Rect:
        """With room at the sides for shadows and focus rings."""
        return view.inflate(2 * theme.px(9), 0)

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """Content clipped to the view, then the bar."""
        self.dirty = False
        before = surface.get_clip()
        surface.set_clip(before.clip(self._sides(self.sight, theme) if self.overflowing else self.reach(theme)))
        if surface.get_clip().w and surface.get_clip().h:
            for child in self.shown():
                child.paint_tree(surface, theme)
        surface.set_clip(before)
        if self.overflowing:
            bar = self._bar(theme)
            surface.blit(rounded(bar.size, bar.w // 2, self.thumb), bar)

    def _bar(self, theme: Theme) -> pygame.Rect:
        height = max(theme.px(24), self.rect.h * self.rect.h // max(1, self.content))
        top = self.rect.y + (self.rect.h - height) * self.offset // max(1, self.content - self.rect.h)
        width = theme.px(6)
        return pygame.Rect(self.rect.right - width, top, width, height)

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """Nothing outside the view answers."""
        if not self.rect.collidepoint(pos):
            return []
        return super().path_to(pos) if self.sight.collidepoint(pos) else [self]

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Wheel, page keys, and dragging the bar."""
        if given.kind == "wheel":
            return CONSUMED if self.move(self.offset - given.steps * theme.px(STEP)) else None
        if given.kind == "key" and given.key in ("Page up", "Page down"):
            step = self.rect.h * 4 // 5 * (1 if given.key == "Page down" else -1)
            return CONSUMED if self.move(self.offset + step) else None
        dragging = given.kind == "pressed" or (given.kind == "moved" and "left" in given.buttons)
        if self.overflowing and dragging and given.pos[0] >= self.rect.right - theme.px(TRACK):
            self.move((given.pos[1] - self.rect.y) * self.content // max(1, self.rect.h) - self.rect.h // 2)
            return CONSUMED
        return None

    def adopt(self, old: Widget) -> None:
        """Stay where the player had scrolled to."""
        self.offset = getattr(old, "offset", 0)
