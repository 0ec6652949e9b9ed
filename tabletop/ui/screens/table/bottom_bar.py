"""The bar below the playing surface: log, dice and buttons.

 Buttons keep their places whatever their labels; log and dice share the rest. In a low window log and dice lie over
one row of buttons, and the line of keys is left out.
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
from tabletop.ui.screens.table.dice_tray import DiceTray
from tabletop.ui.screens.table.log_ticker import LogTicker
from tabletop.ui.screens.table.match_log import LogLine, ViewedLog
from tabletop.ui.screens.table.menu import find_draw_seat
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
class BarChoices:
    """What can be done now.

    Attributes:
       primary: the primary action, or None.
       extras: buttons for orders to many pieces.
       undo: why the last order cannot simply be undone, or None.
       redo: why nothing can be redone, or None.
       may_end: why the phase cannot be ended, "" if it can; None in a game without such a button.
       has_orders: True if there is an order that could be undone at all.
    """

    primary: PrimaryAction | None
    extras: Sequence[Button]
    undo: Refused | None
    redo: Refused | None
    may_end: str | None
    has_orders: bool = True


@dataclass(frozen=True)
class ButtonFit:
    """The sizes of the buttons in a window.

    Attributes:
       shows_words: True if undo and redo have words.
       shows_caps: True if key caps are drawn.
       size: font size of the primary button.
       step_width, end_width, primary_width: widths of undo and redo, of the end of the phase and of the primary
           button, design pixels.
       height: height of the last two, design pixels.
       gap: gap between buttons, design pixels.
    """

    shows_words: bool
    shows_caps: bool
    size: float
    step_width: float
    end_width: float
    primary_width: float
    height: float
    gap: float


AMPLE = ButtonFit(True, True, 23, 84, 150, 300, 80, 12)
SNUG = ButtonFit(False, True, 18, HEIGHT, 136, 216, 80, 12)
LOW = ButtonFit(False, True, 18, HEIGHT, 136, 230, HEIGHT, 8)
BARE = ButtonFit(False, False, 16, HEIGHT, 98, 164, HEIGHT, 8)
SCANT = ButtonFit(False, False, 16, HEIGHT, 98, 138, HEIGHT, 8)
WIDE, SLIM, LEAN = 1700, 960, 800
"""Widths of the window in design pixels: from which buttons are ample, below which they are bare, and scant."""


def fit_for(room: WindowLayout) -> ButtonFit:
    """Return the sizes of the buttons for a window."""
    if room.is_low:
        return SCANT if room.design_width < LEAN else BARE if room.design_width < SLIM else LOW
    return AMPLE if room.design_width >= WIDE else SNUG


class BarButtons:
    """The buttons of the lower bar at given sizes."""

    def __init__(self, choices: BarChoices, fit: ButtonFit) -> None:
        self._choices, self._fit = choices, fit
        self.gap = fit.gap

    def build_undo_buttons(self) -> list[Widget]:
        """Build undo and redo."""
        undo = self._build_step("undo", "Undo", Tip("Undo the last order"))
        redo = self._build_step("redo", "Redo", Tip("Redo the last undone order"))
        if self._choices.undo is not None and not self._choices.has_orders:
            undo.disable(self._choices.undo.reason)
        elif self._choices.undo is not None:
            undo.tip = Tip("Ask to undo", self._choices.undo.reason)
        if self._choices.redo is not None:
            redo.disable(self._choices.redo.reason)
        return [undo, redo]

    def _build_step(self, ident: str, words: str, tip: Tip) -> Button:
        shown, sign = (words, "") if self._fit.shows_words else ("", ident)
        made = Button(ident, shown, "dark", key=keys.key(ident), show_key=False, tip=tip, sign=sign)
        made.fitted = self._fit.step_width
        return made

    def list_extras(self) -> list[Widget]:
        """Return the buttons for orders to many pieces."""
        for button in self._choices.extras:
            button.show_key = button.show_key and self._fit.shows_caps
        return list(self._choices.extras)

    def build_end_button(self) -> list[Widget]:
        """Return the button that ends the phase, or [] if the game has none or the primary button ends it."""
        if self._choices.may_end is None or self._primary_ends_phase():
            return []
        tip = Tip("End this phase")
        button = Button(
            "end",
            "End phase",
            "dark",
            key=keys.key("end_phase"),
            height=self._fit.height,
            tip=tip,
            show_key=self._fit.shows_caps,
        )
        button.fitted = self._fit.end_width
        return [button.disable(self._choices.may_end)]

    def _primary_ends_phase(self) -> bool:
        return self._choices.primary is not None and self._choices.primary.ends_phase

    def build_primary_button(self) -> list[Widget]:
        """Return the primary button, or an empty widget of its width."""
        offer, wide = self._choices.primary, self._fit.primary_width + self._spare_width()
        if offer is None:
            return [Sized(Spacer(), wide)]
        button = Button(
            "primary",
            offer.label,
            "primary",
            key=keys.key("primary"),
            height=self._fit.height,
            size=self._fit.size,
            tip=Tip(offer.label, offer.tip),
            show_key=self._fit.shows_caps,
        )
        button.fitted = wide
        return [button.disable(offer.reason, offer.rule)]

    def _spare_width(self) -> float:
        """Return the width that the primary button gains where there is no button for the phase end."""
        never = self._choices.may_end is None and self._fit.height == HEIGHT
        return self._fit.end_width + self._fit.gap if never or self._primary_ends_phase() else 0


SHOWN = 3
"""Lines of the log in the lower bar."""


class BarText:
    """The texts of the lower bar for the present state of the match."""

    def __init__(self, match: Match, table: GameTable, seats: Seats, gate: OrderGate, log: ViewedLog) -> None:
        self._match, self._table, self._seats, self._log = match, table, seats, log
        self._gate = gate

    def latest_lines(self, volley: tuple[Move, str] | None) -> Sequence[tuple[str, LogLine]]:
        """Return the last lines of the log with their times, and a summary of commands given as one."""
        log = self._log.current
        lines = list(log.latest_lines(SHOWN))
        if volley is not None:
            first, told = volley
            lines.append(replace(log.first_line_of(first), text=told))
        return [(self._format_moment(line), line) for line in lines]

    def _format_moment(self, line: LogLine) -> str:
        """Return the time of a line; a remark on undo or redo has none."""
        return self._table.format_moment(line.after) if line.after is not None else "–"

    def side_to_move(self) -> str:
        """Return the side that is asked, or "" at the end and if both are asked."""
        decision = self._match.game.decision(self._match.state)
        return decision.side if decision is not None and not decision.either else ""

    def name_awaited(self) -> str:
        """Return the name of the side or player that should take the screen."""
        game, state, side = self._match.game, self._match.state, self._seats.waiting
        decision = game.decision(state)
        player = decision.player if decision and decision.side == side else ""
        return player or game.name_of(state, side)

    def name_risen(self) -> str:
        """Return the name of the side that left the screen and may still undo, or "" (C-3)."""
        up = [side for side in self._seats.rising if side != self._seats.waiting]
        return self._match.game.name_of(self._match.state, up[0]) if up and not self._gate.check_undo() else ""

    def format_prompt(self) -> str:
        """Return the sentence on who is asked for what, and on an offered draw."""
        game, state = self._match.game, self._match.state
        if self._seats.computer_to_move:
            return f"{self._name_computer(self._seats.computer_to_move)}: {self._gate.waiting_words}"
        decision = game.decision(state)
        prompt = decision.prompt if decision else "The game is over"
        player = self._table.player_name() or (decision.player if decision else "")
        prompt = f"{player}: {prompt}" if player else prompt
        prompt = f"{prompt}." if prompt[-1:].isalpha() else prompt
        taker = find_draw_seat(game, state, map(self._seats.all.__getitem__, self._seats.persons))
        return (
            f"{prompt} A draw is offered: {self._seats.name_of(taker)} can accept it in the menu." if taker else prompt
        )

    def _name_computer(self, seat: str) -> str:
        """Return the name of a computer's seat with its level."""
        seating = self._match.header.seating
        player = seating.player(seat) or seating.player(self._seats.side_of(seat))
        plays = format_level(self._match.game.meta.id, player) if player else ""
        return f"{self._seats.name_of(seat)} ({plays})" if plays else self._seats.name_of(seat)

    def build_choices(self, waits: PrimaryAction | None) -> BarChoices:
        """Return what can be done. While another is to move, that is `waits` and undo."""
        gate, table = self._gate, self._table
        offer, extras = (waits, ()) if gate.idle_refusal else (table.primary_action(), table.build_extra_buttons())
        undo, may_end = gate.check_undo(), self.explain_no_end() if table.has_phase_ends else None
        begun = undo is None or gate.can_agree_undo or gate.can_reconsider
        return BarChoices(offer, extras, undo, gate.check_redo(), may_end, begun)

    def explain_no_end(self) -> str:
        """Return why the phase cannot be ended now, or ""."""
        if idle := self._gate.idle_refusal:
            return idle.reason
        command = self._table.phase_end_command()
        if command is None:
            over = self._match.game.outcome(self._match.state) is not None
            return "The game is over." if over else "This step ends by itself."
        refusal = self._match.check(command)
        return refusal.reason if refusal else ""


