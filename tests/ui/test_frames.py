"""A window that changes frame by frame shows what it would if nothing were kept from the frames before."""

from collections.abc import Callable

import pygame
import pytest

from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.battle.surface import SETTLED
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, RingedShip, SelectedShip
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tests.ui.trafalgar import Hand

GARISH = (255, 0, 255)
SHIP, OTHER = "B1", "B2"
SIZE = 1600, 900


@pytest.fixture
def hand() -> Hand:
    hand = Hand()
    hand.screen.resize(SIZE, Theme(100))
    hand.select(SHIP)
    hand.table.viewer.arcs = "selected"
    hand.table.refresh()
    hand.look_at(SHIP)
    return hand


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def window(hand: Hand) -> pygame.Surface:
    surface = pygame.Surface(hand.screen.size)
    hand.screen.draw(surface)
    return surface


def whole(hand: Hand) -> bytes:
    """Every pixel of the window anew, on a ground that would be seen wherever it is left."""
    surface = pygame.Surface(hand.screen.size)
    surface.fill(GARISH)
    hand.sea._content = None
    hand.sea.renderer.forget()
    hand.screen.repaint()
    hand.screen.draw(surface)
    assert not (pygame.surfarray.array3d(surface) == GARISH).all(axis=2).any()
    return pixels(surface)


def sailing(hand: Hand, overlays: tuple[Overlay, ...], step: int) -> None:
    pose = hand.state.ships[SHIP].pose
    shown = Presentation(
        afloat=(Afloat(SHIP, pose.x + step / 7, pose.y - step / 9, pose.heading + step),), insets=hand.sea.view.insets
    )
    hand.sea.look(hand.state, overlays, shown, None)


@pytest.mark.parametrize("overlays", [(), (SelectedShip(SHIP),), (RingedShip(OTHER), SelectedShip(SHIP))])
def test_one_ship_under_way(hand: Hand, overlays: tuple[Overlay, ...]) -> None:
    surface = window(hand)
    for step in range(5):
        sailing(hand, overlays, step)
        assert hand.screen.draw(surface)
    assert not hand.screen.draw(surface)
    assert pixels(surface) == whole(hand)


def test_a_sea_that_is_moved(hand: Hand) -> None:
    hand.table.viewer.labels = "none"  # words make room for what lies on the sea once it lies still, see below
    hand.table.refresh()
    hand.look_at(SHIP, -2)
    surface = window(hand)
    for step in range(4):
        hand.sea.view.pan(7, -3 * step)
        hand.screen.draw(surface)
    assert hand.sea._canvas.margin
    assert pixels(surface) == whole(hand)


def test_a_sea_that_lies_still_after_it_was_moved(hand: Hand) -> None:
    surface = window(hand)
    for step in range(4):
        hand.sea.view.pan(7, -3 * step)
        hand.screen.draw(surface)
    for _ in range(3):
        hand.screen.update(400)
        hand.screen.draw(surface)
    assert not hand.sea._canvas.margin
    assert pixels(surface) == whole(hand)


def test_at_another_scale_the_sea_stays_as_it_was_until_it_has_settled(hand: Hand) -> None:
    surface, sea = window(hand), pygame.Rect(0, 0, 200, 200).move(SIZE[0] // 2 - 100, SIZE[1] // 2)
    before, changed = pixels(surface.subsurface(sea)), list[object]()
    renew = hand.sea.renderer.changed
    hand.sea.renderer.changed = lambda *content: changed.append(content) or renew(*content)  # type: ignore
    for scale in (105, 110, 115):
        hand.screen.resize(SIZE, Theme(scale))
        hand.screen.update(50)
        hand.screen.draw(surface)
    assert changed == []
    assert pixels(surface.subsurface(sea)) == before
    for _ in range(SETTLED // 50):
        hand.screen.update(50)
    hand.screen.draw(surface)
    assert len(changed) == 1
    assert pixels(surface.subsurface(sea)) != before
    assert pixels(surface) == whole(hand)


def test_at_another_scale_what_changes_on_the_sea_is_shown_at_once(hand: Hand) -> None:
    surface = window(hand)
    hand.screen.resize(SIZE, Theme(150))
    hand.screen.draw(surface)
    sailing(hand, (), 3)
    hand.screen.draw(surface)
    assert pixels(surface) == whole(hand)


def test_the_pointer_comes_upon_ships_and_leaves_them(hand: Hand) -> None:
    surface = window(hand)
    plain = pixels(surface)
    hand.move(hand.middle(OTHER))
    assert hand.screen.draw(surface)
    assert pixels(surface) != plain
    assert pixels(surface) == whole(hand)
    hand.screen.handle(Input("moved", hand.screen.find("bottom").rect.center))
    hand.screen.draw(surface)
    assert hand.sea.ringed is None
    assert pixels(surface) == whole(hand)


def test_a_ship_takes_her_wake_out_of_the_water_when_she_begins_to_move_and_gives_it_back(hand: Hand) -> None:
    def draw() -> None:
        assert hand.screen.draw(surface)
        shown = pixels(surface)
        hand.sea.renderer._water._layer.forget()  # type: ignore[attr-defined]
        assert shown == whole(hand)

    lying = Presentation(insets=hand.sea.view.insets)
    hand.sea.look(hand.state, (), lying, None)
    surface = window(hand)
    still = pixels(surface)
    for _ in range(2):
        sailing(hand, (), 0)
        draw()
        sailing(hand, (), 3)
        draw()
        hand.sea.look(hand.state, (), lying, None)
        draw()
        assert pixels(surface) == still


CHANGES: dict[str, Callable[[Hand], object]] = {
    "a row under the pointer": lambda hand: hand.screen.handle(
        Input("moved", (hand.screen.find("order").rect.centerx, hand.screen.find("order").rect.centery))
    ),
    "a button with the focus": lambda hand: hand.screen.give_focus(hand.screen.find("menu")),
    "a button under the pointer": lambda hand: hand.screen.handle(
        Input("moved", hand.screen.find("zoom.in").rect.center)
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_paper_of_which_a_part_has_changed(hand: Hand, change: Callable[[Hand], object]) -> None:
    surface = window(hand)
    plain = pixels(surface)
    change(hand)
    hand.screen.draw(surface)
    changed = pixels(surface)
    assert changed != plain
    assert changed == whole(hand)  # from the pictures of the sheets
    for widget in hand.screen.layers[0].walk():
        widget.touch()
    assert changed == whole(hand)  # and with each of them painted anew
