"""Deciding a command: each event is applied before the next rule reads the state."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from tabletop.core.chance import Chance
from tabletop.core.dispatch import Handler
from tabletop.core.events import Event, EventTable

S = TypeVar("S")
F = TypeVar("F", bound=Event)


class CommandContext(Generic[S]):
    """A command on its way through the rules: the state so far, the events so far, the chance in hand.

    Rules read `state` and `emit` events; nothing else changes anything.
    """

    __slots__ = ("_apply", "chance", "events", "state")

    def __init__(self, state: S, handlers: EventTable[S], chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self._apply = handlers.apply
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Announce an event and apply it at once."""
        self.state = self._apply[type(event)](self.state, event)
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


class FollowUp(Generic[S]):
    """What comes of every event of a kind, whichever rule told it; it comes before that rule goes on.

    Attributes:
        kind: the struct.
        come: what emits the events that follow, if any, on the state after it.
    """

    __slots__ = ("come", "kind")

    def __init__(self, kind: type[F], come: Callable[[CommandContext[S], F], None]) -> None:
        self.kind: type[Event] = kind
        self.come: Handler[CommandContext[S], None] = come


class FollowUpContext(CommandContext[S]):
    """An unfolding in which events have sequels."""

    __slots__ = ("_sequels",)

    def __init__(
        self, state: S, handlers: EventTable[S], chance: Chance, sequels: Mapping[type[Event], Sequence[FollowUp[S]]]
    ) -> None:
        super().__init__(state, handlers, chance)
        self._sequels = sequels

    def emit(self, event: Event) -> None:
        """Announce an event and apply it at once, with all that comes of it by itself."""
        super().emit(event)
        for sequel in self._sequels.get(type(event), ()):
            sequel.come(self, event)
