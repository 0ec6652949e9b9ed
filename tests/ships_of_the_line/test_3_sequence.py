"""Chapter 3: the turn, its phases, who is asked, and the end of the last turn."""

from itertools import product

import pytest

from tabletop.core.agreement import GameEnded
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.commands import Answer, Done, FireBroadside, RollInitiative, Sail, Step
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.events.turn import InitiativeRolled, PhaseBegan, SideAsked, TurnBegan
from tabletop.games.ships_of_the_line.model import Question, clock
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, describe, evolve
from tabletop.games.ships_of_the_line.rules import order_of_sides
from tabletop.games.ships_of_the_line.ship import enemy_of
from tabletop.games.ships_of_the_line.words import format_headline
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, refused, ship

PHASES = compile_rules(frozenset()).phases
ROLL = RollInitiative(side="british")
SEQUENCE = [
    "initiative", "combat", "movement",
    "reload", "sinking", "dismasted", "grapple", "break_free", "prizes", "board", "boarding",
    "unrig", "rudder", "extinguish", "captures", "fires", "recovery", "wrecks",
]  # fmt: skip


def far_apart(**fields):
    """Two ships out of each other's sight, before the initiative of turn 1."""
    values = {"phase": "initiative", "asked": "british", "initiative": None} | fields
    return battle(ship("B1", -10, 0, 90), ship("F1", 10, 0, 270), **values)


def done(state):
    """The two Dones of a phase, in the order in which the sides are asked."""
    first, second = order_of_sides(state)
    return Done(side=first), Done(side=second)


def turn_over(state, dice):
    """A whole turn in which nobody orders anything."""
    state, told = play(state, ROLL, dice=dice)
    for _ in range(2):
        state, events = play(state, *done(state))
        told += events
    return state, told


@pytest.mark.parametrize(("british", "allied"), list(product(range(1, 7), repeat=2)))
def test_sotl_3_b_initiative_british_plus_one_and_ties(british, allied):
    state, events = play(far_apart(), ROLL, dice=[british, allied])
    rolled = only(events, InitiativeRolled)
    assert rolled.dice == {"british": british, "allied": allied}
    assert rolled.totals == {"british": british + 1, "allied": allied}
    assert rolled.winner == ("british" if british + 1 >= allied else "allied")
    ours, theirs = f"{british}+1 = {british + 1}", str(allied)
    tied = " on a tie" if british + 1 == allied else ""
    won = (
        f"British{tied}, {ours} against {theirs}" if rolled.winner == "british" else f"French, {theirs} against {ours}"
    )
    assert describe(state, rolled) == f"Initiative: {won}."
    assert state.initiative == rolled.winner


def test_tv_01_british_win_26_of_36():
    pairs = product(range(1, 7), repeat=2)
    won = [only(play(far_apart(), ROLL, dice=pair)[1], InitiativeRolled).winner for pair in pairs]
    assert (won.count("british"), won.count("allied")) == (26, 10)


def test_amb_122_bonus_and_ties_are_data_of_the_scenario():
    even = far_apart(initiative_bonus={}, initiative_ties="allied")
    assert only(play(even, ROLL, dice=[3, 3])[1], InitiativeRolled).winner == "allied"
    assert only(play(even, ROLL, dice=[4, 3])[1], InitiativeRolled).winner == "british"


def test_sotl_t_b_initiative_is_rolled_every_turn():
    state, _ = turn_over(far_apart(), [1, 6])
    assert (state.turn, state.phase) == (2, "initiative")
    state, events = play(state, ROLL, dice=[6, 1])
    assert only(events, InitiativeRolled).winner == "british"


def test_amb_130_the_dice_of_a_turn_cannot_be_passed_over():
    refused(far_apart(), Done(side="british"), "SOTL-3-b")


@pytest.mark.parametrize("side", ["british", "allied"])
def test_sotl_3_b_either_side_may_call_for_the_dice(side):
    call = RollInitiative(side=side)
    state, events = play(far_apart(), call, dice=[2, 3])
    rolled = only(events, InitiativeRolled)
    assert (rolled.dice, rolled.totals) == ({"british": 2, "allied": 3}, {"british": 3, "allied": 3})
    assert (rolled.winner, state.initiative, state.phase) == ("british", "british", "combat")
    refused(state, call, "SOTL-3-c")  # once a turn


@pytest.mark.parametrize("winner", ["british", "allied"])
def test_sotl_3_c_the_initiative_side_fires_first(winner):
    state, _ = play(far_apart(), ROLL, dice=[6, 1] if winner == "british" else [1, 6])
    assert (state.phase, state.asked) == ("combat", winner)
    early = Done(side=enemy_of(winner))
    refused(state, early, "SOTL-3-c")


def test_sotl_3_c_damage_is_only_noted():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0, hull=2))
    shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    answer = FireBroadside(side="allied", ship="F1", broadside="port", target="B1")
    state, _ = play(state, shot, Done(side="british"), dice=[4, 4, 4, 4, 1, 1, 1, 1])
    assert (state.ships["F1"].hull, len(state.shots)) == (2, 1)
    _, events = play(state, answer, dice=[1, 1])
    assert len(only(events, BroadsideFired).rolls) == 2


def test_sotl_3_d_both_sides_fire_before_anything_takes_effect():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0))
    shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    state, _ = play(state, shot, Done(side="british"), dice=[4, 1, 1, 1, 1])
    assert (state.asked, state.ships["F1"].hull) == ("allied", 16)
    state, _ = play(state, Done(side="allied"))
    assert (state.phase, state.ships["F1"].hull, state.shots) == ("movement", 15, ())


