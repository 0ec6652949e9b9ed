"""DOG-7, DOG-27: cards are drawn one at a time, and each is discarded as soon as it is read."""

from tabletop.cards.events import PileShuffled
from tabletop.games.decks_of_glory.events.turn import CardDrawn, Purpose
from tabletop.games.decks_of_glory.state import Side, Unfolding


def draw(turn: Unfolding, purpose: Purpose, ship: str = "", side: Side | None = None) -> str:
    """The next card; where the pile is empty, the discards are shuffled first (C-7)."""
    if not turn.state.cards.pile:
        turn.emit(PileShuffled(order=turn.shuffled(turn.state.cards.discards)))
    card = turn.state.cards.pile[0]
    turn.emit(CardDrawn(card=card, purpose=purpose, ship=ship, side=side))
    return card
