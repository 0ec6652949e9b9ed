"""From the edge of the view one points quietly at the nearest enemy while she is out of it."""

from typing import Any

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.battle.plates import Plates
from tabletop.ui.boards.battle.sprite_batch import origin
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme

DUELS = {"ships_of_the_line": ("duel_of_two_74s", "UM"), "decks_of_glory": ("duel", "hexes")}


def wait(screen: Any, milliseconds: int = 1_000) -> None:
    for _ in range(milliseconds // 50):
        screen.update(50)


@pytest.fixture(scope="module", params=DUELS)
def duel(request: pytest.FixtureRequest) -> tuple[Any, str]:
    """Two ships, seen whole in a small window."""
    scenario, unit = DUELS[request.param]
    file = next(one for one in resources.list_scenarios(request.param) if one.stem == scenario)
    match = Match.new(MatchSetup(find_game(request.param), file.read_text(encoding="utf-8"), file.name, "1"))
    table = game_plugins.create_table(request.param, match.view(""))
    screen = TableScreen(match, table, to_title=lambda _: Quit(), to_reckoning=show_result)
    screen.resize((1280, 720), Theme())
    screen.draw(pygame.Surface((1280, 720)))
    wait(screen)
    return screen, unit


def in_sight(screen: Any, ship: str) -> bool:
    view = screen.table.view
    return bool(view._in_view(view.chart.places([ship])[0]))


def looked_away(screen: Any) -> Any:
    """The view is nearer, and goes to one's own ship: what points out of it."""
    view, viewer = screen.table.view, screen.table.viewer
    mine = next(key for key in viewer.state.ships if viewer.mine(key))
    view.zoom(6)
    wait(screen)
    view.look_at(view.chart.places([mine])[0])
    wait(screen)
    (pointer,) = screen.find("beyond").children
    return pointer


def test_the_first_view_of_a_duel_shows_both_and_points_at_none(duel: tuple[Any, str]) -> None:
    screen, _ = duel
    screen.table.view.fit()
    wait(screen)
    assert all(in_sight(screen, ship) for ship in screen.match.state.ships)
    assert screen.find("beyond").children == []


def test_the_nearest_enemy_is_pointed_at_with_name_and_distance_and_a_click_looks_there(duel: tuple[Any, str]) -> None:
    screen, unit = duel
    pointer = looked_away(screen)
    ship = pointer.id.removeprefix("beyond.")
    assert not screen.table.viewer.mine(ship)
    assert not in_sight(screen, ship)
    assert pointer.words.startswith(screen.table.label_of(ship).name)
    assert pointer.words.endswith(unit)
    screen.click(pointer.id)
    wait(screen, 1_500)
    assert in_sight(screen, ship)
    assert all(one.id != pointer.id for one in screen.find("beyond").children)


def test_a_pointer_gives_way_to_what_is_written_on_the_map(duel: tuple[Any, str], monkeypatch: Any) -> None:
    screen, _ = duel
    before = looked_away(screen).rect
    written = [before.inflate(20, 10)]
    monkeypatch.setattr(screen.table.surface.renderer, "words", lambda _camera: written)
    wait(screen, 100)
    (pointer,) = screen.find("beyond").children
    assert pointer.rect.collidelist(written) < 0
    assert pointer.rect.collidelist([pygame.Rect(one) for one in screen.table.view.gauges]) < 0
    written.append(screen.area)
    wait(screen, 100)
    (pointer,) = screen.find("beyond").children  # where there is no room it lies upon words
    assert not screen.find("beyond").tell(())


def test_c_15_a_pointer_covers_nothing_that_can_be_clicked(duel: tuple[Any, str], monkeypatch: Any) -> None:
    screen, _ = duel
    before, pointers = looked_away(screen).rect, screen.find("beyond")
    targets = [before.inflate(20, 10)]
    monkeypatch.setattr(pointers, "_find_targets", lambda: targets)
    wait(screen, 100)
    (pointer,) = pointers.children
    assert pointer.rect.collidelist(targets) < 0
    targets.append(screen.area)
    wait(screen, 100)
    assert pointers.children == []  # where there is no room it stays away


def test_a_pointer_lies_on_no_bow_and_no_stern(duel: tuple[Any, str]) -> None:
    screen, _ = duel
    view, viewer = screen.table.view, screen.table.viewer
    view.fit()
    wait(screen)
    under = looked_away(screen).rect
    mine = next(key for key in viewer.state.ships if viewer.mine(key))
    for across in (-0.4, 0.0, 0.4):
        x, y = view.camera.to_screen(*view.chart.places([mine])[0])
        view.pan(under.centerx - x + across * view.camera.scale, under.centery - y)
        for _ in range(6):
            wait(screen)
            screen.draw(pygame.Surface((1280, 720)))
        renderer, camera = screen.table.surface.renderer, view.camera
        hulls = [hull.move(origin(camera)) for hull in renderer.plates.hulls]
        assert under.collidelist(hulls) >= 0
        assert all(one.rect.collidelist(hulls) < 0 for one in screen.find("beyond").children)


def test_an_enemy_under_a_button_of_the_map_is_pointed_at_unless_her_name_is_seen(
    duel: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, _ = duel
    pointer = looked_away(screen)
    ship, view = pointer.id.removeprefix("beyond."), screen.table.view
    view.look_at(view.chart.places([ship])[0])
    wait(screen, 100)
    assert screen.find("beyond").children == []
    x, y = view.camera.to_screen(*view.chart.places([ship])[0])
    buttons = screen.find("zoom.fit").rect.center
    view.pan(buttons[0] - x, buttons[1] - y)
    wait(screen, 100)
    assert screen.find("beyond").children == []
    monkeypatch.setattr(Plates, "boxes", {})
    view.pan(1, 0)
    wait(screen, 100)
    (pointer,) = screen.find("beyond").children
    assert pointer.id == f"beyond.{ship}"
    screen.click(pointer.id)
    wait(screen, 1_500)
    assert screen.find("beyond").children == []
