"""The gate from the window to the match: it knows whose seats persons hold at this moment.

What a person does comes in by `order`, `undo`, `redo` and their like, each of which asks first whose it is. What
nobody at the screen gives, the computer's orders and what a table passes over, has a way of its own: `let`.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from tabletop.core.commands import Command
from tabletop.core.correction import Correction
from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.ui import rebinding
from tabletop.ui.boards.replies import Submit
from tabletop.ui.motion import MOTION
from tabletop.ui.screens.table.seats import Seats


class Strokes:
    """Goes back and forth in the course of a match by what was done at one stroke.

    The record knows single orders only. So a match that was loaded goes back order by order, as does what only
    both sides together can take back.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._joined: list[tuple[Move, Move]] = []

    def join(self, moves: Sequence[Move]) -> None:
        """These were made at one stroke."""
        self._joined += pairwise(moves)

    def undo(self, orders: int = 1) -> None:
        """Take back so many orders, and the rest of the stroke that the first of them belongs to, as far as hidden.

        Raises:
            Refused: if one of them has shown something, or nothing has been done.
            RecordError: if it cannot be written down; what was written is taken back.
        """
        taken = self._match.moves[-orders:]
        for _ in range(orders):
            self._match.undo()
        first = taken[0] if taken else None
        while any(later is first for _, later in self._joined) and self._match.check_undo() is None:
            first = self._match.moves[-1]
            self._match.undo()
        self.join(taken)

    def take_back(self, orders: int) -> None:
        """Take back so many orders, whatever they have shown; they are done again as one."""
        taken = self._match.moves[-orders:]
        for move in reversed(taken):
            (self._match.undo_by_agreement if self._match.revelation_of(move) else self._match.undo)()
        self.join(taken)

    def redo(self) -> None:
        """Do the stroke again that was taken back last.

        Raises:
            Refused: if nothing was taken back since the last order.
            RecordError: if it cannot be written down; what was written is done.
        """
        self._match.redo()
        while any(first is self._match.moves[-1] for first, _ in self._joined) and self._match.check_redo() is None:
            self._match.redo()


_DICE = "You can undo your order, but the dice will be rolled again."
_HIDDEN = "This has revealed hidden information, so it cannot be undone."


