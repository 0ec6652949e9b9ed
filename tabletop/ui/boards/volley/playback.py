"""How the facts of this game are played: cards come out of the hands, are struck through, and are cleared away."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.facts import Fact
from tabletop.games.volley.events import CounterPlayed, DefencePlayed, MeldPlayed, TableCleared
from tabletop.games.volley.state import State
from tabletop.ui.boards.cards import playing
from tabletop.ui.boards.cards.felt import FLIP, Flight, Stroke


class Seen(playing.Seen, Protocol):
    """What must be known of the table of this game before its cards can fly."""

    @property
    def view(self) -> State:
        """The state as the viewer may know it, when all has been played."""


def flights(table: Seen, events: Sequence[Fact]) -> list[Flight]:
    """One after the other."""
    return playing.flights(table, events, _FLIGHTS)


def strokes(events: Sequence[Fact]) -> list[Stroke]:
    """Targets of answers and counters, once the card that does it has come."""
    return playing.struck([_STRUCK[type(event)](event) for event in events if type(event) in _STRUCK], FLIP)


_STRUCK: dict[type, Callable[[Any], str]] = {
    DefencePlayed: lambda event: str(event.target),
    CounterPlayed: lambda event: str(event.against),
}


def _shown(table: Seen, side: str, cards: Sequence[str]) -> list[Flight]:
    """Cards of the other hand are turned over; one's own lie where they were laid ready."""
    if side == table.own:
        return []
    return [playing.flight(table, card, playing.OTHER, f"card.{card}", turns=True) for card in cards]


def _meld(table: Seen, event: MeldPlayed) -> list[Flight]:
    return _shown(table, event.side, event.cards)


def _played(table: Seen, event: DefencePlayed | CounterPlayed) -> list[Flight]:
    return _shown(table, event.side, (event.card,))


def _cleared(table: Seen, event: TableCleared) -> list[Flight]:
    """The meld goes to where the last attack is shown; what was played on it to the discards."""
    last = table.view.last
    shown = {share.card for share in last.shares} if last else set()
    ends = {card: f"card.{card}" if card in shown else playing.DISCARDS for card in event.cards}
    return [playing.flight(table, card, f"card.{card}", end) for card, end in ends.items()]


_FLIGHTS: Handlers[Seen, list[Flight]] = by_kind(
    Case(MeldPlayed, _meld),
    Case(DefencePlayed, _played),
    Case(CounterPlayed, _played),
    Case(TableCleared, _cleared),
)
