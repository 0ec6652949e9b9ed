"""The last lines of the log in the lower bar, and the prompt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame
from typing_extensions import override

from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.screens.table.match_log import LogLine
from tabletop.ui.text import Style, broken, elided, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import rounded
from tabletop.ui.widgets.report import CONSUMED, Report

ROW = 22
HERALDED = 6000
"""Milliseconds for which the prompt stands out after the turn has passed."""
_TIME = Style("semibold", 14, INKS.dim)
_LINE = Style("body", 16, INKS.mist)
_UNDONE = Style("body", 16, INKS.dim)
_NOW = Style("bold", 16, INKS.brass_light)
LOG = Tip("Log", "All events of the match, with their dice and rules.")


@dataclass(frozen=True)
class LinePointed(Report):
    """The report that the pointer is over a line, by its number; None if it left all lines."""

    number: int | None


@dataclass(frozen=True)
class LogOpened(Report):
    """The report that asks for the log, at a line or at its end."""

    number: int | None = None


class _TickerRow(NamedTuple):
    """A row of the ticker: the time before the first row of a line, and the words."""

    time: str
    text: str
    line: LogLine


class LogTicker(Widget):
    """The last lines of the log that fit, over the prompt.

    Attributes:
       lines: the last lines with their times, oldest first.
       now: the prompt.
       side: the side that is asked; after a change the prompt stands out for a while.
    """

    interactive = True
    focusable = True

    def __init__(self, lines: Sequence[tuple[str, LogLine]], now: str, side: str = "") -> None:
        super().__init__("log", key=keys.key("log"), tip=LOG)
        self.lines = tuple(lines)
        self.now, self.side = now, side
        self.pulse = 0
        self._under: LogLine | None = None
        self._row = ROW
        self._rows: list[_TickerRow] = []

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return theme.px(150), theme.px(ROW) * 2

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Fill the rows: the latest line first, then earlier lines that fit whole."""
        super().place(theme, rect)
        self._row = theme.px(ROW)
        self._rows = self._build_rows(theme, max(0, rect.h // self._row - 1))

    def _build_rows(self, theme: Theme, room: int) -> list[_TickerRow]:
        """Return the lowest rows of the log, at most `room`."""
        width = self.rect.right - self._text_left(theme)
        rows: list[_TickerRow] = []
        for time, line in reversed(self.lines):
            texts = broken(line.text, _LINE, width, theme.scale, room if not rows else room + 1)
            if rows and len(rows) + len(texts) > room:
                break
            rows[:0] = [_TickerRow("" if number else time, text, line) for number, text in enumerate(texts)]
        return rows

    def _text_left(self, theme: Theme) -> int:
        """Return the left edge of the words, right of the times."""
        column = max((size_of(time, _TIME, theme.scale)[0] for time, _ in self.lines), default=theme.px(36))
        return self.rect.x + max(column, size_of("Now", _NOW, theme.scale)[0]) + theme.px(14)

    def adopt(self, old: Widget) -> None:
        """Let the prompt stand out if another side is asked than in the ticker before."""
        if isinstance(old, LogTicker):
            self.pulse = old.pulse if old.side == self.side else HERALDED if self.side else 0

    def tick(self, elapsed: int) -> bool:
        """Let the prompt stop standing out after a while."""
        before, self.pulse = self.pulse, max(0, self.pulse - elapsed)
        if before and not self.pulse:
            self.touch()
        return False

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the lines, oldest on top, and the prompt in brass."""
        left = self._text_left(theme)
        for number, row in enumerate(self._rows):
            top = self.rect.y + number * self._row
            if row.line is self._under:
                surface.fill(INKS.bar_2, (self.rect.x, top, self.rect.w, self._row))
            write(surface, theme, row.time, _TIME, (self.rect.x, top + theme.px(2)))
            style = _UNDONE if row.line.undone else _LINE
            write(surface, theme, row.text, style, (left, top))
            if row.line.undone:
                wide = size_of(row.text, style, theme.scale)[0]
                surface.fill(INKS.dim, (left, top + self._row // 2, wide, theme.px(1)))
        self._paint_now(surface, theme, left, self.rect.y + len(self._rows) * self._row)

    def _paint_now(self, surface: pygame.Surface, theme: Theme, left: int, top: int) -> None:
        style = _NOW
        if self.pulse:
            side = theme.px(6)
            band = pygame.Rect(self.rect.x - side, top, self.rect.w + 2 * side, self._row)
            surface.blit(rounded(band.size, theme.px(3), INKS.brass_light), band)
            style = _NOW.tinted(INKS.ink)
        write(surface, theme, "Now", style, (self.rect.x, top))
        write(surface, theme, elided(self.now, style, self.rect.right - left, theme.scale), style, (left, top))

    # --- input

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Handle hovering and presses."""
        if given.kind in ("moved", "left"):
            return self._handle_hover(given)
        if given.kind == "pressed" and given.button == "left":
            line = self._line_at(given.pos)
            return LogOpened(line.number if line else None)
        return CONSUMED if given.kind == "released" else None

    def activate(self) -> Report | None:
        """Ask for the whole log."""
        return LogOpened()

    def _handle_hover(self, given: Input) -> Report | None:
        line = self._line_at(given.pos) if given.kind == "moved" else None
        if line is self._under:
            return None
        self._under = line
        self.tip = Tip(line.moment, line.text) if line else LOG
        self.touch()
        return LinePointed(line.number if line else None)

    def _line_at(self, pos: tuple[int, int]) -> LogLine | None:
        if not self.rect.collidepoint(pos):
            return None
        number = (pos[1] - self.rect.y) // max(1, self._row)
        return self._rows[number].line if 0 <= number < len(self._rows) else None
