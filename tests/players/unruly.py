"""Players that do what no player must do, each in its own way."""

import os
import re
import sys
import time
from contextlib import suppress

import msgspec

from tabletop.core.commands import Command
from tabletop.games.volley.commands import Discard
from tabletop.players.casual import Casual
from tabletop.players.player import AnyPlayer, Proposal


class Unruly(AnyPlayer):
    title, description = "Unruly", "does what no player must do"


class Number(Unruly):
    def consider(self, view):
        yield 7


class Nothing(Unruly):
    def consider(self, view):
        return None


class Words(Unruly):
    def consider(self, view):
        yield Proposal("pass")


class OfAnotherGame(Unruly):
    def consider(self, view):
        yield Proposal(Discard(self.side, ()))


class OddFields(Unruly):
    def consider(self, view):
        yield Proposal(msgspec.structs.replace(next(iter(self.game.choices(view))), side=[]))


class OfItsOwn(Unruly):
    def consider(self, view):
        class Win(Command, frozen=True, tag="win"):
            side: str

        yield Proposal(Win(self.side))


class OddReason(Casual):
    def consider(self, view):
        yield from (Proposal(one.command, ["why", "not"]) for one in super().consider(view))


class LongReason(Casual):
    def consider(self, view):
        yield from (Proposal(one.command, "\ud800 because " * 100_000) for one in super().consider(view))


class Exits(Unruly):
    def consider(self, view):
        sys.exit("I have seen enough")


class ExitsAsItHears(Casual):
    def observe(self, event):
        sys.exit(0)


class Interrupts(Unruly):
    def consider(self, view):
        raise KeyboardInterrupt


class Ends(Unruly):
    def consider(self, view):
        os._exit(3)


class Crashes(Unruly):
    def consider(self, view):
        os.abort()


class Sleeps(Unruly):
    def consider(self, view):
        time.sleep(3600)
        yield from ()


class GoesOnProposing(Unruly):
    def consider(self, view):
        while True:
            yield Proposal(next(iter(self.game.choices(view))))


class HoldsEverybodyUp(Unruly):
    """Nothing else in its process runs while it searches, not even another thread."""

    def consider(self, view):
        re.fullmatch("(a+)+b", "a" * 60)
        yield from ()


class CatchesAll(Unruly):
    def consider(self, view):
        while True:
            with suppress(BaseException):
                time.sleep(0.01)


class SleepsAsItHears(Casual):
    def observe(self, event):
        time.sleep(3600)


class SleepsAsItBegins(Casual):
    def __init__(self, *given):
        time.sleep(3600)


class ExitsAsItBegins(Casual):
    def __init__(self, *given):
        sys.exit("not today")


class Prints(Casual):
    def consider(self, view):
        print('{"type": "Played"}', flush=True)  # noqa: T201 - a player may print
        os.write(1, b'{"type": "Played"}\n')
        return super().consider(view)


class Reads(Casual):
    def consider(self, view):
        sys.stdin.read()
        return super().consider(view)


class RaisesMuch(Casual):
    def consider(self, view):
        raise ArithmeticError(f"\ud800 {self.events_seen} " * 10_000)


class UntellableError(Exception):
    def __str__(self):
        raise ValueError("not even that")


class RaisesUntellably(Casual):
    def consider(self, view):
        raise UntellableError
