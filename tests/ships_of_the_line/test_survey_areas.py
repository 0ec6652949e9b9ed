"""Arcs, threats, the fire picture and the ruler show what the rules judge."""

import pytest
import shapely

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.survey import distances
from tabletop.games.ships_of_the_line.survey.gunnery import (
    find_areas_in_reach,
    find_band_areas,
    find_danger_regions,
    find_outlooks,
    find_threats,
    forecast_fire,
)
from tabletop.geometry.pose import Point, Pose
from tests.ships_of_the_line.kit import battle, ship


def fleets(count: int = 30) -> State:
    allied = [ship(f"F{n}", 3 + 0.7 * (n % 3), 1.2 * n - 18, (37 * n) % 360) for n in range(count)]
    british = [ship(f"B{n}", 1.1 * (n % 4) - 3, 1.2 * n - 18, (53 * n) % 360) for n in range(count)]
    return battle(*allied, *british)


def test_sotl_2_4bis_a_bands_fill_the_field_without_overlap() -> None:
    state = battle(ship("B1", 0, 0, 30))
    near, middle, far = find_band_areas(state, "B1", "port")
    assert [area.reach for area in (near, middle, far)] == [1, 3, 5]
    assert sum(area.area.area for area in (near, middle, far)) == pytest.approx(far.full_area.area)
    assert near.area.intersection(middle.area).area == pytest.approx(0, abs=1e-9)
    assert find_band_areas(state, "B1", "port", Pose(9, 9, 30))[0].area.centroid.x > 8


def test_what_an_arc_shows_is_what_a_broadside_sees() -> None:
    state = fleets(12)
    for key in state.ships:
        for broadside in BROADSIDES:
            bands = {area.band: area.area for area in find_band_areas(state, key, broadside)}
            for seen in compute_sighting(state, key, broadside).seen:
                end = shapely.Point(seen.sight.end.x, seen.sight.end.y)
                assert bands[seen.band].distance(end) < 0.0015


def test_picture_is_the_sighting_of_every_broadside() -> None:
    state = fleets(12)
    shown = find_outlooks(state)
    for key in state.ships:
        for broadside in BROADSIDES:
            view = compute_sighting(state, key, broadside)
            assert bool(view.seen) == ((key, broadside) in shown)
            if view.seen:
                assert shown[key, broadside].sighting == view
                assert tuple(aim.target for aim in shown[key, broadside].aims) == view.targets
    assert find_outlooks(state) is shown


def test_sotl_4_1_2_c_picture_names_who_blocks() -> None:
    state = battle(ship("F1", 3, 0, 0), ship("B1", 0, 0, 0), ship("B2", 1, 0, 0))
    assert find_outlooks(state)["B1", "starboard"].sighting.blockers == ("B2",)
    assert find_outlooks(state)["B1", "starboard"].aims == ()
    assert [aim.target for aim in find_outlooks(state)["B2", "starboard"].aims] == ["F1"]


def test_threats_are_the_loaded_and_clear_broadsides() -> None:
    state = battle(ship("F1", 9, 0, 0), ship("B1", 0, 0, 0, loaded=("port",)), ship("B2", 0, 5, 0, status="struck"))
    assert {(threat.ship, threat.broadside) for threat in find_threats(state, "british")} == {("B1", "port")}
    assert [threat.dice for threat in find_threats(state, "british")] == [4, 3, 2]
    held = battle(ship("F1", 0.35, 0, 0), ship("B1", 0, 0, 0), grapples=(Grapple("B1", "F1", 1),))
    assert find_threats(held, "british") == ()
    assert find_danger_regions(held, "british") == ()


