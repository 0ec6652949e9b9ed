"""The record of a match: a file of JSON lines, and the journal that writes them.

The first line is the header. Each further line is one entry: a command with its events, an undo or a redo. Every
line begins with a check that chains it to all lines before, so that a change by hand or by a failing disk is
noticed. An unfinished last line is left out.
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
    """The status of the match after a line.

    Attributes:
        drawn: number of draws from the source of chance so far; never decreases.
        hash: hash of the state.
        now: the moment in a player's words, e.g. ``Turn 3, movement``.
        over: True if the game has ended.
    """

    drawn: int = 0
    hash: str = ""
    now: str = ""
    over: bool = False


STEADY = "steady"
TEMPERS = (STEADY, "bold", "cautious")
"""How a computer player weighs gains against losses."""


class ComputerPlayer(msgspec.Struct, frozen=True):
    """The computer player of a seat.

    Attributes:
        player: name of the computer player.
        seed: seed of its random choices.
        temper: one of `TEMPERS`.
    """

    player: str = "casual"
    seed: str = ""
    temper: str = STEADY


class Seating(msgspec.Struct, frozen=True):
    """The players of a match.

    Attributes:
        computer: ids of the seats that the computer plays: sides, or players of a side that has several.
        curtain: True if hands are covered whenever the table passes from one person to the other.
        players: the computer player of each seat; records from before 0.2 have none.
        advice: True if a person may ask the computer for advice.
    """

    computer: tuple[str, ...] = ()
    curtain: bool = True
    players: dict[str, ComputerPlayer] = {}
    advice: bool = True

    def player(self, seat: str) -> ComputerPlayer | None:
        """Return the computer player of a seat, or None if a person plays it."""
        return self.players.get(seat, ComputerPlayer()) if seat in self.computer else None


class Header(MatchStatus, frozen=True, kw_only=True):
    """The first line of a record; `opening` is the state before the first command.

    Because the opening state is in the file, an old record can be played on even after its scenario has changed.
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
    """Revision of the game's rules when the match began."""
    began: str
    """Date and time in UTC, ISO 8601."""
    opening: msgspec.Raw
    seating: Seating = Seating()
    since: str | msgspec.UnsetType = msgspec.UNSET
    """The match and moment that `opening` was taken from, in words; unset if `opening` is the scenario's."""
    known_to: str | msgspec.UnsetType = msgspec.UNSET
    """The side whose knowledge the record holds, see `core.record_files`; unset if the record holds everything."""


class CommandEntry(MatchStatus, Generic[C, E], frozen=True, kw_only=True, tag_field="entry", tag="command"):
    """A command and its events; `why` is a computer player's reason, unset for none.

    In the record of one side, `views` holds by number of the event the views that do not follow from the events.
    """

    command: C
    events: tuple[E, ...]
    why: str | msgspec.UnsetType = msgspec.UNSET
    views: dict[int, msgspec.Raw] | msgspec.UnsetType = msgspec.UNSET


class UndoEntry(MatchStatus, frozen=True, kw_only=True, tag_field="entry", tag="undo"):
    """The last command was undone; `agreed` if both sides agreed because dice or a secret had been seen."""

    agreed: bool = False


class RedoEntry(MatchStatus, frozen=True, kw_only=True, tag_field="entry", tag="redo"):
    """The command undone last was made again, with the same events."""


Entry = CommandEntry[Command, Event] | UndoEntry | RedoEntry


class Record(msgspec.Struct, frozen=True):
    """The content of a record file.

    Attributes:
        whole: length in bytes of the finished lines.
        torn: bytes of an unfinished last line, which are left out.
        chain: check of the last finished line.
        version: format version of the file.
    """

    header: Header
    entries: tuple[Entry, ...]
    whole: int
    torn: int
    chain: str
    version: int


def state_hash(state: object) -> str:
    """Return the hash of a state as 32 hexadecimal digits, the same in every process."""
    return hashlib.blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=16).hexdigest()


def encode_line(part: Header | Entry, chain: str) -> tuple[bytes, str]:
    """Return a header or an entry as a line of the file, and its check; `chain` is the check of the line before."""
    return chain_line(msgspec.json.encode(part), chain)


def chain_line(body: bytes, chain: str) -> tuple[bytes, str]:
    """Return a line with its check in front, and the check; `chain` is the check of the line before."""
    check = compute_check(body, chain)
    return b'{"check":"' + check.encode() + b'",' + body[1:] + b"\n", check


