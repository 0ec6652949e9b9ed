"""Who goes on with a record: one table at a time.

A lock on an empty file beside the record says so. The system takes it away with the process that holds it,
however that ends, so a lock that was left behind bars nobody.
"""

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tabletop.core.errors import RecordError

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
        except OSError:
            return  # nobody can write here, so nobody can spoil the record either
        self._held = lock

    def release(self) -> None:
        """Let go of the record."""
        if self._held:
            with suppress(PermissionError):  # Windows removes no file that is open: there it stays
                Path(self._held.lock_file).unlink(missing_ok=True)  # before its lock goes: nobody takes what goes too
            self._held.release()
        self._held = None
