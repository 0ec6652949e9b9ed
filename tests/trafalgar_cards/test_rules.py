"""TRA-1 to TRA-11 and TRA-13, rule by rule."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.zones import Zones, list_all_cards
from tabletop.core.agreement import AcceptDraw, Concede, OfferDraw
from tabletop.core.phrases import format_count as counted
from tabletop.games.trafalgar_cards import deck
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, SUITS, Play
from tabletop.games.trafalgar_cards.events import ChoiceMade, CommitRevealed, HandDrawn
from tabletop.games.trafalgar_cards.limits import STANDARD, find_limits
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated, NoteIdle
from tests.judging import every
from tests.trafalgar_cards.kit import (
    ALLIED,
    BRITISH,
    cards,
    commit,
    discard,
    fought,
    holding,
    opening,
    play,
    refused,
    totals,
)

DECK = tuple(opening().deck)


def dealt(turn=1, decks=(DECK,)):
    return play(opening(), Deal(BRITISH), decks=decks)[0]


@pytest.mark.parametrize("needed", [1, 3, 5])
def test_tra_1_the_first_side_to_win_so_many_hands_wins_the_game(needed):
    state, _ = fought("Courage", "", wins_needed=needed, won={BRITISH: needed - 1, ALLIED: needed - 1})
    assert state.outcome.winner == BRITISH
    assert state.outcome.rule == "TRA-1"
    assert state.outcome.totals == {BRITISH: needed, ALLIED: needed - 1}
    assert str(needed) in state.outcome.reason
    if needed > 1:
        assert fought("Courage", "", wins_needed=needed)[0].outcome is None


def test_tra_1_the_reckoning_tells_of_every_hand():
    state, _ = fought("Courage", "Rally", wins_needed=1)
    (score,) = state.outcome.reckoning
    assert (score.side, score.points, score.turn, score.rule) == (BRITISH, 1, 3, "TRA-10")
    assert score.reason == "11 points to 1"


def test_tra_2_the_deck_has_four_suits_of_11_to_1_and_two_admirals():
    deck = opening().deck
    assert len(deck) == 46
    for suit in SUITS:
        assert [card.points for card in deck.values() if card.suit == suit] == list(range(11, 0, -1))
    admirals = [card for card in deck.values() if card.suit == "admiral"]
    assert [(card.name, card.points, card.side) for card in admirals] == [
        ("Nelson", 12, "british"), ("Villeneuve", 12, "allied"),
    ]  # fmt: skip


NOTES = {
    "Blockade": "Negates the strongest opposing Tactics card.",
    "Reserve": "Negates the strongest opposing Strategy card.",
    "Melee": "Can be used as a Fighting card.",
    "Columns": "Can be used as a Tactics card.",
    "Favorable Winds": "Can be used as a Strategy card.",
    "Engage Closely": "Your Fighting cards each count 2 more.",
    "Come About": "Your Strategy cards each count 2 more.",
    "Enemy Disordered": "Negates the strongest opposing Tactics card.",
    "Resolve": "Can be used as a Fighting card.",
    "Gallantry": "Can be used as a Strategy card.",
    "Training": "Your Fighting cards each count 2 more.",
    "Rally": "Negates the strongest opposing Fighting card.",
    "Carnage": "Negates the strongest opposing Morale card.",
    "Hard Fighting": "Can be used as a Morale card.",
    "Shred Rigging": "Negates the strongest opposing Tactics card.",
    "Sharpshooters": "Negates an opposing Admiral.",
    "Nelson": "British only.",
    "Villeneuve": "Combined Fleet only.",
}


def test_tra_2_the_notes_are_those_of_the_list_and_the_texts_say_what_they_do():
    assert {card.name: said for card in opening().deck.values() if (said := deck.describe_card(card))} == NOTES


def test_tra_3_eight_cards_each_one_at_a_time_from_the_top():
    state = dealt()
    assert state.phase == "tactics"
    assert state.cards.hands == {BRITISH: DECK[0:16:2], ALLIED: DECK[1:16:2]}
    assert len(state.cards.pile) == 30


def test_tra_3_either_side_may_call_for_the_deal_and_the_first_one_shuffles():
    state, events = play(opening(), Deal(ALLIED), decks=(DECK[::-1],))
    assert type(events[0]) is PileShuffled
    assert state.cards.hands[BRITISH][0] == DECK[-1]
    refused(state, Deal(BRITISH), "TRA-3")


def test_tra_3_no_shuffle_before_the_second_deal():
    state = holding(turn=2, phase="strategy")
    _, events = play(state, Deal(BRITISH))
    assert every(events, PileShuffled) == []


@pytest.mark.parametrize("count", range(5))
def test_tra_3_none_to_four_cards_are_discarded_and_as_many_dealt(count):
    state = dealt()
    hand = state.cards.hands[BRITISH]
    after, _ = play(state, Discard(BRITISH, hand[:count]), Discard(ALLIED))
    assert after.phase == "fight"
    assert after.cards.hands[BRITISH] == (*hand[count:], *state.cards.pile[:count])
    assert after.cards.hands[ALLIED] == state.cards.hands[ALLIED]
    assert after.cards.discards == hand[:count]


def test_tra_3_five_cards_are_too_many():
    state = dealt()
    refusal = refused(state, Discard(BRITISH, state.cards.hands[BRITISH][:5]), "TRA-3")
    assert "5" in refusal.by


def test_tra_3_the_british_are_dealt_all_theirs_first_whoever_chose_first():
    state = dealt()
    ours, theirs = (Discard(side, state.cards.hands[side][:3]) for side in SIDES)
    for order in ((ours, theirs), (theirs, ours)):
        after, events = play(state, *order)
        assert after.cards.hands[BRITISH][-3:] == state.cards.pile[:3]
        assert after.cards.hands[ALLIED][-3:] == state.cards.pile[3:6]
        assert [event.side for event in every(events, CardsDiscarded)] == [BRITISH, ALLIED]


def test_tra_3_morale_all_cards_of_both_hands_are_laid_aside_and_the_next_turn_begins():
    state = holding("Courage, Timing", "Rally, Duty")
    after, _ = play(state, commit(BRITISH, "Courage"), commit(ALLIED, "Rally"))
    assert after.cards.hands == {BRITISH: (), ALLIED: ()}
    assert after.cards.table == ()
    assert set(after.cards.discards) == set(cards("Courage, Timing, Rally, Duty"))
    assert (after.turn, after.phase) == (4, "strategy")
    assert after.won == {BRITISH: 1, ALLIED: 0}
    assert after.battle.turn == 3


def test_tra_3_each_turn_has_a_battle_of_its_own():
    first, _ = fought("Courage", "Rally, Shred Rigging")
    assert len(first.battle.notes) == 2
    again = holding("Duty", "Bravery", 4, battle=first.battle)
    second, _ = play(again, commit(BRITISH, "Duty"), commit(ALLIED, "Bravery"))
    assert (second.battle.turn, second.battle.notes, second.battle.winner) == (4, (), ALLIED)
    assert second.battle.totals == {BRITISH: 7, ALLIED: 10}


LIMITS = {
    **dict.fromkeys((1, 2), (3, 3, 2, 0)),
    **dict.fromkeys((3, 4, 5), (2, 2, 2, 2)),
    **dict.fromkeys((6, 7, 30), (2, 2, 2, 3)),
}
STRONGEST = {
    "strategy": "Cut Enemy Line, Timing, Separate the Van, Double the Rear",
    "tactics": "Local Superiority, Exploit Gap, Seamanship, Ship Handling",
    "morale": "Courage, Bravery, Leadership, Loyalty",
    "fighting": "Ships of the Line, Defeat in Detail, Concentrate Fire, Raking Fire",
}


@pytest.mark.parametrize("turn", LIMITS)
@pytest.mark.parametrize("suit", SUITS)
def test_tra_4_the_limit_of_a_suit_follows_from_the_turn(turn, suit):
    limit = LIMITS[turn][SUITS.index(suit)]
    assert find_limits(STANDARD, turn)[suit] == limit
    named = cards(STRONGEST[suit])
    state = holding(STRONGEST[suit], turn=turn)
    play(state, commit(BRITISH, ",".join(named[:limit])))
    refusal = refused(state, commit(BRITISH, ",".join(named[: limit + 1])), "TRA-4")
    if limit:
        assert refusal.reason == f"At most {counted(limit, f'{suit.capitalize()} card')} may count this turn."
        assert str(limit + 1) in refusal.by


def test_tra_4_one_admiral_besides_the_suits():
    state = opening("seconds_in_command")
    both = Commit(BRITISH, (Play("nelson", "admiral"), Play("collingwood", "admiral")))
    hands = Zones((), {BRITISH: ("nelson", "collingwood"), ALLIED: ()})
    refusal = refused(replace(state, phase="fight", cards=hands), both, "TRA-4")
    assert refusal.reason == "At most 1 Admiral may count this turn."
    assert refusal.by == "2 were committed"


def test_tra_4_cards_that_are_not_committed_neither_count_nor_negate():
    state = holding("Courage, Blockade, Come About, Timing", "Exploit Gap")
    after, events = play(state, commit(BRITISH, "Timing"), commit(ALLIED, "Exploit Gap"))
    assert after.battle.totals == {BRITISH: 10, ALLIED: 10}
    assert every(events, CardNegated) == every(events, BonusGained) == []


def test_tra_5_an_admiral_counts_for_his_own_side_outside_the_limits():
    assert totals("Nelson, Courage, Bravery", "Villeneuve") == (33, 12)
    refused(holding("", "Nelson"), commit(ALLIED, "Nelson"), "TRA-5")
    refused(holding("Nelson"), commit(BRITISH, "Nelson as strategy"), "TRA-6")


def test_tra_6_a_card_takes_a_place_in_the_suit_that_it_is_used_as():
    held = "Melee, Cut Enemy Line, Timing, Broadsides, Gunnery"
    play(holding(held), commit(BRITISH, "Melee as fighting, Cut Enemy Line, Timing, Broadsides"))
    refused(holding(held), commit(BRITISH, "Melee as fighting, Broadsides, Gunnery"), "TRA-4")
    refused(holding(held), commit(BRITISH, "Melee, Cut Enemy Line, Timing"), "TRA-4")


def test_tra_6_it_is_a_card_of_that_suit_for_negation_and_bonuses():
    assert totals("Melee as fighting, Training", "Rally") == (2, 1)
    assert totals("Melee as fighting, Training", "Reserve") == (6, 3)
    assert totals("Melee, Training", "Reserve") == (2, 3)


def test_tra_6_it_cannot_be_used_as_anything_else():
    refused(holding("Melee"), commit(BRITISH, "Melee as morale"), "TRA-6")
    refused(holding("Courage"), commit(BRITISH, "Courage as fighting"), "TRA-6")
    refused(holding("Courage"), commit(BRITISH, "Courage as admiral"), "TRA-6")


def test_tra_7_a_negated_card_loses_its_points_but_its_note_works():
    assert totals("Blockade, Exploit Gap", "Enemy Disordered, Reserve") == (0, 3)


def test_tra_8_several_notes_strike_the_strongest_then_the_next():
    assert totals("Blockade, Enemy Disordered", "Seamanship, Ship Handling") == (5, 0)
    assert totals("Blockade", "Seamanship, Ship Handling") == (4, 8)


def test_tra_8_strength_is_the_printed_points_and_of_equals_the_earlier_in_the_list():
    _, events = fought("Shred Rigging, Melee as fighting", "Rally")
    assert [event.card for event in every(events, CardNegated)] == ["melee"]
    _, events = fought("Engage Closely, Gunnery, Broadsides", "Rally")
    assert [(event.card, event.points) for event in every(events, CardNegated)] == [("broadsides", 7)]


def test_tra_8_an_admiral_is_negated_by_his_own_kind_of_note_only():
    assert totals("Nelson", "Sharpshooters") == (0, 1)
    _, events = fought("Courage", "Sharpshooters")
    assert [(event.by, event.sought) for event in every(events, NoteIdle)] == [("sharpshooters", "admiral")]


def test_tra_9_two_for_each_card_that_is_not_negated_and_two_notes_add_up():
    assert totals("Come About, Timing, Formation", "") == (21, 0)
    assert totals("Come About, Timing, Formation", "Reserve") == (9, 3)
    assert totals("Engage Closely, Training, Broadsides, Gunnery", "", 6) == (26, 0)


def test_tra_9_a_bonus_without_a_card_does_nothing():
    state, events = fought("Training", "")
    assert [(event.by, event.sought, event.rule) for event in every(events, NoteIdle)] == [
        ("training", "fighting", "TRA-9")
    ]
    assert state.battle.totals[BRITISH] == 2


def test_tra_10_the_higher_total_wins_and_equal_ones_are_a_draw():
    assert fought("Courage", "Bravery")[0].won == {BRITISH: 1, ALLIED: 0}
    assert fought("Duty", "Bravery")[0].won == {BRITISH: 0, ALLIED: 1}
    state, events = fought("Courage", "Local Superiority")
    assert state.won == {BRITISH: 0, ALLIED: 0}
    assert every(events, HandDrawn)[0].in_a_row == 1
    assert state.battle.winner is None


def test_tra_11_an_empty_commit_is_legal():
    assert totals("", "") == (0, 0)


@pytest.mark.parametrize("phase", ["tactics", "fight"])
def test_tra_11_cards_must_be_held_each_once_and_a_choice_is_made_once(phase):
    make = discard if phase == "tactics" else commit
    state = holding("Courage", "Bravery", phase=phase)
    refused(state, make(BRITISH, "Bravery"), "TRA-11")
    refused(state, make(BRITISH, "Courage, Courage"), "TRA-11")
    unknown = Discard(BRITISH, ("grog",)) if phase == "tactics" else Commit(BRITISH, (Play("grog", "morale"),))
    assert "grog" in refused(state, unknown, "TRA-11").reason
    after, _ = play(state, make(BRITISH, "Courage"))
    refused(after, make(BRITISH), "TRA-11")


def test_tra_11_a_choice_belongs_to_its_phase():
    refused(holding("Courage", phase="tactics"), commit(BRITISH, "Courage"), "TRA-3")
    refused(holding("Courage"), discard(BRITISH, "Courage"), "TRA-3")


def test_tra_11_either_side_may_choose_first_and_nothing_is_revealed_before_both_have():
    state = holding("Courage", "Bravery")
    ours, theirs = commit(BRITISH, "Courage"), commit(ALLIED, "Bravery")
    ends = []
    for first, second in ((ours, theirs), (theirs, ours)):
        half, events = play(state, first)
        assert [type(event) for event in events] == [ChoiceMade]
        assert half.cards == state.cards
        whole, events = play(half, second)
        assert [event.side for event in every(events, CommitRevealed)] == list(SIDES)
        ends.append(whole)
    assert ends[0] == ends[1]


def test_tra_13_twenty_drawn_hands_in_a_row_end_the_game_as_a_draw():
    state, _ = fought("", "", drawn_in_a_row=18)
    assert state.outcome is None
    state, _ = fought("", "", drawn_in_a_row=19)
    assert (state.outcome.winner, state.outcome.rule) == (None, "TRA-13")
    state, _ = fought("Courage", "", drawn_in_a_row=19)
    assert state.drawn_in_a_row == 0


def test_c_7_the_discards_are_shuffled_when_the_pile_is_empty_with_those_just_laid_down():
    state = holding("Courage, Bravery", "Duty", phase="tactics")
    few = state.cards.pile[:1]
    rest = state.cards.pile[1:]
    state = replace(state, cards=Zones(few, state.cards.hands, rest))
    after, events = play(state, discard(BRITISH, "Courage, Bravery"), discard(ALLIED), decks=(("courage",),))
    assert [type(event) for event in events[4:7]] == [CardsDealt, PileShuffled, CardsDealt]
    assert after.cards.hands[BRITISH] == (few[0], "courage")
    assert Counter(list_all_cards(after.cards)) == Counter(DECK)


def test_c_9_conceding_and_agreeing_keep_the_reckoning():
    state, _ = fought("Courage", "")
    conceded, _ = play(state, Concede(BRITISH))
    assert conceded.outcome.winner == ALLIED
    assert conceded.outcome.totals == {BRITISH: 1, ALLIED: 0}
    drawn, _ = play(state, OfferDraw(BRITISH), AcceptDraw(ALLIED))
    assert drawn.outcome.winner is None
    lapsed, _ = play(state, OfferDraw(BRITISH), Deal(ALLIED))
    refused(lapsed, AcceptDraw(ALLIED), "C-9")
    refused(drawn, Deal(BRITISH), "C-3")
