"""Text with links."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.rulebook.blocks import RichText
from tabletop.rulebook.blocks import TextRun as BookRun
from tabletop.ui.input import Input
from tabletop.ui.text import Block, Run, Style, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.report import CONSUMED, Report, RuleAsked


class LinkedText(Text):
    """Wrapped words of the rulebook; a click on an underlined link reports `RuleAsked`."""

    interactive = True
    glows = False

    def __init__(self, words: RichText, style: Style, *, widest: float = 0, leading: float = 1.2) -> None:
        self.link = Style("semibold", style.size, INKS.brass_dark)
        self._plain = style
        runs = [Run(run.text, self._style_of(run)) for run in words] or [Run(" ", style)]
        super().__init__(runs, widest=widest, leading=leading)
        self.targets = [(run.text, run.link) for run in words if run.link]

    def _style_of(self, run: BookRun) -> Style:
        """Return the style of a run."""
        if run.link:
            return self.link
        if run.bold:
            return Style("bold", self._plain.size, self._plain.colour)
        return Style("name", self._plain.size + 1, self._plain.colour) if run.italic else self._plain

    def _link_rects(self, theme: Theme) -> Iterator[tuple[pygame.Rect, str]]:
        """Yield the places and targets of the links."""
        yield from find_link_rects(self._block(theme, self.rect.w), self.link, self.targets, theme, self.rect.topleft)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the words and a line under each link."""
        super().paint(surface, theme)
        for rect, _ in self._link_rects(theme):
            surface.fill(INKS.brass_dark, (rect.x, rect.bottom - theme.px(2), rect.w, theme.px(1)))

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Report a click on a link."""
        if given.kind != "pressed" or given.button != "left":
            return None
        return next((RuleAsked(to) for rect, to in self._link_rects(theme) if rect.collidepoint(given.pos)), CONSUMED)


def find_link_rects(
    block: Block, style: Style, targets: Sequence[tuple[str, str]], theme: Theme, at: tuple[int, int]
) -> Iterator[tuple[pygame.Rect, str]]:
    """Yield the places of links in wrapped text, screen pixels, with their targets. A link may wrap.

    Args:
        block: the wrapped text.
        style: the style of links, and of nothing else.
        targets: words and target of each link, in the order of the text.
        theme: the scale.
        at: the upper left corner.
    """
    waiting = iter(targets)
    left, target = "", ""
    for piece in block.pieces:
        if piece.style != style:
            continue
        if not left:
            words, target = next(waiting)
            left = words.replace(" ", "")
        left = left.removeprefix(piece.text.replace(" ", ""))
        yield pygame.Rect((at[0] + piece.x, at[1] + piece.y), size_of(piece.text, style, theme.scale)), target
