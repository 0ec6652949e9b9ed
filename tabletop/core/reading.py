"""Reading a record file: whatever is wrong with it is one clear sentence, and the file is not touched."""

import re
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from tabletop.core import guarded_file
from tabletop.core.errors import RecordError
from tabletop.core.game import AnyGame, Outcome, find
from tabletop.core.guarded_file import MEGABYTE, UnreadableError
from tabletop.core.record import FORMAT, KIND, Header, MatchStatus, Record, Seating, check_of, entry_decoder, sealed

T = TypeVar("T")

Lines = list[dict[str, object]]

MIGRATIONS: dict[int, Callable[[Lines], Lines]] = {}
"""Format version to the change that makes its lines those of the next one.

A change that moves the fields of a state sets the `hash` of each line to "", which is not compared.
"""

LARGEST = 64 * MEGABYTE
"""A record at most; the longest battle of sixty ships takes a tenth of it."""
DEEPEST = 100
"""How far lists and groups of a line may lie inside one another; the program writes a tenth of it.

Without this bound each version of Python would refuse another depth.
"""
_START = b'{"check":"'
_LONGEST = 200
"""Characters of a quoted error at most."""
_NO_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[^][{}"]+')
"""Everything in a line of JSON but the brackets of its lists and groups."""
_CHECKED = re.compile(rb'\{"check":"([0-9a-f]{16})",')


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding JSON can end in."""


class Summary(msgspec.Struct, frozen=True):
    """What the list of records tells of one.

    Attributes:
        began: date and time in UTC, ISO 8601.
        now: the moment in a player's words.
        over: whether the game has ended.
        seating: who sits at the table.
        opening: the state before the first command, as it is written.
        known_to: the side that may know it, if it holds no more than that.
        outcome: how the game ended; None before its end, or if the record does not say so in one place.
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
    outcome: msgspec.Raw = msgspec.Raw(b"null")


class _Happened(msgspec.Struct):
    events: tuple[_End, ...] = ()


class _Stamp(msgspec.Struct):
    record: str
    version: int


def read(path: Path) -> Record:
    """Everything in a record file.

    Raises:
        RecordError: if it is not a sound record of a known game and version.
    """
    content = _contents(path)
    lines, torn = _finished(content, path.name)
    version = _version(lines[0], path.name)
    bodies, chain = _bodies(lines, path.name)
    if version < FORMAT:
        bodies = _migrated(bodies, version, path.name)
    header = _decoded(msgspec.json.Decoder(Header), bodies[0], 1, path.name)
    decoder = entry_decoder(game_of(header, path.name))
    entries = tuple(_decoded(decoder, body, number, path.name) for number, body in enumerate(bodies[1:], 2))
    return Record(header, entries, len(content) - torn, torn, chain, version)


def summary(path: Path) -> Summary:
    """What a record is of and how far it has come, from its first and last lines alone.

    Raises:
        RecordError: if it is not a record that this program can read.
    """
    lines, _ = _finished(_contents(path), path.name)
    version = _version(lines[0], path.name)
    if version < FORMAT:
        record = read(path)
        header, last = record.header, record.entries[-1] if record.entries else MatchStatus()
    else:
        header = _decoded(msgspec.json.Decoder(Header), lines[0], 1, path.name)
        last = _decoded(msgspec.json.Decoder(MatchStatus), lines[-1], len(lines), path.name)
    return Summary(
        path, header.game, header.title, header.began, last.now, last.over, header.seating, header.opening,
        header.known_to, _outcome(lines[1:]) if last.over else None,
    )  # fmt: skip


def _outcome(lines: Sequence[bytes]) -> Outcome | None:
    """Return how the game ended, from the latest line with an event that tells an outcome; None if there is none."""
    for line in reversed(lines):
        if b'"outcome":' not in line or is_nested_too_deeply(line):
            continue
        with suppress(*UNREADABLE):
            for event in reversed(msgspec.json.decode(line, type=_Happened).events):
                if found := msgspec.json.decode(event.outcome, type=Outcome | None):
                    return found
    return None


def sound(path: Path) -> bytes:
    """The whole content of a record that can be played on.

    Raises:
        RecordError: if it is not a sound record of a known game and version.
    """
    read(path)
    return _contents(path)


def retitled(path: Path, title: str) -> bytes:
    """The content of a record under another title: the checks are made anew, and of each line all else is as it was.

    Raises:
        RecordError: if it is not a sound record of a known game and version.
    """
    lines, _ = _finished(sound(path), path.name)
    bodies, _ = _bodies(lines, path.name)
    header = msgspec.json.decode(bodies[0], type=dict[str, msgspec.Raw])
    header["title"] = msgspec.Raw(msgspec.json.encode(title))
    written, chain = [], ""
    for body in (msgspec.json.encode(header), *bodies[1:]):
        line, chain = sealed(body, chain)
        written.append(line)
    return b"".join(written)


def game_of(header: Header, name: str) -> AnyGame:
    """The game that a record is of; RecordError if it is not installed."""
    try:
        return find(header.game)
    except KeyError:
        raise RecordError(f"{name} is a record of '{header.game}', a game that this program does not have.") from None


def _contents(path: Path) -> bytes:
    try:
        return guarded_file.content(path, LARGEST, _START)
    except UnreadableError as error:
        raise RecordError(f"{path.name} {error}.") from error


def _finished(content: bytes, name: str) -> tuple[list[bytes], int]:
    whole = content.rfind(b"\n") + 1
    if not content:
        raise RecordError(f"{name} is empty.")
    if not content.startswith(_START):
        raise _foreign(name)
    if not whole:
        raise RecordError(f"{name} breaks off before its first line ends: there is nothing in it to go on with.")
    return content[:whole].splitlines(), len(content) - whole


def _version(text: bytes, name: str) -> int:
    if is_nested_too_deeply(text):
        raise _damaged(name, 1)
    try:
        stamp = msgspec.json.decode(text, type=_Stamp)
    except msgspec.ValidationError:
        raise _foreign(name) from None
    except UNREADABLE:
        raise _damaged(name, 1) from None
    if stamp.record != KIND:
        raise _foreign(name)
    if stamp.version > FORMAT:
        raise RecordError(
            f"{name} was written by a newer version of the program (format {stamp.version}, this one reads {FORMAT})."
        )
    return stamp.version


def _bodies(lines: list[bytes], name: str) -> tuple[list[bytes], str]:
    found: list[bytes] = []
    chain = ""
    for number, text in enumerate(lines, 1):
        match = _CHECKED.match(text)
        body = b"{" + text[match.end() :] if match else b""
        chain = check_of(body, chain)
        if match is None or match[1].decode() != chain:
            raise _damaged(name, number)
        found.append(body)
    return found, chain


def _foreign(name: str) -> RecordError:
    return RecordError(f"{name} is not a record of The Admiral's Table.")


def _damaged(name: str, number: int) -> RecordError:
    return RecordError(f"{name} was damaged or changed after it was written, in line {number}.")


def _migrated(bodies: list[bytes], version: int, name: str) -> list[bytes]:
    decoder = msgspec.json.Decoder(dict[str, object])
    lines: Lines = [_decoded(decoder, body, number, name) for number, body in enumerate(bodies, 1)]
    for step in range(version, FORMAT):
        if step not in MIGRATIONS:
            raise RecordError(f"{name} is of format {step}, which this version of the program no longer reads.")
        lines = MIGRATIONS[step](lines)
    return [msgspec.json.encode(each) for each in lines]


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes, number: int, name: str) -> T:
    try:
        if is_nested_too_deeply(body):
            raise RecursionError("it is nested too deeply")
        return decoder.decode(body)
    except UNREADABLE as error:
        said = in_short(error)
        raise RecordError(f"{name} has something in line {number} that the game does not know: {said}.") from error


def is_nested_too_deeply(text: bytes) -> bool:
    """Return True if lists and groups in a line of JSON lie more than `DEEPEST` deep inside one another."""
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for bracket in _NO_BRACKETS.sub(b"", text):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def in_short(error: Exception) -> str:
    """What an error says, fit for a sentence even where it quotes pages."""
    return textwrap.shorten(str(error), _LONGEST, placeholder=" …") or type(error).__name__
