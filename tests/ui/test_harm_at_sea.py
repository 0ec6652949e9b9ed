"""Every ship that was hit says so until the phase ends, at her place or from the edge of the view."""

import math
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.harm import GAP, IN_VAIN, LOST, SIGNS, Harm, Harms, Told, Toll, at_plates, chip, inks
from tabletop.ui.boards.battle.sprite_batch import box, origin
from tabletop.ui.boards.contract import PieceLabel
from tabletop.ui.boards.ships_of_the_line.accounts import CRITICALS
from tabletop.ui.boards.ships_of_the_line.harm import HarmFigure, find_losses, place_figures
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import NOWHERE
from tests.ui.contrast import PLATES, contrast
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
    assert find_losses(before, state)[shot.target].points == shot.hull
    assert find_losses(before, inked)[shot.target].points == shot.hull


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
    assert hurt.name in chip.words and chip._parts == (("", hurt.name), *hurt.brief) and hurt.brief[0][0]
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
        scene = SeaScene(sea.match.state, view.camera, sea.table.surface.presented, sea.table.surface.renderer.sprites)
        figures = place_figures(scene, list(map(HarmFigure, hurt)))
        middles = [scene.camera.to_screen(*scene.placed(one.ship).at) for one in hurt]
        lie = [box(one).collidepoint(at) for one, at in zip(figures, middles, strict=True)]
        assert lie == [upon] * len(hurt)
        beams = [scene.length(scene.placed(one.ship)) for one in hurt]
        apart = [math.dist(box(one).center, at) for one, at in zip(figures, middles, strict=True)]
        assert all(far < long for far, long in zip(apart, beams, strict=True))


def test_who_lies_under_an_instrument_is_pointed_at_unless_her_name_is_seen(sea: Any) -> None:
    view, pointed = sea.table.view, dict[bool, list[bool]]()
    view.fit()
    sea.wait(1_000)
    view.zoom(4)
    sea.wait(1_500)
    for harm, gauge in ((harm, gauge) for harm in sea.table.viewer.harms for gauge in map(pygame.Rect, view.gauges)):
        x, y = view.camera.to_screen(*view.chart.places([harm.ship])[0])
        for at in (gauge.center, (gauge.right - 4, gauge.centery)):
            view.pan(at[0] - x, at[1] - y)
            x, y = at
            sea.wait(400)
            sea.screen.draw(pygame.Surface(sea.screen.size))
            sea.wait(50)
            place = sea.table.surface.renderer.plates.boxes.get(harm.ship, NOWHERE).move(origin(view.camera))
            named = bool(place.w) and place.collidelist([*map(pygame.Rect, (*view.gauges, *view.lying))]) < 0
            if gauge.right <= sea.screen.size[0] - view.insets[2]:
                pointed.setdefault(named, []).append(sea.screen.has(f"beyond.{harm.ship}"))
    assert not any(pointed[True]) and any(pointed[False])


@pytest.mark.parametrize(("zoom", "scale"), [(5, 100), (6, 150), (8, 75)])
def test_chips_at_plates_tell_all_of_it_and_cover_no_word_and_no_hull(sea: Any, zoom: int, scale: int) -> None:
    sea.screen.resize(sea.screen.size, Theme(scale))
    sea.table.viewer.choose(None)
    view, harms = sea.table.view, sea.table.viewer.harms
    view.fit()
    sea.wait(1_000)
    view.look_at(view.chart.places([harms[-1].ship])[0])
    view.zoom(zoom)
    sea.wait(1_500)
    sea.screen.draw(pygame.Surface(sea.screen.size))
    renderer = sea.table.surface.renderer
    assert renderer._figures.pictures and len(renderer._figures.pictures) == len(harms)
    told = {one.ship: chip(Told(one.parts, one.fresh, one.toll.spared), Theme(scale)) for one in harms}
    shown = zip(harms, renderer._figures.pictures, renderer._figures.boxes, strict=True)
    chips = {harm.ship: place for harm, (drawn, _), place in shown if drawn is told[harm.ship]}
    assert chips and chips.keys() <= renderer.plates.boxes.keys()
    words = [*renderer.plates.boxes.values(), *renderer._names.batch.boxes]
    for ship, place in chips.items():
        others = [box for key, box in chips.items() if key != ship]
        assert place.collidelist([*words, *others, *renderer.plates._laid[2].clear]) < 0
        plate = renderer.plates.boxes[ship]
        assert plate.inflate(2 * Theme(scale).px(GAP) + 2, 2 * Theme(scale).px(GAP) + 2).colliderect(place)


def test_where_there_is_no_room_at_her_plate_the_figure_stays_at_her_hull() -> None:
    one, other, plate = pygame.Surface((40, 20)), pygame.Surface((90, 25)), pygame.Rect(100, 100, 80, 25)
    figures = {"B1": (one, (0, 0)), "B2": (one, (300, 300))}
    found = at_plates(figures, {"B1": other}, {"B1": plate}, [plate], 3)
    assert found == [(other, (100, 128)), (one, (300, 300))]
    assert at_plates(figures, {"B1": other}, {"B1": plate}, [plate.inflate(300, 200)], 3) == list(figures.values())
    assert at_plates(figures, {"B1": other}, {}, [], 3) == list(figures.values())
    below = [plate, pygame.Rect(100, 130, 10, 10), pygame.Rect(175, 130, 10, 10)]
    assert at_plates(figures, {"B1": other}, {"B1": plate}, below, 3)[0] == (other, (100, 72))


@pytest.mark.parametrize("vain", [False, True])
def test_words_on_a_chip_stand_out_and_each_loss_has_its_sign_and_its_number(vain: bool) -> None:
    toll = Toll() if vain else Toll(4, ("mast", "fire"))
    told = Harm("B1", "Victory", None, toll, fresh=False)
    all_of_it = (("hull", "−4 hull"), ("fallen_mast", "mast"), ("fire", "fire"))
    assert told.parts == ((("", "no hit"),) if vain else all_of_it)
    assert told.brief == (told.parts if vain else (("hull", "−4"), *all_of_it[1:]))
    ground, _ = inks(fresh=False, vain=vain)
    assert contrast(IN_VAIN.colour if vain else LOST.colour, ground) >= PLATES - vain * 2
    assert all(icon(f"marker_{sign}", 18).get_width() == 18 for sign in SIGNS.values())
    assert set(SIGNS) == set(CRITICALS.values())


def test_a_ship_that_was_missed_says_so_only_until_something_else_is_done() -> None:
    harms = Harms[tuple[int, ...]](
        lambda _: 0, lambda began, now: dict.fromkeys(map(str, now[len(began) :]), Toll()), PieceLabel,
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
