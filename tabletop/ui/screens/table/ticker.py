"""The last lines of the log in the bottom bar, and what is asked now."""

from collections.abc import Sequence

import pygame

from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.screens.table.chronicle import Line
from tabletop.ui.screens.table.tray import elided
from tabletop.ui.text import Style, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Tip, Widget

ROW = 25
_TIME = Style("semibold", 14, INKS.dim)
_LINE = Style("body", 16, INKS.mist)
_UNDONE = Style("body", 16, INKS.dim)
_NOW = Style("bold", 16, INKS.brass_light)
LOG = Tip("The log", "Everything that has happened, opened to its dice and its rule.")


class Ticker(Widget):
    """Hovering a line reports ``log.hover``, pressing it ``log.open``, both with its number (-1 for none)."""

    interactive = True
    text_bearing = True
    focusable = True

    def __init__(self, lines: Sequence[tuple[str, Line]], now: str, *, grow: float = 0) -> None:
        super().__init__("log", key=keys.key("log"), tip=LOG, grow=grow)
        self.lines = tuple(lines)
        self.now = now
        self._under = -1
        self._top = 0
        self._row = ROW

    def measure(self, theme: Theme, width: int) -> Size:
        """Three lines and the question."""
        return theme.px(280), theme.px(ROW) * 4

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Where the lines begin, and how high each is."""
        super().place(theme, rect)
        self._row, self._top = theme.px(ROW), rect.y

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Oldest on top; the question of the moment in brass."""
        column = max((size_of(time, _TIME, theme.scale)[0] for time, _ in self.lines), default=theme.px(36))
        left = self.rect.x + max(column, size_of("Now", _NOW, theme.scale)[0]) + theme.px(14)
        for number, (time, line) in enumerate(self.lines):
            top = self.rect.y + number * self._row
            if number == self._under:
                surface.fill(INKS.bar_2, (self.rect.x, top, self.rect.w, self._row))
            write(surface, theme, time, _TIME, (self.rect.x, top + theme.px(2)))
            style = _UNDONE if line.undone else _LINE
            write(surface, theme, elided(line.text, style, theme.scale, self.rect.right - left), style, (left, top))
            if line.undone:
                self._strike(surface, theme, line, left, top)
        top = self.rect.y + len(self.lines) * self._row
        write(surface, theme, "Now", _NOW, (self.rect.x, top))
        write(surface, theme, elided(self.now, _NOW, theme.scale, self.rect.right - left), _NOW, (left, top))

    def _strike(self, surface: pygame.Surface, theme: Theme, line: Line, left: int, top: int) -> None:
        text = elided(line.text, _UNDONE, theme.scale, self.rect.right - left)
        wide = size_of(text, _UNDONE, theme.scale)[0]
        surface.fill(INKS.dim, (left, top + self._row // 2, wide, theme.px(1)))

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Hover and press."""
        if given.kind in ("moved", "left"):
            return self._hover(given)
        if given.kind == "pressed" and given.button == "left":
            line = self._line_at(given.pos)
            return Action("log.open", line.number) if line else Action("log.all")
        return CONSUMED if given.kind == "released" else None

    def activate(self) -> Action | None:
        """The whole log."""
        return Action("log.all")

    def _hover(self, given: Input) -> Action | None:
        line = self._line_at(given.pos) if given.kind == "moved" else None
        under = next((n for n, (_, one) in enumerate(self.lines) if one is line), -1)
        if under == self._under:
            return None
        self._under = under
        self.tip = Tip(line.now, line.text) if line else LOG
        self.touch()
        return Action("log.hover", line.number if line else -1)

    def _line_at(self, pos: tuple[int, int]) -> Line | None:
        if not self.rect.collidepoint(pos):
            return None
        number = (pos[1] - self._top) // max(1, self._row)
        return self.lines[number][1] if 0 <= number < len(self.lines) else None
