"""A section of the rulebook as widgets: its heading with its identifiers, its words, tables, pictures and examples."""

from collections.abc import Sequence

import pygame

from tabletop.rulebook.blocks import Block, Decision, Example, Figure, Listing, Paragraph, Run, Table, Words
from tabletop.rulebook.book import Section
from tabletop.rulebook.examples import played
from tabletop.rulebook.page import headed
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.rulebook.pictures import drawn
from tabletop.ui.text import BODY, CARD_NAME, LABEL, PANEL_TITLE, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Pad, Row
from tabletop.ui.widgets.panel import Rule

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

    def __init__(self, section: Section, child: Widget) -> None:
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


class Sheet(Widget):
    """Rows of cells below their heads, each column as wide as its words need, where there is room."""

    GAP, LINE = 16, 5

    def __init__(self, rows: Sequence[Sequence[Widget]]) -> None:
        super().__init__()
        self.rows = [list(row) for row in rows]
        self.children = [cell for row in self.rows for cell in row]

    def _widths(self, theme: Theme, width: int) -> list[int]:
        """Of the columns; where all need more than there is, those that need most give way."""
        gaps = theme.px(self.GAP) * (len(self.rows[0]) - 1)
        room = max(1, width - gaps - 2 * theme.px(self.LINE))
        wanted = [max(cell.measured(theme, room)[0] for cell in column) for column in zip(*self.rows, strict=True)]
        share = room // len(wanted)
        while sum(wanted) > room:
            most = max(wanted)
            second = max([one for one in wanted if one < most] + [share if most > share else 0])
            count = wanted.count(most)
            less = max(second, most - -(-(sum(wanted) - room) // count))
            wanted = [less if one == most else one for one in wanted]
        return wanted

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


def _picture(game: str, block: Figure | Example) -> Widget:
    return Picture(lambda size, _: drawn(game, block, size), ratio=0.55, widest=PICTURED)


class Leaf:
    """Makes widgets of sections; `size` is that of the words, design pixels.

    Pictures and examples stand among the words, or `apart`.
    """

    def __init__(self, size: float, *, apart: bool = False) -> None:
        self._body = BODY.at(size)
        self._apart: tuple[type[Block], ...] = (Figure, Example) if apart else ()

    def sections(self, sections: Sequence[Section]) -> Widget:
        """Some sections below each other, each found by ``section.NAME``."""
        return Column([Opening(section, self._section(section)) for section in sections], gap=26)

    def shown_apart(self, section: Section) -> Widget:
        """The pictures and examples of a section that do not stand among its words."""
        shown = [self._block(block, section.game) for block in section.blocks if isinstance(block, self._apart)]
        return Column(shown or [Text("Nothing is shown for this.", SMALL)], gap=14)

    def _section(self, section: Section) -> Widget:
        heading: list[Widget] = [Text(headed(section), HEADINGS.get(section.level, LABEL), widest=WIDEST)]
        if section.rules:
            heading.append(Text("  ".join(section.rules), SMALL.tinted(INKS.muted), widest=WIDEST))
        if section.level == 1:
            heading.append(Rule())
        blocks = [self._block(block, section.game) for block in section.blocks if not isinstance(block, self._apart)]
        return Column([Column(heading, gap=2), *blocks], gap=11)

    def _words(self, words: Words, style: Style | None = None) -> Widget:
        return LinkedText(words, style or self._body, widest=WIDEST)

    def _block(self, block: Block, game: str) -> Widget:
        match block:
            case Paragraph(words):
                return self._words(words)
            case Listing(items, numbered):
                marks = [f"{number}." if numbered else "•" for number in range(1, len(items) + 1)]
                rows = [self._item(mark, item) for mark, item in zip(marks, items, strict=True)]
                return Column(rows, gap=5)
            case Table(head, rows):
                strong = [[LinkedText(cell, LABEL, leading=1.0) for cell in head]]
                return Sheet([*strong, *[[LinkedText(cell, CELL, leading=1.0) for cell in row] for row in rows]])
            case Decision(rules, paragraphs):
                heading = Text("  ".join(rules), SMALL.tinted(INKS.muted))
                return Boxed(Column([heading, *(self._block(part, game) for part in paragraphs)], gap=8))
            case Figure(_, caption):
                return Column([_picture(game, block), Text(caption, SMALL, widest=WIDEST)], gap=4)
            case Example():
                return self._example(block)

    def _item(self, mark: str, words: Words) -> Widget:
        return Row([Text(mark, self._body), Column([self._words(words)], gap=0, grow=1)], gap=8)

    def _example(self, example: Example) -> Widget:
        came = played(example)
        told = came.told if len(came.told) <= TOLD else (*came.told[: TOLD - 1], "…")
        words = [LinkedText((Run("Example. ", bold=True), Run(example.caption)), self._body, widest=WIDEST)]
        lines = [Text(sentence, SMALL.at(15).tinted(INKS.ink), widest=WIDEST) for sentence in told]
        return Boxed(Column([*words, _picture(came.game, example), Column(lines, gap=3)], gap=8))
