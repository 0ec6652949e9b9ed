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
from tabletop.ui.screens.rulebook.pictures import draw_picture
from tabletop.ui.text import BODY, CARD_NAME, LABEL, PANEL_TITLE, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Pad, Row
from tabletop.ui.widgets.panel import Rule


class TableGrid(Widget):
    """A table with heads; each column is as wide as its words need, if there is room."""

    GAP, LINE = 16, 5

    def __init__(self, rows: Sequence[Sequence[Widget]]) -> None:
        super().__init__()
        self.rows = [list(row) for row in rows]
        self.children = [cell for row in self.rows for cell in row]

    def fits(self, theme: Theme, width: int) -> bool:
        """Return True if no word is wider than its column at `width`, screen pixels."""
        return sum(self._needed_widths(theme, 1)) <= self._room_for_words(theme, width)

    def _room_for_words(self, theme: Theme, width: int) -> int:
        """Return the width that is left for words."""
        return max(1, width - theme.px(self.GAP) * (len(self.rows[0]) - 1) - 2 * theme.px(self.LINE))

    def _needed_widths(self, theme: Theme, width: int) -> list[int]:
        """Return the width of each column if every cell has `width`."""
        return [max(cell.measured(theme, width)[0] for cell in column) for column in zip(*self.rows, strict=True)]

    def _column_widths(self, theme: Theme, width: int) -> list[int]:
        """Return the widths of the columns; missing room is taken from columns that can wrap."""
        room, least = self._room_for_words(theme, width), self._needed_widths(theme, 1)
        wanted = self._needed_widths(theme, room)
        spare, missing = sum(wanted) - sum(least), max(0, sum(wanted) - room)
        if not spare:
            return wanted
        share = min(1.0, missing / spare)
        return [most - math.ceil((most - few) * share) for most, few in zip(wanted, least, strict=True)]

    def _row_heights(self, theme: Theme, widths: Sequence[int]) -> list[int]:
        """Return the height of each row."""
        return [
            max(cell.measured(theme, wide)[1] for cell, wide in zip(row, widths, strict=True)) + 2 * theme.px(self.LINE)
            for row in self.rows
        ]

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the table."""
        widths = self._column_widths(theme, width)
        wide = sum(widths) + theme.px(self.GAP) * (len(widths) - 1) + 2 * theme.px(self.LINE)
        return wide, sum(self._row_heights(theme, widths))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the cells row by row."""
        self.rect, self.dirty = pygame.Rect(rect), True
        widths = self._column_widths(theme, rect.w)
        top = rect.y
        for row, high in zip(self.rows, self._row_heights(theme, widths), strict=True):
            left = rect.x + theme.px(self.LINE)
            for cell, wide in zip(row, widths, strict=True):
                cell.place(theme, pygame.Rect(left, top + theme.px(self.LINE), wide, high - 2 * theme.px(self.LINE)))
                left += wide + theme.px(self.GAP)
            top += high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the ground, and a line under each row; the line under the heads is stronger."""
        widths = self._column_widths(theme, self.rect.w)
        wide = min(self.rect.w, self.measure(theme, self.rect.w)[0])
        heights = self._row_heights(theme, widths)
        surface.fill(INKS.paper_2, (self.rect.x, self.rect.y, wide, sum(heights)))
        top = self.rect.y
        for number, high in enumerate(heights):
            top += high
            ink = INKS.edge if number == 0 else INKS.rule
            surface.fill(ink, (self.rect.x, top - theme.px(1), wide, theme.px(1)))


class FittingTable(Widget):
    """A table that shows its rows one after the other if its columns do not fit side by side."""

    def __init__(self, columns: TableGrid, rows: Widget) -> None:
        super().__init__()
        self._columns = columns
        self._rows = rows
        self.children = [columns]

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the form that fits."""
        return self._fitting_form(theme, width).measured(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the form that fits."""
        self.children = [self._fitting_form(theme, rect.w)]
        super().place(theme, rect)

    def _fitting_form(self, theme: Theme, width: int) -> Widget:
        """Return the form that fits into a width, screen pixels."""
        return self._columns if self._columns.fits(theme, width) else self._rows


HEADINGS = {1: PANEL_TITLE.at(30), 2: CARD_NAME.at(23), 3: STRONG.at(17)}
"""The style of a heading by level."""
LINE_WIDTH = 760
"""The most width of a line of words, design pixels."""
MOST_SENTENCES = 9
"""The most sentences of an example."""
PICTURE_WIDTH = 520
"""The most width of a picture, design pixels."""
CELL = SMALL.at(15).tinted(INKS.ink)


class SectionAnchor(Widget):
    """A wrapper by which a section is found and scrolled to."""

    def __init__(self, section: RuleSection, child: Widget) -> None:
        super().__init__(f"section.{section.name}")
        self.children = [child]


class HighlightBox(Widget):
    """A widget on a darker ground with a brass line at its left."""

    SIDE, TOP = 16, 10

    def __init__(self, child: Widget) -> None:
        super().__init__()
        self.children = [Pad(child, (self.SIDE, self.TOP, self.TOP, self.TOP))]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the ground and the line."""
        surface.fill(INKS.paper_2, self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(4), self.rect.h))


