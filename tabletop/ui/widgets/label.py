"""Text that stands still."""

from collections.abc import Sequence

import pygame

from tabletop.ui.text import BODY, Block, Run, Style, elided, flowed, size_of, write, write_block
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size, Tip, Widget


class Label(Widget):
    """One line."""

    text_bearing = True

    def __init__(
        self,
        text: str,
        style: Style = BODY,
        *,
        ident: str = "",
        tip: Tip | None = None,
        right: bool = False,
        grow: float = 0,
    ) -> None:
        super().__init__(ident, tip=tip, grow=grow)
        self.text = text
        self.style = style
        self.right = right

    def say(self, text: str) -> None:
        """Change the text; the place stays, so compose anew if it may grow."""
        if text != self.text:
            self.text = text
            self.touch()

    def measure(self, theme: Theme, width: int) -> Size:
        """The line."""
        return size_of(self.text, self.style, theme.scale)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Half way down, flush left or right."""
        wide, high = size_of(self.text, self.style, theme.scale)
        left = self.rect.right - wide if self.right else self.rect.x
        write(surface, theme, self.text, self.style, (left, self.rect.y + (self.rect.h - high) // 2))


class Fitted(Widget):
    """One line: the first of some wordings, in the largest of some sizes, that fits; shortened if none does."""

    text_bearing = True

    def __init__(
        self, texts: str | tuple[str, ...], styles: tuple[Style, ...], *, tip: Tip | None = None, grow: float = 1,
        right: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(tip=tip, grow=grow)
        self.right = right
        self.ways = [(text, style) for text in ((texts,) if isinstance(texts, str) else texts) for style in styles]

    def _way(self, theme: Theme, width: int) -> tuple[str, Style]:
        fits = ((text, style) for text, style in self.ways if size_of(text, style, theme.scale)[0] <= width)
        return next(fits, self.ways[-1])

    def measure(self, theme: Theme, width: int) -> Size:
        """The width it would like, and the height of the largest size."""
        high = size_of(*self.ways[0], theme.scale)[1]
        return min(width, size_of(*self._way(theme, width), theme.scale)[0]), high

    def needs(self, theme: Theme) -> Size:
        """A few letters; the tooltip has the whole."""
        return theme.px(40), size_of(*self.ways[-1], theme.scale)[1]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Half way down, flush left or right."""
        text, style = self._way(theme, self.rect.w)
        words = elided(text, style, self.rect.w, theme.scale)
        wide, high = size_of(words, style, theme.scale)
        left = self.rect.right - wide if self.right else self.rect.x
        write(surface, theme, words, style, (left, self.rect.y + (self.rect.h - high) // 2))


class Text(Widget):
    """Runs in several styles, wrapped to the width there is."""

    text_bearing = True

    def __init__(
        self, runs: str | Sequence[Run], style: Style = BODY, *, ident: str = "", widest: float = 0,
        leading: float = 1.0, tip: Tip | None = None, grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(ident, tip=tip, grow=grow)
        self.runs = (Run(runs, style),) if isinstance(runs, str) else tuple(runs)
        self.widest = widest
        self.leading = leading

    def _block(self, theme: Theme, width: int) -> Block:
        if self.widest:
            width = min(width, theme.px(self.widest))
        return flowed(self.runs, max(1, width), theme.scale, self.leading)

    def measure(self, theme: Theme, width: int) -> Size:
        """The block as it wraps."""
        block = self._block(theme, width)
        return block.width, block.height

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """From the upper left corner."""
        write_block(surface, theme, self._block(theme, self.rect.w), self.rect.topleft)
