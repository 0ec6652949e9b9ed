"""Chapter 3.1-b: the fast game (AMB-25, AMB-124, AMB-202)."""

from fractions import Fraction
from typing import Any

import pytest

from tabletop.core import resources
from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, ExplosionStruck, HullLost
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Critical, Shot
from tabletop.games.ships_of_the_line.survey import odds
from tests.judging import every, only
from tests.ships_of_the_line.kit import battle, play, ship

FAST = {"options": {"fast_game": True}}
SHOT = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")


def abeam(**fields: Any) -> State:
    return battle(ship("B1", 0, 0, 0), ship("F1", 0.8, 0, 0), **FAST | fields)


def duel(change: str = "", **options: object) -> State:
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    return GAME.open(GAME.read(f"{text}\n{change}", "duel.yaml"), options)


def test_sotl_3_1_b_amb_124_half_the_turns_rounded_up_of_twice_the_minutes() -> None:
    usual, fast = duel(), duel(fast_game=True)
    assert fast.turns == (usual.turns + 1) // 2
    assert fast.minutes_per_turn == 30
    assert fast.minutes_per_turn * 2 >= usual.minutes_per_turn


def test_sotl_3_1_b_hull_points_count_twice_and_criticals_once() -> None:
    state, events = play(abeam(), SHOT, dice=[4, 4, 1, 1, 3, 6, 4])
    fired = only(events, BroadsideFired)
    assert (fired.hull, len(fired.criticals)) == (2, 1)
    assert "2 hull points (1, fast game ×2)" in GAME.describe(abeam(), fired)
    assert state.shots[0].hull == 2


def test_amb_25_the_fast_game_doubles_last() -> None:
    switches = {"options": {"fast_game": True, "british_firepower": True}}
    across = battle(ship("B1", 0, 0, 0), ship("F1", 1.0, 0, 90), **switches)
    _, events = play(across, SHOT, dice=[4, 4, 1, 1, 1, 1, 1, 1, 3, 3])
    assert only(events, BroadsideFired).hull == 10  # 2, stern rake 4, firepower 5, fast game 10


def test_amb_202_explosions_and_fires_cost_twice_as_much() -> None:
    blast = Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),))
    state = abeam(shots=(blast,), asked="allied")
    _, events = play(state, Done(side="allied"), dice=[4, 4] + [1] * 10 + [3, 3])
    struck = only(events, ExplosionStruck)
    assert struck.hull == 2, "of the dice: old records hold it so"
    assert GAME.describe(state, struck).endswith("2 hits, 4 hull points (2, fast game ×2).")
    assert [one.points for one in every(events, HullLost)] == [4]
    burning = battle(ship("B1", 0, 0, 0, fires=3), ship("F1", 9, 0, 0), **FAST, phase="extinguish")
    lost = only(play(burning, Done(side="british"))[1], HullLost)
    assert (lost.cause, lost.points, lost.left) == ("fire", 2, 14)


def test_amb_202_no_more_is_lost_than_there_is() -> None:
    burning = battle(ship("B1", 0, 0, 0, hull=1, fires=1), ship("F1", 9, 0, 0), **FAST, phase="extinguish")
    state, events = play(burning, Done(side="british"))
    assert only(events, HullLost).left == 0
    assert state.ships["B1"].status == "sunk"


def test_sotl_3_1_b_the_odds_count_it() -> None:
    aim = find_aim(abeam(), "B1", "starboard", "F1")
    assert aim is not None
    found = odds.compute_broadside_odds(abeam(), aim)
    assert found.hull[8] == Fraction(5, 12) ** 4
    assert found.hull[1] == 0
    assert sum(found.hull) == 1


def test_amb_202_a_battle_that_begins_after_the_last_turn_is_told() -> None:
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    fast = text.replace("options: {", "start: {turn: 8}\noptions: {fast_game: true, ")
    with pytest.raises(ScenarioError, match=r"turn: 8 is out of range: at most 6 in the fast game"):
        GAME.read(fast, "duel.yaml")
