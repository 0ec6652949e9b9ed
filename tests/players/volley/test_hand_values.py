"""The model of hands of Volley gives the same results as the rules."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tabletop.cards.hands import list_subsets, select_cards
from tabletop.core.chance import SeededChance
from tabletop.games.volley import GAME, melds
from tabletop.games.volley.model import HAND_SIZE
from tabletop.players import casual
from tabletop.players.sampled_worlds import make_bulk_random
from tabletop.players.volley.hand_values import FORESIGHTED, GREEDY, PATIENT, SUITS, simulate_discards, value_hands
from tests.players.card_players import opening


def hands(number):
    state, fancy = opening(GAME), Random("refills")
    return state, [tuple(fancy.sample(list(state.deck), 7)) for _ in range(number)]


def finest(state, hand):
    """The highest force of each suit."""
    return [
        max((state.deck[card].force for card in hand if state.deck[card].suit == suit), default=-1)
        for suit in SUITS[:9]
    ]


def comes_to(state, hand, worths):
    """By the rules: the best of all melds with the worth of what is left, or no meld at all."""
    ways = [(), *melds.list_melds(state.deck, hand)]
    left = [sum(worths.value_card(state.deck[card]) for card in hand if card not in way) for way in ways]
    return max(melds.sum_printed_force(state.deck, way) + rest for way, rest in zip(ways, left, strict=True))


def test_vol_5_a_hand_comes_to_its_best_meld_and_what_is_left():
    state, some = hands(60)
    armed = 0
    for worths in (GREEDY, PATIENT):
        best = np.array([finest(state, hand) for hand in some], np.float64)
        worth = np.array([sum(worths.value_card(state.deck[card]) for card in hand) for hand in some])
        found = value_hands(best, worth, worths)
        right = [comes_to(state, hand, worths) for hand in some]
        armed += sum(map(bool, right))
        assert np.allclose(found, right)
    assert armed


def test_vol_5_a_unit_and_its_weapon_that_stay_are_worth_more_than_the_two_alone():
    state = opening(GAME)

    def after(*hand):
        worth = sum(FORESIGHTED.value_card(state.deck[card]) for card in hand)
        return float(value_hands(np.array(finest(state, hand), np.float64), np.array(worth), FORESIGHTED))

    attack, more = ("guard_infantry", "volley"), FORESIGHTED.value_card(state.deck["carabiniers"])
    assert after(*attack) == pytest.approx(9)
    pair = after(*attack, "carabiniers", "charge")
    apart = after(*attack, "carabiniers", "bombardment")
    assert apart == pytest.approx(9 + 2 * more)
    assert pair == pytest.approx(apart + FORESIGHTED.pair * (8 - FORESIGHTED.weak_pair))


def midway():
    """A manoeuvre after some turns."""
    state, fancy, chance = opening(GAME), Random("midway"), SeededChance("midway")
    while state.turn < 4 or state.stage != "manoeuvre":
        state = GAME.decide(state, casual.choose(GAME, state, fancy), chance).state
    return state


def test_vol_4_nothing_thrown_away_is_the_hand_as_it_is_and_more_cards_come_for_more():
    state = midway()
    side = state.active
    hand = state.cards.hands[side]
    ways = list_subsets(len(hand), len(hand))
    tried = simulate_discards(GAME.view(state, side), side, ways, GREEDY, make_bulk_random(Random(1)), 60, value_hands)
    assert tried.shape == (len(ways), 60)
    kept = [[card for card in hand if card not in select_cards(hand, way)] for way in ways]
    assert (tried.min(axis=1) >= [comes_to(state, cards, GREEDY) for cards in kept]).all()
    assert len(set(tried[0])) == 1 or len(hand) < HAND_SIZE


def test_c_7_where_the_pile_is_empty_the_discards_come_again():
    state = midway()
    lying = state.cards
    empty = replace(state, cards=replace(lying, pile=(), discards=(*lying.discards, *lying.pile)))
    side = state.active
    hand = lying.hands[side]
    tried = simulate_discards(
        GAME.view(empty, side), side, [tuple(range(len(hand)))], GREEDY, make_bulk_random(Random(1)), 200, value_hands
    )
    assert tried.max() > 0
