"""The context in which a command is executed. Each event is applied before the next rule reads the state."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from tabletop.core.chance import Chance
from tabletop.core.dispatch import Handler
from tabletop.core.events import Event, EventTable

S = TypeVar("S")
F = TypeVar("F", bound=Event)


class CommandContext(Generic[S]):
    """The state, the events so far and the source of chance while a command is executed.

    Rules read `state` and call `emit`; nothing else changes the state.
    """

    __slots__ = ("_apply", "chance", "events", "state")

    def __init__(self, state: S, handlers: EventTable[S], chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self._apply = handlers.apply
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Apply an event to the state at once and append the event to `events`."""
        self.state = self._apply[type(event)](self.state, event)
        self.events.append(event)

    def d6(self) -> int:
        """Roll one die and return its face, 1 to 6."""
        return self.chance.draw_below(6) + 1

    def roll(self, dice: int) -> tuple[int, ...]:
        """Roll `dice` dice and return their faces in order."""
        return tuple(self.d6() for _ in range(dice))

    def toss_coin(self) -> bool:
        """Toss a coin; return True for heads. A script writes heads as 1 and tails as 2."""
        return self.chance.draw_below(2) == 0

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in a new random order, the top card first."""
        return self.chance.shuffle(cards)


class FollowUp(Generic[S]):
    """A rule that emits more events after each event of one kind.

    Attributes:
        kind: the struct of the event that triggers the rule.
        emit: emits the events that follow, given the context after the triggering event.
    """

    __slots__ = ("emit", "kind")

    def __init__(self, kind: type[F], emit: Callable[[CommandContext[S], F], None]) -> None:
        self.kind: type[Event] = kind
        self.emit: Handler[CommandContext[S], None] = emit


class FollowUpContext(CommandContext[S]):
    """A command context that runs the follow-ups of each event."""

    __slots__ = ("_follow_ups",)

    def __init__(
        self, state: S, handlers: EventTable[S], chance: Chance, sequels: Mapping[type[Event], Sequence[FollowUp[S]]]
    ) -> None:
        super().__init__(state, handlers, chance)
        self._follow_ups = sequels

    def emit(self, event: Event) -> None:
        """Apply an event at once, then run the follow-ups of its kind."""
        super().emit(event)
        for sequel in self._follow_ups.get(type(event), ()):
            sequel.emit(self, event)
