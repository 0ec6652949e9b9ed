"""A window that a player has used looks as it does when nothing is kept from the frames before."""

import ast
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

import tabletop.ui
from tabletop.core import resources
from tabletop.core.game import find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.ui import keys
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.panel import Panel

SIZE = (1600, 900)
GARISH = (255, 0, 255)
"""Would be seen wherever a frame leaves a part of the window unpainted."""
SCENARIOS = {"ships_of_the_line": "cutting_out_at_puerto_real", "decks_of_glory": "squadron_action"}
"""Those that have more to show than the first."""
Use = Callable[[TableScreen], object]


def opened(game: str) -> TableScreen:
    """The table of a game at rest, with a piece chosen where there are any."""
    file = resources.find_scenario(game, SCENARIOS.get(game, resources.list_scenarios(game)[0].stem))
    match = Match.new(MatchSetup(find_game(game), file.read_text(encoding="utf-8"), file.name, "1"))
    table = game_plugins.create_table(game, match.view(""))
    screen = TableScreen(match, table, to_title=lambda _match: Quit(), to_reckoning=show_result)
    screen.resize(SIZE, Theme())
    if screen.seats.waiting:
        screen.click("ready")
    screen.press("N")
    wait(screen)
    return screen


def wait(screen: TableScreen, milliseconds: int = 2000) -> None:
    for _ in range(milliseconds // 50):
        screen.update(50)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def point(screen: TableScreen, x: float, y: float) -> None:
    """Move the pointer to a place given in parts of the window."""
    screen.handle(Input("moved", (round(x * SIZE[0]), round(y * SIZE[1]))))


def press(chord: str) -> Use:
    return lambda screen: screen.press(chord)


USES: dict[str, Use] = {
    "points at a list": lambda screen: point(screen, 0.1, 0.3),
    "points at another row": lambda screen: point(screen, 0.1, 0.36),
    "points at the board": lambda screen: point(screen, 0.4, 0.3),
    "points at a sheet": lambda screen: point(screen, 0.9, 0.3),
    "points at the bar": lambda screen: point(screen, 0.9, 0.97),
    "lets a tooltip appear": lambda screen: wait(screen, 600),
    "next piece": press("N"),
    "focus": press("Tab"),
    "arrow": press("Right"),
    "refused": press(keys.key("end_phase")),
    "waits": lambda screen: wait(screen, 200),
    "menu": press("Esc"),
    "back": press("Esc"),
    "undo": press(keys.key("undo")),
    "turns the wheel": lambda screen: screen.handle(Input("wheel", (SIZE[0] // 2, SIZE[1] // 2), steps=1)),
    "looks on": wait,
    "message gone": lambda screen: wait(screen, 8000),
}  # fmt: skip


@pytest.mark.parametrize("game", games_by_id())
def test_a_used_window_equals_one_of_which_nothing_is_kept(game: str) -> None:
    screen, window = opened(game), pygame.Surface(SIZE)
    screen.draw(window)
    for name, use in USES.items():
        use(screen)
        screen.draw(window)
        assert not screen.draw(window), name
        anew = pygame.Surface(SIZE)
        anew.fill(GARISH)
        for layer in screen.layers:
            for widget in layer.walk():
                widget.touch()
                if isinstance(widget, Panel):
                    widget._picture = None
        assert screen.draw(anew)
        assert pixels(anew) == pixels(window), name


def test_nothing_is_placed_by_what_a_blit_has_touched() -> None:
    """A clip cuts what it returns, so that the next thing would be put elsewhere in a part than in the whole."""
    found = []
    for path in Path(next(iter(tabletop.ui.__path__))).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
        found += [f"{path.name}:{one.lineno}" for one in calls if one.func.attr == "blit" and id(one) not in alone]
    assert not found
