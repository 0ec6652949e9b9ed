"""Matches played in processes of their own, so that no player can hold up, or end, the program that asks for them.

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
"""The program of a process."""
LIMIT = 120
"""Seconds that a player may take for one decision; the slowest of the program takes about one."""
TICK = 0.25
"""Seconds between two looks at the clocks."""
MAX_DEATHS = 3
"""How often a match is begun whose process is ended from outside."""
LONGEST_ANSWER = 1 << 24
"""Bytes of one answer."""
_EXTERNAL_KILL_CODES = frozenset(
    {-getattr(signal, name, 0) for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")} - {0}
)
"""Codes with which a process ends that somebody else has ended: the system, e.g. for want of memory, or a person."""


class LostProcessError(RuntimeError):
    """A match cannot be played, by no fault of its players; the words say why."""


class _MatchProcess:
    """A process that plays, and what it was asked last."""

    def __init__(self, heard: "SimpleQueue[tuple[_MatchProcess, bytes]]") -> None:
        """Start it; each line that it writes comes to `heard`, and an empty one once it has ended."""
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
        """Let it do something; the answer is heard."""
        self.request = asked
        self.clock.sides = (
            [asked.side] if isinstance(asked, match_worker.PlayerCheckRequest) else list(asked.fixture.entrants)
        )
        assert self._popen.stdin
        with suppress(OSError):  # it may have ended, which is heard
            self._popen.stdin.write(match_worker.encode(asked) + b"\n")
            self._popen.stdin.flush()

    def wait_for_exit(self) -> int:
        """Return the code with which it has ended, after it has."""
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
    """Processes that play matches."""

    def __init__(self, processes: int, limit: float = LIMIT) -> None:
        """No process is started before there is something to do.

        Args:
            processes: how many at most.
            limit: seconds for one decision of a player.
        """
        self._most, self._limit = processes, limit
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
        """Play matches; yield each result as soon as there is one, in no order.

        Raises:
            UnknownPlayerError: if an entrant is nobody, or cannot begin.
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
        """See that a player can begin to play a side; raises UnknownPlayerError if not, or if it takes too long."""
        self._start(match_worker.PlayerCheckRequest(game.meta.id, side, entrant))
        while self._busy:
            for _ in self._poll_results():
                pass

    def _start(self, asked: match_worker.Request) -> None:
        process = self._idle.pop() if self._idle else _MatchProcess(self._heard)
        self._busy.append(process)
        process.send(asked)

    def _poll_results(self) -> Iterator[Result]:
        """Yield what has come to an end within a moment."""
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
        """Yield the result that a process has told, if it has; begin again what it has left."""
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
        """Blame the player that was at work when a process ended by itself; begin again a match ended from outside."""
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
                f"The process that plays {_name_match(asked)} was ended {MAX_DEATHS} times; the same command goes on."
            )
        self._start(asked)

    def _forfeit(self, process: _MatchProcess, side: str, why: str) -> Iterator[Result]:
        """End a process, and yield the result of its match, which a side has lost."""
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
    """Return what a process has told; what is no answer is a fault, for no player has a way to write one."""
    try:
        answer: match_worker.Answer = match_worker.ANSWER_DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return match_worker.FailureAnswer("fault", f"the process that plays has told what is no result: {error}")
    return answer


def build_error(failed: match_worker.FailureAnswer, asked: match_worker.Request | None) -> Exception:
    """Return the error that a failure to do what was `asked` is raised as."""
    match failed.kind:
        case "player":
            return UnknownPlayerError(failed.words)
        case "scenario":
            return ScenarioError(failed.problems)
        case "record":
            return RecordError(failed.words)
    return LostProcessError(
        f"{capitalize(_name_match(asked))} cannot be played ({failed.words}); the same command goes on."
    )


def _name_match(asked: match_worker.Request | None) -> str:
    return f"match {asked.fixture.number}" if isinstance(asked, match_worker.PlayRequest) else "a match"


def play_in_process(fixture: Fixture, record: Path | None = None, limit: float = LIMIT) -> Result:
    """Play one match in a process of its own, and write it down if a path is given; raises as `MatchProcessPool.play`."""
    with MatchProcessPool(1, limit) as crew:
        return next(crew.play([match_worker.PlayRequest(fixture, str(record.absolute()) if record else "")]))


def play_on_cores(fixtures: Iterable[Fixture], processes: int, limit: float = LIMIT) -> Iterator[Result]:
    """Play them, `processes` at a time; yield each result as soon as there is one, in no order.

    `limit` are the seconds that a player may take for one decision. Raises as `MatchProcessPool.play`.
    """
    with MatchProcessPool(processes, limit) as crew:
        yield from crew.play(PlayRequest(one) for one in fixtures)
