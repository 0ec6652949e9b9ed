"""Chapter 3-f, 3-g and the decisions on them: the Crew Phase, its steps, and what crews do aboard their own ship."""

import pytest

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.commands import (
    Board,
    ClearRigging,
    Done,
    FightFire,
    GrappleShip,
    Reload,
    RepairRudder,
)
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought, ShipCaptured
from tabletop.games.ships_of_the_line.events.combat import HullLost, ShipSunk
from tabletop.games.ships_of_the_line.events.crew import (
    BroadsideReloaded,
    FatigueFell,
    FatigueRose,
    FireExtinguished,
    ResultNoted,
    RiggingCleared,
    RudderRepaired,
    SinkingRolled,
    TaskRolled,
    WreckRemoved,
)
from tabletop.games.ships_of_the_line.events.turn import PhaseBegan, SideAsked
from tabletop.games.ships_of_the_line.model import Grapple
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, describe
from tabletop.games.ships_of_the_line.ship import FallenMast, find_masked_broadsides
from tests.judging import only
from tests.ships_of_the_line.kit import play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, RESIST, crew, of, to_the_end

PHASES = compile_rules(frozenset()).phases
STEPS = [
    "reload", "sinking", "dismasted", "grapple", "break_free", "prizes", "board", "boarding",
    "unrig", "rudder", "extinguish", "captures", "fires", "recovery", "wrecks",
]  # fmt: skip

WRECKED = {"fallen": (FallenMast("main", "port"),), "masts": ("fore", "mizzen")}
CLEAR = ClearRigging(side="british", ship="B1", broadside="port")
CLEAR_F1 = ClearRigging(side="allied", ship="F1", broadside="port")
REPAIR = RepairRudder(side="british", ship="B1")
PUMP = FightFire(side="british", ship="B1")


def apart(own=None, foe=None, **fields):
    """B1 and F1 out of each other's reach, with marks."""
    return crew(ship("B1", 0, 0, 0, **(own or {})), ship("F1", 9, 0, 0, **(foe or {})), **fields)


def test_sotl_3_g_order_of_the_steps():
    _, events = to_the_end(apart())
    begun = [event.phase for event in of(events, PhaseBegan)]
    assert begun[: len(STEPS) - 1] == STEPS[1:]
    assert all(PHASES[step].ribbon == "Crew" for step in STEPS)


def test_sotl_3_g_the_log_of_a_busy_crew_phase_is_in_order():
    ships = (
        ship("B1", 0, 0, 0, "I", hull=5, attacked=True),
        ship("B2", 5, 0, 0, **WRECKED, rudder_lost=True, fires=1),
        ship("B3", 10, 0, 0, fatigue=1),
        ship("B4", 15, 0, 0, status="sunk", sunk_turn=1, wreck=True),
        ship("F1", 0.35, 0, 0),
    )
    state = crew(*ships, phase="reload", grapples=())
    pump = FightFire(side="british", ship="B2")
    repair = RepairRudder(side="british", ship="B2")
    clear = ClearRigging(side="british", ship="B2", broadside="port")
    throw = GrappleShip(side="british", ship="B1", target="F1")
    state, told = play(state, BRITISH, dice=[4])
    state, more = play(state, throw, RESIST, BRITISH, dice=[1])
    told += more
    while state.phase != "board":
        state, more = play(state, Done(side=state.asked))
        told += more
    storm = Board(side="british", ship="B1", target="F1")
    state, more = play(state, storm, BRITISH, ALLIED, clear, BRITISH, repair, BRITISH, pump, BRITISH,
                       dice=[1, 1, 6, 5, 1, 1, 6])  # fmt: skip
    kinds = (
        SinkingRolled, TaskRolled, BoardingFought, RiggingCleared, RudderRepaired, ShipCaptured, HullLost,
        FatigueFell, WreckRemoved,
    )  # fmt: skip
    order = [type(event) for event in told + more if isinstance(event, kinds)]
    assert order == [
        SinkingRolled, TaskRolled, BoardingFought, TaskRolled, RiggingCleared, TaskRolled, RudderRepaired, TaskRolled,
        ShipCaptured, HullLost, FatigueFell, WreckRemoved,
    ]  # fmt: skip


