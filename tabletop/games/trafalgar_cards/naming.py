"""How sides and uses are called."""

from tabletop.games.trafalgar_cards.deck import Use

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
