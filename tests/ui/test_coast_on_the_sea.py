"""A coast at the table: batteries fire from a sheet, are aimed at like ships, and the ghost tells what threatens."""

from typing import Any

import pygame
import pytest
import shapely
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.model import Battery, Coast, State, Tow
from tabletop.games.ships_of_the_line.survey import odds, plans, rolls
from tabletop.games.ships_of_the_line.survey.distances import RulerEnd, build_ruler_end, measure_chain
from tabletop.games.ships_of_the_line.survey.gunnery import find_danger_regions
from tabletop.games.ships_of_the_line.survey.odds import FireBattery
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.games.ships_of_the_line.survey.shores import FAIRWAY, find_thing_at
from tabletop.games.ships_of_the_line.survey.shores import LAND as LAND_
from tabletop.geometry.pose import Point
from tabletop.ui.boards.replies import Ask
from tabletop.ui.boards.ships_of_the_line import accounts
from tabletop.ui.boards.ships_of_the_line.modes import plan_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import (
    BatteryFireLine,
    BatteryReach,
    LegalTarget,
    OddsChip,
    RingedShip,
    SelectedBattery,
)
from tabletop.ui.boards.ships_of_the_line.survey_overlays import build_covered_water, build_fire_fields
from tabletop.ui.frame_budget import run_to_end
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.report import Pressed
from tests.ships_of_the_line.helm import QUARTER, at_sea, sail, tried
from tests.ships_of_the_line.kit import battle, play, ship
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun

ON: dict[str, Any] = {"options": {"coastal": True, "collision": True}}


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def coast(x: float, side: Any = "allied") -> Coast:
    fort = Battery(key="W1", side=side, name="Fort San Luis", place=Point(x, 0), dice=4, hull=17)
    return Coast(batteries={"W1": fort}, rings=2.0)


def guarded(**fields: Any) -> State:
    return battle(ship("B1", 0, 0, 0), ship("F1", 20, 20, 0), **({"coast": coast(0.9)} | ON | fields))


def chip(state: State, plan: str) -> str:
    return " ".join(plan_overlays.build_plan_chip(state, PlanDraft(tried(state, plan))).lines)


def test_sotl_22_e_batteries_are_aimed_from_a_sheet_and_fire_the_second_time() -> None:
    watch = Watch(begun(guarded(asked="allied", initiative="allied")))
    ending = watch.table.find_unfinished()
    assert (ending.body, ending.pieces) == ("Fort San Luis can still fire.", ())  # type: ignore[union-attr]
    watch.press("1")
    assert [one.title for one in laid(watch, OddsChip)] == ["Aimed at B1"]
    assert watch.state.shots == ()
    watch.click("crew.0")
    watch.wait(200)
    assert [shot.attacker for shot in watch.state.shots] == ["W1"]
    watch.press("1", "1")
    watch.wait(200)
    assert len(watch.state.shots) == 2
    assert "crew.0" not in watch.idents()


def test_amb_196_a_battery_is_aimed_at_and_fired_at_like_a_ship() -> None:
    watch = Watch(begun(guarded()))
    watch.click_ship("B1")
    watch.wait(400)
    overlays = watch.table.surface.overlays  # type: ignore[attr-defined]
    assert [one.title for one in overlays if isinstance(one, OddsChip)] == ["Fire at Fort San Luis"]
    assert [one.ship for one in overlays if isinstance(one, LegalTarget)] == ["W1"]
    watch.press("Space")
    watch.wait(200)
    assert [shot.target for shot in watch.state.shots] == ["W1"]


def test_amb_157_the_ghost_tells_whom_she_would_ram_and_what_it_costs() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 1.25, 0, 0), **ON)
    assert "B1 rams F1: 4/6, you −4, she −2" in chip(state, "a s s s")
    assert "rams" not in chip(replace(state, options={}), "a s s s")


def test_amb_159_the_ghost_says_that_the_ship_in_tow_touches_and_rams() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("B2", -1.1, 0, QUARTER), ship("F1", -0.2, 0.9, 0)
    state = at_sea(*ships, tows=(Tow("B1", "B2"),), options={"collision": True})
    assert "Her move ends where B2, in tow, touches F1" in chip(state, "a t44")
    assert "B2 rams F1: 4/6, you −4, she −2" in chip(state, "a t44")
    assert "rams" not in chip(state, "t44 a")


