"""A player in a process of its own, so that the window goes on while it thinks and whatever becomes of it."""

import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterable
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.record import ComputerPlayer
from tabletop.players.player import Proposal
from tabletop.players.worker import ANSWERS, Answer, Begin, Better, Consider, Decided, Observe, Stop, Told, encoded

WORKER = "tabletop.players.worker"
"""The program of the process."""


class _Process:
    """A process that reads and writes lines; two threads wait for it, so that nobody else does."""

    def __init__(self) -> None:
        self.answers: SimpleQueue[Answer | None] = SimpleQueue()
        """What it has written; None when it has ended."""
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._popen = popen = subprocess.Popen(
            [sys.executable, "-P", "-m", WORKER],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
        assert popen.stdin
        assert popen.stdout
        self.pid = popen.pid
        threading.Thread(target=_write, args=(popen.stdin, self._lines), daemon=True).start()
        threading.Thread(target=_read, args=(popen, popen.stdout, self.answers), daemon=True).start()
        self.end = weakref.finalize(self, _end, popen, self._lines)
        """Ends it; so does the end of this program, and of this object."""

    def tell(self, told: Told) -> None:
        """Write a line as soon as it is read."""
        self._lines.put(encoded(told) + b"\n")


def _write(pipe: BinaryIO, lines: "SimpleQueue[bytes | None]") -> None:
    with suppress(OSError), pipe:  # it may have ended; whoever reads hears of that
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read(popen: "subprocess.Popen[bytes]", pipe: BinaryIO, answers: "SimpleQueue[Answer | None]") -> None:
    with suppress(msgspec.MsgspecError), pipe:  # half a line, if it was killed while it wrote
        for line in pipe:
            answers.put(ANSWERS.decode(line))
    popen.kill()
    popen.wait()
    answers.put(None)


def _end(popen: "subprocess.Popen[bytes]", lines: "SimpleQueue[bytes | None]") -> None:
    lines.put(None)
    popen.kill()
    popen.wait()


class ProcessEngine:
    """See `Engine`."""

    def __init__(self, game: AnyGame, side: str, chosen: ComputerPlayer) -> None:
        self._game, self._side, self._chosen = game, side, chosen
        self._process: _Process | None = None
        self._asked = self._answered = 0
        self._thinking = self._gone = False
        self._best: Proposal | None = None

    @property
    def pid(self) -> int:
        """Of the process; 0 if there is none."""
        return self._process.pid if self._process else 0

    @property
    def thinking(self) -> bool:
        """As every engine."""
        self._hear()
        return self._thinking

    @property
    def best(self) -> Proposal | None:
        """As every engine."""
        self._hear()
        return self._best

    @property
    def gone(self) -> bool:
        """As every engine."""
        self._hear()
        return self._gone

    def begin(self, events: Iterable[Event]) -> None:
        """As every engine, in the process that there is or in a new one."""
        self._hear()
        if self._answered < self._asked or not self._process:
            self.close()  # whoever still thinks about something else is not waited for
            self._process = _Process()
            self._answered, self._gone = self._asked, False
        self._tell(Begin(self._game.meta.id, self._side, self._chosen))
        self.observe(events)

    def observe(self, events: Iterable[Event]) -> None:
        """As every engine."""
        self._tell(Observe(tuple(msgspec.Raw(encoded(event)) for event in events)))

    def ask(self, view: object) -> None:
        """As every engine."""
        self._asked += 1
        self._thinking, self._best = True, None
        self._tell(Consider(self._asked, msgspec.Raw(encoded(view))))

    def stop(self) -> None:
        """As every engine."""
        self._hear()
        self._thinking = False
        self._tell(Stop(self._asked))

    def close(self) -> None:
        """As every engine; the process has ended when this returns."""
        if self._process:
            self._process.end()
        self._process, self._thinking = None, False

    def _tell(self, told: Told) -> None:
        if self._process:
            self._process.tell(told)

    def _hear(self) -> None:
        while self._process and not self._process.answers.empty():
            self._take(self._process.answers.get())

    def _take(self, answer: Answer | None) -> None:
        match answer:
            case None:
                self.close()
                self._gone = True
            case Better(number, command, why) if number == self._asked and self._thinking:
                self._best = Proposal(msgspec.json.decode(command, type=self._game.command_type), why)
            case Decided(number):
                self._answered = number
                self._thinking = self._thinking and number < self._asked
