"""The history of a match: the moves made and undone, and the state that they lead to."""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import islice
from typing import cast

import msgspec

from tabletop.core import reading
from tabletop.core.commands import Command, RedactedCommand
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.errors import RecordError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState
from tabletop.core.record import FORMAT, CommandEntry, Entry, Record, RedoEntry, UndoEntry, state_hash

BROKEN = (
    LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, msgspec.MsgspecError,
)  # fmt: skip
"""The errors that may arise if events that do not belong together are applied or described."""


class Move(msgspec.Struct, frozen=True, gc=False):
    """A command that was executed, with the states before and after.

    `drawn` counts the draws from the source of chance; `why` is a computer player's reason, "" for none.
    """

    command: Command
    events: tuple[Event, ...]
    before: AnyState
    after: AnyState
    drawn: int = 0
    why: str = ""


class MatchHistory:
    """The moves and the state of a match so far.

    Attributes:
        state: the present state.
        moves: moves that have been made and not undone, in order.
        undone_moves: moves undone since the last command, the latest undone last.
        trace: every entry, with the move that it made, undid or redid.
        draw_count: number of draws from the source of chance; never decreases.
    """

    def __init__(self, game: AnyGame, opening: object) -> None:
        self.game = game
        self.opening = opening
        self.state: AnyState = opening
        self.moves: list[Move] = []
        self.undone_moves: list[Move] = []
        self.trace: list[tuple[Entry, Move]] = []
        self.draw_count = 0

    def revelation_of(self, move: Move) -> str:
        """Return a sentence on what a move has shown that cannot be unseen, or "".

        That is what the game says of its events, else ``Dice were rolled.`` if the move drew from the source of
        chance.
        """
        return self.game.reveals(move.before, move.events) or ("Dice were rolled." if move.drawn else "")

    def find_move(self, entry: Entry) -> Move:
        """Return the move that an entry makes, undoes or redoes. Changes nothing.

        Raises:
            LookupError: if there is no such move.
        """
        return _FIND[type(entry)](self, entry)

    def add_entry(self, entry: Entry, move: Move) -> None:
        """Make, undo or redo the move of an entry, and append both to the trace.

        `draw_count` becomes that of the entry.
        """
        _SETTLE[type(entry)](self, move)
        self.trace.append((entry, move))
        self.draw_count = entry.drawn

    def _build_move(self, made: CommandEntry[Command, Event]) -> Move:
        """Return the move of a recorded command, by applying its events to the present state. Changes nothing."""
        after = reduce(self.game.evolve, made.events, self.state)
        return Move(made.command, made.events, self.state, after, made.drawn - self.draw_count, made.why or "")

    def _add_move(self, move: Move) -> None:
        """Append a new move, go to the state after it, and forget the undone moves."""
        self.moves.append(move)
        self.undone_moves.clear()
        self.state = move.after

    def _remove_move(self, move: Move) -> None:
        """Take the last move away as undone, and go to the state before it."""
        self.undone_moves.append(move)
        self.moves.pop()
        self.state = move.before

    def _restore_move(self, move: Move) -> None:
        """Make the move that was undone last again, and go to the state after it."""
        self.moves.append(move)
        self.undone_moves.pop()
        self.state = move.after


_FIND: Handlers[MatchHistory, Move] = build_handlers(
    KindHandler(CommandEntry, MatchHistory._build_move),
    KindHandler(UndoEntry, lambda course, entry: course.moves[-1]),  # noqa: ARG005
    KindHandler(RedoEntry, lambda course, entry: course.undone_moves[-1]),  # noqa: ARG005
)

_SETTLE: dict[type, Callable[[MatchHistory, Move], None]] = {
    CommandEntry: MatchHistory._add_move,
    UndoEntry: MatchHistory._remove_move,
    RedoEntry: MatchHistory._restore_move,
}


