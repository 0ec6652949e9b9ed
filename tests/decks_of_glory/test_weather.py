"""DOG-9 to DOG-11: the wind check, derelicts that drift, the initiative."""

import pytest

from tabletop.games.decks_of_glory import movement
from tabletop.games.decks_of_glory.commands import CheckWind, CutLoose, DrawInitiative
from tabletop.games.decks_of_glory.events import (
    InitiativeDrawn,
    ShipDrifted,
    ShipDriftedOff,
    ShipEntangled,
    WindChecked,
)
from tabletop.games.decks_of_glory.positions import row
from tests.decks_of_glory.kit import BLACK, RED, battle, derelict, play, refused, ship
from tests.judging import every, only

FAR = ship("F9", (0, 8)), ship("B9", (8, 0))


def blown(*ships, wind=0, card=RED, **fields):
    """The wind check of a turn, and the drift after it."""
    state = battle(*ships, *FAR, wind=wind, pile=[card], phase="wind", asked=None, initiative=None, **fields)
    return play(state, CheckWind("british"))


@pytest.mark.parametrize(("card", "turned", "wind"), [("QS", -1, 5), ("3C", 1, 1), ("AH", 0, 0), ("10D", 0, 0)])
def test_dog_9_spades_turn_the_wind_counter_clockwise_clubs_clockwise(card, turned, wind):
    state, events = blown(wind=0, card=card)
    told = only(events, WindChecked)
    assert (told.card, told.turned, told.wind, state.wind) == (card, turned, wind, wind)
    assert state.cards.discards == (card,)


def test_dog_9_the_wind_goes_all_the_way_round():
    assert blown(wind=5, card="3C")[0].wind == 0


def test_dog_10_a_derelict_drifts_one_hex_and_keeps_her_facing():
    state, events = blown(derelict("F1", (0, 0), 4), wind=2)
    assert (state.ships["F1"].at, state.ships["F1"].facing) == ((1, 0), 4)
    assert only(events, ShipDrifted).ship == "F1"


def test_dog_10_the_wind_has_turned_before_the_drift():
    assert blown(derelict("F1", (0, 0)), wind=2, card="3C")[0].ships["F1"].at == (0, 1)


def test_dog_10_those_furthest_downwind_drift_first_equals_in_the_order_of_the_list():
    ships = derelict("F1", (0, 0)), derelict("F2", (0, -1)), derelict("F3", (2, -1)), derelict("F4", (0, -2))
    _, events = blown(*ships, wind=0)
    assert [one.ship for one in every(events, ShipDrifted)] == ["F4", "F2", "F1", "F3"]
    assert every(events, ShipEntangled) == []
    equal = battle(derelict("F1", (1, 0)), derelict("F2", (-1, 1)), wind=0)
    assert movement.list_derelicts(equal) == ["F1", "F2"]


def test_dog_10_a_derelict_that_drifts_off_the_map_is_removed():
    state, events = blown(derelict("F1", (0, -8)), wind=0)
    assert state.ships["F1"].status == "adrift"
    assert only(events, ShipDriftedOff).ship == "F1"


def test_dog_10_entangled_ships_do_not_drift():
    state, events = blown(derelict("F1", (0, 0)), ship("B1", (0, 0)), derelict("F2", (3, 0)), derelict("F3", (3, 0)))
    assert every(events, ShipDrifted) == []
    assert state.ships["F1"].at == (0, 0)


@pytest.mark.parametrize(
    ("facing", "row_now"), [(0, ("F1", "B1")), (4, ("B1", "F1")), (1, ("B1", "F1")), (5, ("F1", "B1"))]
)
def test_dog_example_12_a_derelict_lies_on_the_side_from_which_she_came(facing, row_now):
    state, events = blown(derelict("F1", (-1, 1), 2), ship("B1", (0, 0), facing), wind=1)
    assert state.ships["F1"].at == (0, 0)
    assert row(state, (0, 0)) == row_now
    assert only(events, ShipEntangled).rule == "DOG-10"


def test_dog_10_she_lies_parallel():
    state, _ = blown(derelict("F1", (-1, 1), 2), ship("B1", (0, 0), 0), wind=1)
    assert state.ships["F1"].facing == 3


def test_dog_example_7_a_derelict_drifts_into_an_active_ship():
    state, _ = blown(derelict("F1", (0, 1)), ship("B1", (0, 0), 0), wind=0)
    assert state.ships["F1"].at == (0, 0)
    again = battle(
        *FAR,
        *((state.fleet[key], state.ships[key]) for key in ("F1", "B1")),
        pile=[RED, RED, RED],
        phase="wind",
        asked=None,
    )
    later, events = play(again, CheckWind("british"))
    assert every(events, ShipDrifted) == []
    later, _ = play(later, DrawInitiative("british"), CutLoose("british", "B1"))
    assert later.way is not None


@pytest.mark.parametrize(("card", "first"), [(RED, "british"), (BLACK, "allied")])
def test_dog_11_the_side_whose_colour_comes_up_moves_first(card, first):
    state = battle(*FAR, pile=[card], phase="initiative", asked=None, initiative=None)
    state, events = play(state, DrawInitiative("allied"))
    assert only(events, InitiativeDrawn).side == first
    assert (state.phase, state.asked, state.initiative) == ("movement", first, first)


def test_dog_9_dog_11_each_draw_belongs_to_its_own_step():
    state = battle(*FAR, phase="wind", asked=None)
    refused(state, DrawInitiative("british"), "DOG-9")
    refused(battle(*FAR), CheckWind("british"), "DOG-12")
