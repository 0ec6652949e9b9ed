"""The worked examples of the rules, in the words of the rules; the same are played as case files."""

from collections import Counter

from tabletop.cards.zones import list_all_cards
from tabletop.core.chance import SeededChance
from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.commands import Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated, NoteIdle
from tests.judging import every
from tests.trafalgar_cards.kit import ALLIED, BRITISH, commit, fought, holding, opening, play, refused, totals


def test_tra_example_1_reserve_negates_cut_enemy_line():
    state, events = fought(
        "Cut Enemy Line, Timing, Local Superiority, Nelson", "Reserve, Broadsides, Gunnery"
    )  # fmt: skip
    assert [(event.by, event.card, event.points) for event in every(events, CardNegated)] == [
        ("reserve", "cut_enemy_line", 11)
    ]
    assert state.battle.totals == {BRITISH: 33, ALLIED: 16}
    assert state.battle.winner == BRITISH


def test_tra_example_2_no_fighting_in_the_first_turns_but_three_strategy_and_tactics():
    state = holding("Raking Fire, Melee", turn=1)
    refused(state, commit(BRITISH, "Raking Fire"), "TRA-4")
    refused(state, commit(BRITISH, "Melee as fighting"), "TRA-6")
    six = "Cut Enemy Line, Timing, Formation, Exploit Gap, Signals, Maneuver"
    assert totals(six, "", 1) == (49, 0)


def test_tra_example_3_a_negated_card_still_gives_its_bonus():
    allied = "Engage Closely, Training, Ships of the Line, Defeat in Detail, Melee as fighting"
    assert totals("", allied, 6) == (0, 40)
    state, events = fought("Rally, Blockade", allied, 6)
    assert {event.card for event in every(events, CardNegated)} == {"ships_of_the_line", "engage_closely"}
    assert [(event.by, event.each, len(event.cards)) for event in every(events, BonusGained)] == [
        ("engage_closely", 2, 2), ("training", 2, 2),
    ]  # fmt: skip
    assert state.battle.totals == {BRITISH: 5, ALLIED: 22}


def test_tra_example_4_the_third_note_has_no_target():
    state, events = fought("Blockade, Enemy Disordered, Shred Rigging", "Seamanship, Ship Handling")
    assert [event.card for event in every(events, CardNegated)] == ["seamanship", "ship_handling"]
    assert [(event.by, event.sought) for event in every(events, NoteIdle)] == [("shred_rigging", "tactics")]
    assert state.battle.totals == {BRITISH: 7, ALLIED: 0}


def test_tra_example_5_admirals():
    assert "other side" in refused(holding("Villeneuve"), commit(BRITISH, "Villeneuve"), "TRA-5").reason
    assert totals("Sharpshooters", "Courage") == (1, 11)


def test_tra_example_6_the_discards_are_shuffled_in_the_second_turn():
    deck, chance, state = Counter(list(opening().deck)), SeededChance("cadiz"), opening()

    def give(*commands):
        nonlocal state
        for command in commands:
            assert GAME.check(state, command) is None
            for event in GAME.decide(state, command, chance).events:
                state = GAME.evolve(state, event)
                assert Counter(list_all_cards(state.cards)) == deck

    def four():
        give(*(Discard(side, state.cards.hands[side][:4]) for side in SIDES))

    give(Deal(BRITISH))
    four()
    assert len(state.cards.pile) == 22
    give(commit(BRITISH), commit(ALLIED), Deal(BRITISH))
    assert (len(state.cards.pile), len(state.cards.discards)) == (6, 24)
    four()
    assert [len(hand) for hand in state.cards.hands.values()] == [8, 8]
    assert (len(state.cards.pile), len(state.cards.discards)) == (30, 0)


def test_tra_example_7_the_earlier_in_the_list_and_hard_fighting_as_morale():
    state, events = fought("Melee as fighting, Shred Rigging", "Rally")
    assert [event.card for event in every(events, CardNegated)] == ["melee"]
    assert state.battle.totals[BRITISH] == 2
    held = holding("Hard Fighting, Courage, Rally", turn=1)
    refused(held, commit(BRITISH, "Hard Fighting as morale, Courage, Rally"), "TRA-4")
    after, _ = play(held, commit(BRITISH, "Hard Fighting as morale, Courage"), commit(ALLIED))
    assert after.battle.totals[BRITISH] == 14