def decode_opening(record: Record, name: str) -> AnyState:
    """Return the state before the first command; `name` is the file's name for messages.

    Raises:
        RecordError: if the game is not installed, or the state is not one of the game.
    """
    game = reading.game_of(record.header, name)
    try:
        return msgspec.json.decode(record.header.opening, type=game.state_type)
    except reading.UNREADABLE as error:
        said = reading.shorten_error(error)
        raise RecordError(f"{name} begins with a position the game does not know: {said}.") from error


def rebuild_history(record: Record, name: str) -> MatchHistory:
    """Return the history of a record by applying its events; `name` is the file's name for messages.

    The check of every line was compared when the record was read, so only the last state is compared with its hash.
    Lines migrated from an older format may have no hash.

    Raises:
        RecordError: if the events do not lead to the recorded state.
    """
    course = MatchHistory(_find_rules(record, name), decode_opening(record, name))
    for number, entry in enumerate(record.entries, 2):
        try:
            course.add_entry(entry, course.find_move(entry))
        except BROKEN as error:
            raise RecordError(f"{name}: line {number} records something that cannot have happened.") from error
    told = (record.entries[-1] if record.entries else record.header).hash
    if (told or record.version == FORMAT) and told != state_hash(course.state):
        raise RecordError(f"{name} does not lead to the position it records; `tabletop replay --verify` shows where.")
    return course


def _find_rules(record: Record, name: str) -> AnyGame:
    """Return the rules for a record. For the record of one side, wrap them so that its stored views are used.

    Raises:
        RecordError: if the game or the side does not exist, or a stored view does not fit the game.
    """
    game = reading.game_of(record.header, name)
    if not record.header.known_to:
        return game
    if record.header.known_to not in [side.id for side in game.meta.sides]:
        raise RecordError(f"{name} is the record of a side that does not exist in the game.")
    views: dict[int, tuple[Event, AnyState]] = {}
    for entry in (one for one in record.entries if isinstance(one, CommandEntry)):
        for number, view in (entry.views or {}).items():
            try:
                views[id(entry.events[number])] = entry.events[number], msgspec.json.decode(view, type=game.state_type)
            except (*reading.UNREADABLE, IndexError) as error:
                raise RecordError(f"{name} contains a view the game does not know.") from error
    return cast("AnyGame", RememberedGame(game, views))


class RememberedGame:
    """A game with the stored views of one side's record. All other calls go to the game itself."""

    def __init__(self, game: AnyGame, views: Mapping[int, tuple[Event, AnyState]]) -> None:
        """Take the game, and (event, view after the event) by the identity of the event."""
        self._game, self._views = game, views

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def evolve(self, state: AnyState, event: Event) -> AnyState:
        """Return the stored view after `event`, else the state by the rules."""
        known = self._views.get(id(event))
        return known[1] if known and known[0] is event else self._game.evolve(state, event)

    def seat_of_command(self, state: AnyState, command: Command) -> str:
        """Return the id of the seat that gave a command; for a redacted command its player, else its side."""
        return (
            command.by or command.side
            if isinstance(command, RedactedCommand)
            else self._game.seat_of_command(state, command)
        )


class Timeline(MatchHistory):
    """A history that goes through the entries of another history one by one."""

    def __init__(self, whole: MatchHistory, at: int = 0) -> None:
        """Go through the first `at` entries of `whole`, which may still grow."""
        super().__init__(whole.game, whole.opening)
        self._whole = whole
        for _ in islice(self.advance(), at):
            pass

    @property
    def has_more(self) -> bool:
        """Return True if the whole history has further entries."""
        return len(self.trace) < len(self._whole.trace)

    def advance(self) -> Iterator[tuple[Entry, Move]]:
        """Apply the further entries one by one and yield each with its move."""
        while self.has_more:
            entry, move = self._whole.trace[len(self.trace)]
            self.add_entry(entry, move)
            yield entry, move

    def go_to_end(self) -> None:
        """Apply all further entries."""
        for _ in self.advance():
            pass
