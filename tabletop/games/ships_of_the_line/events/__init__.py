"""What has happened: facts in the past tense, each with its dice, its numbers and the rule that made it so.

Beside each struct stands how it changes the state and what it says; nothing here rolls, nor
measures to make a new state.
"""

from tabletop.core.facts import Happening
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

FACTS: tuple[Happening[State], ...] = (
    *turn.FACTS,
    *wind.FACTS,
    *combat.FACTS,
    *movement.FACTS,
    *standing.FACTS,
    *crew.FACTS,
    *boarding.FACTS,
    *losses.FACTS,
    *correcting.FACTS,
)
"""Of the basic game."""
