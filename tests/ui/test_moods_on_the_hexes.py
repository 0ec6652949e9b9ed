"""The sea under the hexes shows how hard it blows and what hour it is, and all on it is read as well as ever."""

from functools import cache

import numpy as np
import pygame
import pytest
from msgspec import UNSET
from msgspec.structs import replace
from numpy.typing import NDArray

from tabletop.games.decks_of_glory.model import State, Strength, Weather
from tabletop.ui.boards.battle import mood, water
from tabletop.ui.boards.battle.mood import DAY, HOURS, NIGHT, PLAIN, Light
from tabletop.ui.boards.decks_of_glory import grid, sights
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.boards.decks_of_glory.renderer import HexRenderer
from tabletop.ui.boards.decks_of_glory.scene import Marks, mood_of
from tabletop.ui.camera import Camera
from tabletop.ui.frame_budget import run_to_end
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import INKS
from tests.decks_of_glory.kit import battle, ship, stacked
from tests.ui.contrast import legible, luminances
from tests.ui.hexes import HexPlayer, begun
from tests.ui.test_moods import MOODS

pytestmark = pytest.mark.usefixtures("display")
SIZE = 480, 480
SEEN = Camera(HEXES.point((1, -1)), 75, SIZE)
LINES = 1.4
"""How well the lines between the hexes stand out from the water at least: they shall be seen, not be looked at."""


@cache
def firing() -> State:
    return battle(ship("B1", (0, 0), 0), ship("F1", (1, -1), 0), wind=2)


def lying(blows: Strength, light: Light, state: State) -> State:
    clock = f"{light.begins // 60:02}:{light.begins % 60:02}"
    return replace(state, weather=Weather(blows, clock))


def sea(state: State) -> NDArray[np.uint8]:
    made = pygame.Surface(SIZE)
    grid.paint(made, SEEN, state.sea, mood_of(state))
    return pygame.surfarray.array3d(made)


def drawn(state: State) -> NDArray[np.uint8]:
    """A ship with the fields of her guns, and words in the hexes."""
    made, marks = pygame.Surface(SIZE), Marks(sights.gun_fields(state, "B1", {}))
    HexRenderer().draw(made, state, SEEN, [marks])
    return pygame.surfarray.array3d(made)


def test_a_breeze_by_day_is_what_a_scenario_has_that_tells_of_nothing_else() -> None:
    assert firing().weather is UNSET and mood_of(firing()) == PLAIN == mood_of(lying("breeze", DAY, firing()))


def test_night_falls_with_the_turns_and_waves_run_with_the_wind() -> None:
    state = replace(lying("heavy", HOURS[2], firing()), turn=11)
    assert [mood_of(replace(state, turn=turn)).light for turn in (0, 1, 10, 11)] == [*[HOURS[2]] * 3, NIGHT]
    assert [mood_of(replace(state, wind=wind)).wind for wind in (None, 0, 1)] == [180, 180, 240]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("blows", "light"), MOODS, ids=lambda one: getattr(one, "begins", one))
def test_whatever_is_on_the_hexes_is_read_in_every_mood(blows: Strength, light: Light) -> None:
    state, bare = lying(blows, light, firing()), pygame.Surface(SIZE)
    run_to_end(water.painting(bare, SEEN, mood_of(state)))
    run_to_end(water.shading(bare, mood_of(state)))
    under, lined = pygame.surfarray.array3d(bare), sea(state)
    legible(under, drawn(state), (INKS.point_blank, INKS.medium))
    on_lines = (lined != under).any(axis=2)
    ratio = (luminances(lined)[on_lines] + 0.05) / (luminances(under)[on_lines] + 0.05)
    assert np.median(ratio) >= LINES


def test_another_hour_comes_over_the_hexes_in_a_second_and_nothing_of_it_stays_for_who_looks_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")
    player = HexPlayer(begun(lying("breeze", DAY, firing())), (900, 600))
    player.settle()
    player.wait(500)
    table, shades = player.table, [mean(player)]
    table.show(lying("breeze", NIGHT, firing()))
    for after in (100, 400, 900, 500):
        player.wait(after)
        shades.append(mean(player))
    assert shades[3] == shades[4] and shades[:4] == sorted(set(shades), reverse=True)
    table.show(lying("breeze", DAY, firing()))
    assert table.surface._before is not None
    table.set_viewer("allied")
    assert table.surface._before is None


def mean(player: HexPlayer) -> int:
    """The red of the sea."""
    return pygame.transform.average_color(player.surface, pygame.Rect(400, 150, 60, 60))[0]


def test_the_water_is_ready_before_the_wind_has_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")
    state = replace(lying("heavy", DAY, firing()), phase="wind", cards=stacked("2S"))
    player, made = HexPlayer(begun(state), (900, 600)), mood._kept
    player.settle()
    made.cache_clear()
    player.click("primary")
    player.wait(200)
    assert player.state.wind == 1 and player.table.map.moving and made("heavy", 240)
