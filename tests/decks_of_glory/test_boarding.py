"""DOG-20 to DOG-22: boarding, the last stand, striking and sinking."""

import pytest

from tabletop.games.decks_of_glory.boarding import find_fights, list_choosers
from tabletop.games.decks_of_glory.commands import Done, LeadBoarders, OpenFire
from tabletop.games.decks_of_glory.events import (
    BoardersLed,
    BoardingFought,
    CardDrawn,
    ColoursStruck,
    HitsMarked,
    SurvivorFound,
)
from tabletop.games.decks_of_glory.model import Aim
from tests.decks_of_glory.kit import BLACK, RED, battle, derelict, play, refused, ship
from tests.judging import every, only

FAR = ship("B9", (-8, 8)), ship("F9", (8, -8))


def fought(*ships, pile, **fields):
    """What comes when both sides have moved: nobody can fire, so the boarding follows."""
    state = battle(*ships, *FAR, pile=pile, orders={"british": ()}, asked="allied", **fields)
    return play(state, Done("allied"))


def pair(mine=8, theirs=8):
    return ship("B1", (0, 0), strength=mine), ship("F1", (0, 0), strength=theirs, place=1, since=1)


@pytest.mark.parametrize(("card", "hits"), [("AS", 3), ("KH", 2), ("2D", 1), ("QC", 0)])
def test_dog_20_hits_by_the_suit(card, hits):
    state, events = fought(*pair(), pile=[card, "2C"])
    told = every(events, BoardingFought)[0]
    assert (told.ship, told.first, told.card, told.hits) == ("B1", "F1", card, hits)
    assert state.ships["F1"].strength == 8 - hits


def test_dog_20_both_fight_at_once_and_the_hits_are_marked_together():
    state, events = fought(*pair(), pile=["AS", "KH"])
    assert only(events, HitsMarked).losses == {"B1": 2, "F1": 3}
    assert (state.ships["B1"].strength, state.ships["F1"].strength) == (6, 5)


def test_dog_20_dog_27_the_first_side_draws_first_each_in_the_order_of_the_list_over_all_hexes():
    one = ship("F1", (0, 0)), ship("B2", (0, 0), place=1, since=1)
    other = ship("F2", (3, 0)), ship("B1", (3, 0), place=1, since=1)
    _, events = fought(*one, *other, pile=[])
    assert [told.ship for told in every(events, BoardingFought)] == ["B2", "B1", "F1", "F2"]


def test_dog_20_only_where_active_ships_of_both_sides_lie():
    friends = ship("B1", (0, 0)), ship("B2", (0, 0), place=1, since=1)
    prize = ship("B3", (3, 0)), derelict("F3", (3, 0), place=1, since=1)
    spent = ship("B4", (0, 3)), ship("F4", (0, 3), strength=0, place=1, since=1)
    assert find_fights(battle(*friends, *prize, *spent)) == {}


def test_dog_20_derelicts_and_ships_without_points_take_no_part_nor_do_friends_take_hits():
    others = ship("B2", (0, 0), strength=0, place=2, since=2), derelict("F2", (0, 0), place=3, since=3)
    _, events = fought(*pair(theirs=1), *others, pile=["AS", "2C", RED, RED])
    told = every(events, BoardingFought)
    assert [one.ship for one in told] == ["B1", "F1"]
    assert (told[0].shares, told[0].wasted) == ({"F1": 1}, 2)


def test_dog_20_by_default_the_weakest_takes_the_first_hit_of_equals_the_first_in_the_list():
    mine = ship("B1", (0, 0))
    for strengths, first in (((8, 5, 5), "F2"), ((8, 8, 8), "F1"), ((4, 8, 3), "F3")):
        theirs = [ship(f"F{n}", (0, 0), strength=s, place=n, since=n) for n, s in enumerate(strengths, 1)]
        state = battle(mine, *theirs, *FAR, pile=["AS"], orders={"british": ()}, asked="allied")
        state, _ = play(state, Done("allied"))
        assert (state.phase, state.asked) == ("boarding", "british")
        _, events = play(state, LeadBoarders("british"))
        told = every(events, BoardingFought)[0]
        assert (told.first, told.shares) == (first, {"F1": 1, "F2": 1, "F3": 1})


def test_dog_20_the_chosen_enemy_first_then_the_others_in_the_order_of_the_list():
    ships = ship("B1", (0, 0)), *(ship(f"F{n}", (0, 0), place=n, since=n) for n in (1, 2, 3))
    state = battle(*ships, *FAR, pile=["KH"], orders={"british": ()}, asked="allied")
    state, _ = play(state, Done("allied"))
    choice = (Aim("B1", "F3"),)
    _, events = play(state, LeadBoarders("british", choice))
    assert only(events, BoardersLed).first == choice
    assert every(events, BoardingFought)[0].shares == {"F3": 1, "F1": 1}


def test_dog_20_the_choices_are_made_before_any_card_the_initiative_side_first():
    ships = ship("B1", (0, 0)), *(ship(key, (0, 0), place=1, since=1) for key in ("B2", "F1", "F2"))
    state = battle(*ships, *FAR, orders={"british": ()}, asked="allied", initiative="allied")
    state, events = play(state, Done("allied"))
    assert (state.asked, every(events, CardDrawn)) == ("allied", [])
    refused(state, LeadBoarders("british"), "DOG-20")
    state, events = play(state, LeadBoarders("allied"))
    assert (state.asked, every(events, CardDrawn)) == ("british", [])
    assert [key for key, _ in list_choosers(state, "british")] == ["B1", "B2"]


