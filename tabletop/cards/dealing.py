"""Dealing from a pile that is filled up from the discards (C-7, C-8)."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tabletop.cards.events import CardsDealt, PileShuffled
from tabletop.cards.state import Dealt
from tabletop.cards.zones import Cards
from tabletop.core.command_context import CommandContext

S = TypeVar("S", bound=Dealt)


def shuffle(turn: CommandContext[S]) -> None:
    """Shuffle the whole pile before the first deal."""
    turn.emit(PileShuffled(order=turn.shuffled(turn.state.cards.pile)))


def deal(turn: CommandContext[S], takers: Sequence[str], rule: str = "C-8") -> None:
    """Deal a card to each of these sides, one after the other.

    Where the pile is empty the discards are shuffled and become the pile; where both are empty the deal ends short.
    """
    while takers:
        pile = turn.state.cards.pile or _refilled(turn)
        if not pile:
            return
        turn.emit(CardsDealt(to=tuple(zip(takers, pile)), rule=rule))  # noqa: B905 - the shorter one ends it
        takers = takers[len(pile) :]


def in_turn(wanted: Mapping[str, int]) -> Sequence[str]:
    """Who takes which card where each side wants so many, one at a time in the order of the mapping."""
    return [side for number in range(max(wanted.values(), default=0)) for side in wanted if number < wanted[side]]


def _refilled(turn: CommandContext[S]) -> Cards:
    if discards := turn.state.cards.discards:
        turn.emit(PileShuffled(order=turn.shuffled(discards)))
    return turn.state.cards.pile
