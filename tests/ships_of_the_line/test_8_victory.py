"""Chapter 8 and the ways in which a battle ends."""

import pytest

from tabletop.core.chance import ScriptedChance
from tabletop.core.game import Score
from tabletop.games.ships_of_the_line.chapters import losses, victory
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import (
    AcceptDraw,
    Concede,
    Done,
    FireBroadside,
    OfferDraw,
    RollInitiative,
)
from tabletop.games.ships_of_the_line.events import DrawLapsed, DrawOffered, GameEnded, ShipCaptured
from tabletop.games.ships_of_the_line.evolve import evolve
from tabletop.games.ships_of_the_line.state import Shot
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, refused, ship

LAST = {"turn": 24, "phase": "movement", "asked": "british"}


def unfolding(state):
    return Unfolding(state, evolve, ScriptedChance(()))


def two(**fields):
    return battle(ship("B1", -10, 0, 90), ship("F1", 10, 0, 270), **fields)


def points(side, number):
    return Score(side, number, "test", "SOTL-8-b")


@pytest.mark.parametrize(
    ("british", "allied", "winner"), [(15, 10, "british"), (10, 15, "allied"), (15, 15, None), (0, 0, None)]
)
def test_sotl_8_a_most_points_win(british, allied, winner):
    state = two(**LAST, scores=(points("british", british), points("allied", allied)))
    _, events = play(state, Done(side="allied" if state.initiative == "allied" else "british"))
    outcome = only(events, GameEnded).outcome
    assert (outcome.winner, outcome.totals) == (winner, {"british": british, "allied": allied})


def test_amb_115_equal_points_are_a_draw():
    state = two(**LAST, scores=(points("british", 25), points("allied", 15), points("allied", 10)))
    _, events = play(state, Done(side="british"))
    assert only(events, GameEnded).outcome.winner is None


def test_sotl_8_b_a_surrendered_enemy_is_worth_15():
    turn = unfolding(two())
    losses.strike(turn, "F1", "sinking_zone")
    (score,) = turn.state.scores
    assert (score.side, score.points, score.rule, score.about) == ("british", 15, "SOTL-8-b", "F1")


def test_sotl_8_c_a_sunk_enemy_is_worth_10():
    turn = unfolding(two())
    losses.sink(turn, "B1", "hull")
    assert victory.totals(turn.state) == {"british": 0, "allied": 10}
    (score,) = turn.state.scores
    assert score.rule == "SOTL-8-c"


def test_sotl_8_e_a_fled_ship_is_worth_5_to_the_enemy_and_costs_her_side_5():
    turn = unfolding(two())
    victory.score_fled(turn, "F1")
    assert victory.totals(turn.state) == {"british": 5, "allied": -5}
    assert {score.rule for score in turn.state.scores} == {"SOTL-8-e"}


def test_sotl_8_g_a_recaptured_ship_costs_the_enemy_her_points():
    turn = unfolding(two())
    losses.strike(turn, "F1", "officer")
    victory.score_recapture(turn, "F1")
    assert victory.totals(turn.state) == {"british": 0, "allied": 0}
    assert [score.points for score in turn.state.scores] == [15, -15]
    victory.score_recapture(turn, "F1")  # nothing is held any more
    assert len(turn.state.scores) == 2


def test_sotl_8_g_a_surrendered_ship_that_sinks_scores_both():
    turn = unfolding(two())
    losses.strike(turn, "F1", "officer")
    losses.sink(turn, "F1", "hull")
    assert victory.totals(turn.state) == {"british": 25, "allied": 0}


def test_tv_16_the_ledger_of_a_much_contested_ship():
    turn = unfolding(two())
    losses.strike(turn, "F1", "sinking_zone")
    turn.emit(ShipCaptured(ship="F1", captor="british", by="B1", cause="prize"))
    victory.score_strike(turn, "F1")
    assert victory.totals(turn.state)["british"] == 15
    victory.score_recapture(turn, "F1")
    assert victory.totals(turn.state)["british"] == 0
    victory.score_strike(turn, "F1")
    victory.score_sinking(turn, "F1")
    assert victory.totals(turn.state)["british"] == 25


