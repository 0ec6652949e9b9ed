"""The record of a match as a file of JSON lines: what each line holds.

The first line is the header. Each further line is one command with its events, a taking back, or a
doing again. Every line begins with a check that chains it to all lines before it, so that a change
by hand or by a failing disk is noticed at its line. A last line that was not finished is left out.
"""

import hashlib
from typing import Generic, TypeVar

import msgspec

from tabletop.core.commands import Command, RedactedCommand
from tabletop.core.events import Event
from tabletop.core.game import AnyGame

FORMAT = 1
"""Version of the format that this program writes."""

KIND = "admirals-table record"

C = TypeVar("C")
E = TypeVar("E")


class MatchStatus(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Where the match stood after a line.

    Attributes:
        drawn: numbers taken from the source of chance so far; never goes down.
        hash: of the state.
        now: the moment in a player's words, e.g. ``Turn 3, movement``.
        over: whether the game had ended.
    """

    drawn: int = 0
    hash: str = ""
    now: str = ""
    over: bool = False


STEADY = "steady"
TEMPERS = (STEADY, "bold", "cautious")
"""How a computer player weighs what it may win against what it may lose."""


class ComputerPlayer(msgspec.Struct, frozen=True):
    """Who plays a side for the computer.

    Attributes:
        player: its name.
        seed: of all that it does at random.
        temper: one of `TEMPERS`.
    """

    player: str = "casual"
    seed: str = ""
    temper: str = STEADY


class Seating(msgspec.Struct, frozen=True):
    """Who sits at the table.

    Attributes:
        computer: the seats that the computer holds: sides, or players of a side that has several.
        curtain: whether hands are covered whenever the table passes from one person to the other.
        players: who plays them, by seat; records of before 0.2 do not say.
        advice: whether a person may ask the computer for advice.
    """

    computer: tuple[str, ...] = ()
    curtain: bool = True
    players: dict[str, ComputerPlayer] = {}
    advice: bool = True

    def player(self, seat: str) -> ComputerPlayer | None:
        """Who plays at a seat for the computer; None where a person does."""
        return self.players.get(seat, ComputerPlayer()) if seat in self.computer else None


class Header(MatchStatus, frozen=True, kw_only=True):
    """How a match began; `opening` is the state before the first command.

    With the opening state in the file, an old record plays on even after a scenario has changed.
    """

    record: str = KIND
    version: int = FORMAT
    game: str
    source: str
    scenario: str
    title: str
    options: dict[str, object]
    seed: str
    program: str
    rules: int = 1
    """Revision of the game's rules under which it began."""
    began: str
    """Date and time in UTC, ISO 8601."""
    opening: msgspec.Raw
    seating: Seating = Seating()
    since: str | msgspec.UnsetType = msgspec.UNSET
    """What it was taken over from, in words: then the position it opens with is not that of the scenario."""
    known_to: str | msgspec.UnsetType = msgspec.UNSET
    """The side whose knowledge is all that the record holds, see `core.side_record`; left out, it holds everything."""


class Made(MatchStatus, Generic[C, E], frozen=True, kw_only=True, tag_field="entry", tag="command"):
    """A command and what came of it; `why` is the reason of a player of the computer, left out where it tells none.

    In the record of one side `views` are those after events, by their numbers, that do not follow from what was seen.
    """

    command: C
    events: tuple[E, ...]
    why: str | msgspec.UnsetType = msgspec.UNSET
    views: dict[int, msgspec.Raw] | msgspec.UnsetType = msgspec.UNSET


class TakenBack(MatchStatus, frozen=True, kw_only=True, tag_field="entry", tag="undo"):
    """The last command was taken back; by agreement if dice or a secret had been seen."""

    agreed: bool = False


class DoneAgain(MatchStatus, frozen=True, kw_only=True, tag_field="entry", tag="redo"):
    """The command taken back last was made again, with the same events."""


Entry = Made[Command, Event] | TakenBack | DoneAgain


class Record(msgspec.Struct, frozen=True):
    """What a file holds.

    Attributes:
        whole: length in bytes of the finished lines.
        torn: bytes of an unfinished last line, which are left out.
        chain: check of the last finished line.
        version: format version in which the file is written.
    """

    header: Header
    entries: tuple[Entry, ...]
    whole: int
    torn: int
    chain: str
    version: int


def state_hash(state: object) -> str:
    """A short fingerprint of a state, the same in every process."""
    return hashlib.blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=16).hexdigest()


def line(part: Header | Entry, chain: str) -> tuple[bytes, str]:
    """A part of a record as a line of the file, and its check; `chain` is the check of the line before."""
    return sealed(msgspec.json.encode(part), chain)


def sealed(body: bytes, chain: str) -> tuple[bytes, str]:
    """The content of a line with its check before it, and that check; `chain` is the check of the line before."""
    check = check_of(body, chain)
    return b'{"check":"' + check.encode() + b'",' + body[1:] + b"\n", check


def check_of(body: bytes, chain: str) -> str:
    """The check of a line's content after the line with the check `chain`."""
    return hashlib.blake2b(chain.encode() + body, digest_size=8).hexdigest()


def entry_decoder(game: AnyGame) -> msgspec.json.Decoder[Entry]:
    """A decoder for the lines after the header of one game's records."""
    made = Made[game.command_type | RedactedCommand, game.event_type]  # type: ignore[name-defined]
    return msgspec.json.Decoder(made | TakenBack | DoneAgain)
