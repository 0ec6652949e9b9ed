"""Chapter 8 and the ways in which a battle ends."""

import pytest
from msgspec.structs import replace

from tabletop.cli import replay
from tabletop.core.agreement import AcceptDraw, Concede, DrawLapsed, DrawOffered, GameEnded, OfferDraw
from tabletop.core.chance import ScriptedChance
from tabletop.core.game import Score
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.commands import (
    Board,
    Done,
    FireBroadside,
    RollInitiative,
    Sail,
    Step,
)
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored
from tabletop.games.ships_of_the_line.events.combat import ShipSunk
from tabletop.games.ships_of_the_line.events.movement import ShipLeft
from tabletop.games.ships_of_the_line.model import Context, Grapple, Sea, list_flags
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Shot
from tabletop.ui.boards.ships_of_the_line import captions
from tabletop.ui.screens.table.match_log import MatchLog
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ships_of_the_line.watch import crew, to_the_end

LAST = {"turn": 24, "phase": "movement", "asked": "british"}


def unfolding(state):
    return Context(state, rules_of(state).event_handlers, ScriptedChance(()))


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
    victory.strike_colours(turn, "F1", "sinking_zone")
    (score,) = turn.state.scores
    assert (score.side, score.points, score.rule, score.about) == ("british", 15, "SOTL-8-b", "F1")


def test_sotl_8_c_a_sunk_enemy_is_worth_10():
    turn = unfolding(two())
    victory.sink_ship(turn, "B1", "hull")
    assert victory.total_points(turn.state) == {"british": 0, "allied": 10}
    (score,) = turn.state.scores
    assert score.rule == "SOTL-8-c"


@pytest.mark.parametrize(("key", "side", "other"), [("F1", "allied", "british"), ("B1", "british", "allied")])
def test_sotl_8_e_a_fled_ship_is_worth_5_to_the_enemy_and_costs_her_side_5(key, side, other):
    state = two(phase="movement", asked=side, initiative=other, sea=Sea(-10.5, -45, 10.5, 45), wind=0)
    outward = {**state.ships, key: ship(key, 10 if key == "F1" else -10, 0, 90 if key == "F1" else 270)[1]}
    state, events = play(replace(state, ships=outward), Sail(side=side, ship=key, plan=(Step("advance"),)))
    assert only(events, ShipLeft).fled
    assert victory.total_points(state) == {other: 5, side: -5}
    assert [(score.rule, score.about) for score in state.scores] == [("SOTL-8-e", key)] * 2


def in_hand(status, **fields):
    """F1 beaten and worth 15 points to the British, fast to F2; in the step in which ships are taken in hand."""
    marks = {"captor": "british", "captured_turn": 1} if status == "captured" else {}
    ships = ship("F1", 0, 0, 0, status=status, **marks), ship("F2", 0.35, 0, 0)
    held = {"grapples": (Grapple("F2", "F1", 1),), "scores": (Score("british", 15, "won", "SOTL-8-b", 1, "F1"),)}
    return crew(*ships, **held, **fields)


def test_sotl_8_g_a_recaptured_ship_costs_the_enemy_her_points():
    state, events = to_the_end(in_hand("struck"))
    assert only(events, ShipRestored).by == "F2"
    assert victory.total_points(state) == {"british": 0, "allied": 0}
    assert [(score.points, score.rule) for score in state.scores] == [(15, "SOTL-8-b"), (-15, "SOTL-8-g")]
    boarded = in_hand("captured", phase="board", asked="allied", initiative="allied")
    order = Board(side="allied", ship="F2", target="F1")
    state, events = play(boarded, order, Done(side="allied"), dice=[1, 1, 6, 6])
    assert only(events, ShipRestored).by == "F2"
    assert victory.total_points(state) == {"british": 0, "allied": 0}


def test_sotl_8_g_what_is_lost_again_scores_again_and_what_was_never_won_is_not_taken_back():
    restored, _ = to_the_end(in_hand("struck"))
    turn = unfolding(restored)
    victory.strike_colours(turn, "F1", "officer")
    assert victory.total_points(turn.state) == {"british": 15, "allied": 0}
    state, events = to_the_end(replace(in_hand("struck"), scores=()))
    assert only(events, ShipRestored).ship == "F1"
    assert state.scores == ()


def test_sotl_8_g_a_surrendered_ship_that_sinks_scores_both():
    beaten = replace(in_hand("struck", phase="combat", asked="british"), grapples=())
    fatal = (Shot("B9", "port", "F1", "broadside", 1, 20),)
    state, events = play(replace(beaten, shots=fatal), Done(side="british"), Done(side="allied"))
    assert only(events, ShipSunk).ship == "F1"
    assert victory.total_points(state) == {"british": 25, "allied": 0}


def test_tv_16_the_ledger_of_a_much_contested_ship():
    turn = unfolding(two())
    victory.strike_colours(turn, "F1", "sinking_zone")
    turn.emit(ShipCaptured(ship="F1", captor="british", by="B1", cause="prize"))
    victory.score_strike(turn, "F1")
    assert victory.total_points(turn.state)["british"] == 15
    victory.score_recapture(turn, "F1")
    assert victory.total_points(turn.state)["british"] == 0
    victory.score_strike(turn, "F1")
    victory.score_sinking(turn, "F1")
    assert victory.total_points(turn.state)["british"] == 25


