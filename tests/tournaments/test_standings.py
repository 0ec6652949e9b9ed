"""What results come to, counted by hand."""

import sys

import msgspec
import pytest

from tabletop.tournaments.fixture import Entrant, Fixture
from tabletop.tournaments.match_play import Loss, Result, Thought
from tabletop.tournaments.report import ReportUnavailableError, build_page, draw_figure
from tabletop.tournaments.standings import (
    analyse_variance,
    build_standings,
    compare_losses,
    find_effects,
    mean_fates,
    mean_losses,
)
from tests.ui.test_report import texts_drawn

PNG = b"\x89PNG\r\n"


def result(seed, winner, margin, crews=False, lost=()):
    sides = {"british": Entrant("captain"), "allied": Entrant("captain", "bold")}
    fixture = Fixture(0, "ships_of_the_line", "trafalgar", seed, sides, {"crews": crews})
    totals, thought = {"british": margin, "allied": 0}, {"british": Thought("british")}
    gone = tuple(Loss(side, f"{side}-{turn}", turn, fate, fate == "fled") for side, turn, fate in lost)
    return Result(fixture, winner, "Over", totals, (), "Turn 9", 10, thought, 9, {"british": 3, "allied": 4}, gone)


GONE = [("allied", 4, "sunk"), ("british", 5, "fled"), ("british", 5, "sunk"), ("allied", 6, "struck")]
PLAIN = [result("1", "british", 10, lost=GONE), result("2", "allied", -10, lost=[("allied", 6, "struck")])]
CREWED = [result("1", "british", 30, crews=True), result("2", None, 10, crews=True)]


def test_a_line_for_each_set_with_a_draw_as_half_a_victory():
    plain, crewed = build_standings([*PLAIN, *CREWED])
    assert plain.name == "trafalgar, british captain v allied captain:bold, crews=False"
    assert (plain.won, plain.drawn, plain.points) == ({"british": 1, "allied": 1}, 0, 0.5)
    assert (crewed.won, crewed.drawn, crewed.points) == ({"british": 1, "allied": 0}, 1, 0.75)
    assert (crewed.margin.mean, plain.margin.mean) == (20, 0)


def test_the_effect_of_a_switch_is_taken_over_the_same_chances():
    (effect,) = find_effects([*PLAIN, *CREWED])
    assert (effect.what, effect.than, effect.won.number) == ("crews True", "crews False", 2)
    assert (effect.won.mean, effect.margin.mean) == (25.0, 20.0)
    assert find_effects(PLAIN) == []


def test_losses_are_means_of_a_match_by_turn_and_by_fate():
    assert mean_losses(PLAIN) == {"british": {5: 1.0}, "allied": {4: 0.5, 6: 1.0}}
    assert mean_fates(PLAIN)["allied"] == {"struck": 1.0, "sunk": 0.5, "fled": 0.0}


def test_what_a_side_has_paid_is_told_by_each_loss_of_the_other():
    paid = compare_losses(PLAIN, "allied", "british")
    assert {nth: (price.mean, price.few, price.many, price.turn, price.matches) for nth, price in paid.items()} == {
        1: (0, 0, 0, 5, 2),
        2: (1, 1, 1, 6, 1),
    }


def test_the_spread_is_taken_apart_into_luck_and_skill():
    told = analyse_variance([*PLAIN, *CREWED])
    assert (round(told.chance, 6), round(told.skill, 6), round(told.course, 6)) == (0.5, 0.5, 0)
    assert analyse_variance(PLAIN) is None


def test_what_the_course_of_matches_makes_of_means_is_no_luck_of_the_seed():
    told = analyse_variance(
        [result("1", None, 10), result("2", None, -10), result("1", None, -10, True), result("2", None, 10, True)]
    )
    assert (told.chance, told.skill, told.course) == (0, 0, 1)


def test_the_report_tells_it_and_nothing_in_it_is_markup():
    told = build_page("<b>Trafalgar", [*PLAIN, *CREWED], PNG)
    assert "&lt;b&gt;Trafalgar" in told
    assert "50% on the seed (deal and dice) alone" in told
    assert "25.0 ± " in told
    assert "<th>sunk</th>" in told


def test_who_lacks_what_draws_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ReportUnavailableError, match=r"\[report\]"):
        draw_figure(PLAIN)


@pytest.mark.parametrize("name", [r"$\frac{1}{0$", "$x$", "_hidden", r"\alpha", "a $ b"])
def test_the_figure_prints_names_as_they_are(name, monkeypatch, recwarn):
    named = [msgspec.structs.replace(one, fixture=msgspec.structs.replace(one.fixture, scenario=name)) for one in PLAIN]
    lost = tuple(msgspec.structs.replace(loss, fate=name) for loss in PLAIN[0].lost)
    drawn = texts_drawn(monkeypatch)
    assert draw_figure([msgspec.structs.replace(named[0], lost=lost), *named[1:]]).startswith(PNG)
    assert {name, f"{name}, british captain v allied captain:bold, crews=False"} <= {
        text.replace("\n", " ") for text in drawn
    }
    assert list(recwarn) == []
