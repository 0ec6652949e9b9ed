"""Chapter 16: low, mid and full sail (AMB-81, AMB-82, AMB-172)."""

from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.optional.sail_states import SailSet, set_sail
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.commands import Done, Sail
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tests.judging import every, only
from tests.ships_of_the_line.helm import ABEAM, QUARTER, TACK, at_sea, steps
from tests.ships_of_the_line.kit import play, refused, ship

SAILS = {"options": {"sail_states": True}}


def one(sail: str = "low", heading: int = QUARTER, strength: str = "breeze", **marks: Any) -> State:
    """B1 alone on the sea."""
    return at_sea(ship("B1", 0, 0, heading, sail=sail, **marks), strength=strength, **SAILS)


def order(plan: str, **what: Any) -> Sail:
    return Sail(side="british", ship="B1", plan=steps(plan), **what)


@pytest.mark.parametrize(("sail", "points"), [("low", 4), ("mid", 5), ("full", 8)])
def test_sotl_16_a_low_mid_and_full_sail(sail: str, points: int) -> None:
    assert compute_allowance(one(sail), "B1").points == points  # full sail: 7, and 1 for its inertia


MASTS = [("low", (3, 2, 3)), ("mid", (4, 2, 4)), ("full", (6, 5, 6))]


@pytest.mark.parametrize(("sail", "left"), MASTS)
def test_sotl_16_a_amb_172_what_each_mast_is_worth(sail: str, left: tuple[int, int, int]) -> None:
    lost = (("main", "mizzen"), ("fore", "mizzen"), ("fore", "main"))
    assert tuple(compute_allowance(one(sail, masts=masts), "B1").points for masts in lost) == left


@pytest.mark.parametrize(("sail", "points"), [("low", 2), ("mid", 2), ("full", 5)])
def test_tv_74_main_lost_all_of_the_wind(sail: str, points: int) -> None:
    assert compute_allowance(one(sail, masts=("fore", "mizzen")), "B1").points == points


@pytest.mark.parametrize(("sail", "points", "forced"), [("low", 2, 2), ("full", 6, 3)])
def test_tv_73_stopped_in_a_heavy_wind_abeam(sail: str, points: int, forced: int) -> None:
    found = compute_allowance(one(sail, ABEAM, "heavy", stopped=True), "B1")
    assert (found.points, found.forced) == (points, forced)


def test_sotl_16_b_amb_82_full_sail_adds_to_the_inertia() -> None:
    assert compute_allowance(one("full"), "B1").forced == 2
    assert compute_allowance(one("full", strength="light"), "B1").forced == 1
    assert compute_allowance(one("full", strength="light"), "B1").points == 7
    assert compute_allowance(one("mid"), "B1").forced == 1
    assert compute_allowance(one("full", masts=("mizzen",)), "B1").forced == 2
    assert compute_allowance(one("full", masts=()), "B1").points == 0


def test_amb_172_full_sail_and_veterans() -> None:
    state = at_sea(
        ship("B1", 0, 0, QUARTER, sail="full", card_veteran=True), options={"sail_states": True, "veterans": True}
    )
    found = compute_allowance(state, "B1")
    assert (found.points, found.forced, found.optional) == (9, 2, 1)
    assert [step.source for step in found.working[-2:]] == ["Full sail", "Veteran crew"]


def test_sotl_16_a_amb_81_the_sail_is_set_before_the_points_are_reckoned() -> None:
    before = one()
    state, events = play(before, order("a a a a a a a a", set="full"))
    assert GAME.describe(before, only(events, SailSet)) == "B1 makes full sail."
    assert len(only(events, ShipSailed).legs) == 8
    assert state.ships["B1"].sail == "full"
    assert [type(event) for event in events[:2]] == [SailSet, ShipSailed]


