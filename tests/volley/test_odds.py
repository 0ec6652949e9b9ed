"""Odds are exact, checked by counting every way, and come from what the viewer may know."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tabletop.cards.odds import find_unseen
from tabletop.core.match import Match, MatchSetup
from tabletop.games.volley import GAME, survey
from tabletop.games.volley.model import WEAPONS
from tabletop.players import casual
from tests.volley.kit import FOLDER, discard, opened, play, table

HAND = ("hussars", "panic", "major", "captain", "valor")


def counted(loose, number, wanted):
    """The share of all hands of so many cards in which there is a wanted one."""
    hands = list(combinations(loose, number))
    return Fraction(sum(any(card in wanted for card in hand) for hand in hands), len(hands))


def test_the_chance_to_draw_a_weapon_for_a_held_unit():
    state = table(HAND, ("reserve",) * 0)
    ((unit, chance),) = survey.find_chances_to_arm(state, "red")
    assert unit.id == "hussars"
    loose = [card for card in state.deck if card not in HAND]
    assert chance == counted(loose, 2, {"pistols", "sabers", "lances", "charge", "pursuit"})


def test_what_is_discarded_makes_room_for_more():
    state = table(HAND)
    few, more = (dict(survey.find_chances_to_arm(state, "red", gone)) for gone in ((), ("major", "captain")))
    unit = state.deck["hussars"]
    assert more[unit] > few[unit]
    assert dict(survey.find_chances_to_arm(state, "red", ("hussars",))) == {}


def test_an_armed_unit_needs_no_odds():
    assert list(survey.find_chances_to_arm(table(("hussars", "sabers")), "red")) == []


def test_what_lies_face_up_is_not_hoped_for():
    gone = ("pistols", "sabers", "lances", "charge", "pursuit")
    assert dict(survey.find_chances_to_arm(table(HAND, discards=gone), "red")) == {opened().deck["hussars"]: 0}


def test_c_7_where_the_pile_is_too_short_the_discards_come_back():
    short = table(HAND, pile=("pistols", "battery"), discards=("lances", "charge", "rally"))
    held = [card for card in short.deck if card not in (*HAND, "pistols", "battery", "lances", "charge", "rally")]
    state = table(HAND, held[:1], pile=("pistols", "battery"), discards=("lances", "charge", "rally"))
    assert survey.chance_to_draw(state, "red", 2, lambda card: card.id == "lances") == 0
    assert survey.chance_to_draw(state, "red", 4, lambda card: card.id == "lances") == Fraction(2, 3)
    assert survey.chance_to_draw(state, "red", 3, lambda card: card.id == "major", ("major",)) == Fraction(1, 4)
    assert survey.chance_to_draw(state, "red", 9, lambda card: card.id == "rally") == 1


def test_after_a_reshuffle_what_was_not_in_it_is_held_for_certain():
    before = table(
        HAND, ("killed_in_action", "reserve"), stage="manoeuvre", pile=(), discards=("lances", "charge", "rally")
    )
    state, _ = play(before, discard("panic"), decks=[("lances", "charge", "panic")])
    hidden = find_unseen(state, "red")
    assert hidden.loose == ("rally",)
    assert "killed_in_action" in hidden.held
    assert survey.chance_opponent_negates(state, "red", "leader") == 1


def test_the_chance_that_an_answer_is_held_is_that_of_a_hand_drawn_from_what_is_unseen():
    state = table(HAND, ("reserve", "disordered", "rally"))
    loose = [card for card in state.deck if card not in HAND]
    assert survey.chance_opponent_negates(state, "red", "leader") == counted(loose, 3, {"killed_in_action"})
    assert survey.chance_opponent_negates(state, "red", "morale") == 0  # Panic is in the own hand
    assert survey.chance_to_draw_suit(state, "red", "leader") == counted(loose, 2, {"lieutenant", "colonel", "general"})


@pytest.mark.parametrize("seed", range(6))
def test_c_6_odds_read_nothing_that_the_viewer_cannot_know(seed):
    path = FOLDER / "standard.yaml"
    match = Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, str(seed)))
    for _ in casual.play(match, Random(seed), 400):
        for side in ("red", "blue"):
            whole, seen = match.state, match.view(side)
            assert list(survey.find_chances_to_arm(seen, side)) == list(survey.find_chances_to_arm(whole, side))
            assert survey.chance_opponent_negates(seen, side, "leader") == survey.chance_opponent_negates(
                whole, side, "leader"
            )


def test_odds_of_a_draw_come_true():
    """Of many deals to a side, about as many bring a weapon as the odds say."""
    state = table(HAND, stage="manoeuvre")
    ((_, chance),) = survey.find_chances_to_arm(state, "red")
    fancy, came = Random(1805), 0
    for _ in range(1500):
        pile = tuple(fancy.sample(state.cards.pile, len(state.cards.pile)))
        dealt, _ = play(table(HAND, stage="manoeuvre", pile=pile), discard())
        came += any(WEAPONS.get(state.deck[card].suit) == "cavalry" for card in dealt.cards.hands["red"])
    assert abs(came / 1500 - chance) < 0.04
