"""No two words on the hex map lie on each other, and what stands beside a ship belongs to no hex but hers."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pygame
import pytest

from tabletop.games.decks_of_glory.model import State
from tabletop.ui.boards.battle.label_layout import viewed
from tabletop.ui.boards.battle.small_map import Chart
from tabletop.ui.boards.battle.sprite_batch import box, charted, origin
from tabletop.ui.boards.decks_of_glory import annotations, marks
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.boards.decks_of_glory.surface import fleets
from tabletop.ui.boards.decks_of_glory.viewer import Guns
from tabletop.ui.camera import Camera, stepped
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tests.decks_of_glory.kit import battle, gunfire, ship
from tests.ui.hexes import HexPlayer, begun, from_scenario

WINDOWS = [(75, (1280, 720)), (100, (1920, 1080)), (150, (1280, 720)), (200, (1920, 1080))]
SHOWN: list[Guns] = ["none", "selected", "side", "threats"]
STEPS = (-3, 0, 2, 4)
CROWDED = (
    ship("B1", (0, 0), 0), ship("B2", (0, -1), 0), ship("B3", (1, -1), 1), ship("B4", (-1, 0), 2),
    ship("F1", (2, -3), 3), ship("F2", (1, -2), 5),
    ship("F3", (1, -2), 5, place=1, since=1), ship("F4", (-2, 0), 4),
)  # fmt: skip


def sailing() -> State:
    return battle(*CROWDED)


def firing() -> State:
    return gunfire(*CROWDED)


@pytest.fixture(params=WINDOWS, ids=str)
def window(request: pytest.FixtureRequest) -> tuple[int, tuple[int, int]]:
    found: tuple[int, tuple[int, int]] = request.param
    return found


def look(player: HexPlayer, key: str, step: int, guns: Guns) -> None:
    """At a ship from so near, with fields of fire shown."""
    player.table.viewer.choose(key)
    player.table.viewer.guns = guns
    player.table.refresh()
    player.screen.rebuild()
    sea = player.table.map
    sea.view.camera = Camera(sea.view.camera.centre, stepped(step), player.screen.size)
    sea.view.look_at(sea.view.chart.places([key])[0])
    player.wait(800)


def words(player: HexPlayer) -> list[pygame.Rect]:
    """Where the words are that are seen."""
    board, camera = player.table.map.surface.renderer, player.table.map.view.camera
    view = viewed(camera, board._scene.shown)
    found = [one for name in ("plates", "labels", "chips") for one in board._kept[name][1].boxes]
    return [one for one in found if not view.unseen(one)]


@pytest.mark.parametrize("made", [sailing, firing], ids=["movement", "gunnery"])
def test_no_two_words_on_a_crowded_map_overlap(window: tuple[int, tuple[int, int]], made: Callable[[], State]) -> None:
    player = HexPlayer(begun(made()), window[1])
    player.screen.resize(window[1], Theme(window[0]))
    for key, step, guns in product(("B1", "F1"), STEPS, SHOWN):
        look(player, key, step, guns)
        found = words(player)
        assert found
        assert not pairs(found), (key, step, guns)


def pairs(found: list[pygame.Rect]) -> list[tuple[pygame.Rect, pygame.Rect]]:
    """Those that lie on one before them."""
    return [(one, found[hit]) for number, one in enumerate(found) if (hit := one.collidelist(found[:number])) >= 0]


@pytest.mark.parametrize("scenario", ["squadron_action", "trafalgar_in_miniature"])
def test_no_two_words_of_a_scenario_overlap(scenario: str) -> None:
    player = HexPlayer(from_scenario(scenario, "1"), (1280, 720))
    for step, guns in product(STEPS, SHOWN):
        look(player, "B2", step, guns)
        assert not pairs(words(player)), (step, guns)


@pytest.mark.parametrize("guns", SHOWN)
def test_the_chosen_ship_has_her_plate_and_every_other_near_by_at_least_her_badge(guns: Guns) -> None:
    player = HexPlayer(begun(sailing()), (1920, 1080))
    look(player, "B1", 2, guns)
    standing = player.table.map.surface.renderer.plates._standing
    assert set(standing) == set(player.state.ships)
    assert standing["B1"][0].get_width() > 40


@pytest.mark.parametrize(("step", "key"), list(product((1, 2, 4), ("B1", "B4", "B3"))))
def test_what_it_costs_to_lie_alongside_stands_in_no_other_hex_that_can_be_reached(step: int, key: str) -> None:
    player = HexPlayer(begun(battle(*CROWDED, wind=1)), (1600, 900))
    look(player, key, step, "none")
    sea, scene = player.table.map, player.table.map.surface.renderer._scene
    chart = charted(sea.view.camera)
    beside = [one for one in scene.marks.overlay.tints if one.hex in {ship.at for ship in player.state.ships.values()}]
    assert beside
    board, tinted = sea.surface.renderer, annotations.hex_words(scene)
    lettered = [tinted[key].places[number] for key, number in board._words._chosen.items() if number is not None]
    middles = [HEXES.snap(chart.to_table(*one.center)) for one in lettered[-len(beside) :]]
    others = [
        {one.hex for one in scene.marks.overlay.tints} - {own.hex} for own in sorted(beside, key=lambda t: not t.sub)
    ]
    assert all(middle not in other for middle, other in zip(middles, others, strict=True))


@pytest.mark.parametrize("guns", ["none", "selected"])
def test_what_is_said_of_an_arrow_lies_on_no_other_words(guns: Guns) -> None:
    player = HexPlayer(begun(sailing()), (1600, 900))
    look(player, "B1", 2, guns)
    board = player.table.map.surface.renderer
    for handle in player.table.map.overlay.facings:
        drawn, (x, y) = marks.arrow(player.table.map.view.camera, handle, lit=False)
        player.screen.handle(Input("moved", (x + drawn.get_width() // 2, y + drawn.get_height() // 2)))
        player.screen.draw(player.surface)
        if player.table.map.pointed.handle:
            shift = origin(player.table.map.view.camera)
            said = box(board._ring.pictures[-1]).move(-shift[0], -shift[1])
            assert said.collidelist(words(player)) < 0


@pytest.mark.parametrize("made", [sailing, firing], ids=["movement", "gunnery"])
def test_no_words_in_a_hex_lie_under_the_wind_rose_or_the_key(made: Callable[[], State]) -> None:
    player = HexPlayer(begun(made()))
    seen, moved = 0, 0
    for step, across, down in product((0, 2), (-6, -4, -2, 0), (-3, 0, 3)):
        look(player, "B1", step, "selected")
        sea = player.table.map
        (x, y), before = sea.view.chart.places(["B1"])[0], whole(player)
        sea.view.look_at((x - across, y - down))
        player.wait(800)
        board = sea.surface.renderer
        boxes = [one.move(board._shift) for one in board._kept["labels"][1].boxes]
        gauges = [pygame.Rect(gauge) for gauge in board._scene.shown.gauges]
        assert gauges and all(one.collidelist(gauges) < 0 for one in boxes)
        seen, moved = seen + len(boxes), moved + (len(boxes) < len(before))
    assert seen and moved


def test_words_keep_clear_of_no_more_than_is_drawn_of_the_key_and_know_it_at_once() -> None:
    player = HexPlayer(begun(firing()))
    look(player, "B1", 2, "none")
    sea, key = player.table.map, player.screen.find("legend")
    fire = sea.overlay
    for overlay in (fire, replace(fire, tints=fire.tints[:1]), replace(fire, about="Under the guns"), NOTHING):
        sea.mark(overlay)
        drawn = pygame.Surface(player.screen.size, pygame.SRCALPHA)
        key.paint(drawn, player.screen.theme)
        player.screen.draw(player.surface)
        kept = [one for one in map(pygame.Rect, sea.surface.renderer._scene.shown.gauges) if one.colliderect(key.rect)]
        assert kept == [one for one in (drawn.get_bounding_rect(),) if one.w]


def whole(player: HexPlayer) -> list[pygame.Rect]:
    """The words in hexes if nothing lay upon the map."""
    return [name.places[0] for name in annotations.hex_words(player.table.map.surface.renderer._scene).values()]


def test_the_small_map_is_there_only_while_ships_are_out_of_view_and_looks_where_it_is_clicked() -> None:
    player = HexPlayer(from_scenario("squadron_action", "1"))
    desk, sea = player.screen.find("desk"), player.table.map
    assert not desk.map.of_use and not sea.overview
    look(player, "B1", 4, "none")
    place = player.screen.find("map").rect
    assert sea.overview == (tuple(place),)
    board = sea.surface.renderer
    assert all(one.move(board._shift).collidelist([place]) < 0 for one in words(player))
    player.click_at((place.right - 5, place.y + 5))
    player.wait(50)
    left, top, right, bottom = sea.view.insets
    middle = (left + 1280 - right) / 2, (top + 720 - bottom) / 2
    there = Chart(fleets(player.state), place.w).to_table(place.w - 5, 5)
    assert sea.view.camera.to_table(*middle) == pytest.approx(there, abs=0.1)
    assert player.table.viewer.selected == "B1"
    player.press("Home")
    player.wait(400)
    assert not sea.overview


def test_no_plate_lies_on_the_rose_under_the_list() -> None:
    player = HexPlayer(from_scenario("squadron_action", "3"), (1536, 864))
    sea, rose = player.table.map, player.screen.find("rose")
    assert rose.visible and rose.rect.right <= sea.view.insets[0]
    near = 0
    for key in player.state.ships:
        for down in (-60, 40):
            x, y = player.ship(key)
            sea.view.pan(rose.rect.centerx - x, rose.rect.centery + down - y)
            player.wait(800)
            assert pygame.Rect(player.ship(key), (1, 1)).colliderect(rose.rect.inflate(8, 200))
            plates = sea.surface.renderer.words(sea.view.camera)
            assert pygame.Rect(rose.rect).collidelist(plates) < 0
            near += pygame.Rect(rose.rect).inflate(60, 120).collidelist(plates) >= 0
    assert near
