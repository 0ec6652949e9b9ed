"""Handfuls of a hand: all of them, equal cards told apart by nothing."""

from collections import Counter
from itertools import combinations

import pytest

from tabletop.cards.hands import list_handfuls, select_cards


@pytest.mark.parametrize("faces", ["", "a", "aa", "abc", "abac", "aabbc", "aaaa", "abcdefg"])
@pytest.mark.parametrize("most", [0, 1, 3, 7])
def test_each_handful_of_faces_is_there_once(faces, most):
    found = [tuple(sorted(faces[place] for place in places)) for places in list_handfuls(faces, most)]
    wanted = {tuple(sorted(some)) for size in range(most + 1) for some in combinations(faces, size)}
    assert Counter(found) == Counter(wanted)


def test_of_equal_cards_the_first_is_taken_and_cards_keep_the_order_of_the_hand():
    assert list_handfuls("aba", 2) == ((), (0,), (1,), (0, 1), (0, 2))
    assert select_cards(("x", "y", "z"), (0, 2)) == ("x", "z")
