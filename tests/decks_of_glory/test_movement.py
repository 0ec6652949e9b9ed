"""DOG-12 to DOG-16: moving, irons, the edge of the map, entangling, cutting loose."""

import pytest
from msgspec.structs import replace

from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, Sail
from tabletop.games.decks_of_glory.events import (
    CutLooseTried,
    IronsTried,
    MoveEnded,
    ShipEntangled,
    ShipParted,
    ShipSailed,
    ShipWithdrew,
    SideAsked,
)
from tabletop.games.decks_of_glory.movement import begin_move, take_action
from tabletop.games.decks_of_glory.positions import is_entangled, row
from tests.decks_of_glory.kit import BLACK, RED, battle, derelict, play, refused, ship
from tests.judging import every, only

FAR = ship("B9", (-8, 8)), ship("F9", (8, -8))


def sail(key, *plan, alongside=None):
    return Sail("allied" if key[0] in "FS" else "british", key, plan, alongside)


def at(state, key):
    return state.ships[key].at, state.ships[key].facing


# --- moving


def test_dog_12_the_side_with_the_initiative_moves_all_its_ships_then_the_other():
    state = battle(ship("B1", (0, 0)), ship("F1", (4, 0)), initiative="allied", asked="allied")
    refused(state, sail("B1", "ahead"), "DOG-12")
    state, events = play(state, sail("F1", "ahead"), Done("allied"))
    assert only(events, SideAsked).side == "british"
    state, _ = play(state, sail("B1", "ahead"))
    assert (at(state, "F1"), at(state, "B1")) == (((4, -1), 0), ((0, -1), 0))


def test_dog_12_ships_move_in_any_order_each_once():
    state, _ = play(battle(ship("B1", (0, 0)), ship("B2", (3, 0)), *FAR), sail("B2", "ahead"), sail("B1", "port"))
    assert (at(state, "B2"), at(state, "B1")) == (((3, -1), 0), ((0, 0), 5))
    refused(state, sail("B2", "ahead"), "DOG-12")


def test_dog_example_2_the_allowance_is_fixed_at_the_start():
    state, events = play(battle(ship("B1", (0, 0), 1), *FAR), sail("B1", "starboard", "ahead"))
    assert at(state, "B1") == ((1, 0), 2)
    assert only(events, ShipSailed).allowance == 2
    refused(battle(ship("B1", (0, 0), 2), *FAR), sail("B1", "port", "ahead"), "DOG-12")


def test_dog_12_no_more_actions_than_the_allowance():
    refused(battle(ship("B1", (0, 0)), *FAR), sail("B1", "ahead", "ahead", "ahead"), "DOG-12")
    assert "3 actions" in refused(battle(ship("B1", (0, 0)), *FAR), sail("B1", *["ahead"] * 3), "DOG-12").by


def test_dog_12_fewer_actions_may_be_used_and_ships_may_be_left_where_they_are():
    state, events = play(battle(ship("B1", (0, 0)), *FAR), sail("B1"))
    assert (at(state, "B1"), state.ships["B1"].moved) == (((0, 0), 0), True)
    assert only(events, ShipSailed).path == ()
    state, events = play(battle(ship("B1", (0, 0)), *FAR), Done("british"))
    assert (at(state, "B1"), state.asked) == (((0, 0), 0), "allied")


def test_dog_12_the_marks_of_a_move_go_with_the_turn():
    state, _ = play(battle(ship("B1", (0, 0)), *FAR), sail("B1", "ahead"), Done("british"), Done("allied"))
    assert (state.turn, state.phase, state.ships["B1"].moved) == (2, "wind", False)
    assert state.initiative is None


def test_dog_12_only_own_active_ships_are_moved():
    state = battle(ship("B1", (0, 0)), derelict("B2", (2, 0)), *FAR)
    assert refused(state, Sail("british", "F9", ("ahead",)), "DOG-12").pieces == ("F9",)
    refused(state, sail("B2", "ahead"), "DOG-25")
    refused(state, sail("B7", "ahead"), "C-3")


# --- irons


def test_dog_example_2_a_ship_that_turns_into_the_wind_is_in_irons_and_her_move_ends():
    state, events = play(battle(ship("B1", (0, 0), 2), *FAR), sail("B1", "starboard"))
    assert (at(state, "B1"), only(events, ShipSailed).in_irons) == (((0, 0), 3), True)
    refused(battle(ship("B1", (0, 0), 1), *FAR), sail("B1", "starboard", "starboard", "ahead"), "DOG-13")


