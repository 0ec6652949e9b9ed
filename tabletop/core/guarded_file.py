"""Reading files from the player's disk, and writing small ones. All files of the player are read through this module.

A file that is not a regular file is refused before reading, because a pipe could block the program for ever and a
device may have no end. Files larger than their kind ever is are refused too.
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
"""Ending of the temporary file for new content."""
_TRIES, _PAUSE = 10, 0.05
"""How often a file is moved on Windows while another program holds it, and the seconds between."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = (datetime(9998, 12, 30, tzinfo=UTC) - _EPOCH).total_seconds()


class UnreadableError(Exception):
    """A file cannot be read; the message is the end of a sentence that begins with the file's name.

    Attributes:
        line: line of the error in the file, counted from 1 like `column`.
        missing: True if the file does not exist.
    """

    def __init__(self, why: str, line: int = 1, column: int = 1, *, missing: bool = False) -> None:
        super().__init__(why)
        self.line = line
        self.column = column
        self.missing = missing


def load_bytes(path: Path, largest: int, start: bytes = b"") -> bytes:
    """Return all bytes of a file, or only its first ``len(start)`` bytes if these differ from `start`.

    Raises:
        UnreadableError: if the file cannot be opened, is not a regular file, or has more than `largest` bytes
            (after `start`).
    """
    try:
        with os.fdopen(_open_regular(path), "rb") as file:
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


def load_text(path: Path, largest: int) -> str:
    r"""Return the text of a UTF-8 file with ``\\n`` as line ending and without a byte order mark.

    Raises:
        UnreadableError: as in `load_bytes`, or with line and column of a byte that is not UTF-8.
    """
    found = load_bytes(path, largest).removeprefix(BOM_UTF8)
    try:
        return StringIO(found.decode(), newline=None).read()
    except UnicodeDecodeError as error:
        before = StringIO(found[: error.start].decode(), newline=None).read().split("\n")
        raise UnreadableError("contains a byte that is not UTF-8 text", len(before), len(before[-1]) + 1) from error


def list_files(folder: Path, ending: str) -> tuple[Path, ...]:
    """Return the files in `folder` with a suffix such as ``.yaml`` in any case, by name; () if it cannot be read."""
    return tuple(path for path in _list_entries(folder) if path.suffix.lower() == ending)


def list_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders in `folder` whose names do not begin with a dot, by name; () if it cannot be read.

    A link that cannot be followed is left out.
    """
    return tuple(path for path in _list_entries(folder) if not path.name.startswith(".") and paths.is_folder(path))


def check_folder(folder: Path) -> None:
    """Raise PathError if the contents of `folder` cannot be read."""
    try:
        next(folder.iterdir(), None)
    except (OSError, ValueError) as error:
        raise PathError(f"Cannot open the folder {paths.find_name(folder)}: {reason(error)}.") from error


def _list_entries(folder: Path) -> list[Path]:
    """Return everything that lies in `folder`, by name; [] if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []


def modification_time(path: Path) -> datetime:
    """Return the time of the last write, local time; the year 1970 if it is unknown, and never after 9998."""
    try:
        seconds = path.stat().st_mtime
    except (OSError, ValueError):
        seconds = 0.0
    moment = _EPOCH + timedelta(seconds=max(0.0, min(seconds, _LATEST)))
    try:
        return moment.astimezone()
    except (OSError, OverflowError):  # Windows knows local times from 1970 to 3000 only
        return moment


def file_size(path: Path) -> int:
    """Return the size of a file in bytes; 0 if it is unknown."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def write_whole(path: Path, fresh: bytes) -> None:
    """Write a file completely, or leave the present file unchanged and no temporary file behind.

    Missing folders are made.

    Raises:
        OSError: if the file cannot be written or no file can have such a name.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(_shorten_name(path.name) + _BESIDE)
        beside.unlink(missing_ok=True)
        try:
            with beside.open("xb") as file:
                file.write(fresh)
            move_over(beside, path)
        except OSError:
            with suppress(OSError):  # the first error is the one to report
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
    """Move a file over another one, or to a free name; raises OSError.

    Windows refuses that while another program, e.g. a virus scanner, has either file open. So on Windows the move is
    tried again for half a second.
    """
    for _ in range(_TRIES if paths.ON_WINDOWS else 0):
        with suppress(PermissionError):
            source.replace(target)
            return
        sleep(_PAUSE)
    source.replace(target)


def _shorten_name(name: str) -> str:
    """Return `name` shortened so that the ending of the temporary file still fits."""
    while len(os.fsencode(name)) + len(_BESIDE) > paths.LONGEST_NAME:
        name = name[:-1]
    return name


def is_taken(path: Path) -> bool:
    """Return True if anything lies at `path`, be it a link that leads nowhere."""
    return os.path.lexists(path)


def find_free_path(path: Path, between: str = "-", taken: Collection[str] = ()) -> Path:
    """Return `path`, or its first variant with a number from 2 on, e.g. ``game-2.jsonl``, that is free.

    A path is free if nothing lies there and its stem is not in `taken`.
    """
    stem, number = path.stem, 1
    while path.stem in taken or is_taken(path):
        number += 1
        path = path.with_stem(f"{stem}{between}{number}")
    return path


def _open_regular(path: Path) -> int:
    """Return the descriptor of a regular file, open for reading. Opening a pipe does not wait for its writer.

    Raises:
        UnreadableError: if `path` leads to anything else, or no file can have such a name.
        OSError: if the system does not open it.
    """
    try:
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:
        raise UnreadableError(f"cannot be opened: {reason(error)}", missing=True) from error
    except PermissionError:
        if paths.is_folder(path):  # Windows opens no folder and says that this is a matter of rights
            raise _not_a_file_error(stat.S_IFDIR) from None
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise _not_a_file_error(mode)
    return descriptor


def _not_a_file_error(mode: int) -> UnreadableError:
    """Return the error that a path leads to a folder, a pipe, a socket or a device, by its `mode`."""
    return UnreadableError(f"cannot be opened: it is {_KINDS.get(stat.S_IFMT(mode), 'something else')}, not a file")
