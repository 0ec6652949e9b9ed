"""Where every card is. Cards are ids; what is printed on them is each game's own matter."""

from collections.abc import Iterable, Sequence

import msgspec

HIDDEN = "?"
"""Stands for a card that the viewer may not know."""

Cards = tuple[str, ...]


class Zones(msgspec.Struct, frozen=True, gc=False):
    """Every card is in exactly one of these places.

    Attributes:
        pile: face down; the first is dealt next.
        hands: by side, in the order in which the cards came.
        discards: face up; the last lies on top.
        table: face up, neither in a hand nor discarded.
    """

    pile: Cards
    hands: dict[str, Cards]
    discards: Cards = ()
    table: Cards = ()


def opened(deck: Sequence[str], sides: Sequence[str]) -> Zones:
    """A deck that nobody has touched."""
    return Zones(tuple(deck), dict.fromkeys(sides, ()))


def everywhere(zones: Zones) -> Cards:
    """All cards, wherever they are."""
    hands = (card for hand in zones.hands.values() for card in hand)
    return (*zones.pile, *hands, *zones.discards, *zones.table)


def without(cards: Cards, gone: Iterable[str]) -> Cards:
    """A row of cards after some of them have left it; ValueError if one is not there, or named twice."""
    if gone == cards:
        return ()
    left = [*cards]
    for card in gone:
        left.remove(card)
    return tuple(left)


def dealt(zones: Zones, to: Sequence[tuple[str, str]]) -> Zones:
    """Cards have come from the top of the pile into hands; `to` tells side and card in the order of the deal."""
    hands = {**zones.hands}
    for side, card in to:
        hands[side] += (card,)
    return Zones(zones.pile[len(to) :], hands, zones.discards, zones.table)


def shuffled(zones: Zones, order: Cards) -> Zones:
    """The pile lies in a new order; the discards, if any, have become part of it."""
    return Zones(order, zones.hands, (), zones.table)


def discarded(zones: Zones, side: str, cards: Cards) -> Zones:
    """Cards have gone from a hand to the discards."""
    hands = {**zones.hands, side: without(zones.hands[side], cards)}
    return Zones(zones.pile, hands, zones.discards + cards, zones.table)


def laid_out(zones: Zones, side: str, cards: Cards) -> Zones:
    """Cards have gone from a hand to the table."""
    hands = {**zones.hands, side: without(zones.hands[side], cards)}
    return Zones(zones.pile, hands, zones.discards, zones.table + cards)


def turned_up(zones: Zones) -> Zones:
    """The top card of the pile was turned up, read and laid on the discards."""
    return Zones(zones.pile[1:], zones.hands, (*zones.discards, zones.pile[0]), zones.table)


def cleared(zones: Zones) -> Zones:
    """All cards on the table have gone to the discards."""
    return Zones(zones.pile, zones.hands, zones.discards + zones.table)


def seen_by(zones: Zones, side: str) -> Zones:
    """The places as a side may know them: its own hand, what lies face up, and the number of all others (C-6)."""
    hands = {one: hand if one == side else face_down(hand) for one, hand in zones.hands.items()}
    return Zones(face_down(zones.pile), hands, zones.discards, zones.table)


def face_down(cards: Sequence[str]) -> Cards:
    """As many cards, of which nothing is known."""
    return (HIDDEN,) * len(cards)
