"""Exact odds of drawing cards unseen from a pile: the hypergeometric distribution.

`unseen` cards are drawn from; `wanted` of them are of the kind that one hopes for.
"""

from fractions import Fraction
from math import comb


def at_least(hits: int, draws: int, wanted: int, unseen: int) -> Fraction:
    """The chance that `hits` or more of `draws` cards are wanted ones.

    Raises:
        ValueError: if there are more draws or wanted cards than unseen cards, or a negative number.
    """
    if min(draws, wanted, unseen) < 0 or draws > unseen or wanted > unseen:
        raise ValueError(f"{draws} draws and {wanted} wanted cards of {unseen}")
    ways = (comb(wanted, n) * comb(unseen - wanted, draws - n) for n in range(max(hits, 0), draws + 1))
    return Fraction(sum(ways), comb(unseen, draws))
