"""The manoeuvre phase (VOL-4): away with what is not wanted, then up to seven cards again."""

from tabletop.cards import dealing, holding
from tabletop.cards.events import CardsDiscarded
from tabletop.core.errors import Refused
from tabletop.games.volley.chapters.unfolding import Unfolding, begin_next
from tabletop.games.volley.commands import Discard
from tabletop.games.volley.state import HAND, Side, State, card_name

RULE = "VOL-4"


def check(state: State, command: Discard) -> Refused | None:
    """All cards of the hand may go."""
    return holding.check(state, command.side, command.cards, RULE, card_name)


def discard(turn: Unfolding, command: Discard) -> None:
    """Discard, be dealt up to seven, and go on to the attack."""
    side = _active(turn.state)
    if command.cards:
        turn.emit(CardsDiscarded(side=side, cards=command.cards, rule=RULE))
    dealing.deal(turn, {side: HAND - len(turn.state.cards.hands[side])}, RULE)
    begin_next(turn, side, RULE)


def _active(state: State) -> Side:
    assert state.active is not None
    return state.active
