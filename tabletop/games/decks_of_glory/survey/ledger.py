"""The victory points as things stand (DOG-23)."""

from tabletop.core.game import Score
from tabletop.games.decks_of_glory.chapters import ending
from tabletop.games.decks_of_glory.state import Side, State


def ledger(state: State, side: Side) -> tuple[Score, ...]:
    """What a side has won, ship by ship."""
    return tuple(score for score in ending.scores(state) if score.side == side)