def test_amb_64_a_sinking_counts_for_the_enemy_of_her_first_owner():
    prize = ship("F1", 10, 0, 270, status="captured", captor="british")
    turn = unfolding(battle(ship("B1", -10, 0, 90), prize, ship("F2", 20, 0, 0)))
    victory.sink_ship(turn, "F1", "hull")
    assert victory.total_points(turn.state) == {"british": 10, "allied": 0}


WON = """
game: ships_of_the_line
title: Prizes
turns: 9
map: {west: -20, south: -20, east: 20, north: 20}
wind: {from: SW}
ships:
  - {key: B1, nation: britain, number: 1, name: Mars, class: III, guns: 74, at: [0, 0], heading: 90,
     status: captured, captor: allied, colours: spain}
  - {key: B2, nation: britain, number: 2, name: Ajax, class: III, guns: 74, at: [-6, 0], heading: 90}
  - {key: F1, nation: france, number: 1, name: Pluton, class: III, guns: 74, at: [6, 0], heading: 0, status: struck}
  - {key: S1, nation: spain, number: 1, name: Argonauta, class: III, guns: 80, at: [12, 0], heading: 0}
"""


def opened(text=WON):
    return GAME.open(GAME.read(text, "prizes.yaml"), {})


def test_amb_204_the_ledger_opens_with_the_points_for_ships_that_start_struck_or_captured():
    state = opened()
    assert victory.total_points(state) == {"british": 15, "allied": 15}
    assert [(score.side, score.about, score.rule) for score in state.scores] == [
        ("allied", "B1", "AMB-204"), ("british", "F1", "AMB-204"),
    ]  # fmt: skip


def test_amb_204_a_recapture_takes_them_back_and_a_capture_of_the_struck_ship_scores_no_more():
    holding = opened()
    fast = (Grapple("B2", "B1", 1), Grapple("B2", "F1", 1))
    state = replace(holding, phase="break_free", asked="british", grapples=fast, initiative="allied")
    state, events = play(state, Done(side="british"))
    assert {event.ship for event in events if isinstance(event, ShipCaptured)} == {"F1"}
    assert victory.total_points(state) == {"british": 15, "allied": 15}
    turn = unfolding(holding)
    victory.change_hands(turn, "B1", "british", "B2", "boarding")
    assert victory.total_points(turn.state) == {"british": 15, "allied": 0}


def test_amb_204_the_log_and_the_ledger_tell_of_them_at_the_opening():
    match = Match.new(MatchSetup(GAME, WON, "prizes.yaml", "1"))
    told = [line.text for line in MatchLog(match).lines]
    assert told == [
        "The Combined Fleet gains 15 victory points: Mars won before the battle.",
        "The British fleet gains 15 victory points: Pluton won before the battle.",
    ]
    assert list(replay.describe_match(match, ""))[1:3] == told
    assert captions.format_ledger(match.state, "british") == "+15 Pluton won before the battle (AMB-204)"


def test_amb_207_a_prize_flies_the_colours_of_the_ship_that_took_her_above_her_own():
    opening = opened()
    assert {key: list_flags(opening, key) for key in opening.ships} == {
        "B1": ("spain", "britain"), "B2": ("britain",), "F1": ("france",), "S1": ("spain",)
    }  # fmt: skip
    turn = unfolding(opening)
    victory.change_hands(turn, "B2", "allied", "S1", "boarding")
    assert list_flags(turn.state, "B2") == ("spain", "britain")
    victory.change_hands(turn, "B2", "british", "B2", "boarding")
    assert list_flags(turn.state, "B2") == ("britain",)
    victory.change_hands(turn, "B2", "allied", "F1", "boarding")
    assert list_flags(turn.state, "B2") == ("france", "britain")
    victory.change_hands(turn, "F1", "british", "B2", "prize")
    assert list_flags(turn.state, "F1") == ("britain", "france")
    victory.sink_ship(turn, "F1", "hull")
    assert list_flags(turn.state, "F1") == ("france",)


def test_amb_140_a_side_without_fighting_ships_ends_the_battle_at_the_end_of_the_phase():
    state = two(shots=(Shot("B1", "port", "F1", "broadside", 1, 20),))
    state, events = play(state, Done(side="british"), Done(side="allied"))
    outcome = only(events, GameEnded).outcome
    assert (outcome.winner, outcome.rule) == ("british", "AMB-140")
    assert outcome.reason == "The Combined Fleet has no fighting ships left"
    assert GAME.outcome(state).reason == "The French fleet has no fighting ships left"
    assert (state.phase, state.asked) == ("combat", None)


def test_amb_140_the_reason_names_the_fleet_that_is_without_or_both():
    british = Shot("F1", "port", "B1", "broadside", 1, 20)
    _, events = play(two(shots=(british,)), Done(side="british"), Done(side="allied"))
    assert only(events, GameEnded).outcome.reason == "The British fleet has no fighting ships left"
    both = (british, Shot("B1", "port", "F1", "broadside", 1, 20))
    state, events = play(two(shots=both), Done(side="british"), Done(side="allied"))
    assert only(events, GameEnded).outcome.reason.startswith("The British fleet and the Combined Fleet ")
    assert GAME.outcome(state).reason == "Neither fleet has fighting ships left"
    assert GAME.describe(state, only(events, GameEnded)).startswith("Neither fleet has fighting ships left. ")


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
    shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
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
