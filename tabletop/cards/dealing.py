"""Dealing from a pile that is filled up from the discards (C-7, C-8)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from tabletop.cards.events import CardsDealt, PileShuffled
from tabletop.cards.state import Dealt
from tabletop.cards.zones import Cards
from tabletop.core.unfolding import Unfolding

S = TypeVar("S", bound=Dealt)


def shuffle(turn: Unfolding[S]) -> None:
    """Shuffle the whole pile before the first deal."""
    turn.emit(PileShuffled(order=turn.shuffled(turn.state.cards.pile)))


def deal(turn: Unfolding[S], wanted: Mapping[str, int], rule: str = "C-8") -> None:
    """Deal to each side as many cards as it wants, one at a time in turn, in the order of the mapping.

    Where the pile is empty the discards are shuffled and become the pile; where both are empty the deal ends short.
    """
    takers = _in_turn(tuple(wanted.items()))
    while takers:
        pile = turn.state.cards.pile or _refilled(turn)
        if not pile:
            return
        turn.emit(CardsDealt(to=tuple(zip(takers, pile)), rule=rule))  # noqa: B905 - the shorter one ends it
        takers = takers[len(pile) :]


@lru_cache(maxsize=256)
def _in_turn(wanted: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    rounds = range(max((count for _, count in wanted), default=0))
    return tuple([side for number in rounds for side, count in wanted if number < count])


def _refilled(turn: Unfolding[S]) -> Cards:
    if discards := turn.state.cards.discards:
        turn.emit(PileShuffled(order=turn.shuffled(discards)))
    return turn.state.cards.pile
