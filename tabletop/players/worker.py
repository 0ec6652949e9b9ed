"""The process of a player: reads what it is told from its standard input, a line each, and writes what it decides.

It listens beside its thinking, and ends as soon as nobody is there any more to tell it anything, whatever it thinks of.
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
    """Play this side of this game, and forget all that was before."""

    game: str
    side: str
    chosen: ComputerPlayer


class Observe(msgspec.Struct, frozen=True, tag=True):
    """These events have happened, as far as the side may know them."""

    events: tuple[msgspec.Raw, ...]


class Consider(msgspec.Struct, frozen=True, tag=True):
    """Choose in this position, as the side knows it; the number tells the answer from those to other questions."""

    number: int
    view: msgspec.Raw


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Think no more about the questions up to this number."""

    number: int


class Better(msgspec.Struct, frozen=True, tag=True):
    """The best order so far."""

    number: int
    command: msgspec.Raw
    why: str = ""


class Decided(msgspec.Struct, frozen=True, tag=True):
    """The last one told is the choice; none if it was stopped before there was one."""

    number: int


Request = Begin | Observe | Consider | Stop
Answer = Better | Decided
ANSWERS = msgspec.json.Decoder(Answer)
_REQUESTS = msgspec.json.Decoder(Request)
encode = msgspec.json.Encoder().encode


class Worker:
    """Carries out what it is told, one after the other."""

    def __init__(self, told: Iterable[Request], out: BinaryIO) -> None:
        """`told` may wait for more."""
        self._told, self._out = told, out
        self.stopped = 0
        """The number of the last question that nobody wants to be answered any more."""
        self._player: AnyPlayer | None = None

    def run(self) -> None:
        """Go on as long as anything is told."""
        for told in self._told:
            match told:
                case Begin():
                    self._begin(told)
                case Observe():
                    self._observe(told)
                case Consider():
                    self._consider(told)

    @property
    def player(self) -> AnyPlayer:
        """Who plays; ValueError before it is told."""
        if self._player is None:
            raise ValueError("no game has been started")
        return self._player

    def _begin(self, told: Begin) -> None:
        if told.chosen.player not in players.list_players(told.game):
            sys.exit(f"There is no player '{told.chosen.player}'.")
        self._player = players.create_player(find_game(told.game), told.side, told.chosen)

    def _observe(self, told: Observe) -> None:
        for event in told.events:
            self.player.observe(msgspec.json.decode(event, type=self.player.game.event_type))

    def _consider(self, asked: Consider) -> None:
        view = msgspec.json.decode(asked.view, type=self.player.game.state_type)
        for one in self.player.consider(view):
            if asked.number <= self.stopped:
                break
            self._write(Better(asked.number, msgspec.Raw(encode(one.command)), one.why))
        self._write(Decided(asked.number))

    def _write(self, answer: Answer) -> None:
        self._out.write(encode(answer) + b"\n")
        self._out.flush()


def main() -> None:
    """Play until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal, for the window: it ends this process as well
    queue: SimpleQueue[Request] = SimpleQueue()
    worker = Worker(iter(queue.get, None), sys.stdout.buffer)
    sys.stdout = sys.stderr  # what a player prints is no answer
    atexit.register(os._exit, 1)  # whoever listens waits in a read, on which an orderly end founders
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, queue, worker), daemon=True).start()
    worker.run()


def _read_requests(lines: BinaryIO, queue: "SimpleQueue[Request]", worker: Worker) -> None:
    for line in lines:
        told = _REQUESTS.decode(line)
        if isinstance(told, Stop):
            worker.stopped = told.number
        else:
            queue.put(told)
    os._exit(0)


if __name__ == "__main__":
    main()
