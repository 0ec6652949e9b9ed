"""Deciding a command of this game."""

from tabletop.core import unfolding
from tabletop.games.decks_of_glory.events import Event
from tabletop.games.decks_of_glory.state import State

Unfolding = unfolding.Unfolding[State, Event]
"""A command on its way through the rules."""
