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


def runs(cards: Cards) -> list[Cards]:
    """One, two and more of cards that are equal."""
    return [cards[:count] for count in range(1, len(cards) + 1)]


@lru_cache(maxsize=1024)
def _handfuls(pattern: Places, most: int) -> tuple[Places, ...]:
    """`pattern` has for each card the place of the first that equals it; hands have few patterns."""
    equals: dict[int, list[int]] = {}
    for place, first in enumerate(pattern):
        equals.setdefault(first, []).append(place)
    ways: list[list[int]] = [[]]
    for alike in equals.values():
        some = [alike[:count] for count in range(len(alike) + 1)]
        ways = [way + more for way in ways for more in some if len(way) + len(more) <= most]
    return tuple(sorted([tuple(sorted(way)) for way in ways], key=lambda way: (len(way), way)))
