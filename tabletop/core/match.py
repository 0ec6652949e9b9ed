"""A game in progress. Every command enters by `Match.submit`; `undo` and `redo` go back and forth.

A command is checked and executed; its line is written to the record and is on the disk; only then does the state
change and are listeners called. If anything is refused or fails on the way, the old state stays and nothing is
written.

Chance never runs backwards. After an undo the next command draws new dice, so that nobody can try out the dice of
a command. Redo repeats the recorded events and draws nothing.
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
from tabletop.core.decision import Decision
from tabletop.core.errors import RecordError, Refused
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState, Outcome
from tabletop.core.match_history import MatchHistory, Move, Timeline, rebuild_history
from tabletop.core.offers import Offers
from tabletop.core.record import CommandEntry, Entry, Header, Journal, RedoEntry, Seating, UndoEntry, state_hash

Listener = Callable[[Entry, Move], None]
"""Called after each change with the entry that was written and the move that was made, undone or redone."""


ONE_SIDE = "This record holds only what one side may know: you can watch it, but not continue it."
ViewedEvent = tuple[AnyState, Event]
"""The view before an event, and the event."""


class MatchSetup(msgspec.Struct, frozen=True):
    """Everything that is needed to begin a match.

    Attributes:
        game: the rules.
        scenario: text of the scenario file.
        source: name of that file, for messages.
        seed: seed of all chance.
        options: values by switch that differ from the scenario.
        seating: the players.
        opening: a state to begin with instead of the scenario's, of the same battle; None for the scenario's.
        since: the match and moment that `opening` comes from, in words, or "".
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
    """A game in progress.

    Attributes:
        header: the header of the record.
        opening: the state before the first command.
        torn: bytes of an unfinished last line that loading left out.
    """

    def __init__(self, course: MatchHistory, header: Header, journal: Journal | None = None) -> None:
        self.game = course.game
        self.header = header
        self.opening = course.opening
        self.torn = 0
        self._history = course
        self._chance = SeededChance(header.seed)
        self._journal = journal
        self._listeners: list[Listener] = []

    @classmethod
    def new(cls, told: MatchSetup, path: Path | None = None) -> "Match":
        """Begin a match; with a path, record the match there.

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
        return cls(MatchHistory(game, opening), header, Journal.create(path, header) if path else None)

    @classmethod
    def load(cls, path: Path) -> "Match":
        """Open a record to continue or to look at. The file is first changed by the next command.

        Raises:
            RecordError: in one sentence, if the record is not sound.
        """
        record = reading.read_record(path)
        match = cls(rebuild_history(record, path.name), record.header, Journal.resume(path, record))
        match.torn = record.torn
        return match

    def start_recording(self, path: Path) -> None:
        """Write an unrecorded match with all its entries to a new file `path`, and record further entries there.

        Raises:
            RecordError: if the file exists or cannot be written. No file of this match is left behind.
        """
        journal, place = Journal.create(path, self.header), self.timeline()
        try:
            for entry, _ in place.advance():
                journal.append(self._stamp_entry(entry, place.state))
        except RecordError:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            raise
        self._journal = journal

    def _stamp_entry(self, entry: Entry, state: AnyState) -> Entry:
        """Return the entry with the hash, headline and end of game of `state`, the state after it."""
        over = self.game.outcome(state) is not None
        return replace(entry, hash=state_hash(state), now=self.game.headline(state), over=over)

    def match_at(self, lines: int) -> "Match":
        """Return an unrecorded match at the state after the first `lines` entries; undo and redo count as entries."""
        return Match(self.timeline(lines), self.header)

    def timeline(self, at: int = 0) -> Timeline:
        """Return a timeline of this match that has gone through the first `at` entries."""
        return Timeline(self._history, at)

    @property
    def state(self) -> AnyState:
        """Return the present state, including secrets."""
        return self._history.state

    @property
    def moves(self) -> Sequence[Move]:
        """Return the moves that have been made and not undone, in order."""
        return self._history.moves

    @property
    def undone_moves(self) -> Sequence[Move]:
        """Return the moves undone since the last command, the latest undone last."""
        return self._history.undone_moves

    @property
    def trace(self) -> Sequence[tuple[Entry, Move]]:
        """Return all entries in order, undone ones too, each with its move."""
        return self._history.trace

    @property
    def path(self) -> Path | None:
        """Return the path of the record, or None if the match is not recorded."""
        return self._journal.path if self._journal else None

    @property
    def draw_count(self) -> int:
        """Return the number of draws from the source of chance, those of undone moves too."""
        return self._history.draw_count

    @property
    def decision(self) -> Decision | None:
        """Return the decision that the game waits for, or None once the game is over."""
        return self.game.decision(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""
        return self.game.outcome(self.state)

    def choices(self) -> Offers[Command]:
        """Return the legal commands of the side that must act, as `Game.choices` does; none once the game is over."""
        return self.game.choices(self.state)

    def view(self, side: str) -> AnyState:
        """Return the present state without anything that `side` may not know; for side "" only public information."""
        return self.game.view(self.state, side)

    def view_events(self, move: Move, side: str) -> Iterator[ViewedEvent]:
        """Yield (view before the event, event) for each event of a move, both as `side` may know them (C-6)."""
        state = move.before
        for event in move.events:
            yield self.game.view(state, side), self.game.redact(event, side)
            state = self.game.evolve(state, event)

    def view_opening_events(self, side: str) -> Iterator[ViewedEvent]:
        """Yield (opening view, event) for each event from before the match, both as `side` may know them (C-6)."""
        for event in self.game.opening_events(self.opening):
            yield self.game.view(self.opening, side), self.game.redact(event, side)

    def events_known_to(self, side: str) -> list[Event]:
        """Return all events that have not been undone, including those before the match, redacted for `side` (C-6)."""
        before = [event for _, event in self.view_opening_events(side)]
        return [*before, *(self.game.redact(event, side) for move in self.moves for event in move.events)]

    def add_listener(self, listener: Listener) -> None:
        """Call `listener` after every change from now on."""
        self._listeners.append(listener)

    def check(self, command: Command) -> Refused | None:
        """Return a refusal if the command is not allowed now, else None."""
        return self.game.check(self.state, command)

    def submit(self, command: Command, why: str = "") -> tuple[Event, ...]:
        """Execute a command, write it to the record, change the state, call the listeners and return the events.

        Undone moves can no longer be redone. A computer player may give the reason `why`.

        Raises:
            Refused: if the rules do not allow the command.
            RecordError: if the entry cannot be written, or the record is of one side; the state then stays.
        """
        game, course, chance = self.game, self._history, self._chance
        before, drawn = course.state, course.draw_count
        if refusal := game.check(before, command):
            raise refusal
        chance.draw_count = drawn
        came = game.decide(before, command, chance)
        events, after = tuple(came.events), came.state
        move = Move(command, events, before, after, chance.draw_count - drawn, why)
        self._commit(
            CommandEntry(command=command, events=events, drawn=chance.draw_count, why=why or msgspec.UNSET), move, after
        )
        return events

    def revelation_of(self, move: Move) -> str:
        """Return a sentence on what a move has shown that cannot be unseen, dice or a secret, or ""."""
        return self._history.revelation_of(move)

    def check_undo(self) -> Refused | None:
        """Return a refusal if there is no move, or the last one rolled dice or showed a secret, else None."""
        if not self.moves:
            return Refused("C-3", "There is nothing to undo.")
        if seen := self.revelation_of(self.moves[-1]):
            return Refused("C-3", f"{seen} Undo needs the agreement of both sides.")
        return None

    def check_redo(self) -> Refused | None:
        """Return a refusal if there is nothing to redo, else None."""
        return None if self._history.undone_moves else Refused("C-3", "There is nothing to redo.")

    def undo(self) -> None:
        """Undo the last command if it has revealed nothing, write that to the record and call the listeners.

        Raises:
            Refused: if dice or a secret were seen, or there is no command.
            RecordError: if the entry cannot be written.
        """
        if refusal := self.check_undo():
            raise refusal
        self._commit_undo(agreed=False)

    def undo_by_agreement(self) -> None:
        """Undo the last command although it may have revealed something: both sides have agreed.

        Raises:
            Refused: if there is no command.
        """
        if not self.moves:
            raise Refused("C-3", "There is nothing to undo.")
        self._commit_undo(agreed=True)

    def redo(self) -> None:
        """Repeat the last undone command with the same events and dice.

        Raises:
            Refused: if nothing was undone since the last command.
        """
        if refusal := self.check_redo():
            raise refusal
        move = self._history.undone_moves[-1]
        self._commit(RedoEntry(drawn=self.draw_count), move, move.after)

    def _commit_undo(self, agreed: bool) -> None:
        """Undo the last move and record that; `agreed` tells whether both sides agreed. There must be a move."""
        move = self.moves[-1]
        self._commit(UndoEntry(agreed=agreed, drawn=self.draw_count), move, move.before)

    def _commit(self, entry: Entry, move: Move, state: AnyState) -> None:
        """Write the entry with the status of `state` to the record, then change the history and call listeners.

        `state` is the state after the entry. A match that is not recorded writes nothing.

        Raises:
            RecordError: if the record is of one side, or the entry cannot be written; nothing is then changed.
        """
        if self.header.known_to:
            raise RecordError(ONE_SIDE)
        if self._journal:
            entry = self._stamp_entry(entry, state)
            self._journal.append(entry)
        self._history.add_entry(entry, move)
        for listener in tuple(self._listeners):
            listener(entry, move)
