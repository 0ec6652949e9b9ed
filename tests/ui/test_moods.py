"""The sea shows how hard it blows and what hour it is, and whatever is on it is read as well as ever."""

from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pygame
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from tabletop.games.ships_of_the_line.model import State
from tabletop.ui import palettes
from tabletop.ui.assets import SpriteLayer
from tabletop.ui.boards.battle import mood
from tabletop.ui.boards.battle.mood import DAY, HOURS, NIGHT, PLAIN, Light, light_at
from tabletop.ui.boards.ships_of_the_line import survey_overlays, table, water
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import find_mood
from tabletop.ui.camera import Camera
from tabletop.ui.frame_budget import run_to_end
from tabletop.ui.motion import MOTION, Pace
from tabletop.ui.palettes import DRESSES, Dress
from tabletop.ui.theme import INKS
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.contrast import legible
from tests.ui.tables import Watch, begun

pytestmark = pytest.mark.usefixtures("display")
MOODS = list(product(get_args(mood.Blows), HOURS))
SIZE = 480, 480


@pytest.mark.parametrize("pace", ["full", "off"])
def test_another_hour_comes_over_the_sea_in_a_second_and_at_once_where_nothing_moves(
    pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MOTION, "pace", pace)
    watch = Watch(begun(lying("breeze", DAY, firing())), (900, 600))
    watch.wait(1_000)
    by_day = seen(watch)
    watch.table.show(lying("breeze", NIGHT, firing()))
    shades = [seen(watch, 100), seen(watch, 400), seen(watch, 900), seen(watch, 500)]
    if pace == "off":
        assert by_day != shades[0] == shades[-1]
        return
    red = [by_day[0], *(shade[0] for shade in shades)]
    assert shades[2] == shades[3] and sorted(red) in (red, red[::-1]) and len(set(red)) == 4
    watch.table.show(lying("heavy", DAY, firing()))
    watch.table.surface.view.pan(80, 0)
    watch.wait(100)
    assert watch.table.surface._before is None  # type: ignore[attr-defined]


def test_c_6_nothing_fades_that_was_seen_before_the_screen_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")
    monkeypatch.setattr(table, "GAME", SimpleNamespace(has_secrets=lambda _: True))
    watch = Watch(begun(lying("breeze", DAY, firing())), (900, 600))
    sea: Any = watch.table.surface
    watch.table.show(lying("breeze", NIGHT, firing()))
    assert sea._before is not None
    watch.table.set_viewer("allied")
    assert sea._before is None
    watch.table.show(lying("breeze", DAY, firing()))
    assert sea._before is None


def seen(watch: Watch, after: int = 100) -> tuple[int, ...]:
    """The mean shade of the sea, so much later."""
    watch.wait(after)
    return pygame.transform.average_color(watch.surface, pygame.Rect(400, 150, 60, 60))[:3]


@cache
def firing() -> State:
    return battle(ship("B1", 0, 0, 0), ship("F1", 2.2, 0, 0))


def lying(blows: str, light: Light, state: State) -> State:
    wind = replace(state.wind, strength=blows, origin=315)
    return replace(state, wind=wind, clock_start=f"{light.begins // 60:02}:{light.begins % 60:02}", turn=1)


def drawn(blows: str, light: Light) -> NDArray[np.uint8]:
    """A ship with the fields of her guns, and words on the water."""
    state, made = lying(blows, light, firing()), pygame.Surface(SIZE)
    fields = survey_overlays.build_fire_fields(state, "B1")
    SeaRenderer().draw(made, state, Camera((1.1, 0.0), 75, SIZE), fields)
    return pygame.surfarray.array3d(made)


def water_alone(blows: str, light: Light) -> NDArray[np.uint8]:
    made = pygame.Surface(SIZE)
    state = lying(blows, light, firing())
    water.paint_sea(made, Camera((1.1, 0.0), 75, SIZE), state)
    return pygame.surfarray.array3d(made)


def test_where_nothing_tells_how_hard_it_blows_the_sea_by_day_is_printed_and_else_the_wind_turns_its_waves() -> None:
    state = lying("breeze", DAY, firing())
    unwritten = replace(state, wind=replace(state.wind, strength=None))
    assert find_mood(unwritten) == PLAIN == find_mood(replace(unwritten, clock_start=""))
    assert find_mood(state) == find_mood(replace(state, clock_start="")) == mood.Mood("breeze", DAY, 315)
    assert SeaRenderer().sprites.light == DAY.all


@pytest.mark.parametrize(
    ("clock", "hour"),
    [("04:59", 3), ("05:00", 0), ("07:30", 1), ("17:29", 1), ("17:30", 2), ("20:00", 3), ("00:10", 3)],
)
def test_every_hour_has_its_light(clock: str, hour: int) -> None:
    assert light_at(clock) is HOURS[hour]


def test_the_evening_comes_with_the_turns() -> None:
    state = replace(firing(), clock_start="17:15", minutes_per_turn=15, turn=1)
    assert [find_mood(replace(state, turn=turn)).light for turn in (1, 2)] == [DAY, HOURS[2]]


def test_moods_can_be_told_apart() -> None:
    seas = {of: water_alone(*of).astype(int) for of in MOODS}
    for one, other in product(seas, repeat=2):
        assert one == other or np.abs(seas[one] - seas[other]).mean() > 1


def test_caps_are_told_from_the_water_they_are_few_in_a_breeze_many_in_a_heavy_wind_and_none_in_light_airs() -> None:
    whites = {}
    for blows in get_args(mood.Blows):
        pixels = pygame.surfarray.array3d(run_to_end(mood.tiling(blows, 315))).astype(int)
        whites[blows] = float((pixels.min(axis=2) > 130).mean())
    assert whites["light"] == 0 < 0.0003 < whites["breeze"] < 0.003 < whites["heavy"] < 0.03


def test_waves_run_with_the_wind() -> None:
    north, east = (run_to_end(mood.tiling("heavy", wind)) for wind in (0, 90))
    assert pygame.image.tobytes(north, "RGB") != pygame.image.tobytes(east, "RGB")


def test_ships_lie_in_the_light_of_the_hour_and_fire_in_its_own() -> None:
    sprites, found = SeaRenderer().sprites, {}
    for light in (DAY.all, HOURS[-1].all):
        sprites.light = light
        for name in ("hull_frigate_british", "flame"):
            found[name, light] = pygame.surfarray.array3d(sprites.turned((SpriteLayer(name),), 0.5, 0).surface).mean()
    assert found["hull_frigate_british", HOURS[-1].all] < 0.8 * found["hull_frigate_british", DAY.all]
    assert found["flame", HOURS[-1].all] == found["flame", DAY.all]


def read(blows: str, light: Light) -> None:
    """Fail if anything on the sea stands out less than it must."""
    legible(water_alone(blows, light), drawn(blows, light), (INKS.point_blank, INKS.medium))


@pytest.mark.parametrize(("blows", "light"), MOODS, ids=lambda one: getattr(one, "begins", one))
def test_whatever_is_on_the_sea_is_read_in_every_mood(blows: str, light: Light) -> None:
    read(blows, light)


@pytest.mark.parametrize("name", [name for name in DRESSES if name != "printed"])
@pytest.mark.parametrize(("blows", "light"), [("heavy", DAY), ("light", HOURS[0])], ids=["heavy", "dawn"])
def test_so_it_is_in_every_palette_where_the_sea_is_brightest(name: Dress, blows: str, light: Light) -> None:
    palettes.dress(name)
    try:
        read(blows, light)
    finally:
        palettes.dress("printed")
