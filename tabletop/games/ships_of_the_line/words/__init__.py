"""The log: every fact in a sentence, with its numbers."""

from collections.abc import Callable
from typing import Any

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.compiled import phase_of, rules_of
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words import boarding, combat, crew, movement, turn

WORDS: dict[type, Callable[[State, Any], str]] = {
    **turn.WORDS,
    **combat.WORDS,
    **movement.WORDS,
    **crew.WORDS,
    **boarding.WORDS,
}
"""Of the basic game."""


def narrate(state: State, event: Fact) -> str:
    """The fact in words, `state` being the one before it; empty for bookkeeping."""
    return rules_of(state).facts.narrate(state, event)


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3 of 24, combat``."""
    moment = "over" if state.outcome else phase_of(state).ribbon.lower()
    return f"Turn {state.turn} of {state.turns}, {moment}"
