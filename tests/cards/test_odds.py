"""The odds of the draw are those of counting every possible draw."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.cards import odds


def counted(unseen, draws, wanted, hits):
    drawn = list(combinations(range(unseen), draws))
    return Fraction(sum(sum(card < wanted for card in one) == hits for one in drawn), len(drawn))


piles = st.integers(0, 8).flatmap(
    lambda unseen: st.tuples(st.just(unseen), st.integers(0, unseen), st.integers(0, unseen))
)


@given(piles)
def test_the_distribution_is_that_of_all_draws(pile):
    unseen, draws, wanted = pile
    spread = [counted(unseen, draws, wanted, hits) for hits in range(draws + 1)]
    for hits in range(-1, draws + 2):
        assert odds.chance_of_at_least(hits, draws, wanted, unseen) == sum(spread[max(hits, 0) :])


def test_a_known_figure():
    assert round(float(odds.chance_of_at_least(2, 5, 13, 52)), 4) == 0.3670


@pytest.mark.parametrize("wrong", [(5, 1, 4), (1, 5, 4), (-1, 1, 4)])
def test_impossible_draws_are_an_error(wrong):
    with pytest.raises(ValueError, match="draws"):
        odds.chance_of_at_least(1, *wrong)
