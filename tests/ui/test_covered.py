"""A panel keeps its picture until a widget on it changes; a moved sea is only shifted."""

import pygame
import pytest

from tabletop.ui.boards.battle.desk import Fold, SideTab
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.stack import Stack, uncovered
from tests.ui.trafalgar import Hand

LIGHT = 6
"""Levels of a colour by which a piece of water may differ."""


@pytest.mark.parametrize(
    "cover", [(20, 20, 30, 30), (0, 0, 100, 10), (-5, 40, 200, 10), (90, 90, 50, 50), (200, 0, 5, 5), (0, 0, 100, 100)]
)
def test_what_is_left_is_all_but_the_cover_and_nothing_twice(cover: tuple[int, int, int, int]) -> None:
    whole, hidden = pygame.Rect(0, 0, 100, 100), pygame.Rect(cover)
    pieces = uncovered([whole], [hidden])
    for x in range(0, 100, 3):
        for y in range(0, 100, 3):
            holding = sum(piece.collidepoint(x, y) for piece in pieces)
            assert holding == (0 if hidden.collidepoint(x, y) else 1)


class Ground(Widget):
    """Changes all over."""

    painted = 0

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        self.painted += 1
        surface.fill((1, 2, 3), self.rect)


def test_a_panel_is_painted_again_only_if_a_widget_on_it_was_touched() -> None:
    ground, content, theme = Ground(), Ground(), Theme()
    panel, area = Panel(content, "Paper"), pygame.Rect(0, 0, 400, 300)
    stack, surface = Stack([ground, panel]), pygame.Surface(area.size)
    stack.place(theme, area)
    panel.place(theme, pygame.Rect(100, 100, 200, 100))
    for widget, paintings in ((ground, 1), (ground, 1), (content, 2), (ground, 2)):
        widget.touch()
        stack.paint_tree(surface, theme)
        assert content.painted == paintings
        at_last = pygame.image.tobytes(surface, "RGB")
    panel.touch()
    stack.paint_tree(surface, theme)
    assert content.painted == 3
    assert at_last == pygame.image.tobytes(surface, "RGB")
    assert ground.painted == 5


def test_a_panel_that_is_not_wholly_seen_keeps_no_picture() -> None:
    content, panel, surface = Ground(), Panel(Widget()), pygame.Surface((400, 300))
    panel.children = [content]
    panel.place(Theme(), pygame.Rect(300, 200, 200, 200))
    for paintings in (1, 2):
        panel.paint_tree(surface, Theme())
        assert content.painted == paintings


def test_a_sea_that_is_moved_is_drawn_once_and_then_only_shifted() -> None:
    hand = Hand()
    sea, surface = hand.sea, pygame.Surface(hand.screen.size)
    hand.screen.draw(surface)
    for _ in range(3):
        sea.view.pan(5, 3)
        hand.screen.draw(surface)
    composed = sea._canvas.view
    sea.view.pan(5, 3)
    hand.screen.draw(surface)
    assert sea._canvas.view is composed
    shifted = surface.copy()
    sea._content = None
    hand.screen.draw(surface)
    free = pygame.Rect(500, 200, 100, 100)
    before, after = (pygame.surfarray.array3d(one.subsurface(free)).astype(int) for one in (shifted, surface))
    assert abs(before - after).max() <= LIGHT  # the light on the water keeps to the window
    assert len({tuple(pixel) for pixel in after.reshape(-1, 3).tolist()}) > LIGHT


def test_a_sea_that_lies_still_again_is_drawn_anew() -> None:
    hand = Hand()
    surface = pygame.Surface(hand.screen.size)
    hand.screen.draw(surface)
    hand.sea.view.pan(5, 3)
    hand.screen.draw(surface)
    assert hand.sea._canvas.margin
    for _ in range(40):
        hand.screen.update(50)
        hand.screen.draw(surface)
    assert hand.sea._canvas.margin == 0


class Asking(Page):
    """Paper with a button, made anew whenever it is composed."""

    def compose(self) -> Widget:
        return Panel(Button("end", "End movement"), "What now", ident="asking")


def test_a_sheet_composed_anew_forgets_that_its_button_was_lit() -> None:
    page, surface = Asking(), pygame.Surface((400, 200))
    page.resize((400, 200), Theme())
    page.draw(surface)
    at_rest = pygame.image.tobytes(surface, "RGB")
    at = page.find("end").rect.center
    page.handle(Input("wheel", at, steps=1))
    page.draw(surface)
    lit = pygame.image.tobytes(surface, "RGB")
    assert lit != at_rest
    page._pointer = (399, 199)
    page.rebuild()
    page.draw(surface)
    assert pygame.image.tobytes(surface, "RGB") == at_rest
    page.handle(Input("wheel", at, steps=1))
    page.rebuild()
    page.draw(surface)
    assert pygame.image.tobytes(surface, "RGB") == lit


class Shown(Page):
    """A single widget."""

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.widget = widget

    def compose(self) -> Widget:
        return Panel(Column([self.widget], align="start"))


@pytest.mark.parametrize(
    "widget",
    [
        Button("end", "End movement"), Checkbox("fog", "Fog", False),
        Fold("fold", "collapse", Tip("Fold")), SideTab("tab", "Order of battle"),
    ],
    ids=lambda widget: type(widget).__name__,
)  # fmt: skip
def test_what_looks_otherwise_under_the_pointer_does_so_at_once(widget: Widget) -> None:
    page, surface = Shown(widget), pygame.Surface((400, 300))
    page.resize((400, 300), Theme())
    page.draw(surface)
    at_rest = pygame.image.tobytes(surface, "RGB")
    for at, lit in ((widget.rect.center, True), ((390, 290), False)):
        page.handle(Input("moved", at))
        page.draw(surface)
        assert (pygame.image.tobytes(surface, "RGB") != at_rest) is lit
