"""Actions on record files: rename, delete, restore, import and export; and the records of one side.

No data is ever lost: a deleted record lies in a folder of its own until it is restored, and no file is
overwritten. A record that is open at a table is left alone.

The record of one side holds only what that side may know (C-6): it can be watched but not played on. Its events
are redacted, and a command of the other side only names the seat that gave it. A view after an event that does
not follow from the view before, e.g. when a hidden card is played, is stored in the entry.
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
from tabletop.core.phrases import CONTROL_CHARACTERS
from tabletop.core.reading import RecordSummary
from tabletop.core.record import CommandEntry, Entry, Header, MatchStatus, encode_line, state_hash

LONGEST_TITLE = 80
"""Most characters of a title."""
_UNNAMED = "match"
"""Stem for a record file that has nothing before its suffix."""
_LONGEST_STEM = 200
"""Most bytes in the stem of an imported record."""


def deleted_folder() -> Path:
    """Return the folder of the deleted records."""
    return library.records_folder() / "deleted"


def list_deleted() -> list[tuple[Path, RecordSummary | RecordError]]:
    """Return the deleted records with their summaries or errors, the latest played first."""
    found = guarded_file.list_files(deleted_folder(), library.SUFFIX)
    return list(library.summarize_records(sorted(found, key=guarded_file.modification_time, reverse=True)))


def rename(record: Path, title: str) -> None:
    """Give a record another title; the time of writing and all else stay.

    Control characters and extra spaces are taken out, and the title is cut to `LONGEST_TITLE` characters.

    Raises:
        RecordError: in one sentence, if the title is blank, or the record is not sound, open elsewhere or unwritable.
    """
    cleaned = " ".join(CONTROL_CHARACTERS.sub(" ", title).split())
    if not cleaned:
        raise RecordError("A match needs a title.")
    with _hold_lock(record):
        _write(record, reading.retitle(record, cleaned[:LONGEST_TITLE]), record)


def delete(record: Path) -> Path:
    """Move a record to the folder of deleted records, and return its new path.

    Raises:
        RecordError: in one sentence, if the record is open elsewhere or cannot be moved.
    """
    with _hold_lock(record):
        return _move_free(record, deleted_folder())


def restore(record: Path) -> Path:
    """Move a deleted record back to the library, and return its new path.

    Raises:
        RecordError: in one sentence, if the record cannot be moved.
    """
    with _translate_errors(record):
        return _move_free(record, library.records_folder())


def import_record(file: Path) -> Path:
    """Copy a record from any folder into the library under a free name, and return the path of the copy.

    Raises:
        RecordError: in one sentence, if the file is no sound record, or the copy cannot be written.
    """
    with _translate_errors(file):
        copy, content = (
            guarded_file.find_free_path(library.records_folder() / _listed_name(file.name)),
            reading.read_checked(file),
        )
        _write(copy, content, file)
        return copy


def export_record(record: Path, target: Path, side: str = "") -> Path:
    """Copy a record, or only what `side` may know of it, to `target`; return the path with the suffix of records.

    Raises:
        RecordError: in one sentence, if the target exists or cannot be written, or the record is not sound or does
            not hold what `side` may know.
    """
    with _translate_errors(target):
        copy = target.parent / paths.parse_name(_add_suffix(paths.parse_name(target.name)))
        if guarded_file.is_taken(copy):
            raise RecordError(f"There is already a file {copy.name}; it was not overwritten.")
        _write(copy, export_for_side(record, side) if side else reading.read_checked(record), record)
    return copy


@contextmanager
def _hold_lock(record: Path) -> Iterator[None]:
    """Hold the lock of a record inside this context, and turn system errors into RecordError.

    Raises:
        RecordError: if the record is open in another process.
    """
    lock = RecordLock()
    lock.acquire(record)
    try:
        with _translate_errors(record):
            yield
    finally:
        lock.release()


@contextmanager
def _translate_errors(record: Path) -> Iterator[None]:
    """Turn system errors inside this context into RecordError about `record`."""
    try:
        yield
    except PathError as error:
        raise RecordError(str(error)) from error
    except (OSError, ValueError) as error:
        raise RecordError(f"{record.name} cannot be written: {guarded_file.reason(error)}.") from error


def _write(file: Path, content: bytes, of: Path) -> None:
    """Write a record's content to `file`, with the time of writing of the file `of`."""
    before = of.stat()
    guarded_file.write_whole(file, content)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _move_free(record: Path, folder: Path) -> Path:
    """Move a record into `folder`, which is made if missing, under a free name; return the new path."""
    folder.mkdir(parents=True, exist_ok=True)
    return record.rename(guarded_file.find_free_path(folder / record.name))