def test_amb_64_a_sinking_counts_for_the_enemy_of_her_first_owner():
    prize = ship("F1", 10, 0, 270, status="captured", captor="british")
    turn = unfolding(battle(ship("B1", -10, 0, 90), prize, ship("F2", 20, 0, 0)))
    losses.sink(turn, "F1", "hull")
    assert victory.totals(turn.state) == {"british": 10, "allied": 0}


def test_amb_140_a_side_without_fighting_ships_ends_the_battle_at_the_end_of_the_phase():
    state = two(shots=(Shot("B1", "port", "F1", "broadside", 1, 20),))
    state, events = play(state, Done(side="british"), Done(side="allied"))
    outcome = only(events, GameEnded).outcome
    assert (outcome.winner, outcome.rule) == ("british", "AMB-140")
    assert (state.phase, state.asked) == ("combat", None)


def test_amb_140_dismasted_and_exhausted_ships_still_fight():
    wreck = ship("F1", 10, 0, 0, masts=(), fatigue=3, rudder_lost=True)
    state = battle(ship("B1", -10, 0, 0), wreck)
    state, _ = play(state, Done(side="british"), Done(side="allied"))
    assert state.outcome is None


def test_amb_140_both_without_points_decide():
    lost = (Shot("B1", "port", "F1", "broadside", 1, 20), Shot("F1", "port", "B1", "broadside", 1, 20))
    scores = (points("allied", 15),)
    _, events = play(two(shots=lost, scores=scores), Done(side="british"), Done(side="allied"))
    outcome = only(events, GameEnded).outcome
    assert (outcome.winner, outcome.totals) == ("allied", {"british": 10, "allied": 25})


@pytest.mark.parametrize(("side", "winner"), [("british", "allied"), ("allied", "british")])
def test_amb_140_who_concedes_loses_whatever_the_points(side, winner):
    state = two(scores=(points(side, 100),))
    state, events = play(state, Concede(side=side))
    assert only(events, GameEnded).outcome.winner == winner
    assert state.outcome.totals[side] == 100
    refused(state, Done(side="british"), "SOTL-3-h")


def test_amb_140_an_agreed_draw_is_a_draw():
    state = two(scores=(points("british", 15),))
    state, events = play(state, OfferDraw(side="allied"), AcceptDraw(side="british"))
    assert [type(event) for event in events] == [DrawOffered, GameEnded]
    assert (state.outcome.winner, state.outcome.rule) == (None, "C-9")


def test_c_9_an_offer_stands_while_the_offerer_goes_on_and_lapses_with_any_other_answer():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0))
    shot = FireBroadside(side="british", ship="B1", battery="starboard", target="F1")
    state, events = play(state, OfferDraw(side="british"), shot, Done(side="british"), dice=[1] * 4)
    assert state.draw_offered == "british"
    state, events = play(state, Done(side="allied"))
    assert only(events, DrawLapsed).rule == "C-9"
    assert state.draw_offered is None
    refused(state, AcceptDraw(side="allied"), "C-9")


def test_c_9_nobody_accepts_his_own_offer_or_offers_twice():
    state, _ = play(two(), OfferDraw(side="british"))
    refused(state, AcceptDraw(side="british"), "C-9")
    refused(state, OfferDraw(side="british"), "C-9")
    refused(two(), AcceptDraw(side="allied"), "C-9")


def test_c_9_two_offers_are_an_agreement():
    state, events = play(two(), OfferDraw(side="british"), OfferDraw(side="allied"))
    assert [type(event) for event in events] == [DrawOffered, GameEnded]
    assert (state.outcome.winner, state.outcome.reason) == (None, "A draw was agreed")


def test_c_9_an_offer_before_the_first_dice_starts_nothing():
    state = two(phase="initiative", asked=None, initiative=None)
    state, events = play(state, OfferDraw(side="british"))
    assert (state.phase, len(events)) == ("initiative", 1)
    play(state, RollInitiative(side="british"), dice=[1, 1])


def test_sotl_8_a_the_reckoning_lists_every_point_and_why():
    shots = (Shot("B1", "port", "F1", "broadside", 1, 20),)
    _, events = play(two(shots=shots, turn=3), Done(side="british"), Done(side="allied"))
    outcome = only(events, GameEnded).outcome
    assert outcome.reckoning == (Score("british", 10, "F1 lost", "SOTL-8-c", 3, "F1"),)
    assert sum(score.points for score in outcome.reckoning) == outcome.totals["british"]
