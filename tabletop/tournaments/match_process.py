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
from tabletop.tournaments.match_play import Result, forfeited
from tabletop.tournaments.match_worker import Play

WORKER = "tabletop.tournaments.match_worker"
"""The program of a process."""
LIMIT = 120
"""Seconds that a player may take for one decision; the slowest of the program takes about one."""
TICK = 0.25
"""Seconds between two looks at the clocks."""
LIVES = 3
"""How often a match is begun whose process is ended from outside."""
LONGEST_ANSWER = 1 << 24
"""Bytes of one answer."""
_FROM_OUTSIDE = frozenset({-getattr(signal, name, 0) for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")} - {0})
"""Codes with which a process ends that somebody else has ended: the system, e.g. for want of memory, or a person."""


class LostProcessError(RuntimeError):
    """A match cannot be played, by no fault of its players; the words say why."""


class _Process:
    """A process that plays, and what it was asked last."""

    def __init__(self, heard: "SimpleQueue[tuple[_Process, bytes]]") -> None:
        """Start it; each line that it writes comes to `heard`, and an empty one once it has ended."""
        descriptor, path = tempfile.mkstemp(prefix="tabletop-clock-")
        os.write(descriptor, bytes(match_worker.SharedClock.size()))
        os.close(descriptor)
        self.clock = match_worker.SharedClock(path)
        self.asked: match_worker.Asked | None = None
        self._popen = popen = subprocess.Popen(
            [sys.executable, "-P", "-m", WORKER, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert popen.stdout
        threading.Thread(target=_read, args=(weakref.ref(self), popen.stdout, heard), daemon=True).start()
        self.end = weakref.finalize(self, _end, popen, self.clock, path)
        """Ends it; so does the end of this program, and of this object."""

    def ask(self, asked: match_worker.Asked) -> None:
        """Let it do something; the answer is heard."""
        self.asked = asked
        self.clock.sides = [asked.side] if isinstance(asked, match_worker.Hire) else list(asked.fixture.entrants)
        assert self._popen.stdin
        with suppress(OSError):  # it may have ended, which is heard
            self._popen.stdin.write(match_worker.encoded(asked) + b"\n")
            self._popen.stdin.flush()

    def code(self) -> int:
        """Return the code with which it has ended, after it has."""
        return self._popen.wait()


def _read(process: "weakref.ref[_Process]", pipe: BinaryIO, heard: "SimpleQueue[tuple[_Process, bytes]]") -> None:
    with suppress(OSError), pipe:
        while line := pipe.readline(LONGEST_ANSWER):
            if there := process():
                heard.put((there, line))
            del there
    if there := process():
        heard.put((there, b""))


def _end(popen: "subprocess.Popen[bytes]", clock: match_worker.SharedClock, path: str) -> None:
    popen.kill()
    popen.wait()
    with suppress(OSError):
        if popen.stdin:
            popen.stdin.close()
    clock.close()  # before its file is removed, which Windows refuses while it is in memory
    with suppress(OSError):
        parse_path(path).unlink()


class Crew:
    """Processes that play matches."""

    def __init__(self, processes: int, limit: float = LIMIT) -> None:
        """No process is started before there is something to do.

        Args:
            processes: how many at most.
            limit: seconds for one decision of a player.
        """
        self._most, self._limit = processes, limit
        self._heard: SimpleQueue[tuple[_Process, bytes]] = SimpleQueue()
        self._idle: list[_Process] = []
        self._busy: list[_Process] = []
        self._deaths: Counter[int] = Counter()
        """How often the process of a match was ended from outside, by the number of the match."""

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for process in (*self._idle, *self._busy):
            process.end()
        self._idle, self._busy = [], []

    def play(self, asked: Iterable[match_worker.Play]) -> Iterator[Result]:
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
                self._begin(one)
            if not self._busy:
                return
            yield from self._results()

    def hire(self, game: AnyGame, side: str, entrant: Entrant) -> None:
        """See that a player can begin to play a side; raises UnknownPlayerError if not, or if it takes too long."""
        self._begin(match_worker.Hire(game.meta.id, side, entrant))
        while self._busy:
            for _ in self._results():
                pass

    def _begin(self, asked: match_worker.Asked) -> None:
        process = self._idle.pop() if self._idle else _Process(self._heard)
        self._busy.append(process)
        process.ask(asked)

    def _results(self) -> Iterator[Result]:
        """Yield what has come to an end within a moment."""
        try:
            process, line = self._heard.get(timeout=TICK)
        except Empty:
            pass
        else:
            yield from self._take(process, line)
        for late in [one for one in self._busy if one.clock.read()[1] > self._limit]:
            side, _ = late.clock.read()
            if side:
                yield from self._lose(late, side, f"it took more than {self._limit:g} s for one decision")

    def _take(self, process: _Process, line: bytes) -> Iterator[Result]:
        """Yield the result that a process has told, if it has; begin again what it has left."""
        if process not in self._busy:
            if not line and process in self._idle:
                self._idle.remove(process)
            return
        if not line:
            yield from self._bury(process)
            return
        self._busy.remove(process)
        self._idle.append(process)
        match _answer(line):
            case match_worker.Played(result):
                yield result
            case match_worker.Failed() as failed:
                raise error_of(failed, process.asked)
            case match_worker.Hired():
                pass

    def _bury(self, process: _Process) -> Iterator[Result]:
        """Blame the player that was at work when a process ended by itself; begin again a match ended from outside."""
        (side, _), code, asked = process.clock.read(), process.code(), process.asked
        if side and code not in _FROM_OUTSIDE:
            yield from self._lose(process, side, f"its process has ended with the code {code}")
            return
        self._drop(process)
        assert asked
        number = asked.fixture.number if isinstance(asked, match_worker.Play) else -1
        self._deaths[number] += 1
        if self._deaths[number] >= LIVES:
            raise LostProcessError(
                f"The process that plays {_named(asked)} was ended {LIVES} times; the same command goes on."
            )
        self._begin(asked)

    def _lose(self, process: _Process, side: str, why: str) -> Iterator[Result]:
        """End a process, and yield the result of its match, which a side has lost."""
        asked = process.asked
        self._drop(process)
        if isinstance(asked, match_worker.Hire):
            raise UnknownPlayerError(f"The player '{asked.entrant.player}' cannot begin: {why}.")
        assert asked
        yield forfeited(asked.fixture, side, why)

    def _drop(self, process: _Process) -> None:
        self._busy.remove(process)
        process.end()


def _answer(line: bytes) -> match_worker.Answer:
    """Return what a process has told; what is no answer is a fault, for no player has a way to write one."""
    try:
        answer: match_worker.Answer = match_worker.ANSWERS.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return match_worker.Failed("fault", f"the process that plays has told what is no result: {error}")
    return answer


def error_of(failed: match_worker.Failed, asked: match_worker.Asked | None) -> Exception:
    """Return the error that a failure to do what was `asked` is raised as."""
    match failed.kind:
        case "player":
            return UnknownPlayerError(failed.words)
        case "scenario":
            return ScenarioError(failed.problems)
        case "record":
            return RecordError(failed.words)
    return LostProcessError(f"{capitalize(_named(asked))} cannot be played ({failed.words}); the same command goes on.")


def _named(asked: match_worker.Asked | None) -> str:
    return f"match {asked.fixture.number}" if isinstance(asked, match_worker.Play) else "a match"


def play_apart(fixture: Fixture, record: Path | None = None, limit: float = LIMIT) -> Result:
    """Play one match in a process of its own, and write it down if a path is given; raises as `Crew.play`."""
    with Crew(1, limit) as crew:
        return next(crew.play([match_worker.Play(fixture, str(record.absolute()) if record else "")]))


def over_cores(fixtures: Iterable[Fixture], processes: int, limit: float = LIMIT) -> Iterator[Result]:
    """Play them, `processes` at a time; yield each result as soon as there is one, in no order.

    `limit` are the seconds that a player may take for one decision. Raises as `Crew.play`.
    """
    with Crew(processes, limit) as crew:
        yield from crew.play(Play(one) for one in fixtures)