def test_amb_197_the_ghost_tells_where_she_may_ground() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 20, 20, 0), coast=coast(5), **ON)
    assert "B1 grounds on the shoals off Fort San Luis with 33 %: hull −4" in chip(state, "a s s s")
    (found,) = plans.find_grounding_risks(state, tried(state, "a s s s"))
    assert (found.ship, found.obstacle, found.ring, found.loss) == ("B1", "W1", 2, 4)
    assert plans.find_grounding_risks(replace(state, coast=Coast()), tried(state, "a s s s")) == ()


def test_amb_197_to_hold_the_course_of_all_says_before_who_may_ground() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 20, 20, 0), coast=coast(7), **ON)
    asked = Watch(begun(state)).table.handle_action(Pressed("hold_all"))
    assert isinstance(asked, Ask)
    assert "B1 grounds on the shoals off Fort San Luis with 33 %: hull −4." in asked.body


def test_amb_197_the_ghost_names_the_shore_and_a_battery_that_she_would_bear_on() -> None:
    land = (Point(1, -5), Point(3, -5), Point(3, 5), Point(1, 5))
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 20, 20, 0), coast=Coast(land=(land,)), **ON)
    assert "Her move ends where she touches the shore" in chip(state, "a")
    near = at_sea(ship("B1", 0, 0, 0, hull=16), ship("F1", 20, 20, 0), coast=replace(coast(2.6), rings=0.0), **ON)
    assert "From there she bears on Fort San Luis (medium" in chip(near, "a")


def test_amb_197_the_log_opens_at_what_speaks_of_the_shore_and_of_a_battery() -> None:
    watch = Watch(begun(guarded()))
    watch.table.centre_on(("B1", "shore", "W1"), 400)
    watch.table.highlight_pieces(("shore", "W1", "B1"))
    watch.wait(100)
    assert watch.table.viewer.noted == ("B1",)


# --- batteries that are chosen, measured, and threaten


LAND = (Point(1, -20), Point(38, -20), Point(38, 20), Point(1, 20))


def manned(**fields: Any) -> Watch:
    """A French fort 3 UM from a British ship; the Combined Fleet is asked to fire, and the fort is clicked."""
    given = {"asked": "allied", "initiative": "allied", "coast": coast(3.5)} | ON
    watch = Watch(begun(battle(ship("B1", 0, 0, 0), ship("B2", 0, 5, 0), ship("F1", 40, 40, 0), **(given | fields))))
    watch.click("zoom.fit")
    watch.wait(400)
    click_battery(watch)
    return watch


def click_battery(watch: Watch, key: str = "W1") -> None:
    place = watch.state.coast.batteries[key].place
    x, y = watch.table.surface.view.camera.to_screen(place.x, place.y)
    watch.click_at((round(x), round(y)))
    watch.wait(400)


def laid(watch: Watch, kind: type) -> list[Any]:
    return [one for one in watch.table.surface.overlays if isinstance(one, kind)]  # type: ignore[attr-defined]


def card_of(watch: Watch) -> str:
    return " ".join(one.text for one in watch.screen.find("card").walk() if isinstance(one, Label))


def test_sotl_22_e_a_battery_is_chosen_aimed_and_fired_by_clicks() -> None:
    watch = manned()
    assert (watch.table.viewer.selected_battery, watch.table.viewer.selected) == ("W1", None)
    assert (laid(watch, SelectedBattery), len(laid(watch, BatteryReach))) == ([SelectedBattery("W1")], 1)
    assert {one.ship for one in laid(watch, RingedShip)} == {"B1", "B2"}
    watch.click_ship("B2")
    watch.wait(100)
    assert [one.title for one in laid(watch, OddsChip)] == ["Aimed at B2"]
    assert watch.state.shots == ()
    watch.click_ship("B2")
    watch.wait(200)
    assert [(shot.attacker, shot.target) for shot in watch.state.shots] == [("W1", "B2")]
    assert (
        watch.table.dice_of_event(watch.match.moves[-1].before, watch.match.moves[-1].events[0]).title
        == "Fort San Luis"
    )


