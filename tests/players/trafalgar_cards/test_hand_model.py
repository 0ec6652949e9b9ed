"""The model of hands gives the same results as the rules."""

from random import Random

import numpy as np
import pytest

from tabletop.cards.events import CardsDiscarded
from tabletop.core.chance import SeededChance
from tabletop.games.trafalgar_cards import GAME, survey, tally
from tabletop.games.trafalgar_cards.deck import USES, Play, sort_plays
from tabletop.games.trafalgar_cards.events import CommitRevealed, TacticsBegan, TurnBegan
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED
from tabletop.players.sampled_worlds import make_bulk_random
from tabletop.players.trafalgar_cards import computer_players, hand_model
from tabletop.players.trafalgar_cards.hand_model import GREEDY, SEASONED, UNUSED
from tabletop.players.trafalgar_cards.opponent_model import OpponentHistory, OpponentSampler, replace_cards
from tests.players.card_players import opening
from tests.trafalgar_cards.kit import cards, commit, holding

HANDS = 40
TURNS = (1, 3, 6)


def dealt(state, seed):
    """Pairs of hands of the deck, the British first."""
    numbers = np.random.Generator(np.random.PCG64(seed))
    both = np.array([numbers.permutation(len(state.deck))[:16] for _ in range(HANDS)])
    return both[:, :8], both[:, 8:]


def plays(state, hand, used):
    ids = list(state.deck)
    named = [Play(ids[card], USES[use]) for card, use in zip(hand, used, strict=True) if use < UNUSED]
    return sort_plays(state.deck, tuple(named))


@pytest.fixture(scope="module", params=["standard", "seconds_in_command", "pell_mell"])
def state(request):
    return opening(GAME, request.param)


@pytest.mark.parametrize("number", TURNS)
def test_tra_10_totals_of_commits_are_those_of_the_rules(state, number):
    turn, (british, allied) = hand_model.build_turn(state, number), dealt(state, number)
    used = [hand_model.choose_uses(turn, SEASONED, hands, side) for side, hands in enumerate((british, allied))]
    ours, theirs = (
        hand_model.build_commits(turn.cards, hands, use) for hands, use in zip((british, allied), used, strict=True)
    )
    for row in range(HANDS):
        lying = {
            "british": plays(state, british[row], used[0][row]),
            "allied": plays(state, allied[row], used[1][row]),
        }
        right = tally.compute_totals(state.deck, lying, tally.resolve_notes(state.deck, lying))
        assert (hand_model.compute_totals(ours, theirs)[row], hand_model.compute_totals(theirs, ours)[row]) == (
            right["british"],
            right["allied"],
        )


@pytest.mark.parametrize("number", TURNS)
def test_tra_12_who_counts_its_own_points_alone_commits_as_many_as_the_best_hand_has(state, number):
    ids, hands = list(state.deck), dealt(state, number)[0]
    turn = hand_model.build_turn(state, number)
    for hand, used in zip(hands[:8], hand_model.choose_uses(turn, GREEDY, hands[:8], 0), strict=True):
        held = survey.Hand("british", tuple(ids[card] for card in hand), state.deck, state.limits, number)
        assert survey.compute_total(held, plays(state, hand, used)) == survey.find_best_commit(held).total


def test_tra_3_at_most_four_cards_are_thrown_away_and_none_that_a_greedy_one_commits(state):
    turn, hands = hand_model.build_turn(state, 3), dealt(state, 3)[0]
    gone = hand_model.choose_discards(turn, GREEDY, hands, 0)
    assert 0 < gone.sum(axis=1).max() <= MOST_DISCARDED
    assert not (gone & (hand_model.choose_uses(turn, GREEDY, hands, 0) < UNUSED)).any()


def test_cards_thrown_away_are_replaced_by_those_dealt_the_first_first():
    gone = np.array([[True, False, True, False]])
    assert replace_cards(np.array([[1, 2, 3, 4]]), gone, np.array([[8, 9, 7, 6]])).tolist() == [[8, 2, 9, 4]]