def test_sotl_3_f_the_initiative_side_acts_first():
    for side, done in (("british", BRITISH), ("allied", ALLIED)):
        state = apart(WRECKED, WRECKED, phase="unrig", initiative=side, asked=side)
        order = {"british": CLEAR_F1, "allied": CLEAR}[side]
        refused(state, order, PHASES["unrig"].rule)
        state, events = play(state, done)
        assert only(events, SideAsked).side != side
        assert rules.check(state, order) is None


def test_sotl_3_f_results_count_when_both_sides_are_done():
    state = apart(WRECKED, WRECKED, phase="unrig")
    state, events = play(state, CLEAR, BRITISH, dice=[1])
    assert only(events, ResultNoted).kind == "cleared"
    assert find_masked_broadsides(state.ships["B1"]) == {"port"}
    state, events = play(state, CLEAR_F1, ALLIED, dice=[1])
    assert [event.ship for event in of(events, RiggingCleared)] == ["B1", "F1"]
    assert not state.notes


def test_amb_132_steps_without_a_choice_are_passed_over():
    _, events = play(apart({"fires": 1}, phase="reload"), BRITISH)
    assert [event.side for event in of(events, SideAsked)] == ["british"]
    assert of(events, PhaseBegan)[-1].phase == "extinguish"


def test_amb_130_done_is_always_possible():
    state = apart({"fires": 1}, phase="extinguish")
    assert Done(side="british") in list(rules.list_offers(state))
    to_the_end(state)


# --- reloading


def reload(*broadsides):
    return Reload(side="british", ship="B1", broadsides=broadsides)


def loading(loaded, **marks):
    """The end of the Movement Phase with B1's guns as given."""
    state = apart({"loaded": loaded} | marks, phase="movement", asked="british")
    return play(state, BRITISH)


@pytest.mark.parametrize(("loaded", "empty"), [(("port",), "starboard"), (("starboard",), "port")])
def test_sotl_4_1_3_c_one_empty_broadside_is_reloaded_free_and_by_itself(loaded, empty):
    state, events = loading(loaded)
    assert only(events, BroadsideReloaded).broadsides == (empty,)
    assert state.ships["B1"].loaded == ("port", "starboard")
    assert state.ships["B1"].fatigue == 0


@pytest.mark.parametrize("choice", ["port", "starboard"])
def test_sotl_4_1_3_d_with_both_empty_one_is_free(choice):
    state, _ = loading(())
    assert (state.phase, state.asked) == ("reload", "british")
    state, _ = play(state, reload(choice))
    assert state.ships["B1"].loaded == (choice,)
    assert state.ships["B1"].fatigue == 0


def test_sotl_4_1_3_d_the_second_broadside_costs_fatigue():
    state, _ = loading(())
    state, events = play(state, reload("port", "starboard"))
    assert state.ships["B1"].loaded == ("port", "starboard")
    assert only(events, FatigueRose).level == 1


def test_amb_34_no_order_loads_starboard_and_the_other_side_stays_empty():
    state, _ = loading(())
    state, _ = play(state, BRITISH)
    assert state.ships["B1"].loaded == ("starboard",)
    again = apart({"loaded": ("starboard",)}, phase="movement", asked="british", turn=3)
    state, events = play(again, BRITISH)
    assert only(events, BroadsideReloaded).broadsides == ("port",)


def test_amb_34_reloading_both_is_refused_to_an_exhausted_crew():
    state, _ = loading((), fatigue=3)
    refused(state, reload("port", "starboard"), "SOTL-7-e")
    play(state, reload("port"))


