"""Deciding a command: each event is applied before the next rule reads the state."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from tabletop.core.chance import Chance
from tabletop.core.facts import Fact, Facts

S = TypeVar("S")


class Unfolding(Generic[S]):
    """A command on its way through the rules: the state so far, the events so far, the chance in hand.

    Rules read `state` and `emit` facts; nothing else changes anything.
    """

    __slots__ = ("_facts", "chance", "events", "state")

    def __init__(self, state: S, facts: Facts[S], chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self._facts = facts.kinds
        self.events: list[Fact] = []

    def emit(self, event: Fact) -> None:
        """Announce a fact and apply it at once."""
        self.state = self._facts[type(event)].apply(self.state, event)
        self.events.append(event)

    def d6(self) -> int:
        """Roll one die."""
        return self.chance.below(6) + 1

    def roll(self, dice: int) -> tuple[int, ...]:
        """Roll several dice, in order."""
        return tuple(self.d6() for _ in range(dice))

    def coin(self) -> bool:
        """Toss a coin: heads or not; a script writes heads as 1 and tails as 2."""
        return self.chance.below(2) == 0

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Cards in a new order, the top one first."""
        return self.chance.shuffled(cards)
