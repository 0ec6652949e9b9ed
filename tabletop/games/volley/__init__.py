"""Volley: two armies, one deck, and melds of unit, weapon, leader, strategy and morale."""

from tabletop.games.volley.game import GAME

__all__ = ["GAME"]
