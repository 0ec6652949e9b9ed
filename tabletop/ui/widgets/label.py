"""Text that stands still."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.ui.text import BODY, LEAST, Block, Run, Style, flowed, folded, size_of, write, write_block
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size, Tip, Widget


class Label(Widget):
    """One line."""

    def __init__(
        self, text: str, style: Style = BODY, *, ident: str = "", tip: Tip | None = None, right: bool = False
    ) -> None:
        super().__init__(ident, tip=tip)
        self.text = text
        self.style = style
        self.right = right

    def measure(self, theme: Theme, width: int) -> Size:
        """The line."""
        return size_of(self.text, self.style, theme.scale)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Half way down, flush left or right."""
        wide, high = size_of(self.text, self.style, theme.scale)
        left = self.rect.right - wide if self.right else self.rect.x
        write(surface, theme, self.text, self.style, (left, self.rect.y + (self.rect.h - high) // 2))


class Fitted(Widget):
    """The first of some wordings that fits into a line; where none does the last, smaller or in two lines."""

    def __init__(
        self, texts: str | tuple[str, ...], style: Style, *, tip: Tip | None = None, right: bool = False
    ) -> None:
        super().__init__(tip=tip, grow=1)
        self.texts = (texts,) if isinstance(texts, str) else texts
        self.style = style
        self.right = right

    def _written(self, theme: Theme, width: int) -> tuple[list[str], Style]:
        fits = (text for text in self.texts if size_of(text, self.style, theme.scale)[0] <= width)
        if (whole := next(fits, None)) is not None:
            return [whole], self.style
        last, least = self.texts[-1], self.style.at(LEAST)
        high = max(size_of(last, self.style, theme.scale)[1], 2 * size_of(last, least, theme.scale)[1])
        return folded(last, self.style, width, high, theme.scale)

    def measure(self, theme: Theme, width: int) -> Size:
        """The width that its words take, and the height of a line in full size at least."""
        lines, style = self._written(theme, width)
        sizes = [size_of(line, style, theme.scale) for line in lines]
        high = size_of(self.texts[0], self.style, theme.scale)[1]
        return min(width, max(wide for wide, _ in sizes)), max(high, sum(each for _, each in sizes))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Half way down, flush left or right."""
        lines, style = self._written(theme, self.rect.w)
        high = size_of(lines[0], style, theme.scale)[1]
        top = self.rect.y + (self.rect.h - high * len(lines)) // 2
        for line in lines:
            left = self.rect.right - size_of(line, style, theme.scale)[0] if self.right else self.rect.x
            write(surface, theme, line, style, (left, top))
            top += high


class Text(Widget):
    """Runs in several styles, wrapped to the width there is."""

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

    def lines_at(self, row: int, theme: Theme) -> Iterator[tuple[int, int]]:
        """One line of it."""
        for piece in self._block(theme, self.rect.w).pieces:
            top = self.rect.y + piece.y
            if top < row < top + size_of(piece.text, piece.style, theme.scale)[1]:
                yield top, top + size_of(piece.text, piece.style, theme.scale)[1]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """From the upper left corner."""
        write_block(surface, theme, self._block(theme, self.rect.w), self.rect.topleft)
