"""The results of a tournament as a file of JSON lines, one a match, from which it goes on where it was stopped."""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from tabletop.core import guarded_file
from tabletop.core.guarded_file import UnreadableError, reason
from tabletop.core.paths import Kind, PathError, find_kind
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.result_lines import DamagedResultsError, read_results

LARGEST = 1 << 30
"""Bytes of a results file: some two hundred thousand matches."""
_START = b'{"fixture":'
"""What a line begins with."""


class UnwritableResultsError(RuntimeError):
    """Results cannot be written; its words say why. Those before are kept."""


class ResultsFile:
    """The results so far, and those to come, each on disk before the next."""

    def __init__(self, path: Path) -> None:
        """Read what there is. A last line that was not finished is left out, and cut off before another is written.

        Raises:
            DamagedResultsError: if any other line is no result, or it cannot be read.
        """
        self.path = path
        self.results: list[Result] = []
        self._whole: int | None = None
        """Bytes of the finished lines, if what follows them has to be cut off."""
        try:
            there = find_kind(path) is not Kind.NOTHING
        except PathError as error:
            raise DamagedResultsError(str(error)) from error
        if there:
            self._read()

    def _read(self) -> None:
        try:
            found = guarded_file.load_bytes(self.path, LARGEST)
        except UnreadableError as error:
            raise DamagedResultsError(f"{self.path} {error}.") from error
        whole = found[: found.rfind(b"\n") + 1]
        self.results = read_results(str(self.path), whole)
        rest = found[len(whole) :]
        if not (rest.startswith(_START) or _START.startswith(rest)):  # else a file of something else would lose it
            number = len(self.results) + 1
            raise DamagedResultsError(f"{self.path}:{number}:1: this is no result of a match: it begins otherwise")
        self._whole = len(whole) if rest else None

    def _cut_off(self) -> None:
        """Cut off the last line if it was not finished; raises OSError."""
        if self._whole is not None:
            os.truncate(self.path, self._whole)
        self._whole = None

    def prepare(self) -> None:
        """See that results can be written before any match is played; raises UnwritableResultsError."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.open("ab").close()
            self._cut_off()
        except OSError as error:
            raise UnwritableResultsError(f"{self.path} cannot be written: {reason(error)}") from error

    def add(self, result: Result) -> None:
        """Write a result down, whatever becomes of this program; raises UnwritableResultsError."""
        before: int | None = None
        try:
            self._cut_off()
            before = guarded_file.file_size(self.path)
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
                file.flush()
                guarded_file.sync(file.fileno())
        except OSError as error:
            with suppress(OSError):  # half a line would be cut off by the next who reads it
                if before is not None:
                    os.truncate(self.path, before)
            raise UnwritableResultsError(f"{self.path} cannot be written: {reason(error)}") from error
        self.results.append(result)

    @property
    def played(self) -> set[int]:
        """The numbers of the matches that have been played."""
        return {result.fixture.number for result in self.results}
