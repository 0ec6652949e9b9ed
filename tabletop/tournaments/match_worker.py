"""The program of a process that plays matches: reads requests, one a line, and writes the answers.

A clock in shared memory tells the parent process which player is thinking and for how long. The parent ends this
process if a player never answers. This process ends by itself once its standard input is closed.
"""

import atexit
import mmap
import os
import signal
import struct
import sys
import threading
import time
import traceback
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO, Literal

import msgspec

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.errors import Problem, RecordError, ScenarioError
from tabletop.core.game import find_game
from tabletop.core.paths import parse_path
from tabletop.tournaments.fixture import Entrant, Fixture, UnknownPlayerError, describe_error
from tabletop.tournaments.match_play import LONGEST, Result, play_fixture


class PlayRequest(msgspec.Struct, frozen=True, tag=True):
    """The request to play a match to its end, and to record it at `record` unless that is ""."""

    fixture: Fixture
    record: str = ""
    longest: int = LONGEST


class PlayerCheckRequest(msgspec.Struct, frozen=True, tag=True):
    """The request to check that a player can begin to play a side of a game."""

    game: str
    side: str
    entrant: Entrant


class ResultAnswer(msgspec.Struct, frozen=True, tag=True):
    """The result of a match."""

    result: Result


class PlayerOkAnswer(msgspec.Struct, frozen=True, tag=True):
    """The answer that a player can begin."""


class FailureAnswer(msgspec.Struct, frozen=True, tag=True):
    """The answer that a request failed, by no fault of a player in a match.

    Attributes:
        kind: the kind of error.
        words: the text of the error, a sentence.
        problems: the problems of a scenario.
    """

    kind: Literal["player", "scenario", "record", "fault"]
    words: str = ""
    problems: tuple[Problem, ...] = ()


Request = PlayRequest | PlayerCheckRequest
Answer = ResultAnswer | PlayerOkAnswer | FailureAnswer
REQUEST_DECODER = msgspec.json.Decoder(Request)
ANSWER_DECODER = msgspec.json.Decoder(Answer)
encode = msgspec.json.Encoder().encode


class SharedClock:
    """A clock in memory that two processes share by a file: which player thinks, and since when."""

    _LAYOUT = struct.Struct("@dq")
    """The start time (seconds of `time.monotonic`) and the number of the side from 1 on, 0 for none."""

    def __init__(self, path: str) -> None:
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        self._memory = mmap.mmap(descriptor, self._LAYOUT.size)
        os.close(descriptor)
        self.sides: list[str] = []
        """The sides of the match that is played, in the order in which they are numbered."""

    @classmethod
    def size(cls) -> int:
        """Return the size of the file in bytes."""
        return cls._LAYOUT.size

    def start(self, side: str) -> None:
        """Count the time of `side` from now on."""
        self._LAYOUT.pack_into(self._memory, 0, time.monotonic(), self.sides.index(side) + 1)

    def stop(self) -> None:
        """Stop counting."""
        self._LAYOUT.pack_into(self._memory, 0, 0.0, 0)

    def read(self) -> tuple[str, float]:
        """Return the side whose player is thinking and for how many seconds; ("", 0.0) if no player is."""
        began, number = self._LAYOUT.unpack_from(self._memory, 0)
        at_work = 0 < number <= len(self.sides)
        return (self.sides[number - 1], time.monotonic() - began) if at_work else ("", 0.0)

    def close(self) -> None:
        """Release the memory."""
        self._memory.close()


def handle_request(line: bytes, clock: SharedClock) -> Answer:
    """Decode and execute a request; return the answer. Every exception becomes a `FailureAnswer`."""
    try:
        return _execute(REQUEST_DECODER.decode(line), clock)
    except Exception as error:  # noqa: BLE001 - one match that fails ends neither this process nor the tournament unsaid
        clock.stop()
        return build_failure(error)


def build_failure(error: Exception) -> FailureAnswer:
    """Return an exception as plain data. An unforeseen one is also printed with its traceback on stderr."""
    match error:
        case UnknownPlayerError():
            return FailureAnswer("player", str(error))
        case ScenarioError():
            return FailureAnswer("scenario", "", error.problems)
        case RecordError():
            return FailureAnswer("record", str(error))
    traceback.print_exception(error)
    return FailureAnswer("fault", describe_error(error))


def _execute(asked: Request, clock: SharedClock) -> Answer:
    if isinstance(asked, PlayerCheckRequest):
        clock.sides = [asked.side]
        clock.start(asked.side)
        asked.entrant.create_player(find_game(asked.game), asked.side, "")
        clock.stop()
        return PlayerOkAnswer()
    clock.sides = list(asked.fixture.entrants)
    record = parse_path(asked.record) if asked.record else None
    return ResultAnswer(play_fixture(asked.fixture, record, asked.longest, clock))


def main() -> None:
    """Answer requests until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal, for the command: it ends this process as well
    lines, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what a player reads was not meant for it
    os.dup2(2, 1)  # what a player prints is no answer
    atexit.register(os._exit, 1)  # the listening thread waits in a read, which would block an orderly exit
    clock, queue = SharedClock(sys.argv[1]), SimpleQueue[bytes]()
    with suppress(OSError):  # on Windows it can be removed only once both processes have let it go
        parse_path(sys.argv[1]).unlink()
    threading.Thread(target=_read_requests, args=(lines, queue), daemon=True).start()
    while True:
        told = encode(handle_request(queue.get(), clock))
        out.write(told + b"\n")
        out.flush()


def _read_requests(lines: BinaryIO, queue: "SimpleQueue[bytes]") -> None:
    for line in lines:
        queue.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
