"""The games; importing this package makes every one of them known to the registry."""

from tabletop.core.game import register
from tabletop.games import decks_of_glory, ship_duel, ships_of_the_line, trafalgar_cards, volley

register(ships_of_the_line.GAME)
register(decks_of_glory.GAME)
register(trafalgar_cards.GAME)
register(ship_duel.GAME)
register(volley.GAME)