def test_amb_195_space_goes_through_batteries_and_hot_shot_is_aimed_by_its_number() -> None:
    watch = manned(options={"coastal": True, "ammo": True})
    watch.press("Esc")
    assert watch.table.viewer.selected_battery is None
    assert watch.table.primary_action().label == "Next battery to fire"  # type: ignore[union-attr]
    watch.table.surface.view.look_at((-30, -30))
    watch.press("Space")
    watch.wait(600)
    x, y = watch.table.surface.view.camera.to_screen(3.5, 0)
    assert watch.table.surface.rect.collidepoint(x, y)
    watch.press("Space")
    watch.wait(100)
    assert watch.table.primary_action().label == "Fire at B1"  # type: ignore[union-attr]
    watch.press("Space")
    watch.wait(200)
    assert [shot.target for shot in watch.state.shots] == ["B1"]
    station: Any = watch.table.station
    station.key(Input("key", key="2"))
    assert watch.table.primary_action().label == "Fire at B1"  # type: ignore[union-attr]
    watch.table.refresh()
    assert [one.title for one in laid(watch, OddsChip)] == ["Aimed hot shot at B1"]


def test_amb_195_a_click_on_the_chosen_battery_takes_hot_shot_and_another_round_shot() -> None:
    watch = manned(options={"coastal": True, "ammo": True})
    click_battery(watch)
    assert laid(watch, SelectedBattery) == [SelectedBattery("W1", hot=True)]
    watch.click_ship("B2")
    assert [one.title for one in laid(watch, OddsChip)] == ["Aimed hot shot at B2"]
    click_battery(watch)
    assert ([one.title for one in laid(watch, OddsChip)], laid(watch, SelectedBattery)) == (
        ["Aimed at B2"],
        [SelectedBattery("W1")],
    )
    click_battery(watch)
    watch.click_ship("B2")
    watch.wait(200)
    assert (watch.state.shots[0].target, watch.state.coast.batteries["W1"].red_turn) == ("B2", 1)
    assert laid(watch, SelectedBattery) == [SelectedBattery("W1", hot=True)]


def test_amb_195_a_click_on_a_ship_out_of_reach_says_how_far_she_is() -> None:
    watch = manned(coast=coast(12.5))
    watch.click_ship("B1")
    assert "is out of range" in watch.toast


def test_amb_194_the_card_of_a_battery_tells_hull_guns_shot_and_water() -> None:
    told = card_of(manned(options={"coastal": True, "ammo": True}))
    for words in ("17 of 17", "4 dice on 4+", "2 dice on 5+", "round or hot shot", "aground on 5–6, 33 %"):
        assert words in told
    burning = coast(3.5)
    fort = replace(burning.batteries["W1"], hull=5, red_turn=1, fired=(1, 1))
    told = card_of(manned(options={"coastal": True, "ammo": True}, coast=replace(burning, batteries={"W1": fort})))
    assert "5 of 17" in told
    assert "hot shot only, through turn 3" in told


def test_amb_194_the_name_of_a_battery_stands_on_land_where_there_is_room() -> None:
    watch = manned(coast=replace(coast(3.5), land=(LAND,)))
    renderer: Any = watch.table.surface.renderer  # type: ignore[attr-defined]
    place, scale = renderer.plates._places["W1"], watch.table.surface.view.camera.scale  # type: ignore[attr-defined]
    assert 1 - 1 / scale <= place.left / scale < place.right / scale <= 38 + 1 / scale
    assert -20 * scale <= place.top < place.bottom <= 20 * scale


def test_sotl_2_4_the_ruler_is_laid_to_a_battery_to_land_and_to_a_fairway() -> None:
    fairway = (Point(-9, -3), Point(-5, -3), Point(-5, 3), Point(-9, 3))
    state = guarded(coast=replace(coast(2.5), land=(LAND,), fairways=(fairway,)))
    hull, fort = build_ruler_end(state, "B1"), build_ruler_end(state, "W1")
    assert measure_chain(state, (hull, fort))[0].distance == pytest.approx(2.35 - 0.125, abs=0.03)
    assert (
        measure_chain(state, (hull, fort))[0].distance
        == odds.compute_battery_odds(state, FireBattery("allied", "W1", "B1")).aim.sight.distance
    )
    assert find_thing_at(state, Point(5, 5), 0.1) == LAND_
    assert find_thing_at(state, Point(-5.05, 0), 0.1) == FAIRWAY
    assert find_thing_at(state, Point(-7, 0), 0.1) is None
    (shore,) = measure_chain(state, (hull, RulerEnd(Point(4, 0), LAND_)))
    assert (shore.distance, shore.bearing) == (pytest.approx(0.875, abs=0.03), 90)
    (mouth,) = measure_chain(state, (hull, RulerEnd(Point(-5.05, 0), FAIRWAY)))
    assert (mouth.end.x, mouth.bearing) == (-5, 270)
    within = replace(
        state, coast=replace(state.coast, fairways=((*LAND[:1], Point(1, 9), Point(-3, 9), Point(-3, -20)),))
    )
    (aside,) = measure_chain(within, (hull, RulerEnd(Point(-2.98, 0), FAIRWAY)))
    assert (aside.distance, aside.end.x) == (pytest.approx(3 - 0.125, abs=0.03), -3)


