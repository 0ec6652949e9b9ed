"""A message keeps clear of the sheets that are open."""

from typing import Any

import pygame
import pytest

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.overlay import TOAST_WIDTH, Toast, lay_clear
from tabletop.ui.widgets.panel import Panel
from tests.ui.tables import Watch, begun
from tests.ui.test_table_layout import moments

WINDOW = pygame.Rect(0, 0, 1024, 576)
WORDS = ("A step was skipped", "Steps in which nobody wants to be asked are passed over from now on.")


def laid(*taken: pygame.Rect) -> Toast:
    toast = Toast(*WORDS)
    lay_clear(toast, Theme(), WINDOW, 72, taken)
    return toast


def test_with_nothing_in_the_way_it_is_in_the_middle() -> None:
    assert laid().rect.midtop == (512, 72)


def test_it_steps_aside_as_far_as_it_must() -> None:
    sheet = pygame.Rect(0, 60, 400, 400)
    toast = laid(sheet)
    assert not toast.rect.colliderect(sheet)
    assert toast.rect.y == 72
    assert toast.width == TOAST_WIDTH


def test_it_becomes_narrower_rather_than_covering_a_title() -> None:
    sheets = [pygame.Rect(0, 0, 300, 576), pygame.Rect(700, 0, 324, 576)]
    toast = laid(*sheets)
    assert toast.rect.collidelist(sheets) < 0
    assert toast.width < TOAST_WIDTH


def test_without_any_room_it_stays_within_the_window() -> None:
    assert WINDOW.contains(laid(pygame.Rect(WINDOW)).rect)


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1280, 720), 125), ((1920, 1080), 100)])
def test_no_message_covers_the_title_of_the_crew_sheet(size: tuple[int, int], scale: int) -> None:
    watch = Watch(begun(moments()["reload"]), size)
    watch.screen.resize(size, Theme(scale))
    watch.screen.say(Toast(*WORDS))
    watch.screen.rebuild()
    toast: Any = watch.screen.toast
    panels = [one for one in watch.screen.layers[0].walk() if isinstance(one, Panel)]
    assert panels
    heads = [pygame.Rect(one.rect.topleft, (one.rect.w, Theme(scale).px(58))) for one in panels]
    assert toast.rect.collidelist(heads) < 0
