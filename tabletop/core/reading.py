"""Reading record files. Every error is one clear sentence, and the file is never changed."""

import re
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from tabletop.core import guarded_file
from tabletop.core.errors import RecordError
from tabletop.core.game import AnyGame, Outcome, find_game
from tabletop.core.guarded_file import MEGABYTE, UnreadableError
from tabletop.core.record import (
    FORMAT,
    KIND,
    Header,
    MatchStatus,
    Record,
    Seating,
    build_entry_decoder,
    chain_line,
    compute_check,
)

T = TypeVar("T")

Lines = list[dict[str, object]]

MIGRATIONS: dict[int, Callable[[Lines], Lines]] = {}
"""By format version, the function that converts the lines to the next version.

A migration that moves the fields of a state sets the `hash` of each line to "", which is not compared.
"""

LARGEST = 64 * MEGABYTE
"""Largest record in bytes; the longest battle of sixty ships takes a tenth of it."""
DEEPEST = 100
"""Deepest nesting in a line; the program writes a tenth of it.

Without this bound each version of Python would have a limit of its own.
"""
_START = b'{"check":"'
_LONGEST = 200
"""Most characters of a quoted error."""
_NO_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[^][{}"]+')
"""Matches everything in a line of JSON except the brackets of its lists and mappings."""
_CHECKED = re.compile(rb'\{"check":"([0-9a-f]{16})",')


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors that decoding JSON can raise."""


class RecordSummary(msgspec.Struct, frozen=True):
    """The data of a record for the list of records.

    Attributes:
        began: date and time in UTC, ISO 8601.
        now: the last moment in a player's words.
        over: True if the game has ended.
        seating: the players.
        opening: the state before the first command, as JSON.
        known_to: id of the side whose knowledge the record holds, if it holds no more.
    """

    path: Path
    game: str
    title: str
    began: str
    now: str
    over: bool
    seating: Seating = Seating()
    opening: msgspec.Raw = msgspec.Raw(b"{}")
    known_to: str | msgspec.UnsetType = msgspec.UNSET
    outcome: Outcome | None = None


class _End(msgspec.Struct):
    """The outcome in an event, undecoded."""

    outcome: msgspec.Raw = msgspec.Raw(b"null")


class _Happened(msgspec.Struct):
    """The events of a line, of which only outcomes are read."""

    events: tuple[_End, ...] = ()


class _Stamp(msgspec.Struct):
    """The fields of a header that tell a record and its format."""

    record: str
    version: int


def read_record(path: Path) -> Record:
    """Read, check and decode a record file; an older format is migrated.

    Raises:
        RecordError: if the file is not a sound record of a known game and version.
    """
    content = _read_contents(path)
    lines, torn = _split_lines(content, path.name)
    version = _read_version(lines[0], path.name)
    bodies, chain = _check_chain(lines, path.name)
    if version < FORMAT:
        bodies = _migrate(bodies, version, path.name)
    header = _decode(msgspec.json.Decoder(Header), bodies[0], 1, path.name)
    decoder = build_entry_decoder(game_of(header, path.name))
    entries = tuple(_decode(decoder, body, number, path.name) for number, body in enumerate(bodies[1:], 2))
    return Record(header, entries, len(content) - torn, torn, chain, version)


def read_summary(path: Path) -> RecordSummary:
    """Read the summary of a record from its first and last lines alone; only an old format is read completely.

    Raises:
        RecordError: if the file is not a record that this program can read.
    """
    lines, _ = _split_lines(_read_contents(path), path.name)
    version = _read_version(lines[0], path.name)
    if version < FORMAT:
        record = read_record(path)
        header, last = record.header, record.entries[-1] if record.entries else MatchStatus()
    else:
        header = _decode(msgspec.json.Decoder(Header), lines[0], 1, path.name)
        last = _decode(msgspec.json.Decoder(MatchStatus), lines[-1], len(lines), path.name)
    return RecordSummary(
        path, header.game, header.title, header.began, last.now, last.over, header.seating, header.opening,
        header.known_to, _outcome(lines[1:]) if last.over else None,
    )  # fmt: skip


def _outcome(lines: Sequence[bytes]) -> Outcome | None:
    """Return the latest outcome that an event in `lines` tells, or None. Unreadable lines are skipped."""
    for line in reversed(lines):
        if b'"outcome":' not in line or is_nested_too_deeply(line):
            continue
        with suppress(*UNREADABLE):
            for event in reversed(msgspec.json.decode(line, type=_Happened).events):
                if found := msgspec.json.decode(event.outcome, type=Outcome | None):
                    return found
    return None


def read_checked(path: Path) -> bytes:
    """Return the bytes of a record file after checking that the record is sound.

    Raises:
        RecordError: if the file is not a sound record of a known game and version.
    """
    read_record(path)
    return _read_contents(path)


def retitle(path: Path, title: str) -> bytes:
    """Return the bytes of a record under another title, with new checks and all else unchanged. Writes nothing.

    Raises:
        RecordError: if the file is not a sound record of a known game and version.
    """
    lines, _ = _split_lines(read_checked(path), path.name)
    bodies, _ = _check_chain(lines, path.name)
    header = msgspec.json.decode(bodies[0], type=dict[str, msgspec.Raw])
    header["title"] = msgspec.Raw(msgspec.json.encode(title))
    written, chain = [], ""
    for body in (msgspec.json.encode(header), *bodies[1:]):
        line, chain = chain_line(body, chain)
        written.append(line)
    return b"".join(written)


def game_of(header: Header, name: str) -> AnyGame:
    """Return the game of a record; raises RecordError if the game is not installed."""
    try:
        return find_game(header.game)
    except KeyError:
        raise RecordError(f"{name} is a record of '{header.game}', a game this program does not have.") from None


def _read_contents(path: Path) -> bytes:
    """Return the bytes of a record file; only its first bytes if it does not begin like a record.

    Raises:
        RecordError: if it cannot be read, or is larger than `LARGEST`.
    """
    try:
        return guarded_file.load_bytes(path, LARGEST, _START)
    except UnreadableError as error:
        raise RecordError(f"{path.name} {error}.") from error


def _split_lines(content: bytes, name: str) -> tuple[list[bytes], int]:
    """Return the finished lines, and the number of bytes of an unfinished last line; raises RecordError.

    A record that is empty, begins in another way or has no finished line is an error.
    """
    whole = content.rfind(b"\n") + 1
    if not content:
        raise RecordError(f"{name} is empty.")
    if not content.startswith(_START):
        raise _foreign_error(name)
    if not whole:
        raise RecordError(f"{name} ends before its first line is complete: there is nothing to continue.")
    return content[:whole].splitlines(), len(content) - whole


def _read_version(text: bytes, name: str) -> int:
    """Return the format version in the first line.

    Raises:
        RecordError: if the line is damaged, not of a record, or of a newer format.
    """
    if is_nested_too_deeply(text):
        raise _damage_error(name, 1)
    try:
        stamp = msgspec.json.decode(text, type=_Stamp)
    except msgspec.ValidationError:
        raise _foreign_error(name) from None
    except UNREADABLE:
        raise _damage_error(name, 1) from None
    if stamp.record != KIND:
        raise _foreign_error(name)
    if stamp.version > FORMAT:
        raise RecordError(
            f"{name} was written by a newer version of the program (format {stamp.version}, this one reads {FORMAT})."
        )
    return stamp.version


def _check_chain(lines: list[bytes], name: str) -> tuple[list[bytes], str]:
    """Return the lines without their checks, and the last check; raises RecordError at the first wrong check."""
    found: list[bytes] = []
    chain = ""
    for number, text in enumerate(lines, 1):
        match = _CHECKED.match(text)
        body = b"{" + text[match.end() :] if match else b""
        chain = compute_check(body, chain)
        if match is None or match[1].decode() != chain:
            raise _damage_error(name, number)
        found.append(body)
    return found, chain


def _foreign_error(name: str) -> RecordError:
    """Return the error that a file is no record of this program."""
    return RecordError(f"{name} is not a record of The Admiral's Table.")


def _damage_error(name: str, number: int) -> RecordError:
    """Return the error that line `number` was damaged or changed."""
    return RecordError(f"{name} was damaged or changed after it was written: line {number}.")


def _migrate(bodies: list[bytes], version: int, name: str) -> list[bytes]:
    """Return the lines converted from format `version` to the present one."""
    decoder = msgspec.json.Decoder(dict[str, object])
    lines: Lines = [_decode(decoder, body, number, name) for number, body in enumerate(bodies, 1)]
    for step in range(version, FORMAT):
        if step not in MIGRATIONS:
            raise RecordError(f"{name} is of format {step}, which this version of the program no longer reads.")
        lines = MIGRATIONS[step](lines)
    return [msgspec.json.encode(each) for each in lines]


def _decode(decoder: msgspec.json.Decoder[T], body: bytes, number: int, name: str) -> T:
    """Return what a line holds; raises RecordError with `number` if it does not fit or is nested too deeply."""
    try:
        if is_nested_too_deeply(body):
            raise RecursionError("it is nested too deeply")
        return decoder.decode(body)
    except UNREADABLE as error:
        said = shorten_error(error)
        raise RecordError(f"{name}: line {number} contains something the game does not know: {said}.") from error


def is_nested_too_deeply(text: bytes) -> bool:
    """Return True if lists and mappings in a line of JSON are nested more than `DEEPEST` deep."""
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for bracket in _NO_BRACKETS.sub(b"", text):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def shorten_error(error: Exception) -> str:
    """Return the message of an error, shortened to fit a sentence; the name of its class if it has no message."""
    return textwrap.shorten(str(error), _LONGEST, placeholder=" …") or type(error).__name__
