"""Orders that one stroke of the player gave, e.g. to hold course with all ships: one stroke takes them back."""

from collections.abc import Sequence
from itertools import pairwise

from tabletop.core.course import Move
from tabletop.core.match import Match


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
        while any(later is first for _, later in self._joined) and self._match.can_undo() is None:
            first = self._match.moves[-1]
            self._match.undo()
        self.join(taken)

    def take_back(self, orders: int) -> None:
        """Take back so many orders, whatever they have shown; they are done again as one."""
        taken = self._match.moves[-orders:]
        for move in reversed(taken):
            (self._match.take_back_agreed if move.revealed else self._match.undo)()
        self.join(taken)

    def redo(self) -> None:
        """Do the stroke again that was taken back last.

        Raises:
            Refused: if nothing was taken back since the last order.
            RecordError: if it cannot be written down; what was written is done.
        """
        self._match.redo()
        while any(first is self._match.moves[-1] for first, _ in self._joined) and self._match.can_redo() is None:
            self._match.redo()
