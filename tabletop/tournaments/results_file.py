"""The results of a tournament as a file of JSON lines, one a match.

Each line is checked before it counts.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import guarded_file
from tabletop.core.document import Document
from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.game import games_by_id
from tabletop.core.guarded_file import UnreadableError, reason
from tabletop.core.paths import Kind, PathError, find_kind
from tabletop.core.phrases import join_words
from tabletop.core.record import TEMPERS
from tabletop.tournaments.match_play import Result

MOST_PROBLEMS = 20
"""The most problems of a file that are reported; reading stops after them."""
LONGEST_LINE = 1_000_000
"""The most bytes of a line; a battle of sixty ships takes some ten thousand."""
MOST_FATES = 50
"""The most different fates of pieces in one file."""
_RESULT = msgspec.json.Decoder(Result)
_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_BYTE = re.compile(r" \(byte (\d+)\)")

Location = tuple[str | int, ...]
"""The path to a value in a line: names of fields and indices of lists, outermost first."""
Contradiction = tuple[Location, str]
"""The location of a wrong value, and a clause that says what is wrong."""


class DamagedResultsError(ValueError):
    """A file holds something other than results.

    The text has one line for each problem, with its position.
    """


def read_results(source: str, content: bytes) -> list[Result]:
    """Return the results in `content`, the complete lines of the file `source`.

    Raises:
        DamagedResultsError: if a line is no result, or contradicts itself or an earlier line.
    """
    results, problems, earlier = [], list[Problem](), _EarlierLines()
    for number, line in enumerate(_split_lines(content), 1):
        try:
            results.append(_read_line(line, number, earlier))
        except _BadLineError as error:
            problems.append(Problem(source, number, error.column, f"this is no result of a match: {error}"))
        if len(problems) == MOST_PROBLEMS:
            problems.append(Problem(source, number, 1, "what follows this line was not read"))
            break
    if problems:
        raise DamagedResultsError("\n".join(map(str, problems)))
    return results


def find_contradiction(result: Result) -> Contradiction | None:
    """Return the first thing in a result that cannot be true, or None."""
    return next(_list_contradictions(result), None)


def _list_contradictions(result: Result) -> Iterator[Contradiction]:
    fixture, games = result.fixture, games_by_id()
    if fixture.game not in games:
        yield ("fixture", "game"), f"there is no game '{fixture.game}'"
        return
    sides = [side.id for side in games[fixture.game].meta.sides]
    if list(fixture.entrants) != sides:
        yield ("fixture", "entrants"), f"the sides of {fixture.game} are {join_words(sides)}, in this order"
    for side, entrant in fixture.entrants.items():
        if entrant.temper not in TEMPERS:
            yield ("fixture", "entrants", side, "temper"), f"there is no temper '{entrant.temper}'"
    for option in fixture.options:
        if option in ("scenario", *sides):
            yield ("fixture", "options", option), f"no rule is called '{option}'"
    yield from ((where, f"there is no side '{side}'") for where, side in _list_sides(result) if side not in sides)
    yield from _check_losses(result)


def _list_sides(result: Result) -> Iterator[tuple[Location, str]]:
    """Yield every side that the result names, with its location."""
    if result.winner is not None:
        yield ("winner",), result.winner
    if result.forfeit:
        yield ("forfeit",), result.forfeit
    yield from ((("totals", side), side) for side in result.totals)
    yield from ((("pieces", side), side) for side in result.pieces)
    yield from ((("thought", seat, "side"), one.side) for seat, one in result.thought.items())
    yield from ((("lost", place, "side"), one.side) for place, one in enumerate(result.lost))


def _check_losses(result: Result) -> Iterator[Contradiction]:
    seen = set[str]()
    for place, loss in enumerate(result.lost):
        if loss.turn > result.turns:
            yield ("lost", place, "turn"), f"there were {result.turns} turns"
        if loss.piece in seen:
            yield ("lost", place, "piece"), f"'{loss.piece}' is lost twice"
        seen.add(loss.piece)


class _EarlierLines:
    """The facts of earlier lines with which later lines must agree."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        """The line of each match, by its number."""
        self._first: Result | None = None
        self._fates = set[str]()

    def check_line(self, result: Result, line: int) -> Iterator[Contradiction]:
        """Yield every contradiction between a line and the earlier lines, and remember the line."""
        fixture = result.fixture
        first = self._first.fixture if self._first else fixture
        self._first = self._first or result
        if fixture.game != first.game:
            yield ("fixture", "game"), f"the first line is of {first.game}"
        if set(fixture.options) != set(first.options):
            yield (
                ("fixture", "options"),
                f"the first line has the rules {join_words(first.options) or 'of its scenario'}",
            )
        before = self._numbers.setdefault(fixture.number, line)
        if before != line:
            yield ("fixture", "number"), f"match {fixture.number} is already in line {before}"
        self._fates.update(loss.fate for loss in result.lost)
        if len(self._fates) > MOST_FATES:
            yield ("lost",), f"there are more than {MOST_FATES} words for what became of pieces"


class _BadLineError(Exception):
    """A line is no result; the text says why."""

    def __init__(self, column: int, why: str) -> None:
        super().__init__(why)
        self.column = column


def _read_line(line: bytes, number: int, earlier: _EarlierLines) -> Result:
    """Return the result of a line. Raises _BadLineError."""
    if len(line) > LONGEST_LINE:
        raise _BadLineError(LONGEST_LINE, f"the line has more than {LONGEST_LINE:,} bytes")
    try:
        result = _RESULT.decode(line)
    except msgspec.ValidationError as error:
        told = _MESSAGE.fullmatch(str(error))
        assert told
        raise _BadLineError(_find_column(line, _parse_path(told["path"] or "")), _to_clause(told["what"])) from error
    except msgspec.DecodeError as error:
        place = _BYTE.search(str(error))
        column = _count_characters(line[: int(place[1])]) + 1 if place else _count_characters(line) + 1
        raise _BadLineError(column, _to_clause(_BYTE.sub("", str(error)))) from error
    except UnicodeDecodeError as error:
        raise _BadLineError(1, "there is a byte that is not text in UTF-8") from error
    except RecursionError as error:
        raise _BadLineError(1, "it is nested too deeply") from error
    for where, why in (*_list_contradictions(result), *earlier.check_line(result, number)):
        raise _BadLineError(_find_column(line, where), why)
    return result


def _split_lines(content: bytes) -> Iterator[bytes]:
    """Yield the lines one by one: a list of millions of empty lines would take gigabytes."""
    start = 0
    while (end := content.find(b"\n", start)) >= 0:
        yield content[start:end].rstrip(b"\r")
        start = end + 1


def _to_clause(words: str) -> str:
    """Return the message of a decoder as the end of a sentence."""
    return words if words.startswith("JSON") else words[:1].lower() + words[1:]


def _count_characters(told: bytes) -> int:
    return len(told.decode(errors="replace"))


def _parse_path(path: str) -> Location:
    """Return the location for a path of msgspec, e.g. ``$.lost[0].turn``.

    An ellipsis, ``[...]``, ends the path.
    """
    named = path.partition("[...]")[0]
    return tuple(name or int(place) for name, place in _STEP.findall(named))


def _find_column(line: bytes, where: Location) -> int:
    """Return the column of a value in a line of JSON, or that of the nearest value around it."""
    try:
        return Document(line.decode(errors="replace"), "").position_of(where).column
    except (ScenarioError, RecursionError):
        return 1


LARGEST = 1 << 30
"""The most bytes of a results file: some two hundred thousand matches."""
_START = b'{"fixture":'
"""The beginning of every line."""


class UnwritableResultsError(RuntimeError):
    """Results cannot be written; the text of the error says why. Earlier results are kept."""


class ResultsFile:
    """The results so far, and the file to which new ones are added, each synced to the disk."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one.

        An incomplete last line is ignored, and cut off before the next write.

        Raises:
            DamagedResultsError: if any other line is no result, or the file cannot be read.
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
            self._load()

    def _load(self) -> None:
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

    def _truncate(self) -> None:
        """Cut off the incomplete last line, if there is one. Raises OSError."""
        if self._whole is not None:
            os.truncate(self.path, self._whole)
        self._whole = None

    def prepare(self) -> None:
        """Check that results can be written, before any match is played. Raises UnwritableResultsError."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.open("ab").close()
            self._truncate()
        except OSError as error:
            raise UnwritableResultsError(f"{self.path} cannot be written: {reason(error)}") from error

    def add(self, result: Result) -> None:
        """Append a result to the file and sync it to the disk. Raises UnwritableResultsError."""
        before: int | None = None
        try:
            self._truncate()
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
    def played_numbers(self) -> set[int]:
        """The numbers of the matches that have been played."""
        return {result.fixture.number for result in self.results}
