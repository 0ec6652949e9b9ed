"""How sides, uses and what a card does are called; the sentences say exactly what the rules do."""

from collections.abc import Iterator

from tabletop.games.trafalgar_cards.deck import Card, Use

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
