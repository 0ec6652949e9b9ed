"""The rulebook as a sheet at the right of the table, which stays in sight."""

from tabletop.ui import keys
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.screen import Push, Transition
from tabletop.ui.screens.frame import SideSheet
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.rulebook.reader_view import ReaderView
from tabletop.ui.screens.rulebook.section_widgets import HighlightBox, SectionBuilder
from tabletop.ui.text import BODY, LABEL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import Beside, Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Hearing, On, Presses, RuleAsked, hearing
from tabletop.ui.widgets.stack import Stack

WIDTH, LEAST_WIDTH = 520, 400
"""Largest and least width of the sheet, design pixels."""
MOST_ROWS, NARROW_ROWS = 6, 3
"""Rows of the contents in sight, and in a narrow window."""


class RulebookSheet:
    """The rulebook at the right of a table, which stays in sight.

    Attributes:
        presses: what its buttons do.
        on: what its links, its list and its search do.
    """

    def __init__(self, page: Page, game: str) -> None:
        self._page = page
        self._refusal: Toast | None = None
        self._view = ReaderView(page, Reader(game), self._rebuild_sheet)
        self.presses: Presses[Transition | None] = {**self._view.presses, "rulebook.page": self._open_page}
        self.on: Hearing[Transition | None] = {
            **self._view.on,
            **hearing(On(RuleAsked, lambda asked: self.open(asked.target))),
        }

    def open(self, target: str = "", refusal: Toast | None = None) -> None:
        """Open the book at a rule, or where it was left; `refusal` is the message that the sheet repeats."""
        if refusal or not self._page.has("rulebook"):
            self._refusal = refusal
        if not self._page.has("rulebook"):
            self._view.reader.search_for("")
        if target:
            self._view.reader.go_to(target)
        if self._page.has("rulebook"):
            self._rebuild_sheet()
        else:
            self._page.open(self._build_sheet())
        self._view.reveal()

    def _rebuild_sheet(self) -> None:
        """Build the sheet again; the line with the focus keeps it."""
        focus = self._page.focus.id if self._page.focus else ""
        before = self._page.layers[-1]
        self._page.close()
        self._page.open(self._build_sheet())
        for widget in self._page.layers[-1].walk():
            old = next((one for one in before.walk() if one.id and one.id == widget.id), None)
            if old:
                widget.adopt(old)
            if focus and widget.id == focus:
                self._page.give_focus(widget)

    def _build_sheet(self) -> Stack:
        """Build the sheet."""
        view = self._view
        whole = Button(
            "rulebook.page", "", sign="fit", key=keys.key("rulebook_page"), show_key=False, tip=Tip("Open full page")
        )
        corner = Row([*view.build_history_buttons(), whole, closing("Close")], gap=6)
        contents = view.build_list(
            NARROW_ROWS if WindowLayout(self._page.theme, self._page.size).is_narrow else MOST_ROWS
        )
        body = Column(
            [
                Row([view.build_search_line()], gap=0),
                contents,
                *self._build_refusal(),
                Rule(),
                view.build_text(SectionBuilder(16)),
            ],
            gap=10,
        )
        sheet = Panel(body, "Rulebook", ident="rulebook", corner=corner)
        return Stack([Beside(), SideSheet(sheet, "right", widest=WIDTH, least=LEAST_WIDTH)])

    def _build_refusal(self) -> list[Widget]:
        """Build what was refused at the table; [] for nothing."""
        if self._refusal is None:
            return []
        words = [Text(line, BODY) for line in (self._refusal.title, self._refusal.body) if line]
        return [HighlightBox(Column([Label("At this table", LABEL), *words], gap=4))]

    def _open_page(self) -> Transition:
        """Close the sheet and return the way to the full page."""
        self._page.close()
        return Push(RulebookPage(self._view.reader))
