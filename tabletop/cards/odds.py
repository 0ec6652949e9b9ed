"""Exact odds of drawing cards unseen from a pile: the hypergeometric distribution.

`unseen` cards are drawn from; `wanted` of them are of the kind that one hopes for.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb


def exactly(hits: int, draws: int, wanted: int, unseen: int) -> Fraction:
    """The chance that exactly `hits` of `draws` cards are wanted ones.

    Raises:
        ValueError: if there are more draws or wanted cards than unseen cards, or a negative number.
    """
    _sound(draws, wanted, unseen)
    if not 0 <= hits <= draws:
        return Fraction(0)
    return Fraction(comb(wanted, hits) * comb(unseen - wanted, draws - hits), comb(unseen, draws))


def at_least(hits: int, draws: int, wanted: int, unseen: int) -> Fraction:
    """The chance that `hits` or more of `draws` cards are wanted ones; errors as `exactly`."""
    _sound(draws, wanted, unseen)
    return sum((exactly(n, draws, wanted, unseen) for n in range(max(hits, 0), draws + 1)), Fraction(0))


def distribution(draws: int, wanted: int, unseen: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, … `draws` wanted cards; errors as `exactly`."""
    _sound(draws, wanted, unseen)
    return tuple(exactly(hits, draws, wanted, unseen) for hits in range(draws + 1))


def expected(draws: int, wanted: int, unseen: int) -> Fraction:
    """How many wanted cards come on average; errors as `exactly`."""
    _sound(draws, wanted, unseen)
    return Fraction(draws * wanted, unseen) if unseen else Fraction(0)


def all_of(least: Mapping[str, int], draws: int, kinds: Mapping[str, int]) -> Fraction:
    """The chance that `draws` cards hold at least so many of each kind.

    Args:
        least: how many of a kind are hoped for, by kind.
        draws: cards drawn.
        kinds: unseen cards by kind; every card is of one kind.
    """
    hoped = {kind: count for kind, count in least.items() if count > 0}
    others = sum(count for kind, count in kinds.items() if kind not in hoped)
    unseen = sum(kinds.values())
    _sound(draws, 0, unseen)
    ways = {0: 1}
    for kind, count in hoped.items():
        ways = _with_kind(ways, kinds.get(kind, 0), count)
    favourable = sum(way * comb(others, draws - taken) for taken, way in ways.items() if taken <= draws)
    return Fraction(favourable, comb(unseen, draws))


def _with_kind(ways: Mapping[int, int], held: int, least: int) -> dict[int, int]:
    """Ways to have taken so many cards, after at least `least` of `held` more have been taken."""
    more: dict[int, int] = {}
    for taken, way in ways.items():
        for count in range(least, held + 1):
            more[taken + count] = more.get(taken + count, 0) + way * comb(held, count)
    return more


def _sound(draws: int, wanted: int, unseen: int) -> None:
    if min(draws, wanted, unseen) < 0 or draws > unseen or wanted > unseen:
        raise ValueError(f"{draws} draws and {wanted} wanted cards of {unseen}")
