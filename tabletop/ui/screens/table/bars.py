"""The bars above and below the playing surface, composed from what the game tells.

Each bar is tried from its fullest form to its barest: the first that fits is taken, so nothing is ever clipped.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tabletop.core.errors import Refused
from tabletop.ui import keys
from tabletop.ui.boards.contract import Caption, Offer, Tally
from tabletop.ui.boards.room import HINTS, TOP, Room
from tabletop.ui.screens.table.ticker import Ticker
from tabletop.ui.screens.table.ticks import Ticks
from tabletop.ui.screens.table.tray import Tray
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar, Rule
from tabletop.ui.widgets.ribbon import Hints, PhaseRibbon
from tabletop.ui.widgets.sign import Sign

SIDE = 24
_TITLE = Style("title", 26, INKS.cream)
_SUBTITLE = Style("name", 18, INKS.brass_light)
_ASKED = Style("semibold", 16, INKS.cream)
_CLOCK = Style("number", 26, INKS.brass_light)
SPARED = ("title", "ticks", "subtitle")
"""What the top bar does without when room is short, the first first."""
SPARED_LAST = ("tallies", "clock", "turn")
"""And what it does without when of the ribbon only the phase that is on is left."""


def _fullest(forms: Iterable[Widget], theme: Theme, room: int) -> Widget:
    """The first form that fits, else the last."""
    for form in forms:
        if form.measure(theme, room)[0] <= room:
            break
    return form


# --- above


def top_bar(caption: Caption, theme: Theme, width: int) -> Bar:
    """Title, phases, who is asked, turn, menu."""
    forms = (_top(caption, spared) for spared in _sparing())
    row = _fullest(forms, theme, width - 2 * theme.px(SIDE))
    return Bar(row, "bottom", height=TOP, side=SIDE, ident="top")


def _sparing() -> Iterator[Sequence[str]]:
    """What to do without: names and ticks, then most of the ribbon for which the names come back, then the rest."""
    for ribbon in ((), ("ribbon",)):
        yield from ((*ribbon, *SPARED[:count]) for count in range(len(SPARED) + 1))
    yield from (("ribbon", *SPARED, *SPARED_LAST[:count]) for count in range(1, len(SPARED_LAST) + 1))


def _top(caption: Caption, spared: Sequence[str]) -> Row:
    """The bar without what is spared."""
    phases = (caption.phase,) if "ribbon" in spared else caption.phases
    asked: list[Widget] = [Sign(caption.sign)] if caption.sign else []
    asked.append(Label(caption.asked, _ASKED, ident="asked"))
    parts: list[Widget] = [
        *_names(caption, spared), Spacer(grow=1),
        PhaseRibbon(phases, caption.phase), Row(asked, gap=10, align="centre"), Spacer(grow=1),
        *_turn(caption, spared),
        Button("menu", "", "dark", sign="menu", key=keys.key("menu"), show_key=False, tip=Tip("Menu")),
    ]  # fmt: skip
    return Row(parts, gap=16, align="centre")


def _names(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    subtitle = caption.subtitle if caption.subtitle != caption.title else ""
    named = [("title", caption.title, _TITLE), ("subtitle", subtitle, _SUBTITLE)]
    shown: list[Widget] = [Label(words, style) for part, words, style in named if words and part not in spared]
    return [shown[0], Label("•", _SUBTITLE), shown[1]] if len(shown) > 1 else shown


def _turn(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    parts: list[Widget] = []
    if caption.tallies and "tallies" not in spared:
        parts += [*map(_tally, caption.tallies), Sized(Rule(INKS.bar_edge), 1, 30)]
    if caption.progress[1] and "ticks" not in spared:
        parts.append(Ticks(*caption.progress))
    if "turn" not in spared:
        parts.append(Label(caption.turn, _ASKED, ident="turn"))
    if caption.clock and "clock" not in spared:
        parts.append(Label(caption.clock, _CLOCK, ident="clock"))
    return parts


def _tally(tally: Tally) -> Widget:
    row = Row([Sign(tally.sign), Label(str(tally.points), _ASKED)], gap=8, align="centre")
    row.tip = Tip(f"{tally.side}: {tally.points}", tally.reckoning)
    return row


# --- below


@dataclass(frozen=True)
class Choices:
    """What can be done now.

    Attributes:
        offer: the brass button, if there is one.
        extras: orders to many.
        undo: why the last order cannot simply be taken back, or None.
        redo: why nothing can be done again, or None.
        may_end: why the phase cannot be ended, empty if it can; None in a game without such a button.
    """

    offer: Offer | None
    extras: Sequence[Button]
    undo: Refused | None
    redo: Refused | None
    may_end: str | None


def foot(ticker: Ticker, tray: Tray | None, choices: Choices, hints: Sequence[str], room: Room) -> list[Widget]:
    """The lower bar, and the line of keys unless the window is low; a game without dice has no tray."""
    high = _below(ticker, tray, choices) if tray else _without_dice(ticker, choices)
    forms = _low(choices) if room.low else high
    row = _fullest(forms, room.theme, room.size[0] - 2 * room.theme.px(SIDE))
    bar = Bar(Pad(row, (0, 10, 0, 10)), "top", height=room.lower, side=SIDE, ident="bottom")
    return [bar] if room.low else [bar, Bar(Hints(hints), "", height=HINTS, side=SIDE, ident="hint-line")]


def _below(ticker: Ticker, tray: Tray, choices: Choices) -> Iterator[Widget]:
    """Log, dice and what can be done; the dice stay longer than the log while they tell of a throw."""
    log: Widget = Column([ticker], grow=3)
    yield Row([log, _divider(), Pad(tray, (8, 0, 8, 0), grow=2), _divider(), _tall(choices)], gap=12)
    ticker.grow = 1
    yield Row([ticker, _divider(), tray, _divider(), _tall(choices, SNUG)], gap=12)
    kept: Widget = tray if tray.thrown is not None else ticker
    kept.grow = 1
    yield Row([kept, _divider(), _tall(choices, SNUG)], gap=12)
    yield Row([Spacer(grow=1), _tall(choices, SNUG)], gap=12)
    yield _two_rows(choices)


def _without_dice(ticker: Ticker, choices: Choices) -> Iterator[Widget]:
    """Log and what can be done."""
    for fit in (AMPLE, SNUG):
        yield Row([Column([ticker], grow=1), _divider(), _tall(choices, fit)], gap=12)
    yield Row([Spacer(grow=1), _tall(choices, SNUG)], gap=12)
    yield _two_rows(choices)


def _low(choices: Choices) -> Iterator[Widget]:
    """Nothing but what can be done, in one row or in two."""
    for fit in (SNUG, BARE):
        buttons = _Buttons(choices, fit, 34)
        parts = (*buttons.back(), Spacer(grow=1), *buttons.extras(), *buttons.end(), *buttons.brass())
        yield Row(parts, gap=10, align="centre")
    yield _two_rows(choices)


def _two_rows(choices: Choices) -> Widget:
    buttons = _Buttons(choices, BARE, 34)
    upper = Row([*buttons.back(), Spacer(grow=1), *buttons.extras()], gap=8, align="centre")
    lower = Row([*buttons.end(), Spacer(grow=1), *buttons.brass()], gap=8, align="centre")
    return Column([upper, lower], gap=8)


def _tall(choices: Choices, fit: "Fit | None" = None) -> Widget:
    """Undo over redo, orders to many over each other, end phase, and the brass button."""
    buttons = _Buttons(choices, fit or AMPLE, 80)
    extras = buttons.extras()
    columns: list[Widget] = [Column(buttons.back(), gap=8), *([Column(extras, gap=8)] if extras else [])]
    return Row([*columns, *buttons.end(), *buttons.brass()], gap=12, align="centre")


def _divider() -> Widget:
    return Sized(Rule(INKS.bar_edge), 1, 94)


@dataclass(frozen=True)
class Fit:
    """How much room buttons take: words on undo and redo, key caps, size and width of the brass button."""

    words: bool
    caps: bool
    size: float
    wide: float


AMPLE, SNUG, BARE = Fit(True, True, 23, 300), Fit(False, True, 18, 200), Fit(False, False, 16, 0)


class _Wide(Sized):
    """A button of some width, wider where its words need more."""

    def measure(self, theme: Theme, width: int) -> Size:
        """As asked, or as the words need."""
        needed = self.children[0].measure(theme, width)[0]
        wide, high = super().measure(theme, width)
        return max(wide, needed), high


class _Buttons:
    """The buttons of the lower bar, made for some room; `tall` is the height of the great ones."""

    def __init__(self, choices: Choices, fit: Fit, tall: float) -> None:
        self._choices, self._fit, self._tall = choices, fit, tall

    def back(self) -> list[Widget]:
        """Undo and redo."""
        undo = self._step("undo", "Undo", Tip("Take back the last order"))
        redo = self._step("redo", "Redo", Tip("Do again what was taken back"))
        if self._choices.undo is not None:
            undo.tip = Tip("Ask to take back", self._choices.undo.reason)
        if self._choices.redo is not None:
            redo.disable(self._choices.redo.reason)
        return [undo, redo]

    def _step(self, ident: str, words: str, tip: Tip) -> Button:
        shown, sign = (words, "") if self._fit.words else ("", ident)
        return Button(ident, shown, "dark", key=keys.key(ident), show_key=False, tip=tip, sign=sign)

    def extras(self) -> list[Widget]:
        """Orders to many."""
        for button in self._choices.extras:
            button.show_key = button.show_key and self._fit.caps
        return list(self._choices.extras)

    def end(self) -> list[Widget]:
        """End the phase, in a game in which players do."""
        if self._choices.may_end is None:
            return []
        tip = Tip("Nothing more in this phase")
        button = Button(
            "end", "End phase", "dark", key=keys.key("end_phase"), height=self._tall, tip=tip, show_key=self._fit.caps
        )
        return [button.disable(self._choices.may_end)]

    def brass(self) -> list[Widget]:
        """What the moment asks for."""
        offer = self._choices.offer
        if offer is None:
            return []
        button = Button(
            "primary", offer.label, "primary", key=keys.key("primary"), height=self._tall, size=self._fit.size,
            tip=Tip(offer.label, offer.tip), show_key=self._fit.caps,
        )  # fmt: skip
        return [_Wide(button.disable(offer.reason), self._fit.wide, self._tall)]