def test_amb_34_one_order_a_turn_and_only_for_two_empty_broadsides():
    state, _ = play(apart({"loaded": ()}, phase="reload"), reload("port"))
    refused(state, reload("starboard"), "SOTL-4.1.3-c")
    state = apart({"loaded": ()}, phase="reload")
    refused(state, reload(), "SOTL-4.1.3-d")
    refused(state, reload("port", "port"), "SOTL-4.1.3-d")
    refused(state, Reload(side="british", ship="F1", broadsides=("port",)), "SOTL-2-a")


# --- unrigging


def test_sotl_4_2_1_g_unrigging_is_optional_and_may_be_tried_each_turn():
    state, _ = to_the_end(apart(WRECKED, phase="unrig"))
    assert find_masked_broadsides(state.ships["B1"]) == {"port"}
    missed, _ = play(apart(WRECKED, phase="unrig"), CLEAR, dice=[6])
    missed, _ = to_the_end(missed)
    assert missed.turn == 3
    assert missed.ships["B1"].tried == ()
    assert missed.ships["B1"].failures["unrig:port"].failures == 1


def test_amb_27_one_attempt_for_each_side_and_a_success_clears_all_of_it():
    fallen = (FallenMast("main", "port"), FallenMast("mizzen", "port"), FallenMast("fore", "starboard"))
    state = apart({"fallen": fallen, "masts": ()}, phase="unrig")
    state, _ = play(state, CLEAR, dice=[2])
    assert refused(state, CLEAR, "SOTL-4.2.1-g").by == "one attempt a turn for each side"
    starboard = ClearRigging(side="british", ship="B1", broadside="starboard")
    state, _ = play(state, starboard, BRITISH, dice=[6])
    assert find_masked_broadsides(state.ships["B1"]) == {"starboard"}
    assert state.ships["B1"].fatigue == 2


def test_sotl_4_2_1_g_nothing_to_clear_is_refused():
    refused(apart(phase="unrig"), CLEAR, "SOTL-4.2.1-g")


def test_amb_129_a_prize_is_unrigged_by_her_captor():
    state = apart(None, WRECKED | {"status": "captured", "captor": "british"}, phase="unrig")
    order = ClearRigging(side="british", ship="F1", broadside="port")
    state, _ = play(state, order, BRITISH, dice=[2])
    assert not state.ships["F1"].fallen
    assert state.ships["F1"].fatigue == 1


# --- rudder


@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_4_2_1_i_only_a_one_repairs_the_rudder(die):
    state, events = play(apart({"rudder_lost": True}, phase="rudder"), REPAIR, BRITISH, dice=[die])
    assert only(events, FatigueRose).cause == "repairing the rudder"
    assert state.ships["B1"].rudder_lost == (die != 1)


def test_amb_30_no_modifiers_and_one_attempt_a_turn():
    state = apart({"rudder_lost": True}, phase="rudder")
    for turn in (2, 3, 4):
        state = apart({"rudder_lost": True, "failures": state.ships["B1"].failures}, phase="rudder", turn=turn)
        state, events = play(state, REPAIR, dice=[2])
        assert not only(events, TaskRolled).success
    refused(state, REPAIR, "SOTL-4.2.1-i")
    refused(apart(phase="rudder"), REPAIR, "SOTL-4.2.1-i")


# --- fire


@pytest.mark.parametrize("fires", [1, 3])
def test_sotl_4_2_1_j_a_burning_ship_loses_one_hull_point_at_the_end(fires):
    state, events = to_the_end(apart({"fires": fires}))
    lost = only(events, HullLost)
    assert (lost.points, lost.left, lost.cause, lost.rule) == (1, 15, "fire", "SOTL-4.2.1-j")
    assert state.ships["B1"].fires == fires


def test_tv_35_three_fires_cost_exactly_one_hull_point():
    state, _ = to_the_end(apart({"fires": 3}))
    assert state.ships["B1"].hull == 15


