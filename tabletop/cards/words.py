"""What happens to cards in words that any side may read; cards that the reader knows are named."""

from collections.abc import Callable, Mapping
from typing import Any

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.zones import HIDDEN
from tabletop.core.phrases import count, listed

Name = Callable[[Any, str], str]
"""From a state and the id of a card to its name."""


def narrators(sides: Mapping[str, str], name: Name) -> dict[type, Callable[[Any, Any], str]]:
    """The words for the common facts; `sides` are the names of the sides as sentences begin with them."""

    def shuffled(state: Any, event: PileShuffled) -> str:  # noqa: ARG001
        return "The discards are shuffled and become the pile." if state.cards.discards else "The deck is shuffled."

    def dealt(state: Any, event: CardsDealt) -> str:
        said = (_dealt(state, side, [card for taker, card in event.to if taker == side]) for side in sides)
        return " ".join(filter(None, said))

    def _dealt(state: Any, side: str, cards: list[str]) -> str:
        if not cards:
            return ""
        known = "" if HIDDEN in cards else f": {listed(name(state, card) for card in cards)}"
        return f"{sides[side]}: dealt {count(len(cards), 'card')}{known}."

    def discarded(state: Any, event: CardsDiscarded) -> str:
        if not event.cards:
            return f"{sides[event.side]}: nothing discarded."
        return f"{sides[event.side]}: discarded {listed(name(state, card) for card in event.cards)}."

    return {PileShuffled: shuffled, CardsDealt: dealt, CardsDiscarded: discarded}