def _add_suffix(name: str) -> str:
    """Return `name` with the suffix of records, unless it has that in any case."""
    return name if name.lower().endswith(library.SUFFIX) else name + library.SUFFIX


def _listed_name(name: str) -> str:
    """Return `name` as a name that the library lists: with a stem and the suffix of records.

    The name is shortened, so that a number and the suffix of a lock file still fit.
    """
    stem = _add_suffix(name)[: -len(library.SUFFIX)].strip(". ") or _UNNAMED
    while len(os.fsencode(stem)) > _LONGEST_STEM:
        stem = stem[:-1]
    return stem + library.SUFFIX


P = TypeVar("P", bound=MatchStatus)


def export_for_side(record: Path, side: str) -> bytes:
    """Return what `side` may know of a record, as the content of a record file.

    The record of that very side is returned as it is.

    Raises:
        RecordError: if the record is not sound, has no such side, or holds only another side's knowledge.
    """
    match = Match.load(record)
    known = match.header.known_to
    if known == side:
        return reading.read_checked(record)
    if side not in [one.id for one in match.game.meta.sides] or known:
        raise RecordError(f"{record.name} does not hold what '{side}' may know.")
    return encode_side_record(match, side)


def encode_side_record(match: Match, side: str) -> bytes:
    """Return what `side` may know of a match, as the content of a record file."""
    lines, chain = [], ""
    for part in (_redact_header(match, side), *_redact_entries(match, side)):
        text, chain = encode_line(part, chain)
        lines.append(text)
    return b"".join(lines)


def _redact_header(match: Match, side: str) -> Header:
    """Return the header without any seed, which would give the rest away, and with the side's opening view."""
    opening = match.game.view(match.opening, side)
    seating = match.header.seating
    players = {seat: replace(one, seed="") for seat, one in seating.players.items()}
    header = replace(match.header, seed="", opening=msgspec.Raw(msgspec.json.encode(opening)), known_to=side)
    return _set_status(replace(header, seating=replace(seating, players=players)), match.game, opening)


def _redact_entries(match: Match, side: str) -> Iterable[Entry]:
    """Yield all entries as `side` may know them: with redacted commands and events, without reasons.

    Each has the status of the side's view after it, and the views that do not follow from its events.
    """
    timeline, state = match.timeline(), match.game.view(match.opening, side)
    for entry, move in timeline.advance():
        after = match.game.view(timeline.state, side)
        if isinstance(entry, CommandEntry):
            seen, views = _redact_events(match, side, move.before, move.events, state)
            given = _redact_command(match, side, move.before, move.command)
            entry = replace(entry, command=given, events=seen, views=views, why=msgspec.UNSET)
        yield _set_status(entry, match.game, after)
        state = after


def _set_status(part: P, game: AnyGame, view: AnyState) -> P:
    """Return a header or entry with the status of the side's view; the number of draws is hidden."""
    over = game.outcome(view) is not None
    return replace(part, drawn=0, hash=state_hash(view), now=game.headline(view), over=over)


def _redact_command(match: Match, side: str, before: AnyState, command: Command) -> Command:
    """Return a command of `side` itself unchanged; of another side only the seat that gave it."""
    if command.side == side or isinstance(command, RedactedCommand):
        return command
    return RedactedCommand(side=command.side, by=match.game.seat_of_command(before, command))


def _redact_events(
    match: Match, side: str, before: AnyState, events: Iterable[Event], view: AnyState
) -> tuple[tuple[Event, ...], dict[int, msgspec.Raw] | msgspec.UnsetType]:
    """Return the redacted events, and by number of the event the views that do not follow from them."""
    game, seen, views = match.game, list[Event](), dict[int, msgspec.Raw]()
    for number, event in enumerate(events):
        before = game.evolve(before, event)
        seen.append(game.redact(event, side))
        after = game.view(before, side)
        if not _is_consequence(game, view, seen[-1], after):
            views[number] = msgspec.Raw(msgspec.json.encode(after))
        view = after
    return tuple(seen), views or msgspec.UNSET


def _is_consequence(game: AnyGame, view: AnyState, seen: Event, after: AnyState) -> bool:
    """Return True if the rules lead from `view` and the redacted event to `after`."""
    try:
        return bool(game.evolve(view, seen) == after)
    except BROKEN:
        return False
