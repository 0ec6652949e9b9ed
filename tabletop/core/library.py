"""Where saved games are kept on this machine, what is there, and who goes on with a record: one table at a time.

A lock on an empty file beside the record says so. The system takes it away with the process that holds it,
however that ends, so a lock that was left behind bars nobody.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from tabletop.core import guarded_file, reading
from tabletop.core.errors import RecordError
from tabletop.core.guarded_file import KILOBYTE, UnreadableError, written
from tabletop.core.places import HOME as HOME
from tabletop.core.places import home as home
from tabletop.core.reading import Summary

SUFFIX = ".jsonl"
"""Of the names of records."""
_LONGEST = 60
"""Characters of a title that the name of its record takes over; systems allow about 250 in all."""
_LAST = "last_played"
"""The file that holds the name of the record which was played last."""


def records() -> Path:
    """The folder of the records."""
    return home() / "records"


def new_path(title: str, moment: datetime) -> Path:
    """A path that is not taken for a new record: its title, its date and time."""
    name = re.sub(r"[^a-z0-9]+", "-", title.lower())[:_LONGEST].strip("-") or "game"
    return guarded_file.free(records() / f"{name}-{moment:%Y%m%d-%H%M%S}{SUFFIX}")


def paths() -> list[Path]:
    """The record files, the one that was played last first, then by when they were written."""
    last = _last_played()
    found = guarded_file.listed(records(), SUFFIX)
    return sorted(found, key=lambda path: (path.name == last, written(path), path.name), reverse=True)


def listing() -> Iterator[tuple[Path, Summary | RecordError]]:
    """What each record is, in the order of `paths`; a record that cannot be used is given as its error."""
    return told(paths())


def told(records: Iterable[Path]) -> Iterator[tuple[Path, Summary | RecordError]]:
    """What each of these is; a record that cannot be used is given as its error."""
    for path in records:
        try:
            yield path, reading.summary(path)
        except RecordError as error:
            yield path, error


def mark_played(path: Path) -> None:
    """Remember that this record is being played: the clock, which may be set back, cannot tell which one was last.

    Where that cannot be written, the clock has to do.
    """
    with suppress(OSError):
        guarded_file.replace(home() / _LAST, path.name.encode(errors="surrogateescape"))


def _last_played() -> str:
    try:
        return guarded_file.content(home() / _LAST, KILOBYTE).decode(errors="surrogateescape")
    except UnreadableError:
        return ""


ENDING = ".lock"


class RecordLock:
    """The one record that this process goes on with, if any."""

    def __init__(self) -> None:
        self._held: FileLock | None = None

    def take(self, record: Path) -> None:
        """Hold a record, and let go of the one that was held.

        Raises:
            RecordError: if another process holds it.
        """
        self.release()
        lock = FileLock(os.path.realpath(record) + ENDING)  # a link to a record is that record
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise RecordError(f"{record.name} is open in another window of the game; close it there first.") from None
        except (OSError, NotImplementedError):
            return  # nobody can write here, or the file system, e.g. of a network, knows no locks
        self._held = lock

    def release(self) -> None:
        """Let go of the record."""
        if self._held:
            with suppress(OSError):  # Windows removes no file that is open: there it stays
                Path(self._held.lock_file).unlink(missing_ok=True)  # before its lock goes: nobody takes what goes too
            self._held.release()
        self._held = None
