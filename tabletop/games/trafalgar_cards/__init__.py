"""Trafalgar: two admirals, 46 cards, the best of several hands."""

from tabletop.games.trafalgar_cards.game import GAME

__all__ = ["GAME"]