def test_dog_13_nothing_may_follow_a_turn_into_the_wind_even_with_actions_left():
    state = battle(ship("B1", (0, 0), 2), *FAR)
    in_irons = take_action(state, replace(begin_move(state, "B1"), left=2), "starboard")
    assert in_irons.left == 1
    refusal = take_action(state, in_irons, "starboard").refusal
    assert refusal is not None
    assert refusal.rule == "DOG-13"


def test_dog_13_a_ship_in_irons_needs_a_red_card_and_may_then_turn_one_hex_side():
    state = battle(ship("B1", (0, 0), 3), *FAR, pile=[RED])
    refused(state, sail("B1", "port"), "DOG-13")
    state, events = play(state, BreakIrons("british", "B1"))
    assert only(events, IronsTried).free
    refused(state, sail("B1", "ahead"), "DOG-13")
    refused(state, sail("B1", "port", "port"), "DOG-12")
    refused(state, BreakIrons("british", "B1"), "DOG-12")
    state, _ = play(state, sail("B1", "port"))
    assert (at(state, "B1"), state.way) == (((0, 0), 2), None)


def test_dog_13_a_black_card_ends_her_move():
    state, events = play(battle(ship("B1", (0, 0), 3), *FAR, pile=[BLACK]), BreakIrons("british", "B1"))
    assert not only(events, IronsTried).free
    assert (state.ships["B1"].moved, state.way) == (True, None)
    refused(state, sail("B1", "port"), "DOG-12")


def test_dog_13_a_ship_that_is_left_draws_none():
    state, _ = play(battle(ship("B1", (0, 0), 3), *FAR), sail("B1"), Done("british"))
    assert state.cards.discards == ()


def test_dog_13_her_move_is_over_when_another_ship_moves():
    state = battle(ship("B1", (0, 0), 3), ship("B2", (3, 0)), *FAR, pile=[RED])
    state, events = play(state, BreakIrons("british", "B1"), sail("B2", "ahead"))
    assert only(events, MoveEnded).ship == "B1"
    assert (state.way, at(state, "B1")) == (None, ((0, 0), 3))
    refused(state, sail("B1", "port"), "DOG-12")


def test_dog_13_only_ships_in_irons_draw_for_it():
    refused(battle(ship("B1", (0, 0), 2), *FAR), BreakIrons("british", "B1"), "DOG-13")


# --- the edge of the map


def test_dog_14_a_ship_may_not_leave_the_map():
    refused(battle(ship("B1", (0, -8)), *FAR), sail("B1", "ahead"), "DOG-14")


def test_dog_14_with_leave_map_she_withdraws_at_once_and_is_not_active():
    state = battle(ship("B1", (0, -8)), *FAR, on=["leave_map"])
    refused(state, sail("B1", "ahead", "ahead"), "DOG-14")
    state, events = play(state, sail("B1", "ahead"))
    assert only(events, ShipWithdrew).ship == "B1"
    assert state.ships["B1"].status == "withdrawn"
    assert state.ships["B1"].moved
    refused(state, sail("B1", "ahead"), "DOG-25")


# --- entangling


@pytest.mark.parametrize(("alongside", "lying"), [("port", ("B1", "F1")), ("starboard", ("F1", "B1"))])
def test_dog_15_she_lies_on_the_side_that_is_chosen_and_her_move_ends(alongside, lying):
    state = battle(ship("B1", (0, 1)), ship("F1", (0, 0)), *FAR)
    assert refused(state, sail("B1", "ahead"), "DOG-15").pieces == ("F1",)
    refused(state, sail("B1", "ahead", "ahead", alongside=alongside), "DOG-15")
    state, events = play(state, sail("B1", "ahead", alongside=alongside))
    assert row(state, (0, 0)) == lying
    assert only(events, ShipEntangled).hand == alongside
    assert is_entangled(state, "F1")


@pytest.mark.parametrize(("theirs", "facing"), [(0, 3), (1, 1), (2, 2), (3, 3), (4, 1), (5, 2)])
def test_dog_example_11_her_facing_becomes_parallel(theirs, facing):
    state = battle(ship("B1", (-1, 0), 2), ship("F1", (0, 0), theirs), *FAR, wind=2)
    state, _ = play(state, sail("B1", "ahead", alongside="port"))
    assert state.ships["B1"].facing == facing


def test_dog_example_11_facing_5_into_facing_0():
    state = battle(ship("B1", (1, 0), 5), ship("F1", (0, 0), 0), *FAR)
    assert play(state, sail("B1", "ahead", alongside="port"))[0].ships["B1"].facing == 0


