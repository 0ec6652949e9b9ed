"""Whether a side has the cards that it names; said alike wherever cards are played."""

from collections.abc import Sequence

from tabletop.core.errors import Refused
from tabletop.games.volley.state import State


def check(state: State, side: str, cards: Sequence[str], rule: str) -> Refused | None:
    """Every card must be in the side's own hand, and named once."""
    hand = state.cards.hands[side]
    for place, card in enumerate(cards):
        if card not in state.deck:
            return Refused(rule, f"There is no card '{card}' in this deck.")
        if card not in hand:
            return Refused(rule, f"{state.deck[card].name} is not in your hand.", pieces=(card,))
        if card in cards[:place]:
            return Refused(rule, f"{state.deck[card].name} is named twice.", pieces=(card,))
    return None
