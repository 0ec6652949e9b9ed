"""A coast on the sea table: drawn as it is judged, and nothing drawn where there is none."""

import math

import pygame
import pytest
import shapely
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.model import Battery, Coast, State
from tabletop.games.ships_of_the_line.survey.shores import (
    build_coast_geometry,
    find_battery_at,
    find_battery_waters,
    find_range_lines,
)
from tabletop.geometry.pose import Point
from tabletop.ui.boards.battle.small_map import Chart
from tabletop.ui.boards.battle.sprite_batch import origin
from tabletop.ui.boards.ships_of_the_line import chart_names, survey_overlays
from tabletop.ui.boards.ships_of_the_line import shores as drawing
from tabletop.ui.boards.ships_of_the_line.overlays import BatteryReach
from tabletop.ui.boards.ships_of_the_line.surface import build_small_map_fleets
from tabletop.ui.boards.ships_of_the_line.terrain import build_terrain
from tabletop.ui.camera import Camera, stepped
from tabletop.ui.theme import INKS, Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun, from_scenario

CAMERA = Camera((0, 0), 30, (900, 700))
LAND = (Point(-6, 3), Point(0, 5), Point(5, 2), Point(9, 6), Point(9, 9), Point(-9, 9))
SHORE_PIXELS = 62 / CAMERA.scale
"""Within which sand, ink, wash and water lines lie, UM."""
GROWN = 25
"""In how many places of land, of a hundred, something may stand on it at most."""

SIDES = (-2, -3, -4), (10, 12)
"""Pixels from the shore to what is land and what is water, where land lies to the north."""


def guarded(**fields: object) -> State:
    fort = Battery(key="W1", side="allied", name="Fort San Luis", place=Point(0, 5.2), dice=4, hull=17)
    coast = Coast(land=(LAND,), fairways=((Point(3, -9), Point(4, -9), Point(4, 9), Point(3, 9)),), rings=2.0,
                  batteries={"W1": fort})  # fmt: skip
    fields = {"coast": coast, "options": {"coastal": True}} | fields
    return battle(ship("B1", 0, -4, 0), ship("F1", 20, 20, 0), **fields)


def painted(state: State) -> pygame.Surface:
    surface = pygame.Surface(CAMERA.size)
    drawing.paint_coast(surface, CAMERA, state, 100)
    return surface


def test_amb_197_land_is_drawn_where_it_is_judged_and_nowhere_else() -> None:
    state, seen = guarded(), painted(guarded())
    land = build_coast_geometry(state.coast).land  # type: ignore[arg-type]
    told = shapely.Point(0, 5.2).buffer(1)
    inside, outside = land.buffer(-SHORE_PIXELS).difference(told), land.buffer(SHORE_PIXELS)
    paper: list[bool] = []
    water: list[bool] = []
    for x in range(0, CAMERA.size[0], 9):
        for y in range(0, CAMERA.size[1], 9):
            spot, shade = shapely.Point(*CAMERA.to_table(x, y)), seen.get_at((x, y))[:3]
            like = all(0 <= land - here < 30 for land, here in zip(drawing.LAND, shade, strict=True))
            if inside.covers(spot):
                paper.append(like)
            elif not outside.covers(spot) and not told.covers(spot):
                water.append(not like)
    assert min(len(paper), len(water)) > 100
    assert paper.count(False) < GROWN / 100 * len(paper)
    assert all(water)


def test_amb_197_sand_reaches_to_where_land_is_judged_to_end() -> None:
    seen, shore = painted(guarded()), build_coast_geometry(guarded().coast).land.boundary  # type: ignore[arg-type]
    for share in range(2, 40):
        at = shore.interpolate(share / 100, normalized=True)
        x, y = CAMERA.to_screen(at.x, at.y)
        if abs(x - 450) < 350 and abs(y - 350) < 300 and at.distance(shapely.Point(0, 5.2)) > 1:
            ashore, afloat = ([sum(seen.get_at((round(x), round(y + off)))[:3]) for off in offs] for offs in SIDES)
            assert max(ashore) > 400 > max(afloat)  # land lies to the north


