"""DOG-23 and C-9: how a battle ends, and the points."""

import pytest

from tabletop.core.agreement import AcceptDraw, Concede, OfferDraw
from tabletop.games.decks_of_glory import scenario, victory
from tabletop.games.decks_of_glory.commands import CheckWind, Done, Sail
from tests.decks_of_glory.kit import BLACK, RED, battle, derelict, play, refused, ship


def finished(*ships, **fields):
    """The outcome when the turn ends after both sides have moved."""
    state = battle(*ships, **{"orders": {"british": ()}, "asked": "allied", **fields})
    return play(state, Done("allied"))[0].outcome


B, F = ship("B1", (0, 0)), ship("F1", (8, 0))


def test_dog_23_while_both_have_active_ships_it_goes_on():
    assert finished(B, F) is None


def test_dog_23_a_side_without_an_active_ship_loses():
    assert finished(B, derelict("F1", (8, 0))).winner == "british"
    assert finished(ship("B1", (0, 0), status="sunk", strength=0), F).winner == "allied"


def test_dog_23_both_without_is_a_draw_whatever_the_points():
    outcome = finished(derelict("B1", (0, 0), rate=1), derelict("F1", (8, 0), rate=4))
    assert (outcome.winner, outcome.totals) == (None, {"british": 6, "allied": 12})


def test_dog_23_where_a_side_without_active_ships_has_withdrawn_ones_points_decide():
    away = ship("B1", (0, 0), status="withdrawn")
    assert finished(away, F).winner is None
    assert finished(away, F, ship("F2", (5, 0), status="sunk", strength=0)).winner == "british"
    assert finished(ship("B1", (0, 0), status="withdrawn", strength=4), F).winner == "allied"
    assert finished(away, derelict("F1", (8, 0))).winner == "british"


def test_dog_23_the_withdrawn_ships_of_the_other_side_do_not_help_the_beaten():
    ahead = ship("F3", (0, -5), rate=1, strength=0, status="sunk")
    outcome = finished(derelict("B1", (0, 0)), F, ship("F2", (0, 5), status="withdrawn"), ahead)
    assert (outcome.winner, outcome.totals) == ("allied", {"british": 12, "allied": 8})


def test_dog_23_it_is_looked_for_at_the_end_of_the_turn():
    state = battle(ship("B1", (0, -8)), F, on=["leave_map"])
    state, _ = play(state, Sail("british", "B1", ("ahead",)))
    assert state.outcome is None
    state, _ = play(state, Done("british"), Done("allied"))
    assert state.outcome is not None


def test_dog_23_after_the_last_turn_points_decide():
    hurt = ship("F1", (8, 0), strength=4)
    assert finished(B, hurt, turn=11) is None
    outcome = finished(B, hurt, turn=12)
    assert (outcome.winner, outcome.totals, outcome.rule) == ("british", {"british": 4, "allied": 0}, "DOG-23")
    assert finished(B, F, turn=12).winner is None


@pytest.mark.parametrize(
    ("lost", "points"),
    [
        (ship("F2", (5, 0), rate=1, strength=0, status="sunk"), 12),
        (derelict("F2", (5, 0), rate=2), 10),
        (ship("F2", (5, 0), rate=3, strength=0, status="adrift"), 8),
        (ship("F2", (5, 0), rate=1, strength=6), 6),
        (ship("F2", (5, 0), rate=1, strength=7), 0),
        (ship("F2", (5, 0), rate=2, strength=5), 5),
        (ship("F2", (5, 0), rate=4, strength=3), 3),
        (ship("F2", (5, 0), rate=4, strength=3, status="withdrawn"), 3),
        (ship("F2", (5, 0), rate=4, strength=4, status="withdrawn"), 0),
    ],
)
def test_dog_23_points_for_what_the_enemy_has_lost(lost, points):
    state = battle(B, F, lost)
    assert victory.compute_totals(state) == {"british": points, "allied": 0}


def test_dog_23_dog_6_the_initial_strength_is_that_of_the_rate_whatever_a_scenario_leaves_her():
    text = """\
game: decks_of_glory
title: T
map: {radius: 5}
turns: 3
ships:
  - {key: B1, nation: britain, name: N, rate: 1, at: [0, 0], facing: 0, strength: 6}
  - {key: B2, nation: britain, name: N, rate: 2, at: [0, 1], facing: 0, derelict: true}
  - {key: F1, nation: france, name: F, rate: 1, at: [0, -1], facing: 0, strength: 7}
"""
    assert victory.compute_totals(scenario.read(text, "test").opening) == {"british": 0, "allied": 16}


@pytest.mark.parametrize("card", [RED, BLACK])
def test_dog_23_dog_22_who_strikes_or_sinks_in_the_last_turn_counts_whole(card):
    beaten = ship("F2", (5, 0), strength=0)
    assert finished(B, F, beaten, turn=12, pile=[card]).totals == {"british": 8, "allied": 0}


def test_dog_23_the_reckoning_tells_ship_by_ship():
    outcome = finished(B, F, derelict("F2", (5, 0), rate=2), turn=12)
    assert [(one.side, one.points, one.about) for one in outcome.reckoning] == [("british", 10, "F2")]


def test_dog_23_nothing_is_done_after_the_end():
    state, _ = play(battle(B, F), Concede("british"))
    refused(state, Done("british"), "DOG-23")


def test_c_9_a_side_may_concede_and_the_points_are_told():
    state, _ = play(battle(B, derelict("F2", (5, 0)), F, phase="wind", asked=None), Concede("allied"))
    assert (state.outcome.winner, state.outcome.rule) == ("british", "C-9")
    assert state.outcome.totals == {"british": 8, "allied": 0}
    assert state.outcome.reason == "Combined Fleet conceded"


def test_c_9_an_offered_draw_stands_until_the_other_side_goes_on():
    state, _ = play(battle(B, F, phase="wind", asked=None), OfferDraw("british"))
    agreed, _ = play(state, AcceptDraw("allied"))
    assert (agreed.outcome.winner, agreed.outcome.totals) == (None, {"british": 0, "allied": 0})
    state, _ = play(state, CheckWind("allied"))
    assert state.draw_offered is None