def _build_picture(game: str, block: Figure | Example) -> Widget:
    """Build the picture of a figure or an example."""
    return Picture(lambda size, _: draw_picture(game, block, size), ratio=0.55, widest=PICTURE_WIDTH)


class SectionBuilder:
    """A builder of widgets for sections of the rulebook."""

    def __init__(self, size: float, *, apart: bool = False) -> None:
        """Take the font size, design pixels; with `apart`, pictures and examples are left out of the text."""
        self._body = BODY.at(size)
        self._separate_blocks: tuple[type[Block], ...] = (Figure, Example) if apart else ()

    def build_sections(self, sections: Sequence[RuleSection]) -> Widget:
        """Build sections below each other, each with the id ``section.NAME``."""
        return Column([SectionAnchor(section, self._build_section(section)) for section in sections], gap=26)

    def build_illustrations(self, section: RuleSection, chapter: Sequence[RuleSection]) -> Widget | None:
        """Build the left-out pictures of a section, or of its chapter if it has none; None for no picture."""
        of_chapter = [
            (one, block) for one in chapter for block in one.blocks if isinstance(block, self._separate_blocks)
        ]
        own = [(one, block) for one, block in of_chapter if one == section]
        shown = [self._build_block(block, one.game) for one, block in own or of_chapter]
        return Column(shown, gap=14) if shown else None

    def _build_section(self, section: RuleSection) -> Widget:
        """Build the heading, the rule ids and the blocks of a section."""
        heading: list[Widget] = [Text(section.heading, HEADINGS.get(section.level, LABEL), widest=LINE_WIDTH)]
        if section.rules:
            heading.append(Text("  ".join(section.rules), SMALL.tinted(INKS.muted), widest=LINE_WIDTH))
        if section.level == 1:
            heading.append(Rule())
        blocks = [
            self._build_block(block, section.game)
            for block in section.blocks
            if not isinstance(block, self._separate_blocks)
        ]
        return Column([Column(heading, gap=2), *blocks], gap=11)

    def _build_text(self, words: RichText, style: Style | None = None) -> Widget:
        """Build text with links."""
        return LinkedText(words, style or self._body, widest=LINE_WIDTH)

    def _build_block(self, block: Block, game: str) -> Widget:
        """Build a block by its kind."""
        match block:
            case Paragraph(words):
                return self._build_text(words)
            case Listing(items, numbered):
                marks = [f"{number}." if numbered else "•" for number in range(1, len(items) + 1)]
                rows = [self._build_item(mark, item) for mark, item in zip(marks, items, strict=True)]
                return Column(rows, gap=5)
            case TableBlock(head, rows):
                return self._build_table(head, rows)
            case DecisionBlock(rules, paragraphs):
                heading = Text("  ".join(rules), SMALL.tinted(INKS.muted))
                return HighlightBox(Column([heading, *(self._build_block(part, game) for part in paragraphs)], gap=8))
            case Figure(_, caption):
                return Column([_build_picture(game, block), Text(caption, SMALL, widest=LINE_WIDTH)], gap=4)
            case Example():
                return self._build_example(block)

    def _build_table(self, head: Sequence[RichText], rows: Sequence[Sequence[RichText]]) -> Widget:
        """Build a table, with a form for narrow windows."""
        strong = [[LinkedText(cell, LABEL, leading=1.0) for cell in head]]
        ruled = TableGrid([*strong, *([LinkedText(cell, CELL, leading=1.0) for cell in row] for row in rows)])
        cells = [
            LinkedText((*name, TextRun(": " if name else ""), *cell), CELL, leading=1.0)
            for row in rows
            for name, cell in zip(head, row, strict=True)
        ]
        return FittingTable(ruled, HighlightBox(Column(cells, gap=4)))

    def _build_item(self, mark: str, words: RichText) -> Widget:
        """Build an item of a list."""
        return Row([Text(mark, self._body), Column([self._build_text(words)], gap=0, grow=1)], gap=8)

    def _build_example(self, example: Example) -> Widget:
        """Build an example: caption, position and log."""
        played = play_example(example)
        sentences = (
            played.log_lines
            if len(played.log_lines) <= MOST_SENTENCES
            else (*played.log_lines[: MOST_SENTENCES - 1], "…")
        )
        words = [LinkedText((TextRun("Example. ", bold=True), TextRun(example.caption)), self._body, widest=LINE_WIDTH)]
        lines = [Text(sentence, SMALL.at(15).tinted(INKS.ink), widest=LINE_WIDTH) for sentence in sentences]
        return HighlightBox(Column([*words, _build_picture(played.game, example), Column(lines, gap=3)], gap=8))
