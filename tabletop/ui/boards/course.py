"""The course of a match for its reckoning: the facts that decided it, turn by turn, each with what it cost."""

from collections.abc import Callable, Mapping
from typing import Any

from tabletop.core.facts import Fact
from tabletop.core.game import Score
from tabletop.ui.boards.known import Told

Costs = Mapping[type, Callable[[Any], int]]
"""By its kind, what a fact took from the side that suffered it."""


def course(told: Told, narrate: Callable[[Any, Any], str], costs: Costs) -> tuple[tuple[str, tuple[Score, ...]], ...]:
    """The facts of some kinds under the turns in which they came about.

    Args:
        told: the facts of the match.
        narrate: a fact in words.
        costs: the kinds of facts that are told, and what a fact of each took from the side that suffered it.
    """
    turns: dict[int, list[Score]] = {}
    for state, event in told:
        cost = costs.get(type(event))
        words = narrate(state, event) if cost else ""
        if cost and words:
            turns.setdefault(state.turn, []).append(Score("", -cost(event), words, event.rule))
    return tuple((f"Turn {turn}", tuple(lines)) for turn, lines in turns.items())


def free(_event: Fact) -> int:
    """A fact that costs nothing."""
    return 0
