"""Where saved games are kept on this machine, and what is there."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from tabletop.core import reading
from tabletop.core.errors import RecordError
from tabletop.core.places import HOME as HOME
from tabletop.core.places import home as home
from tabletop.core.reading import Summary


def records() -> Path:
    """The folder of the records."""
    return home() / "records"


def new_path(title: str, moment: datetime) -> Path:
    """A path that is not taken for a new record: its title, its date and time."""
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "game"
    stem = f"{name}-{moment:%Y%m%d-%H%M%S}"
    path = records() / f"{stem}.jsonl"
    number = 2
    while path.exists():
        path = records() / f"{stem}-{number}.jsonl"
        number += 1
    return path


def paths() -> list[Path]:
    """The record files, the one written last first."""
    if not records().is_dir():
        return []
    return sorted(records().glob("*.jsonl"), key=_written, reverse=True)


def listing() -> Iterator[Summary | RecordError]:
    """What each record is, the one written last first; a record that cannot be used is given as its error."""
    for path in paths():
        try:
            yield reading.summary(path)
        except RecordError as error:
            yield error


def _written(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except FileNotFoundError:
        return 0, path.name
