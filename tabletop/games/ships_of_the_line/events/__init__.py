"""The events of the basic game, in the past tense: each with its dice, its numbers and the rule that caused it.

Each module holds the structs of its events, the functions that apply an event to the state and the functions that
describe an event in the log. Nothing here rolls a die or measures a distance to make a new state.
"""

from tabletop.core.events import EventHandler
from tabletop.games.ships_of_the_line.events import boarding, combat, crew, movement, turn
from tabletop.games.ships_of_the_line.model import State

EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    *turn.EVENT_HANDLERS,
    *combat.EVENT_HANDLERS,
    *movement.EVENT_HANDLERS,
    *crew.EVENT_HANDLERS,
    *boarding.EVENT_HANDLERS,
)
"""The handlers of all events of the basic game."""
