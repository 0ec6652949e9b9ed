"""The log of a match in words: every event in order, with undone lines greyed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tabletop.core.events import Event
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.record import CommandEntry, Entry, UndoEntry
from tabletop.ui.screens.table.seats import NOBODY, Seats


@dataclass(frozen=True)
class LogLine:
    """A sentence of the log.

    Attributes:
       number: place in the log, from 0.
       text: the sentence.
       moment: the time in the game, e.g. ``Turn 3, movement``.
       before: the state before the event; None for a remark on undo or redo.
       event: the event; None for a remark.
       after: the state after the event; None for a remark.
       undone: True if the line has been undone.
    """

    number: int
    text: str
    moment: str
    before: object = None
    event: Event | None = None
    after: object = None
    undone: bool = False


class MatchLog:
    """The log as a side may know it, or everybody for ""; it grows with the match (C-6)."""

    def __init__(self, match: Match, viewer: str = NOBODY) -> None:
        self._match, self._viewer = match, viewer
        self._lines = list(self._list_opening_lines())
        self._told_at: dict[int, tuple[int, int]] = {}
        self._reasons: dict[int, str] = {}
        """Why a line came about, by its number; they speak of all that a player of the computer knew."""
        self._timeline = match.timeline()

    @property
    def lines(self) -> list[LogLine]:
        """Return all lines, oldest first."""
        for entry, move in self._timeline.advance():
            self._add_move(entry, move)
        return self._lines

    def _list_opening_lines(self) -> Iterator[LogLine]:
        """Yield the lines of events before the match began."""
        game, opening = self._match.game, self._match.opening
        for number, (view, seen) in enumerate(self._match.view_opening_events(self._viewer)):
            yield LogLine(number, game.describe(view, seen), game.headline(opening), view, seen, opening)

    def _add_move(self, entry: Entry, move: Move) -> None:
        if isinstance(entry, CommandEntry):
            first = len(self._lines)
            self._lines += self._build_lines(move)
            self._told_at[id(move)] = (first, len(self._lines))
            if move.why and len(self._lines) > first:
                self._reasons[first] = move.why
            return
        undone = isinstance(entry, UndoEntry)
        self._mark_undone(move, undone=undone)
        words = f"{'Undone' if undone else 'Redone'}: {self._first_text(move)}"
        now = self._match.game.headline(self._timeline.state)
        self._lines.append(LogLine(len(self._lines), words, now))

    def latest_lines(self, count: int) -> Sequence[LogLine]:
        """Return the last `count` lines, oldest first."""
        return self.lines[-count:]

    def lines_of(self, move: Move) -> Sequence[LogLine]:
        """Return the lines of a move."""
        lines = self.lines
        first, end = self._told_at[id(move)]
        return lines[first:end]

    def reason_for(self, line: LogLine) -> str:
        """Return the computer's reason at the first line of its command, or "" while that could tell a secret."""
        game, state = self._match.game, self._match.state
        told = not game.has_secrets(state) or game.view(state, self._viewer) is state or game.outcome(state) is not None
        return self._reasons.get(line.number, "") if told else ""

    def moves_made(self, number: int) -> int:
        """Return the number of moves, without undone ones, up to a line."""
        lines = self.lines
        return sum(self._told_at[id(move)][0] <= number for move in self._match.moves) if lines else 0

    def first_line_of(self, move: Move) -> LogLine:
        """Return the first line of a move, or of the next move with a line."""
        lines = self.lines
        return lines[self._told_at[id(move)][0]]

    def _build_lines(self, move: Move) -> Iterator[LogLine]:
        game, after = self._match.game, move.before
        number = len(self._lines)
        for event, (view, seen) in zip(move.events, self._match.view_events(move, self._viewer), strict=True):
            text, after = game.describe(view, seen), game.evolve(after, event)
            if text:
                yield LogLine(number, text, game.headline(after), view, seen, after)
                number += 1

    def _mark_undone(self, move: Move, *, undone: bool) -> None:
        """Mark the lines of a move as undone or redone. Moves are told apart by identity."""
        first, end = self._told_at[id(move)]
        self._lines[first:end] = [replace(line, undone=undone) for line in self._lines[first:end]]

    def _first_text(self, move: Move) -> str:
        first, end = self._told_at[id(move)]
        return self._lines[first].text if end > first else "an order without effect so far."


class ViewedLog:
    """The logs of the viewers: in a game with secrets each side has its own."""

    def __init__(self, match: Match, seats: Seats) -> None:
        self._match, self._seats = match, seats
        self._kept: dict[str, MatchLog] = {}

    def forget(self) -> None:
        """Forget all logs, because the match stands elsewhere."""
        self._kept.clear()

    @property
    def current(self) -> MatchLog:
        """Return the log of the viewer; the public log for an open table and behind the curtain."""
        viewer = self._seats.looking if self._match.game.has_secrets(self._match.state) else NOBODY
        return self._kept.setdefault(viewer, MatchLog(self._match, viewer))