@pytest.mark.parametrize(("kind", "far"), [("round", 5.0), ("double", 1.0), ("chain", 3.0), ("grape", 1.0)])
def test_sotl_19_f_amb_177_threatened_water_ends_where_the_shot_that_is_loaded_does(kind: str, far: float) -> None:
    firer = ship("B1", 0, 0, 0, shot={"starboard": kind})
    for gap in (0.99, 1.01, 2.99, 3.01, 4.99, 5.01):
        state = battle(firer, ship("F1", 0.3 + gap, 0, 0), options={"ammo": True})
        water = [region.area for region in find_danger_regions(state, "british")]
        nearest = shapely.Point(0.15 + gap, -0.5)
        threatened = any(area.covers(nearest) for area in water)
        shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
        assert (threatened, GAME.check(state, shot) is None) == (gap < far, gap < far)
    assert [area.reach for area in find_areas_in_reach(state, "B1", "starboard")][-1] == far


def test_threatened_regions_show_the_strongest_broadside() -> None:
    state = battle(ship("B1", 0, 0, 0), ship("B2", 0, 4, 90), ship("B3", 2.5, -1, 200, "I"))
    found = find_danger_regions(state, "british")
    assert [region.dice for region in found] == [6, 5, 4, 3, 2]
    for spot in range(400):
        place = shapely.Point(-6 + 0.61 * (spot % 20), -6 + 0.61 * (spot // 20))
        bearing = [threat.dice for threat in find_threats(state, "british") if threat.area.area.covers(place)]
        shown = [region.dice for region in found if region.area.covers(place)]
        assert max(shown, default=0) == max(bearing, default=0)


def test_sotl_4_1_4_a_no_threat_where_no_die_is_left() -> None:
    state = battle(ship("B1", 0, 0, 0, "VI"))
    assert {threat.band for threat in find_threats(state, "british")} == {"point_blank"}


def test_ruler_measures_from_hull_to_hull() -> None:
    state = battle(ship("F1", 2, 0, 0), ship("B1", 0, 0, 0))
    reading = distances.measure_chain(
        state, (distances.build_ruler_end(state, "B1"), distances.build_ruler_end(state, "F1"))
    )[0]
    assert (reading.distance, reading.bearing) == (1.7, 90)
    assert reading.end.x - reading.start.x == pytest.approx(1.7)
    spot = distances.measure_chain(state, (distances.build_ruler_end(state, "B1"), distances.RulerEnd(Point(0, 2))))[0]
    assert (spot.distance, spot.bearing) == (1.5, 0)


def test_chain_adds_up() -> None:
    state = battle(ship("B1", 0, 0, 0))
    marks = [distances.RulerEnd(Point(0, 0)), distances.RulerEnd(Point(3, 4)), distances.RulerEnd(Point(3, 0))]
    assert [(leg.distance, leg.bearing, leg.total) for leg in distances.measure_chain(state, marks)] == [
        (5, 37, 5),
        (4, 180, 9),
    ]
    assert distances.measure_chain(state, marks[:1]) == ()


def test_surveys_of_a_whole_fleet_are_made_once_for_a_state() -> None:
    state = fleets()
    assert find_danger_regions(state, "british")
    assert find_danger_regions(state, "british") is find_danger_regions(state, "british")
    assert find_outlooks(state) is find_outlooks(state)


def test_fire_picture_tells_why_a_broadside_is_silent() -> None:
    state = battle(ship("F1", 2, 0, 0), ship("B1", 0, 0, 0, loaded=("port",)))
    outlook = find_outlooks(state)["B1", "starboard"]
    assert str(outlook.refusal) == str(fire.check_broadside(state, "B1", "starboard"))
    assert outlook.refusal is not None
    assert outlook.refusal.rule == "SOTL-4.1.3-a"


def test_a_prospect_tells_what_would_bear_there_and_which_enemies_would_aim_at_her() -> None:
    state = battle(ship("B1", 0, 0, 90), ship("B2", 9, 1.5, 90), ship("F1", 9, -1.5, 90), ship("F2", 11.6, 0, 90))
    there = forecast_fire(state, "B1", Pose(8.5, 0, 90))
    assert ("F1", "medium") in there.targets
    assert there.threats == ("F1",)
    assert forecast_fire(state, "B1", Pose(0, 0, 90)).threats == ()
