"""Who chooses for a side when no person does, as each of them is written."""

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.core.game import Game
from tabletop.core.record import STEADY

S = TypeVar("S")


class Proposal(msgspec.Struct, frozen=True):
    """An order that a player would give.

    Attributes:
        command: the command.
        why: its reason, a sentence for the log: ``Mars rakes Pluton's stern: 2.4 hull points expected``; "" for none.
    """

    command: Command
    why: str = ""


class Player(Generic[S]):
    """Plays one side of one match, on what this side knows.

    The same seed, temper, events and views lead to the same choices, in any process and on any machine: so whoever goes
    on with a match that was left, or taken back, hears all that has happened and plays as if nothing had come between.
    How long it thinks is counted in what it looks at, never by a clock.

    Attributes:
        title: how it is called where players are chosen.
        description: what it is like, what it does as a clause: ``takes the best order that it sees in one move``.
        has_temper: whether its temper makes a difference.
        game: the rules.
        side: the id of its side.
        seed: of all that it does at random.
        temper: one of `TEMPERS`, for whom it matters.
        events_seen: how many events it has seen.
    """

    title: ClassVar[str]
    description: ClassVar[str]
    has_temper: ClassVar[bool] = False

    def __init__(self, game: Game[S], side: str, seed: str, temper: str = STEADY) -> None:
        self.game, self.side, self.seed, self.temper = game, side, seed, temper
        self.events_seen = 0

    def observe(self, event: Event) -> None:  # noqa: ARG002 - that there was one is enough for most
        """Something has happened, told as far as this side may know it; also of what it ordered itself."""
        self.events_seen += 1

    def make_random(self) -> Random:
        """The chance of its own for the decision at hand: another moment, even where all looks the same, is another."""
        return Random(f"{self.seed}/{self.events_seen}")

    def evaluate_position(self, view: S) -> float:  # noqa: ARG002 - some do not care
        """How its side stands: below 0 worse than the other, so that it takes a draw that is offered (C-9)."""
        return 0.0

    def consider(self, view: S) -> Iterator[Proposal]:
        """Orders for its side, which is asked, each better than the one before; the last is chosen.

        Between two it may be stopped, and the better one of those so far is taken. At least one must come, soon.
        """
        raise NotImplementedError


AnyPlayer = Player[Any]
"""A player of a game of whatever states."""
