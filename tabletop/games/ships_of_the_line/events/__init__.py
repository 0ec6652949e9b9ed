"""What has happened: events in the past tense, each with its dice, its numbers and the rule that made it so.

Beside each struct stands how it changes the state and what it says; nothing here rolls, nor
measures to make a new state.
"""

from tabletop.core.events import EventHandler
from tabletop.games.ships_of_the_line.events import (
    boarding,
    combat,
    correcting,
    crew,
    losses,
    movement,
    standing,
    turn,
    wind,
)
from tabletop.games.ships_of_the_line.state import State

EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    *turn.EVENT_HANDLERS,
    *wind.EVENT_HANDLERS,
    *combat.EVENT_HANDLERS,
    *movement.EVENT_HANDLERS,
    *standing.EVENT_HANDLERS,
    *crew.EVENT_HANDLERS,
    *boarding.EVENT_HANDLERS,
    *losses.EVENT_HANDLERS,
    *correcting.EVENT_HANDLERS,
)
"""Of the basic game."""
