"""Every ship that was hit says so until the phase ends, at her place or from the edge of the view."""

import math
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tabletop.ui.boards.battle.harm import Harms, Toll
from tabletop.ui.boards.battle.sprite_batch import box
from tabletop.ui.boards.contract import Plate
from tabletop.ui.boards.ships_of_the_line.harm import Harmed, at_ships, lost
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.motion import MOTION
from tests.ui.test_watching import Duel


@pytest.fixture(autouse=True)
def _stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing goes on by itself."""
    monkeypatch.setattr(MOTION, "turns", "each")


@pytest.fixture(scope="module")
def sea() -> Any:
    """Three broadsides of a fleet action have been fired."""
    MOTION.turns = "each"
    made = Duel("british", "allied", player="captain", scenario="three_admirals")
    while sum(move.command.__struct_config__.tag == "fire_broadside" for move in made.match.moves) < 6:
        made.screen.press("Space")
        made.screen.update(50)
    made.screen._skip()
    made.screen.update(50)
    return made


def test_the_figures_are_those_of_the_shots_in_pencil(sea: Any) -> None:
    state, harms = sea.match.state, sea.table.viewer.harms
    pencilled = {shot.target: 0 for shot in state.shots}
    for shot in state.shots:
        pencilled[shot.target] += shot.hull
    told = {harm.ship: harm.toll.points for harm in harms}
    assert told.items() <= pencilled.items()
    assert {ship for ship, points in pencilled.items() if points} <= set(told)
    assert {harm.ship for harm in harms if harm.fresh} == {state.shots[-1].target}


def test_damage_that_takes_effect_is_no_second_loss(sea: Any) -> None:
    state = sea.match.state
    shot = next(shot for shot in state.shots if shot.hull)
    before = replace(state, shots=())
    ship = state.ships[shot.target]
    inked = replace(state, ships={**state.ships, shot.target: replace(ship, hull=ship.hull - shot.hull)})
    assert lost(before, state)[shot.target].points == shot.hull
    assert lost(before, inked)[shot.target].points == shot.hull


def test_shown_anew_they_are_the_same(sea: Any) -> None:
    before = {harm.ship: harm.toll for harm in sea.table.viewer.harms if not harm.toll.spared}
    sea.screen._feed.show()
    assert {harm.ship: harm.toll for harm in sea.table.viewer.harms if not harm.toll.spared} == before


def test_from_beyond_the_view_a_click_leads_there(sea: Any) -> None:
    view, hurt = sea.table.view, next(harm for harm in sea.table.viewer.harms if not harm.toll.spared)
    view.look_at(view.chart.places([hurt.ship])[0])
    view.pan(0, -900)
    sea.wait(400)
    chip = sea.screen.find(f"beyond.{hurt.ship}")
    assert hurt.name in chip.words
    assert chip.rect.collidelist([pygame.Rect(one) for one in (*view.gauges, *view.lying)]) < 0
    sea.screen.hear(chip.activate())
    sea.wait(1_500)
    assert view._in_view(view.chart.places([hurt.ship])[0])
    assert not sea.screen.has(f"beyond.{hurt.ship}")


def test_the_figure_hides_no_small_ship_and_stands_upon_a_large_one(sea: Any) -> None:
    view, hurt = sea.table.view, [one for one in sea.table.viewer.harms if not one.toll.spared]
    for zoom, upon in ((0, False), (10, True)):
        view.fit()
        sea.wait(1_000)
        view.zoom(zoom)
        sea.wait(1_500)
        scene = Scene(sea.match.state, view.camera, sea.table.surface.presented, sea.table.surface.renderer.sprites)
        figures = at_ships(scene, list(map(Harmed, hurt)))
        middles = [scene.camera.to_screen(*scene.placed(one.ship).at) for one in hurt]
        lie = [box(one).collidepoint(at) for one, at in zip(figures, middles, strict=True)]
        assert lie == [upon] * len(hurt)
        beams = [scene.length(scene.placed(one.ship)) for one in hurt]
        apart = [math.dist(box(one).center, at) for one, at in zip(figures, middles, strict=True)]
        assert all(far < long for far, long in zip(apart, beams, strict=True))


def test_a_ship_that_was_missed_says_so_only_until_something_else_is_done() -> None:
    harms = Harms[tuple[int, ...]](
        lambda _: 0, lambda began, now: dict.fromkeys(map(str, now[len(began) :]), Toll()), Plate,
        lambda began, _before, _event: began,
    )  # fmt: skip
    harms.note((), (), (1,))
    assert [(one.ship, one.words) for one in harms.of((1,))] == [("1", "no hit")]
    harms.note((1,), (), (1, 2))
    assert [one.ship for one in harms.of((1, 2))] == ["2"]


def test_they_go_when_the_phase_ends(sea: Any) -> None:
    phase = sea.match.state.phase
    while sea.match.state.phase == phase:
        sea.screen.press("Space")
        sea.screen.update(50)
    sea.screen._skip()
    sea.screen.update(50)
    assert sea.table.viewer.harms == ()
