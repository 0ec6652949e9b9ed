"""An engine whose player thinks in a process of its own, so that the window never waits for it."""

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
from typing_extensions import override

from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.reading import UNREADABLE, is_nested_too_deeply
from tabletop.core.record import ComputerPlayer
from tabletop.players.engine import Engine
from tabletop.players.player import Proposal
from tabletop.players.worker import ANSWERS, Answer, Begin, Better, Consider, Observe, Request, Stop, encode

WORKER = "tabletop.players.worker"
"""The module that the process runs."""
LONGEST_LINE = 1_000_000
"""Most bytes of one answer; a command takes some hundred."""
LONGEST_REASON = 2_000
"""Most characters of a reason that are kept."""
ANSWERS_AT_ONCE = 200
PAUSE_SECONDS = 0.01
"""Pause after `ANSWERS_AT_ONCE` answers, so that a flood of answers does not stop the window."""
NO_ORDER = "its answer is not an order of this game"
"""The fault of an answer that is no command of the game, as a clause."""


class _Mailbox:
    """The latest answers of a process. Each better proposal replaces the one before. Two threads use it."""

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
        """Note that the process has ended, so that nothing more comes."""
        with self._lock:
            self._ended = True

    def read(self) -> tuple[Better | None, int, bool]:
        """Return the last proposal or None, the last decided question, and True if the process has ended."""
        with self._lock:
            return self._better, self._decided, self._ended


class _WorkerProcess:
    """A running worker. Two threads read and write its lines, so that no caller waits."""

    def __init__(self) -> None:
        self.mailbox = _Mailbox()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._popen = popen = subprocess.Popen(
            [sys.executable, "-P", "-m", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert popen.stdin
        assert popen.stdout
        self.pid = popen.pid
        threading.Thread(target=_write_lines, args=(popen.stdin, self._lines), daemon=True).start()
        threading.Thread(target=_read_answers, args=(popen, popen.stdout, self.mailbox), daemon=True).start()
        # runs also at the end of this program, and when this object is collected
        self.stop = weakref.finalize(self, _kill, popen, self._lines)

    def send(self, request: Request) -> None:
        """Send a request as soon as the process reads it."""
        self._lines.put(encode(request) + b"\n")


def _write_lines(pipe: BinaryIO, lines: "SimpleQueue[bytes | None]") -> None:
    """Write the lines of the queue to the pipe until None comes or the process has ended."""
    with suppress(OSError), pipe:  # the process may have ended, which the reader notices
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read_answers(popen: "subprocess.Popen[bytes]", pipe: BinaryIO, mailbox: _Mailbox) -> None:
    """Store the answers of the process until it ends or writes something unreadable. Then kill it."""
    with suppress(*UNREADABLE), pipe:  # a killed process leaves half a line, a hostile one a line without an end
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
    """End the process, and the thread that writes to it."""
    lines.put(None)
    popen.kill()
    popen.wait()


class ProcessEngine(Engine):
    """An engine that runs its player in another process; see `Engine`."""

    def __init__(self, game: AnyGame, side: str, chosen: ComputerPlayer) -> None:
        self._game = game
        self._side = side
        self._chosen = chosen
        self._process: _WorkerProcess | None = None
        self._asked = 0
        self._answered = 0
        self._thinking = False
        self._crashed = False
        self._best: Proposal | None = None
        self._last_read: Better | None = None
        self._fault = ""

    @property
    def pid(self) -> int:
        """The id of the process; 0 if there is none."""
        return self._process.pid if self._process else 0

    @property
    @override
    def is_thinking(self) -> bool:
        self._poll()
        return self._thinking

    @property
    @override
    def best(self) -> Proposal | None:
        self._poll()
        return self._best

    @property
    @override
    def fault(self) -> str:
        self._poll()
        return self._fault

    @property
    @override
    def has_crashed(self) -> bool:
        self._poll()
        return self._crashed

    @override
    def begin(self, events: Iterable[Event]) -> None:
        """Start the player, in the present process if it is idle, else in a new one."""
        self._poll()
        if self._answered < self._asked or not self._process:
            self.close()  # a player that still thinks about another question is not waited for
            self._process = _WorkerProcess()
            self._answered, self._crashed = self._asked, False
        self._send(Begin(self._game.meta.id, self._side, self._chosen))
        self.observe(events)

    @override
    def observe(self, events: Iterable[Event]) -> None:
        self._send(Observe(tuple(msgspec.Raw(encode(event)) for event in events)))

    @override
    def ask(self, view: object) -> None:
        self._asked += 1
        self._thinking, self._best, self._fault = True, None, ""
        self._send(Consider(self._asked, msgspec.Raw(encode(view))))

    @override
    def stop(self) -> None:
        self._poll()
        self._thinking = False
        self._send(Stop(self._asked))

    @override
    def close(self) -> None:
        """End the player. The process has ended when this returns."""
        if self._process:
            self._process.stop()
        self._process, self._thinking = None, False

    def _send(self, request: Request) -> None:
        """Send a request to the process if there is one."""
        if self._process:
            self._process.send(request)

    def _poll(self) -> None:
        """Take the answers of the process into account.

        Only the last proposal is decoded, however many there are.
        """
        if self._process:
            better, decided, ended = self._process.mailbox.read()
            if better and better is not self._last_read:
                self._accept(better)
            self._last_read = better
            if decided > self._answered:
                self._answered = min(decided, self._asked)
                self._thinking = self._thinking and self._answered < self._asked
            if ended:
                self.close()
                self._crashed = True

    def _accept(self, better: Better) -> None:
        """Take a proposal as the best so far if it answers the open question.

        An undecodable command sets the fault.
        """
        if better.number != self._asked or not self._thinking:
            return
        try:
            order = msgspec.json.decode(better.command, type=self._game.command_type)
        except UNREADABLE:
            self._best, self._fault = None, NO_ORDER
        else:
            self._best, self._fault = Proposal(order, better.why[:LONGEST_REASON]), ""