@pytest.mark.parametrize("winner", ["british", "allied"])
def test_sotl_3_e_the_other_side_moves_first(winner):
    state, _ = play(far_apart(), ROLL, dice=[6, 1] if winner == "british" else [1, 6])
    state, events = play(state, *done(state))
    loser = enemy_of(winner)
    assert (state.phase, state.asked) == ("movement", loser)
    assert only(events, PhaseBegan).phase == "movement"
    key = "B1" if winner == "british" else "F1"
    refused(state, Sail(side=winner, ship=key, plan=(Step("advance"),)), "SOTL-3-e")
    state, _ = play(state, Done(side=loser))
    assert (state.phase, state.asked) == ("movement", winner)


def test_sotl_3_f_the_initiative_side_acts_first_in_the_crew_phase():
    for step in ("reload", "grapple", "break_free", "board", "unrig", "rudder", "extinguish"):
        state = battle(ship("B1", 0, 0, 0), phase=step, initiative="allied")
        assert PHASES[step].asks == "initiative_first"
        assert order_of_sides(state) == ("allied", "british")


def test_sotl_3_g_the_steps_of_a_turn_come_in_order():
    _, events = turn_over(far_apart(), [6, 1])
    begun = [event.phase for event in events if isinstance(event, PhaseBegan)]
    assert begun == [*SEQUENCE[1:], "initiative"]


def test_amb_38_the_order_of_the_crew_phase():
    assert list(PHASES) == SEQUENCE
    assert [compile_rules(frozenset()).next_phase(step) for step in PHASES] == [*SEQUENCE[1:], "initiative"]


def test_amb_132_steps_without_a_choice_are_passed_over():
    _, events = turn_over(far_apart(), [6, 1])
    asked = [event.side for event in events if isinstance(event, SideAsked)]
    assert asked == ["british", "allied", "allied", "british", "british"]  # combat, movement, next initiative


def test_sotl_3_h_the_battle_ends_after_the_last_turn():
    state = far_apart(turns=2)
    state, events = turn_over(state, [6, 1])
    assert (only(events, TurnBegan).turn, state.outcome) == (2, None)
    state, events = turn_over(state, [6, 1])
    assert only(events, GameEnded).outcome.rule == "SOTL-3-h"
    refused(state, ROLL, "SOTL-3-h")


def test_sotl_3_1_a_turn_limit_and_clock():
    state = far_apart(turn=24)
    assert clock(state, 1) == "11:45"
    assert clock(state, 2) == "12:00"
    assert clock(state, 24) == "17:30"
    state, events = turn_over(state, [6, 1])
    assert state.turn == 24
    assert only(events, GameEnded).outcome.winner is None
    assert format_headline(state) == "Turn 24 of 24, over"


def test_sotl_3_1_a_the_marks_of_a_turn_are_wiped_with_the_next():
    fresh = {"moved": False, "attacked": False, "hit": False, "exerted": False, "reloaded": False, "fired": ()}
    used = {"moved": True, "attacked": True, "hit": True, "exerted": True, "reloaded": True, "fired": ("port",)}
    state = evolve(battle(ship("B1", 0, 0, 0, tried=("unrig:port",), **used)), TurnBegan(turn=2))
    marks = state.ships["B1"]
    assert {name: getattr(marks, name) for name in fresh} == fresh
    assert marks.tried == ()


def test_sotl_3_h_orders_of_another_phase_are_refused():
    state, _ = play(far_apart(), ROLL, dice=[6, 1])
    refused(state, ROLL, "SOTL-3-c")
    refused(state, Sail(side="british", ship="B1", plan=()), "SOTL-3-c")


def test_amb_133_a_question_comes_before_everything_else():
    asked = Question("grapple", "allied", "B1", "F1")
    state = battle(ship("B1", 0, 0, 0), ship("F1", 0.4, 0, 0), phase="grapple", question=asked)
    refused(state, Done(side="allied"), "AMB-133")
    refused(state, Done(side="british"), "SOTL-6-a")
    assert rules.side_to_choose(state) == "allied"
    decision = rules.current_decision(state)
    assert (decision.side, decision.commands) == ("allied", ("answer",))
    assert list(rules.list_offers(state)) == [Answer(side="allied", accept=True), Answer(side="allied", accept=False)]


def test_amb_130_done_is_always_a_choice():
    state, _ = play(far_apart(), ROLL, dice=[6, 1])
    assert list(rules.list_offers(state)) == [Done(side="british")]
    assert "done" in rules.current_decision(state).commands


def test_what_is_asked_says_when_nothing_is_left_to_do():
    state, _ = play(far_apart(), ROLL, dice=[6, 1])
    assert rules.current_decision(state).prompt == "No broadside bears: cease fire"
    for one in done(state):
        state, _ = play(state, one)
    assert rules.current_decision(state).prompt == "Move your ships"
    state, _ = play(state, Sail(side="allied", ship="F1", plan=(Step("advance"),)))
    assert rules.current_decision(state).prompt == "All ships have moved"


@pytest.mark.parametrize(
    ("marks", "asked"),
    [
        ({"anchored": True, "stopped": True}, "Weigh anchor?"),
        ({"anchored": True, "stopped": True, "moved": True}, "All ships have moved"),
        ({"fleeing": "E"}, "Make forced moves?"),
        ({}, "Move your ships"),
    ],
)
def test_what_is_asked_says_what_is_left_besides_sailing(marks, asked):
    state = battle(
        ship("B1", 0, 0, 0, **marks), ship("F1", 9, 9, 0), phase="movement", initiative="allied", asked="british",
        options={"line_breaking": True},
    )  # fmt: skip
    assert rules.current_decision(state).prompt == asked
