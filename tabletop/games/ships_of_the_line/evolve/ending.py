"""Chapter 8 and the end of the battle."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.core import agreement
from tabletop.games.ships_of_the_line.events import GameEnded, PointsScored
from tabletop.games.ships_of_the_line.state import State


def points_scored(state: State, event: PointsScored) -> State:
    """A line is added to the ledger."""
    return replace(state, scores=(*state.scores, event.score))


def game_ended(state: State, event: GameEnded) -> State:
    """The battle is over; nobody is asked any more."""
    return replace(state, outcome=event.outcome, asked=None, question=None, draw_offered=None)


APPLY: dict[type, Callable[[State, Any], State]] = {
    **agreement.APPLY,
    PointsScored: points_scored,
    GameEnded: game_ended,
}