def test_dog_15_in_a_row_that_faces_both_ways_she_takes_the_one_that_differs_less():
    both = ship("F1", (0, 0), 0), ship("F2", (0, 0), 3, place=1, since=1)
    for own, wanted in ((5, 0), (0, 0), (1, 0), (2, 3), (4, 3)):
        start = {5: (1, 0), 0: (0, 1), 1: (-1, 1), 2: (-1, 0), 4: (1, -1)}[own]
        state, _ = play(battle(ship("B1", start, own), *both, *FAR), sail("B1", "ahead", alongside="starboard"))
        assert (state.ships["B1"].facing, row(state, (0, 0))) == (wanted, ("F1", "F2", "B1"))


def test_dog_15_dog_26_port_and_starboard_are_those_of_the_ship_that_has_lain_there_longest():
    for facing, lying in ((0, ("B1", "F1")), (3, ("B1", "F1"))):
        state = battle(ship("B1", (-1, 1), 1), ship("F1", (0, 0), facing), *FAR)
        state, _ = play(state, sail("B1", "ahead", alongside="port"))
        assert row(state, (0, 0)) == lying
    assert state.ships["B1"].place == 1


def test_dog_15_friends_and_derelicts_entangle_too():
    for other in (ship("B2", (0, 0)), derelict("F1", (0, 0)), derelict("B2", (0, 0))):
        state, _ = play(battle(ship("B1", (0, 1)), other, *FAR), sail("B1", "ahead", alongside="port"))
        assert is_entangled(state, "B1")


def test_dog_15_she_is_entangled_with_all_in_the_hex():
    ships = ship("F1", (0, 0)), ship("B2", (0, 0), place=1, since=1)
    state, events = play(battle(ship("B1", (0, 1)), *ships, *FAR), sail("B1", "ahead", alongside="port"))
    assert only(events, ShipEntangled).others == ("F1", "B2")
    assert row(state, (0, 0)) == ("B1", "F1", "B2")


# --- cutting loose


def locked(*more, pile=(RED,), own=0, **fields):
    """B1 lies to port of F1."""
    theirs = own % 3
    return battle(
        ship("B1", (0, 0), own), ship("F1", (0, 0), theirs, place=1, since=1), *more, *FAR, pile=pile, **fields
    )


def test_dog_16_an_entangled_ship_has_no_move_but_to_cut_loose():
    refused(locked(), sail("B1", "ahead"), "DOG-16")
    refused(locked(), sail("B1", "port"), "DOG-16")
    refused(locked(own=3), BreakIrons("british", "B1"), "DOG-16")
    refused(battle(ship("B1", (0, 0)), *FAR), CutLoose("british", "B1"), "DOG-16")


def test_dog_16_a_red_card_frees_her_and_she_moves_normally_this_turn():
    state, events = play(locked(), CutLoose("british", "B1"))
    told = only(events, CutLooseTried)
    assert (told.free, told.others, told.actions, told.closed) == (True, ("F1",), 2, ("starboard",))
    assert not is_entangled(state, "B1")
    refused(state, CutLoose("british", "B1"), "DOG-12")
    state, events = play(state, sail("B1", "ahead", "starboard"))
    assert at(state, "B1") == ((0, -1), 1)
    assert only(events, ShipParted).others == ("F1",)
    assert not is_entangled(state, "F1")


def test_dog_16_a_black_card_ends_her_move():
    state, events = play(locked(pile=[BLACK]), CutLoose("british", "B1"))
    assert not only(events, CutLooseTried).free
    assert (state.ships["B1"].moved, is_entangled(state, "B1")) == (True, True)
    refused(state, CutLoose("british", "B1"), "DOG-12")


def test_dog_16_she_may_not_turn_towards_a_ship_that_she_was_entangled_with():
    state, _ = play(locked(), CutLoose("british", "B1"))
    assert refused(state, sail("B1", "starboard"), "DOG-16").pieces == ("F1",)
    refused(state, sail("B1", "port", "starboard"), "DOG-16")
    state, _ = play(state, sail("B1", "port", "ahead"))
    assert at(state, "B1") == ((-1, 0), 5)


def test_dog_16_between_two_ships_she_may_only_go_ahead():
    state, _ = play(locked(ship("F2", (0, 0), place=-1, since=2)), CutLoose("british", "B1"))
    for turn in ("port", "starboard"):
        refused(state, sail("B1", turn), "DOG-16")
    assert at(play(state, sail("B1", "ahead"))[0], "B1") == ((0, -1), 0)


