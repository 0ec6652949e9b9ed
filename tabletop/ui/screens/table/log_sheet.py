"""The whole log at the left of the table: every event with its dice, its numbers and its rule.

The table stays visible beside the log, where the pieces of an entry are shown.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import pygame

from tabletop.rulebook.blocks import TextRun as BookRun
from tabletop.ui.boards.contract import DiceThrow, EventDetails, GameTable
from tabletop.ui.screens.frame import SideSheet
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.table.log_ticker import LinePointed, LogOpened
from tabletop.ui.screens.table.match_log import LogLine, ViewedLog
from tabletop.ui.text import BODY, LABEL, SMALL, STRONG, broken, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets import list_entry
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.form_controls import Checkbox
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.list_box import TRACK, ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.marks import Dice
from tabletop.ui.widgets.overlay import Beside
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, Hearing, On, RowPointed, Ticked, hearing
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

WIDTH, LEAST = 560, 340
"""Width of the log and its least width, design pixels."""
ROWS, ROW = 14, 24
"""Rows that are visible where there is room, and height of a row, design pixels."""
LONGEST = 6
"""Most rows of a sentence."""
SENTENCE = BODY.at(15)
Reasons = Callable[[LogLine], str]
"""Returns the reason of an entry, or ""."""
WATCH = Tip("Watch from here", "Replays the match from the selected entry.")
REASONS = Tip("Show reasons", "Why the computer gave each order. In games with secrets, only after the end.")


class LogRows(ListBox):
    """A list box of sentences. A long sentence continues in the next rows."""

    def __init__(self, ident: str, entries: Sequence[ListEntry], chosen: str) -> None:
        super().__init__(ident, entries, chosen=chosen, visible=ROWS, style=SENTENCE, row=ROW)
        self.sentences = self.entries

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the whole width, and the height of a few rows."""
        return width, theme.px(self.row) * min(len(self.entries), self.rows_wanted)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Break the sentences into rows for the width, and place them."""
        room = rect.w - theme.px(TRACK)
        self.entries = tuple(row for entry in self.sentences for row in _build_rows(entry, theme, room))
        super().place(theme, rect)


def _build_rows(entry: ListEntry, theme: Theme, width: int) -> Iterator[ListEntry]:
    """Yield the rows of a sentence. Only the first has the moment beside it."""
    room = width - list_entry.beside(theme, entry)
    lines = _break_sentence(entry.text, room, theme.scale)
    yield entry if len(lines) == 1 and lines[0] == entry.text else replace(entry, text=lines[0])
    yield from (replace(entry, text=line, aside="") for line in lines[1:])


@lru_cache(maxsize=16384)
def _break_sentence(sentence: str, width: int, scale: int) -> list[str]:
    """Return the lines of a sentence. Cached: a long match has thousands, and each choice lays out the log again."""
    if size_of(sentence, SENTENCE, scale)[0] <= width:
        return [sentence]
    return broken(sentence, SENTENCE, width, scale, LONGEST)


def build_log_sheet(
    lines: Sequence[LogLine], table: GameTable, number: int, reasons: Reasons | None = None, *, watch: bool = False
) -> Stack:
    """Build the log with one entry opened; the rows are named ``log.row``.

    With `reasons` each entry shows its reason; ``log.reasons`` switches them. With `watch` there is ``log.watch``.
    """
    told = [_add_reason(line.text, reasons(line)) if reasons else line.text for line in lines]
    before = ["", *(line.moment for line in lines)]
    entries = [
        ListEntry(str(line.number), words, aside=line.moment if line.moment != earlier else "", struck=line.undone)
        for line, earlier, words in zip(lines, before, told, strict=False)
    ]
    rows = LogRows("log.row", entries, str(number))
    opened = Scroll(Column(_build_details(lines, table, number), gap=12), ident="log-book.scroll", grow=1)
    switch = Checkbox("log.reasons", "Show reasons", reasons is not None, tip=REASONS)
    again = [Button("log.watch", "Watch from here", tip=WATCH)] if watch and lines else []
    parts: list[Widget] = [
        Row([switch, Spacer(grow=1), *again], gap=8, align="centre"),
        Sized(rows, height=ROWS * ROW, grow=1),
        Rule(),
        opened,
    ]
    sheet = Panel(Column(parts, gap=12), "Log", ident="log-book", corner=closing("Close"))
    return Stack([Beside(), SideSheet(sheet, "left", widest=WIDTH, least=LEAST)])


def _add_reason(text: str, why: str) -> str:
    return f"{text} Why: {why}" if why else text


def _build_details(lines: Sequence[LogLine], table: GameTable, number: int) -> list[Widget]:
    if not 0 <= number < len(lines):
        return [Text("Nothing has happened yet.")]
    line = lines[number]
    if line.event is None:
        return [Text(line.text, STRONG)]
    account = table.explain_event(line.before, line.event)
    dice = [Column(list(map(_build_throw, account.dice)), gap=10)] if account.dice else []
    told = Column([Text(line.text, STRONG), Text(line.moment, SMALL.tinted(INKS.muted))], gap=2)
    return [told, *dice, Column(build_numbers(account), gap=4)]


def _build_throw(thrown: DiceThrow) -> Widget:
    words = Column([Label(thrown.title, LABEL), Label(thrown.result, SMALL)], gap=2)
    return Row([words, Dice(thrown.dice, 26, 8)], gap=20, align="centre")


def build_numbers(account: EventDetails) -> list[Widget]:
    """Build the rows of an event's numbers, each with its rule."""
    lines: list[Widget] = [
        Row([Text(what, SMALL.tinted(INKS.muted), grow=1), Label(value, LABEL)], gap=12)
        for what, value in account.lines
    ]
    for line, (what, _) in zip(lines, account.lines, strict=True):
        line.by(account.line_rules.get(what, account.rule))
    words = (BookRun(f"Rule {account.rule}", link=account.rule),)
    rule = [LinkedText(words, LABEL)] if account.rule else []
    return [*lines, *rule]


