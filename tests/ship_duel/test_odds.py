"""Exact chances, held against counting every possible hand."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from tabletop.core.match import Match, MatchSetup
from tabletop.games.ship_duel import GAME, survey
from tabletop.games.ship_duel.model import OTHER, SIDES, select_kind
from tabletop.games.ship_duel.phases import find_best_winds
from tabletop.players import casual
from tests.ship_duel.kit import duel, taken
from tests.ship_duel.test_rules import wounded
from tests.ship_duel.texts import STANDARD


def small(port="NNb", other=3):
    """A duel in which only ten cards are unseen by port, `other` of them in starboard's hand."""
    state = duel()
    ours = taken(state, port)
    rest = taken(state, "NSSEWbbcgg", ours)
    gone = tuple(card for card in state.deck if card not in (*ours, *rest))
    cards = replace(state.cards, hands={"port": ours, "starboard": rest[:other]}, pile=rest[other:], discards=gone)
    return replace(state, cards=cards), rest


def by_counting(rest, size, holds):
    hands = list(combinations(rest, size))
    return Fraction(sum(map(bool, map(holds, hands))), len(hands))


@pytest.mark.parametrize("shown", range(4))
def test_the_chance_to_be_outsailed_is_that_of_all_hands(shown):
    state, rest = small()
    counted = by_counting(rest, 3, lambda hand: len(find_best_winds(state, hand)) > shown)
    assert survey.chance_of_more_winds(state, "port", shown) == counted
    assert survey.chance_of_as_many_winds(state, "port", shown + 1) == counted


def test_the_chance_of_being_beaten_is_that_of_all_hands():
    state, rest = small()
    state = wounded(state, "port", hull=2, crew=1, rigging=2)

    def enough(hand):
        needed = {"cannon_balls": 2, "chain_shot": 2, "grape_shot": 1}
        return any(len(select_kind(state, hand, kind)) >= number for kind, number in needed.items())

    assert survey.chance_to_be_lost(state, "port") == by_counting(rest, 3, enough)
    assert 0 < survey.chance_to_be_lost(state, "port") < 1
    for stat, kind, number in (("hull", "cannon_balls", 2), ("rigging", "chain_shot", 2), ("crew", "grape_shot", 1)):
        held = by_counting(
            rest, 3, lambda hand, kind=kind, number=number: len(select_kind(state, hand, kind)) >= number
        )
        assert survey.chance_to_lose_stat(state, "port", stat) == held


def test_the_chance_to_draw_a_kind_is_that_of_all_draws():
    state, rest = small()
    drawn = survey.find_exchange_chances(state, "port", 2)
    for kind, chance in drawn.items():
        assert chance == by_counting(rest, 2, lambda hand, kind=kind: select_kind(state, hand, kind)), kind


def test_c_7_what_the_other_side_held_when_the_pile_was_shuffled_is_surely_in_its_hand():
    state, rest = small()
    places = {card: place for place, card in enumerate(state.deck)}
    held = rest[:1]  # a north wind, which was not among the cards that were shuffled
    state = replace(state, mixed=tuple(place for card, place in places.items() if card not in held))
    assert survey.count_surely_held(state, "port")["north_wind"] == 1
    assert sum(survey.count_surely_held(state, "port").values()) == 1

    hands = [(*held, *others) for others in combinations(rest[1:], 2)]
    more = Fraction(sum(len(find_best_winds(state, hand)) > 1 for hand in hands), len(hands))
    assert survey.chance_of_more_winds(state, "port", 1) == more
    assert survey.find_exchange_chances(state, "port", 2)["north_wind"] == 0


def test_c_7_after_a_shuffle_the_odds_hold_over_many_games():
    """Cards that a side counts as surely held by the other are there, in every position of random games."""
    certain = 0
    for seed in range(12):
        match = Match.new(MatchSetup(GAME, STANDARD, "standard.yaml", str(seed)))
        for _ in casual.play(match, Random(seed), 150):
            for side in SIDES:
                there = Counter(match.state.deck[card] for card in match.state.cards.hands[OTHER[side]])
                surely = survey.count_surely_held(match.view(side), side) if match.state.turn else {}
                assert all(there[kind] >= number for kind, number in surely.items())
                certain += sum(surely.values())
    assert certain > 50


def test_nothing_is_promised_where_the_pile_may_run_out():
    state, _ = small()
    assert len(state.cards.pile) == 7
    assert survey.find_exchange_chances(state, "port", 7) is not None
    assert survey.find_exchange_chances(state, "port", 8) is None
    assert survey.find_exchange_chances(state, "starboard", 3) is not None
    assert survey.find_exchange_chances(state, "starboard", 4) is None
    assert survey.find_load_chances(state, "port", 0) is None


def test_the_next_load_fills_up_the_hand():
    state = duel("NNb", "SSSSSS", "retire")
    assert survey.find_load_chances(state, "port", 1) == survey.find_draw_chances(state, "port", 5, others=4)


def test_unseen_are_the_pile_and_the_other_hand():
    state, rest = small()
    assert sum(survey.count_unseen(state, "port").values()) == len(rest)
    assert survey.count_unseen(state, "port")["south_wind"] == 2
