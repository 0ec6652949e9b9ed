"""What the cards and the sides of Volley look like: a colour and a pip for each suit, an emblem for each kind."""

from functools import lru_cache

from tabletop.games.volley.melds import SUIT_WORDS, card_text
from tabletop.games.volley.state import SIDES, Card, Negated, Side, Suit
from tabletop.ui.boards.cards import pips
from tabletop.ui.boards.cards.look import (
    BLUE,
    FIGHTING,
    MORALE,
    PLUM,
    RED,
    STRATEGY,
    TACTICS,
    TEAL,
    UMBER,
    Back,
    CardLook,
    Shape,
)
from tabletop.ui.boards.contract import Badge
from tabletop.ui.theme import INKS, Colour


def badge(side: Side) -> Badge:
    """The sign of a side."""
    return pips.badge(SIDES.index(side))


SUITS: dict[Suit, tuple[Colour, Shape, str]] = {
    "infantry_unit": (TACTICS, "shield", "infantry"),
    "infantry_weapon": (TACTICS, "square", "muskets"),
    "cavalry_unit": (STRATEGY, "shield", "cavalry"),
    "cavalry_weapon": (STRATEGY, "square", "swords"),
    "artillery_unit": (UMBER, "shield", "cannon"),
    "artillery_weapon": (UMBER, "square", "balls"),
    "leader": (PLUM, "star", "leader"),
    "strategy": (TEAL, "hexagon", "plan"),
    "morale": (MORALE, "diamond", "drum"),
    "defence": (FIGHTING, "octagon", "defence"),
}
"""Colour, pip and emblem. Units and weapons of a troop type share a colour; the pip tells which of them it is."""

DEFENCES: dict[Negated, str] = {
    "infantry_weapon": "defence",
    "cavalry_weapon": "square",
    "artillery_weapon": "hill",
    "leader": "skull",
    "strategy": "signals",
    "morale": "flag_white",
    "defence": "fog",
}
"""Emblems of defence cards by what they negate."""

BACKS: dict[Side, Back] = {"red": RED, "blue": BLUE}
COLOURS: dict[Side, Colour] = {"red": INKS.british, "blue": INKS.french}


@lru_cache(maxsize=256)
def look(card: Card) -> CardLook:
    """A card of this game as the kit draws it."""
    shade, pip, emblem = SUITS[card.suit]
    if card.negates is not None:
        emblem = DEFENCES[card.negates]
    value = "" if card.suit == "defence" else str(card.force)
    suit = SUIT_WORDS[card.suit].removesuffix(" card").capitalize()
    return CardLook(card.id, card.name, value, suit, shade, pip, card_text(card), emblem)
