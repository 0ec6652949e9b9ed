"""The Strategy Phase: both sides are dealt their hands (TRA-3, C-7, C-8)."""

from tabletop.cards import dealing
from tabletop.core.unfolding import Unfolding
from tabletop.games.trafalgar_cards.commands import Deal
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.events import TacticsBegan
from tabletop.games.trafalgar_cards.limits import HAND
from tabletop.games.trafalgar_cards.state import State


def deal(turn: Unfolding[State], command: Deal) -> None:  # noqa: ARG001
    """Shuffle the deck before the first turn, and deal."""
    if turn.state.turn == 1:
        dealing.shuffle(turn)
    dealing.deal(turn, dict.fromkeys(SIDES, HAND), "TRA-3")
    turn.emit(TacticsBegan())
