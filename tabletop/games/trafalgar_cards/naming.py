"""How sides and uses are called."""

from tabletop.games.trafalgar_cards.deck import Use

SIDE_NAMES: dict[str, str] = {"british": "The British", "allied": "The Combined Fleet"}
"""The sides as sentences begin with them."""

USE_NAMES: dict[Use, str] = {
    "strategy": "Strategy",
    "tactics": "Tactics",
    "morale": "Morale",
    "fighting": "Fighting",
    "admiral": "Admiral",
}
