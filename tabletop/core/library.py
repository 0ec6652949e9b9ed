"""Where saved games are kept on this machine, and what is there."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from tabletop.core import guarded_file, reading
from tabletop.core.errors import RecordError
from tabletop.core.guarded_file import KILOBYTE, UnreadableError, written
from tabletop.core.places import HOME as HOME
from tabletop.core.places import home as home
from tabletop.core.reading import Summary

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
    stem = f"{name}-{moment:%Y%m%d-%H%M%S}"
    path = records() / f"{stem}.jsonl"
    number = 2
    while path.exists():
        path = records() / f"{stem}-{number}.jsonl"
        number += 1
    return path


def paths() -> list[Path]:
    """The record files, the one that was played last first, then by when they were written."""
    last = _last_played()
    found = guarded_file.listed(records(), ".jsonl")
    return sorted(found, key=lambda path: (path.name == last, written(path), path.name), reverse=True)


def listing() -> Iterator[tuple[Path, Summary | RecordError]]:
    """What each record is, in the order of `paths`; a record that cannot be used is given as its error."""
    for path in paths():
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
