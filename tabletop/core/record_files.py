"""What a player does with records as files: another title, laid aside and fetched back, brought in and taken out.

Nothing is ever lost by it: a record that is deleted lies in a folder of its own until it is fetched back, and no file
is written over another. A record that lies on a table is left alone.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.core import guarded_file, library, paths, reading
from tabletop.core.commands import Command, RedactedCommand
from tabletop.core.errors import RecordError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState
from tabletop.core.library import RecordLock
from tabletop.core.match import Match
from tabletop.core.match_history import BROKEN
from tabletop.core.paths import PathError
from tabletop.core.phrases import STEERING
from tabletop.core.reading import Summary
from tabletop.core.record import Entry, Header, Made, MatchStatus, line, state_hash

LONGEST_TITLE = 80
"""Characters."""
_UNNAMED = "match"
"""Stem of a record whose file has nothing before its ending."""
_LONGEST_STEM = 200
"""Bytes of the name of a record that is brought in, without its ending."""


def aside() -> Path:
    """The folder of the records that were deleted."""
    return library.records() / "deleted"


def laid_aside() -> list[tuple[Path, Summary | RecordError]]:
    """The records that were deleted, the one that was played last first."""
    found = guarded_file.listed(aside(), library.SUFFIX)
    return list(library.told(sorted(found, key=guarded_file.written, reverse=True)))


def rename(record: Path, title: str) -> None:
    """Give a record another title; all else in it stays, when it was written too.

    Raises:
        RecordError: in one sentence, if it is not sound, is open elsewhere or cannot be written.
    """
    cleaned = " ".join(STEERING.sub(" ", title).split())
    if not cleaned:
        raise RecordError("A match needs a title of one letter at least.")
    with _held(record):
        _write(record, reading.retitled(record, cleaned[:LONGEST_TITLE]), record)


def delete(record: Path) -> Path:
    """Lay a record aside; where it lies now.

    Raises:
        RecordError: in one sentence, if it is open elsewhere or cannot be moved.
    """
    with _held(record):
        return _moved(record, aside())


def fetch_back(record: Path) -> Path:
    """Put a record that was deleted among the others again; where it lies now.

    Raises:
        RecordError: in one sentence, if it cannot be moved.
    """
    with _telling(record):
        return _moved(record, library.records())


def bring_in(file: Path) -> Path:
    """Copy a record from anywhere among the others; where the copy lies.

    Raises:
        RecordError: in one sentence, if it is no record that this program can read, or the copy cannot be written.
    """
    with _telling(file):
        copy, content = guarded_file.free(library.records() / _listed_name(file.name)), reading.sound(file)
        _write(copy, content, file)
        return copy


def take_out(record: Path, target: Path, side: str = "") -> Path:
    """Copy a record to a file elsewhere, or what a side may know of it; its path, which has the ending of records.

    Raises:
        RecordError: in one sentence, if there is such a file already, or it cannot be written.
    """
    with _telling(target):
        copy = target.parent / paths.parse_name(_suffixed(paths.parse_name(target.name)))
        if guarded_file.is_taken(copy):
            raise RecordError(f"There is a file {copy.name} already; nothing is written over it.")
        _write(copy, exported(record, side) if side else reading.sound(record), record)
    return copy


@contextmanager
def _held(record: Path) -> Iterator[None]:
    """While nobody else goes on with it."""
    lock = RecordLock()
    lock.take(record)
    try:
        with _telling(record):
            yield
    finally:
        lock.release()


@contextmanager
def _telling(record: Path) -> Iterator[None]:
    """Turn what the system refuses about `record` into a RecordError."""
    try:
        yield
    except PathError as error:
        raise RecordError(str(error)) from error
    except (OSError, ValueError) as error:
        raise RecordError(f"{record.name} cannot be written: {guarded_file.reason(error)}.") from error


def _write(file: Path, content: bytes, of: Path) -> None:
    """The content of a record, as old as the file it comes from."""
    before = of.stat()
    guarded_file.replace(file, content)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _moved(record: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return record.rename(guarded_file.free(folder / record.name))


def _suffixed(name: str) -> str:
    return name if name.lower().endswith(library.SUFFIX) else name + library.SUFFIX


def _listed_name(name: str) -> str:
    """Return `name` as one under which a record is listed: with the ending of records and something before it.

    It is shortened, so that a number and the ending of a lock still fit.
    """
    stem = _suffixed(name)[: -len(library.SUFFIX)].strip(". ") or _UNNAMED
    while len(os.fsencode(stem)) > _LONGEST_STEM:
        stem = stem[:-1]
    return stem + library.SUFFIX


P = TypeVar("P", bound=MatchStatus)


def exported(record: Path, side: str) -> bytes:
    """What a side may know of a match, as the content of a record.

    Raises:
        RecordError: if the record is not sound, or has no such side, or holds what another side may know.
    """
    match = Match.load(record)
    known = match.header.known_to
    if known == side:
        return reading.sound(record)
    if side not in [one.id for one in match.game.meta.sides] or known:
        raise RecordError(f"{record.name} does not hold what '{side}' may know.")
    return encode_side_record(match, side)


def encode_side_record(match: Match, side: str) -> bytes:
    """The same of a match."""
    lines, chain = [], ""
    for part in (_header(match, side), *_entries(match, side)):
        text, chain = line(part, chain)
        lines.append(text)
    return b"".join(lines)


def _header(match: Match, side: str) -> Header:
    """Without any seed: it would tell the rest."""
    opening = match.game.view(match.opening, side)
    seating = match.header.seating
    players = {seat: replace(one, seed="") for seat, one in seating.players.items()}
    header = replace(match.header, seed="", opening=msgspec.Raw(msgspec.json.encode(opening)), known_to=side)
    return _standing(replace(header, seating=replace(seating, players=players)), match.game, opening)


def _entries(match: Match, side: str) -> Iterable[Entry]:
    timeline, state = match.timeline(), match.game.view(match.opening, side)
    for entry, move in timeline.on():
        after = match.game.view(timeline.state, side)
        if isinstance(entry, Made):
            seen, views = _seen(match, side, move.before, move.events, state)
            given = _given(match, side, move.before, move.command)
            entry = replace(entry, command=given, events=seen, views=views, why=msgspec.UNSET)
        yield _standing(entry, match.game, after)
        state = after


def _standing(part: P, game: AnyGame, view: AnyState) -> P:
    """With where the match stands as the side knows it; how much chance was drawn is not told."""
    over = game.outcome(view) is not None
    return replace(part, drawn=0, hash=state_hash(view), now=game.headline(view), over=over)


def _given(match: Match, side: str, before: AnyState, command: Command) -> Command:
    if command.side == side or isinstance(command, RedactedCommand):
        return command
    return RedactedCommand(side=command.side, by=match.game.giver(before, command))


def _seen(
    match: Match, side: str, before: AnyState, events: Iterable[Event], view: AnyState
) -> tuple[tuple[Event, ...], dict[int, msgspec.Raw] | msgspec.UnsetType]:
    """The events as they were seen, and the views that do not follow from them, by the number of the event."""
    game, seen, views = match.game, list[Event](), dict[int, msgspec.Raw]()
    for number, event in enumerate(events):
        before = game.evolve(before, event)
        seen.append(game.seen(event, side))
        after = game.view(before, side)
        if not _follows(game, view, seen[-1], after):
            views[number] = msgspec.Raw(msgspec.json.encode(after))
        view = after
    return tuple(seen), views or msgspec.UNSET


def _follows(game: AnyGame, view: AnyState, seen: Event, after: AnyState) -> bool:
    """Whether what a side knows after an event comes of what it knew and saw."""
    try:
        return bool(game.evolve(view, seen) == after)
    except BROKEN:
        return False
