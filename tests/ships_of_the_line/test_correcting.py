"""C-9: what of a ship both sides may put right, and when they may not."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import CorrectShip
from tabletop.games.ships_of_the_line.model import Fouling, Grapple, Note, Question, State, Tow
from tabletop.games.ships_of_the_line.ship import SIDES
from tests.ships_of_the_line.kit import battle, play, refused, ship

BOTH = tuple(SIDES)


def sea(**of_her: Any) -> State:
    """Two ships far apart in the Movement Phase; `of_her` of the British one."""
    return battle(ship("B1", 0, 0, 0, **of_her), ship("F1", 10, 0, 180), phase="movement")


def corrected(**what: Any) -> CorrectShip:
    return CorrectShip("british", agreed=BOTH, ship="B1", **what)


def why_not(state: State, command: CorrectShip) -> str:
    rule = "SOTL-5-f" if command.east == 10.0 else "C-9"
    return refused(state, command, rule).reason


def test_c_9_a_ship_lies_where_both_say_and_the_turn_goes_on_as_it_was() -> None:
    before = sea()
    state, _ = play(before, corrected(east=3.0, north=-2.0, heading=90))
    after = state.ships["B1"].pose
    assert (after.heading, round(after.y, 6)) == (90, -2.0) and after.x < 3.0
    assert replace(state, ships=before.ships) == before


@pytest.mark.parametrize(
    "fast",
    [
        {"grapples": (Grapple("F1", "B1", 1),)}, {"foulings": (Fouling("B1", "F1"),)}, {"tows": (Tow("F1", "B1"),)},
        {"tows": (Tow("B1", "F1"),)},
    ],
)  # fmt: skip
def test_c_9_who_is_made_fast_stays_where_she_lies_but_her_card_is_put_right(fast: Any) -> None:
    state = replace(sea(), **fast)
    assert "made fast" in why_not(state, corrected(heading=90))
    assert play(state, corrected(fatigue=1))[0].ships["B1"].fatigue == 1


def test_c_9_who_sits_fast_on_the_ground_stays_there() -> None:
    assert "aground" in why_not(sea(aground=True), corrected(east=3.0))


@pytest.mark.parametrize(
    ("what", "why"),
    [({"east": 10.0}, "across"), ({"east": 1e4}, "off the map"), ({"north": float("nan")}, "off the map")],
)
def test_c_9_she_lies_within_the_sea_and_across_nobody(what: Any, why: str) -> None:
    assert why in why_not(sea(), corrected(**what))


def test_c_9_nothing_is_put_right_of_who_is_not_there_nor_while_a_question_waits() -> None:
    assert "afloat" in why_not(sea(status="sunk"), corrected(hull=1))
    assert "afloat" in why_not(sea(), replace(corrected(hull=1), ship="B9"))
    asked = replace(sea(), question=Question("undecided", "british", "B1"))
    assert "answered" in why_not(asked, corrected(hull=1))


def test_c_9_with_fewer_fires_fewer_have_burned_since_before() -> None:
    state = play(sea(fires=3, old_fires=2), corrected(fires=1))[0]
    assert (state.ships["B1"].fires, state.ships["B1"].old_fires) == (1, 1)


def test_c_9_a_fire_that_is_put_out_when_both_have_done_burns_until_then() -> None:
    state = replace(sea(fires=2), notes=(Note("extinguished", "B1"),))
    assert "between 1" in why_not(state, corrected(fires=0))
    assert play(state, corrected(fires=1))[0].ships["B1"].fires == 1


def test_c_9_guns_are_loaded_or_empty_as_both_say_and_it_is_told() -> None:
    before = sea()
    state, (told,) = play(before, corrected(loaded=("starboard",)))
    assert state.ships["B1"].loaded == ("starboard",)
    assert GAME.describe(before, told).endswith("is corrected: loaded starboard (was port and starboard).")
