"""Whether a side has the cards that it names; said alike in every card game (C-3)."""

from collections.abc import Sequence

from tabletop.cards.words import Name
from tabletop.core.errors import Refused
from tabletop.core.game import AnyState


def check(state: AnyState, side: str, cards: Sequence[str], rule: str, name: Name[AnyState]) -> Refused | None:
    """Every card must be in the side's own hand, and named once.

    Args:
        state: which has its `cards` in Zones and a `deck` by the ids of cards.
        side: that names them.
        cards: that it names.
        rule: that asks for them.
        name: of a card of the deck.
    """
    hand = state.cards.hands[side]
    for place, card in enumerate(cards):
        if card not in state.deck:
            return Refused(rule, f"There is no card '{card}' in this deck.")
        if card not in hand:
            return Refused(rule, f"{name(state, card)} is not in your hand.", pieces=(card,))
        if card in cards[:place]:
            return Refused(rule, f"{name(state, card)} is named twice.", pieces=(card,))
    return None