@pytest.mark.parametrize("status", ["struck", "captured"])
def test_amb_129_fires_burn_on_aboard_beaten_ships(status):
    state, _ = to_the_end(apart(None, {"fires": 1, "status": status, "captor": "british"}))
    assert state.ships["F1"].hull == 15


def test_sotl_4_2_1_j_a_burning_ship_with_a_hull_point_left_stays_afloat():
    state, _ = to_the_end(apart({"fires": 1, "hull": 2}))
    assert (state.ships["B1"].hull, state.ships["B1"].status) == (1, "in_service")


def test_amb_38_a_ship_may_sink_from_her_fires():
    grapples = (Grapple("B1", "F1", 1),)
    state, events = to_the_end(apart({"fires": 1, "hull": 1}, grapples=grapples))
    assert only(events, ShipSunk).cause == "fire"
    assert state.ships["B1"].status == "sunk"
    assert not state.grapples
    assert sum(score.points for score in state.scores if score.side == "allied") == 10


@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_4_2_1_k_one_attempt_puts_out_one_fire(die):
    state, events = play(apart({"fires": 2}, phase="extinguish"), PUMP, BRITISH, dice=[die])
    assert only(events, FatigueRose).level == 1
    assert state.ships["B1"].fires == (1 if die <= 2 else 2)
    assert len(of(events, FireExtinguished)) == (1 if die <= 2 else 0)
    assert state.ships["B1"].hull == 15  # the other still burns


def test_amb_31_the_fire_that_is_put_out_at_once_does_no_harm():
    state, _ = play(apart({"fires": 1}, phase="extinguish"), PUMP, BRITISH, dice=[2])
    assert state.ships["B1"].hull == 16


def test_amb_31_one_attempt_a_turn_with_practice():
    state, _ = play(apart({"fires": 1}, phase="extinguish"), PUMP, dice=[6])
    refused(state, PUMP, "SOTL-4.2.1-k")
    tried = apart({"fires": 1, "failures": state.ships["B1"].failures}, phase="extinguish", turn=3)
    state, events = play(tried, PUMP, dice=[3])
    assert only(events, TaskRolled).success
    refused(apart(phase="extinguish"), PUMP, "SOTL-4.2.1-k")


# --- the log


def test_sotl_3_g_the_log_says_every_number_of_the_crew_phase():
    state = apart({"fires": 2, "failures": {}}, phase="extinguish")
    before, (asked, tired, *_) = state, play(state, PUMP, dice=[4])[1]
    assert describe(before, asked) == "B1's pumps are turned on the fire: [4], needed 2 or less; it burns on."
    assert describe(before, tired) == "Fighting the fire tires the crew of B1: fatigue 1 of 3."


def test_sotl_3_g_the_log_says_both_throws_of_a_boarding():
    ships = (ship("B1", 0, 0, 0, "I"), ship("F1", 0.35, 0, 0))
    state = crew(*ships, phase="board", grapples=(Grapple("B1", "F1", 1),))
    _, events = play(state, Board(side="british", ship="B1", target="F1"), BRITISH, ALLIED, dice=[1, 1, 6, 5])
    assert describe(state, only(events, BoardingFought)) == (
        "On the deck of F1: B1 (strength 4, column 1-1, 5 or less) [1 1] = 2 against F1 (strength 3, column 1-2, "
        "4 or less) [6 5] = 11, who only defend; the defenders are overpowered."
    )


def test_sotl_3_g_every_event_of_the_crew_phase_has_words():
    ships = (ship("B1", 0, 0, 0, **WRECKED, fires=1), ship("F1", 0.35, 0, 0, hull=1, attacked=True))
    state = crew(*ships, phase="reload", grapples=(Grapple("B1", "F1", 1),))
    _, events = play(state, BRITISH, dice=[1])
    assert {type(event) for event in events} <= set(compile_rules(frozenset()).event_handlers.kinds)
