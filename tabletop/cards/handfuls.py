"""Which cards of a hand could be taken together; of equal cards it makes no difference which."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

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


def runs(cards: Cards) -> list[Cards]:
    """One, two and more of cards that are equal."""
    return [cards[:count] for count in range(1, len(cards) + 1)]


@lru_cache(maxsize=1024)
def _handfuls(pattern: Places, most: int) -> tuple[Places, ...]:
    """`pattern` has for each card the place of the first that equals it; hands have few patterns."""
    sizes = range(min(most, len(pattern)) + 1)
    return tuple(taken for size in sizes for taken in combinations(range(len(pattern)), size) if _first(pattern, taken))


def _first(pattern: Places, taken: Places) -> bool:
    """Whether no card is left out that equals a later one which is taken."""
    return all(
        other in taken for place in taken for other in range(pattern[place], place) if pattern[other] == pattern[place]
    )
