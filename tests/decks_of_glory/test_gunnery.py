"""DOG-17 to DOG-19: broadsides declared, fired, dealt out and marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.games.decks_of_glory import GAME, rules
from tabletop.games.decks_of_glory.commands import Done, OpenFire
from tabletop.games.decks_of_glory.events import BroadsideFired, CardDrawn, ColoursStruck, FireDeclared, HitsMarked
from tabletop.games.decks_of_glory.gunnery import compute_hits, distribute_hits
from tabletop.games.decks_of_glory.model import Aim
from tests.decks_of_glory.kit import BLACK, battle, derelict, gunfire, play, refused, ship
from tests.judging import every, only


def fire(*shots, side="british"):
    return OpenFire(side, tuple(Aim(ship, target) for ship, target in shots))


def fired(state, *shots):
    """The broadside of the British, the allied holding theirs if they are asked."""
    state, events = play(state, fire(*shots))
    if state.phase == "gunnery":
        state, more = play(state, fire(side="allied"))
        events += more
    return state, events


# --- declaring


def test_dog_17_one_broadside_a_ship_at_an_active_enemy_in_her_field():
    ships = ship("B1", (0, 0)), ship("F1", (1, 0)), derelict("F2", (1, -1)), ship("F3", (0, -2)), ship("B2", (2, 0))
    state = gunfire(*ships)
    refused(state, fire(("B1", "F1"), ("B1", "F1")), "DOG-17")
    refused(state, fire(("B1", "F2")), "DOG-17")
    refused(state, fire(("B1", "B2")), "DOG-17")
    refused(state, fire(("F1", "B1")), "DOG-17")
    refused(state, fire(("B1", "F3")), "DOG-3")
    refused(state, fire(("B1", "X")), "C-3")
    assert rules.check(state, fire(("B1", "F1"))) is None


@pytest.mark.parametrize(("at", "by"), [((5, 0), "5 hexes away, broadsides reach 3"), ((0, -2), "")])
def test_dog_3_a_target_beyond_range_is_refused_with_its_distance(at, by):
    assert refused(gunfire(ship("B1", (0, 0)), ship("F1", at)), fire(("B1", "F1")), "DOG-3").by == by


def test_dog_17_entangled_ships_do_not_fire_nor_do_derelicts():
    ships = ship("B1", (0, 0)), ship("B2", (0, 0), place=1, since=1), derelict("B3", (1, 1)), ship("F1", (1, 0))
    state = gunfire(*ships)
    refused(state, fire(("B1", "F1")), "DOG-17")
    refused(state, fire(("B3", "F1")), "DOG-25")


def test_dog_17_all_are_declared_before_any_card_is_drawn_the_initiative_side_first():
    ships = ship("B1", (0, 0)), ship("F1", (1, 0))
    state = battle(*ships, asked="british", orders={"allied": ()}, initiative="allied")
    state, _ = play(state, Done("british"))
    assert (state.phase, state.asked) == ("gunnery", "allied")
    refused(state, fire(("B1", "F1")), "DOG-17")
    state, events = play(state, fire(("F1", "B1"), side="allied"))
    assert every(events, CardDrawn) == []
    assert only(events, FireDeclared).shots == (Aim("F1", "B1"),)
    state, events = play(state, fire(("B1", "F1")))
    assert [one.ship for one in every(events, BroadsideFired)] == ["B1", "F1"]


def test_dog_17_shots_are_resolved_the_first_side_first_in_the_order_of_the_list():
    ships = ship("F1", (1, 0)), ship("B2", (0, 0)), ship("B1", (0, 1)), ship("F2", (2, 2))
    state = gunfire(*ships)
    _, events = play(state, fire(("B1", "F1"), ("B2", "F1")), fire(("F1", "B1"), side="allied"))
    assert [one.ship for one in every(events, BroadsideFired)] == ["B2", "B1", "F1"]


def test_dog_17_a_side_without_a_target_is_not_asked():
    state, events = play(battle(ship("B1", (0, 0)), ship("F1", (0, -3), 0)), Done("british"), Done("allied"))
    assert every(events, FireDeclared) == []
    assert state.phase == "wind"


def test_dog_17_secret_fire_hides_what_is_declared_from_the_other_side():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)), on=["secret_fire"])
    after, events = play(state, fire(("B1", "F1")))
    declared = only(events, FireDeclared)
    assert (after.asked, GAME.reveals(state, tuple(events))) == ("allied", "")
    assert GAME.redact(declared, "british") == declared
    assert GAME.view(after, "british").orders == {"british": (Aim("B1", "F1"),)}
    for side in ("allied", ""):
        assert GAME.redact(declared, side).shots is None
        assert GAME.view(after, side).orders == {"british": None}


@pytest.mark.parametrize("side", ["allied", ""])
def test_dog_17_c_6_firing_and_holding_fire_in_secret_look_alike(side):
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)), on=["secret_fire"])
    told, seen = set(), []
    for command in (fire(("B1", "F1")), fire()):
        after, events = play(state, command)
        told |= {GAME.describe(GAME.view(state, side), GAME.redact(event, side)) for event in events}
        seen.append(GAME.view(after, side))
    assert told == {"British: broadsides declared in secret.", ""}
    assert seen[0] == seen[1]


def test_dog_17_in_secret_either_side_may_declare_first_and_each_once():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)), on=["secret_fire"])
    state, events = play(state, fire(("F1", "B1"), side="allied"))
    assert every(events, CardDrawn) == []
    refused(state, fire(side="allied"), "DOG-17")
    before = state
    state, events = play(state, fire(("B1", "F1")))
    assert len(every(events, BroadsideFired)) == 2
    assert GAME.reveals(before, tuple(events)) == "Cards were drawn."


def test_dog_17_in_secret_holding_fire_is_shown_when_both_have_declared():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)), on=["secret_fire"])
    state, _ = play(state, fire())
    _, events = play(state, fire(side="allied"))
    assert GAME.reveals(state, tuple(events)) == "The declared broadsides were shown."


def test_dog_17_with_secret_fire_other_orders_are_open_and_the_end_of_moves_reveals_nothing():
    ships = ship("B1", (0, 0)), ship("F1", (1, 0))
    state = battle(*ships, on=["secret_fire"], orders={"british": ()}, asked="allied")
    assert GAME.view(state, "allied").orders == {"british": ()}
    _, events = play(state, Done("allied"))
    assert GAME.reveals(state, tuple(events)) == ""


def test_dog_17_only_secret_orders_are_kept_from_the_other_side():
    ships = ship("B1", (0, 0)), ship("F1", (1, 0))
    assert not GAME.decision(gunfire(*ships, on=["secret_fire"])).open
    assert GAME.decision(gunfire(*ships)).open
    assert GAME.decision(battle(*ships, on=["secret_fire"])).open


def test_dog_17_openly_the_other_side_sees_what_is_declared():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)))
    after, events = play(state, fire(("B1", "F1")))
    assert GAME.redact(only(events, FireDeclared), "allied").shots == (Aim("B1", "F1"),)
    assert GAME.view(after, "allied").orders == {"british": (Aim("B1", "F1"),)}


def test_dog_example_6_a_ship_that_loses_her_last_point_still_fires_then_draws_to_strike():
    ships = ship("B1", (0, 1), 0), ship("B2", (0, 0), 0), ship("F1", (1, 0), 0), ship("F2", (8, 0))
    state = gunfire(*ships, pile=["KS", "QS", "AS", BLACK])
    state, events = play(state, fire(("B1", "F1"), ("B2", "F1")), fire(("F1", "B1"), side="allied"))
    assert [(one.ship, one.hits) for one in every(events, BroadsideFired)] == [("B1", 4), ("B2", 4), ("F1", 4)]
    assert only(events, HitsMarked).losses == {"B1": 4, "F1": 8}
    assert only(events, ColoursStruck).ship == "F1"


# --- hits


@pytest.mark.parametrize(("card", "near", "far"), [("AS", 4, 3), ("KH", 3, 2), ("2D", 2, 1), ("QC", 1, 0)])
def test_dog_18_hits_by_the_suit_one_less_at_range_2_and_3(card, near, far):
    for distance, hits in ((1, near), (2, far), (3, far)):
        state = gunfire(ship("B1", (0, 0)), ship("F1", (distance, 0), 3), pile=[card])
        _, events = fired(state, ("B1", "F1"))
        told = only(events, BroadsideFired)
        assert (told.hits, told.distance, told.cards, told.rake) == (hits, distance, (card,), None)


def test_dog_example_3_range_3_a_club_is_no_hit():
    _, events = fired(gunfire(ship("B1", (0, 0)), ship("F1", (3, 0)), pile=["9C"]), ("B1", "F1"))
    assert (only(events, BroadsideFired).hits, every(events, HitsMarked)) == (0, [])


@pytest.mark.parametrize(("facing", "end"), [(5, "bow"), (2, "stern")])
def test_dog_example_3_dog_5_raking_at_range_1_adds_a_second_card(facing, end):
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0), facing), pile=["9H", "9S"])
    state, events = fired(state, ("B1", "F1"))
    told = only(events, BroadsideFired)
    assert (told.rake, told.cards, told.values, told.hits) == (end, ("9H", "9S"), (3, 4), 7)
    assert state.ships["F1"].strength == 1


def test_dog_18_no_rake_at_range_2():
    _, events = fired(gunfire(ship("B1", (0, 0)), ship("F1", (2, 0), 5), pile=["9S"]), ("B1", "F1"))
    assert (only(events, BroadsideFired).rake, only(events, BroadsideFired).hits) == (None, 3)


def test_hits_never_fall_below_none():
    assert compute_hits(1, 3) == 0


# --- dealing out


def shares(target, *others, card="AS", second=None):
    """The shares when B1 rakes a hex with `second`, or fires into it."""
    facing = 2 if second else 0
    lying = [ship("F1", (1, 0), facing, strength=target)]
    lying += [ship(key, (1, 0), facing, strength=points, place=n, since=n) for n, (key, points) in enumerate(others, 1)]
    state = gunfire(ship("B1", (0, 0)), *lying, pile=[card, *([second] if second else [])])
    _, events = fired(state, ("B1", "F1"))
    told = only(events, BroadsideFired)
    return told.shares, told.wasted


def test_dog_example_4_hits_on_a_hex_with_two_enemies_and_a_friend():
    others = ("F2", 8), ("B2", 8)
    assert shares(8, *others, card="AS", second="2D") == ({"F1": 2, "F2": 2, "B2": 2}, 0)
    assert shares(8, *others) == ({"F1": 2, "F2": 1, "B2": 1}, 0)


def test_dog_example_10_ships_without_points_left_are_skipped():
    assert shares(2, ("F2", 8), ("B2", 1), card="AS", second="3H") == ({"F1": 2, "F2": 4, "B2": 1}, 0)


def test_dog_example_10_hits_that_no_ship_can_take_are_lost():
    assert shares(2, card="3H") == ({"F1": 2}, 1)


def test_dog_19_after_the_target_the_others_in_the_order_of_the_list_enemies_before_friends():
    ships = ship("B2", (1, 0), place=1, since=1), ship("F3", (1, 0)), ship("F1", (1, 0)), ship("F2", (1, 0))
    state = gunfire(ship("B1", (0, 0)), *ships, pile=["2D"])
    _, events = fired(state, ("B1", "F1"))
    assert only(events, BroadsideFired).shares == {"F1": 1, "F3": 1}


def test_dog_19_derelicts_take_none():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)), derelict("F2", (1, 0)), pile=["AS"])
    _, events = fired(state, ("B1", "F1"))
    assert only(events, BroadsideFired).shares == {"F1": 4}


def test_dog_19_points_are_those_at_the_start_of_the_phase_whatever_other_ships_have_hit():
    target = ship("F1", (1, 0), 0, strength=4)
    ships = ship("B1", (0, 0)), ship("B2", (2, -1), 3), target, ship("F2", (8, 0))
    state, events = fired(gunfire(*ships, pile=["AS", "KS"]), ("B1", "F1"), ("B2", "F1"))
    assert [one.shares for one in every(events, BroadsideFired)] == [{"F1": 4}, {"F1": 4}]
    assert only(events, HitsMarked).losses == {"F1": 4}
    assert state.ships["F1"].strength == 0


@given(st.integers(0, 12), st.lists(st.integers(0, 12), max_size=6))
def test_dog_19_every_hit_is_dealt_or_lost_and_as_evenly_as_points_allow(hits, points):
    takers = [(str(n), left) for n, left in enumerate(points)]
    dealt, wasted = distribute_hits(hits, takers)
    assert sum(dealt.values()) + wasted == hits
    assert wasted == max(0, hits - sum(points))
    for n, left in enumerate(points):
        assert dealt.get(str(n), 0) <= left
        for m, more in enumerate(points):
            if dealt.get(str(m), 0) < more:
                assert dealt.get(str(n), 0) <= dealt.get(str(m), 0) + (n < m)


def test_dog_17_struck_ships_draw_when_the_turn_ends():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0), strength=1), ship("F2", (8, 0)), pile=["AS", "QC"])
    state, events = fired(state, ("B1", "F1"))
    assert only(events, ColoursStruck).fate == "derelict"
