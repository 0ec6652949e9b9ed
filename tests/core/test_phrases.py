"""Turns of phrase that the logs and the sheets of all games share."""

from fractions import Fraction

import pytest

from tabletop.core.phrases import capital, count, listed, percent


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ((0, 1), "0 %"),
        ((1, 1000), "< 1 %"),
        ((1, 200), "< 1 %"),
        ((3, 200), "2 %"),
        ((41, 100), "41 %"),
        ((199, 200), "> 99 %"),
        ((999, 1000), "> 99 %"),
        ((1, 1), "100 %"),
    ],
)
def test_a_chance_is_certain_or_impossible_only_where_it_is(chance, said):
    assert percent(Fraction(*chance)) == said


def test_numbers_lists_and_sentences():
    assert [count(number, "card") for number in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert [listed(parts) for parts in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a and b", "a, b and c"]
    assert capital("of the line") == "Of the line"
