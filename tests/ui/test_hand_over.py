"""What a person who takes the screen is told of the time away (C-6, interface: the card table)."""

from pathlib import Path
from typing import Any

import pytest

from tabletop.core import resources
from tabletop.core.game import find
from tabletop.core.match import Match
from tabletop.ui.boards import known
from tabletop.ui.screen import Quit
from tabletop.ui.screens.home_port import reckoned
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme

GAME = "ship_duel"


def at_table(match: Match) -> Any:
    screen = TableScreen(match, known.table(GAME, match.view("")), to_title=lambda _: Quit(), to_reckoning=reckoned)
    screen.resize((1280, 720), Theme())
    return screen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


@pytest.fixture
def screen(path: Path) -> Any:
    source = resources.find_scenario(GAME, "standard")
    match = Match.new(find(GAME), source.read_text(encoding="utf-8"), source.name, {}, "4", path)
    found = at_table(match)
    for key in ("Space", "Space", "Space", "Space"):  # dealt, ready, port keeps all, starboard is ready
        found.press(key)
        found.table.skip()
    assert found.seats.looking == "starboard"
    return found


def told(screen: Any) -> str:
    return screen.toast.body if screen.toast else ""


def test_who_comes_back_is_told_what_was_revealed_meanwhile(screen: Any) -> None:
    screen.press("Space")
    assert (screen.seats.waiting, screen.toast) == ("port", None)
    screen.press("Space")
    assert told(screen).splitlines() == [
        "Mars has chosen.", "Hercule has chosen.", "Mars discards nothing.", "Hercule discards nothing.",
    ]  # fmt: skip


def test_the_same_is_told_after_the_match_was_closed_and_continued_between(screen: Any, path: Path) -> None:
    again = at_table(Match.load(path))
    assert again.seats.waiting == "starboard"
    again.press("Space")
    assert told(again) == ""
    for key in ("Space", "Space"):
        again.press(key)
    assert "Hercule discards nothing." in told(again)
    assert told(again).startswith("Mars has chosen.")


@pytest.mark.parametrize(("key", "opened"), [("F10", "menu"), ("Esc", "menu"), ("G", "log-book")])
def test_menu_and_log_open_over_the_curtain_which_goes_on_hanging(screen: Any, key: str, opened: str) -> None:
    screen.press("H")
    screen.press(key)
    assert screen.has(opened)
    assert not screen.has("desk")
    screen.press("Esc")
    assert (len(screen.layers), screen.seats.waiting) == (1, "starboard")
