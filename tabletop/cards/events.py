"""What happens to cards in every card game; each game takes these facts into its own."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.zones import HIDDEN, Cards, face_down
from tabletop.core.facts import Fact


class PileShuffled(Fact, frozen=True, kw_only=True):
    """The pile lies in a new order; the discards have become part of it (C-7)."""

    order: Cards
    """Ids of the cards of the pile from its top card."""
    rule: str = "C-7"


class CardsDealt(Fact, frozen=True, kw_only=True):
    """Cards came from the top of the pile into hands (C-8)."""

    to: tuple[tuple[str, str], ...]
    """Side and id of the card, in the order of the deal."""
    rule: str = "C-8"


class CardsDiscarded(Fact, frozen=True, kw_only=True):
    """Cards of a hand were laid face up on the discards (C-6)."""

    side: str
    """Whose hand it was."""
    cards: Cards
    """Their ids."""
    rule: str = "C-6"


def shuffled_unseen(event: PileShuffled, side: str) -> PileShuffled:  # noqa: ARG001 - hidden from everybody
    """A new order, which nobody may know."""
    return replace(event, order=face_down(event.order))


def _dealt_to(event: CardsDealt, side: str) -> CardsDealt:
    return replace(event, to=tuple((taker, card if taker == side else HIDDEN) for taker, card in event.to))


SEEN: dict[type, Callable[[Any, str], Any]] = {PileShuffled: shuffled_unseen, CardsDealt: _dealt_to}
"""Facts that a side may not know whole, and what it may know of them (C-6); a game adds its own."""


def as_seen(hidden: Mapping[type, Callable[[Any, str], Any]], event: Fact, side: str) -> Any:
    """A fact as far as a side may know it; of those that are not in the table `hidden`, all of it."""
    hide = hidden.get(type(event))
    return hide(event, side) if hide else event


APPLY: dict[type, Callable[[Any, Any], Any]] = {
    PileShuffled: lambda state, event: replace(state, cards=zones.shuffled(state.cards, event.order)),
    CardsDealt: lambda state, event: replace(state, cards=zones.dealt(state.cards, event.to)),
    CardsDiscarded: lambda state, event: replace(state, cards=zones.discarded(state.cards, event.side, event.cards)),
}
"""How a state that keeps its `cards` in Zones is changed."""
