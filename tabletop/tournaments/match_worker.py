"""The program of a process that plays matches: reads what it is asked, a line each, and writes the answers.

It tells whose player is at work by a clock in memory that it shares with the process that asks. So that process
notices a player that never comes to an end, and can end this one. It ends by itself once nobody is there to ask.
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
from tabletop.tournaments.match_play import LONGEST, Result, play_match


class PlayRequest(msgspec.Struct, frozen=True, tag=True):
    """Play a match to its end, and write it down at `record`, if that is not empty."""

    fixture: Fixture
    record: str = ""
    longest: int = LONGEST


class PlayerCheckRequest(msgspec.Struct, frozen=True, tag=True):
    """See whether a player can begin to play a side of a game."""

    game: str
    side: str
    entrant: Entrant


class ResultAnswer(msgspec.Struct, frozen=True, tag=True):
    """The result of a match."""

    result: Result


class PlayerOkAnswer(msgspec.Struct, frozen=True, tag=True):
    """The player can begin."""


class FailureAnswer(msgspec.Struct, frozen=True, tag=True):
    """Why something could not be done: it is no fault of a player in a match.

    Attributes:
        kind: of error.
        words: of the error, a sentence.
        problems: of a scenario.
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
    """Whose player is at work, and since when, in memory that two processes share by a file."""

    _LAYOUT = struct.Struct("@dq")
    """Time at which the work began, in seconds of `time.monotonic`; number of the side from 1 on, 0 for nobody."""

    def __init__(self, path: str) -> None:
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        self._memory = mmap.mmap(descriptor, self._LAYOUT.size)
        os.close(descriptor)
        self.sides: list[str] = []
        """The sides of the match that is played, in the order in which they are numbered."""

    @classmethod
    def size(cls) -> int:
        """Return how many bytes the file must have."""
        return cls._LAYOUT.size

    def start(self, side: str) -> None:
        """Count the time of a side."""
        self._LAYOUT.pack_into(self._memory, 0, time.monotonic(), self.sides.index(side) + 1)

    def stop(self) -> None:
        """Count nobody's time."""
        self._LAYOUT.pack_into(self._memory, 0, 0.0, 0)

    def read(self) -> tuple[str, float]:
        """Return whose player is at work, and for how many seconds it has been; "" and 0 for nobody."""
        began, number = self._LAYOUT.unpack_from(self._memory, 0)
        at_work = 0 < number <= len(self.sides)
        return (self.sides[number - 1], time.monotonic() - began) if at_work else ("", 0.0)

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()


def handle_request(line: bytes, clock: SharedClock) -> Answer:
    """Do what a line asks, and return the answer, whatever happens."""
    try:
        return _execute(REQUEST_DECODER.decode(line), clock)
    except Exception as error:  # noqa: BLE001 - one match that fails ends neither this process nor the tournament unsaid
        clock.stop()
        return build_failure(error)


def build_failure(error: Exception) -> FailureAnswer:
    """Return an error as plain data; one that nobody foresaw is told with its traceback on stderr as well."""
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
    return ResultAnswer(play_match(asked.fixture, record, asked.longest, clock))


def main() -> None:
    """Answer until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal, for the command: it ends this process as well
    lines, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what a player reads was not meant for it
    os.dup2(2, 1)  # what a player prints is no answer
    atexit.register(os._exit, 1)  # whoever listens waits in a read, on which an orderly end founders
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
