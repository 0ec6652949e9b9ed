"""Undo, redo, and taking back by agreement what has been seen."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.text import BODY
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import dialog, question
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Hearing, On, Presses, Report, hearing
from tabletop.ui.widgets.stack import Stack


@dataclass(frozen=True)
class Agreed(Report):
    """Who sits somewhere has given his word, or taken it back."""

    seat: str


def _word(seat: str, name: str, given: bool) -> Button:
    return Button(f"agree.{seat}", f"{name}: agreed", sign="tick" if given else "", report=Agreed(seat))


def agree(seats: Mapping[str, str], reason: str, given: Collection[str]) -> Stack:
    """Taking back what has been seen: done when everybody has given his word; `seats` are named by their ids."""
    why = reason or f"Once {'both' if len(seats) == 2 else 'all'} have agreed, the last order is taken back."
    words = Text(
        f"{why} Chance does not come back with it: dice are rolled anew, and a deal gives other cards.", BODY.at(17)
    )
    asked = [_word(seat, name, seat in given) for seat, name in seats.items()]
    content = Column([words, Row(asked, gap=12) if len(seats) == 2 else Column(asked, gap=8)], gap=16)
    return dialog("Take back by agreement?", content, [closing("Leave it as it is")], ident="agreement")


def reconsider() -> Stack:
    """Somebody alone against the computer takes back what dice have told; the brass choice reports ``reconsider``."""
    words = (
        "Dice were rolled since your last order. It is taken back with all that came after it, also of the computer. "
        "Chance does not come back with it: dice are rolled anew."
    )
    return question("Take it back?", words, ("reconsider", "Take it back"), safe="Leave it as it is")


class TakingBack:
    """The buttons that go back and forth in the course of a match.

    Attributes:
        presses: what they do.
        on: what is done when a side gives its word.
    """

    def __init__(
        self, page: Page, gate: OrderGate, carry_out: Callable[[Callable[[], object]], None],
        cover: Callable[[], None],
    ) -> None:  # fmt: skip
        """`carry_out` does something to the match, says so if it cannot be written down, and shows what came of it.

        `cover` hangs the curtain before the hand of whoever looks, where there is one.
        """
        self._page, self._gate, self._carry_out = page, gate, carry_out
        self._cover = cover
        self._agreed: set[str] = set()
        self.presses: Presses[None] = {"undo": self._undo, "redo": self._redo, "reconsider": self._reconsider}
        self.on: Hearing[None] = hearing(On(Agreed, self._agree))

    def _undo(self) -> None:
        refusal = self._gate.can_undo()
        if refusal is None:
            self._carry_out(self._gate.undo)
        elif self._gate.agreeable:
            self._agreed = set()
            self._ask(refusal.reason)
        elif self._gate.reconsidered:
            self._page.open(reconsider())
        else:
            self._page.refuse(refusal)

    def _redo(self) -> None:
        refusal = self._gate.can_redo()
        if refusal:
            self._page.refuse(refusal)
            return
        self._carry_out(self._gate.redo)

    def _reconsider(self) -> None:
        self._page.close()
        self._carry_out(self._gate.reconsider)

    def _agree(self, word: Agreed) -> None:
        """One player's word; with that of everybody the last order is taken back."""
        self._agreed ^= {word.seat}
        by_key = self._page.focus is not None
        self._page.close()
        if len(self._agreed) == len(self._gate.voices):
            self._carry_out(self._gate.take_back_agreed)
            return
        self._ask("")
        if by_key:
            self._page.give_focus(self._page.find(f"agree.{word.seat}"))

    def _ask(self, reason: str) -> None:
        """All come to the screen for this: meanwhile no hand lies open there, nor afterwards (C-6)."""
        self._cover()
        self._page.open(agree(self._gate.voices, reason, self._agreed))
