"""Who goes on with a record: one table at a time.

A lock on an empty file beside the record says so. The system takes it away with the process that holds it,
however that ends, so a lock that was left behind bars nobody.
"""

import os
import sys
from pathlib import Path

from tabletop.core.errors import RecordError

ENDING = ".lock"

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        """OSError if another holds it."""
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _forget(place: Path, descriptor: int) -> None:  # noqa: ARG001
        """Windows removes no file that is open, and another may have opened it once it is closed: it stays."""
        os.close(descriptor)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        """OSError if another holds it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _forget(place: Path, descriptor: int) -> None:
        """The file goes before its lock, so that nobody takes a lock on what is about to go."""
        place.unlink(missing_ok=True)
        os.close(descriptor)


class Custody:
    """The one record that this process goes on with, if any."""

    def __init__(self) -> None:
        self._held: tuple[Path, int] | None = None

    def take(self, record: Path) -> None:
        """Hold a record, and let go of the one that was held.

        Raises:
            RecordError: if another process holds it.
        """
        self.release()
        itself = os.path.realpath(record)  # a link to a record is that record
        place = Path(itself + ENDING)
        try:
            descriptor = os.open(place, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return  # nobody can write here, so nobody can spoil the record either
        try:
            _lock(descriptor)
            if not os.path.samestat(place.stat(), os.fstat(descriptor)):
                raise OSError("whoever held it has removed this file meanwhile, and another has taken its place")
        except OSError:
            os.close(descriptor)
            raise RecordError(f"{record.name} is open in another window of the game; close it there first.") from None
        self._held = place, descriptor

    def release(self) -> None:
        """Let go of the record."""
        if self._held:
            _forget(*self._held)
        self._held = None
