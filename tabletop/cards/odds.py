"""Cards that a side has not seen, and exact odds of drawing them (the hypergeometric distribution).

A game that shows odds keeps `mixed` in its state: the cards of the last shuffle, as indices into the deck. All sides
know `mixed`, because those cards had lain face up or were the whole deck.
"""

from fractions import Fraction
from math import comb
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.cards.state import HasCards
from tabletop.cards.zones import Cards, Zones
from tabletop.core.chance import Chance


def chance_of_at_least(hits: int, draws: int, wanted: int, unseen: int) -> Fraction:
    """Return the chance that `hits` or more of `draws` cards are among the `wanted` of all `unseen`.

    Raises:
        ValueError: if there are more draws or wanted cards than unseen cards, or a negative number.
    """
    if min(draws, wanted, unseen) < 0 or draws > unseen or wanted > unseen:
        raise ValueError(f"{draws} draws and {wanted} wanted cards of {unseen}")
    ways = (comb(wanted, n) * comb(unseen - wanted, draws - n) for n in range(max(hits, 0), draws + 1))
    return Fraction(sum(ways), comb(unseen, draws))


S = TypeVar("S", bound=HasCards)


class UnseenCards(msgspec.Struct, frozen=True):
    """Cards that a side has not seen.

    Attributes:
        loose: in the pile or in the other hand, each place equally likely.
        held: in the other hand for certain, because they were not in the last shuffle.
    """

    loose: Cards
    held: Cards


def find_unseen(state: HasCards, side: str) -> UnseenCards:
    """Return the cards that `side` has not seen. Before the first shuffle all of them are loose.

    Reads only what the side may know, so `state` may be its view (C-6).
    """
    seen = {*state.cards.hands[side], *state.cards.discards, *state.cards.table}
    mixed = frozenset(state.mixed or range(len(state.deck)))
    hidden = [(place in mixed, card) for place, card in enumerate(state.deck) if card not in seen]
    return UnseenCards(*(tuple([card for loose, card in hidden if loose is wanted]) for wanted in (True, False)))


def guess_zones(view: HasCards, side: str, chance: Chance) -> Zones:
    """Return the zones of a view with every hidden card at a random place where it may be.

    Cards enter a hand in order, so cards that were not in the last shuffle come before those that were.
    """
    known, lying = find_unseen(view, side), view.cards
    hidden = (*chance.shuffle(known.held), *chance.shuffle(known.loose))
    other = next(one for one in lying.hands if one != side)
    count = len(lying.hands[other])
    return replace(lying, pile=hidden[count:], hands={**lying.hands, other: hidden[:count]})
