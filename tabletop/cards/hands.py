"""Check the cards of a hand that a command names (C-3), and list the selections of cards from a hand."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import TypeVar

from tabletop.cards.events import NameLookup
from tabletop.cards.state import HasCards
from tabletop.cards.zones import Cards
from tabletop.core.errors import Refused

S = TypeVar("S", bound=HasCards)


def check_hand(state: S, side: str, cards: Sequence[str], rule: str, name: NameLookup[S]) -> Refused | None:
    """Return a refusal if a card is not in the hand of `side` or is named twice, else None.

    Args:
        state: the state of the game.
        side: the side that gives the command.
        cards: ids of the cards in the command.
        rule: id of the rule that the refusal cites.
        name: returns the name of a card of the deck.
    """
    hand = state.cards.hands[side]
    if len({*cards}.intersection(hand)) == len(cards):
        return None
    return _refuse_misnamed_card(state, hand, cards, rule, name)


def _refuse_misnamed_card(
    state: S, hand: Cards, cards: Sequence[str], rule: str, name: NameLookup[S]
) -> Refused | None:
    """Return the refusal of the first card that is not in the hand or is named twice, or None."""
    for place, card in enumerate(cards):
        if card not in hand:
            if card not in state.deck:
                return Refused(rule, f"There is no card '{card}' in this deck.")
            return Refused(rule, f"{name(state, card)} is not in your hand.", pieces=(card,))
        if cards.index(card) < place:
            return Refused(rule, f"{name(state, card)} was chosen twice.", pieces=(card,))
    return None


Places = tuple[int, ...]
"""Indices of cards in a hand, in ascending order."""


def list_handfuls(faces: Iterable[Hashable], most: int) -> Sequence[Places]:
    """Return every selection of up to `most` cards of a hand, from the empty one to the largest.

    Args:
        faces: the print of each card of the hand. Of cards with equal faces, the first in the hand are selected.
        most: largest number of cards in a selection.
    """
    first: dict[Hashable, int] = {}
    return _list_handfuls_by_pattern(tuple(map(first.setdefault, faces, count())), most)


@lru_cache
def list_subsets(cards: int, most: int) -> Sequence[Places]:
    """Return every selection of up to `most` of `cards` different cards, smaller selections first."""
    return list_handfuls(range(cards), most)


def select_cards(hand: Cards, places: Places) -> Cards:
    """Return the cards of a hand at the indices `places`."""
    return tuple([hand[place] for place in places])


@lru_cache(maxsize=4096)
def _list_handfuls_by_pattern(pattern: Places, most: int) -> tuple[Places, ...]:
    """Return the selections for a hand in which `pattern[i]` is the first card equal to card i.

    Cached: hands of seven cards have about a thousand patterns.
    """
    hand = range(len(pattern))
    before = [max((one for one in hand[:place] if pattern[one] == pattern[place]), default=None) for place in hand]
    ways: list[Places] = [()]
    found = list(ways)
    for _ in range(most):  # each way with one more card, further on, whose equals before it are all taken
        ways = [(*way, one) for way in ways for one in hand[way[-1] + 1 if way else 0 :] if before[one] in (None, *way)]
        found += ways
    return tuple(found)
