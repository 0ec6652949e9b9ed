"""The course of a match: what was done, what was taken back, and the position that this leads to."""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import islice
from typing import cast

import msgspec

from tabletop.core import reading
from tabletop.core.commands import Command, RedactedCommand
from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.errors import RecordError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState
from tabletop.core.record import FORMAT, DoneAgain, Entry, Made, Record, TakenBack, state_hash

BROKEN = (
    LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, msgspec.MsgspecError,
)  # fmt: skip
"""What playing, applying or telling events that do not belong together can end in."""


class Move(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out, with the states around it.

    `drawn` counts the chance that it took; `why` is the reason of the computer's player who gave it, "" for none.
    """

    command: Command
    events: tuple[Event, ...]
    before: AnyState
    after: AnyState
    drawn: int = 0
    why: str = ""


class MatchHistory:
    """How a match has gone so far.

    Attributes:
        state: the position that everything so far has led to.
        moves: what has been done and not taken back, in order.
        undone: what was taken back since the last command, the last taken back at the end.
        trace: every entry, with the move that it made, took back or made again.
        drawn: numbers taken from the source of chance; never goes down.
    """

    def __init__(self, game: AnyGame, opening: object) -> None:
        self.game = game
        self.opening = opening
        self.state: AnyState = opening
        self.moves: list[Move] = []
        self.undone: list[Move] = []
        self.trace: list[tuple[Entry, Move]] = []
        self.drawn = 0

    def revealed(self, move: Move) -> str:
        """What was seen in a move that cannot be unseen, in a player's words; empty if nothing was."""
        return self.game.reveals(move.before, move.events) or ("Dice were rolled." if move.drawn else "")

    def find(self, entry: Entry) -> Move:
        """The move that an entry makes, takes back or makes again.

        Raises:
            LookupError: if there is no such move.
        """
        return _FIND[type(entry)](self, entry)

    def settle(self, entry: Entry, move: Move) -> None:
        """Take note of an entry that stands in the record."""
        _SETTLE[type(entry)](self, move)
        self.trace.append((entry, move))
        self.drawn = entry.drawn

    def _made(self, made: Made[Command, Event]) -> Move:
        after = reduce(self.game.evolve, made.events, self.state)
        return Move(made.command, made.events, self.state, after, made.drawn - self.drawn, made.why or "")

    def _make(self, move: Move) -> None:
        self.moves.append(move)
        self.undone.clear()
        self.state = move.after

    def _take_back(self, move: Move) -> None:
        self.undone.append(move)
        self.moves.pop()
        self.state = move.before

    def _do_again(self, move: Move) -> None:
        self.moves.append(move)
        self.undone.pop()
        self.state = move.after


_FIND: Handlers[MatchHistory, Move] = by_kind(
    Case(Made, MatchHistory._made),
    Case(TakenBack, lambda course, entry: course.moves[-1]),  # noqa: ARG005
    Case(DoneAgain, lambda course, entry: course.undone[-1]),  # noqa: ARG005
)

_SETTLE: dict[type, Callable[[MatchHistory, Move], None]] = {
    Made: MatchHistory._make,
    TakenBack: MatchHistory._take_back,
    DoneAgain: MatchHistory._do_again,
}


def opening_of(record: Record, name: str) -> AnyState:
    """The state before the first command; `name` is that of the file.

    Raises:
        RecordError: if it is not a state of the game.
    """
    game = reading.game_of(record.header, name)
    try:
        return msgspec.json.decode(record.header.opening, type=game.state_type)
    except reading.UNREADABLE as error:
        said = reading.in_short(error)
        raise RecordError(f"{name} begins with a position that the game does not know: {said}.") from error


def retraced(record: Record, name: str) -> MatchHistory:
    """The course of a record, by applying its events; `name` is that of the file.

    Every line was chained to the one before when it was read, so only the last position is compared. Lines that were
    migrated from an older format may tell none.

    Raises:
        RecordError: if the events do not lead to the position that the record tells.
    """
    course = MatchHistory(_played(record, name), opening_of(record, name))
    for number, entry in enumerate(record.entries, 2):
        try:
            course.settle(entry, course.find(entry))
        except BROKEN as error:
            raise RecordError(f"{name} tells in line {number} of something that cannot have happened.") from error
    told = (record.entries[-1] if record.entries else record.header).hash
    if (told or record.version == FORMAT) and told != state_hash(course.state):
        raise RecordError(
            f"{name} does not lead to the position that it tells of; `tabletop replay --verify` says where."
        )
    return course


def _played(record: Record, name: str) -> AnyGame:
    """The rules by which it came about; what one side alone knows of a match is remembered where it does not follow."""
    game = reading.game_of(record.header, name)
    if not record.header.known_to:
        return game
    if record.header.known_to not in [side.id for side in game.meta.sides]:
        raise RecordError(f"{name} is known to a side that the game does not have.")
    views: dict[int, tuple[Event, AnyState]] = {}
    for entry in (one for one in record.entries if isinstance(one, Made)):
        for number, view in (entry.views or {}).items():
            try:
                views[id(entry.events[number])] = entry.events[number], msgspec.json.decode(view, type=game.state_type)
            except (*reading.UNREADABLE, IndexError) as error:
                raise RecordError(f"{name} tells a view that the game does not know.") from error
    return cast("AnyGame", Remembered(game, views))


class Remembered:
    """A game as one side has seen it played; in all else it is that game."""

    def __init__(self, game: AnyGame, views: Mapping[int, tuple[Event, AnyState]]) -> None:
        """`views` are those after events, by the identities of these, where rules do not lead to them."""
        self._game, self._views = game, views

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def evolve(self, state: AnyState, event: Event) -> AnyState:
        """The view after an event."""
        known = self._views.get(id(event))
        return known[1] if known and known[0] is event else self._game.evolve(state, event)

    def giver(self, state: AnyState, command: Command) -> str:
        """The seat from which a command came."""
        return command.by or command.side if isinstance(command, RedactedCommand) else self._game.giver(state, command)


class Timeline(MatchHistory):
    """A course that stands at some line of another: all that it tells is as it was there."""

    def __init__(self, whole: MatchHistory, at: int = 0) -> None:
        """Stand after so many lines of the whole course, which may still grow."""
        super().__init__(whole.game, whole.opening)
        self._whole = whole
        for _ in islice(self.on(), at):
            pass

    @property
    def left(self) -> bool:
        """Whether there are lines further on."""
        return len(self.trace) < len(self._whole.trace)

    def on(self) -> Iterator[tuple[Entry, Move]]:
        """Go on line by line, up to the end."""
        while self.left:
            entry, move = self._whole.trace[len(self.trace)]
            self.settle(entry, move)
            yield entry, move

    def end(self) -> None:
        """Go on to the end at once."""
        for _ in self.on():
            pass
