"""What is printed on a card, and as what it may be played."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

import msgspec

from tabletop.core.memory import per_object

Side = Literal["british", "allied"]
Suit = Literal["strategy", "tactics", "morale", "fighting"]
Use = Literal["strategy", "tactics", "morale", "fighting", "admiral"]
"""As what a card counts: as one of a suit, or as the Admiral."""

SIDES: tuple[Side, ...] = ("british", "allied")
SUITS: tuple[Suit, ...] = ("strategy", "tactics", "morale", "fighting")
USES: tuple[Use, ...] = (*SUITS, "admiral")
OTHER: dict[str, Side] = {"british": "allied", "allied": "british"}


class Card(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A card of the deck; its notes are what it does when it is committed (TRA-2, TRA-7).

    Attributes:
        name: printed name.
        suit: what it is.
        points: what it counts.
        side: the only side that an Admiral serves.
        also_as: another suit as which it may be committed.
        negate_strongest: it negates the strongest opposing card of this suit.
        negate_admiral: it negates an opposing Admiral.
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
        """What its notes strike at."""
        suit: tuple[Use, ...] = (self.negate_strongest,) if self.negate_strongest else ()
        return (*suit, "admiral") if self.negate_admiral else suit


class Play(msgspec.Struct, frozen=True, gc=False):
    """A card that is committed, and as what (TRA-6, TRA-11).

    Attributes:
        card: id of the card.
        use: as what it counts.
    """

    card: str
    use: Use


Deck = dict[str, Card]
"""Every card by id, in the order of the printed list."""

Plays = tuple[Play, ...]


@per_object
def places(deck: Deck) -> Mapping[str, int]:
    """Where each card stands in the printed list."""
    return {card: place for place, card in enumerate(deck)}


def in_order(deck: Deck, plays: Plays) -> Plays:
    """Plays in the order of the printed list; which of them was named first means nothing."""
    at = places(deck)
    return tuple(sorted(plays, key=lambda play: at[play.card]))


SIDE_NAMES: dict[str, str] = {"british": "British", "allied": "Combined Fleet"}

SHORT_NAMES: dict[str, str] = {"british": "British", "allied": "Combined"}
"""Beside a number."""

USE_NAMES: dict[Use, str] = {
    "strategy": "Strategy",
    "tactics": "Tactics",
    "morale": "Morale",
    "fighting": "Fighting",
    "admiral": "Admiral",
}


def with_article(side: str) -> str:
    """A side as a sentence begins with it."""
    return f"The {SIDE_NAMES[side]}"


_SERVES = {"british": "Serves the British only.", "allied": "Serves the Combined Fleet only."}


def text(card: Card) -> str:
    """All notes of a card; empty for a card without any."""
    return " ".join(_sentences(card))


def _sentences(card: Card) -> Iterator[str]:
    if card.side:
        yield _SERVES[card.side]
    if card.also_as:
        yield f"May be used as a {USE_NAMES[card.also_as]} card."
    if card.negate_strongest:
        yield f"Negates the strongest opposing {USE_NAMES[card.negate_strongest]} card."
    if card.negate_admiral:
        yield "Negates an opposing Admiral."
    for suit, points in card.bonus.items():
        yield f"Your {USE_NAMES[suit]} cards count {points} more each."
