"""The standard deck of 52 playing cards. Their ids are rank and suit: ``AS``, ``10H``, ``QC``."""

from typing import Literal

from tabletop.cards.zones import HIDDEN, Cards

Suit = Literal["spade", "heart", "diamond", "club"]
Colour = Literal["red", "black"]

SUITS: tuple[Suit, ...] = ("spade", "heart", "diamond", "club")
COLOURS: tuple[Colour, Colour] = ("red", "black")
RANKS: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest; the ace is high."""

_COLOUR: dict[Suit, Colour] = {"spade": "black", "heart": "red", "diamond": "red", "club": "black"}
_COURT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}

SUIT_OF: dict[str, Suit] = {f"{rank}{suit[0].upper()}": suit for suit in SUITS for rank in RANKS}
"""The suit of each card by its id."""

COLOUR_OF: dict[str, Colour] = {card: _COLOUR[suit] for card, suit in SUIT_OF.items()}
"""The colour of each card by its id."""

RANK_OF: dict[str, int] = {card: RANKS.index(card[:-1]) for card in SUIT_OF}
"""How high each card is, from 0, by its id."""

DECK: Cards = tuple(SUIT_OF)
"""All cards, suit by suit."""


def card_name(card: str) -> str:
    """Return the name of a card: ``queen of hearts``, ``10 of clubs``; ``a card`` for a hidden one."""
    if card == HIDDEN:
        return "a card"
    rank = card[:-1]
    return f"{_COURT.get(rank, rank)} of {SUIT_OF[card]}s"
