"""The way of a command: a reply of the table goes through the gate to the match, and the result is shown."""

from collections.abc import Callable, Sequence
from functools import partial

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.errors import RecordError, Refused
from tabletop.core.match import Match
from tabletop.ui import keys
from tabletop.ui.boards.contract import GameTable, PieceLabel
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.motion import MOTION
from tabletop.ui.screens.table.automatic import AutomaticOrders
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.text import BODY, NAME, size_of
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.overlay import Toast, dialog, question
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Presses
from tabletop.ui.widgets.stack import Stack

_PIECE = NAME.at(14).tinted(INKS.ink)
_SIGN, _GAP = 18, 8
"""Side of a piece's badge, and the gap beside it, design pixels."""


def build_question(asked: Ask, plates: Sequence[PieceLabel]) -> Stack:
    """Build a question with its pieces. Yes reports ``ask.yes``; it is the primary button unless it is grave."""
    parts: list[Widget] = [Text(asked.body, BODY.at(17))]
    if asked.detail:
        parts.append(asked.detail)
    elif plates:
        parts.append(build_piece_grid(plates))
    content = Column(parts, gap=14)
    if not asked.grave:
        return question(asked.title, content, ("ask.yes", asked.yes), key=asked.key)
    return dialog(asked.title, content, [Button("ask.yes", asked.yes), closing("Cancel", "primary")])


def build_piece_grid(plates: Sequence[PieceLabel]) -> Grid:
    """Build the names of pieces in as many columns as fit the longest name."""
    longest = max(size_of(plate.name, _PIECE, 100)[0] for plate in plates)
    return Grid([_build_piece(plate) for plate in plates], least=max(150, longest + _SIGN + _GAP), gap=_GAP)


def _build_piece(plate: PieceLabel) -> Widget:
    sign: list[Widget] = [Sign(plate.sign, _SIGN)] if plate.sign else []
    return Row([*sign, Label(plate.name, _PIECE)], gap=_GAP, align="centre")


class ReplyHandler:
    """The handler of the replies of a game's table.

    Attributes:
       presses: the functions of the button that ends a phase, and of the answer to a question.
    """

    def __init__(
        self,
        page: Page,
        match: Match,
        table: GameTable,
        gate: OrderGate,
        automatic: AutomaticOrders,
        settle: Callable[[], object],
    ) -> None:
        """Create the handler; `settle` ends all animation."""
        self._page, self._match, self._table, self._gate = page, match, table, gate
        self._automatic, self._settle = automatic, settle
        self._pending: Submit | None = None
        self.presses: Presses[None] = {"end": self.end_phase, "ask.yes": self._confirm}

    def forget_question(self) -> None:
        """Forget the command of an open question."""
        self._pending = None

    def handle_reply(self, reply: Reply) -> None:
        """Handle a reply of the game's table."""
        if reply is not None:
            _REPLIES[type(reply)](self, reply)

    def submit(self, orders: Submit) -> None:
        """Give commands of the local player one by one; the first refusal stops the rest."""
        if refusal := self._gate.check_orders(orders):
            self._page.refuse(refusal)
        else:
            self._submit(orders, self._gate.submit)

    def submit_automatic(self, command: Command, why: str = "") -> None:
        """Give a command that nobody at the screen gives, with its reason."""
        self._submit(Submit.single(command), partial(self._gate.submit_automatic, why=why))

    def _submit(self, orders: Submit, by: Callable[[Command], None]) -> None:
        self._automatic.cancel_waiting()
        self._settle()
        self._page.hush()
        self._table.highlight_pieces(())
        before = len(self._match.moves)
        commands = (make(self._match.state) for make in orders.commands)
        whole = all(command is None or self._try(partial(by, command)) for command in commands)
        self._gate.join_moves(self._match.moves[before:])
        if whole:
            self._submit_immediate()
        if not self._automatic.is_gathering:
            self._page.rebuild()

    def retrace(self, deed: Callable[[], object]) -> None:
        """Undo or redo by `deed`, cancel what was awaited, and rebuild the page."""
        self._automatic.cancel_waiting()
        self._page.hush()
        self._try(deed)
        self._page.rebuild()

    def end_phase(self) -> None:
        """End the phase; ask first if something would be left undone."""
        command = self._table.phase_end_command()
        if command is None:
            return
        left = self._table.find_unfinished()
        if left is not None and (MOTION.asks or left.grave):
            key, then = keys.key("end_phase"), Submit.single(command)
            self._ask(Ask(left.title, left.body, "End phase", then, left.pieces, key, left.grave))
        else:
            self.submit(Submit.single(command))

    def _submit_immediate(self) -> None:
        """Give the commands that the table gives by itself now."""
        while (passed := self._automatic.take_immediate()) is not None and (command := passed.command) is not None:
            if not self._try(partial(self._gate.submit_automatic, command)):
                return
            if passed.title:
                self._page.say(Toast(passed.title, passed.body))

    def _try(self, deed: Callable[[], object]) -> bool:
        """Run `deed`. A refusal or a failed write is shown; then return False, and nothing has changed."""
        try:
            deed()
        except Refused as refusal:
            self._page.refuse(refusal)
            self._table.highlight_pieces(refusal.pieces)
        except RecordError as error:
            self._page.say(Toast("The order could not be saved, so it was not carried out.", str(error)))
        else:
            return True
        return False

    def _refuse(self, reply: Refuse) -> None:
        self._page.refuse(reply.refused)

    def _recompose(self, _reply: Recompose) -> None:
        self._page.relent()
        self._page.rebuild()

    def _ask(self, ask: Ask) -> None:
        if refusal := self._gate.check_orders(ask.then):
            self._page.refuse(refusal)
            return
        self._pending = ask.then
        plates = [self._table.label_of(piece) for piece in ask.pieces]
        self._page.open(build_question(ask, plates))

    def _confirm(self) -> None:
        self._page.close()
        pending, self._pending = self._pending, None
        if pending:
            self.submit(pending)


_REPLIES: Handlers[ReplyHandler, None] = build_handlers(
    KindHandler(Submit, ReplyHandler.submit),
    KindHandler(Ask, ReplyHandler._ask),
    KindHandler(Refuse, ReplyHandler._refuse),
    KindHandler(Recompose, ReplyHandler._recompose),
)
