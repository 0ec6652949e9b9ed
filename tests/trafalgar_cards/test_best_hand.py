"""TRA-12: the best hand, against every commit that there is."""

from itertools import product
from random import Random

import pytest

from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import USES, Card, Play
from tabletop.games.trafalgar_cards.survey import BestCommit, Hand, compute_total, find_best_commit
from tests.trafalgar_cards.kit import BRITISH, cards, commit, holding, opening


def hand(names, turn=4, side=BRITISH):
    state = opening()
    return Hand(side, cards(names), state.deck, state.limits, turn)


def every_legal(state, held, side):
    """All legal commits, by asking the rules about each that could be written down."""
    deck = state.deck
    options = [[None, *{deck[card].suit, deck[card].also_as} - {None}] for card in held]
    for uses in product(*options):
        plays = tuple(Play(card, use) for card, use in zip(held, uses, strict=True) if use)
        if GAME.check(state, Commit(side, plays)) is None:
            yield plays


def counted(deck, plays):
    """The total of a commit, reckoned anew."""
    points = sum(deck[play.card].points for play in plays)
    gains = (
        each * sum(one.use == suit for one in plays) for play in plays for suit, each in deck[play.card].bonus.items()
    )
    return points + sum(gains)


@pytest.mark.parametrize("seed", range(30))
def test_tra_12_no_legal_commit_counts_more_and_none_that_counts_as_much_negates_more(seed):
    fancy = Random(seed)
    names = fancy.sample(list(opening().deck), 8)
    side = fancy.choice(("british", "allied"))
    state = holding(*((",".join(names), "") if side == "british" else ("", ",".join(names))), turn=fancy.randint(1, 8))
    deck = state.deck
    found = find_best_commit(Hand(side, state.cards.hands[side], deck, state.limits, state.turn))
    assert GAME.check(state, Commit(side, found.plays)) is None

    def rank(plays):
        return counted(deck, plays), sum(len(deck[play.card].negates) for play in plays)

    assert rank(found.plays) == max(map(rank, every_legal(state, names, side)))
    assert found.total == counted(deck, found.plays)


def test_tra_12_the_same_hand_in_any_order_gives_the_same_suggestion():
    names = "Columns, Favorable Winds, Gallantry, Melee, Resolve, Hard Fighting, Training, Come About"
    shuffled = ",".join(Random(1805).sample(names.split(","), 8))
    assert find_best_commit(hand(names)).plays == find_best_commit(hand(shuffled)).plays


def test_tra_example_8_favorable_winds_would_add_as_much_but_blockade_also_negates():
    held = "Villeneuve, Favorable Winds, Blockade, Cut Enemy Line, Local Superiority, Exploit Gap, Courage, Bravery"
    found = find_best_commit(hand(held))
    assert found.total == 57
    assert {play.card for play in found.plays if play.use == "strategy"} == {"cut_enemy_line", "blockade"}
    assert "Favorable Winds is left out: Blockade counts as much and also negates." in found.reasons
    assert "Villeneuve is left out: it belongs to the other side." in found.reasons


def test_tra_12_of_equal_cards_of_one_suit_the_one_that_negates_is_taken_wherever_it_stands():
    plain = Card("Feint", "strategy", 4)
    held = hand("Cut Enemy Line, Blockade")
    for deck in ({"feint": plain, **held.deck}, {**held.deck, "feint": plain}):
        found = find_best_commit(Hand(held.side, (*held.cards, "feint"), deck, held.limits, held.turn))
        assert {play.card for play in found.plays} == {"cut_enemy_line", "blockade"}


def test_tra_12_the_reasons_tell_what_counts_and_what_is_left_out():
    found = find_best_commit(hand("Come About, Timing, Cut Enemy Line, Separate the Van, Raking Fire, Nelson", turn=1))
    assert found == BestCommit(
        commit(BRITISH, "Nelson, Cut Enemy Line, Timing, Separate the Van, Come About").plays,
        50,
        (
            ("Cut Enemy Line, Timing and Separate the Van", 36),
            ("Come About", 2),
            ("Nelson", 12),
        ),
        (
            "Come About adds 2 to 3 Strategy cards.",
            "Raking Fire is left out: Fighting cards do not count before turn 3.",
        ),
    )


def test_tra_12_a_bonus_may_be_worth_more_than_a_stronger_card():
    found = find_best_commit(hand("Engage Closely, Maneuver, Lay a Course, Gunnery, Carronades", turn=3))
    assert {play.card for play in found.plays} == {"engage_closely", "maneuver", "gunnery", "carronades"}
    assert found.total == 3 + 6 + 6 + 5 + 4
    assert "Lay a Course is left out: Tactics can do better." in found.reasons


def test_tra_12_an_empty_hand_commits_nothing():
    assert find_best_commit(hand("")) == BestCommit((), 0, (), ())


def test_tra_12_c_6_it_follows_from_the_view_of_its_side():
    state = holding("Courage, Timing, Rally", "Duty, Blockade")
    view = GAME.view(state, BRITISH)
    hands = [Hand(BRITISH, one.cards.hands[BRITISH], one.deck, one.limits, one.turn) for one in (state, view)]
    assert find_best_commit(hands[0]) == find_best_commit(hands[1])


def test_tra_12_the_total_of_any_choice_counts_own_bonuses():
    plays = commit(BRITISH, "Come About, Timing").plays
    assert compute_total(hand("Come About, Timing"), plays) == 14
    assert {play.use for play in plays} <= set(USES)
