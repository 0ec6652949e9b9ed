"""The rulebook as a page of its own: contents of all books at the left, the chapter at the right."""

from tabletop.core.game import games_by_id
from tabletop.rulebook.book import load_books
from tabletop.ui.screen import Pop, Transition
from tabletop.ui.screens.frame import framed
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.rulebook.reader_view import RulebookDesk, title
from tabletop.ui.screens.rulebook.section_widgets import Leaf
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, On, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE = 1000
"""Width from which the contents stand beside the text, design pixels."""
WIDER = 1500
"""Width from which examples and pictures stand beside the words."""
LOW = 560
"""Height below which what is found takes the place of the words, and the contents are left out."""
CONTENTS, APART = 380, 560
"""Widths of the columns beside the words, design pixels."""
BOOKS = "rulebook.books"
HINTS = ("next", "find_rule", "previous_rule", "next_rule", "rule_back", "rule_forward", "back", "full_screen")
SEARCH_HINTS = ("choose", "accept", "rule_back", "rule_forward", "back", "full_screen")
"""Keys that are named while something is searched for."""


class RulebookPage(Page):
    """Read in all books."""

    arrows_start_focus = False

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self._desk = RulebookDesk(self, reader, self.rebuild)
        self.presses = {**self._desk.presses, "back": self.back}
        self.on = {**self._desk.on, **hearing(On(Chosen, self._book, BOOKS))}

    def compose(self) -> Widget:
        """Books, contents, and the chapter."""
        desk, game = self._desk, self.reader.section.game
        choice = ListBox(BOOKS, [ListEntry(name, title(name)) for name in _order()], chosen=game, row=28)
        wide = self.size[0] >= self.theme.px(WIDER)
        leaf = Leaf(17, apart=wide)
        text = Panel(desk.text(leaf), ident="rulebook", grow=1)
        if self.size[0] < self.theme.px(WIDE):
            low = self.size[1] < self.theme.px(LOW)
            short = [] if low else [desk.rows(4)]
            found = Panel(desk.rows(), grow=1) if low and self.reader.searching else text
            find = Row([desk.entry(), *desk.ways()], gap=8)
            body: Widget = Column([Panel(Column([find, *short], gap=8), padding=10), found], gap=8)
        else:
            ways, heading = Row(desk.ways(), gap=6), "Search results" if self.reader.typed else "Contents"
            choices = [] if self.reader.typed else [Sized(choice, 0, len(load_books()) * 28), Rule()]
            contents = Column([Row([desk.entry()], gap=0), *choices, desk.rows()], gap=10)
            shown = leaf.shown_apart(self.reader.section, self.reader.chapter)
            beside = [Sized(Panel(Scroll(shown), "Examples"), APART)] if shown else []
            body = Row([Sized(Panel(contents, heading, corner=ways), CONTENTS), text, *beside], gap=16)
        return framed("Rulebook", title(game), body, SEARCH_HINTS if self.reader.typed else HINTS)

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """As every page; what is read stays at the top."""
        super().resize(size, theme)
        self._desk.reveal()

    def back(self) -> Transition | None:
        """End the search; without one, return to the screen beneath."""
        if not self.reader.typed:
            return Pop()
        self._desk.clear()
        return None

    def _book(self, chosen: Chosen) -> None:
        self.reader.seek("")
        self._desk.do(lambda: self.reader.turn(load_books()[chosen.value].sections[0]))


def _order() -> list[str]:
    """The games in the order of the title, and what they share."""
    return [
        *(name for name in games_by_id() if name in load_books()),
        *(name for name in load_books() if name not in games_by_id()),
    ]
