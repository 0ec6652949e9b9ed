"""Files that a player's disk holds: the one way by which they come in, and how a small one is written.

What is no regular file is refused before it is read, for a pipe would keep the program waiting for ever and a
device may have no end; and none is read that is larger than its kind ever is.
"""

import errno
import os
import stat
from codecs import BOM_UTF8
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from time import sleep

from tabletop.core import paths
from tabletop.core.paths import PathError
from tabletop.core.paths import reason as reason

KILOBYTE = 1_000
MEGABYTE = 1_000_000

_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"))
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_BESIDE = ".new"
"""Ending of the file into which a new content is written first."""
_TRIES, _PAUSE = 10, 0.05
"""How often a file is moved on Windows while another program holds it, and the seconds between."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = (datetime(9998, 12, 30, tzinfo=UTC) - _EPOCH).total_seconds()


class UnreadableError(Exception):
    """Why a file cannot be read, as what a sentence says of it.

    Attributes:
        line: where in the file, counted from 1 as the column is.
        missing: whether there is no such file.
    """

    def __init__(self, why: str, line: int = 1, column: int = 1, *, missing: bool = False) -> None:
        super().__init__(why)
        self.line = line
        self.column = column
        self.missing = missing


def content(path: Path, largest: int, start: bytes = b"") -> bytes:
    """All bytes of a file, which are `largest` at most; of one that does not begin with `start` no more than so many.

    Raises:
        UnreadableError: if it cannot be opened, is no regular file, or is larger.
    """
    try:
        with os.fdopen(_opened(path), "rb") as file:
            found = file.read(len(start))
            found += file.read(largest + 1) if found == start else b""
    except OSError as error:
        raise UnreadableError(
            f"cannot be opened: {reason(error)}", missing=isinstance(error, FileNotFoundError)
        ) from error
    if len(found) > largest:
        size = f"{largest // MEGABYTE} megabytes" if largest >= MEGABYTE else f"{largest // KILOBYTE} kilobytes"
        raise UnreadableError(f"is too large: more than {size}")
    return found


def text(path: Path, largest: int) -> str:
    """The text of a file in UTF-8, its lines ended by ``\\n`` alone; errors as those of `content`, and a wrong byte."""
    found = content(path, largest).removeprefix(BOM_UTF8)
    try:
        return StringIO(found.decode(), newline=None).read()
    except UnicodeDecodeError as error:
        before = StringIO(found[: error.start].decode(), newline=None).read().split("\n")
        raise UnreadableError("has a byte here that is not text in UTF-8", len(before), len(before[-1]) + 1) from error


def listed(folder: Path, ending: str) -> tuple[Path, ...]:
    """Return what lies in `folder` with an `ending` such as ``.yaml`` in any case, by name; () if it cannot be read."""
    return tuple(path for path in _entries(folder) if path.suffix.lower() == ending)


def folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders in `folder` whose names do not begin with a dot, by name; () if it cannot be read.

    A link that cannot be followed is left out.
    """
    return tuple(path for path in _entries(folder) if not path.name.startswith(".") and paths.is_folder(path))


def check_folder(folder: Path) -> None:
    """Raise PathError if it cannot be told what lies in `folder`."""
    try:
        next(folder.iterdir(), None)
    except (OSError, ValueError) as error:
        raise PathError(f"Nobody can look into {paths.find_name(folder)}: {reason(error)}.") from error


def _entries(folder: Path) -> list[Path]:
    """Return everything that lies in `folder`, by name; [] if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []


def written(path: Path) -> datetime:
    """When a file was written last, in local time; the year 1970 if nobody knows, and never after the year 9998."""
    try:
        seconds = path.stat().st_mtime
    except (OSError, ValueError):
        seconds = 0.0
    moment = _EPOCH + timedelta(seconds=max(0.0, min(seconds, _LATEST)))
    try:
        return moment.astimezone()
    except (OSError, OverflowError):  # Windows knows local times from 1970 to 3000 only
        return moment


def size(path: Path) -> int:
    """Bytes of a file; none if nobody can tell."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def replace(path: Path, fresh: bytes) -> None:
    """Write a small file whole, or leave the one that is there as it is and nothing beside it.

    Raises:
        OSError: if it cannot be written, also where no file can have such a name.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(_shortened(path.name) + _BESIDE)
        beside.unlink(missing_ok=True)
        try:
            with beside.open("xb") as file:
                file.write(fresh)
            move_over(beside, path)
        except OSError:
            with suppress(OSError):  # the first error is the one to be told
                beside.unlink(missing_ok=True)
            raise
    except ValueError as error:
        raise OSError(errno.EINVAL, reason(error), str(path)) from error


def sync(descriptor: int) -> None:
    """Wait until what was written to an open file is on the disk; raises OSError.

    On macOS `os.fsync` waits only until the disk has it in its own memory, which a power cut would empty.
    """
    if _SYNC_WHOLE is not None:
        with suppress(OSError):  # some file systems, e.g. of networks, know only the other way
            _SYNC_WHOLE(descriptor)
            return
    os.fsync(descriptor)


def _whole_sync() -> Callable[[int], object] | None:
    """Return what empties the memory of a disk on macOS; None on other systems."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    number = getattr(fcntl, "F_FULLFSYNC", None)
    return None if number is None else lambda descriptor: fcntl.fcntl(descriptor, number)


_SYNC_WHOLE = _whole_sync()


def move_over(source: Path, target: Path) -> None:
    """Move a file over another one, or to a name where nothing lies; raises OSError.

    Windows refuses that while another program, e.g. one that looks for viruses, has either of them open. That takes
    a moment, so there it is tried again for half a second.
    """
    for _ in range(_TRIES if paths.ON_WINDOWS else 0):
        with suppress(PermissionError):
            source.replace(target)
            return
        sleep(_PAUSE)
    source.replace(target)


def _shortened(name: str) -> str:
    """Return `name` without so many letters at its end that the ending of the file beside it still fits."""
    while len(os.fsencode(name)) + len(_BESIDE) > paths.LONGEST_NAME:
        name = name[:-1]
    return name


def is_taken(path: Path) -> bool:
    """Return True if anything lies at `path`, be it a link that leads nowhere."""
    return os.path.lexists(path)


def free(path: Path, between: str = "-", taken: Collection[str] = ()) -> Path:
    """A path where nothing lies yet: this one, or numbered from 2 on; its stem is none of those `taken` besides."""
    stem, number = path.stem, 1
    while path.stem in taken or is_taken(path):
        number += 1
        path = path.with_stem(f"{stem}{between}{number}")
    return path


def _opened(path: Path) -> int:
    """Return the descriptor of a regular file; opening a pipe does not wait for a program that writes into it."""
    try:
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:
        raise UnreadableError(f"cannot be opened: {reason(error)}", missing=True) from error
    except PermissionError:
        if paths.is_folder(path):  # Windows opens no folder and says that this is a matter of rights
            raise _no_file(stat.S_IFDIR) from None
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise _no_file(mode)
    return descriptor


def _no_file(mode: int) -> UnreadableError:
    return UnreadableError(f"cannot be opened: it is {_KINDS.get(stat.S_IFMT(mode), 'something else')}, not a file")