def test_what_stands_on_land_is_found_from_its_outline_alone() -> None:
    bounds, border = (-20.0, -20.0, 20.0, 20.0), drawing.BORDER
    found, whole = build_terrain((LAND,), bounds, border), shapely.Polygon([(one.x, one.y) for one in LAND])
    assert whole.covers(found.dry) and 0 < whole.area - found.dry.area < 0.2 * whole.area
    assert not found.surf.buffer(-0.001).intersects(whole)
    assert found.ridges and {one.tree for one in found.greens} == {True, False}
    assert all(found.dry.contains(shapely.LineString(ridge)) for ridge in found.ridges)
    moved = build_terrain((tuple(Point(one.x, one.y + (one.y == 9)) for one in LAND),), bounds, border)
    assert set(found.greens) & set(moved.greens)


def test_amb_217_the_first_ring_is_tinted_and_the_fairway_through_it_is_not() -> None:
    seen = painted(guarded())
    tinted = seen.get_at(tuple(map(round, CAMERA.to_screen(0.7, 3.6))))[:3]
    clear = seen.get_at(tuple(map(round, CAMERA.to_screen(-5.5, -6.3))))[:3]
    assert sum(tinted) > sum(clear) == 0
    wide = Coast(**{**_fields(), "rings": 4.0})
    seen = painted(guarded(coast=wide))
    assert seen.get_at(tuple(map(round, CAMERA.to_screen(3.5, -0.4))))[:3] == (0, 0, 0)


def _fields() -> dict[str, object]:
    coast = guarded().coast
    return {name: getattr(coast, name) for name in coast.__struct_fields__}


@pytest.mark.parametrize("coast", [UNSET, Coast()])
def test_sotl_22_nothing_is_drawn_where_there_is_no_coast(coast: object) -> None:
    seen = painted(replace(guarded(), coast=coast))
    assert pygame.mask.from_threshold(seen, (0, 0, 0), (1, 1, 1, 255)).count() == CAMERA.size[0] * CAMERA.size[1]


def test_amb_194_a_battery_bears_the_badge_of_its_side_until_it_is_destroyed() -> None:
    def piece(**marks: object) -> bytes:
        state = guarded()
        fort = replace(state.coast.batteries["W1"], **marks)  # type: ignore[union-attr]
        x, y = CAMERA.to_screen(0, 5.2)
        seen = painted(replace(state, coast=replace(state.coast, batteries={"W1": fort})))
        return pygame.image.tobytes(seen.subsurface((round(x) - 10, round(y) - 10, 20, 20)), "RGB")

    assert len({piece(), piece(side="british"), piece(hull=0)}) == 3
    assert piece(hull=0) == piece(hull=0, side="british")
    ruin = replace(guarded().coast.batteries["W1"], hull=0)  # type: ignore[union-attr]
    gone = guarded(coast=replace(guarded().coast, batteries={"W1": ruin}))
    assert (find_battery_waters(gone, "W1"), find_range_lines(gone, "W1")) == ((), ())


def test_amb_108_a_battery_under_the_pointer_shows_how_far_it_reaches() -> None:
    watch = Watch(begun(guarded()))
    sea = watch.table.surface
    x, y = sea.view.camera.to_screen(0, 5.2)
    watch.point((round(x), round(y)))
    watch.wait(100)
    assert survey_overlays.build_battery_reach(watch.state, "W1") in sea.overlays
    assert [area.bounds[1] for _, area in find_battery_waters(watch.state, "W1")] == pytest.approx([3.05, -0.95, -4.95])
    watch.point((round(x) + 3, round(y) + 250))
    watch.wait(100)
    assert not any(isinstance(one, BatteryReach) for one in sea.overlays)
    assert find_battery_at(watch.state, Point(0.16, 5.2), 0.1) == "W1"


# --- names, and the small map


