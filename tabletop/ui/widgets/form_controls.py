"""What is set and filled in: segments of which one is chosen, a box to tick, a line that can be written in."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from tabletop.ui.input import Input
from tabletop.ui.text import BODY, LABEL, Block, Run, fitted, flowed, size_of, write_at, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, draw_focus, icon, rounded
from tabletop.ui.widgets.report import CONSUMED, Chosen, Report, Ticked, Typed

HEIGHT = 34
"""Of all of them, design pixels."""
Options = Sequence[tuple[str, str]]
"""Pairs of value and words."""


class Segments(Widget):
    """All options side by side, one chosen; also the tabs of a panel. Reports what is `Chosen`."""

    focusable = True
    pressed_by = frozenset()
    interactive = True

    def __init__(self, ident: str, options: Options, chosen: str, *, tip: Tip | None = None) -> None:
        super().__init__(ident, tip=tip)
        self.options = tuple(options)
        self.chosen = chosen
        self.under = -1

    def measure(self, theme: Theme, width: int) -> Size:
        """Equal parts, each wide enough for the longest words; closer together where room is short."""
        widest = max((size_of(words, LABEL, theme.scale)[0] for _, words in self.options), default=0)
        wide, close = ((widest + 2 * theme.px(margin)) * len(self.options) for margin in (12, 4))
        return min(wide, max(width, close)), theme.px(HEIGHT)

    def _part(self, number: int) -> pygame.Rect:
        count = len(self.options)
        left, right = self.rect.w * number // count, self.rect.w * (number + 1) // count
        return pygame.Rect(self.rect.x + left, self.rect.y, right - left, self.rect.h)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The chosen part is ink, the part under the pointer lighter."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, INKS.edge, theme.px(1)), self.rect)
        for number, (value, words) in enumerate(self.options):
            part = self._part(number)
            ink = INKS.cream if value == self.chosen else INKS.ink if self.enabled else INKS.disabled
            if value == self.chosen:
                surface.blit(rounded(part.size, theme.px(3), INKS.ink), part)
            elif number == self.under and self.enabled:
                inner = part.inflate(-2 * theme.px(1), -2 * theme.px(1))
                surface.blit(rounded(inner.size, theme.px(3), INKS.paper), inner)
            write_at(surface, theme, words, LABEL.tinted(ink), center=part.center)

    def _number(self, pos: tuple[int, int]) -> int:
        hits = [n for n in range(len(self.options)) if self._part(n).collidepoint(pos)]
        return hits[0] if hits else -1

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click, or the arrows."""
        if given.kind in ("moved", "left"):
            under = self._number(given.pos)
            if under != self.under:
                self.under = under
                self.touch()
            return None
        if given.kind == "pressed" and given.button == "left" and self._number(given.pos) >= 0:
            return self.choose(self.options[self._number(given.pos)][0])
        if given.kind == "key" and given.key in ("Left", "Right"):
            values = [value for value, _ in self.options]
            step = values.index(self.chosen) + (1 if given.key == "Right" else -1)
            return self.choose(values[step]) if 0 <= step < len(values) else CONSUMED
        return None

    def choose(self, value: str) -> Report:
        """Choose and report it."""
        self.chosen = value
        self.touch()
        return Chosen(self.id, value)


