"""Undo, redo, and undo by agreement."""

from collections.abc import Callable
from functools import partial

from tabletop.ui.screens.table.consent import AgreementRequest, Consent
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.widgets.overlay import question
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Presses
from tabletop.ui.widgets.stack import Stack

CHANCE = "If you agree, dice will be rolled and cards dealt again, and may fall differently."


def build_reconsider_question() -> Stack:
    """Build the question to a player alone who undoes in spite of dice; yes reports ``reconsider``."""
    words = (
        "Dice have been rolled since your last order. Undoing it also undoes all that the computer did after it. "
        "The dice will be rolled again and may fall differently."
    )
    return question("Undo your last order?", words, ("reconsider", "Undo"), safe="Cancel")


class UndoActions:
    """The buttons of undo and redo.

    Attributes:
       presses: their functions.
    """

    def __init__(
        self, page: Page, gate: OrderGate, carry_out: Callable[[Callable[[], object]], None], consent: Consent
    ) -> None:
        """Create the buttons; `carry_out` runs a change of the match and shows an error or its result."""
        self._page, self._gate, self._carry_out, self._consent = page, gate, carry_out, consent
        self.presses: Presses[None] = {"undo": self._undo, "redo": self._redo, "reconsider": self._reconsider}

    def _undo(self) -> None:
        refusal = self._gate.check_undo()
        if refusal is None:
            self._carry_out(self._gate.undo)
        elif self._gate.can_agree_undo:
            words = f"{refusal.reason} {CHANCE}"
            self._consent.ask(
                AgreementRequest("Undo by agreement?", words, partial(self._carry_out, self._gate.take_back_agreed))
            )
        elif self._gate.can_reconsider:
            self._page.open(build_reconsider_question())
        else:
            self._page.refuse(refusal)

    def _redo(self) -> None:
        refusal = self._gate.check_redo()
        if refusal:
            self._page.refuse(refusal)
            return
        self._carry_out(self._gate.redo)

    def _reconsider(self) -> None:
        self._page.close()
        self._carry_out(self._gate.reconsider)
