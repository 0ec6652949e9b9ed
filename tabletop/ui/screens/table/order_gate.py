"""The gate between window and match: it knows which seats persons hold at this moment.

 Commands of a person come in by `submit`, `undo`, `redo` and the like, which check the seat. Commands that nobody at
the screen gives come in by `submit_automatic`.
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


class StrokeHistory:
    """Undo and redo of all commands that one press gave.

    The record knows single commands only. So a loaded match is undone command by command, as is an undo by agreement.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._joined: list[tuple[Move, Move]] = []

    def join_moves(self, moves: Sequence[Move]) -> None:
        """Note that one press gave these moves."""
        self._joined += pairwise(moves)

    def undo(self, orders: int = 1) -> None:
        """Undo `orders` commands, and the rest of the press that gave the first of them, as far as hidden.

        Raises:
           Refused: if a command has revealed something, or there is none.
           RecordError: if it cannot be written; what was written is undone.
        """
        taken = self._match.moves[-orders:]
        for _ in range(orders):
            self._match.undo()
        first = taken[0] if taken else None
        while any(later is first for _, later in self._joined) and self._match.check_undo() is None:
            first = self._match.moves[-1]
            self._match.undo()
        self.join_moves(taken)

    def take_back(self, orders: int) -> None:
        """Undo `orders` commands, whatever they have revealed; redo brings them back as one."""
        taken = self._match.moves[-orders:]
        for move in reversed(taken):
            (self._match.undo_by_agreement if self._match.revelation_of(move) else self._match.undo)()
        self.join_moves(taken)

    def redo(self) -> None:
        """Redo the press that was undone last.

        Raises:
           Refused: if nothing was undone since the last command.
           RecordError: if it cannot be written; what was written is done.
        """
        self._match.redo()
        while any(first is self._match.moves[-1] for first, _ in self._joined) and self._match.check_redo() is None:
            self._match.redo()


_DICE = "You can undo your order, but the dice will be rolled again."
_HIDDEN = "This has revealed hidden information, so it cannot be undone."


