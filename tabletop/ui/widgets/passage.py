"""A text of several lines that can be written in: it wraps, Enter begins a new line."""

from bisect import bisect_right
from functools import lru_cache

import pygame

from tabletop.ui.input import Input
from tabletop.ui.text import BODY, size_of, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip
from tabletop.ui.widgets.draw import boxed, draw_focus, rounded
from tabletop.ui.widgets.form_controls import WITH, TextEntry
from tabletop.ui.widgets.report import CONSUMED, Report

LEAST, MOST = 3, 10
"""Lines that are in sight at least and at most."""
ACROSS, DOWN, BAR = 10, 5, 6
"""Design pixels between the edge and the words, and width of the bar that tells what part is in sight."""

Span = tuple[int, int]
"""A line: from which letter on, and where it ends."""


@lru_cache(maxsize=64)
def wrapped(text: str, width: int, scale: int) -> tuple[Span, ...]:
    """The lines of a text in a width of so many pixels; at least one."""
    found: list[Span] = []
    start = 0
    for paragraph in text.split("\n"):
        end = start + len(paragraph)
        while start < end and size_of(text[start:end], BODY, scale)[0] > width:
            fit = bisect_right(range(start + 1, end), width, key=lambda to: size_of(text[start:to], BODY, scale)[0])
            space = text.rfind(" ", start + 1, start + fit + 1)
            last = space if space > start else start + max(1, fit)
            found.append((start, last))
            start = last + (space > start)
        found.append((start, end))
        start = end + 1
    return tuple(found)


class Passage(TextEntry):
    """Reports what is `Typed` at every change; more lines than are in sight scroll with the caret and the wheel."""

    def __init__(self, ident: str, text: str = "", *, longest: int, tip: Tip | None = None, hint: str = "") -> None:
        super().__init__(ident, text, longest=longest, tip=tip, hint=hint)
        self._top = 0

    # --- lines

    def _spans(self, theme: Theme, width: int) -> tuple[Span, ...]:
        return wrapped(self.text, max(1, width - theme.px(2 * ACROSS + BAR)), theme.scale)

    @staticmethod
    def _high(theme: Theme) -> int:
        return size_of("X", BODY, theme.scale)[1]

    def _line(self, spans: tuple[Span, ...]) -> int:
        """In which line the caret is."""
        return max(number for number, (start, _) in enumerate(spans) if start <= self.caret or not number)

    def _shown(self, theme: Theme) -> int:
        """How many lines are in sight."""
        return max(1, (self.rect.h - theme.px(2 * DOWN)) // self._high(theme))

    def _scroll(self, theme: Theme, top: int) -> bool:
        """Begin with a line, as far as that can be; whether that is another one."""
        before, last = self._top, len(self._spans(theme, self.rect.w)) - self._shown(theme)
        self._top = max(0, min(top, last))
        if self._top != before:
            self.touch()
        return self._top != before

    def _follow(self, theme: Theme) -> None:
        """Bring the caret into sight."""
        at = self._line(self._spans(theme, self.rect.w))
        self._scroll(theme, min(max(self._top, at - self._shown(theme) + 1), at))

    # --- as every widget

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as may be, and as high as its lines, between limits."""
        rows = max(LEAST, min(MOST, len(self._spans(theme, width))))
        return width, rows * self._high(theme) + theme.px(2 * DOWN)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Where lines are wrapped anew the caret stays in sight."""
        super().place(theme, rect)
        if self.focused:
            self._follow(theme)
        else:
            self._scroll(theme, self._top)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, lines, caret, and a bar where there are more."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(3), (255, 252, 243), INKS.edge, theme.px(1)), self.rect)
        spans, high, shown = self._spans(theme, self.rect.w), self._high(theme), self._shown(theme)
        x, y = self.rect.x + theme.px(ACROSS), self.rect.y + theme.px(DOWN)
        for number, (start, end) in enumerate(spans[self._top : self._top + shown]):
            words, top = self.text[start:end], y + number * high
            if self.focused:
                self._paint_marked(surface, theme, (start, end), (x, top))
            write_at(surface, theme, words, BODY, topleft=(x, top))
        if self.hint and not self.text:
            write_at(surface, theme, self.hint, BODY.tinted(INKS.muted), topleft=(x, y))
        at = self._line(spans)
        if self.focused and self._top <= at < self._top + shown:
            far = size_of(self.text[spans[at][0] : self.caret], BODY, theme.scale)[0]
            surface.fill(INKS.ink, (x + far, y + (at - self._top) * high, theme.px(2), high))
        if len(spans) > shown:
            self._paint_bar(surface, theme, shown / len(spans))

    def _paint_marked(self, surface: pygame.Surface, theme: Theme, line: Span, at: tuple[int, int]) -> None:
        """The part of a line that is marked."""
        ends = (min(max(letter, line[0]), line[1]) for letter in self.marked)
        first, last = (size_of(self.text[line[0] : end], BODY, theme.scale)[0] for end in ends)
        surface.fill(INKS.brass_light, (at[0] + first, at[1], last - first, self._high(theme)))

    def _paint_bar(self, surface: pygame.Surface, theme: Theme, share: float) -> None:
        room = self.rect.inflate(-2 * theme.px(4), -2 * theme.px(4))
        top = room.y + round(room.h * self._top * share / self._shown(theme))
        bar = pygame.Rect(
            room.right - theme.px(BAR - 2), top, theme.px(BAR - 2), max(theme.px(12), round(room.h * share))
        )
        surface.blit(rounded(bar.size, bar.w // 2, INKS.foot), bar)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """As a line; Enter begins another, the arrows go up and down, the wheel looks further."""
        if given.kind == "wheel":
            return CONSUMED if self._scroll(theme, self._top - given.steps) else None
        answer = self._key_in_lines(given.key, theme) if given.kind == "key" else None
        answer = answer or super().handle(given, theme)
        if answer is not None:
            self._follow(theme)
        return answer

    def _key_in_lines(self, chord: str, theme: Theme) -> Report | None:
        """Keys that mean something else where there are several lines."""
        spans = self._spans(theme, self.rect.w)
        at = self._line(spans)
        start, end = spans[at]
        if chord == "Enter":
            return self._put("\n")
        way, far = chord.removeprefix(WITH), size_of(self.text[start : self.caret], BODY, theme.scale)[0]
        if way in ("Home", "End"):
            to = start if way == "Home" else end
        elif way in ("Up", "Down"):
            to = self._near(theme, at + (1 if way == "Down" else -1), far)
        else:
            return None
        return self._go(to) if way == chord else self._span(self.anchor, to)

    def _letter(self, theme: Theme, pos: tuple[int, int]) -> int:
        """In the line that lies there."""
        line = self._top + (pos[1] - self.rect.y - theme.px(DOWN)) // self._high(theme)
        return self._near(theme, line, pos[0] - self.rect.x - theme.px(ACROSS))

    def _near(self, theme: Theme, line: int, far: int) -> int:
        """The letter of a line that lies so many pixels from its start; past the first or last line its end."""
        spans = self._spans(theme, self.rect.w)
        if not 0 <= line < len(spans):
            return 0 if line < 0 else len(self.text)
        start, end = spans[line]
        return min(range(start, end + 1), key=lambda to: abs(size_of(self.text[start:to], BODY, theme.scale)[0] - far))

    def adopt(self, old: "TextEntry") -> None:  # type: ignore[override]
        """Keep the caret, and what is in sight."""
        super().adopt(old)
        self._top = getattr(old, "_top", 0)
