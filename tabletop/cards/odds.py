"""Exact odds of drawing cards unseen from a pile: the hypergeometric distribution.

`unseen` cards are drawn from; `wanted` of them are of the kind that one hopes for.
"""

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


def expected(draws: int, wanted: int, unseen: int) -> Fraction:
    """How many wanted cards come on average; errors as `exactly`."""
    _sound(draws, wanted, unseen)
    return Fraction(draws * wanted, unseen) if unseen else Fraction(0)


def _sound(draws: int, wanted: int, unseen: int) -> None:
    if min(draws, wanted, unseen) < 0 or draws > unseen or wanted > unseen:
        raise ValueError(f"{draws} draws and {wanted} wanted cards of {unseen}")
