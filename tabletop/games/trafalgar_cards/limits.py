"""How many cards of each suit may count in a turn, and as what a card may be committed (TRA-4, TRA-5, TRA-6)."""

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec

from tabletop.core.memory import per_object
from tabletop.games.trafalgar_cards.deck import Card, Deck, Play, Plays, Suit, Use


class Limits(msgspec.Struct, frozen=True, cache_hash=True):
    """The most cards of each suit from a turn on (TRA-4).

    Attributes:
        from_turn: the first turn in which they hold.
        strategy: most Strategy cards.
        tactics: most Tactics cards.
        morale: most Morale cards.
        fighting: most Fighting cards.
    """

    from_turn: int
    strategy: int = 2
    tactics: int = 2
    morale: int = 2
    fighting: int = 2


STANDARD = (
    Limits(from_turn=1, strategy=3, tactics=3, morale=2, fighting=0),
    Limits(from_turn=3, strategy=2, tactics=2, morale=2, fighting=2),
    Limits(from_turn=6, strategy=2, tactics=2, morale=2, fighting=3),
)
"""The printed limits (TRA-4)."""

HAND, MOST_DISCARDED = 8, 4
"""Cards in a full hand, and of them those that may be discarded (TRA-3)."""

ADMIRALS = 1
"""The most Admirals (TRA-4)."""

Table = tuple[Limits, ...]
"""In the order of their turns."""


@lru_cache(maxsize=256)
def most(table: Table, turn: int) -> Mapping[Use, int]:
    """How many cards of each use may count in a turn."""
    now = [row for row in table if row.from_turn <= turn][-1]
    return {
        "strategy": now.strategy,
        "tactics": now.tactics,
        "morale": now.morale,
        "fighting": now.fighting,
        "admiral": ADMIRALS,
    }


def uses(card: Card, side: str, limit: Mapping[Use, int]) -> tuple[Use, ...]:
    """As what a side may commit a card now, the printed suit first; nothing for a dead card."""
    if card.suit == "admiral":
        return ("admiral",) if card.side == side else ()
    printed: tuple[Use, ...] = (card.suit,) if limit[card.suit] else ()
    return (*printed, card.also_as) if card.also_as and limit[card.also_as] else printed


Ways = tuple[Mapping[str, tuple[Play | None, ...]], Mapping[Use, int]]
"""Each card that could be committed, not at all or as one of what it may be; and how many of each use may count."""


@per_object
def ways(deck: Deck) -> Callable[[str, Table, int], Ways]:
    """How a side could commit cards, by the limits and the turn."""

    @lru_cache(maxsize=64)
    def found(side: str, table: Table, turn: int) -> Ways:
        limit = most(table, turn)
        able = {card: uses(printed, side, limit) for card, printed in deck.items()}
        return {card: (None, *[Play(card, use) for use in served]) for card, served in able.items() if served}, limit

    return found


def within(plays: Plays, limit: Mapping[Use, int]) -> bool:
    """Whether cards come to no more of any use than may count."""
    room = dict(limit)
    for play in plays:
        use = play.use
        left = room[use]
        if not left:
            return False
        room[use] = left - 1
    return True


def opens(table: Table, turn: int, suit: Suit) -> int | None:
    """The first turn after this one in which cards of a suit count; None if it never comes."""
    later = (row.from_turn for row in table if row.from_turn > turn and getattr(row, suit))
    return min(later, default=None)
