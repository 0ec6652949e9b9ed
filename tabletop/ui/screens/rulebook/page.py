"""The rulebook as a page: contents of all books at the left, the chapter at the right."""

from tabletop.core.game import games_by_id
from tabletop.rulebook.book import load_books
from tabletop.ui.screen import Pop, Transition
from tabletop.ui.screens.frame import build_frame
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.rulebook.reader_view import ReaderView, book_title
from tabletop.ui.screens.rulebook.section_widgets import SectionBuilder
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
EXAMPLES_FROM = 1500
"""Width from which examples and pictures stand beside the text, design pixels."""
LOW_HEIGHT = 560
"""Height below which hits replace the text and the contents are left out, design pixels."""
CONTENTS_WIDTH, EXAMPLES_WIDTH = 380, 560
"""Widths of the columns beside the text, design pixels."""
BOOKS = "rulebook.books"
HINTS = ("next", "find_rule", "previous_rule", "next_rule", "rule_back", "rule_forward", "back", "full_screen")
SEARCH_HINTS = ("choose", "accept", "rule_back", "rule_forward", "back", "full_screen")
"""Names of keys that the bottom line shows during a search."""


class RulebookPage(Page):
    """The page on which all rulebooks are read."""

    arrows_start_focus = False

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self._view = ReaderView(self, reader, self.rebuild)
        self.presses = {**self._view.presses, "back": self.back}
        self.on = {**self._view.on, **hearing(On(Chosen, self._choose_book, BOOKS))}

    def compose(self) -> Widget:
        """Build the books, the contents or hits, and the chapter."""
        view, game = self._view, self.reader.section.game
        choice = ListBox(BOOKS, [ListEntry(name, book_title(name)) for name in _list_books()], chosen=game, row=28)
        wide = self.size[0] >= self.theme.px(EXAMPLES_FROM)
        leaf = SectionBuilder(17, apart=wide)
        text = Panel(view.build_text(leaf), ident="rulebook", grow=1)
        if self.size[0] < self.theme.px(WIDE):
            low = self.size[1] < self.theme.px(LOW_HEIGHT)
            short = [] if low else [view.build_list(4)]
            found = Panel(view.build_list(), grow=1) if low and self.reader.is_searching else text
            find = Row([view.build_search_line(), *view.build_history_buttons()], gap=8)
            body: Widget = Column([Panel(Column([find, *short], gap=8), padding=10), found], gap=8)
        else:
            ways, heading = (
                Row(view.build_history_buttons(), gap=6),
                "Search results" if self.reader.query else "Contents",
            )
            choices = [] if self.reader.query else [Sized(choice, 0, len(load_books()) * 28), Rule()]
            contents = Column([Row([view.build_search_line()], gap=0), *choices, view.build_list()], gap=10)
            shown = leaf.build_illustrations(self.reader.section, self.reader.chapter)
            beside = [Sized(Panel(Scroll(shown), "Examples"), EXAMPLES_WIDTH)] if shown else []
            body = Row([Sized(Panel(contents, heading, corner=ways), CONTENTS_WIDTH), text, *beside], gap=16)
        return build_frame("Rulebook", book_title(game), body, SEARCH_HINTS if self.reader.query else HINTS)

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """Resize the page and scroll to the current section."""
        super().resize(size, theme)
        self._view.reveal()

    def back(self) -> Transition | None:
        """End the search; without one, return to the screen beneath."""
        if not self.reader.query:
            return Pop()
        self._view.clear_search()
        return None

    def _choose_book(self, chosen: Chosen) -> None:
        """Open another book and end the search."""
        self.reader.search_for("")
        self._view.go(lambda: self.reader.open_section(load_books()[chosen.value].sections[0]))


def _list_books() -> list[str]:
    """Return the ids of the books: games in the order of the title, then what they share."""
    return [
        *(name for name in games_by_id() if name in load_books()),
        *(name for name in load_books() if name not in games_by_id()),
    ]
