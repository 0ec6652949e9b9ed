"""The rulebook as a sheet at the right of the table, which stays in sight beside it."""

from tabletop.ui import keys
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.screen import Push, Transition
from tabletop.ui.screens.frame import Docked
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.rulebook.reader_view import RulebookDesk
from tabletop.ui.screens.rulebook.section_widgets import Boxed, Leaf
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

WIDTH, LEAST = 520, 400
"""Of the sheet, design pixels."""
ROWS, LOW_ROWS = 6, 3
"""Rows of the contents that are in sight, and how many in a narrow window."""


class RulebookSheet:
    """The sheet of a table screen.

    Attributes:
        presses: what its buttons do.
        on: what is done at its links, its list and its search.
    """

    def __init__(self, page: Page, game: str) -> None:
        self._page = page
        self._refusal: Toast | None = None
        self._desk = RulebookDesk(page, Reader(game), self._show)
        self.presses: Presses[Transition | None] = {**self._desk.presses, "rulebook.page": self._whole}
        self.on: Hearing[Transition | None] = {
            **self._desk.on,
            **hearing(On(RuleAsked, lambda asked: self.open(asked.target))),
        }

    def open(self, target: str = "", refusal: Toast | None = None) -> None:
        """The book at a rule, or where it was read last, with what a message at the table has just said."""
        if refusal or not self._page.has("rulebook"):
            self._refusal = refusal
        if not self._page.has("rulebook"):
            self._desk.reader.seek("")
        if target:
            self._desk.reader.go(target)
        if self._page.has("rulebook"):
            self._show()
        else:
            self._page.open(self._sheet())
        self._desk.reveal()

    def _show(self) -> None:
        """What is read now, in place of what was; a line that is typed in stays so."""
        focus = self._page.focus.id if self._page.focus else ""
        before = self._page.layers[-1]
        self._page.close()
        self._page.open(self._sheet())
        for widget in self._page.layers[-1].walk():
            old = next((one for one in before.walk() if one.id and one.id == widget.id), None)
            if old:
                widget.adopt(old)
            if focus and widget.id == focus:
                self._page.give_focus(widget)

    def _sheet(self) -> Stack:
        desk = self._desk
        whole = Button(
            "rulebook.page", "", sign="fit", key=keys.key("rulebook_page"), show_key=False, tip=Tip("Open full page")
        )
        corner = Row([*desk.ways(), whole, closing("Close")], gap=6)
        contents = desk.rows(LOW_ROWS if WindowLayout(self._page.theme, self._page.size).is_narrow else ROWS)
        body = Column([Row([desk.entry()], gap=0), contents, *self._told(), Rule(), desk.text(Leaf(16))], gap=10)
        sheet = Panel(body, "Rulebook", ident="rulebook", corner=corner)
        return Stack([Beside(), Docked(sheet, "right", widest=WIDTH, least=LEAST)])

    def _told(self) -> list[Widget]:
        """What was refused at the table, and by how much."""
        if self._refusal is None:
            return []
        words = [Text(line, BODY) for line in (self._refusal.title, self._refusal.body) if line]
        return [Boxed(Column([Label("At this table", LABEL), *words], gap=4))]

    def _whole(self) -> Transition:
        self._page.close()
        return Push(RulebookPage(self._desk.reader))
