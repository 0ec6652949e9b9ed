"""Matches played in processes of their own, so that no player can hold up or end the program.

A user's player may loop forever, end its process, or make it crash. Then its side has lost the match, with the reason
in the result, and another process plays the next match.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import BinaryIO

import msgspec

from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.game import AnyGame
from tabletop.core.paths import parse_path
from tabletop.core.phrases import capitalize
from tabletop.tournaments import match_worker
from tabletop.tournaments.fixture import Entrant, Fixture, UnknownPlayerError
from tabletop.tournaments.match_play import Result, build_forfeit
from tabletop.tournaments.match_worker import PlayRequest

WORKER_MODULE = "tabletop.tournaments.match_worker"
"""The module that a process runs."""
LIMIT = 120
"""Seconds that a player may take for one decision.

The slowest of the program's players takes about one.
"""
TICK = 0.25
"""Seconds between two looks at the clocks."""
MAX_DEATHS = 3
"""How often the process of a match may be ended from outside before the match fails."""
LONGEST_ANSWER = 1 << 24
"""The most bytes of one answer."""
_EXTERNAL_KILL_CODES = frozenset(
    {-getattr(signal, name, 0) for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")} - {0}
)
"""Exit codes of a process that was ended by the system, e.g. for lack of memory, or by a person."""


class LostProcessError(RuntimeError):
    """A match cannot be played, by no fault of its players; the text of the error says why."""


class _MatchProcess:
    """A process that plays matches, and the last request that it was sent."""

    def __init__(self, heard: "SimpleQueue[tuple[_MatchProcess, bytes]]") -> None:
        """Start the process. Each line that it writes is put into `heard`, and b"" once it has ended."""
        descriptor, path = tempfile.mkstemp(prefix="tabletop-clock-")
        os.write(descriptor, bytes(match_worker.SharedClock.size()))
        os.close(descriptor)
        self.clock = match_worker.SharedClock(path)
        self.request: match_worker.Request | None = None
        self._popen = popen = subprocess.Popen(
            [sys.executable, "-P", "-m", WORKER_MODULE, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert popen.stdout
        threading.Thread(target=_read_lines, args=(weakref.ref(self), popen.stdout, heard), daemon=True).start()
        self.end = weakref.finalize(self, _end_process, popen, self.clock, path)
        """Ends it; so does the end of this program, and of this object."""

    def send(self, asked: match_worker.Request) -> None:
        """Send a request; the answer arrives in the queue."""
        self.request = asked
        self.clock.sides = (
            [asked.side] if isinstance(asked, match_worker.PlayerCheckRequest) else list(asked.fixture.entrants)
        )
        assert self._popen.stdin
        with suppress(OSError):  # it may have ended, which is heard
            self._popen.stdin.write(match_worker.encode(asked) + b"\n")
            self._popen.stdin.flush()

    def wait_for_exit(self) -> int:
        """Wait until the process has ended, and return its exit code."""
        return self._popen.wait()


def _read_lines(
    process: "weakref.ref[_MatchProcess]", pipe: BinaryIO, heard: "SimpleQueue[tuple[_MatchProcess, bytes]]"
) -> None:
    with suppress(OSError), pipe:
        while line := pipe.readline(LONGEST_ANSWER):
            if there := process():
                heard.put((there, line))
            del there
    if there := process():
        heard.put((there, b""))


def _end_process(popen: "subprocess.Popen[bytes]", clock: match_worker.SharedClock, path: str) -> None:
    popen.kill()
    popen.wait()
    with suppress(OSError):
        if popen.stdin:
            popen.stdin.close()
    clock.close()  # before its file is removed, which Windows refuses while it is in memory
    with suppress(OSError):
        parse_path(path).unlink()


class MatchProcessPool:
    """Processes that play matches. Use it as a context manager, or call `close`."""

    def __init__(self, processes: int, limit: float = LIMIT) -> None:
        """Make an empty pool; processes start when there is something to do.

        Args:
            processes: the most processes at a time.
            limit: seconds that a player may take for one decision.
        """
        self._most = processes
        self._limit = limit
        self._heard: SimpleQueue[tuple[_MatchProcess, bytes]] = SimpleQueue()
        self._idle: list[_MatchProcess] = []
        self._busy: list[_MatchProcess] = []
        self._deaths: Counter[int] = Counter()
        """How often the process of a match was ended from outside, by the number of the match."""

    def __enter__(self) -> "MatchProcessPool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for process in (*self._idle, *self._busy):
            process.end()
        self._idle, self._busy = [], []

    def play(self, asked: Iterable[match_worker.PlayRequest]) -> Iterator[Result]:
        """Play matches; yield each result as soon as it arrives, in no fixed order.

        Raises:
            UnknownPlayerError: if an entrant is unknown, or its player cannot begin.
            ScenarioError: if a scenario is wrong.
            RecordError: if a record cannot be written.
            LostProcessError: if a match cannot be played.
        """
        left = iter(asked)
        while True:
            for one in islice(left, self._most - len(self._busy)):
                self._start(one)
            if not self._busy:
                return
            yield from self._poll_results()

    def check_player(self, game: AnyGame, side: str, entrant: Entrant) -> None:
        """Check that a player can begin to play a side.

        Raises UnknownPlayerError if it fails or takes too long.
        """
        self._start(match_worker.PlayerCheckRequest(game.meta.id, side, entrant))
        while self._busy:
            for _ in self._poll_results():
                pass

    def _start(self, asked: match_worker.Request) -> None:
        process = self._idle.pop() if self._idle else _MatchProcess(self._heard)
        self._busy.append(process)
        process.send(asked)

    def _poll_results(self) -> Iterator[Result]:
        """Wait up to `TICK` seconds for an answer; yield its result, and a forfeit for each late player."""
        try:
            process, line = self._heard.get(timeout=TICK)
        except Empty:
            pass
        else:
            yield from self._handle_line(process, line)
        for late in [one for one in self._busy if one.clock.read()[1] > self._limit]:
            side, _ = late.clock.read()
            if side:
                yield from self._forfeit(late, side, f"it took more than {self._limit:g} s for one decision")

    def _handle_line(self, process: _MatchProcess, line: bytes) -> Iterator[Result]:
        """Handle a line of a process: yield its result, raise its failure, or handle its end."""
        if process not in self._busy:
            if not line and process in self._idle:
                self._idle.remove(process)
            return
        if not line:
            yield from self._handle_death(process)
            return
        self._busy.remove(process)
        self._idle.append(process)
        match _decode_answer(line):
            case match_worker.ResultAnswer(result):
                yield result
            case match_worker.FailureAnswer() as failed:
                raise build_error(failed, process.request)
            case match_worker.PlayerOkAnswer():
                pass

    def _handle_death(self, process: _MatchProcess) -> Iterator[Result]:
        """Yield a forfeit if a player's code ended the process.

        Begin the match again if it was ended from outside.
        """
        (side, _), code, asked = process.clock.read(), process.wait_for_exit(), process.request
        if side and code not in _EXTERNAL_KILL_CODES:
            yield from self._forfeit(process, side, f"its process has ended with the code {code}")
            return
        self._discard(process)
        assert asked
        number = asked.fixture.number if isinstance(asked, match_worker.PlayRequest) else -1
        self._deaths[number] += 1
        if self._deaths[number] >= MAX_DEATHS:
            raise LostProcessError(
                f"The process that plays {_name_match(asked)} was ended {MAX_DEATHS} times; the same command continues."
            )
        self._start(asked)

    def _forfeit(self, process: _MatchProcess, side: str, why: str) -> Iterator[Result]:
        """End a process, and yield the result of its match, which `side` has lost."""
        asked = process.request
        self._discard(process)
        if isinstance(asked, match_worker.PlayerCheckRequest):
            raise UnknownPlayerError(f"The player '{asked.entrant.player}' cannot begin: {why}.")
        assert asked
        yield build_forfeit(asked.fixture, side, why)

    def _discard(self, process: _MatchProcess) -> None:
        self._busy.remove(process)
        process.end()


def _decode_answer(line: bytes) -> match_worker.Answer:
    """Decode the answer of a process. A malformed answer becomes a failure, since no player can write one."""
    try:
        answer: match_worker.Answer = match_worker.ANSWER_DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return match_worker.FailureAnswer("fault", f"the process that plays has told what is no result: {error}")
    return answer


def build_error(failed: match_worker.FailureAnswer, asked: match_worker.Request | None) -> Exception:
    """Return the exception for a failure of the request `asked`."""
    match failed.kind:
        case "player":
            return UnknownPlayerError(failed.words)
        case "scenario":
            return ScenarioError(failed.problems)
        case "record":
            return RecordError(failed.words)
    return LostProcessError(
        f"{capitalize(_name_match(asked))} cannot be played ({failed.words}); the same command continues."
    )


def _name_match(asked: match_worker.Request | None) -> str:
    return f"match {asked.fixture.number}" if isinstance(asked, match_worker.PlayRequest) else "a match"


def play_in_process(fixture: Fixture, record: Path | None = None, limit: float = LIMIT) -> Result:
    """Play one match in a process of its own, and record it if a path is given.

    Raises as `MatchProcessPool.play`.
    """
    with MatchProcessPool(1, limit) as crew:
        return next(crew.play([match_worker.PlayRequest(fixture, str(record.absolute()) if record else "")]))


def play_on_cores(fixtures: Iterable[Fixture], processes: int, limit: float = LIMIT) -> Iterator[Result]:
    """Play matches, `processes` at a time; yield each result as soon as it arrives, in no fixed order.

    A player may take `limit` seconds for one decision. Raises as `MatchProcessPool.play`.
    """
    with MatchProcessPool(processes, limit) as crew:
        yield from crew.play(PlayRequest(one) for one in fixtures)
