"""Orders that nobody at the screen gives: those that a game's table gives by itself, and the computer's."""

from tabletop.core.match import Match
from tabletop.ui.boards.contract import GameTable, Passing
from tabletop.ui.screens.table.computers import Computers
from tabletop.ui.screens.table.seats import Seats

PAUSES = {True: 600, False: 150}
"""Milliseconds before an order of the computer in a game with secrets, whatever it holds (VOL-11), and in others."""
POLL = 40
"""Milliseconds after which it is looked again whether the computer has decided."""


class Automatic:
    """Waits, and then says what is to be done.

    Attributes:
        held: whether time passes in which nothing tells if an order will come; nobody is asked so long.
    """

    def __init__(self, match: Match, table: GameTable, seats: Seats, computers: Computers) -> None:
        self._match, self._table, self._seats, self._computers = match, table, seats, computers
        self._next: Passing | None = None
        self._waited = 0
        self._pause = PAUSES[match.game.meta.secrets]

    @property
    def held(self) -> bool:
        """Whether the table waits before it passes over somebody, or does not."""
        return self._next is not None

    @property
    def pulse(self) -> int:
        """Milliseconds until something may be due; 0 if nothing is awaited."""
        if self._next:
            return max(1, self._next.after - self._waited)
        if not self._seats.computer:
            return 0
        return self._pause - self._waited if self._waited < self._pause else POLL

    def at_once(self) -> Passing | None:
        """What the table does by itself now; with a pause before it, it comes out of `due`."""
        decision = self._match.game.decision(self._match.state)
        if decision is None or self._seats.computer:
            return None
        passing = self._table.passing(self._match.view(decision.side))
        if passing and passing.after:
            self._next, self._waited = passing, 0
            return None
        return passing

    def stop(self) -> None:
        """Nothing is awaited any more: something else was done."""
        self._next, self._waited = None, 0

    def due(self, elapsed: int) -> Passing | None:
        """Let time pass; what is to be done now. A passing without a command only ends the pause."""
        if not self.pulse:
            self._waited = 0
            return None
        self._waited += elapsed
        due = self._next if self._next and self._waited >= self._next.after else self._of_computer()
        if due:
            self.stop()
        return due

    def _of_computer(self) -> Passing | None:
        if self._next or self._waited < self._pause:
            return None
        order = self._computers.order
        return Passing(order) if order else None
