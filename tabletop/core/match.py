"""A game being played: the one door by which commands come in, and the way back.

A command is checked and decided; its events are applied; its line is written to the record and is on
the disk; only then does the state change and does anybody hear of it. If anything is refused or fails
on the way, the old state stands and nothing is written.

Chance never runs backwards. What was taken back leaves its dice behind: the next command draws new ones,
so that nobody can learn the dice of a command handler before it is done for good. Doing again repeats the recorded
events and draws nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tabletop import __version__
from tabletop.core import reading
from tabletop.core.chance import SeededChance
from tabletop.core.commands import Command
from tabletop.core.errors import RecordError, Refused
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState
from tabletop.core.match_history import MatchHistory, Move, Timeline, retraced
from tabletop.core.record import DoneAgain, Entry, Header, Journal, Made, Seating, TakenBack, state_hash

Listener = Callable[[Entry, Move], None]
"""Told after each change: what was written, and the move that was made, taken back or made again."""


ONE_SIDE = "This record holds only what one side may know: it can be watched, but not gone on with."
Told = tuple[AnyState, Event]
"""A state of whatever game, and what happens then."""


class MatchSetup(msgspec.Struct, frozen=True):
    """What a match begins with.

    Attributes:
        game: the rules.
        scenario: the text of its file.
        source: the name of that file, for messages.
        seed: of all chance.
        options: what is set otherwise than the scenario does, by the ids of switches.
        seating: who plays.
        opening: a position to begin with instead of the scenario's, of the same battle; None for that.
        since: what it was taken over from, in words.
    """

    game: AnyGame
    scenario: str
    source: str
    seed: str
    options: Mapping[str, object] = {}
    seating: Seating = Seating()
    opening: AnyState = None
    since: str = ""


class Match:
    """One game in progress.

    Attributes:
        header: how it began.
        opening: the state before the first command.
        torn: bytes of an unfinished last line that loading left out.
    """

    def __init__(self, course: MatchHistory, header: Header, journal: Journal | None = None) -> None:
        self.game = course.game
        self.header = header
        self.opening = course.opening
        self.torn = 0
        self._course = course
        self._chance = SeededChance(header.seed)
        self._journal = journal
        self._listeners: list[Listener] = []

    @classmethod
    def new(cls, told: MatchSetup, path: Path | None = None) -> "Match":
        """Begin a match; with a path it is recorded there.

        Raises:
            ScenarioError: with every problem of the scenario.
            RecordError: if the record cannot be written.
        """
        game = told.game
        prepared = game.read(told.scenario, told.source)
        opening = game.open(prepared, told.options) if told.opening is None else told.opening
        header = Header(
            game=game.meta.id,
            source=told.source,
            scenario=told.scenario,
            title=prepared.title,
            options=dict(told.options),
            seed=told.seed,
            program=__version__,
            rules=game.revision,
            began=datetime.now(UTC).isoformat(timespec="seconds"),
            opening=msgspec.Raw(msgspec.json.encode(opening)),
            hash=state_hash(opening),
            now=game.headline(opening),
            seating=told.seating,
            since=told.since or msgspec.UNSET,
        )
        return cls(MatchHistory(game, opening), header, Journal.begin(path, header) if path else None)

    @classmethod
    def load(cls, path: Path) -> "Match":
        """Open a record to go on with it, or to look at it; the file is touched by the next command only.

        Raises:
            RecordError: in one sentence, if the record is not sound.
        """
        record = reading.read(path)
        match = cls(retraced(record, path.name), record.header, Journal.resume(path, record))
        match.torn = record.torn
        return match

    def keep(self, path: Path) -> None:
        """Record a match that was not, with all that has been done in it; from now on it is written there.

        Raises:
            RecordError: if the record cannot be written; then nothing is left behind.
        """
        journal, place = Journal.begin(path, self.header), self.timeline()
        try:
            for entry, _ in place.on():
                journal.append(self._stamped(entry, place.state))
        except RecordError:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            raise
        self._journal = journal

    def _stamped(self, entry: Entry, state: AnyState) -> Entry:
        """A line as it is written: with where the match stands after it."""
        over = self.game.outcome(state) is not None
        return replace(entry, hash=state_hash(state), now=self.game.headline(state), over=over)

    def state_at(self, lines: int) -> "Match":
        """The match after so many lines of its record, to be looked at; nothing that is done in it is written."""
        return Match(self.timeline(lines), self.header)

    def timeline(self, at: int = 0) -> Timeline:
        """A place in the record, after so many lines of it."""
        return Timeline(self._course, at)

    @property
    def state(self) -> AnyState:
        """The position now, with everything in it."""
        return self._course.state

    @property
    def moves(self) -> Sequence[Move]:
        """What has been done and not taken back, in order."""
        return self._course.moves

    @property
    def undone(self) -> Sequence[Move]:
        """What was taken back since the last command, the last taken back at the end."""
        return self._course.undone

    @property
    def trace(self) -> Sequence[tuple[Entry, Move]]:
        """Everything that was written, in order, also what was taken back."""
        return self._course.trace

    @property
    def path(self) -> Path | None:
        """Where the match is recorded."""
        return self._journal.path if self._journal else None

    @property
    def drawn(self) -> int:
        """How many numbers have been taken from the source of chance; never goes down."""
        return self._course.drawn

    def view(self, side: str) -> AnyState:
        """The position now, as far as a side may know it; of no side, what everybody may."""
        return self.game.view(self.state, side)

    def told(self, move: Move, side: str) -> Iterator[Told]:
        """Each event of a move as far as a side may know it, with its view before it (C-6)."""
        state = move.before
        for event in move.events:
            yield self.game.view(state, side), self.game.seen(event, side)
            state = self.game.evolve(state, event)

    def told_before(self, side: str) -> Iterator[Told]:
        """The same of what had come about before the match began."""
        for event in self.game.opening_facts(self.opening):
            yield self.game.view(self.opening, side), self.game.seen(event, side)

    def heard(self, side: str) -> list[Event]:
        """All events that still hold, from before the match began on, as far as a side may know them (C-6)."""
        before = [event for _, event in self.told_before(side)]
        return [*before, *(self.game.seen(event, side) for move in self.moves for event in move.events)]

    def listen(self, listener: Listener) -> None:
        """Tell this function of every change from now on."""
        self._listeners.append(listener)

    def check(self, command: Command) -> Refused | None:
        """Why the command is not allowed now, or None."""
        return self.game.check(self.state, command)

    def submit(self, command: Command, why: str = "") -> tuple[Event, ...]:
        """Carry out a command, which a player of the computer may give a reason for; the events that came of it.

        Raises:
            Refused: if the rules do not allow it.
            RecordError: if it cannot be written down.
        """
        game, course, chance = self.game, self._course, self._chance
        before, drawn = course.state, course.drawn
        if refusal := game.check(before, command):
            raise refusal
        chance.drawn = drawn
        came = game.decide(before, command, chance)
        events, after = tuple(came.events), came.state
        move = Move(command, events, before, after, chance.drawn - drawn, why)
        self._commit(Made(command=command, events=events, drawn=chance.drawn, why=why or msgspec.UNSET), move, after)
        return events

    def revealed(self, move: Move) -> str:
        """What was seen in a move that cannot be unseen, in a player's words; empty if nothing was."""
        return self._course.revealed(move)

    def can_undo(self) -> Refused | None:
        """Why the last command may not be taken back by one side alone, or None."""
        if not self.moves:
            return Refused("C-3", "There is nothing to take back.")
        if seen := self.revealed(self.moves[-1]):
            return Refused("C-3", f"{seen} Only both sides together can take that back.")
        return None

    def can_redo(self) -> Refused | None:
        """Why nothing can be done again, or None."""
        return None if self._course.undone else Refused("C-3", "There is nothing to do again.")

    def undo(self) -> None:
        """Take back the last command, if it has shown nothing.

        Raises:
            Refused: if dice or a secret were seen, or nothing has been done.
        """
        if refusal := self.can_undo():
            raise refusal
        self._take_back(agreed=False)

    def take_back_agreed(self) -> None:
        """Take back the last command, whatever it has shown: both sides have agreed.

        Raises:
            Refused: if nothing has been done.
        """
        if not self.moves:
            raise Refused("C-3", "There is nothing to take back.")
        self._take_back(agreed=True)

    def redo(self) -> None:
        """Do again what was taken back last, with the same events and the same dice.

        Raises:
            Refused: if nothing was taken back since the last command.
        """
        if refusal := self.can_redo():
            raise refusal
        move = self._course.undone[-1]
        self._commit(DoneAgain(drawn=self.drawn), move, move.after)

    def _take_back(self, agreed: bool) -> None:
        move = self.moves[-1]
        self._commit(TakenBack(agreed=agreed, drawn=self.drawn), move, move.before)

    def _commit(self, entry: Entry, move: Move, state: AnyState) -> None:
        """Write the entry down, and where the match stands after it, which the state tells; then let it be so."""
        if self.header.known_to:
            raise RecordError(ONE_SIDE)
        if self._journal:
            entry = self._stamped(entry, state)
            self._journal.append(entry)
        self._course.settle(entry, move)
        for listener in tuple(self._listeners):
            listener(entry, move)
