"""A section of the rulebook as widgets: heading, words, tables, pictures and examples."""

import math
from collections.abc import Sequence

import pygame

from tabletop.rulebook.blocks import (
    Block,
    DecisionBlock,
    Example,
    Figure,
    Listing,
    Paragraph,
    RichText,
    TableBlock,
    TextRun,
)
from tabletop.rulebook.book import RuleSection
from tabletop.rulebook.book_pages import play_example
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.rulebook.pictures import drawn
from tabletop.ui.text import BODY, CARD_NAME, LABEL, PANEL_TITLE, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Pad, Row
from tabletop.ui.widgets.panel import Rule


class Ruled(Widget):
    """Rows of cells below their heads, each column as wide as its words need, where there is room."""

    GAP, LINE = 16, 5

    def __init__(self, rows: Sequence[Sequence[Widget]]) -> None:
        super().__init__()
        self.rows = [list(row) for row in rows]
        self.children = [cell for row in self.rows for cell in row]

    def fits(self, theme: Theme, width: int) -> bool:
        """Whether no word is wider than its column."""
        return sum(self._wanted(theme, 1)) <= self._room(theme, width)

    def _room(self, theme: Theme, width: int) -> int:
        return max(1, width - theme.px(self.GAP) * (len(self.rows[0]) - 1) - 2 * theme.px(self.LINE))

    def _wanted(self, theme: Theme, width: int) -> list[int]:
        """What the columns take where each cell has so much room."""
        return [max(cell.measured(theme, width)[0] for cell in column) for column in zip(*self.rows, strict=True)]

    def _widths(self, theme: Theme, width: int) -> list[int]:
        """Of the columns; what is missing is taken from those that can be broken, by how much they can."""
        room, least = self._room(theme, width), self._wanted(theme, 1)
        wanted = self._wanted(theme, room)
        spare, missing = sum(wanted) - sum(least), max(0, sum(wanted) - room)
        if not spare:
            return wanted
        share = min(1.0, missing / spare)
        return [most - math.ceil((most - few) * share) for most, few in zip(wanted, least, strict=True)]

    def _heights(self, theme: Theme, widths: Sequence[int]) -> list[int]:
        return [
            max(cell.measured(theme, wide)[1] for cell, wide in zip(row, widths, strict=True)) + 2 * theme.px(self.LINE)
            for row in self.rows
        ]

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as its columns."""
        widths = self._widths(theme, width)
        wide = sum(widths) + theme.px(self.GAP) * (len(widths) - 1) + 2 * theme.px(self.LINE)
        return wide, sum(self._heights(theme, widths))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Row by row."""
        self.rect, self.dirty = pygame.Rect(rect), True
        widths = self._widths(theme, rect.w)
        top = rect.y
        for row, high in zip(self.rows, self._heights(theme, widths), strict=True):
            left = rect.x + theme.px(self.LINE)
            for cell, wide in zip(row, widths, strict=True):
                cell.place(theme, pygame.Rect(left, top + theme.px(self.LINE), wide, high - 2 * theme.px(self.LINE)))
                left += wide + theme.px(self.GAP)
            top += high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A ground, and a line under each row, a stronger one under the heads."""
        widths = self._widths(theme, self.rect.w)
        wide = min(self.rect.w, self.measure(theme, self.rect.w)[0])
        heights = self._heights(theme, widths)
        surface.fill(INKS.paper_2, (self.rect.x, self.rect.y, wide, sum(heights)))
        top = self.rect.y
        for number, high in enumerate(heights):
            top += high
            ink = INKS.edge if number == 0 else INKS.rule
            surface.fill(ink, (self.rect.x, top - theme.px(1), wide, theme.px(1)))


class Tabular(Widget):
    """A table; where its columns find no room side by side, row by row with the heads before the cells."""

    def __init__(self, columns: Ruled, rows: Widget) -> None:
        super().__init__()
        self._columns = columns
        self._rows = rows
        self.children = [columns]

    def measure(self, theme: Theme, width: int) -> Size:
        """Of the form that fits."""
        return self._form(theme, width).measured(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """In the form that fits."""
        self.children = [self._form(theme, rect.w)]
        super().place(theme, rect)

    def _form(self, theme: Theme, width: int) -> Widget:
        return self._columns if self._columns.fits(theme, width) else self._rows


HEADINGS = {1: PANEL_TITLE.at(30), 2: CARD_NAME.at(23), 3: STRONG.at(17)}
"""By the level of the section."""
WIDEST = 760
"""Of a line of words, design pixels."""
TOLD = 9
"""Sentences of an example that are shown."""
PICTURED = 520
"""Of a picture, design pixels."""
CELL = SMALL.at(15).tinted(INKS.ink)


class Opening(Widget):
    """Marks where a section begins, so that it can be brought into view."""

    def __init__(self, section: RuleSection, child: Widget) -> None:
        super().__init__(f"section.{section.name}")
        self.children = [child]


class Boxed(Widget):
    """Something on a darker ground, with a brass line at its left."""

    SIDE, TOP = 16, 10

    def __init__(self, child: Widget) -> None:
        super().__init__()
        self.children = [Pad(child, (self.SIDE, self.TOP, self.TOP, self.TOP))]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Ground and line."""
        surface.fill(INKS.paper_2, self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(4), self.rect.h))


