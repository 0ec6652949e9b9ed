"""How the facts of this game are played: winds fly to the compass, shot to the ship that it hits."""

from collections.abc import Sequence

from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.facts import Fact
from tabletop.games.ship_duel.events import AttackMade, WindsRevealed
from tabletop.ui.boards.cards import playing
from tabletop.ui.boards.cards.felt import Flight


def flights(table: playing.Seen, events: Sequence[Fact]) -> list[Flight]:
    """One after the other."""
    return playing.flights(table, events, _FLIGHTS)


def _winds(table: playing.Seen, event: WindsRevealed) -> list[Flight]:
    return [
        playing.flight(table, card, playing.home(table, side, card), "compass", turns=side != table.own)
        for side, shown in event.winds.items()
        for card in shown
    ]


def _attack(table: playing.Seen, event: AttackMade) -> list[Flight]:
    start = [playing.home(table, event.side, card) for card in event.cards]
    return [
        playing.flight(table, card, whence, f"ship.{event.target}", turns=event.side != table.own)
        for card, whence in zip(event.cards, start, strict=True)
    ]


_FLIGHTS: Handlers[playing.Seen, list[Flight]] = by_kind(
    Case(WindsRevealed, _winds),
    Case(AttackMade, _attack),
)
