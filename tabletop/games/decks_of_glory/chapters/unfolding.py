"""Deciding a command of this game."""

from tabletop.core import unfolding
from tabletop.games.decks_of_glory.state import State

Unfolding = unfolding.Unfolding[State]
"""A command on its way through the rules."""
