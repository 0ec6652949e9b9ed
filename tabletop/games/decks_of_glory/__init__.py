"""Decks of Glory: fleets of the Napoleonic wars on a hex grid, with one deck of cards."""

from tabletop.games.decks_of_glory.game import GAME

__all__ = ["GAME"]
