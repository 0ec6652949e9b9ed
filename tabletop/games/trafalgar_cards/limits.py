"""Limits on the number of cards of each suit in a turn, and the possible uses of a card (TRA-4, TRA-5, TRA-6)."""

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec

from tabletop.core.state_cache import cache_per_object
from tabletop.games.trafalgar_cards.deck import Card, Deck, Play, Plays, Suit, Use


class Limits(msgspec.Struct, frozen=True, cache_hash=True):
    """The most cards of each suit from a turn on (TRA-4).

    Attributes:
        from_turn: first turn in which these limits hold.
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
"""Cards in a full hand, and the most of them that may be discarded (TRA-3)."""

ADMIRALS = 1
"""The most Admirals (TRA-4)."""

LimitTable = tuple[Limits, ...]
"""Limits in the order of their turns."""


@lru_cache(maxsize=256)
def find_limits(table: LimitTable, turn: int) -> Mapping[Use, int]:
    """Return the most cards of each use that may count in a turn."""
    now = [row for row in table if row.from_turn <= turn][-1]
    return {
        "strategy": now.strategy,
        "tactics": now.tactics,
        "morale": now.morale,
        "fighting": now.fighting,
        "admiral": ADMIRALS,
    }


def list_uses(card: Card, side: str, limit: Mapping[Use, int]) -> tuple[Use, ...]:
    """Return the uses in which a side may commit a card now, the printed suit first, or ()."""
    if card.suit == "admiral":
        return ("admiral",) if card.side == side else ()
    printed: tuple[Use, ...] = (card.suit,) if limit[card.suit] else ()
    return (*printed, card.also_as) if card.also_as and limit[card.also_as] else printed


CommitOptions = tuple[Mapping[str, tuple[Play | None, ...]], Mapping[Use, int]]
"""For each card with a use: None and a play for each of its uses. And the most cards of each use."""


@cache_per_object
def build_commit_options(deck: Deck) -> Callable[[str, LimitTable, int], CommitOptions]:
    """Return a function from a side, the limits and the turn to the commit options. Cached for each deck."""

    @lru_cache(maxsize=64)
    def build_options(side: str, table: LimitTable, turn: int) -> CommitOptions:
        limit = find_limits(table, turn)
        able = {card: list_uses(printed, side, limit) for card, printed in deck.items()}
        return {card: (None, *[Play(card, use) for use in served]) for card, served in able.items() if served}, limit

    return build_options


def is_within_limits(plays: Plays, limit: Mapping[Use, int]) -> bool:
    """Return True if no use has more plays than its limit."""
    room = dict(limit)
    for play in plays:
        use = play.use
        left = room[use]
        if not left:
            return False
        room[use] = left - 1
    return True


def find_first_turn(table: LimitTable, turn: int, suit: Suit) -> int | None:
    """Return the first turn after `turn` in which cards of a suit count, or None if there is none."""
    later = (row.from_turn for row in table if row.from_turn > turn and getattr(row, suit))
    return min(later, default=None)