def test_sotl_22_e_threatened_water_counts_the_batteries_that_can_still_fire() -> None:
    state = guarded()
    fort = replace(state.coast.batteries["W1"], fired=(1, 2))  # type: ignore[union-attr]
    spent = replace(state, coast=replace(state.coast, batteries={"W1": fort}))
    water = [{one.dice: one.area.area for one in find_danger_regions(at, "allied")} for at in (state, spent)]
    assert water[0][4] - water[1][4] == pytest.approx(3.1416 * 2.15**2, rel=0.01)
    assert {one.dice: one.area.area for one in find_danger_regions(replace(state, coast=UNSET), "allied")} == water[1]
    assert {
        one.dice: one.area.area for one in find_danger_regions(replace(spent, phase="movement"), "allied")
    } == water[0]


def test_amb_197_fields_and_threats_end_at_land_and_leave_out_what_it_hides() -> None:
    island = (Point(0.5, -0.8), Point(0.9, -0.8), Point(0.9, 0.8), Point(0.5, 0.8))
    near = replace(coast(9), land=(island,))
    state = battle(ship("B1", 0, 0, 0), ship("F1", 2, 0, 0), **({"coast": near} | ON))
    bare = replace(state, coast=UNSET)
    lit, whole = ({one.dice: one.area for one in find_danger_regions(at, "british")} for at in (state, bare))
    behind, before = shapely.Point(1.5, 0.1), shapely.Point(-0.4, 0.1)
    ground = shapely.box(0.5, -0.8, 0.9, 0.8)
    assert not any(area.covers(behind) or area.intersection(ground).area > 1e-9 for area in lit.values())
    assert any(area.covers(behind) for area in whole.values())
    assert any(area.covers(before) for area in lit.values())
    assert find_aim(state, "B1", "starboard", "F1") is None
    port, starboard = build_fire_fields(state, "B1")
    assert (port.hidden, build_fire_fields(bare, "B1")[1].hidden) == ((), ())
    assert shapely.union_all([shapely.Polygon(one) for one in starboard.hidden]).covers(behind)
    pieces = [
        shapely.Polygon(one.rings[0], one.rings[1:]) for one in run_to_end(build_covered_water(state, ("B1",))).pieces
    ]
    assert not any(piece.covers(behind) for piece in pieces)


def test_amb_195_the_ghost_tells_which_batteries_would_reach_her() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 40, 40, 0), coast=replace(coast(7.3), rings=0.0), **ON)
    assert "In range of Fort San Luis (medium, 3 on 5+)" in chip(state, "a s s s")
    assert [type(one) for one in plan_overlays.build_battery_lines(state, PlanDraft(tried(state, "a s s s")))] == [
        BatteryFireLine
    ]
    far = replace(state, coast=replace(coast(9.9), rings=0.0))
    assert "(long, 2 on 5+)" in chip(far, "a s s s")
    assert list(plan_overlays.build_battery_lines(far, PlanDraft(tried(far, "a s s s")))) == []


def test_sotl_22_f_dice_of_a_grounding_lie_in_the_tray() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 20, 20, 0), coast=coast(5), **ON)
    _, events = play(state, sail("B1", "a s s s"), dice=[6])
    (rolled,) = [one for one in events if isinstance(one, rolls.GroundingRolled)]
    shown = accounts.build_dice(state, rolled)
    assert shown is not None
    assert (shown.title, shown.result, shown.dice) == ("B1, off Fort San Luis", "Runs aground", ((6, "aground"),))
    assert accounts.build_account(state, rolled).lines


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 75), ((1280, 720), 200), ((1920, 1080), 150)])
def test_the_card_of_a_battery_and_its_orders_fit_every_window(size: tuple[int, int], scale: int) -> None:
    watch = manned(options={"coastal": True, "ammo": True}, matter={"harbour": {"category": 2}})
    watch.screen.resize(size, Theme(scale))
    watch.surface = pygame.Surface(size)
    watch.wait(400)
    assert layout_problems(watch.screen) == []
