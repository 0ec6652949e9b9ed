"""The way of an order: what the game's table replies is put to the match by its gate, and what came of it is said."""

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
from tabletop.ui.screens.table.automatic import Automatic
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
"""Side of a piece's badge, and the room beside it, design pixels."""


def ask_once(asked: Ask, plates: Sequence[PieceLabel]) -> Stack:
    """A question with the pieces it is about; yes reports ``ask.yes``, and is the brass choice unless it is grave."""
    parts: list[Widget] = [Text(asked.body, BODY.at(17))]
    if asked.detail:
        parts.append(asked.detail)
    elif plates:
        parts.append(plates_of(plates))
    content = Column(parts, gap=14)
    if not asked.grave:
        return question(asked.title, content, ("ask.yes", asked.yes), key=asked.key)
    return dialog(asked.title, content, [Button("ask.yes", asked.yes), closing("Cancel", "primary")])


def plates_of(plates: Sequence[PieceLabel]) -> Grid:
    """The pieces in as many columns as leave room for the longest name."""
    longest = max(size_of(plate.name, _PIECE, 100)[0] for plate in plates)
    return Grid([_plate(plate) for plate in plates], least=max(150, longest + _SIGN + _GAP), gap=_GAP)


def _plate(plate: PieceLabel) -> Widget:
    sign: list[Widget] = [Sign(plate.sign, _SIGN)] if plate.sign else []
    return Row([*sign, Label(plate.name, _PIECE)], gap=_GAP, align="centre")


class Orders:
    """Sees to what a table screen is asked to do.

    Attributes:
        presses: what the button does that ends a phase, and the answer to a question.
    """

    def __init__(
        self,
        page: Page,
        match: Match,
        table: GameTable,
        gate: OrderGate,
        automatic: Automatic,
        settle: Callable[[], object],
    ) -> None:
        """`settle` brings to its end whatever is being played."""
        self._page, self._match, self._table, self._gate = page, match, table, gate
        self._automatic, self._settle = automatic, settle
        self._pending: Submit | None = None
        self.presses: Presses[None] = {"end": self.end, "ask.yes": self._confirmed}

    def forget(self) -> None:
        """What was asked is not done any more, whatever is answered."""
        self._pending = None

    def answer(self, reply: Reply) -> None:
        """See to a reply of the game's table."""
        if reply is not None:
            _REPLIES[type(reply)](self, reply)

    def submit(self, orders: Submit) -> None:
        """Give orders of whoever sits here one by one; the first that is refused stops the rest."""
        if refusal := self._gate.bars(orders):
            self._page.refuse(refusal)
        else:
            self._give(orders, self._gate.order)

    def let(self, command: Command, why: str = "") -> None:
        """Give an order that nobody at the screen gives: the computer's, for its reason, or what is passed over."""
        self._give(Submit.single(command), partial(self._gate.let, why=why))

    def _give(self, orders: Submit, by: Callable[[Command], None]) -> None:
        self._automatic.stop()
        self._settle()
        self._page.hush()
        self._table.highlight_pieces(())
        before = len(self._match.moves)
        commands = (make(self._match.state) for make in orders.commands)
        whole = all(command is None or self._done(partial(by, command)) for command in commands)
        self._gate.join(self._match.moves[before:])
        if whole:
            self._pass_over()
        if not self._automatic.gathering:
            self._page.rebuild()

    def retrace(self, deed: Callable[[], object]) -> None:
        """Go back or forth in the course of the match; what was awaited is not done any more."""
        self._automatic.stop()
        self._page.hush()
        self._done(deed)
        self._page.rebuild()

    def end(self) -> None:
        """End the phase; where something would be left undone, ask before."""
        command = self._table.phase_end_command()
        if command is None:
            return
        left = self._table.find_unfinished()
        if left is not None and (MOTION.asks or left.grave):
            key, then = keys.key("end_phase"), Submit.single(command)
            self._ask(Ask(left.title, left.body, "End phase", then, left.pieces, key, left.grave))
        else:
            self.submit(Submit.single(command))

    def _pass_over(self) -> None:
        """Go on where the game's table knows that nobody wants to be asked."""
        while (passed := self._automatic.at_once()) is not None and (command := passed.command) is not None:
            if not self._done(partial(self._gate.let, command)):
                return
            if passed.title:
                self._page.say(Toast(passed.title, passed.body))

    def _done(self, deed: Callable[[], object]) -> bool:
        """Do something of the match; if it is refused or cannot be written down, say so, and nothing has changed."""
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
        if refusal := self._gate.bars(ask.then):
            self._page.refuse(refusal)
            return
        self._pending = ask.then
        plates = [self._table.label_of(piece) for piece in ask.pieces]
        self._page.open(ask_once(ask, plates))

    def _confirmed(self) -> None:
        self._page.close()
        pending, self._pending = self._pending, None
        if pending:
            self.submit(pending)


_REPLIES: Handlers[Orders, None] = build_handlers(
    KindHandler(Submit, Orders.submit),
    KindHandler(Ask, Orders._ask),
    KindHandler(Refuse, Orders._refuse),
    KindHandler(Recompose, Orders._recompose),
)
