"""The interface of computer players, and the proposals that they make."""

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
    """A command that a player proposes.

    Attributes:
        command: the command.
        why: the reason, a sentence for the log: ``Mars rakes Pluton's stern: 2.4 hull points expected.``; "" for none.
    """

    command: Command
    why: str = ""


class Player(Generic[S]):
    """A computer player of one side of one match, which knows only what this side knows.

    The same seed, temper, events and views lead to the same choices, in any process and on any machine. A player that
    continues a match observes all earlier events and then plays as if it had played from the start. Its effort is
    limited by the number of positions it looks at, never by a clock.

    Attributes:
        title: name in the lists of players.
        description: its style of play as a clause: ``takes the best order that it sees in one move``.
        has_temper: True if the temper makes a difference.
        game: the rules.
        side: id of the own side.
        seed: seed of all its random choices.
        temper: one of `TEMPERS`.
        events_seen: number of events observed.
    """

    title: ClassVar[str]
    description: ClassVar[str]
    has_temper: ClassVar[bool] = False

    def __init__(self, game: Game[S], side: str, seed: str, temper: str = STEADY) -> None:
        self.game = game
        self.side = side
        self.seed = seed
        self.temper = temper
        self.events_seen = 0

    def observe(self, event: Event) -> None:  # noqa: ARG002 - most players only count events
        """Take note of an event, as far as the own side may know it; events of own commands are included."""
        self.events_seen += 1

    def make_random(self) -> Random:
        """Return the random source of the present decision, by the seed and the number of events seen."""
        return Random(f"{self.seed}/{self.events_seen}")

    def evaluate_position(self, view: S) -> float:  # noqa: ARG002 - the default never accepts a draw
        """Return how the own side stands; below 0, it accepts a draw (C-9)."""
        return 0.0

    def consider(self, view: S) -> Iterator[Proposal]:
        """Yield proposals for the own side, which must act, each better than the last.

        The last one is chosen. The caller may stop between two proposals and take the latest; at least one must
        come soon.
        """
        raise NotImplementedError


AnyPlayer = Player[Any]
"""A player of any game."""
