"""The place of every card. Cards are ids; each game defines what is printed on them."""

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


def build_zones(deck: Sequence[str], sides: Sequence[str]) -> Zones:
    """Return the zones of a new game: the whole deck in the pile, in its order, and empty hands."""
    return Zones(tuple(deck), dict.fromkeys(sides, ()))


def list_all_cards(zones: Zones) -> Cards:
    """Return all cards: those of the pile, then of the hands, the discards and the table."""
    hands = (card for hand in zones.hands.values() for card in hand)
    return (*zones.pile, *hands, *zones.discards, *zones.table)


def remove_cards(cards: Cards, gone: Iterable[str]) -> Cards:
    """Return `cards` without `gone`. Raises ValueError if a card of `gone` is missing or named twice."""
    if gone == cards:
        return ()
    left = [*cards]
    for card in gone:
        left.remove(card)
    return tuple(left)


def deal_cards(zones: Zones, to: Sequence[tuple[str, str]]) -> Zones:
    """Return the zones after a deal from the top of the pile.

    `to` lists side and card in the order of the deal.
    """
    hands = {**zones.hands}
    for side, card in to:
        hands[side] += (card,)
    return Zones(zones.pile[len(to) :], hands, zones.discards, zones.table)


def replace_pile(zones: Zones, order: Cards) -> Zones:
    """Return the zones after a shuffle: the pile in `order`, and no discards."""
    return Zones(order, zones.hands, (), zones.table)


def discard_cards(zones: Zones, side: str, cards: Cards) -> Zones:
    """Return the zones after `cards` went from the hand of `side` to the discards."""
    hands = {**zones.hands, side: remove_cards(zones.hands[side], cards)}
    return Zones(zones.pile, hands, zones.discards + cards, zones.table)


def lay_out_cards(zones: Zones, side: str, cards: Cards) -> Zones:
    """Return the zones after `cards` went from the hand of `side` to the table."""
    hands = {**zones.hands, side: remove_cards(zones.hands[side], cards)}
    return Zones(zones.pile, hands, zones.discards, zones.table + cards)


def turn_up_card(zones: Zones) -> Zones:
    """Return the zones after the top card of the pile was turned up and laid on the discards."""
    return Zones(zones.pile[1:], zones.hands, (*zones.discards, zones.pile[0]), zones.table)


def clear_table(zones: Zones) -> Zones:
    """Return the zones after all cards on the table went to the discards."""
    return Zones(zones.pile, zones.hands, zones.discards + zones.table)


def redact_zones(zones: Zones, side: str) -> Zones:
    """Return the zones with all cards hidden that `side` may not know: the pile and other hands (C-6)."""
    hands = {one: hand if one == side else hide_cards(hand) for one, hand in zones.hands.items()}
    return Zones(hide_cards(zones.pile), hands, zones.discards, zones.table)


def hide_cards(cards: Sequence[str]) -> Cards:
    """Return as many hidden cards as `cards` has."""
    return (HIDDEN,) * len(cards)
