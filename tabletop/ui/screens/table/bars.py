"""The bars above and below the playing surface, composed from what the game tells."""

from collections.abc import Sequence

from tabletop.core.errors import Refused
from tabletop.ui import keys
from tabletop.ui.boards.contract import Caption, Offer
from tabletop.ui.screens.table.ticker import Ticker
from tabletop.ui.screens.table.tray import Tray
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar
from tabletop.ui.widgets.ribbon import Hints, PhaseRibbon
from tabletop.ui.widgets.sign import Sign

TOP, BOTTOM = 56, 118
_TITLE = Style("title", 26, INKS.cream)
_SUBTITLE = Style("name", 18, INKS.brass_light)
_ASKED = Style("semibold", 16, INKS.cream)
_CLOCK = Style("number", 26, INKS.brass_light)
NARROW = 1600
"""Design pixels below which the bars leave out what can be spared."""


def top_bar(caption: Caption, theme: Theme, width: int) -> Bar:
    """Title, phases, who is asked, turn, menu."""
    roomy = width >= theme.px(NARROW)
    left: list[Widget] = [Label(caption.title, _TITLE)] if roomy else []
    if caption.subtitle:
        left.append(Label(caption.subtitle, _SUBTITLE, grow=0))
    asked: list[Widget] = [Sign(caption.sign)] if caption.sign else []
    asked.append(Label(caption.asked, _ASKED, ident="asked"))
    right: list[Widget] = [Label(caption.turn, _ASKED, ident="turn")]
    if caption.clock:
        right.append(Label(caption.clock, _CLOCK, ident="clock"))
    menu = Button("menu", "", "dark", sign="menu", key=keys.key("menu"), show_key=False, tip=Tip("Menu"))
    row = Row(
        [
            Row(left, gap=16, align="centre"), Spacer(grow=1),
            PhaseRibbon(caption.phases, caption.phase), Row(asked, gap=10, align="centre"),
            Spacer(grow=1), Row(right, gap=18, align="centre"), menu,
        ],
        gap=20 if roomy else 12, align="centre",
    )  # fmt: skip
    return Bar(row, "bottom", height=TOP, ident="top")


def bottom_bar(ticker: Ticker, tray: Tray, actions: Widget) -> Bar:
    """Log, dice, and what can be done."""
    row = Row([Column([ticker], grow=3), Pad(tray, (12, 0, 12, 0), grow=2), actions], gap=12)
    return Bar(Pad(row, (0, 10, 0, 10)), "top", height=BOTTOM, ident="bottom")


def actions(
    offer: Offer | None, extras: Sequence[Button], undo: Refused | None, redo: Refused | None, may_end: str
) -> Widget:
    """Undo and redo, orders to many, end phase, and the brass button; `may_end` says why the phase cannot be ended."""
    back = Button("undo", "Undo", "dark", key=keys.key("undo"), show_key=False, tip=Tip("Take back the last order"))
    again = Button(
        "redo", "Redo", "dark", key=keys.key("redo"), show_key=False, tip=Tip("Do again what was taken back")
    )
    end = Button(
        "end", "End phase", "dark", key=keys.key("end_phase"), height=80, tip=Tip("Nothing more in this phase")
    )
    if undo is not None:
        back.tip = Tip("Ask to take back", undo.reason)
    if redo is not None:
        again.disable(redo.reason)
    end.disable(may_end)
    parts: list[Widget] = [Column([back, again], gap=8), end]
    if extras:
        parts.insert(1, Column(extras, gap=8))
    if offer is not None:
        brass = Button(
            "primary", offer.label, "primary", key=keys.key("primary"), height=80, size=23,
            tip=Tip(offer.label, offer.tip),
        )  # fmt: skip
        brass.disable(offer.reason)
        parts.append(Sized(brass, 300, 80))
    return Row(parts, gap=14, align="centre")


def hint_line(names: Sequence[str]) -> Bar:
    """The keys that matter now."""
    return Bar(Hints(names), "", height=26, side=24, ident="hint-line")
