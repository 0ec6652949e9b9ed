"""Chapter 15: veteran crews, where the battle is fought with them (AMB-171)."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import crew_tasks
from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.commands import FireBroadside, RepairRudder
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit
from tabletop.games.ships_of_the_line.survey import fleet_orders, odds
from tests.judging import only
from tests.ships_of_the_line.helm import QUARTER, TACK, at_sea, sail, tried
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ships_of_the_line.watch import crew, to_the_end

VETERANS = {"options": {"veterans": True}}
SHOT = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")


def one(heading: int = QUARTER, strength: str = "breeze", **marks: Any) -> State:
    """B1, of a veteran crew, alone on the sea."""
    return at_sea(ship("B1", 0, 0, heading, card_veteran=True, **marks), strength=strength, **VETERANS)


def apart(east: float, veteran: bool = True, **fields: Any) -> State:
    """F1 so far to starboard of B1, beam to beam."""
    return battle(ship("B1", 0, 0, 0, card_veteran=veteran), ship("F1", 0.3 + east, 0, 0), **VETERANS | fields)


def test_sotl_15_a_veterans_endure_a_level_more() -> None:
    assert fatigue_limit(one(), "B1") == 4
    assert not crew_tasks.is_exhausted(one(fatigue=3), "B1")
    assert crew_tasks.is_exhausted(one(fatigue=4), "B1")
    regular = at_sea(ship("B1", 0, 0, QUARTER, fatigue=3), **VETERANS)
    assert crew_tasks.is_exhausted(regular, "B1")
    assert fatigue_limit(replace(one(), options={}), "B1") == 3


@pytest.mark.parametrize(("east", "needed", "told"), [(0.5, 4, False), (2.0, 4, True), (4.0, 4, True)])
def test_sotl_15_b_sotl_4_2_1_b_amb_26_veterans_hit_from_4_at_every_range(east: float, needed: int, told: bool) -> None:
    state = apart(east)
    dice = {0.5: 4, 2.0: 3, 4.0: 2}[east]
    after, events = play(state, SHOT, dice=[4, *[3] * (dice - 1), 1])
    fired = only(events, BroadsideFired)
    assert (fired.needed, fired.hits) == (needed, 1)
    assert ("Veteran crew 4+" in GAME.describe(state, fired)) == told
    assert after.shots[0].hull == 1


def test_sotl_15_b_regular_crews_hit_as_printed() -> None:
    _, events = play(apart(2.0, veteran=False), SHOT, dice=[4, 4, 4])
    assert (only(events, BroadsideFired).needed, only(events, BroadsideFired).hits) == (5, 0)


def test_sotl_15_b_the_odds_count_veterans() -> None:
    state = apart(2.0)
    aim = find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    found = odds.compute_broadside_odds(state, aim)
    assert found.hits == odds.compute_success_distribution(3, odds.chance_to_hit(4))
    assert [line.source for line in found.modifiers] == ["Veteran crew"]


def test_sotl_15_c_amb_80_veterans_may_sail_a_point_farther() -> None:
    points = compute_allowance(one(), "B1")
    assert (points.points, points.optional, points.forced) == (5, 1, 1)
    assert points.working[-1].source == "Veteran crew"
    assert compute_allowance(one(heading=315), "B1").points == 0


@pytest.mark.parametrize(("plan", "stopped"), [("a", False), ("a s", True)])
def test_tv_69_the_veteran_point_lapses_and_is_not_slowed(plan: str, stopped: bool) -> None:
    state = one(TACK)
    assert compute_allowance(state, "B1").points == 2
    assert tried(state, plan).is_stopped is stopped
    assert tried(state, plan).total_slowed == int(stopped)
    _, events = play(state, sail("B1", plan))
    assert only(events, ShipSailed).stopped is stopped


def test_amb_171_holding_course_does_not_slow_the_veteran_point() -> None:
    in_the_way = at_sea(
        ship("B1", 0, 0, QUARTER, card_veteran=True), ship("F1", 5.9, 0, QUARTER, stopped=True), **VETERANS
    )
    made = fleet_orders.plan_straight_run(in_the_way, "B1").best
    assert (made.points_spent, made.total_slowed, made.verdict) == (4, 0, None)


def test_tv_70_amb_171_the_crew_of_a_prize_is_no_veteran() -> None:
    taken = one(fatigue=4, status="captured", captor="allied")
    assert fatigue_limit(taken, "B1") == 3
    assert crew_tasks.is_exhausted(taken, "B1")
    assert crew_tasks.is_exhausted(one(fatigue=3, status="captured", captor="allied"), "B1")
    assert not crew_tasks.is_exhausted(one(fatigue=2, status="captured", captor="allied"), "B1")
    assert compute_allowance(taken, "B1").points == 4


def test_amb_171_a_prize_keeps_her_higher_fatigue_until_it_is_rested_away() -> None:
    marks = {"fatigue": 4, "status": "captured", "captor": "allied", "card_veteran": True}
    state, _ = to_the_end(crew(ship("B1", 0, 0, 0, **marks), **VETERANS))
    assert state.ships["B1"].fatigue == 3


def test_amb_171_work_still_tires_a_veteran_to_her_limit() -> None:
    state = crew(ship("B1", 0, 0, 0, card_veteran=True, rudder_lost=True, fatigue=3), phase="rudder", **VETERANS)
    tired, _ = play(state, RepairRudder(side="british", ship="B1"), dice=[6])
    assert tired.ships["B1"].fatigue == 4
    spent = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], fatigue=4)})
    refused(spent, RepairRudder(side="british", ship="B1"), "SOTL-7-e")
