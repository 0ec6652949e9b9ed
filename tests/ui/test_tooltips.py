"""Every control says what it does and by which key; lists speak for each of their rows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.authoring.draft import Draft
from tabletop.core import library
from tabletop.core.game import find_game
from tabletop.core.match import MatchSetup
from tabletop.ui.input import Input
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.overlay import TIP_DELAY, tip_of

GAME = "ships_of_the_line"


def mute(page: Any) -> list[str]:
    """The controls of the uppermost layer that say nothing of themselves."""
    return [w.id for w in page.layers[-1].walk() if w.focusable and not isinstance(w, ListBox) and not tip_of(w)]


def silent_rows(page: Any) -> list[str]:
    lists = [w for w in page.layers[-1].walk() if isinstance(w, ListBox)]
    return [entry.text for one in lists for entry in one.entries if entry.tip is None]


def _table() -> Any:
    scenario = local_backend.list_scenarios(GAME)[0]
    return local_backend.start_match(
        scenario.title, MatchSetup(find_game(GAME), scenario.text, scenario.source, "tips")
    )


def _load() -> LoadPage:
    _table()  # so that there is a match to load
    return LoadPage(local_backend.build_backend())


PAGES: dict[str, Callable[[], Any]] = {
    "title": local_backend.build_title_page,
    "new game": lambda: NewGamePage(local_backend.build_backend(), GAME),
    "load": _load,
    "table": _table,
    "what can be set up": local_backend.build_open_page,
    "editor": lambda: local_backend.build_editor(
        Draft(GAME, local_backend.list_scenarios(GAME)[0].text, "trafalgar.yaml")
    ),
}


@pytest.fixture
def show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Makes and draws a screen by its name."""
    monkeypatch.setenv(library.HOME, str(tmp_path))

    def shown(name: str) -> Any:
        page = PAGES[name]()
        page.resize((1920, 1080), Theme())
        page.draw(pygame.Surface((1920, 1080)))
        return page

    return shown


@pytest.mark.parametrize("name", PAGES)
def test_every_control_has_a_tooltip(show: Callable[[str], Any], name: str) -> None:
    page = show(name)
    assert mute(page) == []
    assert silent_rows(page) == []


def test_every_entry_of_the_menu_has_a_tooltip(show: Callable[[str], Any]) -> None:
    table = show("table")
    table.press("F10")
    assert mute(table) == []


def test_after_a_press_or_a_key_no_tooltip_lies_over_what_comes_of_it(show: Callable[[str], Any]) -> None:
    table = show("table")
    brass = table.find("primary").rect.center
    table.handle(Input("moved", brass))
    table.update(TIP_DELAY + 50)
    assert table.tooltip is not None
    table.press("N")
    table.update(TIP_DELAY + 50)
    assert table.tooltip is None
    table.handle(Input("moved", (brass[0] + 1, brass[1])))
    table.update(TIP_DELAY + 50)
    assert table.tooltip is not None
    table.handle(Input("pressed", brass, "left", frozenset({"left"})))
    table.handle(Input("released", brass, "left"))
    table.update(TIP_DELAY + 50)
    assert table.tooltip is None
