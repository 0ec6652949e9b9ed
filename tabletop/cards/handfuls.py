"""Which cards of a hand could be taken together; of equal cards it makes no difference which."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache

from tabletop.cards.zones import Cards

Places = tuple[int, ...]
"""Of cards in a hand, in its order."""


def handfuls(faces: Iterable[Hashable], most: int) -> Sequence[Places]:
    """All ways to take up to so many cards of a hand, none and few first; of equal cards the first in the hand.

    Args:
        faces: what is printed on each card of the hand; equal cards have equal ones.
        most: cards that may be taken.
    """
    first: dict[Hashable, int] = {}
    return _handfuls(tuple([first.setdefault(face, place) for place, face in enumerate(faces)]), most)


def at(hand: Cards, places: Places) -> Cards:
    """The cards in some places of a hand."""
    return tuple([hand[place] for place in places])


@lru_cache(maxsize=4096)
def _handfuls(pattern: Places, most: int) -> tuple[Places, ...]:
    """`pattern` has for each card the place of the first that equals it; hands of seven have some thousand."""
    hand = range(len(pattern))
    before = [max((one for one in hand[:place] if pattern[one] == pattern[place]), default=None) for place in hand]
    ways: list[Places] = [()]
    found = list(ways)
    for _ in range(most):  # each way with one more card, further on, whose equals before it are all taken
        ways = [(*way, one) for way in ways for one in hand[way[-1] + 1 if way else 0 :] if before[one] in (None, *way)]
        found += ways
    return tuple(found)