def test_dog_20_a_choice_must_be_of_an_active_enemy_in_the_hex():
    ships = ship("B1", (0, 0)), *(ship(key, (0, 0), place=1, since=1) for key in ("F1", "F2"))
    state = battle(*ships, derelict("F3", (0, 0)), *FAR, phase="boarding")
    for choice in (Aim("B1", "F9"), Aim("B1", "F3"), Aim("B1", "B1"), Aim("B9", "F9"), Aim("F1", "B1")):
        refused(state, LeadBoarders("british", (choice,)), "DOG-20")
    refused(state, LeadBoarders("british", (Aim("B1", "F1"), Aim("B1", "F2"))), "DOG-20")
    refused(state, LeadBoarders("british", (Aim("X", "F1"),)), "C-3")


def test_dog_20_a_side_with_one_enemy_in_each_hex_is_not_asked():
    state, events = fought(*pair(), pile=["2C", "3C"])
    assert (every(events, BoardersLed), state.phase) == ([], "wind")


def test_dog_17_dog_20_gunnery_comes_before_boarding():
    ships = *pair(theirs=2), ship("B2", (1, 0), 3)
    state = battle(*ships, *FAR, phase="gunnery", pile=["2D", "9S"])
    state, events = play(state, OpenFire("british", (Aim("B2", "F1"),)))
    assert every(events, HitsMarked)[0].losses == {"F1": 1, "B1": 1}
    state = battle(*pair(theirs=2), ship("B2", (1, 0), 3), *FAR, phase="gunnery", pile=["3H", RED])
    state, events = play(state, OpenFire("british", (Aim("B2", "F1"),)))
    assert (every(events, BoardingFought), state.ships["F1"].status) == ([], "sunk")


# --- the last stand


def test_dog_example_5_both_eliminated_the_higher_card_survives():
    state, events = fought(*pair(2, 1), pile=["9S", "9H", "KD", "4C", BLACK])
    told = only(events, SurvivorFound)
    assert (told.survivor, told.draws) == ("B1", ({"B1": "KD", "F1": "4C"},))
    assert (state.ships["B1"].strength, state.ships["B1"].status) == (1, "sailing")
    assert only(events, ColoursStruck).ship == "F1"


def test_dog_21_those_that_tie_for_the_highest_draw_again():
    ships = ship("B1", (0, 0), strength=1), ship("F1", (0, 0), strength=1, place=1, since=1)
    more = ship("F2", (0, 0), strength=1, place=2, since=2)
    state = battle(*ships, more, *FAR, pile=["9S", "9H", "8H", "KD", "4C", "KS", "2S", "AS", RED, BLACK],
                   phase="boarding")  # fmt: skip
    state, events = play(state, LeadBoarders("british"))
    assert only(events, SurvivorFound).draws == ({"B1": "KD", "F1": "4C", "F2": "KS"}, {"B1": "2S", "F2": "AS"})
    assert (state.ships["F2"].strength, state.ships["F2"].status) == (1, "sailing")
    assert [one.ship for one in every(events, ColoursStruck)] == ["B1", "F1"]


def test_dog_21_in_several_hexes_all_draw_in_the_common_order():
    one = ship("F1", (0, 0), strength=1), ship("B1", (0, 0), strength=1)
    other = ship("F2", (3, 0), strength=1), ship("B2", (3, 0), strength=1)
    pile = ["9S", "8S", "9H", "8H", "KD", "2C", "2H", "KC", BLACK, BLACK]
    state, events = fought(*one, *other, pile=pile)
    drawn = [event.ship for event in every(events, CardDrawn) if event.purpose == "survival"]
    assert drawn == ["B1", "B2", "F1", "F2"]
    assert [told.survivor for told in every(events, SurvivorFound)] == ["B1", "F2"]
    assert (state.ships["B1"].strength, state.ships["F2"].strength) == (1, 1)


def test_dog_21_redraws_too_go_round_by_round_over_all_hexes():
    one = ship("F1", (0, 0), strength=1), ship("B1", (0, 0), strength=1)
    other = ship("F2", (3, 0), strength=1), ship("B2", (3, 0), strength=1)
    tied, again = ["KD", "2C", "KH", "2H"], ["3C", "5C", "4C", "6C"]
    _, events = fought(*one, *other, pile=["9S", "8S", "9H", "8H", *tied, *again, BLACK, BLACK])
    drawn = [event.ship for event in every(events, CardDrawn) if event.purpose == "survival"]
    assert drawn == ["B1", "B2", "F1", "F2"] * 2
    assert [(told.at, told.survivor) for told in every(events, SurvivorFound)] == [((0, 0), "F1"), ((3, 0), "F2")]
    assert [one.ship for one in every(events, ColoursStruck)] == ["B1", "B2"]


def test_dog_21_not_where_a_ship_is_left():
    _, events = fought(*pair(8, 1), pile=["9S", "9H", RED])
    assert every(events, SurvivorFound) == []


def test_dog_21_who_lost_her_last_point_to_gunnery_is_not_saved():
    gone = ship("F2", (0, 0), strength=0, place=2, since=2)
    _, events = fought(*pair(1, 1), gone, pile=["9S", "9H", "KD", "4C", RED, RED])
    assert only(events, SurvivorFound).draws == ({"B1": "KD", "F1": "4C"},)
    assert [one.ship for one in every(events, ColoursStruck)] == ["F1", "F2"]


# --- striking


@pytest.mark.parametrize(("card", "fate"), [("2H", "sunk"), ("2D", "sunk"), ("2S", "derelict"), ("2C", "derelict")])
def test_dog_22_red_sinks_black_is_a_derelict(card, fate):
    state, events = fought(ship("B1", (0, 0), strength=0), pile=[card])
    assert (only(events, ColoursStruck).card, state.ships["B1"].status) == (card, fate)


def test_dog_22_derelicts_draw_no_more():
    _, events = fought(derelict("B1", (0, 0)), pile=[])
    assert every(events, CardDrawn) == []
