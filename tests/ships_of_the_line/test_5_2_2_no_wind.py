"""Chapter 5.2.2-b: the wind left out of account (AMB-79, AMB-173)."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.commands import Done, TurnByBoats
from tabletop.games.ships_of_the_line.events.movement import ShipDrifted
from tabletop.games.ships_of_the_line.model import State, Wind
from tabletop.games.ships_of_the_line.survey import sailing
from tests.judging import every
from tests.ships_of_the_line.helm import ABEAM, AHEAD, ASTERN, QUARTER, TACK, at_sea, tried
from tests.ships_of_the_line.kit import play, refused, ship

SWITCHES = {"no_wind": True, "sail_states": True, "veterans": True}
NONE = Wind(315, None)


def one(heading: int = AHEAD, **marks: Any) -> State:
    """B1 alone, where no wind counts."""
    return replace(at_sea(ship("B1", 0, 0, heading, **marks), options=SWITCHES), wind=NONE)


def opened(**options: object) -> State:
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    return GAME.open(GAME.read(text, "duel.yaml"), options)


@pytest.mark.parametrize("heading", [AHEAD, TACK, ABEAM, QUARTER, ASTERN])
def test_sotl_5_2_2_b_amb_79_every_heading_has_all_of_the_points(heading: int) -> None:
    found = compute_allowance(one(heading), "B1")
    assert (found.points, found.forced, found.percentage) == (4, 1, 100)
    assert any(line.source == "No wind counts" for line in found.working)


@pytest.mark.parametrize(("masts", "points"), [(("main",), 2), (("fore", "mizzen"), 2), ((), 0)])
def test_sotl_5_2_2_b_four_or_less_by_rigging(masts: tuple[str, ...], points: int) -> None:
    assert compute_allowance(one(masts=masts), "B1").points == points


@pytest.mark.parametrize(("stopped", "points"), [(False, 8), (True, 6)])
def test_tv_75_full_sail_and_a_veteran_crew_of_a_ship_that_is_stopped_or_not(stopped: bool, points: int) -> None:
    found = compute_allowance(one(sail="full", card_veteran=True, stopped=stopped), "B1")
    assert (found.points, found.forced) == (points, 1)


def test_amb_79_nothing_lies_in_the_winds_eye() -> None:
    state = one()
    assert not sailing.find_move_options(state, "B1").is_stopped
    assert tried(state, "a a a a").verdict is None
    assert not tried(one(TACK), "a a t-44 a").end
    refused(state, TurnByBoats(side="british", ship="B1", towards="port"), "SOTL-5.3-a")


@pytest.mark.parametrize("strength", ["light", "breeze", "heavy"])
def test_amb_173_a_battle_opens_without_rating_and_drift_in_any_strength(strength: str) -> None:
    state = opened(no_wind=True, wind_strength=strength)
    assert (state.wind.strength, state.drift) == (None, False)
    assert opened(wind_strength="heavy").drift


def test_amb_173_no_ship_drifts() -> None:
    fleets = ship("B1", 0, 0, QUARTER, masts=()), ship("F1", 20, 20, QUARTER, masts=())
    idle = replace(at_sea(*fleets, options=SWITCHES, asked="allied"), wind=NONE)
    _, events = play(idle, Done(side="allied"), Done(side="british"))
    assert every(events, ShipDrifted) == []


def test_sotl_5_2_2_b_off_by_default() -> None:
    assert opened() == opened(no_wind=False)
    assert opened().wind.strength == "breeze"


def test_amb_144_the_page_of_a_new_game_says_what_changes_nothing_without_wind() -> None:
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    usual, calm = (
        {one.id: one for one in GAME.switches(GAME.read(text.replace("options: {", said), "duel.yaml"))}
        for said in ("options: {", "options: {no_wind: true, ")
    )
    told = "This battle is without wind: pitching, weather gauge and wind changes have no effect."
    assert usual["no_wind"].notes == calm["no_wind"].notes == {True: told}
    for name in ("pitching", "weather_gauge", "wind_change"):
        assert usual[name].notes == {}
        assert calm[name].note.endswith("This battle is without wind.")
    assert not usual["wind_change"].note.endswith("This battle is without wind.")
