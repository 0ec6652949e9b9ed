"""Deal cards from a pile that is refilled from the discards (C-7, C-8)."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tabletop.cards.events import CardsDealt, PileShuffled
from tabletop.cards.state import HasCards
from tabletop.cards.zones import Cards
from tabletop.core.command_context import CommandContext

S = TypeVar("S", bound=HasCards)


def shuffle(turn: CommandContext[S]) -> None:
    """Shuffle the whole pile. Emits `PileShuffled`; used before the first deal."""
    turn.emit(PileShuffled(order=turn.shuffle(turn.state.cards.pile)))


def deal(turn: CommandContext[S], takers: Sequence[str], rule: str = "C-8") -> None:
    """Deal one card to each side of `takers`, in order.

    Emits `CardsDealt`, and `PileShuffled` for each refill.

    An empty pile is refilled from the shuffled discards. If both are empty, the deal ends early.
    """
    while takers:
        pile = turn.state.cards.pile or _refill_pile(turn)
        if not pile:
            return
        turn.emit(CardsDealt(to=tuple(zip(takers, pile)), rule=rule))  # noqa: B905 - the shorter one ends it
        takers = takers[len(pile) :]


def list_takers(wanted: Mapping[str, int]) -> Sequence[str]:
    """Return the side that takes each card, in turn: ``["red", "blue", "red"]``.

    `wanted` is the number of cards that each side takes.
    """
    return [side for number in range(max(wanted.values(), default=0)) for side in wanted if number < wanted[side]]


def _refill_pile(turn: CommandContext[S]) -> Cards:
    """Shuffle the discards into the pile and return the new pile, () if there are no discards."""
    if discards := turn.state.cards.discards:
        turn.emit(PileShuffled(order=turn.shuffle(discards)))
    return turn.state.cards.pile
