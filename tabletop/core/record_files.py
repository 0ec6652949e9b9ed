"""What a player does with records as files: another title, laid aside and fetched back, brought in and taken out.

Nothing is ever lost by it: a record that is deleted lies in a folder of its own until it is fetched back, and no file
is written over another. A record that lies on a table is left alone.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tabletop.core import guarded_file, library, paths, reading
from tabletop.core.errors import RecordError
from tabletop.core.library import RecordLock
from tabletop.core.paths import PathError
from tabletop.core.plain_text import STEERING
from tabletop.core.reading import Summary
from tabletop.core.side_record import exported

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
