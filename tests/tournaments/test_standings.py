"""What results come to, counted by hand."""

import sys

import pytest

from tabletop.core.game import Score
from tabletop.tournaments.entrant import Entrant
from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import Result, Thought
from tabletop.tournaments.report import NoPainterError, figure, page
from tabletop.tournaments.standings import effects, losses, luck, standings

PNG = b"\x89PNG\r\n"


def result(seed, winner, margin, crews=False, lost=()):
    sides = {"british": Entrant("captain"), "allied": Entrant("captain", "bold")}
    fixture = Fixture(0, "ships_of_the_line", "trafalgar", seed, sides, {"crews": crews})
    reckoning = tuple(Score("british", 3, "struck", "SOTL-8-b", turn, ship) for ship, turn in lost)
    totals, thought = {"british": margin, "allied": 0}, {"british": Thought("british")}
    return Result(fixture, winner, "Over", totals, reckoning, "Turn 9", 10, thought)


PLAIN = [result("1", "british", 10, lost=[("bucentaure", 4), ("bucentaure", 6)]), result("2", "allied", -10)]
CREWED = [result("1", "british", 30, crews=True), result("2", None, 10, crews=True)]


def test_a_line_for_each_set_with_a_draw_as_half_a_victory():
    plain, crewed = standings([*PLAIN, *CREWED])
    assert plain.name == "trafalgar, british captain v allied captain:bold, crews=False"
    assert (plain.won, plain.drawn, plain.points) == ({"british": 1, "allied": 1}, 0, 0.5)
    assert (crewed.won, crewed.drawn, crewed.points) == ({"british": 1, "allied": 0}, 1, 0.75)
    assert (crewed.margin.mean, plain.margin.mean) == (20, 0)


def test_the_effect_of_a_switch_is_taken_over_the_same_chances():
    (effect,) = effects([*PLAIN, *CREWED])
    assert (effect.what, effect.than, effect.won.mean, effect.won.number) == ("crews True", "crews False", 25.0, 2)
    assert effects(PLAIN) == []


def test_a_ship_is_lost_once_in_the_turn_that_sealed_it():
    assert losses(PLAIN) == {"allied": {6: 1}}


def test_the_spread_is_taken_apart_into_luck_and_skill():
    told = luck([*PLAIN, *CREWED])
    assert (round(told.chance, 6), round(told.skill, 6), round(told.course, 6)) == (0.5, 0.5, 0)
    assert luck(PLAIN) is None


def test_the_report_tells_it_and_nothing_in_it_is_markup():
    told = page("<b>Trafalgar", [*PLAIN, *CREWED], PNG)
    assert "&lt;b&gt;Trafalgar" in told
    assert "the seed (deal and dice) 50%" in told
    assert "25.0 ± " in told


def test_who_lacks_what_draws_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(NoPainterError, match=r"admirals-table\[report\]"):
        figure(PLAIN)
