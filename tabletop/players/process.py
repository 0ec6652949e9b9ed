"""A player in a process of its own, so that the window goes on while it thinks and whatever becomes of it."""

import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterable
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.reading import UNREADABLE, is_nested_too_deeply
from tabletop.core.record import ComputerPlayer
from tabletop.players.player import Proposal
from tabletop.players.worker import ANSWERS, Answer, Begin, Better, Consider, Observe, Request, Stop, encode

WORKER = "tabletop.players.worker"
"""The program of the process."""


LONGEST_LINE = 1_000_000
"""Bytes of one answer; an order takes some hundred."""
LONGEST_REASON = 2_000
"""Characters of a reason that are kept."""
ANSWERS_AT_ONCE, PAUSE_SECONDS = 200, 0.01
"""After so many answers the next are left in the pipe for so many seconds: a flood of them must not stop the window."""
NO_ORDER = "its answer is not an order of this game"
"""Why an order in a wrong shape is none, as a clause."""


class _Mailbox:
    """What a process has written so far, as far as it matters: each better order replaces the one before."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._better: Better | None = None
        self._decided = 0
        self._ended = False

    def store(self, answer: Answer) -> None:
        """Keep an answer."""
        with self._lock:
            if isinstance(answer, Better):
                self._better = answer
            else:
                self._decided = answer.number

    def close(self) -> None:
        """Nothing more comes."""
        with self._lock:
            self._ended = True

    def read(self) -> tuple[Better | None, int, bool]:
        """Return the last order, the number of the last question decided, and whether the process has ended."""
        with self._lock:
            return self._better, self._decided, self._ended


class _WorkerProcess:
    """A process that reads and writes lines; two threads wait for it, so that nobody else does."""

    def __init__(self) -> None:
        self.mailbox = _Mailbox()
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
        threading.Thread(target=_write_lines, args=(popen.stdin, self._lines), daemon=True).start()
        threading.Thread(target=_read_answers, args=(popen, popen.stdout, self.mailbox), daemon=True).start()
        self.stop = weakref.finalize(self, _kill, popen, self._lines)
        """Ends it; so does the end of this program, and of this object."""

    def send(self, told: Request) -> None:
        """Write a line as soon as it is read."""
        self._lines.put(encode(told) + b"\n")


def _write_lines(pipe: BinaryIO, lines: "SimpleQueue[bytes | None]") -> None:
    with suppress(OSError), pipe:  # it may have ended; whoever reads hears of that
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read_answers(popen: "subprocess.Popen[bytes]", pipe: BinaryIO, mailbox: _Mailbox) -> None:
    with suppress(*UNREADABLE), pipe:  # half a line, if it was killed while it wrote; or one without an end
        number = 0
        while line := pipe.readline(LONGEST_LINE):
            if is_nested_too_deeply(line):  # some versions of Python decode it, others raise RecursionError
                break
            mailbox.store(ANSWERS.decode(line))
            number += 1
            if number % ANSWERS_AT_ONCE == 0:
                time.sleep(PAUSE_SECONDS)
    popen.kill()
    popen.wait()
    mailbox.close()


def _kill(popen: "subprocess.Popen[bytes]", lines: "SimpleQueue[bytes | None]") -> None:
    lines.put(None)
    popen.kill()
    popen.wait()


class ProcessEngine:
    """See `Engine`."""

    def __init__(self, game: AnyGame, side: str, chosen: ComputerPlayer) -> None:
        self._game, self._side, self._chosen = game, side, chosen
        self._process: _WorkerProcess | None = None
        self._asked = self._answered = 0
        self._thinking = self._gone = False
        self._best: Proposal | None = None
        self._better: Better | None = None
        """The last answer that was looked at."""
        self._fault = ""

    @property
    def pid(self) -> int:
        """Of the process; 0 if there is none."""
        return self._process.pid if self._process else 0

    @property
    def is_thinking(self) -> bool:
        """As every engine."""
        self._poll()
        return self._thinking

    @property
    def best(self) -> Proposal | None:
        """As every engine."""
        self._poll()
        return self._best

    @property
    def fault(self) -> str:
        """As every engine."""
        self._poll()
        return self._fault

    @property
    def has_crashed(self) -> bool:
        """As every engine."""
        self._poll()
        return self._gone

    def begin(self, events: Iterable[Event]) -> None:
        """As every engine, in the process that there is or in a new one."""
        self._poll()
        if self._answered < self._asked or not self._process:
            self.close()  # whoever still thinks about something else is not waited for
            self._process = _WorkerProcess()
            self._answered, self._gone = self._asked, False
        self._send(Begin(self._game.meta.id, self._side, self._chosen))
        self.observe(events)

    def observe(self, events: Iterable[Event]) -> None:
        """As every engine."""
        self._send(Observe(tuple(msgspec.Raw(encode(event)) for event in events)))

    def ask(self, view: object) -> None:
        """As every engine."""
        self._asked += 1
        self._thinking, self._best, self._fault = True, None, ""
        self._send(Consider(self._asked, msgspec.Raw(encode(view))))

    def stop(self) -> None:
        """As every engine."""
        self._poll()
        self._thinking = False
        self._send(Stop(self._asked))

    def close(self) -> None:
        """As every engine; the process has ended when this returns."""
        if self._process:
            self._process.stop()
        self._process, self._thinking = None, False

    def _send(self, told: Request) -> None:
        if self._process:
            self._process.send(told)

    def _poll(self) -> None:
        """Look at what the process has written: however much that is, only at its last order."""
        if self._process:
            better, decided, ended = self._process.mailbox.read()
            if better and better is not self._better:
                self._accept(better)
            self._better = better
            if decided > self._answered:
                self._answered = min(decided, self._asked)
                self._thinking = self._thinking and self._answered < self._asked
            if ended:
                self.close()
                self._gone = True

    def _accept(self, better: Better) -> None:
        """Take an order as the best so far, if it answers the question that is open."""
        if better.number != self._asked or not self._thinking:
            return
        try:
            order = msgspec.json.decode(better.command, type=self._game.command_type)
        except UNREADABLE:
            self._best, self._fault = None, NO_ORDER
        else:
            self._best, self._fault = Proposal(order, better.why[:LONGEST_REASON]), ""
