"""The bar below the playing surface: what has happened, the dice, and what can be done.

The buttons keep their places whatever is written on them; log and dice share what they leave, and are seen in every
window. In a low one they lie over a single row of buttons, and the line of keys is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.ui import keys
from tabletop.ui.boards.contract import GameTable, PrimaryAction
from tabletop.ui.boards.window_layout import HINTS, WindowLayout
from tabletop.ui.screens.seating import format_level
from tabletop.ui.screens.table.dice_tray import Tray
from tabletop.ui.screens.table.log_ticker import Ticker
from tabletop.ui.screens.table.match_log import LogLine, ViewedLog
from tabletop.ui.screens.table.menu import may_accept
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.screens.table.top_bar import SIDE
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import HEIGHT, Button
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar, Rule
from tabletop.ui.widgets.ribbon import Hints


@dataclass(frozen=True)
class Choices:
    """What can be done now.

    Attributes:
        offer: the brass button, if there is one.
        extras: orders to many.
        undo: why the last order cannot simply be taken back, or None.
        redo: why nothing can be done again, or None.
        may_end: why the phase cannot be ended, empty if it can; None in a game without such a button.
        begun: whether there is an order that could be taken back at all.
    """

    offer: PrimaryAction | None
    extras: Sequence[Button]
    undo: Refused | None
    redo: Refused | None
    may_end: str | None
    begun: bool = True


@dataclass(frozen=True)
class Fit:
    """How much room buttons take, by nothing but the room that there is.

    Attributes:
        words: whether undo and redo bear words.
        caps: whether key caps are shown.
        size: of the words on the brass button.
        back, end, brass: widths of undo and redo, of the end of the phase and of the brass button, design pixels.
        tall: height of the last two.
        gap: between one and the next.
    """

    words: bool
    caps: bool
    size: float
    back: float
    end: float
    brass: float
    tall: float
    gap: float


AMPLE = Fit(True, True, 23, 84, 150, 300, 80, 12)
SNUG = Fit(False, True, 18, HEIGHT, 136, 216, 80, 12)
LOW = Fit(False, True, 18, HEIGHT, 136, 230, HEIGHT, 8)
BARE = Fit(False, False, 16, HEIGHT, 98, 164, HEIGHT, 8)
SCANT = Fit(False, False, 16, HEIGHT, 98, 138, HEIGHT, 8)
WIDE, SLIM, LEAN = 1700, 960, 800
"""Design pixels from which the buttons are ample, and below which in a low window they are bare, and scant."""


def fit_for(room: WindowLayout) -> Fit:
    """The size of the buttons in a window."""
    if room.is_low:
        return SCANT if room.design_width < LEAN else BARE if room.design_width < SLIM else LOW
    return AMPLE if room.design_width >= WIDE else SNUG


class BarButtons:
    """The buttons, made for some room."""

    def __init__(self, choices: Choices, fit: Fit) -> None:
        self._choices, self._fit = choices, fit
        self.gap = fit.gap

    def back(self) -> list[Widget]:
        """Undo and redo."""
        undo = self._step("undo", "Undo", Tip("Undo the last order"))
        redo = self._step("redo", "Redo", Tip("Redo the last undone order"))
        if self._choices.undo is not None and not self._choices.begun:
            undo.disable(self._choices.undo.reason)
        elif self._choices.undo is not None:
            undo.tip = Tip("Ask to undo", self._choices.undo.reason)
        if self._choices.redo is not None:
            redo.disable(self._choices.redo.reason)
        return [undo, redo]

    def _step(self, ident: str, words: str, tip: Tip) -> Button:
        shown, sign = (words, "") if self._fit.words else ("", ident)
        made = Button(ident, shown, "dark", key=keys.key(ident), show_key=False, tip=tip, sign=sign)
        made.fitted = self._fit.back
        return made

    def extras(self) -> list[Widget]:
        """Orders to many."""
        for button in self._choices.extras:
            button.show_key = button.show_key and self._fit.caps
        return list(self._choices.extras)

    def end(self) -> list[Widget]:
        """End the phase, in a game in which players do; where the brass button ends it, that has this place as well."""
        if self._choices.may_end is None or self._ends():
            return []
        tip = Tip("End this phase")
        button = Button(
            "end", "End phase", "dark", key=keys.key("end_phase"), height=self._fit.tall, tip=tip,
            show_key=self._fit.caps,
        )  # fmt: skip
        button.fitted = self._fit.end
        return [button.disable(self._choices.may_end)]

    def _ends(self) -> bool:
        return self._choices.offer is not None and self._choices.offer.ends_phase

    def brass(self) -> list[Widget]:
        """What the moment asks for; without it the place stays empty."""
        offer, wide = self._choices.offer, self._fit.brass + self._spare()
        if offer is None:
            return [Sized(Spacer(), wide)]
        button = Button(
            "primary", offer.label, "primary", key=keys.key("primary"), height=self._fit.tall, size=self._fit.size,
            tip=Tip(offer.label, offer.tip), show_key=self._fit.caps,
        )  # fmt: skip
        button.fitted = wide
        return [button.disable(offer.reason, offer.rule)]

    def _spare(self) -> float:
        """The place of "End phase" where the brass button has it too: it ends the phase, or a low bar has no other."""
        never = self._choices.may_end is None and self._fit.tall == HEIGHT
        return self._fit.end + self._fit.gap if never or self._ends() else 0


SHOWN = 3
"""Lines of the log in the lower bar."""


class BarText:
    """Puts the match as it stands into the words of the lower bar."""

    def __init__(self, match: Match, table: GameTable, seats: Seats, gate: OrderGate, log: ViewedLog) -> None:
        self._match, self._table, self._seats, self._log = match, table, seats, log
        self._gate = gate

    def latest(self, volley: tuple[Move, str] | None) -> Sequence[tuple[str, LogLine]]:
        """What the bar has room for of the log, and in a sentence what many orders at once came to."""
        log = self._log.now
        lines = list(log.latest(SHOWN))
        if volley is not None:
            first, told = volley
            lines.append(replace(log.since(first), text=told))
        return [(self._moment(line), line) for line in lines]

    def _moment(self, line: LogLine) -> str:
        """When it was; a remark on the course itself has no time."""
        return self._table.format_moment(line.after) if line.after is not None else "–"

    def turn_of(self) -> str:
        """The side that is asked; nobody at the end, and where both are asked at once."""
        decision = self._match.game.decision(self._match.state)
        return decision.side if decision is not None and not decision.either else ""

    def awaited(self) -> str:
        """Who shall take the screen: the side, or of several players of it the one who is asked."""
        game, state, side = self._match.game, self._match.state, self._seats.waiting
        decision = game.decision(state)
        player = decision.player if decision and decision.side == side else ""
        return player or game.name_of(state, side)

    def risen(self) -> str:
        """Who has just got up and may still take back an order of the own; nobody if there is none (C-3)."""
        up = [side for side in self._seats.rising if side != self._seats.waiting]
        return self._match.game.name_of(self._match.state, up[0]) if up and not self._gate.can_undo() else ""

    def asked(self) -> str:
        """What is asked of whom, and whether a draw is offered."""
        game, state = self._match.game, self._match.state
        if self._seats.computer:
            return f"{self._playing(self._seats.computer)}: {self._gate.meanwhile}"
        decision = game.decision(state)
        prompt = decision.prompt if decision else "The game is over"
        player = self._table.player_name() or (decision.player if decision else "")
        prompt = f"{player}: {prompt}" if player else prompt
        prompt = f"{prompt}." if prompt[-1:].isalpha() else prompt
        taker = may_accept(game, state, map(self._seats.all.__getitem__, self._seats.persons))
        return f"{prompt} A draw is offered: {self._seats.name(taker)} can accept it in the menu." if taker else prompt

    def _playing(self, seat: str) -> str:
        """A seat of the computer, and how well it plays there."""
        seating = self._match.header.seating
        player = seating.player(seat) or seating.player(self._seats.side(seat))
        plays = format_level(self._match.game.meta.id, player) if player else ""
        return f"{self._seats.name(seat)} ({plays})" if plays else self._seats.name(seat)

    def choices(self, waits: PrimaryAction | None) -> Choices:
        """What can be done; while another is to move, no more than to wait or to take back what was done."""
        gate, table = self._gate, self._table
        offer, extras = (waits, ()) if gate.idle else (table.primary_action(), table.build_extra_buttons())
        undo, may_end = gate.can_undo(), self.cannot_end() if table.has_phase_ends else None
        begun = undo is None or gate.agreeable or gate.reconsidered
        return Choices(offer, extras, undo, gate.can_redo(), may_end, begun)

    def cannot_end(self) -> str:
        """Why the phase cannot be ended now; empty if it can."""
        if idle := self._gate.idle:
            return idle.reason
        command = self._table.phase_end_command()
        if command is None:
            over = self._match.game.outcome(self._match.state) is not None
            return "The game is over." if over else "This step ends by itself."
        refusal = self._match.check(command)
        return refusal.reason if refusal else ""


STRIP = 44
"""Height of log and dice in a low window, design pixels."""


def bottom_bar(
    ticker: Ticker, tray: Tray | None, choices: Choices, hints: Sequence[str], room: WindowLayout
) -> list[Widget]:
    """The lower bar, and the line of keys unless the window is low; a game without dice has no tray.

    Undo is among the keys only once there is something to take back.
    """
    buttons = BarButtons(choices, fit_for(room))
    if room.is_low:
        return [_bar(Pad(_low(ticker, tray, buttons), (0, 5, 0, 5)), room)]
    return [
        _bar(Pad(_high(ticker, tray, buttons), (0, 10, 0, 10)), room),
        Bar(
            Hints([name for name in hints if choices.begun or name != "undo"]),
            "",
            height=HINTS,
            side=SIDE,
            ident="hint-line",
        ),
    ]


def _bar(content: Widget, room: WindowLayout) -> Bar:
    return Bar(content, "top", height=room.lower_bar_height, side=SIDE, ident="bottom")


def _high(ticker: Ticker, tray: Tray | None, buttons: BarButtons) -> Widget:
    """Log and dice beside the buttons."""
    ticker.grow = 3
    told: list[Widget] = [ticker, _divider()]
    if tray is not None:
        told += [Pad(tray, (4, 0, 4, 0), grow=2), _divider()]
    return Row([*told, _tall(buttons)], gap=12)


def _tall(buttons: BarButtons) -> Widget:
    """Orders to many over each other, undo over redo, end phase, and the brass button, which ends the row."""
    extras = buttons.extras()
    columns: list[Widget] = [Column(extras, gap=8)] if extras else []
    row = [*columns, Column(buttons.back(), gap=8), *buttons.end(), *buttons.brass()]
    return Row(row, gap=buttons.gap, align="centre")


def _low(ticker: Ticker, tray: Tray | None, buttons: BarButtons) -> Widget:
    """Log and dice over the buttons."""
    ticker.grow = 3
    told: list[Widget] = [ticker]
    if tray is not None:
        tray.grow = 2
        told += [_divider(), tray]
    row = [*buttons.back(), Spacer(grow=1), *buttons.extras(), *buttons.end(), *buttons.brass()]
    strip = Sized(Row(told, gap=12), height=STRIP)
    return Column([strip, Spacer(grow=1), Row(row, gap=buttons.gap, align="centre")], gap=0)


def _divider() -> Widget:
    return Sized(Rule(INKS.bar_edge), 1)