def compute_check(body: bytes, chain: str) -> str:
    """Return the check of a line's content, 16 hexadecimal digits; `chain` is the check of the line before.

    It is "" for the first line.
    """
    return hashlib.blake2b(chain.encode() + body, digest_size=8).hexdigest()


def build_entry_decoder(game: AnyGame) -> msgspec.json.Decoder[Entry]:
    """Build the decoder for the entries of one game's records."""
    made = CommandEntry[game.command_type | RedactedCommand, game.event_type]  # type: ignore[name-defined]
    return msgspec.json.Decoder(made | UndoEntry | RedoEntry)


_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP)
"""Errors of file systems that cannot sync a folder, e.g. network file systems."""


class Journal:
    """A record file that grows by one line at a time. Each line is on the disk before `append` returns.

    The file is not kept open, and is first changed when a line is added.
    """

    def __init__(self, path: Path, length: int, chain: str) -> None:
        self.path = path
        self._length = length
        self._on_disk = length
        self._chain = chain
        self._older: Record | None = None

    @classmethod
    def create(cls, path: Path, header: Header) -> "Journal":
        """Create a new file with the header.

        Raises:
            RecordError: if the file exists or cannot be written; then no file is left behind.
        """
        text, chain = encode_line(header, "")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_new(path, text)
        except OSError as error:
            raise _write_error(path, error) from error
        return cls(path, len(text), chain)

    @classmethod
    def resume(cls, path: Path, record: Record) -> "Journal":
        """Return a journal for a record that was read; changes nothing on the disk.

        The next line overwrites an unfinished last line. A record in an older format is rewritten before it.
        """
        journal = cls(path, record.whole, record.chain)
        journal._on_disk = record.whole + record.torn
        journal._older = record if record.version < FORMAT else None
        return journal

    def append(self, entry: Entry) -> None:
        """Add a line and wait until it is on the disk. A record in an older format is first rewritten.

        Raises:
            RecordError: if that fails; the file then ends with the line before.
        """
        try:
            if self._older:
                self._rewrite_in_new_format(self._older)
            text, chain = encode_line(entry, self._chain)
            self._write_line(text)
        except OSError as error:
            raise _write_error(self.path, error) from error
        self._chain = chain

    def _write_line(self, text: bytes) -> None:
        """Write a line after the last whole one, and wait until it is on the disk.

        Raises:
            RecordError: if the file does not have the expected length, because another program changed it.
            OSError: if it cannot be written; the file is then cut back to its whole lines.
        """
        with self.path.open("r+b", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != self._on_disk:
                raise RecordError(f"{self.path.name} was changed by another program, so this game cannot continue it.")
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
        """Cut an open file to its whole lines, and note its length on the disk; raises OSError."""
        try:
            os.ftruncate(descriptor, self._length)
        finally:
            self._on_disk = os.fstat(descriptor).st_size

    def _rewrite_in_new_format(self, record: Record) -> None:
        """Replace the file by the same record in the present format; raises OSError and then leaves the file."""
        text, chain = _encode_lines([record.header, *record.entries])
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


def _encode_lines(parts: Iterable[Header | Entry]) -> tuple[bytes, str]:
    """Return a header and its entries as the bytes of a file, and the check of the last line."""
    lines: list[bytes] = []
    chain = ""
    for part in parts:
        text, chain = encode_line(part, chain)
        lines.append(text)
    return b"".join(lines), chain


def _write_new(path: Path, text: bytes) -> None:
    """Write a new file, and wait until it is on the disk.

    Raises:
        OSError: if it exists or cannot be written; a part that was written is removed.
    """
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
    """Write all of `text` to an open file, and wait until it is on the disk; raises OSError."""
    left = memoryview(text)
    while left:
        left = left[os.write(descriptor, left) :]
    sync(descriptor)


def _sync_folder(folder: Path) -> None:
    # The name of a new file is safe only when its folder is; Windows cannot open a folder and needs no such step.
    """Wait until the entries of a folder are on the disk; does nothing where the system cannot do so."""
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


def _write_error(path: Path, error: OSError) -> RecordError:
    """Return the error that a record cannot be written, with the system's reason."""
    return RecordError(f"{path.name} cannot be written: {reason(error)}.")
