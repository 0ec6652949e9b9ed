"""Exact odds from what the viewer may know: its own hand, what lies face up, and what was last shuffled.

The cards of the last shuffle that the viewer has not seen since are in the pile or in the other hand, each equally
likely to be anywhere among them; other unseen cards the opponent holds for certain. What may be guessed from how
somebody plays is left out.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from tabletop.cards import odds
from tabletop.games.volley.state import HAND, UNITS, WEAPONS, Card, Negated, Side, State, Suit, other

Wanted = Callable[[Card], bool]


class Unseen(msgspec.Struct, frozen=True):
    """Cards that a side has not seen.

    Attributes:
        loose: in the pile or in the other hand.
        held: in the other hand for certain.
    """

    loose: tuple[Card, ...]
    held: tuple[Card, ...]


def unseen(state: State, side: Side) -> Unseen:
    """What a side has not seen, from its view of the game."""
    cards = state.cards
    known = {*cards.hands[side], *cards.discards, *cards.table}
    deck, mixed = tuple(state.deck.values()), set(state.mixed)
    hidden = [(number in mixed, card) for number, card in enumerate(deck) if card.id not in known]
    return Unseen(tuple(card for loose, card in hidden if loose), tuple(card for loose, card in hidden if not loose))


def draw(state: State, side: Side, number: int, wanted: Wanted, discarding: tuple[str, ...] = ()) -> Fraction:
    """The chance that at least one of so many cards dealt to a side is a wanted one (C-7).

    Args:
        state: the side's view, or the whole state.
        side: that is dealt cards.
        number: cards that are to be dealt.
        wanted: says of a card whether it is hoped for.
        discarding: cards of the hand that go to the discards first, and come back if those are shuffled.
    """
    pile = len(state.cards.pile)
    loose = unseen(state, side).loose
    none = 1 - _at_least_one(min(number, pile), loose, wanted)
    if number > pile:
        again = [state.deck[card] for card in (*state.cards.discards, *discarding)]
        none *= 1 - _at_least_one(min(number - pile, len(again)), again, wanted)
    return 1 - none


def arming(state: State, side: Side, discarding: tuple[str, ...] = ()) -> Iterator[tuple[Card, Fraction]]:
    """Units that a side keeps without a weapon for them, each with the chance of being dealt one (VOL-4)."""
    kept = [state.deck[card] for card in state.cards.hands[side] if card not in discarding]
    number = HAND - len(kept)
    for unit in kept:
        troop = UNITS.get(unit.suit)
        if troop and not any(WEAPONS.get(card.suit) == troop for card in kept):
            yield unit, draw(state, side, number, _weapons(troop), discarding)


def dealt(state: State, side: Side, suit: Suit, discarding: tuple[str, ...] = ()) -> Fraction:
    """The chance that a side is dealt a card of a suit when it fills its hand (VOL-4)."""
    kept = [card for card in state.cards.hands[side] if card not in discarding]
    return draw(state, side, HAND - len(kept), lambda card: card.suit == suit, discarding)


def held(state: State, side: Side, negated: Negated) -> Fraction:
    """The chance, by the cards alone, that the opponent of a side holds what negates a suit."""
    hidden = unseen(state, side)
    if any(card.negates == negated for card in hidden.held):
        return Fraction(1)
    number = len(state.cards.hands[other(side)]) - len(hidden.held)
    return _at_least_one(number, hidden.loose, lambda card: card.negates == negated)


def _weapons(troop: str) -> Wanted:
    return lambda card: WEAPONS.get(card.suit) == troop


def _at_least_one(number: int, among: tuple[Card, ...] | list[Card], wanted: Wanted) -> Fraction:
    hits = sum(map(wanted, among))
    return odds.at_least(1, number, hits, len(among))
