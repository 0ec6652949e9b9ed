"""Whether a side has the cards that it names, alike in every card game (C-3); and which could be taken together."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import TypeVar

from tabletop.cards.events import Name
from tabletop.cards.state import Dealt
from tabletop.cards.zones import Cards
from tabletop.core.errors import Refused

S = TypeVar("S", bound=Dealt)


def check(state: S, side: str, cards: Sequence[str], rule: str, name: Name[S]) -> Refused | None:
    """Every card must be in the side's own hand, and named once.

    Args:
        state: with the cards.
        side: that names them.
        cards: that it names.
        rule: that asks for them.
        name: of a card of the deck.
    """
    hand = state.cards.hands[side]
    if len({*cards}.intersection(hand)) == len(cards):
        return None
    return _misnamed(state, hand, cards, rule, name)


def _misnamed(state: S, hand: Cards, cards: Sequence[str], rule: str, name: Name[S]) -> Refused | None:
    for place, card in enumerate(cards):
        if card not in hand:
            if card not in state.deck:
                return Refused(rule, f"There is no card '{card}' in this deck.")
            return Refused(rule, f"{name(state, card)} is not in your hand.", pieces=(card,))
        if cards.index(card) < place:
            return Refused(rule, f"{name(state, card)} is named twice.", pieces=(card,))
    return None


Places = tuple[int, ...]
"""Of cards in a hand, in its order."""


def handfuls(faces: Iterable[Hashable], most: int) -> Sequence[Places]:
    """All ways to take up to so many cards of a hand, none and few first; of equal cards the first in the hand.

    Args:
        faces: what is printed on each card of the hand; equal cards have equal ones.
        most: cards that may be taken.
    """
    first: dict[Hashable, int] = {}
    return _handfuls(tuple(map(first.setdefault, faces, count())), most)


@lru_cache
def subsets(cards: int, most: int) -> Sequence[Places]:
    """The same of so many cards of which no two are equal."""
    return handfuls(range(cards), most)


def at(hand: Cards, places: Places) -> Cards:
    """The cards in some places of a hand."""
    return tuple([hand[place] for place in places])


@lru_cache(maxsize=4096)
def _handfuls(pattern: Places, most: int) -> tuple[Places, ...]:
    """`pattern` has for each card the place of the first that equals it; hands of seven have some thousand."""
    hand = range(len(pattern))
    before = [max((one for one in hand[:place] if pattern[one] == pattern[place]), default=None) for place in hand]
    ways: list[Places] = [()]
    found = list(ways)
    for _ in range(most):  # each way with one more card, further on, whose equals before it are all taken
        ways = [(*way, one) for way in ways for one in hand[way[-1] + 1 if way else 0 :] if before[one] in (None, *way)]
        found += ways
    return tuple(found)
