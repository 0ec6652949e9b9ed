"""A line that can be written in."""

from collections.abc import Callable

import pygame

from tabletop.ui.input import Input
from tabletop.ui.text import BODY, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, draw_focus
from tabletop.ui.widgets.report import CONSUMED, Report, Typed


class TextEntry(Widget):
    """Reports what is `Typed` at every change. `allowed` says which characters may be typed."""

    focusable = True
    interactive = True
    takes_text = True
    pressed_by = frozenset()

    def __init__(
        self, ident: str, text: str = "", *, hint: str = "", longest: int = 40, width: float = 220,
        tip: Tip | None = None,
        allowed: Callable[[str], bool] = str.isprintable, grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(ident, tip=tip, grow=grow)
        self.text, self.hint, self.longest, self.width, self.allowed = text, hint, longest, width, allowed
        self.caret = len(text)

    def measure(self, theme: Theme, width: int) -> Size:
        """A line with room around it."""
        return theme.px(self.width), max(theme.px(34), size_of("X", BODY, theme.scale)[1] + theme.px(8))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, text or hint, caret; a long text is moved so that the caret is in sight."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(3), (255, 252, 243), INKS.edge, theme.px(1)), self.rect)
        inside = self.rect.inflate(-2 * theme.px(10), -2 * theme.px(4))
        before = surface.get_clip()
        surface.set_clip(before.clip(inside.inflate(2 * theme.px(2), 0)))
        at_caret = size_of(self.text[: self.caret], BODY, theme.scale)[0]
        left = inside.x - max(0, at_caret - inside.w)
        style = BODY if self.text else BODY.tinted(INKS.muted)
        words = rendered(self.text or self.hint, style, theme.scale)
        surface.blit(words, words.get_rect(midleft=(left, inside.centery)))
        if self.focused:
            surface.fill(INKS.ink, (left + at_caret, inside.y + theme.px(3), theme.px(2), inside.h - 2 * theme.px(3)))
        surface.set_clip(before)

    def _put(self, text: str, caret: int) -> Report:
        self.text, self.caret = text[: self.longest], min(caret, self.longest)
        self.touch()
        return Typed(self.id, self.text)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Typing and the keys that edit."""
        if given.kind == "text":
            typed = "".join(letter for letter in given.text if self.allowed(letter))
            return self._put(self.text[: self.caret] + typed + self.text[self.caret :], self.caret + len(typed))
        if given.kind == "pressed":
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
        if chord in moves:
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
