"""A coast on the sea table: drawn as it is judged, and nothing drawn where there is none."""

import pygame
import pytest
import shapely
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.coast import Battery, Coast
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.shores import battery_at, circles, ranges, shores
from tabletop.geometry.pose import Point
from tabletop.ui.boards.ships_of_the_line import shores as drawing
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import Commanded
from tabletop.ui.camera import Camera
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun

CAMERA = Camera((0, 0), 30, (900, 700))
LAND = (Point(-6, 3), Point(0, 5), Point(5, 2), Point(9, 6), Point(9, 9), Point(-9, 9))
SHORE_PIXELS = 46 / CAMERA.scale
"""Within which ink, wash and water lines lie, UM."""


def guarded(**fields: object) -> State:
    fort = Battery(key="W1", side="allied", name="Fort San Luis", place=Point(0, 5.2), dice=4, hull=17)
    coast = Coast(land=(LAND,), fairways=((Point(3, -9), Point(4, -9), Point(4, 9), Point(3, 9)),), rings=2.0,
                  batteries={"W1": fort})  # fmt: skip
    fields = {"coast": coast, "options": {"coastal": True}} | fields
    return battle(ship("B1", 0, -4, 0), ship("F1", 20, 20, 0), **fields)


def painted(state: State) -> pygame.Surface:
    surface = pygame.Surface(CAMERA.size)
    drawing.paint(surface, CAMERA, state, 100)
    return surface


def test_amb_197_land_is_drawn_where_it_is_judged_and_nowhere_else() -> None:
    state, seen = guarded(), painted(guarded())
    land = shores(state.coast).land  # type: ignore[arg-type]
    told = shapely.Point(0, 5.2).buffer(1)
    inside, outside = land.buffer(-SHORE_PIXELS).difference(told), land.buffer(SHORE_PIXELS)
    counted = [0, 0]
    for x in range(0, CAMERA.size[0], 9):
        for y in range(0, CAMERA.size[1], 9):
            spot, shade = shapely.Point(*CAMERA.to_table(x, y)), seen.get_at((x, y))[:3]
            if inside.covers(spot):
                assert shade == drawing.LAND
                counted[0] += 1
            elif not outside.covers(spot) and not told.covers(spot):
                assert shade != drawing.LAND
                counted[1] += 1
    assert min(counted) > 100


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
    assert (ranges(gone, "W1"), circles(gone, "W1")) == ((), ())


def test_amb_108_a_battery_under_the_pointer_shows_how_far_it_reaches() -> None:
    watch = Watch(begun(guarded()))
    sea = watch.table.surface
    x, y = sea.view.camera.to_screen(0, 5.2)
    watch.point((round(x), round(y)))
    watch.wait(100)
    assert survey_overlays.commanded(watch.state, "W1") in sea.overlays
    assert [area.bounds[1] for _, area in ranges(watch.state, "W1")] == pytest.approx([3.05, -0.95, -4.95])
    watch.point((round(x) + 3, round(y) + 250))
    watch.wait(100)
    assert not any(isinstance(one, Commanded) for one in sea.overlays)
    assert battery_at(watch.state, Point(0.16, 5.2), 0.1) == "W1"
