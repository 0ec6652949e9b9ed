"""Ships of the Line: Trafalgar 1805, fleets in miniature with free movement."""

from tabletop.games.ships_of_the_line.game import GAME

__all__ = ["GAME"]