class LogSheet:
    """The log of a table screen.

    Attributes:
       on: the handlers of its reports.
    """

    def __init__(self, page: Page, log: ViewedLog, table: GameTable) -> None:
        self._page, self._log, self._table = page, log, table
        self._reasoned = False
        self._number = 0
        self.on: Hearing[None] = hearing(
            On(LinePointed, lambda line: self._highlight_line(line.number)),
            On(RowPointed, lambda row: self._highlight_line(int(row.row) if row.row else None), "log.row"),
            On(LogOpened, lambda line: self.open(line.number)),
            On(Chosen, self._open_chosen, "log.row"),
            On(Ticked, self._set_reasons, "log.reasons"),
        )

    def open(self, number: int | None = None) -> None:
        """Open the log at an entry, or at its end for None."""
        self._show(len(self._log.current.lines) - 1 if number is None else number)

    @property
    def moves_made(self) -> int:
        """Return the number of moves up to the opened entry."""
        return self._log.current.moves_made(self._number)

    def _highlight_line(self, number: int | None) -> None:
        """Ring the pieces of an entry; None clears the rings."""
        self._table.highlight_pieces(self._pieces_of(self._line_at(-1 if number is None else number)))

    def _open_chosen(self, chosen: Chosen) -> None:
        """Open another entry and keep the scroll position."""
        self._reopen(int(chosen.value))

    def _set_reasons(self, box: Ticked) -> None:
        """Show or hide the computer's reasons."""
        self._reasoned = box.ticked
        rows = self._page.find("log.row")
        self._reopen(int(rows.chosen) if isinstance(rows, LogRows) else 0)

    def _reopen(self, number: int) -> None:
        scrolled = self._page.find("log.row")
        self._page.close()
        self._show(number, scrolled)

    def _show(self, number: int, scrolled: Widget | None = None) -> None:
        """Open the log at an entry with the scroll position of `scrolled`.

        The pieces of the entry are brought into view beside the log.
        """
        log, watch = self._log.current, "log.watch" in self._page.presses
        self._number = number
        self._page.open(
            build_log_sheet(log.lines, self._table, number, log.reason_for if self._reasoned else None, watch=watch)
        )
        self._table.centre_on(self._pieces_of(self._line_at(number)), self._page.find("log-book").rect.right)
        rows = self._page.find("log.row")
        if scrolled:
            rows.adopt(scrolled)
        if isinstance(rows, LogRows):
            rows.reveal(str(number))
        self._page.give_focus(rows)

    def _line_at(self, number: int) -> LogLine | None:
        lines = self._log.current.lines
        return lines[number] if 0 <= number < len(lines) else None

    def _pieces_of(self, line: LogLine | None) -> tuple[str, ...]:
        return self._table.pieces_of(line.event) if line and line.event is not None else ()
