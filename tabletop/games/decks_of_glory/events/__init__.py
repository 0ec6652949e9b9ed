"""What has happened: facts in the past tense, each with its cards, its numbers and the rule that made it so.

Beside each struct stands how it changes the state, what it says and what a side may know of it; nothing here measures
or draws.
"""

from tabletop.core.facts import Facts
from tabletop.games.decks_of_glory.events import combat, correcting, movement, placing, turn
from tabletop.games.decks_of_glory.state import State

FACTS: Facts[State] = Facts(turn.FACTS, placing.FACTS, movement.FACTS, combat.FACTS, correcting.FACTS)
