"""Offers are gone through without a gap, and drawn from fairly without looking at all of them."""

from collections import Counter
from random import Random

from tabletop.core.offers import Offers, combination_at, count_combinations, join_offers, offer_commands


def evens(places: int) -> Offers[int]:
    """An offer at every second place, two at the tenth of them."""
    return Offers(places, lambda place: () if place % 2 else (place, -place) if place == 20 else (place,))


def drawn(offers: Offers[int], times: int = 4000) -> Counter[int | None]:
    fancy = Random(1805)
    return Counter(offers.pick(fancy) for _ in range(times))


def test_all_offers_are_gone_through_place_by_place():
    assert list(evens(24)) == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, -20, 22]
    assert list(evens(24)) == list(evens(24))


def test_one_is_picked_from_the_places_that_have_any_each_as_likely():
    times = drawn(evens(24))
    assert set(times) == set(evens(24))
    shared = times[20] + times[-20]
    assert all(260 < times[place] < 410 for place in range(0, 20, 2))
    assert 260 < shared < 410


def test_nothing_is_picked_where_nothing_is_offered():
    assert drawn(Offers(9, lambda place: ()), 20) == {None: 20}
    assert drawn(offer_commands(), 20) == {None: 20}


def test_to_pick_one_looks_at_few_places_of_however_many():
    looked = []
    offers = Offers(10**30, lambda place: looked.append(place) or (place,))
    assert offers.pick(Random(1)) == looked[-1]
    assert len(looked) == 1


def test_what_invites_comes_up_more_often_and_the_others_still_do():
    times = drawn(Offers(10, lambda place: (place,), lambda fancy: 3))
    assert 1900 < times[3] < 2500
    assert all(times[place] > 120 for place in range(10))
    assert drawn(Offers(10, lambda place: (place,) if place else (), lambda fancy: 0))[0] == 0


def test_parts_are_joined_in_their_order_with_what_invites_in_them():
    whole = join_offers(offer_commands(1, 2), evens(3), offer_commands(), offer_commands(7))
    assert list(whole) == [1, 2, 0, 2, 7]
    assert set(drawn(whole)) == {1, 2, 0, 7}
    leaning = join_offers(offer_commands(1, 2), Offers(2, lambda place: (10 + place,), lambda fancy: 1))
    times = drawn(leaning)
    assert times[11] > times[10] + 500
    assert set(times) == {1, 2, 10, 11}
    assert list(join_offers()) == []


def test_combinations_are_numbered_without_a_gap():
    columns = ("ab", "c", "def")
    found = ["".join(combination_at(columns, place)) for place in range(count_combinations(columns))]
    assert found == ["acd", "ace", "acf", "bcd", "bce", "bcf"]
    assert count_combinations(()) == 1
    assert combination_at((), 0) == ()


def test_offers_are_made_into_others_or_left_out_and_keep_their_places():
    offers = evens(24).transform(lambda number: number if number >= 0 and number % 4 == 0 else None)
    assert list(offers) == [0, 4, 8, 12, 16, 20]
    assert set(drawn(offers)) == set(offers)
    assert list(offers.transform(str)) == ["0", "4", "8", "12", "16", "20"]
    assert list(join_offers(offers.transform(str), offer_commands("end")))[-2:] == ["20", "end"]
    assert list(join_offers(offer_commands(9), join_offers(offers, offer_commands(7))).transform(str)) == [
        "9",
        "0",
        "4",
        "8",
        "12",
        "16",
        "20",
        "7",
    ]
