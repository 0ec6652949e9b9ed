"""What the log answers to: pointing at an entry, opening it, and going through the whole of it."""

from tabletop.ui.boards.contract import GameTable
from tabletop.ui.screens.table.chronicle import Chronicles, Line
from tabletop.ui.screens.table.logbook import LogRows, logbook
from tabletop.ui.widgets.base import Action, Widget
from tabletop.ui.widgets.page import Handler, Page


class Logs:
    """The log of a table screen.

    Attributes:
        on: handlers of the reports of the log's lines and rows, by id.
    """

    def __init__(self, page: Page, chronicles: Chronicles, table: GameTable) -> None:
        self._page, self._chronicles, self._table = page, chronicles, table
        self.on: dict[str, Handler] = {
            "log.hover": self._hover, "log.row.under": self._hover, "log.open": self._open, "log.all": self._open,
            "log.row": self._choose,
        }  # fmt: skip

    def _hover(self, action: Action) -> None:
        """Ring what an entry is about; there may be none under the pointer."""
        self._table.note(self._pieces(self._line(-1 if action.value == "" else int(action.value))))

    def _open(self, action: Action) -> None:
        """The log at an entry; without one, at its end."""
        self._show(len(self._chronicles.now.lines) - 1 if action.value is None else action.value)

    def _choose(self, action: Action) -> None:
        """Another entry, with the list where it was."""
        scrolled = self._page.find("log.row")
        self._page.close()
        self._show(int(action.value), scrolled)

    def _show(self, number: int, scrolled: Widget | None = None) -> None:
        """Open the log at an entry, scrolled as it was; the arrows go through it.

        The pieces of the entry are brought into view beside the log.
        """
        self._page.open(logbook(self._chronicles.now.lines, self._table, number))
        self._table.centre_on(self._pieces(self._line(number)), self._page.find("log-book").rect.right)
        rows = self._page.find("log.row")
        if scrolled:
            rows.adopt(scrolled)
        if isinstance(rows, LogRows):
            rows.reveal(str(number))
        self._page.give_focus(rows)

    def _line(self, number: int) -> Line | None:
        lines = self._chronicles.now.lines
        return lines[number] if 0 <= number < len(lines) else None

    def _pieces(self, line: Line | None) -> tuple[str, ...]:
        return self._table.pieces(line.event) if line and line.event is not None else ()
