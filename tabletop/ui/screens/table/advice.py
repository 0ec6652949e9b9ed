"""The adviser: shows the command that the computer would give, with its reason and a button that gives it.

The adviser knows what the advised side knows, and thinks in another process while the table goes on.
"""

from collections.abc import Callable, Sequence
from functools import partial

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.core.record import ComputerPlayer
from tabletop.players import default_player, list_players
from tabletop.players.engine import Engine, EngineFactory
from tabletop.players.player import Proposal
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.boards.replies import Submit
from tabletop.ui.screens.table.callout import Callout
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.orders import build_piece_grid
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.text import BODY, STRONG
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.overlay import Beside, Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Presses
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

BEST = "admiral"
"""The computer player that advises, in a game that has it."""
POLL = 40
"""Milliseconds between two looks at the adviser's thoughts."""
LEAD = 1000
"""Milliseconds at the table after which the adviser's process is started: starting takes longer than thinking."""
WIDTH = 400
"""Width of the card, design pixels."""
_OFF = Refused("", "Advice is off in this match.", "A player turned it off when the match began.")
_OPEN = Refused("", "Both sides are looking at the table.", "Advice would reveal one side's secrets.")
_NOTHING = "Finish this step"
_DO = Tip("Do it", "Gives this order for you.")


def build_advice_card(told: Sequence[Widget], *, proposed: bool, thinking: bool) -> Panel:
    """Build the card of the advice so far. If a command is `proposed`, the button ``advice.do`` gives it."""
    back = closing("Stop" if thinking and not proposed else "Close", "secondary" if proposed else "primary")
    do = [Button("advice.do", "Do it", "primary", key="Enter", tip=_DO)] if proposed else []
    foot = Row([Spacer(grow=1), back, *do], gap=12, align="centre")
    content = Scroll(Column(told, gap=10), ident="advice.scroll")
    return Panel(Column([content, foot], gap=16), "Advice", ident="advice", grow=0)