def _picture(game: str, block: Figure | Example) -> Widget:
    return Picture(lambda size, _: drawn(game, block, size), ratio=0.55, widest=PICTURED)


class Leaf:
    """Makes widgets of sections; `size` is that of the words, design pixels.

    Pictures and examples stand among the words, or `apart`.
    """

    def __init__(self, size: float, *, apart: bool = False) -> None:
        self._body = BODY.at(size)
        self._apart: tuple[type[Block], ...] = (Figure, Example) if apart else ()

    def sections(self, sections: Sequence[RuleSection]) -> Widget:
        """Some sections below each other, each found by ``section.NAME``."""
        return Column([Opening(section, self._section(section)) for section in sections], gap=26)

    def shown_apart(self, section: RuleSection, chapter: Sequence[RuleSection]) -> Widget | None:
        """The pictures and examples that do not stand among the words: of a section, or else of all its chapter."""
        of_chapter = [(one, block) for one in chapter for block in one.blocks if isinstance(block, self._apart)]
        own = [(one, block) for one, block in of_chapter if one == section]
        shown = [self._block(block, one.game) for one, block in own or of_chapter]
        return Column(shown, gap=14) if shown else None

    def _section(self, section: RuleSection) -> Widget:
        heading: list[Widget] = [Text(section.heading, HEADINGS.get(section.level, LABEL), widest=WIDEST)]
        if section.rules:
            heading.append(Text("  ".join(section.rules), SMALL.tinted(INKS.muted), widest=WIDEST))
        if section.level == 1:
            heading.append(Rule())
        blocks = [self._block(block, section.game) for block in section.blocks if not isinstance(block, self._apart)]
        return Column([Column(heading, gap=2), *blocks], gap=11)

    def _words(self, words: RichText, style: Style | None = None) -> Widget:
        return LinkedText(words, style or self._body, widest=WIDEST)

    def _block(self, block: Block, game: str) -> Widget:
        match block:
            case Paragraph(words):
                return self._words(words)
            case Listing(items, numbered):
                marks = [f"{number}." if numbered else "•" for number in range(1, len(items) + 1)]
                rows = [self._item(mark, item) for mark, item in zip(marks, items, strict=True)]
                return Column(rows, gap=5)
            case TableBlock(head, rows):
                return self._table(head, rows)
            case DecisionBlock(rules, paragraphs):
                heading = Text("  ".join(rules), SMALL.tinted(INKS.muted))
                return Boxed(Column([heading, *(self._block(part, game) for part in paragraphs)], gap=8))
            case Figure(_, caption):
                return Column([_picture(game, block), Text(caption, SMALL, widest=WIDEST)], gap=4)
            case Example():
                return self._example(block)

    def _table(self, head: Sequence[RichText], rows: Sequence[Sequence[RichText]]) -> Widget:
        strong = [[LinkedText(cell, LABEL, leading=1.0) for cell in head]]
        ruled = Ruled([*strong, *([LinkedText(cell, CELL, leading=1.0) for cell in row] for row in rows)])
        told = [
            LinkedText((*name, TextRun(": " if name else ""), *cell), CELL, leading=1.0)
            for row in rows
            for name, cell in zip(head, row, strict=True)
        ]
        return Tabular(ruled, Boxed(Column(told, gap=4)))

    def _item(self, mark: str, words: RichText) -> Widget:
        return Row([Text(mark, self._body), Column([self._words(words)], gap=0, grow=1)], gap=8)

    def _example(self, example: Example) -> Widget:
        came = play_example(example)
        told = came.log_lines if len(came.log_lines) <= TOLD else (*came.log_lines[: TOLD - 1], "…")
        words = [LinkedText((TextRun("Example. ", bold=True), TextRun(example.caption)), self._body, widest=WIDEST)]
        lines = [Text(sentence, SMALL.at(15).tinted(INKS.ink), widest=WIDEST) for sentence in told]
        return Boxed(Column([*words, _picture(came.game, example), Column(lines, gap=3)], gap=8))
