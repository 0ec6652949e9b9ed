"""The results of a tournament as a file of JSON lines, one a match, from which it goes on where it was stopped."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from tabletop.core import guarded_file
from tabletop.core.guarded_file import UnreadableError, reason
from tabletop.tournaments.match_play import Result

LARGEST = 1 << 30
"""Bytes of a results file: some two hundred thousand matches."""
_LINES = msgspec.json.Decoder(Result)


class DamagedResultsError(ValueError):
    """A file holds something else than results; its words say where."""


class UnwritableResultsError(RuntimeError):
    """Results cannot be written; its words say why. Those before are kept."""


class ResultsFile:
    """The results so far, and those to come, each on disk before the next."""

    def __init__(self, path: Path) -> None:
        """A last line that was not finished is cut off.

        Raises:
            DamagedResultsError: if any other line is no result, or it cannot be read.
        """
        self.path = path
        self.results: list[Result] = []
        if path.exists():
            self._read()

    def _read(self) -> None:
        try:
            found = guarded_file.content(self.path, LARGEST)
        except UnreadableError as error:
            raise DamagedResultsError(f"{self.path} {error}.") from error
        whole = found[: found.rfind(b"\n") + 1]
        self.results = list(_results(self.path, whole))
        if whole != found:
            os.truncate(self.path, len(whole))

    def prepare(self) -> None:
        """See that results can be written before any match is played; raises UnwritableResultsError."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.open("ab").close()
        except OSError as error:
            raise UnwritableResultsError(f"{self.path} cannot be written: {reason(error)}") from error

    def add(self, result: Result) -> None:
        """Write a result down, whatever becomes of this program; raises UnwritableResultsError."""
        before = self.path.stat().st_size if self.path.exists() else 0
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):  # half a line would be cut off by the next who reads it
                os.truncate(self.path, before)
            raise UnwritableResultsError(f"{self.path} cannot be written: {reason(error)}") from error
        self.results.append(result)

    @property
    def played(self) -> set[int]:
        """The numbers of the matches that have been played."""
        return {result.fixture.number for result in self.results}


def _results(path: Path, lines: bytes) -> Iterator[Result]:
    for number, line in enumerate(lines.splitlines(), 1):
        try:
            yield _LINES.decode(line)
        except msgspec.MsgspecError as error:
            raise DamagedResultsError(f"{path}:{number}: this is no result of a match: {error}.") from error