class OrderGate:
    """The gate that admits commands of the seats that persons hold, and explains why others are refused."""

    def __init__(self, match: Match, seats: Seats) -> None:
        self._match, self._seats = match, seats
        self._strokes = StrokeHistory(match)

    # --- orders

    def check_seat(self, seat: str) -> Refused | None:
        """Return the refusal if nobody at the screen may give commands for `seat` now, or None."""
        if seat in self._seats.active:
            return None
        name = self._seats.name_of(seat)
        if seat == self._seats.computer_to_move:
            return Refused("", "It is the computer's turn.", "Please wait a moment.")
        if seat not in self._seats.persons:
            return Refused("", f"The computer plays {name}.", "You cannot give its orders.")
        return Refused("", f"It is not {name}'s turn at the screen.", "Another player has the screen now.")

    @property
    def idle_refusal(self) -> Refused | None:
        """Return the refusal if nobody at the screen can answer now; None if somebody can, or nothing is asked."""
        if self._seats.active == self._seats.persons and not self._seats.computers:
            return None
        decision = self._match.game.decision(self._match.state)
        if decision is None or (decision.either and self._seats.active):
            return None
        return self.check_seat(decision.seat)

    @property
    def waiting_words(self) -> str:
        """Return what happens while the computer is to move."""
        return (
            rebinding.told("press {next_deed} to continue.") if MOTION.turns == "each" else "the computer is thinking."
        )

    def check_orders(self, orders: Submit) -> Refused | None:
        """Return the refusal of the first of these commands, or None."""
        first = orders.first_command(self._match.state)
        return self.check_seat(self._seat_of(first)) if first is not None else None

    def _seat_of(self, command: Command) -> str:
        return self._match.game.seat_of_command(self._match.state, command)

    def submit(self, command: Command) -> None:
        """Give a command as the player of its seat.

        Raises:
           Refused: if nobody at the screen holds the seat, or the rules do not allow it.
           RecordError: if it cannot be written.
        """
        if refusal := self.check_seat(self._seat_of(command)):
            raise refusal
        self._match.submit(command)

    def submit_automatic(self, command: Command, why: str = "") -> None:
        """Give a command that nobody at the screen gives, with its reason; raises as `submit` does."""
        self._match.submit(command, why)

    def submit_correction(self, command: Correction, why: str = "") -> None:
        """Give a correction that all players agreed to, with the computer's reason; raises as `submit` does."""
        self._match.submit(command, why)

    def check_correction(self, command: Correction) -> Refused | None:
        """Return the refusal if a correction cannot be proposed at this table, or None."""
        return None

    def join_moves(self, moves: Sequence[Move]) -> None:
        """Note that one press gave these moves."""
        self._strokes.join_moves(moves)

    # --- back and forth

    @property
    def can_agree_undo(self) -> bool:
        """Return True if two persons could agree to undo something."""
        return len(self._seats.persons) > 1 and bool(self._match.moves)

    @property
    def voters(self) -> Mapping[str, str]:
        """Return the seats that must agree, with their names."""
        return {seat: self._seats.name_of(seat) for seat in self._seats.persons}

    @property
    def can_reconsider(self) -> bool:
        """Return True if a player alone may undo in spite of dice: nothing was hidden."""
        return self._seats.is_single_player and bool(self._count_own_orders()) and not self._match.game.meta.secrets

    def check_undo(self) -> Refused | None:
        """Return the refusal if the local player cannot undo alone, or None."""
        if not self._match.moves:
            return self._match.check_undo()
        orders = self._count_own_orders()
        if self.can_agree_undo and orders != 1:
            giver, sharers = self._seat_of_move(self._match.moves[-1]), len(self._seats.all)
            together = "both sides" if sharers == len(self._match.game.meta.sides) else "all players"
            return Refused(
                "C-3", f"{self._seats.name_of(giver)} gave that order. Only {together} together can undo it."
            )
        if not orders:
            return Refused("C-3", "You have no order to undo.")
        seen = next(filter(None, map(self._match.revelation_of, self._match.moves[-orders:])), "")
        if seen and self._seats.is_single_player:
            return Refused("C-3", f"{seen} {_DICE if self.can_reconsider else _HIDDEN}")
        return self._match.check_undo() if seen else None

    def undo(self) -> None:
        """Undo the last press of the local player, and the computer's commands since.

        Raises:
           Refused: if the last command has revealed something, or is another's.
           RecordError: if it cannot be written; what was written is undone.
        """
        if refusal := self.check_undo():
            raise refusal
        self._strokes.undo(self._count_own_orders())

    def reconsider(self) -> None:
        """Undo the last command of a player alone and all after it, in spite of dice."""
        if self.can_reconsider:
            self._strokes.take_back(self._count_own_orders())

    def take_back_agreed(self) -> None:
        """Undo the last command by agreement, whatever it has revealed."""
        self._match.undo_by_agreement()

    def check_redo(self) -> Refused | None:
        """Return the refusal if the local player cannot redo, or None."""
        undone = self._match.undone_moves
        if undone and (giver := self._seat_of_move(undone[-1])) not in self._own_seats:
            return Refused("C-3", f"{self._seats.name_of(giver)} gave that order; only they can redo it.")
        return self._match.check_redo()

    def redo(self) -> None:
        """Redo what one press gave; raises as `undo` does."""
        if refusal := self.check_redo():
            raise refusal
        self._strokes.redo()

    @property
    def _own_seats(self) -> Collection[str]:
        """Return the seats whose last commands the local player may undo."""
        return self._seats.active or self._seats.seats_of(self._seats.rising)

    def _count_own_orders(self) -> int:
        """Return the number of commands from the local player's last one on, or 0 if there is none."""
        given, hands = enumerate(reversed(self._match.moves), 1), self._own_seats
        return next((number for number, move in given if self._seat_of_move(move) in hands), 0)

    def _seat_of_move(self, move: Move) -> str:
        """Return the seat that gave a move."""
        return self._match.game.seat_of_command(move.before, move.command)
