"""Whatever part of a window is painted, it looks as it does when all of the window is painted."""

import ast
from pathlib import Path

import pygame
import pytest

import tabletop.ui
from tabletop.core import resources
from tabletop.core.game import find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.ui.boards import known
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import reckoned
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry

SIZE = (1600, 900)
CLIPS = ((413, 11), (33, 181))
"""Widths and heights of the parts, none of which fits what is drawn."""
SCENARIOS = {"ships_of_the_line": "cutting_out_at_puerto_real", "decks_of_glory": "squadron_action"}
"""Those that have more to show than the first."""


def opened(game: str) -> TableScreen:
    """The table of a game at rest, with a piece chosen where there are any."""
    file = resources.find_scenario(game, SCENARIOS.get(game, resources.list_scenarios(game)[0].stem))
    match = Match.new(MatchSetup(find_game(game), file.read_text(encoding="utf-8"), file.name, "1"))
    table = known.table(game, match.view(""))
    screen = TableScreen(match, table, to_title=lambda _match: Quit(), to_reckoning=reckoned)
    screen.resize(SIZE, Theme())
    if screen.seats.waiting:
        screen.click("ready")
    screen.press("N")
    for _ in range(40):
        screen.update(50)
    return screen


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def parts(wide: int, high: int) -> list[pygame.Rect]:
    """The window cut up."""
    places = [(x, y) for x in range(0, SIZE[0], wide) for y in range(0, SIZE[1], high)]
    return [pygame.Rect(place, (wide, high)).clip((0, 0, *SIZE)) for place in places]


@pytest.mark.parametrize("game", games_by_id())
def test_a_part_of_the_window_looks_as_it_does_in_the_whole(game: str) -> None:
    screen = opened(game)
    whole = pygame.Surface(SIZE)
    screen.repaint()
    screen.draw(whole)
    for clip in CLIPS:
        pieced = pygame.Surface(SIZE)
        screen.paint(pieced, parts(*clip))
        assert pixels(pieced) == pixels(whole), clip


def test_a_part_of_a_row_looks_as_it_does_in_the_whole() -> None:
    rows = ListBox("rows", [ListEntry("one", "Temeraire", acted=True), ListEntry("two", "Revenge", struck=True)])
    rows.place(Theme(), pygame.Rect(0, 0, 300, 80))
    whole, pieced = (pygame.Surface(SIZE) for _ in range(2))
    rows.paint(whole, Theme())
    for part in parts(33, 31):
        pieced.set_clip(part)
        rows.paint(pieced, Theme())
    assert pixels(pieced) == pixels(whole)


def test_nothing_is_placed_by_what_a_blit_has_touched() -> None:
    """A clip cuts what it returns, so that the next thing would be put elsewhere in a part than in the whole."""
    found = []
    for path in Path(next(iter(tabletop.ui.__path__))).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
        found += [f"{path.name}:{one.lineno}" for one in calls if one.func.attr == "blit" and id(one) not in alone]
    assert not found