class Checkbox(Widget):
    """Yes or no, with words beside it. Reports being `Ticked` or not."""

    focusable = True
    pressed_by = frozenset({"Space"})
    interactive = True
    glows = True
    BOX = 20

    def __init__(self, ident: str, text: str, value: bool, *, tip: Tip | None = None) -> None:
        super().__init__(ident, tip=tip)
        self.text, self.value = text, value

    def measure(self, theme: Theme, width: int) -> Size:
        """Box and words, which wrap."""
        block = self._block(theme, width)
        return theme.px(self.BOX + 10) + block.width, max(theme.px(HEIGHT), block.height)

    def _block(self, theme: Theme, width: int) -> Block:
        ink = INKS.ink if self.enabled else INKS.disabled
        return flowed((Run(self.text, BODY.tinted(ink)),), max(1, width - theme.px(self.BOX + 10)), theme.scale)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, tick, words."""
        box = pygame.Rect(0, 0, theme.px(self.BOX), theme.px(self.BOX))
        box.midleft = self.rect.midleft
        if self.focused:
            draw_focus(surface, theme, box)
        fill = INKS.paper_3 if not self.enabled else INKS.paper_2 if self.hovered else INKS.paper
        surface.blit(boxed(box.size, theme.px(3), fill, INKS.edge, theme.px(1.5)), box)
        if self.value:
            surface.blit(
                icon("tick", theme.px(16), INKS.ink if self.enabled else INKS.disabled),
                box.move(theme.px(2), theme.px(2)),
            )
        block = self._block(theme, self.rect.w)
        write_block(surface, theme, block, (box.right + theme.px(10), self.rect.centery - block.height // 2))

    def activate(self) -> Report | None:
        """Change it."""
        self.value = not self.value
        self.touch()
        return Ticked(self.id, self.value)


ALL, WITH = "Ctrl+A", "Shift+"
"""Marks all that stands in a line; with an arrow, Home or End it marks as far as that leads."""


class TextEntry(Widget):
    """Reports what is `Typed` at every change; empty it shows a `hint`. `allowed` says what may be typed.

    A drag marks, a double click marks a word; what is typed takes the place of what is marked.
    """

    focusable = True
    interactive = True
    takes_text = True
    pressed_by = frozenset()

    def __init__(
        self, ident: str, text: str = "", *, longest: int = 40, width: float = 220, tip: Tip | None = None,
        allowed: Callable[[str], bool] = str.isprintable, grow: float = 0, hint: str = "",
    ) -> None:  # fmt: skip
        super().__init__(ident, tip=tip, grow=grow)
        self.text, self.longest, self.width, self.allowed = text, longest, width, allowed
        self.caret = self.anchor = len(text)
        """Before which letter the caret stands, and where what is marked begins or ends besides; equal for nothing."""
        self.hint = hint
        self._pressed = -1
        """The letter at which the mouse was pressed."""

    @property
    def marked(self) -> tuple[int, int]:
        """From which letter to which it is marked."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    def measure(self, theme: Theme, width: int) -> Size:
        """A line with room around it."""
        return theme.px(self.width), max(theme.px(HEIGHT), size_of("X", BODY, theme.scale)[1] + theme.px(8))

    # --- painting

    def _inside(self, theme: Theme) -> pygame.Rect:
        return self.rect.inflate(-2 * theme.px(10), -2 * theme.px(4))

    def _left(self, theme: Theme) -> int:
        """Where the text begins, pixels: a long one is moved so that the caret is in sight."""
        inside = self._inside(theme)
        return inside.x - max(0, self._far(self.caret, theme) - inside.w)

    def _far(self, letter: int, theme: Theme) -> int:
        return size_of(self.text[:letter], BODY, theme.scale)[0]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, what is marked, text, caret."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(3), (255, 252, 243), INKS.edge, theme.px(1)), self.rect)
        inside, left = self._inside(theme), self._left(theme)
        before = surface.get_clip()
        surface.set_clip(before.clip(inside.inflate(2 * theme.px(2), 0)))
        if self.focused:
            start, end = (left + self._far(letter, theme) for letter in self.marked)
            surface.fill(INKS.brass_light, (start, inside.y, end - start, inside.h))
        write_at(surface, theme, self.text, BODY, midleft=(left, inside.centery))
        if self.hint and not self.text:
            hint, style = fitted(self.hint, BODY.tinted(INKS.muted), inside.w, theme.scale)
            write_at(surface, theme, hint, style, midleft=inside.midleft)
        if self.focused:
            at = left + self._far(self.caret, theme)
            surface.fill(INKS.ink, (at, inside.y + theme.px(3), theme.px(2), inside.h - 2 * theme.px(3)))
        surface.set_clip(before)

    # --- what changes

    def mark(self) -> None:
        """Mark all of it."""
        self._span(0, len(self.text))

    def show(self, text: str) -> None:
        """Another text, which nobody typed."""
        self.text = text
        self._go(len(text))

    def _span(self, anchor: int, caret: int) -> Report:
        """Mark so much."""
        self.anchor, self.caret = anchor, caret
        self.touch()
        return CONSUMED

    def _go(self, caret: int) -> Report:
        """The caret comes to stand before a letter."""
        return self._span(caret, caret)

    def _put(self, typed: str) -> Report:
        """In the place of what is marked."""
        start, end = self.marked
        self.text = (self.text[:start] + typed + self.text[end:])[: self.longest]
        self._go(min(start + len(typed), len(self.text)))
        return Typed(self.id, self.text)

    # --- mouse and keys

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Typing, marking, and the keys that edit."""
        if given.kind == "text":
            typed = "".join(letter for letter in given.text if self.allowed(letter))
            return self._put(typed) if typed else CONSUMED
        if given.kind == "pressed":
            at = self._pressed = self._letter(theme, given.pos)
            if given.clicks > 1:
                return self._span(*self._word(at))
            return self._span(self.anchor if given.shift else at, at)
        if given.kind == "moved" and self.held:
            at = self._letter(theme, given.pos)
            return self._span(self.anchor, at) if at != self._pressed else CONSUMED
        return self._key(given.key) if given.kind == "key" else None

    def _letter(self, theme: Theme, pos: tuple[int, int]) -> int:
        """Before which letter a pixel lies."""
        left = self._left(theme)
        return min(range(len(self.text) + 1), key=lambda letter: abs(left + self._far(letter, theme) - pos[0]))

    def _word(self, at: int) -> tuple[int, int]:
        """The word that holds a letter, or what is between two words."""
        spans = [part.span() for part in re.finditer(r"\w+|\W+", self.text)] or [(0, 0)]
        return next((span for span in spans if span[0] <= at < span[1]), spans[-1])

    def _key(self, chord: str) -> Report | None:
        start, end = self.marked
        ways = {
            "Left": max(0, self.caret - 1), "Right": min(len(self.text), self.caret + 1), "Home": 0,
            "End": len(self.text),
        }  # fmt: skip
        if chord == ALL:
            return self._span(0, len(self.text))
        if (way := chord.removeprefix(WITH)) in ways and way != chord:
            return self._span(self.anchor, ways[way])
        if chord in ("Left", "Right") and start < end:
            return self._go(start if chord == "Left" else end)
        if chord in ways:
            return self._go(ways[chord])
        if chord in ("Backspace", "Delete"):
            if start == end:
                self.anchor = ways["Left" if chord == "Backspace" else "Right"]
            return self._put("") if self.anchor != self.caret or chord == "Delete" else CONSUMED
        typed = len(chord) == 1 or chord == "Space" or (chord.startswith(WITH) and len(chord) == 7)
        return CONSUMED if typed else None

    def adopt(self, old: Widget) -> None:
        """Keep the caret, and what is marked."""
        self.caret, self.anchor = (min(len(self.text), getattr(old, of, 0)) for of in ("caret", "anchor"))
        self._pressed = getattr(old, "_pressed", -1)


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
