"""Chapter 13: colours nailed to the mast, and the duty that goes with them (AMB-98, AMB-167 to AMB-169, AMB-149)."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import GAME, rules
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.movement import bearing_to, plan_bee_line
from tabletop.games.ships_of_the_line.chapters.optional.collision import CollisionRolled
from tabletop.games.ships_of_the_line.chapters.optional.nailing import (
    DutyBegan,
    DutyEnded,
    DutyMarked,
    NailColours,
    NailingEnded,
    NailingRolled,
)
from tabletop.games.ships_of_the_line.commands import Board, FireBroadside, GrappleShip, Sail
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared, BoardingFought, QuestionAsked
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck
from tabletop.games.ships_of_the_line.events.crew import SinkingRolled, SurrenderRolled
from tabletop.games.ships_of_the_line.events.movement import AnchorWeighed, ShipSailed, ShipTurnedByBoats
from tabletop.games.ships_of_the_line.model import Battery, Coast, Grapple, State
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, rules_of
from tabletop.games.ships_of_the_line.ship import Card, Critical, FallenMast, Leader, Nailing, Ship, Shot
from tabletop.games.ships_of_the_line.survey import odds, summaries
from tabletop.games.ships_of_the_line.survey.odds import compute_broadside_odds
from tabletop.geometry.pose import Point
from tests.judging import every, only
from tests.ships_of_the_line.helm import steps
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, RESIST, crew, to_the_end

ON = {"options": {"nailing": True}}
BOTH = {"options": {"nailing": True, "leaders": True}}
NAILED, DUTY = Nailing("nailed"), Nailing("nailed", duty=True, mark="B1")
ORDER = NailColours(side="allied", ship="S1")


def spain(x: float = 0, y: float = 0, heading: int = 0, kind: str = "III", **marks: Any) -> tuple[Card, Ship]:
    return ship("S1", x, y, heading, kind, **marks)


def before_combat(*ships: tuple[Card, Ship], **fields: Any) -> State:
    """The step in which colours are nailed, with the Spaniards first."""
    far = (ship("B9", -30, -30, 0), ship("F9", 30, 30, 0))
    return battle(
        *ships, *far, **({"phase": "nail", "asked": "allied", "initiative": "allied", "turn": 2} | ON | fields)
    )


# --- nailing


def test_sotl_13_a_the_step_opens_the_combat_phase() -> None:
    order = list(compile_rules(frozenset({"nailing", "wind_change"})).phases)
    assert order.index("nail") + 1 == order.index("combat")
    assert [one for one in order if one in ("initiative", "wind", "nail")] == ["initiative", "wind", "nail"]
    assert "nail" not in compile_rules(frozenset()).phases


@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_13_b_amb_98_one_or_two_nails_them_and_it_is_tried_once(die: int) -> None:
    state, events = play(before_combat(spain(hull=15)), ORDER, dice=[die])
    assert only(events, NailingRolled).success == (die <= 2)
    assert state.ships["S1"].nailing == Nailing("nailed" if die <= 2 else "failed")
    assert refused(replace(state, phase="nail", asked="allied"), ORDER, "AMB-98").by == "once in a battle"


DAMAGE = [
    {"hull": 15}, {"masts": ("main", "mizzen"), "fallen": (FallenMast("fore", "port"),)}, {"rudder_lost": True},
    {"officer": "wounded"}, {"fires": 1},
]  # fmt: skip


@pytest.mark.parametrize("marks", DAMAGE)
def test_sotl_13_a_amb_167_what_counts_as_damage(marks: dict[str, Any]) -> None:
    assert rules.check(before_combat(spain(**marks)), ORDER) is None
    assert ORDER in list(GAME.choices(before_combat(spain(**marks))))


def test_sotl_13_a_amb_167_who_may_not() -> None:
    refused(before_combat(spain()), ORDER, "AMB-167")
    refused(before_combat(spain(hull=9, officer="dead")), ORDER, "SOTL-13-a")
    refused(before_combat(ship("F1", 0, 0, 0, hull=9)), replace(ORDER, ship="F1"), "SOTL-13-a")
    refused(before_combat(spain(hull=9, status="struck")), ORDER, "SOTL-4.4.3-a")
    prize = before_combat(spain(hull=9, status="captured", captor="british"), asked="british")
    refused(prize, replace(ORDER, side="british"), "SOTL-4.4.2-a")
    refused(before_combat(spain(hull=9), options={}, phase="combat"), ORDER, "SOTL-3-c")


@pytest.mark.parametrize(("die", "success"), [(5, True), (6, False)])
def test_tv_65_santa_ana_with_alava_aboard_and_one_ship_nailed(die: int, success: bool) -> None:
    own = spain(hull=15, card_leader=Leader("Álava", -2))
    state = before_combat(own, ship("S2", 9, 9, 0, nailing=NAILED), **BOTH)
    _, events = play(state, ORDER, dice=[die])
    rolled = only(events, NailingRolled)
    assert ([one.value for one in rolled.modifiers], rolled.success) == ([die, die - 2, die - 3], success)
    assert [one.source for one in rolled.modifiers[1:]] == ["Álava", "another ship has nailed hers"]


def test_sotl_13_b_the_example_is_a_ship_afloat_with_her_colours_still_nailed() -> None:
    for other, value in (({}, 2), ({"status": "sunk"}, 3), ({"nailing": Nailing("over", ended=1)}, 3)):
        marks = {"nailing": NAILED} | other
        state = before_combat(spain(hull=15), ship("S2", 9, 9, 0, **marks))
        _, events = play(state, ORDER, dice=[3])
        assert only(events, NailingRolled).modifiers[-1].value == value


def test_sotl_13_b_amb_150_a_leader_may_be_forgone() -> None:
    state = before_combat(spain(hull=15, card_leader=Leader("Álava", -2)), **BOTH)
    _, events = play(state, replace(ORDER, leader="none"), dice=[3])
    assert not only(events, NailingRolled).success


def test_sotl_2_2_i_amb_144_nailing_is_inert_without_spaniards_and_the_card_tells_nailed_colours() -> None:
    module = {one.id: one for one in rules_of(before_combat(spain())).modules}["nailing"]
    assert module.inert(battle(ship("F1", 0, 0, 0))) == "No Spanish ship is in this battle."
    assert module.inert(battle(spain())) == ""
    (mark,) = summaries.list_marks(before_combat(spain(nailing=NAILED)), "S1")
    assert (mark.value, mark.emblem) == ("nailed to the mast", "N")
    label, how = summaries.describe_module_order(before_combat(spain(hull=9)), ORDER)
    assert (label, how.partition(".")[0]) == ("Nail the colours of S1", "2 of 6")


# --- what they are good for


def attacked(**marks: Any) -> State:
    """A Spaniard of 24 hull points with 5 left who was fired at, before the step in which ships sink."""
    return crew(spain(kind="I", hull=5, attacked=True, **marks), ship("B1", 3, 0, 0), phase="reload", **ON)


def test_sotl_13_c_amb_168_nailed_she_does_not_roll_in_her_sinking_zone() -> None:
    state, events = to_the_end(attacked(nailing=NAILED))
    assert every(events, SinkingRolled) == []
    assert state.ships["S1"].status == "in_service"
    _, events = to_the_end(attacked(), dice=[3])
    assert only(events, SinkingRolled).ship == "S1"


def test_sotl_13_c_amb_168_nailed_she_does_not_strike_dismasted_and_alone() -> None:
    bare: dict[str, Any] = {"masts": (), "kind": "IV"}
    ships = ship("B1", 3, 0, 0, "I")
    _, events = to_the_end(crew(spain(**bare), ships, **ON))
    assert only(events, ColoursStruck).cause == "dismasted"
    _, events = to_the_end(crew(spain(**bare, nailing=NAILED), ships, **ON))
    assert every(events, ColoursStruck) == []


def ink(state: State, *dice: int, hit: bool = True) -> State:
    shot = Shot("B1", "port", "S1", "broadside", 1, 0, tuple(Critical(die) for die in dice))
    one = replace(state.ships["S1"], hit=hit, attacked=hit)
    ships = {**state.ships, "S1": one}
    return replace(state, ships=ships, shots=(shot,), phase="combat", asked="allied", initiative="british")


def test_tv_66_sotl_13_e_amb_168_when_her_officer_dies_the_colours_come_down() -> None:
    state = attacked(nailing=NAILED, officer="wounded")
    state, events = play(ink(state, 3), ALLIED)
    assert only(events, NailingEnded).rule == "SOTL-13-e"
    assert every(events, SurrenderRolled) == []
    assert state.ships["S1"].nailing == Nailing("over", ended=2)
    state, events = play(state, ALLIED, BRITISH, dice=[3])
    assert only(events, SinkingRolled).ship == "S1"
    _, events = play(ink(replace(state, turn=3), 4), ALLIED, dice=[3])
    assert only(events, SurrenderRolled).ship == "S1"


@pytest.mark.parametrize("marks", [{"nailing": NAILED}, {}])
def test_tv_67_amb_168_one_against_nine(marks: dict[str, Any]) -> None:
    own = spain(card_boarding=1, **marks)
    state = crew(own, ship("B1", 0.35, 0, 0, card_boarding=9), phase="board", grapples=(Grapple("B1", "S1", 1),), **ON)
    order = Board(side="british", ship="B1", target="S1")
    supposed = odds.compute_boarding_odds(state, order, willing=False)
    state, _ = play(state, order, BRITISH)
    _, events = play(state, ALLIED, dice=(6, 5, 1, 1) if marks else ())
    fought = only(events, BoardingFought)
    if marks:
        assert (fought.defender.column, fought.defender.needed, fought.defender.success) == ("1-5", 2, True)
        assert supposed["captured"] < 1
    else:
        assert (fought.defender.column, fought.result, supposed) == (None, "captured", {"captured": 1})


def test_amb_168_taken_her_colours_come_down() -> None:
    state = crew(spain(nailing=NAILED), ship("B1", 0.35, 0, 0), phase="board", grapples=(Grapple("B1", "S1", 1),), **ON)
    state, _ = play(state, Board(side="british", ship="B1", target="S1"), BRITISH)
    state, events = play(state, ALLIED, dice=(1, 1, 6, 6))
    assert only(events, NailingEnded).rule == "AMB-168"
    assert state.ships["S1"].nailing == Nailing("over", ended=2)


def test_amb_168_the_odds_of_a_broadside_know_that_she_does_not_roll() -> None:
    def found(**marks: Any) -> odds.BroadsideOdds:
        state = battle(spain(1, 0, hull=2, **marks), ship("B1", 0, 0, 0), **ON)
        aim = fire.find_aim(state, "B1", "starboard", "S1")
        assert aim is not None
        return compute_broadside_odds(state, aim)

    assert found().strikes > 0
    nailed = found(nailing=NAILED)
    assert (nailed.strikes, nailed.sinks) == (0, nailed.shattered)


def test_amb_221_a_battery_that_she_shells_is_no_ship_to_go_down() -> None:
    work = Battery("W1", "british", "W1", Point(0.9, 0.0), 4, 17)
    coast, options = Coast(batteries={"W1": work}), {"nailing": True, "coastal": True}
    ships = spain(nailing=NAILED), ship("B9", 30, 0, 0)
    state = battle(*ships, coast=coast, options=options, asked="allied", initiative="allied")
    shot = FireBroadside(side="allied", ship="S1", broadside="starboard", target="W1")
    state, _ = play(state, shot, dice=(4, 3, 3, 3, 1))
    assert state.ships["S1"].nailing == NAILED


# --- the duty


def test_sotl_13_d_amb_169_it_begins_when_her_crew_takes_a_prize() -> None:
    state = crew(
        spain(nailing=NAILED), ship("B1", 0.35, 0, 0), ship("B2", 5, 0, 0), phase="board", initiative="allied",
        asked="allied", grapples=(Grapple("S1", "B1", 1),), **ON,
    )  # fmt: skip
    state, _ = play(state, Board(side="allied", ship="S1", target="B1"), ALLIED)
    state, events = play(state, BRITISH, dice=(1, 1, 6, 6))
    assert only(events, DutyBegan).ship == "S1"
    assert state.ships["S1"].nailing == Nailing("nailed", duty=True)


def test_sotl_13_d_amb_221_or_when_an_enemy_goes_down_that_she_harmed_in_the_turn() -> None:
    ships = spain(nailing=NAILED), ship("B1", 0.9, 0, 0, hull=1), ship("B2", 9, 0, 0, hull=0)
    state = battle(*ships, ship("B9", 30, 0, 0), asked="allied", initiative="allied", turn=2, **ON)
    shot = FireBroadside(side="allied", ship="S1", broadside="starboard", target="B1")
    state, _ = play(state, shot, dice=(4, 3, 3, 3, 1))
    assert state.ships["S1"].nailing == Nailing("nailed", harmed=("B1",), harmed_turn=2)
    state, events = play(state, ALLIED, BRITISH)
    assert [one.ship for one in every(events, DutyBegan)] == ["S1"]
    assert [one.mark for one in every(events, DutyMarked)] == ["B9"]
    stale = battle(*ships, asked="british", initiative="allied", turn=3, **ON)
    harmed = replace(stale.ships["S1"], nailing=Nailing("nailed", harmed=("B1", "B2"), harmed_turn=2))
    _, events = play(replace(stale, ships={**stale.ships, "S1": harmed}), BRITISH)
    assert every(events, DutyBegan) == []


def at_sea(*ships: tuple[Card, Ship], **fields: Any) -> State:
    far = ship("F9", 40, -40, 0), ship("B9", 40, 40, 0)
    return battle(
        *ships, *far, **({"phase": "movement", "asked": "allied", "initiative": "british", "turn": 2} | ON | fields)
    )


def sailed(state: State, *orders: Any) -> list[Event]:
    _, events = play(state, *orders, ALLIED)
    return events


def test_amb_169_amb_149_when_her_side_is_done_she_makes_for_the_mark_by_the_bee_line() -> None:
    state = at_sea(spain(0, 0, 90, nailing=DUTY), ship("B1", 9, -4, 0))
    move = next(one for one in sailed(state) if isinstance(one, ShipSailed) and one.ship == "S1")
    assert [leg.kind for leg in move.legs[:2]] == ["turn", "advance"]
    assert sum(leg.kind == "advance" for leg in move.legs) == move.spent == 4
    assert move.legs[0].end.heading == 114
    assert move.plan == plan_bee_line(state, "S1", bearing_to(state, "S1", "B1")).plan


def test_amb_149_never_into_the_winds_eye() -> None:
    state = at_sea(spain(0, 0, 0, nailing=DUTY), ship("B1", -9, 9, 0))
    move = next(one for one in sailed(state) if isinstance(one, ShipSailed) and one.ship == "S1")
    assert move.pose.heading == 338  # the wind blows from 315, and its eye begins 22° off


def test_amb_149_she_may_be_sailed_otherwise_but_not_farther_away() -> None:
    state = at_sea(spain(0, 0, 90, nailing=DUTY), ship("B1", 9, 0, 0))
    away = refused(state, Sail(side="allied", ship="S1", plan=steps("p90")), "SOTL-5.1-d")
    assert away
    astern = at_sea(spain(0, 0, 90, nailing=DUTY), ship("B1", -3, 3, 0))
    refusal = refused(astern, Sail(side="allied", ship="S1", plan=steps("a a a")), "AMB-149")
    assert refusal.by == "2.52 UM farther away"
    slow = Sail(side="allied", ship="S1", plan=steps("a s s"))
    assert rules.check(state, slow) is None
    assert rules.check(replace(astern, options={}), Sail(side="allied", ship="S1", plan=steps("a a a"))) is None


def test_amb_149_where_the_bee_line_brings_her_no_nearer_she_may_sail_as_she_likes() -> None:
    state = at_sea(spain(0, 0, 90, nailing=DUTY), ship("B1", -9, 0, 0))
    assert rules.check(state, Sail(side="allied", ship="S1", plan=steps("a"))) is None


def test_amb_219_without_way_the_anchor_comes_up_or_boats_pull_her_round() -> None:
    anchored = at_sea(spain(0, 0, 90, nailing=DUTY, anchored=True, stopped=True), ship("B1", 9, 0, 0))
    assert only(sailed(anchored), AnchorWeighed).ship == "S1"
    for x, towards_ in ((9, "starboard"), (-9, "port")):
        irons = at_sea(spain(0, 0, 315, nailing=DUTY, stopped=True), ship("B1", x, x, 0))
        assert only(sailed(irons), ShipTurnedByBoats).towards == towards_
    even = at_sea(spain(0, 0, 315, nailing=DUTY, stopped=True), ship("B1", 9, -9, 0))
    assert only(sailed(even), ShipTurnedByBoats).towards == "starboard"
    tired = at_sea(spain(0, 0, 315, nailing=DUTY, stopped=True, fatigue=3), ship("B1", 9, 0, 0))
    assert every(sailed(tired), ShipTurnedByBoats) == []


def test_amb_169_a_mark_that_is_beaten_binds_no_more_in_this_turn() -> None:
    state = at_sea(spain(0, 0, 90, nailing=DUTY), ship("B1", -3, 3, 0, status="struck"))
    assert rules.check(state, Sail(side="allied", ship="S1", plan=steps("a a a"))) is None


def test_amb_169_in_step_4_she_throws_and_in_step_5_she_boards() -> None:
    ships = spain(0, 0, 0, nailing=DUTY), ship("B1", 0.4, 0, 0)
    state = crew(*ships, phase="grapple", asked="allied", initiative="allied", **ON)
    asked, events = play(state, ALLIED)
    assert only(events, QuestionAsked).question.ship == "S1"
    held, _ = play(asked, replace(RESIST, side="british"), ALLIED, ALLIED, BRITISH, dice=[1])
    assert held.grapples == (Grapple("S1", "B1", 2),)
    assert (held.phase, held.asked) == ("board", "allied")
    state, events = play(held, ALLIED)
    assert (only(events, BoardingDeclared).target, only(events, DutyEnded).ship) == ("B1", "S1")
    assert state.ships["S1"].nailing == NAILED


def test_amb_169_out_of_reach_or_exhausted_she_throws_nothing() -> None:
    for gap, tired in ((0.9, 0), (0.4, 3)):
        state = crew(
            spain(0, 0, 0, nailing=DUTY, fatigue=tired), ship("B1", gap, 0, 0),
            ship("B2", 0.4, 2, 0), ship("F1", 0, 2, 0),
            phase="grapple", asked="allied", initiative="allied", **ON,
        )  # fmt: skip
        _, events = play(state, ALLIED)
        assert every(events, QuestionAsked) == []


def test_amb_169_an_order_to_board_ends_the_duty_too() -> None:
    ships = spain(nailing=DUTY), ship("B1", 0.35, 0, 0)
    state = crew(*ships, phase="board", asked="allied", initiative="allied", grapples=(Grapple("S1", "B1", 1),), **ON)
    after, events = play(state, Board(side="allied", ship="S1", target="B1"))
    assert only(events, DutyEnded).ship == "S1"
    assert after.ships["S1"].nailing == NAILED


def test_amb_98_without_the_switch_nothing_of_it_counts() -> None:
    off = replace(attacked(nailing=NAILED), options={})
    _, events = to_the_end(off, dice=[3])
    assert only(events, SinkingRolled).ship == "S1"
    assert ship("S1", 0, 0, 0)[1].nailing is UNSET
    assert GrappleShip(side="allied", ship="S1", target="B1").leader is UNSET


def test_amb_149_what_is_offered_under_another_sail_keeps_to_the_duty_too() -> None:
    state = at_sea(spain(0, 0, 90, nailing=DUTY), ship("B1", -3, 3, 0), options={"nailing": True, "sail_states": True})
    offered = [one for one in GAME.choices(state) if isinstance(one, Sail) and one.ship == "S1"]
    assert {one.set for one in offered} == {"full"}  # under less she has not the points to come round
    assert [one for one in offered if GAME.check(state, one)] == []


def test_amb_149_a_bee_line_may_ram_the_mark() -> None:
    both = {"options": {"nailing": True, "collision": True}}
    state = at_sea(spain(0, 0, 90, nailing=DUTY), ship("B1", 2.2, 0, 0), **both)
    _, events = play(state, ALLIED, dice=[2])
    assert (only(events, CollisionRolled).ship, only(events, CollisionRolled).other) == ("S1", "B1")
    after, events = play(state, ALLIED, dice=[3])
    assert after.ships["S1"].nailing.harmed == ("B1",)
