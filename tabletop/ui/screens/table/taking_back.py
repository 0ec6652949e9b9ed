"""Undo, redo, and taking back by agreement what has been seen."""

from collections.abc import Callable

from tabletop.core.match import Match
from tabletop.ui.screens.table import questions
from tabletop.ui.screens.table.door import Door
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Hearing, On, Presses, hearing


class TakingBack:
    """The buttons that go back and forth in the course of a match.

    Attributes:
        presses: what they do.
        on: what is done when a side gives its word.
    """

    def __init__(
        self, page: Page, match: Match, door: Door, carry_out: Callable[[Callable[[], object]], None],
        cover: Callable[[], None],
    ) -> None:  # fmt: skip
        """`carry_out` does something to the match, says so if it cannot be written down, and shows what came of it.

        `cover` hangs the curtain before the hand of whoever looks, where there is one.
        """
        self._page, self._match, self._door, self._carry_out = page, match, door, carry_out
        self._cover = cover
        self._agreed: set[str] = set()
        self.presses: Presses[None] = {"undo": self._undo, "redo": self._redo, "reconsider": self._reconsider}
        self.on: Hearing[None] = hearing(On(questions.Agreed, self._agree))

    def _undo(self) -> None:
        refusal = self._door.can_undo()
        if refusal is None:
            self._carry_out(self._door.undo)
        elif self._door.agreeable:
            self._agreed = set()
            self._ask(refusal.reason)
        elif self._door.reconsidered:
            self._page.open(questions.reconsider())
        else:
            self._page.refuse(refusal)

    def _redo(self) -> None:
        refusal = self._door.can_redo()
        if refusal:
            self._page.refuse(refusal)
            return
        self._carry_out(self._door.redo)

    def _reconsider(self) -> None:
        self._page.close()
        self._carry_out(self._door.reconsider)

    def _agree(self, word: questions.Agreed) -> None:
        """One side's word; with that of every side the last order is taken back."""
        self._agreed ^= {word.side}
        by_key = self._page.focus is not None
        self._page.close()
        if len(self._agreed) == len(self._match.game.meta.sides):
            self._carry_out(self._door.take_back_agreed)
            return
        self._ask("")
        if by_key:
            self._page.give_focus(self._page.find(f"agree.{word.side}"))

    def _ask(self, reason: str) -> None:
        """Both sides come to the screen for this: meanwhile no hand lies open there, nor afterwards (C-6)."""
        self._cover()
        self._page.open(questions.agree(self._match.game, self._match.state, reason, self._agreed))
