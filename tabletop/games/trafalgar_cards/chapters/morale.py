"""The Morale Phase: all cards are laid aside; the game is over, or the next turn begins (TRA-1, TRA-3, TRA-13)."""

from tabletop.cards.events import CardsDiscarded
from tabletop.core.agreement import GameEnded
from tabletop.core.game import Outcome
from tabletop.core.phrases import count
from tabletop.core.unfolding import Unfolding
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.events import TableCleared, TurnBegan
from tabletop.games.trafalgar_cards.naming import with_article
from tabletop.games.trafalgar_cards.state import State

MOST_DRAWN = 20
"""Hands drawn in a row that end the game (TRA-13)."""


def follow(turn: Unfolding[State]) -> None:
    """What follows a battle that has been decided."""
    turn.emit(TableCleared())
    for side in SIDES:
        turn.emit(CardsDiscarded(side=side, cards=turn.state.cards.hands[side], rule="TRA-3"))
    state = turn.state
    winner = next((side for side in SIDES if state.won[side] >= state.wins_needed), None)
    if winner:
        end(turn, winner, f"{with_article(winner)} won {count(state.wins_needed, 'hand')}", "TRA-1")
    elif state.drawn_in_a_row >= MOST_DRAWN:
        end(turn, None, f"{MOST_DRAWN} hands in a row were drawn", "TRA-13")
    else:
        turn.emit(TurnBegan(turn=state.turn + 1))


def end(turn: Unfolding[State], winner: str | None, reason: str, rule: str) -> None:
    """The game is over, with the hands that were won."""
    totals: dict[str, int] = {side: turn.state.won[side] for side in SIDES}
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule, totals, turn.state.scores), rule=rule))