class Adviser:
    """The adviser of the players at one screen.

    Attributes:
       presses: the function of the card's button.
    """

    def __init__(
        self,
        page: Page,
        match: Match,
        table: GameTable,
        seats: Seats,
        gate: OrderGate,
        hire: EngineFactory,
        give: Callable[[Submit], None],
    ) -> None:
        """Create an adviser; `hire` starts a computer player, `give` submits a command as the local player."""
        self._page, self._match, self._table = page, match, table
        self._seats, self._gate, self._hire, self._give = seats, gate, hire, give
        self._engine: Engine | None = None
        self._layer: Widget | None = None
        self._told: tuple[Proposal | None, bool] = (None, False)
        self._seat = self._side = ""
        self._awaited = 0
        game = match.game.meta.id  # who is there is looked for now, for that takes longer than a frame
        self._chosen = ComputerPlayer(BEST if BEST in list_players(game) else default_player(game), "advice")
        self.presses: Presses[None] = {"advice.do": self._give_order}

    @property
    def pulse(self) -> int:
        """Return the milliseconds until the next look at the adviser, or 0 while it does not think."""
        return POLL if self._layer and self._engine and self._engine.is_thinking else 0

    def ask(self) -> None:
        """Ask for the seat that is to move and show the card, or refuse with the reason."""
        refusal, self._seat = self._find_refusal(), self._find_seat()
        if refusal or not self._seat:
            self._page.refuse(refusal or Refused("", "The game is over."))
            return
        self._start_engine().ask(self._match.view(self._side))
        self._show()

    def _find_seat(self) -> str:
        """Return the seat that is advised, or "" if there is none."""
        decision, held = self._match.game.decision(self._match.state), self._seats.active
        if decision is None or not held:
            return ""
        return decision.seat if decision.seat in held else held[0]

    def _start_engine(self) -> Engine:
        """Return the computer player, started if need be, with all events that the advised side knows."""
        side = self._seats.side_of(self._seat)
        if self._engine is None or side != self._side:
            self.close()
            self._engine, self._side = self._hire(self._match.game, side, self._chosen), side
        self._engine.begin(self._match.events_known_to(side))
        return self._engine

    def _find_refusal(self) -> Refused | None:
        decision = self._match.game.decision(self._match.state)
        if not self._match.header.seating.advice:
            return _OFF
        if decision is None or self._gate.idle_refusal or not self._seats.active:
            return self._gate.idle_refusal
        return _OPEN if self._seats.can_cover and self._seats.looking != decision.side else None

    def attend(self, elapsed: int) -> None:
        """Look at the adviser: show new thoughts, report a crash, stop thinking once the card is closed."""
        if self._engine is None:
            self._prepare_engine(elapsed)
        elif self._layer is None:
            return
        elif self._layer not in self._page.layers:
            self._put_away()
        elif self._engine.has_crashed or self._engine.fault:
            what = "stopped unexpectedly" if self._engine.has_crashed else f"failed: {self._engine.fault}"
            self._page.close()
            self.close()
            self._page.say(Toast(f"The adviser {what}.", "You can ask again."))
        elif self._told != (self._engine.best, self._engine.is_thinking):
            self._page.close()
            self._show()

    def _prepare_engine(self, elapsed: int) -> None:
        """Start the computer player once a person has been at the table for a while."""
        self._awaited += elapsed
        if self._awaited >= LEAD:
            self._awaited, self._seat = 0, "" if self._find_refusal() else self._find_seat()
            if self._seat:
                self._start_engine()

    def close(self) -> None:
        """Stop the computer player."""
        if self._engine:
            self._engine.close()
        self._engine = self._layer = None

    def _put_away(self) -> None:
        """Close the card. A computer player that still thinks is stopped; others wait for the next question."""
        self._layer = None
        self._table.lesson_hooks().set_sheet(None)
        if self._engine and self._engine.is_thinking:
            self.close()

    def _give_order(self) -> None:
        order = self._legal_order
        self._page.close()
        self._put_away()
        self._give(Submit.single(order))

    @property
    def _legal_order(self) -> Command | None:
        """Return the proposed command if the rules allow it, or None."""
        best, _ = self._told
        legal = best and self._match.game.seat_of_command(self._match.state, best.command) == self._seat
        return best.command if best and legal and self._match.check(best.command) is None else None

    def _show(self) -> None:
        """Show the card as it is now, and bring the pieces of the command into view beside it."""
        assert self._engine
        self._told = best, thinking = self._engine.best, self._engine.is_thinking
        order = self._legal_order
        pieces = [one for one in self._table.pieces_of(order) if one != order.by] if order else []
        words = self._build_words(order, best.why if best else "", pieces) if order else []
        words += [Text("The admiral is thinking …", BODY)] if thinking else []
        told = words or [Text("The admiral has no advice.", BODY)]
        sheet, taught = (
            build_advice_card(told, proposed=order is not None, thinking=thinking),
            self._table.lesson_hooks(),
        )
        taken, lesser = (
            partial(of, self._page.layers[0].children) for of in (taught.control_rects, taught.occupied_rects)
        )
        card = Callout(sheet, (WIDTH,), tuple, taught, taken, "", lesser=lesser, corner="midleft")
        self._layer = Stack([Beside(), card])
        self._page.open(self._layer)
        if pieces:
            self._table.centre_on(pieces, sheet.rect.right, order)
        self._table.highlight_pieces(pieces, order)

    def _build_words(self, order: Command, why: str, pieces: Sequence[str]) -> list[Widget]:
        tag = str(order.__struct_config__.tag)
        said = _NOTHING if tag == "done" else tag.replace("_", " ").capitalize()
        named = [build_piece_grid(list(map(self._table.label_of, pieces)))] if pieces else []
        reason = f"{why}." if why[-1:].isalnum() else why
        return [Text(said, STRONG.at(18)), *named, *([Text(reason, BODY.at(17))] if why else [])]