@pytest.fixture(scope="module")
def raid() -> Watch:
    return Watch(from_scenario("cutting_out_at_puerto_real", "1"))


@pytest.mark.parametrize("step", [-2, 0, 2, 5])
@pytest.mark.parametrize("scale", [75, 100, 200])
def test_sotl_22_names_on_the_chart_keep_clear_of_plates_gauges_and_each_other(
    raid: Watch, step: int, scale: int
) -> None:
    raid.screen.resize(raid.surface.get_size(), Theme(scale))
    raid.wait(400)
    sea = raid.table.surface
    sea.view.pan(0, 0)
    sea.view.camera = Camera((4.0, 3.0), stepped(step), raid.surface.get_size())
    raid.wait(400)
    renderer = sea.renderer
    shift = origin(sea.view.camera)
    named, plates = ([box.move(shift) for box in one.batch.boxes] for one in (renderer._names, renderer.plates))
    covers = [*map(pygame.Rect, (*sea.view.gauges, *sea.presented.sheets))]
    for number, box in enumerate(named):
        if any(sheet.contains(box) for sheet in covers):
            continue
        assert box.collidelist([*plates, *covers, *named[:number]]) < 0
    if step >= 0 and scale == 100:
        assert len(named) >= 2


def test_sotl_22_no_name_is_lettered_across_the_shore(raid: Watch) -> None:
    land = build_coast_geometry(raid.state.coast).land
    for step in (-1, 1, 4):
        chart = Camera((0, 0), stepped(step), (0, 0))
        for (_, at), name in chart_names.build_names(raid.state, (), chart, Theme()).items():
            for place in name.places:
                (west, north), (east, south) = chart.to_table(*place.topleft), chart.to_table(*place.bottomright)
                box = shapely.box(west, south, east, north)
                assert land.covers(box) if land.covers(shapely.Point(at)) else not land.intersects(box)


def test_sotl_22_a_name_gives_way_to_the_circles_of_a_battery_and_to_the_edge_of_the_map(raid: Watch) -> None:
    chart = Camera((0, 0), 45, (0, 0))
    shown = survey_overlays.build_battery_reach(raid.state, "W1")
    for (_, at), name in chart_names.build_names(raid.state, (shown,), chart, Theme()).items():
        for place in name.places:
            box = shapely.box(*chart.to_table(*place.bottomleft), *chart.to_table(*place.topright))
            assert not any(box.intersects(shapely.LineString(line)) for one in shown.endings for line in one.lines), at
            assert box.bounds[2] <= raid.state.sea.east


def test_sotl_22_the_small_map_shows_land_shoals_and_batteries() -> None:
    chart = Chart(build_small_map_fleets(guarded()), 300)
    sheet = chart.with_signs(Theme())

    def at(x: float, y: float) -> tuple[int, ...]:
        return tuple(sheet.get_at(tuple(map(round, chart.to_map(x, y))))[:3])

    assert at(0, 8) == drawing.LAND
    assert at(-3, 0) not in (drawing.LAND, INKS.plate)
    assert at(12, -2) == INKS.plate
    assert at(0, 5.2) not in (drawing.LAND, INKS.plate)


def test_amb_108_amb_217_circles_and_rings_lie_where_distances_are_judged() -> None:
    state, place = guarded(), shapely.Point(0, 5.2)
    for _, reach, line in find_range_lines(state, "W1"):
        assert [math.dist(point, (0, 5.2)) - 0.15 for point in shapely.get_coordinates(line)] == pytest.approx(
            [reach] * len(shapely.get_coordinates(line)), abs=1e-3
        )
        assert line.interpolate(0.5, normalized=True).distance(place) == pytest.approx(reach + 0.15, abs=1e-3)
    for ring, width in zip(build_coast_geometry(state.coast).shoals[1:], (4, 6), strict=True):  # type: ignore[arg-type]
        assert max(place.distance(shapely.Point(at)) for at in shapely.get_coordinates(ring)) == pytest.approx(
            width + 0.15, abs=1e-3
        )
