"""How facts are told at a card table: their numbers line by line, and what of them a side is told that looked away."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.facts import Fact
from tabletop.ui.boards.contract import Retold

Lines = Iterable[tuple[str, str]]
"""What, and how much, line by line."""


class Weight(NamedTuple):
    """How much a kind of fact matters, see `contract.Retold`: as another's deed, and as one's own; 0 is not told."""

    others: int
    own: int = 0


DEED, SHOWN, ASIDE, SEALED = Weight(3), Weight(3, 3), Weight(2, 2), Weight(1)
"""What a side knows of itself; what was revealed to both; what is worth less; a choice that nobody has seen yet."""
Weights = Mapping[type, Weight]
COMMON: Weights = {
    PileShuffled: ASIDE, CardsDealt: ASIDE, CardsDiscarded: Weight(2),
    DrawOffered: DEED, DrawLapsed: ASIDE, GameEnded: SHOWN,
}  # fmt: skip
"""Of the facts that all card games share."""


def retold(weights: Weights, event: Fact, side: str) -> Retold | None:
    """A fact by the weights of a game; of a deal a side is told its own cards only."""
    if isinstance(event, CardsDealt):
        mine = tuple((taker, card) for taker, card in event.to if taker == side)
        return Retold(replace(event, to=mine), COMMON[CardsDealt].own) if mine else None
    weight = weights.get(type(event)) or COMMON.get(type(event), Weight(0))
    much = weight.own if getattr(event, "side", "") == side else weight.others
    return Retold(event, much) if much else None