class OrderGate:
    """Lets in what comes from the seats that persons hold, and says why the rest stays out."""

    def __init__(self, match: Match, seats: Seats) -> None:
        self._match, self._seats = match, seats
        self._strokes = Strokes(match)

    # --- orders

    def closed(self, seat: str) -> Refused | None:
        """Why nobody at the screen can order anything from a seat now, or None."""
        if seat in self._seats.held:
            return None
        name = self._seats.name(seat)
        if seat == self._seats.computer:
            return Refused("", "It is the computer's turn.", "Please wait a moment.")
        if seat not in self._seats.persons:
            return Refused("", f"The computer plays {name}.", "You cannot give its orders.")
        return Refused("", f"It is not {name}'s turn at the screen.", "Another player has the screen now.")

    @property
    def idle(self) -> Refused | None:
        """Why nobody at the screen can answer what is asked now; None if somebody can, or nothing is asked."""
        if self._seats.held == self._seats.persons and not self._seats.computers:
            return None
        decision = self._match.game.decision(self._match.state)
        if decision is None or (decision.either and self._seats.held):
            return None
        return self.closed(decision.seat)

    @property
    def meanwhile(self) -> str:
        """What goes on while the computer is to move, in words."""
        return (
            rebinding.told("press {next_deed} to continue.") if MOTION.turns == "each" else "the computer is thinking."
        )

    def bars(self, orders: Submit) -> Refused | None:
        """Why none of these orders can be given, by the first of them."""
        first = orders.first_command(self._match.state)
        return self.closed(self._giver(first)) if first is not None else None

    def _giver(self, command: Command) -> str:
        return self._match.game.seat_of_command(self._match.state, command)

    def order(self, command: Command) -> None:
        """Give an order as whoever holds the seat from which it comes.

        Raises:
            Refused: if nobody at the screen does, or the rules do not allow it.
            RecordError: if it cannot be written down.
        """
        if refusal := self.closed(self._giver(command)):
            raise refusal
        self._match.submit(command)

    def let(self, command: Command, why: str = "") -> None:
        """Give an order that nobody at the screen gives, and its reason; raises as `order` does."""
        self._match.submit(command, why)

    def correct(self, command: Correction, why: str = "") -> None:
        """Put right what all who play agreed to, and why the computer did; raises as `let` does."""
        self._match.submit(command, why)

    def forbids(self, command: Correction) -> Refused | None:
        """Why it cannot be proposed at this table, or None."""
        return None

    def join(self, moves: Sequence[Move]) -> None:
        """These orders were given at one stroke."""
        self._strokes.join(moves)

    # --- back and forth

    @property
    def agreeable(self) -> bool:
        """Whether there is something that two persons could agree to take back."""
        return len(self._seats.persons) > 1 and bool(self._match.moves)

    @property
    def voices(self) -> Mapping[str, str]:
        """Who would have to agree: the persons' seats with their names."""
        return {seat: self._seats.name(seat) for seat in self._seats.persons}

    @property
    def reconsidered(self) -> bool:
        """Whether somebody alone against the computer may take back what chance has told: nothing was hidden."""
        return self._seats.alone and bool(self._own()) and not self._match.game.meta.secrets

    def can_undo(self) -> Refused | None:
        """Why whoever sits here cannot take the last order back alone, or None."""
        if not self._match.moves:
            return self._match.check_undo()
        orders = self._own()
        if self.agreeable and orders != 1:
            giver, sharers = self._of(self._match.moves[-1]), len(self._seats.all)
            together = "both sides" if sharers == len(self._match.game.meta.sides) else "all players"
            return Refused("C-3", f"{self._seats.name(giver)} gave that order. Only {together} together can undo it.")
        if not orders:
            return Refused("C-3", "You have no order to undo.")
        seen = next(filter(None, map(self._match.revelation_of, self._match.moves[-orders:])), "")
        if seen and self._seats.alone:
            return Refused("C-3", f"{seen} {_DICE if self.reconsidered else _HIDDEN}")
        return self._match.check_undo() if seen else None

    def undo(self) -> None:
        """Take back the last stroke of whoever sits here, and what the computer has ordered since.

        Raises:
            Refused: if its last order has shown something, or is another's.
            RecordError: if it cannot be written down; what was written is taken back.
        """
        if refusal := self.can_undo():
            raise refusal
        self._strokes.undo(self._own())

    def reconsider(self) -> None:
        """Take back the last order of somebody alone, with all that came after it, whatever dice have told."""
        if self.reconsidered:
            self._strokes.take_back(self._own())

    def take_back_agreed(self) -> None:
        """Take back the last order, whatever it has shown: both sides have agreed."""
        self._match.undo_by_agreement()

    def can_redo(self) -> Refused | None:
        """Why whoever sits here cannot do again what was taken back last, or None."""
        undone = self._match.undone_moves
        if undone and (giver := self._of(undone[-1])) not in self._hands:
            return Refused("C-3", f"{self._seats.name(giver)} gave that order; only they can redo it.")
        return self._match.check_redo()

    def redo(self) -> None:
        """Do again what was taken back at one stroke; raises as `undo` does."""
        if refusal := self.can_redo():
            raise refusal
        self._strokes.redo()

    @property
    def _hands(self) -> Collection[str]:
        """Whose last orders whoever sits here may take back."""
        return self._seats.held or self._seats.of(self._seats.rising)

    def _own(self) -> int:
        """How many orders there are from the last one of whoever sits here on; 0 if there is none."""
        given, hands = enumerate(reversed(self._match.moves), 1), self._hands
        return next((number for number, move in given if self._of(move) in hands), 0)

    def _of(self, move: Move) -> str:
        """The seat from which a move came."""
        return self._match.game.seat_of_command(move.before, move.command)