def test_amb_172_less_sail_is_words_too_and_the_same_is_no_fact() -> None:
    before = one("full")
    _, events = play(before, order("a", set="low"))
    assert GAME.describe(before, only(events, SailSet)) == "B1 shortens to low sail."
    _, events = play(before, order("a a", set="full"))
    assert every(events, SailSet) == []


def test_sotl_16_a_the_order_is_checked_under_the_new_sail() -> None:
    refused(one(), order("a a a a a"), "SOTL-5-d")
    refused(one("full"), order("a a a a a", set="low"), "SOTL-5-d")
    refused(one(), order("a s s s s s s s", set="full"), "SOTL-5.2.3-d")


def test_amb_172_the_sail_is_kept_also_by_forced_moves() -> None:
    state, events = play(one("full", TACK), Done(side="british"))
    assert only(events, ShipSailed).forced == 2
    assert state.ships["B1"].sail == "full"


def test_amb_172_a_line_keeps_the_sail_of_each_ship_and_its_leader_sets_what_is_planned() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", -1.5, 0, QUARTER, sail="mid"), **SAILS)
    lead, other = fleet_orders.follow_in_line_ahead(state, ("B1", "B2"), order("a a a a a a", set="full"))
    assert (lead.set, other.set) == ("full", UNSET)
    state, _ = play(state, lead, other)
    assert {key: one.sail for key, one in state.ships.items()} == {"B1": "full", "B2": "mid"}


def test_amb_172_ships_that_hold_their_course_keep_their_sail() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER, sail="full"), ship("B2", 0, 9, QUARTER, sail="mid"), **SAILS)
    orders = fleet_orders.build_orders(state, fleet_orders.plan_held_courses(state, "british"))
    assert [len(one.plan) for one in orders] == [compute_allowance(state, key).points for key in ("B1", "B2")]
    after, _ = play(state, *orders)
    assert [one.sail for one in after.ships.values()] == ["full", "mid"]


def test_amb_172_prizes_set_sail_for_their_captor() -> None:
    taken = at_sea(ship("F1", 0, 0, QUARTER, status="captured", captor="british"), **SAILS)
    state, _ = play(taken, Sail(side="british", ship="F1", plan=steps("a a a"), set="mid"))
    assert state.ships["F1"].sail == "mid"


def test_amb_123_without_the_switch_no_sail_is_set_and_none_counts() -> None:
    state = replace(one("full"), options={})
    assert compute_allowance(state, "B1").points == 4
    refusal = refused(state, order("a", set="mid"), "AMB-123")
    assert refusal.reason == "Sail states: not in use in this battle."


def test_sotl_16_a_what_is_offered_is_legal_under_every_sail() -> None:
    state = one("mid")
    offered = [choice for choice in GAME.choices(state) if isinstance(choice, Sail)]
    assert [choice for choice in offered if GAME.check(state, choice)] == []
    assert {choice.set for choice in offered} == {msgspec.UNSET, "low", "full"}
    assert len(set(offered)) == len(offered)


def test_sotl_16_a_a_supposed_sail_changes_nothing_else() -> None:
    state = one()
    assert set_sail(state, "B1", "low") is state
    assert set_sail(state, "B1", "full") == replace(state, ships={"B1": replace(state.ships["B1"], sail="full")})


def test_sotl_16_an_order_without_a_sail_is_written_as_ever() -> None:
    assert b"set" not in msgspec.json.encode(order("a"))
    again = msgspec.json.decode(msgspec.json.encode(order("a", set="full")), type=GAME.command_type)
    assert again == order("a", set="full")


@pytest.mark.parametrize(("sail", "parts"), [("mid", (0, 2, 3, 4, 5)), ("full", (0, 2, 4, 6, 7))])
def test_tv_29_the_winds_part_of_mid_and_full_sail(sail: str, parts: tuple[int, ...]) -> None:
    headings = (315, TACK, ABEAM, 135, QUARTER)
    workings = [compute_allowance(one(sail, heading), "B1").working for heading in headings]
    assert tuple(next(step.value for step in working if "%" in step.change) for working in workings) == parts
