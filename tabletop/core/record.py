"""The record of a match as a file of JSON lines: what each line holds.

The first line is the header. Each further line is one command with its events, a taking back, or a
doing again. Every line begins with a check that chains it to all lines before it, so that a change
by hand or by a failing disk is noticed at its line. A last line that was not finished is left out.
"""

import errno
import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from tabletop.core import paths
from tabletop.core.commands import Command, RedactedCommand
from tabletop.core.errors import RecordError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.guarded_file import move_over, reason, sync

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
    """The side whose knowledge is all that the record holds, see `core.record_files`; left out, it holds everything."""


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


_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP)
"""What file systems that cannot sync a folder, e.g. of networks or of other systems, answer."""


class Journal:
    """A record file that grows by one line at a time.

    Nothing is kept open, and the file is not touched before the first line is added.
    """

    def __init__(self, path: Path, length: int, chain: str) -> None:
        self.path = path
        self._length = length
        self._on_disk = length
        self._chain = chain
        self._older: Record | None = None

    @classmethod
    def begin(cls, path: Path, header: Header) -> "Journal":
        """A new file that holds the header.

        Raises:
            RecordError: if it exists already or cannot be written; then nothing is left behind.
        """
        text, chain = line(header, "")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_new(path, text)
        except OSError as error:
            raise _unwritable(path, error) from error
        return cls(path, len(text), chain)

    @classmethod
    def resume(cls, path: Path, record: Record) -> "Journal":
        """Go on with a record that was read; an unfinished last line is cut off by the next one."""
        journal = cls(path, record.whole, record.chain)
        journal._on_disk = record.whole + record.torn
        journal._older = record if record.version < FORMAT else None
        return journal

    def append(self, entry: Entry) -> None:
        """Add a line and wait until it is on the disk.

        Raises:
            RecordError: if that failed; the file then ends with the line before.
        """
        try:
            if self._older:
                self._modernise(self._older)
            text, chain = line(entry, self._chain)
            self._add(text)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        self._chain = chain

    def _add(self, text: bytes) -> None:
        with self.path.open("r+b", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != self._on_disk:
                raise RecordError(f"{self.path.name} was changed by another program; this game cannot go on with it.")
            try:
                file.truncate(self._length)
                file.seek(self._length)
                _write_all(file.fileno(), text)
            except OSError:
                self._cut_back(file.fileno())
                raise
        self._length += len(text)
        self._on_disk = self._length

    def _cut_back(self, descriptor: int) -> None:
        # If even this fails, the next line begins by cutting the file.
        try:
            os.ftruncate(descriptor, self._length)
        finally:
            self._on_disk = os.fstat(descriptor).st_size

    def _modernise(self, record: Record) -> None:
        text, chain = _text([record.header, *record.entries])
        itself = Path(os.path.realpath(self.path))  # a link stays one
        fresh = itself.with_name(itself.name + ".new")
        fresh.unlink(missing_ok=True)
        _write_new(fresh, text)
        try:
            move_over(fresh, itself)
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            raise
        self._length = self._on_disk = len(text)
        self._chain = chain
        self._older = None


def _text(parts: Iterable[Header | Entry]) -> tuple[bytes, str]:
    lines: list[bytes] = []
    chain = ""
    for part in parts:
        text, chain = line(part, chain)
        lines.append(text)
    return b"".join(lines), chain


def _write_new(path: Path, text: bytes) -> None:
    fresh = path.open("xb", buffering=0)
    try:
        with fresh as file:
            _write_all(file.fileno(), text)
    except OSError:
        with suppress(OSError):  # closed before, for Windows removes no file that is open
            path.unlink()
        raise
    _sync_folder(path.parent)


def _write_all(descriptor: int, text: bytes) -> None:
    left = memoryview(text)
    while left:
        left = left[os.write(descriptor, left) :]
    sync(descriptor)


def _sync_folder(folder: Path) -> None:
    # The name of a new file is safe only when its folder is; Windows cannot open a folder and needs no such step.
    if paths.ON_WINDOWS:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(descriptor)


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(f"{path.name} cannot be written: {reason(error)}.")
