"""Cards: their print, their possible uses, and the names of sides and uses."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

import msgspec

from tabletop.core.state_cache import cache_per_object

Side = Literal["british", "allied"]
Suit = Literal["strategy", "tactics", "morale", "fighting"]
Use = Literal["strategy", "tactics", "morale", "fighting", "admiral"]
"""The row in which a card counts: one of the suits, or the Admiral."""

SIDES: tuple[Side, ...] = ("british", "allied")
SUITS: tuple[Suit, ...] = ("strategy", "tactics", "morale", "fighting")
USES: tuple[Use, ...] = (*SUITS, "admiral")
OTHER: dict[str, Side] = {"british": "allied", "allied": "british"}


class Card(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A card of the deck. Its notes take effect when the card is committed (TRA-2, TRA-7).

    Attributes:
        name: printed name.
        suit: printed suit, or admiral.
        points: printed points.
        side: the only side that an Admiral serves.
        also_as: another suit as which the card may be committed.
        negate_strongest: the card negates the strongest opposing card of this suit.
        negate_admiral: the card negates an opposing Admiral.
        bonus: points that each own card of a suit gains.
    """

    name: str
    suit: Use
    points: int
    side: Side | None = None
    also_as: Suit | None = None
    negate_strongest: Suit | None = None
    negate_admiral: bool = False
    bonus: dict[Suit, int] = {}

    @cached_property
    def negates(self) -> tuple[Use, ...]:
        """The uses of opposing cards that the notes of this card negate."""
        suit: tuple[Use, ...] = (self.negate_strongest,) if self.negate_strongest else ()
        return (*suit, "admiral") if self.negate_admiral else suit


class Play(msgspec.Struct, frozen=True, gc=False):
    """A committed card and its use (TRA-6, TRA-11).

    Attributes:
        card: id of the card.
        use: the row in which the card counts.
    """

    card: str
    use: Use


Deck = dict[str, Card]
"""Every card by id, in the order of the printed list."""

Plays = tuple[Play, ...]


@cache_per_object
def index_cards(deck: Deck) -> Mapping[str, int]:
    """Return the index of each card in the printed list."""
    return {card: place for place, card in enumerate(deck)}


def sort_plays(deck: Deck, plays: Plays) -> Plays:
    """Return plays in the order of the printed list.

    The order in which a player named them has no meaning.
    """
    at = index_cards(deck)
    return tuple(sorted(plays, key=lambda play: at[play.card]))


SIDE_NAMES: dict[str, str] = {"british": "British", "allied": "Combined Fleet"}

SHORT_NAMES: dict[str, str] = {"british": "British", "allied": "Combined"}
"""Names of the sides next to a number."""

USE_NAMES: dict[Use, str] = {
    "strategy": "Strategy",
    "tactics": "Tactics",
    "morale": "Morale",
    "fighting": "Fighting",
    "admiral": "Admiral",
}


def add_article(side: str) -> str:
    """Return the name of a side as a sentence begins with it: ``The British``."""
    return f"The {SIDE_NAMES[side]}"


_SERVES = {"british": "British only.", "allied": "Combined Fleet only."}


def describe_card(card: Card) -> str:
    """Return all notes of a card as sentences; "" for a card without notes."""
    return " ".join(_list_sentences(card))


def _list_sentences(card: Card) -> Iterator[str]:
    """Yield a sentence for each note of a card."""
    if card.side:
        yield _SERVES[card.side]
    if card.also_as:
        yield f"Can be used as a {USE_NAMES[card.also_as]} card."
    if card.negate_strongest:
        yield f"Negates the strongest opposing {USE_NAMES[card.negate_strongest]} card."
    if card.negate_admiral:
        yield "Negates an opposing Admiral."
    for suit, points in card.bonus.items():
        yield f"Your {USE_NAMES[suit]} cards each count {points} more."
