"""What the cards and the sides of Trafalgar look like on the card table."""

from dataclasses import replace
from functools import lru_cache

from tabletop.games.trafalgar_cards.deck import Card, Deck, Side, Use
from tabletop.games.trafalgar_cards.naming import USE_NAMES, text
from tabletop.ui.boards.cards.look import FIGHTING, MORALE, NAVY, STRATEGY, TACTICS, CardLook, Shape
from tabletop.ui.theme import INKS, Colour

SUITS: dict[Use, tuple[Colour, Shape]] = {
    "strategy": (STRATEGY, "disc"),
    "tactics": (TACTICS, "square"),
    "morale": (MORALE, "diamond"),
    "fighting": (FIGHTING, "shield"),
    "admiral": (NAVY, "star"),
}
"""Colour and pip of each suit."""
EMBLEMS: dict[Use, str] = {
    "strategy": "dividers", "tactics": "signals", "morale": "drum", "fighting": "broadside", "admiral": "leader",
}  # fmt: skip
"""The picture of a card that has none of its own, as cards of a variant deck."""
OF_CARD: dict[str, str] = {
    "nelson": "flag_british", "villeneuve": "flag_french", "collingwood": "flag_british", "gravina": "flag_spanish",
    "cut_enemy_line": "breaking", "timing": "hourglass", "separate_the_van": "plan", "double_the_rear": "grapple",
    "risky_approach": "line_ahead", "decisive_action": "swords", "formation": "line_ahead", "blockade": "anchor",
    "reserve": "dividers", "melee": "grapple", "columns": "line_ahead",
    "local_superiority": "plan", "exploit_gap": "breaking", "seamanship": "compass", "ship_handling": "sails",
    "signals": "signals", "maneuver": "dividers", "lay_a_course": "compass", "favorable_winds": "wind_west",
    "engage_closely": "grapple", "come_about": "sails", "enemy_disordered": "fog",
    "courage": "colours", "bravery": "medal", "leadership": "leader", "loyalty": "flag_british", "duty": "signals",
    "patriotism": "colours", "discipline": "drum", "resolve": "anchor", "gallantry": "medal", "training": "cannon",
    "rally": "drum",
    "ships_of_the_line": "broadside", "defeat_in_detail": "breaking", "concentrate_fire": "cannon",
    "raking_fire": "broadside", "broadsides": "broadside", "gunnery": "cannon", "carronades": "balls",
    "carnage": "skull", "hard_fighting": "swords", "shred_rigging": "chain", "sharpshooters": "muskets",
    "grapeshot": "grape",
}  # fmt: skip
COLOURS: dict[Side, Colour] = {"british": INKS.british, "allied": INKS.french}
BADGES: dict[Side, str] = {"british": "badge_british", "allied": "badge_french"}


@lru_cache(maxsize=512)
def _look(ident: str, name: str, suit: Use, points: int, words: str, foot: str) -> CardLook:
    shade, pip = SUITS[suit]
    emblem = OF_CARD.get(ident, EMBLEMS[suit])
    return CardLook(ident, name, str(points), USE_NAMES[suit], shade, pip, words, emblem, foot)


def look(ident: str, card: Card) -> CardLook:
    """A card as it is printed."""
    foot = BADGES[card.side] if card.side else ""
    return _look(ident, card.name, card.suit, card.points, text(card), foot)


def used_as(shown: CardLook, use: Use) -> CardLook:
    """A card in the colours of another suit, as which it is committed (TRA-6)."""
    shade, pip = SUITS[use]
    return replace(shown, suit=USE_NAMES[use], colour=shade, pip=pip)


def looks(deck: Deck, ident: str) -> CardLook:
    """A card of a deck; of one that the viewer may not know nothing but that it is a card."""
    return look(ident, deck[ident]) if ident in deck else CardLook(ident, "A hidden card")
