"""The whole log as a dialog: every fact, opened to its dice, its numbers and its rule."""

from collections.abc import Sequence

from tabletop.ui.boards.contract import Account, GameTable, Thrown
from tabletop.ui.screens.table.chronicle import Line
from tabletop.ui.text import BODY, LABEL, SMALL, STRONG
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.dice import Dice
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer, Stack
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.rows import Entry, Rows

WIDTH, ROWS = 980, 12


class LogRows(Rows):
    """Rows of sentences: they take the width that there is, so thousands of them need not be measured."""

    def measure(self, theme: Theme, width: int) -> Size:
        """The whole width, and a few rows."""
        return width, theme.px(self.row) * min(len(self.entries), self.rows_wanted)


def logbook(lines: Sequence[Line], table: GameTable, number: int) -> Stack:
    """The log with one entry opened; choosing a row reports ``log.row``, hovering one ``log.row.under``."""
    entries = [Entry(str(line.number), line.text, aside=line.now, struck=line.undone) for line in lines]
    rows = LogRows("log.row", entries, chosen=str(number), visible=ROWS, style=BODY)
    parts: list[Widget] = [Sized(rows, height=ROWS * 28), Rule(), *_opened(lines, table, number)]
    return dialog(
        "The log", Column(parts, gap=12), [Button("dialog.back", "Close", key="Esc")], ident="log-book", width=WIDTH
    )


def _opened(lines: Sequence[Line], table: GameTable, number: int) -> list[Widget]:
    if not 0 <= number < len(lines):
        return [Text("Nothing has happened yet.")]
    line = lines[number]
    if line.event is None:
        return [Text(line.text, STRONG)]
    account = table.account(line.before, line.event)
    numbers = Column(_numbers(account), gap=4, grow=1)
    dice = [Column(list(map(_throw, account.dice)), gap=10, grow=1)] if account.dice else []
    return [Text(line.text, STRONG), Row([*dice, numbers], gap=32, align="start")]


def _throw(thrown: Thrown) -> Widget:
    words = Column([Label(thrown.title, LABEL), Label(thrown.result, SMALL)], gap=2)
    return Row([words, Dice(thrown.dice, side=26, gap=8), Spacer(grow=1)], gap=20, align="centre")


def _numbers(account: Account) -> list[Widget]:
    lines: list[Widget] = [
        Row([Label(what, SMALL.tinted(INKS.muted)), Spacer(grow=1), Label(value, LABEL)], gap=12)
        for what, value in account.lines
    ]
    rule = [Label(f"Rule {account.rule}", LABEL.tinted(INKS.brass_dark))] if account.rule else []
    return [*lines, *rule]
