"""Whether a side has the cards that it names; said alike in every card game (C-3)."""

from collections.abc import Sequence
from typing import TypeVar

from tabletop.cards.events import Name
from tabletop.cards.state import Dealt
from tabletop.core.errors import Refused

S = TypeVar("S", bound=Dealt)


def check(state: S, side: str, cards: Sequence[str], rule: str, name: Name[S]) -> Refused | None:
    """Every card must be in the side's own hand, and named once.

    Args:
        state: with the cards.
        side: that names them.
        cards: that it names.
        rule: that asks for them.
        name: of a card of the deck.
    """
    deck, hand = state.deck, state.cards.hands[side]
    for place, card in enumerate(cards):
        if card not in deck:
            return Refused(rule, f"There is no card '{card}' in this deck.")
        if card not in hand:
            return Refused(rule, f"{name(state, card)} is not in your hand.", pieces=(card,))
        if card in cards[:place]:
            return Refused(rule, f"{name(state, card)} is named twice.", pieces=(card,))
    return None