def tactics():
    state = opening(GAME)
    return GAME.decide(state, next(iter(GAME.choices(state))), SeededChance("hood")).state


def test_all_maximal_commits_are_allowed_and_no_other_total_is_higher():
    held = "Cut Enemy Line, Timing, Separate the Van, Melee, Favorable Winds, Courage, Nelson, Rally"
    state = holding(held, "Blockade", turn=6)
    ways = computer_players.list_commits(state, "british")
    assert len(ways) == len(set(ways)) > 6
    orders = [computer_players.build_commit(state, "british", way) for way in ways]
    assert all(GAME.check(state, order) is None for order in orders)
    hand = survey.Hand("british", state.cards.hands["british"], state.deck, state.limits, 6)
    assert max(survey.compute_total(hand, order.plays) for order in orders) == survey.find_best_commit(hand).total


def test_c_6_hands_that_the_other_side_may_hold_are_of_cards_that_one_has_not_seen():
    state = tactics()
    other = OpponentSampler(
        GAME.view(state, "british"), "british", (GREEDY, SEASONED), (0.5, 0.5), make_bulk_random(Random(1))
    )
    draws = other.sample_deals(50)
    ids = list(state.deck)
    hand = {ids.index(card) for card in state.cards.hands["british"]}
    assert not hand & {int(card) for card in draws.drawn.ravel()}
    assert draws.drawn.shape == (50, MOST_DISCARDED)
    assert draws.theirs.use.shape == (50, 8)


def test_what_was_thrown_away_tells_what_was_kept():
    """A side that discards low Morale cards holds better ones."""
    state = tactics()
    view = GAME.view(state, "british")
    ids = list(state.deck)
    low = [card for card in ("patriotism", "discipline") if card not in view.cards.hands["british"]]
    known = [ids.index(card) for card in low]

    def morale(laid):
        other = OpponentSampler(view, "british", (SEASONED,), (1.0,), make_bulk_random(Random(1)))
        theirs = other.sample_commits(200, laid)
        return theirs.points[theirs.use == USES.index("morale")].mean()

    assert known
    assert morale(np.array(known)) > morale(None)


def test_how_somebody_has_played_tells_its_habits():
    """A side that leaves Reserve out for two points more does not count negated cards; others may commit Reserve."""
    state = holding(phase="tactics", turn=4)
    hand = "Cut Enemy Line, Reserve, Formation, Local Superiority, Exploit Gap, Courage, Bravery, Ships of the Line"
    likely = (SEASONED, GREEDY)
    for left, other in (("Formation", 0), ("Reserve", 1)):
        met = OpponentHistory("allied")
        plays = commit("allied", ",".join(card for card in hand.split(",") if card.strip() != left)).plays
        assert met.chances_of_habits(state, likely) == (0.5, 0.5)
        laid = CardsDiscarded(side="allied", cards=cards("Duty"), rule="TRA-3")
        met.observe(TurnBegan(turn=4))
        met.observe(laid)
        assert met.discarded == ("duty",)
        for event in (CommitRevealed(side="allied", plays=plays), CardsDiscarded(side="allied", cards=cards(left))):
            met.observe(event)
        assert met.chances_of_habits(state, likely)[other] > 0.8
        met.observe(TacticsBegan())
        assert met.discarded is None


def test_every_discard_is_thought_of():
    hand = "Nelson, Cut Enemy Line, Reserve, Formation, Duty, Signals, Gunnery, Loyalty"
    for held, number in ((hand, 163), ("Nelson, Cut Enemy Line, Courage, Bravery, Villeneuve", 31)):
        state = holding(held, phase="tactics")
        ways = computer_players.list_discards(state, "british")
        assert len({*ways}) == len(ways) == number
        assert computer_players.choose_discard_by_habit(SEASONED, state, "british") in ways