def test_dog_16_one_that_ends_her_move_in_the_hex_is_entangled_again_at_her_old_place():
    state, _ = play(locked(), CutLoose("british", "B1"))
    for command in (sail("B1", "port"), sail("B1"), Done("british")):
        after, events = play(state, command)
        again = only(events, ShipEntangled)
        assert (again.hand, again.facing, again.place, again.rule) == (None, 0, 0, "DOG-16")
        assert (at(after, "B1"), row(after, (0, 0))) == (((0, 0), 0), ("B1", "F1"))
        assert every(events, ShipParted) == []


def test_dog_16_she_may_end_up_facing_the_other_way():
    state, _ = play(locked(wind=5), CutLoose("british", "B1"), sail("B1", "port", "port"))
    assert at(state, "B1") == ((0, 0), 3)
    assert (state.ships["B1"].place, row(state, (0, 0))) == (0, ("F1", "B1"))


def test_dog_16_in_irons_she_draws_for_that_too():
    state, events = play(locked(own=3, pile=[RED, "3H"]), CutLoose("british", "B1"))
    assert (only(events, CutLooseTried).free, only(events, IronsTried).free) == (True, True)
    refused(state, sail("B1", "ahead"), "DOG-13")
    state, events = play(state, sail("B1", "starboard"))
    assert (at(state, "B1"), only(events, ShipEntangled).hand) == (((0, 0), 3), None)
    state, events = play(locked(own=3, pile=[RED, BLACK]), CutLoose("british", "B1"))
    assert (state.ships["B1"].moved, state.way, is_entangled(state, "B1")) == (True, None, True)
    assert only(events, ShipEntangled).hand is None


def test_dog_16_she_may_not_enter_a_hex_with_a_ship_that_she_was_entangled_with_this_turn():
    state = locked(ship("B2", (0, 0), 0, place=2, since=2), pile=[RED, "3H"])
    state, _ = play(state, CutLoose("british", "B1"), sail("B1", "ahead"), CutLoose("british", "B2"))
    assert state.ships["B2"].parted == ("B1",)
    assert refused(state, sail("B2", "ahead", alongside="port"), "DOG-16").pieces == ("B1",)


def test_dog_16_what_a_freed_ship_may_not_run_into_bars_no_other_ship():
    state, _ = play(locked(ship("B2", (0, 1))), CutLoose("british", "B1"))
    state, events = play(state, sail("B2", "ahead", alongside="port"))
    assert row(state, (0, 0)) == ("B2", "B1", "F1")
    assert only(events, MoveEnded).ship == "B1"


def test_dog_16_with_the_turn_it_is_forgotten_who_lay_entangled():
    state, _ = play(locked(), CutLoose("british", "B1"), sail("B1", "ahead"), Done("british"))
    assert (state.ships["B1"].parted, state.ships["F1"].parted) == (("F1",), ("B1",))
    state, _ = play(state, Done("allied"))
    assert (state.ships["B1"].parted, state.ships["F1"].parted) == ((), ())


def test_dog_16_who_was_only_left_alone_may():
    state = battle(ship("B1", (0, 0)), ship("B2", (0, 0), place=1, since=1), *FAR, pile=[RED])
    state, _ = play(state, CutLoose("british", "B1"), sail("B1", "ahead"), sail("B2", "ahead", alongside="port"))
    assert row(state, (0, -1)) == ("B2", "B1")


def test_dog_16_derelicts_never_cut_loose():
    state = battle(derelict("B1", (0, 0)), ship("F1", (0, 0), place=1, since=1), *FAR)
    refused(state, CutLoose("british", "B1"), "DOG-25")
    state, _ = play(locked(derelict("B2", (0, 0), place=-1, since=2), pile=[RED]), CutLoose("british", "B1"))
    assert state.way.closed == ("port", "starboard")


def test_dog_25_dog_16_a_ship_left_alone_is_entangled_no_longer():
    state, _ = play(locked(), CutLoose("british", "B1"), sail("B1", "ahead"), Done("british"))
    state, _ = play(state, sail("F1", "starboard"))
    assert at(state, "F1") == ((0, 0), 1)


def test_dog_16_in_her_own_hex_a_withdrawing_ship_is_gone():
    state = battle(ship("B1", (0, -8)), ship("F1", (0, -8), place=1, since=1), *FAR, pile=[RED], on=["leave_map"])
    state, events = play(state, CutLoose("british", "B1"), sail("B1", "ahead"))
    assert only(events, ShipParted).others == ("F1",)
    assert not is_entangled(state, "F1")
