"""The only thing that makes a new state: one small function an event. It computes no geometry and rolls nothing."""

from collections.abc import Callable
from typing import Any

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.evolve import boarding, combat, crew, ending, movement, turn
from tabletop.games.ships_of_the_line.state import State

APPLY: dict[type, Callable[[State, Any], State]] = {
    **turn.APPLY,
    **combat.APPLY,
    **movement.APPLY,
    **crew.APPLY,
    **boarding.APPLY,
    **ending.APPLY,
}
"""Of the basic game."""


def evolve(state: State, event: Fact) -> State:
    """The state after a fact."""
    return rules_of(state).facts.evolve(state, event)
