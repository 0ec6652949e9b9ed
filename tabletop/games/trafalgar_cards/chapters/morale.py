"""The Morale Phase: all cards are laid aside; the game is over, or the next turn begins (TRA-1, TRA-3, TRA-13)."""

from tabletop.cards.events import CardsDiscarded
from tabletop.core.agreement import GameEnded
from tabletop.core.game import Outcome
from tabletop.core.phrases import count
from tabletop.core.unfolding import Unfolding
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.events import Event, TableCleared, TurnBegan
from tabletop.games.trafalgar_cards.naming import SIDE_NAMES
from tabletop.games.trafalgar_cards.state import State

MOST_DRAWN = 20
"""Hands drawn in a row that end the game (TRA-13)."""


def follow(turn: Unfolding[State, Event]) -> None:
    """What follows a battle that has been decided."""
    turn.emit(TableCleared())
    for side in SIDES:
        turn.emit(CardsDiscarded(side=side, cards=turn.state.cards.hands[side], rule="TRA-3"))
    outcome = _outcome(turn.state)
    if outcome is None:
        turn.emit(TurnBegan(turn=turn.state.turn + 1))
    else:
        turn.emit(GameEnded(outcome=outcome, rule=outcome.rule))


def _outcome(state: State) -> Outcome | None:
    totals: dict[str, int] = {side: state.won[side] for side in SIDES}
    winner = next((side for side in SIDES if state.won[side] >= state.wins_needed), None)
    if winner:
        reason = f"{SIDE_NAMES[winner]} won {count(state.wins_needed, 'hand')}."
        return Outcome(winner, reason, "TRA-1", totals, state.scores)
    if state.drawn_in_a_row >= MOST_DRAWN:
        return Outcome(None, f"{MOST_DRAWN} hands in a row were drawn.", "TRA-13", totals, state.scores)
    return None
