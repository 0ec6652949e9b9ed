"""Exact odds of drawing cards unseen from a pile: the hypergeometric distribution.

`unseen` cards are drawn from; `wanted` of them are of the kind that one hopes for.
"""

from fractions import Fraction
from math import comb
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.cards.state import Dealt
from tabletop.cards.zones import Cards, Zones
from tabletop.core.chance import Chance


def at_least(hits: int, draws: int, wanted: int, unseen: int) -> Fraction:
    """The chance that `hits` or more of `draws` cards are wanted ones.

    Raises:
        ValueError: if there are more draws or wanted cards than unseen cards, or a negative number.
    """
    if min(draws, wanted, unseen) < 0 or draws > unseen or wanted > unseen:
        raise ValueError(f"{draws} draws and {wanted} wanted cards of {unseen}")
    ways = (comb(wanted, n) * comb(unseen - wanted, draws - n) for n in range(max(hits, 0), draws + 1))
    return Fraction(sum(ways), comb(unseen, draws))


S = TypeVar("S", bound=Dealt)


class Unseen(msgspec.Struct, frozen=True):
    """Cards that a side has not seen.

    Attributes:
        loose: in the pile or in the other hand, each as likely as any other.
        held: in the other hand for certain, for they were not in the last shuffle.
    """

    loose: Cards
    held: Cards


def unseen(state: Dealt, side: str) -> Unseen:
    """What a side has not seen, from the whole state or from its view alone (C-6); all is loose before any shuffle."""
    seen = {*state.cards.hands[side], *state.cards.discards, *state.cards.table}
    mixed = frozenset(state.mixed or range(len(state.deck)))
    hidden = [(place in mixed, card) for place, card in enumerate(state.deck) if card not in seen]
    return Unseen(*(tuple([card for loose, card in hidden if loose is wanted]) for wanted in (True, False)))


def dealt_out(view: Dealt, side: str, chance: Chance) -> Zones:
    """Where the cards might be: the places as a side knows them, with every hidden card where it may be.

    Cards come into a hand in order, so those that were not in the last shuffle were in it before those that were.
    """
    known, lying = unseen(view, side), view.cards
    hidden = (*chance.shuffled(known.held), *chance.shuffled(known.loose))
    other = next(one for one in lying.hands if one != side)
    count = len(lying.hands[other])
    return replace(lying, pile=hidden[count:], hands={**lying.hands, other: hidden[:count]})
