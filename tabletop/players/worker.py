"""The program of a player's process: reads requests from standard input and writes answers.

Requests and answers are JSON, one a line. A thread listens while the player thinks. It ends the process as soon as
standard input ends.
"""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Iterable
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import players
from tabletop.core.game import find_game
from tabletop.core.record import ComputerPlayer
from tabletop.players.player import AnyPlayer


class Begin(msgspec.Struct, frozen=True, tag=True):
    """Request to play a side of a game from the start, and to forget everything before."""

    game: str
    side: str
    chosen: ComputerPlayer


class Observe(msgspec.Struct, frozen=True, tag=True):
    """Request to observe events, as far as the side may know them."""

    events: tuple[msgspec.Raw, ...]


class Consider(msgspec.Struct, frozen=True, tag=True):
    """Request to choose in a position as the side knows it; its number identifies the answers."""

    number: int
    view: msgspec.Raw


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Request to think no more about the questions up to this number."""

    number: int


class Better(msgspec.Struct, frozen=True, tag=True):
    """Answer: the best command so far."""

    number: int
    command: msgspec.Raw
    why: str = ""


class Decided(msgspec.Struct, frozen=True, tag=True):
    """Answer: the last `Better` of this number is the choice; without one there is none."""

    number: int


Request = Begin | Observe | Consider | Stop
Answer = Better | Decided
ANSWERS = msgspec.json.Decoder(Answer)
_REQUESTS = msgspec.json.Decoder(Request)
encode = msgspec.json.Encoder().encode


class Worker:
    """Executes requests one after the other with one player at a time."""

    def __init__(self, requests: Iterable[Request], out: BinaryIO) -> None:
        self._requests = requests
        self._out = out
        self.stopped = 0
        self._player: AnyPlayer | None = None

    def run(self) -> None:
        """Execute requests until there are no more. The iterator may block."""
        for request in self._requests:
            match request:
                case Begin():
                    self._begin(request)
                case Observe():
                    self._observe(request)
                case Consider():
                    self._consider(request)

    @property
    def player(self) -> AnyPlayer:
        """The present player. Raises ValueError before the first `Begin`."""
        if self._player is None:
            raise ValueError("no game has been started")
        return self._player

    def _begin(self, request: Begin) -> None:
        if request.chosen.player not in players.list_players(request.game):
            sys.exit(f"There is no player '{request.chosen.player}'.")
        self._player = players.create_player(find_game(request.game), request.side, request.chosen)

    def _observe(self, request: Observe) -> None:
        for event in request.events:
            self.player.observe(msgspec.json.decode(event, type=self.player.game.event_type))

    def _consider(self, request: Consider) -> None:
        view = msgspec.json.decode(request.view, type=self.player.game.state_type)
        for proposal in self.player.consider(view):
            if request.number <= self.stopped:
                break
            self._write(Better(request.number, msgspec.Raw(encode(proposal.command)), proposal.why))
        self._write(Decided(request.number))

    def _write(self, answer: Answer) -> None:
        self._out.write(encode(answer) + b"\n")
        self._out.flush()


def main() -> None:
    """Play until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal means the window, which ends this process
    queue: SimpleQueue[Request] = SimpleQueue()
    worker = Worker(iter(queue.get, None), sys.stdout.buffer)
    sys.stdout = sys.stderr  # standard output is for answers, not for what a player prints
    atexit.register(os._exit, 1)  # the other thread is blocked in a read, so an orderly exit would hang
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, queue, worker), daemon=True).start()
    worker.run()


def _read_requests(lines: BinaryIO, queue: "SimpleQueue[Request]", worker: Worker) -> None:
    """Queue the requests of standard input, but note a `Stop` at once.

    End the process after the last line.
    """
    for line in lines:
        request = _REQUESTS.decode(line)
        if isinstance(request, Stop):
            worker.stopped = request.number
        else:
            queue.put(request)
    os._exit(0)


if __name__ == "__main__":
    main()
