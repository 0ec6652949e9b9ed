"""The library of saved games on this machine, and the lock that lets one process play a record at a time.

The lock is on an empty file beside the record. The system releases the lock when its process ends in any way, so
a lock file that was left behind blocks nobody.
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
from tabletop.core.guarded_file import KILOBYTE, UnreadableError, modification_time
from tabletop.core.reading import RecordSummary
from tabletop.core.user_folders import HOME as HOME
from tabletop.core.user_folders import home_folder as home_folder

SUFFIX = ".jsonl"
"""Suffix of record files."""
_LONGEST = 60
"""Characters of a title that the file name of its record takes; systems allow about 250 in all."""
_LAST = "last_played"
"""File that holds the name of the record that was played last."""


def records_folder() -> Path:
    """Return the folder of the records."""
    return home_folder() / "records"


def find_new_path(title: str, moment: datetime) -> Path:
    """Return a free path for a new record, made from its title, date and time. Creates no file."""
    name = re.sub(r"[^a-z0-9]+", "-", title.lower())[:_LONGEST].strip("-") or "game"
    return guarded_file.find_free_path(records_folder() / f"{name}-{moment:%Y%m%d-%H%M%S}{SUFFIX}")


def list_records() -> list[Path]:
    """Return the paths of the records: the one played last first, then by time of writing, newest first."""
    last = _read_last_played()
    found = guarded_file.list_files(records_folder(), SUFFIX)
    return sorted(found, key=lambda path: (path.name == last, modification_time(path), path.name), reverse=True)


def summarize_all() -> Iterator[tuple[Path, RecordSummary | RecordError]]:
    """Yield each record's path with its summary, or its error, in the order of `list_records`."""
    return summarize_records(list_records())


def summarize_records(records: Iterable[Path]) -> Iterator[tuple[Path, RecordSummary | RecordError]]:
    """Yield each path with the summary of its record, or the error if the record cannot be used."""
    for path in records:
        try:
            yield path, reading.read_summary(path)
        except RecordError as error:
            yield path, error


def mark_played(path: Path) -> None:
    """Save the name of the record that is being played, because the clock may be set back. Write errors are ignored."""
    with suppress(OSError):
        guarded_file.write_whole(home_folder() / _LAST, path.name.encode(errors="surrogateescape"))


def _read_last_played() -> str:
    """Return the name of the record file that was played last, or "" if it is unknown."""
    try:
        return guarded_file.load_bytes(home_folder() / _LAST, KILOBYTE).decode(errors="surrogateescape")
    except UnreadableError:
        return ""


LOCK_SUFFIX = ".lock"


class RecordLock:
    """The lock on the one record that this process plays, if any."""

    def __init__(self) -> None:
        self._held: FileLock | None = None

    def acquire(self, record: Path) -> None:
        """Lock a record, and release the one that was locked before.

        If the system cannot lock there, e.g. without permission to write, nothing is locked.

        Raises:
            RecordError: if another process has locked the record.
        """
        self.release()
        lock = FileLock(os.path.realpath(record) + LOCK_SUFFIX)  # a link to a record is that record
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise RecordError(f"{record.name} is open in another window; close it there first.") from None
        except (OSError, NotImplementedError):
            return  # nobody can write here, or the file system, e.g. of a network, knows no locks
        self._held = lock

    def release(self) -> None:
        """Release the lock, if any, and remove its file."""
        if self._held:
            with suppress(OSError):  # Windows removes no file that is open: there it stays
                Path(self._held.lock_file).unlink(missing_ok=True)  # before its lock goes: nobody takes what goes too
            self._held.release()
        self._held = None
