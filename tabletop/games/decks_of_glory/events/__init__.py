"""What has happened: events in the past tense, each with its cards, its numbers and the rule that made it so.

Beside each struct stands how it changes the state, what it says and what a side may know of it; nothing here measures
or draws.
"""

from tabletop.core.events import EventTable
from tabletop.games.decks_of_glory.events import combat, correcting, movement, placing, turn
from tabletop.games.decks_of_glory.state import State

EVENT_HANDLERS: EventTable[State] = EventTable(
    turn.EVENT_HANDLERS,
    placing.EVENT_HANDLERS,
    movement.EVENT_HANDLERS,
    combat.EVENT_HANDLERS,
    correcting.EVENT_HANDLERS,
)
