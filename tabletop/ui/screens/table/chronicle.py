"""The log of a match in words: every fact with its place in the course, and what was taken back greyed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabletop.core.course import Move
from tabletop.core.match import Match
from tabletop.core.record import Entry, Made, TakenBack


@dataclass(frozen=True)
class Line:
    """One sentence of the log.

    Attributes:
        number: place in the log, from 0.
        text: the sentence.
        now: the moment in the game, e.g. ``Turn 3, movement``.
        before: the state before the fact; None for a remark on the course itself.
        event: the fact; None for a remark.
        undone: it was taken back since.
    """

    number: int
    text: str
    now: str
    before: Any = None
    event: Any = None
    undone: bool = False
    move: Move | None = None


class Chronicle:
    """The log so far; follows the match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.lines: list[Line] = []
        for entry, move in match.trace:
            self.add(entry, move)
        match.listen(self.add)

    def add(self, entry: Entry, move: Move) -> None:
        """What was written to the record."""
        if isinstance(entry, Made):
            self._mark(move, undone=False)
            self.lines += self._told(move)
            return
        undone = isinstance(entry, TakenBack)
        self._mark(move, undone=undone)
        self._remark(f"{'Taken back' if undone else 'Done again'}: {self._of(move)}")

    def latest(self, count: int) -> Sequence[Line]:
        """The last lines, oldest first."""
        return self.lines[-count:]

    def _told(self, move: Move) -> Iterator[Line]:
        game, state = self._match.game, move.before
        number = len(self.lines)
        for event in move.events:
            text = game.narrate(state, event)
            if text:
                yield Line(number, text, game.headline(state), state, event, move=move)
                number += 1
            state = game.evolve(state, event)

    def _mark(self, move: Move, *, undone: bool) -> None:
        self.lines = [replace(line, undone=undone) if line.move is move else line for line in self.lines]

    def _remark(self, text: str) -> None:
        self.lines.append(Line(len(self.lines), text, self._match.game.headline(self._match.state)))

    def _of(self, move: Move) -> str:
        return next((line.text for line in reversed(self.lines) if line.move is move), "the last command.")
