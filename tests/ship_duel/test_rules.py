"""SLC-1 to SLC-10."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core.agreement import Concede, GameEnded
from tabletop.games.ship_duel import GAME
from tabletop.games.ship_duel.commands import Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.events import AttackMade, ChoiceMade, FireHeld, PhaseBegan, ShipLost, TurnEnded
from tabletop.games.ship_duel.model import SIDES
from tabletop.games.ship_duel.tables import KINDS
from tests.ship_duel.kit import SHORT, Played, choice, duel, picked, points, refused, standard, taken


def wounded(state, side, **left):
    ship = state.ships[side]
    return replace(state, ships={**state.ships, side: replace(ship, left={**ship.left, **left})})


def test_slc_1_each_ship_has_seven_points_of_hull_rigging_and_crew():
    state = standard()
    assert [points(state, side) for side in SIDES] == [(7, 7, 7), (7, 7, 7)]
    assert Counter(state.deck.values()) == dict.fromkeys(KINDS, 8)


def test_slc_1_a_scenario_may_give_other_values():
    text = "game: ship_duel\ntitle: Test\nships: {port: {name: Mars, hull: 3}, starboard: {name: Argo, crew: 12}}\n"
    state = GAME.open(GAME.read(text, "test.yaml"), {})
    assert [points(state, side) for side in SIDES] == [(3, 7, 7), (7, 7, 12)]


@pytest.mark.parametrize(
    ("letter", "stat", "fate"),
    [("b", "hull", "has sunk"), ("c", "rigging", "can no longer move"), ("g", "crew", "All hands of Hercule are lost")],
)
def test_slc_2_a_ship_with_nothing_left_of_a_stat_is_lost_and_the_other_side_wins(letter, stat, fate):
    game = Played(wounded(duel(letter, "", "fire", asked=("port",)), "starboard", **{stat: 1}))
    game.give(choice(game.state, "port", letter))
    (lost,) = game.kinds(ShipLost)
    assert (lost.side, lost.ship, lost.stat) == ("starboard", "Hercule", stat)
    assert (game.state.outcome.winner, game.state.outcome.rule) == ("port", "SLC-2")
    assert fate in game.state.outcome.reason
    assert fate in GAME.describe(game.state, lost)
    assert not game.kinds(PhaseBegan)


def test_slc_2_stats_never_show_below_0():
    game = Played(wounded(duel("bbbb", "", "fire", asked=("port",)), "starboard", hull=2))
    game.give(choice(game.state, "port", "bbbb"))
    (attack,) = game.kinds(AttackMade)
    assert (attack.before, attack.after, attack.damage) == (2, 0, 2)
    assert points(game.state, "starboard") == (0, 7, 7)
    assert len(game.state.cards.discards) == 4


def test_slc_3_choices_are_secret_until_both_have_made_them():
    game = Played(duel("NNb", "S"))
    (made,) = game.give(choice(game.state, "port", "NN"))
    assert type(made) is ChoiceMade
    assert GAME.redact(made, "port").cards == made.cards
    for side in ("starboard", ""):
        hidden = GAME.redact(made, side)
        assert hidden.cards is None
        assert GAME.view(game.state, side).chosen == {"port": None}
        assert GAME.describe(GAME.view(duel("NNb", "S"), side), hidden) == "Mars has chosen."
    assert GAME.reveals(duel(), (made,)) == ""
    assert GAME.view(game.state, "port").chosen == {"port": made.cards}
    assert game.state.cards.hands["port"] == duel("NNb", "S").cards.hands["port"]


def test_slc_3_either_side_may_choose_first_and_each_only_once():
    state = duel("N", "S")
    game = Played(state)
    game.give(choice(state, "starboard", "S"))
    assert GAME.decision(game.state).side == "port"
    assert refused(game.state, choice(state, "starboard")).rule == "SLC-3"
    game.give(choice(state, "port", "N"))
    assert game.state.phase == "fire"


def test_slc_3_a_choice_belongs_to_its_phase_and_the_game_begins_with_the_deal():
    assert refused(duel("N", "S"), Fire("port")).rule == "SLC-6"
    assert refused(duel("N", "S"), Deal("port")).rule == "SLC-6"
    assert refused(standard(), Sail("port")).rule == "SLC-4"
    assert GAME.check(standard(), Deal("starboard")) is None


def test_slc_3_cards_are_chosen_from_the_own_hand_each_once():
    state = duel("N", "S")
    (mine,), (other,) = state.cards.hands["port"], state.cards.hands["starboard"]
    assert "South Wind is not in your hand" in refused(state, Sail("port", (other,))).reason
    assert "no card '?'" in refused(state, Sail("port", ("?",))).reason
    assert "chosen twice" in refused(state, Sail("port", (mine, mine))).reason


def test_slc_4_both_hands_are_dealt_up_to_seven_one_card_at_a_time_port_first():
    state = standard()
    order = taken(state, "NSEWbcgNSEWbcg")
    game = Played(state, [order])
    game.give(Deal("starboard"))
    assert game.state.cards.hands == {"port": order[0::2], "starboard": order[1::2]}
    assert (game.state.turn, game.state.phase, game.state.asked) == (1, "reload", SIDES)


def test_slc_4_a_new_turn_fills_up_both_hands_and_skips_the_full_one():
    game = Played(duel("NNNNNNN", "SSSSS", "retire"))
    top = game.state.cards.pile[:3]
    game.both("N", "")
    (dealt,) = game.kinds(CardsDealt)
    assert dealt.to == (("port", top[0]), ("starboard", top[1]), ("starboard", top[2]))
    assert dealt.rule == "SLC-4"
    assert (game.state.turn, game.state.phase) == (2, "reload")


def test_slc_4_an_empty_pile_is_filled_from_the_discards():
    state = duel("NNNNNNN", "SSSSSSS", "retire", pile=0)
    game = Played(state, [("grape_shot_1", "grape_shot_2")])
    game.both("NN", "")
    assert len(game.kinds(PileShuffled)) == 1
    assert game.state.cards.hands["port"][-2:] == ("grape_shot_1", "grape_shot_2")
    assert game.state.cards.discards == ()


def test_slc_5_each_may_exchange_up_to_four_cards():
    state = duel("NNNNNNN", "SSSSSSS", "reload")
    for number in range(5):
        assert GAME.check(state, choice(state, "port", "N" * number)) is None
    too_many = refused(state, choice(state, "port", "NNNNN"))
    assert (too_many.rule, too_many.by) == ("SLC-5", "5 chosen")


def test_slc_5_the_deals_come_after_both_discards_first_all_of_ports_then_starboards():
    game = Played(duel("NNNNNNN", "SSSSSSS", "reload"))
    top = game.state.cards.pile[:5]
    events = game.both("NN", "SSS")
    told = [type(event) for event in events if type(event) in (CardsDiscarded, CardsDealt)]
    assert told == [CardsDiscarded, CardsDiscarded, CardsDealt, CardsDealt]
    ours, theirs = game.kinds(CardsDealt)
    assert ours.to == (("port", top[0]), ("port", top[1]))
    assert theirs.to == tuple(("starboard", card) for card in top[2:5])
    assert [len(hand) for hand in game.state.cards.hands.values()] == [7, 7]
    assert game.state.phase == "sail"


def test_slc_5_cards_just_discarded_are_among_those_that_are_shuffled():
    state = duel("NNNNNNN", "SSSSSSS", "reload", pile=1)
    (back,) = picked(state, "starboard", "S")
    game = Played(state, [(back,)])
    game.both("NN", "S")
    assert back in game.state.cards.hands["port"]


@pytest.mark.parametrize("winds", ["", "N", "NNN", "NNEEE", "SW", "NW", "SE", "EEEE"])
def test_slc_6_any_number_of_winds_that_are_not_opposites_may_be_shown(winds):
    state = duel(winds, "")
    assert GAME.check(state, choice(state, "port", winds)) is None


@pytest.mark.parametrize("winds", ["NS", "EW", "NNES", "EWN"])
def test_slc_6_opposites_are_refused(winds):
    state = duel(winds, "")
    found = refused(state, choice(state, "port", winds))
    assert (found.rule, "opposites" in found.reason) == ("SLC-6", True)
    assert len(found.pieces) >= 2


@pytest.mark.parametrize("letter", "bcg")
def test_slc_6_a_card_that_is_no_wind_is_refused(letter):
    state = duel(f"N{letter}", "")
    found = refused(state, choice(state, "port", f"N{letter}"))
    assert (found.rule, found.pieces) == ("SLC-6", picked(state, "port", letter))


def test_slc_6_of_several_kinds_of_shot_the_first_in_the_rules_is_named_in_every_process():
    state = duel("Ngcb", "")
    assert refused(state, choice(state, "port", "Ngcb")).reason == "Cannon Balls is not a wind."
    assert refused(state, choice(state, "port", "Ngc")).reason == "Chain Shot is not a wind."


@pytest.mark.parametrize(
    ("port", "starboard", "asked"),
    [
        ("N", "", ("port",)),
        ("N", "WW", ("starboard",)),
        ("NE", "SW", SIDES),
        ("", "", SIDES),
        ("NNN", "SE", ("port",)),
    ],
)
def test_slc_7_more_winds_give_the_advantage_whichever_they_are(port, starboard, asked):
    game = Played(duel(port, starboard))
    game.both(port, starboard)
    assert game.state.asked == asked
    assert len(game.state.cards.discards) == len(port + starboard)
    assert [SHORT[letter] for letter in port] == list(game.state.winds["port"])


def test_slc_8_the_disadvantaged_side_is_not_asked_and_may_not_attack():
    game = Played(duel("Nb", "b"))
    game.both("N", "")
    assert GAME.decision(game.state).side == "port"
    assert refused(game.state, choice(game.state, "starboard", "b")).rule == "SLC-8"
    game.give(choice(game.state, "port", "b"))
    assert game.state.phase == "retire"
    assert points(game.state, "starboard") == (6, 7, 7)


@pytest.mark.parametrize(("shot", "left"), [("bb", (5, 7, 7)), ("ccc", (7, 4, 7)), ("g", (7, 7, 6))])
def test_slc_8_each_card_takes_a_point_of_the_stat_of_its_kind(shot, left):
    game = Played(duel(shot, "", "fire", asked=("port",)))
    game.give(choice(game.state, "port", shot))
    assert points(game.state, "starboard") == left
    assert points(game.state, "port") == (7, 7, 7)
    assert len(game.state.cards.discards) == len(shot)


def test_slc_8_a_wind_is_not_shot():
    state = duel("Nb", "", "fire", asked=("port",))
    assert refused(state, choice(state, "port", "Nb")).rule == "SLC-8"


def test_slc_8_not_attacking_is_legal():
    game = Played(duel("b", "b", "fire"))
    game.both("", "")
    assert [event.side for event in game.kinds(FireHeld)] == list(SIDES)
    assert (game.state.phase, game.state.cards.discards) == ("retire", ())


def test_slc_9_each_may_discard_up_to_three_and_keeps_the_rest():
    state = duel("NNNN", "SSSS", "retire")
    assert refused(state, choice(state, "port", "NNNN")).rule == "SLC-9"
    game = Played(state)
    kept = state.cards.hands["port"][3]
    game.both("NNN", "")
    assert game.state.cards.hands["port"][0] == kept
    assert len(game.state.cards.discards) == 3
    told = [(event.side, len(event.cards), event.rule) for event in game.kinds(CardsDiscarded)]
    assert told == [("port", 3, "SLC-9"), ("starboard", 0, "SLC-9")]


def test_slc_10_thirty_turns_in_a_row_without_damage_are_a_draw():
    game = Played(duel("N", "S", "retire", quiet=28))
    game.both()
    assert game.kinds(TurnEnded)[-1].quiet == 29
    game = Played(duel("N", "S", "retire", quiet=29))
    game.both()
    assert (game.state.outcome.winner, game.state.outcome.rule) == (None, "SLC-10")
    assert type(game.events[-1]) is GameEnded


def test_slc_10_damage_begins_the_count_anew():
    game = Played(duel("b", "", "fire", asked=("port",), quiet=29))
    game.give(choice(game.state, "port", "b"))
    game.both()
    assert (game.state.quiet, game.state.outcome) == (0, None)


def test_slc_10_old_attacks_do_not_count_for_a_turn_in_which_nobody_fires():
    game = Played(duel("b", "", "fire", asked=("port",)))
    game.give(choice(game.state, "port", "b"))
    for _ in range(2):
        game.both()
    while game.state.phase != "retire":
        game.give(type(choice(game.state, GAME.decision(game.state).side))(GAME.decision(game.state).side))
    assert game.state.attacks == {}
    game.both()
    assert game.state.quiet == 1


def test_c_9_a_side_that_goes_on_declines_the_draw():
    state = replace(duel("N", "S", draw_offered="port"), chosen={"port": ()})
    assert "accept_draw" in GAME.decision(state).commands
    game = Played(replace(state, chosen={}))
    game.give(choice(state, "starboard"))
    assert game.state.draw_offered is None


def test_c_9_a_ship_that_gives_up_is_named():
    game = Played(duel("N", "S"))
    game.give(Concede("starboard"))
    assert (game.state.outcome.winner, game.state.outcome.reason) == ("port", "Hercule conceded")
    assert GAME.describe(game.state, game.events[-1]) == "Hercule conceded. Mars has won."


def test_c_3_nothing_is_allowed_after_the_end():
    game = Played(wounded(duel("b", "", "fire", asked=("port",)), "starboard", hull=1))
    game.give(choice(game.state, "port", "b"))
    for command in (Retire("port"), Reload("starboard"), Deal("port")):
        assert refused(game.state, command).rule == "C-3"
    assert GAME.decision(game.state) is None
    assert (game.state.asked, game.state.chosen) == ((), {})
    assert list(GAME.choices(game.state)) == []


def test_every_choice_that_is_offered_passes_the_check():
    for phase, hand in (("reload", "NSEWbcg"), ("sail", "NSEWbcg"), ("fire", "bbccgNN"), ("retire", "NSEWbcg")):
        state = duel(hand, "", phase)
        offered = list(GAME.choices(state))
        assert len(offered) >= 3
        assert [GAME.check(state, command) for command in offered] == [None] * len(offered)


def test_the_list_of_games_tells_the_turn_and_what_is_asked_or_that_it_is_over():
    assert GAME.headline(standard()) == "Before the first turn"
    assert GAME.headline(duel("N", "S", "fire")) == "Turn 1, fire"
    over = Played(wounded(duel("b", "", "fire", asked=("port",)), "starboard", hull=1))
    over.give(choice(over.state, "port", "b"))
    assert GAME.headline(over.state) == "Over"
