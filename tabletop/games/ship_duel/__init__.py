"""Ships of the Line, the card game: two ships, seven kinds of cards, everything chosen in secret."""

from tabletop.games.ship_duel.game import GAME

__all__ = ["GAME"]
