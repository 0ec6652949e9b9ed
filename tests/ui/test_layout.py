"""Nothing is clipped and nothing overlaps, at any size of window and interface."""

from collections.abc import Callable

import pygame
import pytest

from tabletop.ui.screens.dialog import Trouble, question, table_menu
from tabletop.ui.screens.load import Load
from tabletop.ui.screens.new_game import NewGame
from tabletop.ui.screens.title import Title
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.stack import Stack
from tests.ui.fitting import layout_problems
from tests.ui.harbours import harbour, reckoning

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
SCALES = (75, 100, 200)


def _broken_scenario() -> Page:
    page = NewGame(harbour(), "rowing")
    page.chosen = 3
    return page


def _with_question() -> Page:
    page = Title(harbour())
    page.resize((1280, 720), Theme())
    page.open(
        question(
            "End the combat phase?", "Two ships have not fired, and will not fire this turn.", ("yes", "End phase")
        )
    )
    return page


def _with_menu() -> Page:
    page = Title(harbour())
    page.resize((1280, 720), Theme())
    page.open(table_menu(page.theme, [("a", "The British"), ("b", "The Combined Fleet")], "b"))
    return page


SCREENS: dict[str, Callable[[], Page]] = {
    "title": lambda: Title(harbour()),
    "title at first": lambda: Title(harbour(())),
    "new game": lambda: NewGame(harbour(), "rowing"),
    "broken scenario": _broken_scenario,
    "no scenario": lambda: NewGame(harbour(charts=()), "rowing"),
    "load": lambda: Load(harbour()),
    "nothing to load": lambda: Load(harbour(())),
    "reckoning": reckoning,
    "trouble": lambda: Trouble(pygame.Surface((64, 48))),
    "question": _with_question,
    "menu": _with_menu,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", SCREENS)
def test_no_text_is_clipped_or_covered(name: str, size: tuple[int, int], scale: int) -> None:
    page = SCREENS[name]()
    page.resize(size, Theme(scale))
    assert layout_problems(page) == []


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_drawn_while_nothing_changes(name: str) -> None:
    page = SCREENS[name]()
    page.resize((1280, 720), Theme())
    surface = pygame.Surface((1280, 720)).convert()
    assert page.draw(surface)
    assert not page.update(16)
    assert page.draw(surface) == []


class _Crowded(Page):
    def compose(self) -> Column:
        return Column(
            [Stack([Label("one"), Label("other")]), Label("far too long for a narrow window " * 3, ident="long")]
        )


def test_a_screen_that_does_not_fit_is_told_of() -> None:
    page = _Crowded()
    page.resize((200, 100), Theme())
    told = "\n".join(layout_problems(page))
    assert "Label 'one' and Label 'other' overlap" in told
    assert "Label long needs" in told
