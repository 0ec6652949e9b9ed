"""The whole log at the left of the table: every event, opened to its dice, its numbers and its rule.

The table stays in sight beside it, so that the pieces that an entry speaks of can be shown there.
`LogSheet` is what its lines and rows answer to.
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
"""Of the log, design pixels."""
ROWS, ROW = 14, 24
"""How many rows are in sight where there is room, and the height of one, design pixels."""
LONGEST = 6
"""ListBox that a sentence takes at most."""
SENTENCE = BODY.at(15)
Reasons = Callable[[LogLine], str]
"""Why an entry came about; empty where nothing is said of it."""
WATCH = Tip("Watch from here", "Replays the match from the selected entry.")
REASONS = Tip("Show reasons", "Why the computer gave each order. In games with secrets, only after the end.")


class LogRows(ListBox):
    """ListBox of sentences in one size: they take the width that there is, and a long one goes on in the next rows."""

    def __init__(self, ident: str, entries: Sequence[ListEntry], chosen: str) -> None:
        super().__init__(ident, entries, chosen=chosen, visible=ROWS, style=SENTENCE, row=ROW)
        self.sentences = self.entries

    def measure(self, theme: Theme, width: int) -> Size:
        """The whole width, and a few rows."""
        return width, theme.px(self.row) * min(len(self.entries), self.rows_wanted)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The rows that the sentences take; the moment in the game stands beside the first that belongs to it."""
        room = rect.w - theme.px(TRACK)
        self.entries = tuple(row for entry in self.sentences for row in _rows(entry, theme, room))
        super().place(theme, rect)


def _rows(entry: ListEntry, theme: Theme, width: int) -> Iterator[ListEntry]:
    """A sentence broken into rows; none but the first has its moment beside it."""
    room = width - list_entry.beside(theme, entry)
    lines = _lines(entry.text, room, theme.scale)
    yield entry if len(lines) == 1 and lines[0] == entry.text else replace(entry, text=lines[0])
    yield from (replace(entry, text=line, aside="") for line in lines[1:])


@lru_cache(maxsize=16384)
def _lines(sentence: str, width: int, scale: int) -> list[str]:
    """Kept, for a long match has thousands of sentences, and every one that is chosen lays out the log anew."""
    if size_of(sentence, SENTENCE, scale)[0] <= width:
        return [sentence]
    return broken(sentence, SENTENCE, width, scale, LONGEST)


def log_sheet(
    lines: Sequence[LogLine], table: GameTable, number: int, reasons: Reasons | None = None, *, watch: bool = False
) -> Stack:
    """The log with one entry opened, in rows by the name of ``log.row``; a press beside it closes it.

    With `reasons` each entry tells its own; they are switched by ``log.reasons``. ``log.watch`` watches it again.
    """
    told = [_with(line.text, reasons(line)) if reasons else line.text for line in lines]
    before = ["", *(line.now for line in lines)]
    entries = [
        ListEntry(str(line.number), words, aside=line.now if line.now != earlier else "", struck=line.undone)
        for line, earlier, words in zip(lines, before, told, strict=False)
    ]
    rows = LogRows("log.row", entries, str(number))
    opened = Scroll(Column(_opened(lines, table, number), gap=12), ident="log-book.scroll", grow=1)
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


def _with(text: str, why: str) -> str:
    return f"{text} Why: {why}" if why else text


def _opened(lines: Sequence[LogLine], table: GameTable, number: int) -> list[Widget]:
    if not 0 <= number < len(lines):
        return [Text("Nothing has happened yet.")]
    line = lines[number]
    if line.event is None:
        return [Text(line.text, STRONG)]
    account = table.explain_event(line.before, line.event)
    dice = [Column(list(map(_throw, account.dice)), gap=10)] if account.dice else []
    told = Column([Text(line.text, STRONG), Text(line.now, SMALL.tinted(INKS.muted))], gap=2)
    return [told, *dice, Column(numbers(account), gap=4)]


def _throw(thrown: DiceThrow) -> Widget:
    words = Column([Label(thrown.title, LABEL), Label(thrown.result, SMALL)], gap=2)
    return Row([words, Dice(thrown.dice, 26, 8)], gap=20, align="centre")


def numbers(account: EventDetails) -> list[Widget]:
    """The terms of a sum, each with its rule."""
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
        on: what is done at the reports of its lines and rows.
    """

    def __init__(self, page: Page, log: ViewedLog, table: GameTable) -> None:
        self._page, self._log, self._table = page, log, table
        self._reasoned = False
        self._number = 0
        self.on: Hearing[None] = hearing(
            On(LinePointed, lambda line: self._ring(line.number)),
            On(RowPointed, lambda row: self._ring(int(row.row) if row.row else None), "log.row"),
            On(LogOpened, lambda line: self.open(line.number)),
            On(Chosen, self._choose, "log.row"),
            On(Ticked, self._reason, "log.reasons"),
        )

    def open(self, number: int | None = None) -> None:
        """The log at an entry; without one, at its end."""
        self._show(len(self._log.now.lines) - 1 if number is None else number)

    @property
    def place(self) -> int:
        """How many moves of the match had been made when the entry that is open had come about."""
        return self._log.now.place(self._number)

    def _ring(self, number: int | None) -> None:
        """Ring what an entry is about; there may be none under the pointer."""
        self._table.highlight_pieces(self._pieces(self._line(-1 if number is None else number)))

    def _choose(self, chosen: Chosen) -> None:
        """Another entry, with the list where it was."""
        self._again(int(chosen.value))

    def _reason(self, box: Ticked) -> None:
        """The same with the reasons of the computer, or without."""
        self._reasoned = box.ticked
        rows = self._page.find("log.row")
        self._again(int(rows.chosen) if isinstance(rows, LogRows) else 0)

    def _again(self, number: int) -> None:
        scrolled = self._page.find("log.row")
        self._page.close()
        self._show(number, scrolled)

    def _show(self, number: int, scrolled: Widget | None = None) -> None:
        """Open the log at an entry, scrolled as it was; the arrows go through it.

        The pieces of the entry are brought into view beside the log.
        """
        log, watch = self._log.now, "log.watch" in self._page.presses
        self._number = number
        self._page.open(log_sheet(log.lines, self._table, number, log.why if self._reasoned else None, watch=watch))
        self._table.centre_on(self._pieces(self._line(number)), self._page.find("log-book").rect.right)
        rows = self._page.find("log.row")
        if scrolled:
            rows.adopt(scrolled)
        if isinstance(rows, LogRows):
            rows.reveal(str(number))
        self._page.give_focus(rows)

    def _line(self, number: int) -> LogLine | None:
        lines = self._log.now.lines
        return lines[number] if 0 <= number < len(lines) else None

    def _pieces(self, line: LogLine | None) -> tuple[str, ...]:
        return self._table.pieces_of(line.event) if line and line.event is not None else ()
