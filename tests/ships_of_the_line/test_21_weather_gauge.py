"""Chapter 21: windward and leeward (AMB-86 to AMB-88, AMB-191 to AMB-193)."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import aiming, boarding, fire
from tabletop.games.ships_of_the_line.chapters.fire import side_of_fall
from tabletop.games.ships_of_the_line.chapters.optional.weather_gauge import gauge_of
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.commands import Board, Done, FireBroadside
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, ExplosionStruck, HullLost, MastFell
from tabletop.games.ships_of_the_line.model import Grapple, State, Tow, Wind
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Critical, Leader, Shot
from tabletop.games.ships_of_the_line.survey import odds, summaries
from tabletop.games.ships_of_the_line.tables import Harm, Hits, Throw
from tests.judging import every, only
from tests.ships_of_the_line.helm import ABEAM, AHEAD, ASTERN, QUARTER, TACK
from tests.ships_of_the_line.kit import battle, play, ship

GAUGE = {"options": {"weather_gauge": True}}
SHOT = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")


def alone(heading: int, kind: str = "III", strength: str = "breeze", **marks: Any) -> State:
    return battle(ship("B1", 0, 0, heading, kind, **marks), strength=strength, phase="movement", **GAUGE)


def abeam(target: int, heading: int = 0, **fields: Any) -> State:
    """F1 to starboard of B1, on some heading."""
    return battle(ship("B1", 0, 0, heading), ship("F1", 1, 0, target), **GAUGE | fields)


def loss(state: State, hits: int = 1, hull: int = 1, rake: Any = None) -> int:
    return rules_of(state).modifiers.hull_loss.total(Hits(state, "B1", "starboard", "F1", rake, hits, hull))


@pytest.mark.parametrize(("heading", "found"), [(100, "windward"), (0, "leeward"), (45, "neither"), (135, "windward")])
def test_tv_102_amb_86_by_her_own_heading_to_the_wind(heading: int, found: str) -> None:
    assert gauge_of(alone(heading), "B1") == found
    mark = only([one for one in summaries.list_marks(alone(heading), "B1") if one.title == "Gauge"], summaries.Mark)
    assert (mark.value, mark.emblem) == (found, {"windward": "W", "leeward": "L", "neither": ""}[found])


def test_sotl_21_a_it_is_read_for_ships_of_every_class() -> None:
    assert {gauge_of(alone(QUARTER, kind), "B1") for kind in ("four", "I", "II", "III", "IV", "V", "VI")} == {
        "windward"
    }


@pytest.mark.parametrize(("heading", "points"), [(QUARTER, 5), (ASTERN, 4), (ABEAM, 2), (TACK, 1), (AHEAD, 0)])
def test_sotl_21_b_windward_a_point_more(heading: int, points: int) -> None:
    assert compute_allowance(alone(heading), "B1").points == points
    assert compute_allowance(alone(heading), "B1").forced == min(1, points)


@pytest.mark.parametrize(("strength", "points", "forced"), [("breeze", 10, 2), ("heavy", 11, 3)])
def test_tv_71_full_sail_veteran_windward(strength: str, points: int, forced: int) -> None:
    switches = {"options": {"weather_gauge": True, "sail_states": True, "veterans": True}}
    state = battle(ship("B1", 0, 0, QUARTER, sail="full", card_veteran=True), strength=strength, **switches)
    found = compute_allowance(state, "B1")
    assert (found.points, found.forced, found.optional) == (points, forced, 1)
    assert [line.source for line in found.working[-2:]] == ["Veteran crew", "Windward"]


def test_amb_8_the_point_comes_before_resistance_and_tow_and_not_to_who_makes_no_way() -> None:
    assert compute_allowance(alone(QUARTER, stopped=True), "B1").points == 3
    assert compute_allowance(alone(QUARTER, rudder_lost=True), "B1").points == 0
    towing = battle(ship("B1", 0, 0, QUARTER), ship("B2", -2, 0, QUARTER), tows=(Tow("B1", "B2"),), **GAUGE)
    assert compute_allowance(towing, "B1").points == 3


@pytest.mark.parametrize(("kind", "dice"), [("four", 6), ("I", 5), ("IV", 2), ("V", 2), ("VI", 1)])
def test_sotl_21_b_amb_87_in_a_heavy_wind_the_lower_battery_is_silent(kind: str, dice: int) -> None:
    found = aiming.dice_for(alone(QUARTER, kind, "heavy"), "B1", "point_blank", None)
    assert found[-1].value == dice


@pytest.mark.parametrize(("heading", "strength"), [(QUARTER, "breeze"), (QUARTER, "light"), (TACK, "heavy")])
def test_amb_193_only_in_a_heavy_wind_from_behind(heading: int, strength: str) -> None:
    assert aiming.dice_for(alone(heading, "I", strength), "B1", "point_blank", None)[-1].value == 6


def test_tv_93_amb_193_with_no_die_left_she_cannot_fire() -> None:
    in_zone = alone(QUARTER, "IV", "heavy", hull=4)
    assert aiming.dice_for(in_zone, "B1", "medium", None)[-1].value == 0
    assert aiming.firing_reach(in_zone, "B1") == in_zone.profile.point_blank
    assert aiming.dice_for(replace(in_zone, wind=Wind(315)), "B1", "medium", None)[-1].value == 1


def test_tv_94_the_battery_is_silent_after_the_tow_and_before_the_rake() -> None:
    pair = ship("B1", 0, 0, QUARTER, "I"), ship("B2", -2, 0, QUARTER)
    state = battle(*pair, strength="heavy", tows=(Tow("B1", "B2"),), **GAUGE)
    found = aiming.dice_for(state, "B1", "point_blank", "stern")
    assert [line.value for line in found] == [6, 5, 4, 8]
    assert found[-2].source == "lower battery"


@pytest.mark.parametrize("strength", ["light", "breeze", "heavy"])
@pytest.mark.parametrize(("heading", "points"), [(TACK, 2), (AHEAD, 2), (ABEAM, 1), (QUARTER, 1)])
def test_sotl_21_c_amb_88_a_hull_point_more_to_leeward_in_any_wind(heading: int, points: int, strength: str) -> None:
    assert loss(abeam(heading, strength=strength)) == points


@pytest.mark.parametrize(("strength", "points"), [("breeze", 1), ("heavy", 2)])
def test_amb_222_the_profile_may_keep_that_to_a_heavy_wind(strength: str, points: int) -> None:
    state = abeam(TACK, strength=strength)
    assert loss(replace(state, profile=replace(state.profile, leeward_above_breeze=True))) == points


def test_amb_25_once_a_broadside_that_hits_after_the_rake_and_before_the_fast_game() -> None:
    switches = {"options": {"weather_gauge": True, "british_firepower": True, "fast_game": True}}
    state = abeam(TACK, **switches)
    assert loss(state, hits=5, hull=4, rake="stern") == 20  # 4, ×2, +1, +1, ×2
    assert loss(state, hits=1, hull=0) == 4
    assert loss(state, hits=0, hull=0) == 0
    lines = rules_of(state).modifiers.hull_loss.working(Hits(state, "B1", "starboard", "F1", "stern", 5, 4))
    assert [line.source for line in lines[-3:]] == ["British firepower", "leeward", "fast game"]


def test_sotl_21_c_the_shot_and_its_odds_count_it() -> None:
    state = abeam(TACK)
    aim = fire.find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    assert odds.compute_broadside_odds(state, aim).hull[1] == Fraction(7, 12) ** 4 - Fraction(
        1, 16
    )  # all hits critical
    _, events = play(state, SHOT, dice=[4, 1, 1, 1, 3])
    assert only(events, BroadsideFired).hull == 2
    assert "2 hull points (1, leeward +1)" in GAME.describe(state, only(events, BroadsideFired))


def test_sotl_21_c_not_by_explosions() -> None:
    blast = Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),))
    state = abeam(TACK, shots=(blast,), asked="allied")
    _, events = play(state, Done(side="allied"), dice=[4] + [1] * 11 + [3])
    assert [one.points for one in every(events, HullLost)] == [only(events, ExplosionStruck).hull] == [1]


@pytest.mark.parametrize(("heading", "over"), [(100, "starboard"), (135, "port"), (TACK, "starboard"), (270, "port")])
def test_tv_103_amb_192_masts_fall_to_lee_and_by_the_die_with_the_wind_along_the_keel(heading: int, over: str) -> None:
    assert side_of_fall(alone(heading), "B1", "port") == over
    assert side_of_fall(alone(315), "B1", "starboard") == "starboard"


def test_amb_88_the_side_that_the_mast_falls_over_is_masked() -> None:
    down = Shot("B1", "starboard", "F1", "broadside", 1, 0, (Critical(1),))
    state, events = play(abeam(100, shots=(down,), asked="allied"), Done(side="allied"))
    assert only(events, MastFell).over == "starboard"
    assert fire.check_broadside(state, "F1", "port") is None


def boarded(british: int, allied: int, **fields: Any) -> State:
    fleets = ship("B1", 0, 0, british), ship("F1", 0.35, 0, allied)
    return battle(*fleets, grapples=(Grapple("B1", "F1", 1),), phase="board", turn=2, **GAUGE | fields)


@pytest.mark.parametrize(("heading", "captured"), [(170, True), (350, False)])
def test_sotl_21_b_amb_191_windward_one_off_the_throw_of_boarders(heading: int, captured: bool) -> None:
    """Three against three need five at most: 6 − 1 is enough, and a defender to leeward has no such help."""
    state = boarded(heading, 350)
    _, events = play(state, Board("british", "B1", "F1"), Done(side="british"), Done(side="allied"), dice=[2, 4, 2, 4])
    fought = only(events, BoardingFought)
    assert fought.attacker.success == captured
    assert not fought.defender.success
    assert ("−1 (windward)" in GAME.describe(state, fought)) == captured


def test_amb_191_twelve_is_never_enough_and_several_ships_to_windward_help_once() -> None:
    state = boarded(170, 350)
    assert odds.chance_to_carry(state, ("B1",), ("F1",)) == Fraction(15, 36)
    both = battle(
        *(ship(key, x, 0, 170) for key, x in (("B1", 0), ("B2", 0.7))), ship("F1", 0.35, 0, 350, "I"), **GAUGE
    )
    throw = rules_of(both).modifiers.throw
    assert throw.total(Throw(both, ("B1", "B2"), ("F1",), 8)) == 7
    assert not boarding.is_success(Throw(both, ("B1",), ("F1",), 12), 11)


def test_amb_191_the_leader_counts_before_the_gauge_and_a_natural_twelve_fails_all_the_same() -> None:
    """Nelson takes 3 off, the wind 1; in the form of rule 20 he shifts the column, and the wind alone counts here."""
    nelson = ship("B1", 0, 0, 170, card_boarding=15, card_leader=Leader("Nelson", -3))
    state = battle(nelson, ship("F1", 0.35, 0, 350), options={"weather_gauge": True, "leaders": True})
    state = replace(state, phase="board", grapples=(Grapple("B1", "F1", 1),), turn=2)
    for dice, success in (((6, 5), True), ((6, 6), False)):
        order = Board("british", "B1", "F1", leader=True)
        _, events = play(state, order, Done(side="british"), Done(side="allied"), dice=[*dice, 6, 6])
        attack = only(events, BoardingFought).attacker
        assert [line.source for line in attack.working] == ["dice", "Nelson", "windward"]
        assert (attack.working[-1].value, attack.success) == (sum(dice) - 4, success)
    shifted = Throw(state, ("B1",), ("F1",), 8, shifted=True)
    assert rules_of(state).modifiers.throw.total(shifted) == 7


@pytest.mark.parametrize(("heading", "ahead", "points"), [(QUARTER, True, 3), (QUARTER, False, 2), (TACK, True, 2)])
def test_amb_87_amb_157_who_rams_with_the_wind_costs_the_other_a_point_more(
    heading: int, ahead: bool, points: int
) -> None:
    state = battle(ship("B1", 0, 0, heading), ship("F1", 1, 0, 0), **GAUGE)
    harm = rules_of(state).modifiers.harm
    assert harm.total(Harm(state, "F1", "collision", 2, "B1", ahead)) == points
    assert harm.total(Harm(state, "B1", "collision", 4, "B1", ahead)) == 4
    assert harm.total(Harm(state, "F1", "explosion", 2, "B1", ahead)) == 2


def test_amb_173_without_wind_there_is_no_gauge_and_masts_fall_by_the_die() -> None:
    state = replace(abeam(TACK), wind=Wind(315, None), options={"weather_gauge": True, "no_wind": True})
    assert gauge_of(state, "F1") == "neither"
    assert loss(state) == 1
    assert side_of_fall(state, "F1", "starboard") == "starboard"
    assert rules_of(state).modules[-1].inert(state) == "This battle is without wind."


def test_amb_123_without_the_switch_nothing_of_it() -> None:
    state = replace(abeam(TACK), options={})
    assert loss(state) == 1
    assert side_of_fall(state, "F1", "port") == "port"
    assert compute_allowance(replace(alone(QUARTER), options={}), "B1").points == 4
