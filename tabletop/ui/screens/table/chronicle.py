"""The log of a match in words: every fact with its place in the course, and what was taken back greyed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabletop.core.course import Move
from tabletop.core.match import Match
from tabletop.core.record import Entry, Made, TakenBack

NOBODY = ""
"""The log tells what everybody may know (C-6)."""


@dataclass(frozen=True)
class Line:
    """One sentence of the log.

    Attributes:
        number: place in the log, from 0.
        text: the sentence.
        now: the moment in the game, e.g. ``Turn 3, movement``.
        before: the state before the fact; None for a remark on the course itself.
        after: the state after it; None for a remark.
        event: the fact; None for a remark.
        undone: it was taken back since.
    """

    number: int
    text: str
    now: str
    before: Any = None
    event: Any = None
    after: Any = None
    undone: bool = False


class Chronicle:
    """The log so far; follows the match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.lines: list[Line] = []
        self._told_at: dict[int, tuple[int, int]] = {}
        for entry, move in match.trace:
            self.add(entry, move)
        match.listen(self.add)

    def add(self, entry: Entry, move: Move) -> None:
        """What was written to the record."""
        if isinstance(entry, Made):
            first = len(self.lines)
            self.lines += self._told(move)
            self._told_at[id(move)] = (first, len(self.lines))
            return
        undone = isinstance(entry, TakenBack)
        self._mark(move, undone=undone)
        self._remark(f"{'Taken back' if undone else 'Done again'}: {self._of(move)}")

    def latest(self, count: int) -> Sequence[Line]:
        """The last lines, oldest first."""
        return self.lines[-count:]

    def since(self, move: Move) -> Line:
        """The first line of what a move, or one after it, brought about."""
        return self.lines[self._told_at[id(move)][0]]

    def _told(self, move: Move) -> Iterator[Line]:
        game, after = self._match.game, move.before
        number = len(self.lines)
        for event, (view, seen) in zip(move.events, self._match.told(move, NOBODY), strict=True):
            text, after = game.narrate(view, seen), game.evolve(after, event)
            if text:
                yield Line(number, text, game.headline(after), view, seen, after)
                number += 1

    def _mark(self, move: Move, *, undone: bool) -> None:
        """Only the lines of the move are touched; the match keeps every move, so identity tells them apart."""
        first, end = self._told_at[id(move)]
        self.lines[first:end] = [replace(line, undone=undone) for line in self.lines[first:end]]

    def _remark(self, text: str) -> None:
        self.lines.append(Line(len(self.lines), text, self._match.game.headline(self._match.state)))

    def _of(self, move: Move) -> str:
        first, end = self._told_at[id(move)]
        return self.lines[first].text if end > first else "an order that nothing came of yet."