STRIP = 44
"""Height of log and dice in a low window, design pixels."""


def build_bottom_bar(
    ticker: LogTicker, tray: DiceTray | None, choices: BarChoices, hints: Sequence[str], room: WindowLayout
) -> list[Widget]:
    """Build the lower bar, and the line of keys unless the window is low. A game without dice has no tray.

    Undo is among the keys only if there is something to undo.
    """
    buttons = BarButtons(choices, fit_for(room))
    if room.is_low:
        return [_build_bar(Pad(_build_low_bar(ticker, tray, buttons), (0, 5, 0, 5)), room)]
    return [
        _build_bar(Pad(_build_high_bar(ticker, tray, buttons), (0, 10, 0, 10)), room),
        Bar(
            Hints([name for name in hints if choices.has_orders or name != "undo"]),
            "",
            height=HINTS,
            side=SIDE,
            ident="hint-line",
        ),
    ]


def _build_bar(content: Widget, room: WindowLayout) -> Bar:
    return Bar(content, "top", height=room.lower_bar_height, side=SIDE, ident="bottom")


def _build_high_bar(ticker: LogTicker, tray: DiceTray | None, buttons: BarButtons) -> Widget:
    """Build log and dice beside the buttons."""
    ticker.grow = 3
    told: list[Widget] = [ticker, _build_divider()]
    if tray is not None:
        told += [Pad(tray, (4, 0, 4, 0), grow=2), _build_divider()]
    return Row([*told, _build_button_row(buttons)], gap=12)


def _build_button_row(buttons: BarButtons) -> Widget:
    """Build the row of buttons: extras, undo over redo, phase end, primary button."""
    extras = buttons.list_extras()
    columns: list[Widget] = [Column(extras, gap=8)] if extras else []
    row = [
        *columns,
        Column(buttons.build_undo_buttons(), gap=8),
        *buttons.build_end_button(),
        *buttons.build_primary_button(),
    ]
    return Row(row, gap=buttons.gap, align="centre")


def _build_low_bar(ticker: LogTicker, tray: DiceTray | None, buttons: BarButtons) -> Widget:
    """Build log and dice over the buttons."""
    ticker.grow = 3
    told: list[Widget] = [ticker]
    if tray is not None:
        tray.grow = 2
        told += [_build_divider(), tray]
    row = [
        *buttons.build_undo_buttons(),
        Spacer(grow=1),
        *buttons.list_extras(),
        *buttons.build_end_button(),
        *buttons.build_primary_button(),
    ]
    strip = Sized(Row(told, gap=12), height=STRIP)
    return Column([strip, Spacer(grow=1), Row(row, gap=buttons.gap, align="centre")], gap=0)


def _build_divider() -> Widget:
    return Sized(Rule(INKS.bar_edge), 1)
