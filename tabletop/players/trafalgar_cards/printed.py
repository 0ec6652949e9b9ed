"""A deck as arrays, for many hands at once: what is printed on each card, by its place in the list.

The last row of every array stands for no card at all, in a hand that is not full.
"""

from collections.abc import Mapping

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.core.state_cache import cache_per_object
from tabletop.games.trafalgar_cards.deck import SIDES, USES, Deck, Use

Numbers = npt.NDArray[np.int32]

UNUSED = len(USES)
"""As what a card is used that is not committed."""
SIDE: Mapping[str, int] = {side: number for number, side in enumerate(SIDES)}
"""The sides by number."""
_USE: Mapping[str, int] = {use: number for number, use in enumerate(USES)}


class Printed(msgspec.Struct, frozen=True):
    """What is printed on the cards of a deck.

    Attributes:
        points: of each card.
        suit: as what it is printed, by number of `USES`.
        also: as what else it may be used; `UNUSED` for nothing.
        serves: the side that an Admiral serves, by number; -1 for other cards.
        strikes: by card and use, how many opposing cards it negates.
        bonus: by card and use, what each own card of it gains.
        strength: in which order cards of a suit are negated, the lowest first (TRA-8).
    """

    points: Numbers
    suit: Numbers
    also: Numbers
    serves: Numbers
    strikes: Numbers
    bonus: Numbers
    strength: Numbers

    @property
    def nothing(self) -> int:
        """The number of no card."""
        return len(self.points) - 1


@cache_per_object
def printed(deck: Deck) -> Printed:
    """What is printed on the cards of a deck."""
    cards = [*deck.values()]
    points = _column([card.points for card in cards], 0)
    strikes, bonus = np.zeros((2, len(points), UNUSED + 1), np.int32)
    for place, card in enumerate(cards):
        for struck in card.negates:
            strikes[place, _USE[struck]] += 1
        for suit, each in card.bonus.items():
            bonus[place, _USE[suit]] = each
    return Printed(
        points,
        _column([_USE[card.suit] for card in cards], UNUSED),
        _column([_USE[card.also_as] if card.also_as else UNUSED for card in cards], UNUSED),
        _column([SIDE[card.side] if card.side else -1 for card in cards], -1),
        strikes,
        bonus,
        _column([int(place) for place in np.argsort(np.argsort(-points[:-1], kind="stable"))], len(cards)),
    )


def _column(values: list[int], nothing: int) -> Numbers:
    return np.array([*values, nothing], np.int32)


def room(limit: Mapping[Use, int]) -> Numbers:
    """The most cards of each use that may count; of those that are not used none does."""
    return np.array([*(limit[use] for use in USES), 0], np.int32)
