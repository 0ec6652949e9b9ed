"""The mouse is as the player wishes: its buttons, its wheel, and every place that names a gesture."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tabletop.ui import mouse, rebinding, settings
from tabletop.ui.input import Input, InputState
from tabletop.ui.mouse import BUTTONS, CHOOSES, Mouse, hands
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.settings import Settings
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Text
from tests.decks_of_glory.kit import battle, ship
from tests.ui.hexes import HexPlayer, begun

PHYSICAL = {"left": 1, "middle": 2, "right": 3}
LEFT_HANDED = Mouse(choose="right", measure="left")


@pytest.fixture(autouse=True)
def as_it_comes() -> Iterator[None]:
    yield
    mouse.hold(Mouse())


def event(kind: int, button: str = "left", pos: tuple[int, int] = (5, 5)) -> pygame.Event:
    return pygame.Event(kind, button=PHYSICAL[button], pos=pos)


def given(state: InputState, kind: int, button: str, pos: tuple[int, int] = (5, 5)) -> Input:
    found = state.translate(event(kind, button, pos))
    assert found is not None
    return found


def test_whatever_is_wished_each_button_does_one_thing_and_one_that_every_mouse_has_chooses() -> None:
    for choose, measure, pan in product(CHOOSES, BUTTONS, BUTTONS):
        wished = Mouse(choose=choose, measure=measure, pan=pan)
        found = hands(wished)
        assert set(found.values()) == set(BUTTONS) and found["choose"] == choose
        for role in mouse.ROLES:
            anew = hands(wished, role)
            assert set(anew.values()) == set(BUTTONS) and anew["choose"] in CHOOSES
            assert anew[role] == getattr(wished, role)


def test_the_button_that_chooses_means_left_wherever_it_is_and_what_is_held_stays_what_it_was() -> None:
    mouse.hold(LEFT_HANDED)
    state = InputState()
    assert given(state, pygame.MOUSEBUTTONDOWN, "right").button == "left"
    mouse.hold(Mouse())
    let_go = given(state, pygame.MOUSEBUTTONUP, "right")
    assert (let_go.button, let_go.buttons) == ("left", frozenset())
    assert given(state, pygame.MOUSEBUTTONDOWN, "right").button == "right"


def test_gestures_are_told_with_the_buttons_that_they_are_done_with() -> None:
    assert [rebinding.called(name) for name in ("click", "drag_ruler", "drag_anywhere")] == [
        "Click", "Right Drag", "Middle Drag",
    ]  # fmt: skip
    mouse.hold(LEFT_HANDED)
    told = ("drag", "drag_ship", "click_too", "open_row", "drag_ruler", "drag_anywhere", "wheel", "hover_card")
    assert [rebinding.called(name) for name in told] == [
        "Right Drag", "Right Drag ship", "Shift Right Click", "Double Right Click", "Left Drag", "Middle Drag", "Wheel",
        "Hover",
    ]  # fmt: skip
    assert rebinding.cap("Drag") == "Right Drag"
    assert rebinding.told("Hold the {button to measure}, {log}.") == "Hold the left button, G."


def test_a_lesson_that_names_a_button_names_that_of_the_player() -> None:
    text = Path("scenarios/ships_of_the_line/lessons/crossing_the_t.yaml").read_text(encoding="utf-8")
    assert "{button to measure}" in text and "right button" not in text


# --- on the map


@pytest.fixture(scope="module")
def player() -> HexPlayer:
    made = HexPlayer(begun(battle(ship("B1", (0, 0), 0), ship("F1", (3, -1), 0), wind=2)), (1280, 720))
    made.settle()
    return made


def dragged(player: HexPlayer, button: str, start: tuple[int, int]) -> str:
    """What came of a drag with a button: the view moved, it was measured, or a move was planned."""
    state, end, table = InputState(), (start[0], start[1] - 130), player.table
    before = table.view.camera
    events = [
        pygame.Event(pygame.MOUSEMOTION, pos=start), event(pygame.MOUSEBUTTONDOWN, button, start),
        pygame.Event(pygame.MOUSEMOTION, pos=(start[0], start[1] - 60)), pygame.Event(pygame.MOUSEMOTION, pos=end),
    ]  # fmt: skip
    for one in events:
        player.screen.handle(state.translate(one))
    seen = bool(table.viewer.measuring), table.map.laid.ghost is not None
    player.screen.handle(state.translate(event(pygame.MOUSEBUTTONUP, button, end)))
    moved, table.view.camera = table.view.camera != before, before
    while table.go_back():
        pass
    player.settle()
    return "pan" if moved else "measure" if seen[0] else "plan" if seen[1] else ""


@pytest.mark.parametrize(
    ("wished", "does"),
    [
        (Mouse(), {"left": "plan", "right": "measure", "middle": "pan"}),
        (LEFT_HANDED, {"right": "plan", "left": "measure", "middle": "pan"}),
        (Mouse(measure="middle", pan="right"), {"left": "plan", "middle": "measure", "right": "pan"}),
    ],
    ids=["as it comes", "left-handed", "pan with the right"],
)
def test_a_drag_that_begins_on_a_ship_does_what_its_button_does(
    player: HexPlayer, wished: Mouse, does: dict[str, str]
) -> None:
    mouse.hold(wished)
    assert {button: dragged(player, button, player.ship("B1")) for button in BUTTONS} == does


def test_on_open_water_the_button_that_chooses_pans_too(player: HexPlayer) -> None:
    mouse.hold(LEFT_HANDED)
    assert dragged(player, "right", player.hex((1, 0))) == "pan"


@pytest.mark.parametrize(("nearer", "notch"), [("up", 1), ("down", 2)])
def test_the_wheel_zooms_as_far_and_the_way_that_is_wished(player: HexPlayer, nearer: Any, notch: int) -> None:
    mouse.hold(Mouse(nearer=nearer, notch=notch))
    player.press("-", "-")
    player.settle()
    view, middle = player.table.view, player.hex((1, 0))
    start, targets = view.camera.scale, list[float]()
    for steps in (1, -1):
        player.screen.handle(Input("wheel", middle, steps=steps))
        targets.append(view.glide.end.scale if view.glide else view.camera.scale)
        player.settle()
    assert (targets[0] > start) == (nearer == "up")
    assert targets[1] == pytest.approx(start)
    mouse.hold(Mouse())
    player.screen.handle(Input("wheel", middle, steps=notch if nearer == "up" else -notch))
    assert view.glide.end.scale == pytest.approx(targets[0])
    player.settle()
    view.fit()
    player.settle()


# --- in the settings


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SettingsPage]:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    made = SettingsPage()
    made.sheet = "keys"
    made.resize((1920, 1080), Theme())
    yield made
    settings.grant(Settings())


def choose(page: SettingsPage, ident: str, value: str) -> None:
    page.hear(page.find(ident).choose(value))


def told(page: SettingsPage) -> str:
    """Every text of the page."""
    return " ".join(run.text for one in page.layers[0].walk() if isinstance(one, Text) for run in one.runs)


def test_a_button_that_is_taken_changes_hands_is_kept_and_comes_back(page: SettingsPage) -> None:
    assert not page.find("keys.first").enabled
    choose(page, "mouse.choose", "right")
    assert settings.read().mouse == mouse.HELD.wished == LEFT_HANDED
    assert [page.find(f"mouse.{role}").chosen for role in mouse.ROLES] == ["right", "left", "middle"]
    choose(page, "mouse.nearer", "down")
    choose(page, "mouse.notch", "3")
    assert settings.read().mouse == replace(LEFT_HANDED, nearer="down", notch=3)
    page.click("undo.mouse")
    assert settings.read().mouse == Mouse() == mouse.HELD.wished
    choose(page, "mouse.pan", "left")
    assert mouse.HELD.hands == {"choose": "right", "measure": "middle", "pan": "left"}
    page.click("keys.first")
    assert mouse.HELD.hands == mouse.ROLES


def test_two_that_want_one_button_are_shown_and_the_upper_has_it(page: SettingsPage) -> None:
    settings.path().write_text('[mouse]\nchoose = "right"\n', encoding="utf-8")
    settings.grant(settings.read())
    page.rebuild()
    assert "Two actions share a button: measure moved to another." in told(page)


def test_what_of_the_mouse_cannot_be_read_costs_that_alone_and_is_told_by_its_line(page: SettingsPage) -> None:
    settings.path().write_text(
        'pace = "fast"\n[mouse]\nchoose = "middle"\nnotch = 9\nnearer = "down"\ntail = 1\n', encoding="utf-8"
    )
    told = list[str]()
    kept = settings.read(told.append)
    assert (kept.pace, kept.mouse) == ("fast", Mouse(nearer="down"))
    assert "line 3 (mouse.choose), line 4 (mouse.notch) and line 6 (mouse.tail)" in told[0]
