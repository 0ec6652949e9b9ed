"""What is set and filled in: segments of which one is chosen, a box to tick, a line that can be written in."""

from collections.abc import Callable, Sequence

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


ALL = "Ctrl+A"
"""Marks all that stands in a line."""


class TextEntry(Widget):
    """Reports what is `Typed` at every change; empty it shows a `hint`. `allowed` says what may be typed."""

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
        self.caret = len(text)
        self.hint = hint
        self.marked = False
        """Whether all of it is marked: what is typed next takes its place."""

    def measure(self, theme: Theme, width: int) -> Size:
        """A line with room around it."""
        return theme.px(self.width), max(theme.px(HEIGHT), size_of("X", BODY, theme.scale)[1] + theme.px(8))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, text, caret; a long text is moved so that the caret is in sight."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(3), (255, 252, 243), INKS.edge, theme.px(1)), self.rect)
        inside = self.rect.inflate(-2 * theme.px(10), -2 * theme.px(4))
        before = surface.get_clip()
        if self.marked and self.focused:
            wide = min(size_of(self.text, BODY, theme.scale)[0], inside.w)
            surface.fill(INKS.brass_light, (inside.x, inside.y, wide, inside.h))
        surface.set_clip(before.clip(inside.inflate(2 * theme.px(2), 0)))
        at_caret = size_of(self.text[: self.caret], BODY, theme.scale)[0]
        left = inside.x - max(0, at_caret - inside.w)
        write_at(surface, theme, self.text, BODY, midleft=(left, inside.centery))
        if self.hint and not self.text:
            hint, style = fitted(self.hint, BODY.tinted(INKS.muted), inside.w, theme.scale)
            write_at(surface, theme, hint, style, midleft=inside.midleft)
        if self.focused:
            surface.fill(INKS.ink, (left + at_caret, inside.y + theme.px(3), theme.px(2), inside.h - 2 * theme.px(3)))
        surface.set_clip(before)

    def mark(self) -> None:
        """Mark all of it."""
        self.marked = bool(self.text)
        self.touch()

    def show(self, text: str) -> None:
        """Another text, which nobody typed."""
        self.text, self.caret, self.marked = text, len(text), False
        self.touch()

    def _put(self, text: str, caret: int) -> Report:
        self.marked = False
        self.text, self.caret = text[: self.longest], min(caret, self.longest)
        self.touch()
        return Typed(self.id, self.text)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Typing and the keys that edit."""
        if given.kind == "text":
            typed = "".join(letter for letter in given.text if self.allowed(letter))
            if self.marked and typed:
                return self._put(typed, len(typed))
            return self._put(self.text[: self.caret] + typed + self.text[self.caret :], self.caret + len(typed))
        if given.kind == "pressed":
            self.marked = False
            self.caret = self._caret_at(theme, given.pos[0])
            self.touch()
            return CONSUMED
        return self._key(given.key) if given.kind == "key" else None

    def _caret_at(self, theme: Theme, x: int) -> int:
        left = self.rect.x + theme.px(10)
        return min(
            range(len(self.text) + 1), key=lambda n: abs(left + size_of(self.text[:n], BODY, theme.scale)[0] - x)
        )

    def _key(self, chord: str) -> Report | None:
        moves = {
            "Left": max(0, self.caret - 1),
            "Right": min(len(self.text), self.caret + 1),
            "Home": 0,
            "End": len(self.text),
        }
        if chord == ALL:
            self.mark()
            return CONSUMED
        if self.marked and chord in ("Backspace", "Delete"):
            return self._put("", 0)
        if chord in moves:
            self.marked = False
            self.caret = moves[chord]
            self.touch()
            return CONSUMED
        if chord == "Backspace" and self.caret:
            return self._put(self.text[: self.caret - 1] + self.text[self.caret :], self.caret - 1)
        if chord == "Delete":
            return self._put(self.text[: self.caret] + self.text[self.caret + 1 :], self.caret)
        typed = len(chord) == 1 or chord == "Space" or (chord.startswith("Shift+") and len(chord) == 7)
        return CONSUMED if typed or chord == "Backspace" else None

    def adopt(self, old: Widget) -> None:
        """Keep the caret."""
        self.caret = min(len(self.text), getattr(old, "caret", 0))
        self.marked = getattr(old, "marked", False)
