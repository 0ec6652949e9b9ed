"""Writing a record: a line is on the disk before anybody hears of it."""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tabletop.core import paths
from tabletop.core.errors import RecordError
from tabletop.core.guarded_file import move_over, reason, sync
from tabletop.core.record import FORMAT, Entry, Header, Record, line

_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP)
"""What file systems that cannot sync a folder, e.g. of networks or of other systems, answer."""


class Journal:
    """A record file that grows by one line at a time.

    Nothing is kept open, and the file is not touched before the first line is added.
    """

    def __init__(self, path: Path, length: int, chain: str) -> None:
        self.path = path
        self._length = length
        self._on_disk = length
        self._chain = chain
        self._older: Record | None = None

    @classmethod
    def begin(cls, path: Path, header: Header) -> "Journal":
        """A new file that holds the header.

        Raises:
            RecordError: if it exists already or cannot be written; then nothing is left behind.
        """
        text, chain = line(header, "")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_new(path, text)
        except OSError as error:
            raise _unwritable(path, error) from error
        return cls(path, len(text), chain)

    @classmethod
    def resume(cls, path: Path, record: Record) -> "Journal":
        """Go on with a record that was read; an unfinished last line is cut off by the next one."""
        journal = cls(path, record.whole, record.chain)
        journal._on_disk = record.whole + record.torn
        journal._older = record if record.version < FORMAT else None
        return journal

    def append(self, entry: Entry) -> None:
        """Add a line and wait until it is on the disk.

        Raises:
            RecordError: if that failed; the file then ends with the line before.
        """
        try:
            if self._older:
                self._modernise(self._older)
            text, chain = line(entry, self._chain)
            self._add(text)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        self._chain = chain

    def _add(self, text: bytes) -> None:
        with self.path.open("r+b", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != self._on_disk:
                raise RecordError(f"{self.path.name} was changed by another program; this game cannot go on with it.")
            try:
                file.truncate(self._length)
                file.seek(self._length)
                _write_all(file.fileno(), text)
            except OSError:
                self._cut_back(file.fileno())
                raise
        self._length += len(text)
        self._on_disk = self._length

    def _cut_back(self, descriptor: int) -> None:
        # If even this fails, the next line begins by cutting the file.
        try:
            os.ftruncate(descriptor, self._length)
        finally:
            self._on_disk = os.fstat(descriptor).st_size

    def _modernise(self, record: Record) -> None:
        text, chain = _text([record.header, *record.entries])
        itself = Path(os.path.realpath(self.path))  # a link stays one
        fresh = itself.with_name(itself.name + ".new")
        fresh.unlink(missing_ok=True)
        _write_new(fresh, text)
        try:
            move_over(fresh, itself)
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            raise
        self._length = self._on_disk = len(text)
        self._chain = chain
        self._older = None


def _text(parts: Iterable[Header | Entry]) -> tuple[bytes, str]:
    lines: list[bytes] = []
    chain = ""
    for part in parts:
        text, chain = line(part, chain)
        lines.append(text)
    return b"".join(lines), chain


def _write_new(path: Path, text: bytes) -> None:
    fresh = path.open("xb", buffering=0)
    try:
        with fresh as file:
            _write_all(file.fileno(), text)
    except OSError:
        with suppress(OSError):  # closed before, for Windows removes no file that is open
            path.unlink()
        raise
    _sync_folder(path.parent)


def _write_all(descriptor: int, text: bytes) -> None:
    left = memoryview(text)
    while left:
        left = left[os.write(descriptor, left) :]
    sync(descriptor)


def _sync_folder(folder: Path) -> None:
    # The name of a new file is safe only when its folder is; Windows cannot open a folder and needs no such step.
    if paths.ON_WINDOWS:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(descriptor)


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(f"{path.name} cannot be written: {reason(error)}.")
