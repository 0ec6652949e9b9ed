"""The log of a match in words: every event with its place in the course, and what was taken back greyed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tabletop.core.events import Event
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.record import CommandEntry, Entry, UndoEntry
from tabletop.ui.screens.table.seats import NOBODY, Seats


@dataclass(frozen=True)
class LogLine:
    """One sentence of the log.

    Attributes:
        number: place in the log, from 0.
        text: the sentence.
        now: the moment in the game, e.g. ``Turn 3, movement``.
        before: the state before the event; None for a remark on the course itself.
        event: the event; None for a remark.
        after: the state after it; None for a remark.
        undone: it was taken back since.
    """

    number: int
    text: str
    now: str
    before: object = None
    event: Event | None = None
    after: object = None
    undone: bool = False


class MatchLog:
    """The log so far as a side may know it, or everybody for ``""``; it goes on with the match (C-6)."""

    def __init__(self, match: Match, viewer: str = NOBODY) -> None:
        self._match, self._viewer = match, viewer
        self._lines = list(self._before())
        self._told_at: dict[int, tuple[int, int]] = {}
        self._reasons: dict[int, str] = {}
        """Why a line came about, by its number; they speak of all that a player of the computer knew."""
        self._timeline = match.timeline()

    @property
    def lines(self) -> list[LogLine]:
        """All of it, oldest first."""
        for entry, move in self._timeline.advance():
            self._add(entry, move)
        return self._lines

    def _before(self) -> Iterator[LogLine]:
        """What had come about before the match began."""
        game, opening = self._match.game, self._match.opening
        for number, (view, seen) in enumerate(self._match.view_opening_events(self._viewer)):
            yield LogLine(number, game.describe(view, seen), game.headline(opening), view, seen, opening)

    def _add(self, entry: Entry, move: Move) -> None:
        if isinstance(entry, CommandEntry):
            first = len(self._lines)
            self._lines += self._told(move)
            self._told_at[id(move)] = (first, len(self._lines))
            if move.why and len(self._lines) > first:
                self._reasons[first] = move.why
            return
        undone = isinstance(entry, UndoEntry)
        self._mark(move, undone=undone)
        words = f"{'Undone' if undone else 'Redone'}: {self._of(move)}"
        now = self._match.game.headline(self._timeline.state)
        self._lines.append(LogLine(len(self._lines), words, now))

    def latest(self, count: int) -> Sequence[LogLine]:
        """The last lines, oldest first."""
        return self.lines[-count:]

    def of(self, move: Move) -> Sequence[LogLine]:
        """The lines of a move."""
        lines = self.lines
        first, end = self._told_at[id(move)]
        return lines[first:end]

    def why(self, line: LogLine) -> str:
        """The reason of a player of the computer, at the first line of its order; none while it could tell a secret."""
        game, state = self._match.game, self._match.state
        told = not game.has_secrets(state) or game.view(state, self._viewer) is state or game.outcome(state) is not None
        return self._reasons.get(line.number, "") if told else ""

    def place(self, number: int) -> int:
        """How many moves of those that stand had been made when a line had come about."""
        lines = self.lines
        return sum(self._told_at[id(move)][0] <= number for move in self._match.moves) if lines else 0

    def since(self, move: Move) -> LogLine:
        """The first line of what a move, or one after it, brought about."""
        lines = self.lines
        return lines[self._told_at[id(move)][0]]

    def _told(self, move: Move) -> Iterator[LogLine]:
        game, after = self._match.game, move.before
        number = len(self._lines)
        for event, (view, seen) in zip(move.events, self._match.view_events(move, self._viewer), strict=True):
            text, after = game.describe(view, seen), game.evolve(after, event)
            if text:
                yield LogLine(number, text, game.headline(after), view, seen, after)
                number += 1

    def _mark(self, move: Move, *, undone: bool) -> None:
        """Only the lines of the move are touched; the match keeps every move, so identity tells them apart."""
        first, end = self._told_at[id(move)]
        self._lines[first:end] = [replace(line, undone=undone) for line in self._lines[first:end]]

    def _of(self, move: Move) -> str:
        first, end = self._told_at[id(move)]
        return self._lines[first].text if end > first else "an order without effect so far."


class ViewedLog:
    """The log for whoever looks: of a game with secrets each side has its own, in words of its own view."""

    def __init__(self, match: Match, seats: Seats) -> None:
        self._match, self._seats = match, seats
        self._kept: dict[str, MatchLog] = {}

    def forget(self) -> None:
        """The match stands elsewhere: all of it is told anew."""
        self._kept.clear()

    @property
    def now(self) -> MatchLog:
        """That of the side that looks; while both may look, or the curtain hangs, what everybody may know."""
        viewer = self._seats.looking if self._match.game.has_secrets(self._match.state) else NOBODY
        return self._kept.setdefault(viewer, MatchLog(self._match, viewer))
