"""The sections that a search found, each with an excerpt below its title."""

from collections.abc import Sequence

import pygame

from tabletop.rulebook.search import SearchResult
from tabletop.ui.text import SMALL, Block, Run, Style, flowed, size_of, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry

TITLE, ROW = 26, 66
"""Heights of a title alone and of a title with an excerpt of two lines, design pixels."""
SIDE = 8
"""Room at the left and right of an excerpt, design pixels."""
ON_PAPER = SMALL, Style("bold", SMALL.size)
ON_INK = SMALL.tinted(INKS.mist), Style("bold", SMALL.size, INKS.cream)
"""How an excerpt and the words found in it look, also in the chosen row."""


class FoundList(ListBox):
    """A list with an excerpt under each entry, in which the words found are bold."""

    def __init__(
        self, ident: str, entries: Sequence[ListEntry], found: Sequence[SearchResult], *, chosen: str, visible: int,
        grow: float,
    ) -> None:  # fmt: skip
        """`entries` are the titles of `found`, in the same order."""
        super().__init__(ident, entries, chosen=chosen, visible=visible, row=ROW, grow=grow)
        self._excerpts = {entry.id: one.excerpt for entry, one in zip(entries, found, strict=True)}

    def excerpt(self, ident: str) -> tuple[tuple[str, bool], ...]:
        """Return the excerpt of an entry: pairs of text and whether it is a word found."""
        return self._excerpts[ident]

    def paint_row(self, surface: pygame.Surface, theme: Theme, entry: ListEntry, rect: pygame.Rect) -> None:
        """Draw the title at the top of the row and the excerpt below it."""
        head = pygame.Rect(rect.topleft, (rect.w, theme.px(TITLE)))
        if entry.id == self.chosen:
            surface.fill(INKS.ink, rect)
            surface.fill(INKS.brass, (rect.x, rect.y, theme.px(4), rect.h))
        elif entry.id == self.under:
            surface.fill(INKS.paper_2, rect)
        super().paint_row(surface, theme, entry, head)
        surface.fill(INKS.rule, (rect.x, rect.bottom - theme.px(1), rect.w, theme.px(1)))
        self._paint_excerpt(
            surface, theme, entry.id, pygame.Rect(rect.x, head.bottom, rect.w, rect.bottom - head.bottom)
        )

    def _paint_excerpt(self, surface: pygame.Surface, theme: Theme, ident: str, room: pygame.Rect) -> None:
        """Draw as many whole lines of an excerpt as there is room for."""
        inside = room.inflate(-2 * theme.px(SIDE), 0)
        plain, strong = ON_INK if ident == self.chosen else ON_PAPER
        runs = tuple(Run(text, strong if sought else plain) for text, sought in self.excerpt(ident))
        block = flowed(runs, inside.w, theme.scale)
        high = size_of("X", plain, theme.scale)[1]
        shown = tuple(piece for piece in block.pieces if piece.y + high <= inside.h)
        write_block(surface, theme, Block(shown, block.width, inside.h), inside.topleft)
