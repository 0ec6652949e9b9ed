"""The bar below the playing surface: what has happened, the dice, and what can be done.

The buttons keep their places whatever is written on them; log and dice share what they leave, and are seen in every
window. In a low one they lie over a single row of buttons, and the line of keys is left out.
"""

from collections.abc import Sequence

from tabletop.ui.boards.room import HINTS, Room
from tabletop.ui.screens.table.bars import SIDE
from tabletop.ui.screens.table.slots import Choices, Slots, fit_for
from tabletop.ui.screens.table.ticker import Ticker
from tabletop.ui.screens.table.tray import Tray
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar, Rule
from tabletop.ui.widgets.ribbon import Hints

STRIP = 44
"""Height of log and dice in a low window, design pixels."""


def foot(ticker: Ticker, tray: Tray | None, choices: Choices, hints: Sequence[str], room: Room) -> list[Widget]:
    """The lower bar, and the line of keys unless the window is low; a game without dice has no tray.

    Undo is among the keys only once there is something to take back.
    """
    slots = Slots(choices, fit_for(room))
    if room.low:
        return [_bar(Pad(_low(ticker, tray, slots), (0, 5, 0, 5)), room)]
    return [
        _bar(Pad(_high(ticker, tray, slots), (0, 10, 0, 10)), room),
        Bar(
            Hints([name for name in hints if choices.begun or name != "undo"]),
            "",
            height=HINTS,
            side=SIDE,
            ident="hint-line",
        ),
    ]


def _bar(content: Widget, room: Room) -> Bar:
    return Bar(content, "top", height=room.lower, side=SIDE, ident="bottom")


def _high(ticker: Ticker, tray: Tray | None, slots: Slots) -> Widget:
    """Log and dice beside the buttons."""
    ticker.grow = 3
    told: list[Widget] = [ticker, _divider()]
    if tray is not None:
        told += [Pad(tray, (4, 0, 4, 0), grow=2), _divider()]
    return Row([*told, _tall(slots)], gap=12)


def _tall(slots: Slots) -> Widget:
    """Orders to many over each other, undo over redo, end phase, and the brass button, which ends the row."""
    extras = slots.extras()
    columns: list[Widget] = [Column(extras, gap=8)] if extras else []
    return Row([*columns, Column(slots.back(), gap=8), *slots.end(), *slots.brass()], gap=slots.gap, align="centre")


def _low(ticker: Ticker, tray: Tray | None, slots: Slots) -> Widget:
    """Log and dice over the buttons."""
    ticker.grow = 3
    told: list[Widget] = [ticker]
    if tray is not None:
        tray.grow = 2
        told += [_divider(), tray]
    buttons = [*slots.back(), Spacer(grow=1), *slots.extras(), *slots.end(), *slots.brass()]
    strip = Sized(Row(told, gap=12), height=STRIP)
    return Column([strip, Spacer(grow=1), Row(buttons, gap=slots.gap, align="centre")], gap=0)


def _divider() -> Widget:
    return Sized(Rule(INKS.bar_edge), 1)
