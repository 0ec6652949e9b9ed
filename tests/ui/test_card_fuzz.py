"""Whatever is done at a card table, and however often it is drawn meanwhile, it shows what it would if drawn once."""

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.cards.animation import DEAL, OTHER, Flight
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tests.card_games import CARD_GAMES

GARISH = (255, 0, 255)
LATER = {"trafalgar_cards": (23,), "ship_duel": (12, 13)}
TABLES = [(game, commands) for game in CARD_GAMES for commands in LATER.get(game, (12,))]
"""Game, and after how many commands its table is looked at."""
WINDOWS = (((1920, 1080), 100), ((1280, 720), 125))
ACTIONS, SEEDS = 14, 4

Action = Callable[[TableScreen, Random], object]


def lying(screen: TableScreen) -> list[Card]:
    return [widget for widget in screen.layers[0].walk() if isinstance(widget, Card)]


def point(screen: TableScreen, fate: Random) -> None:
    at = fate.choice(lying(screen)).rect.center
    screen.handle(Input("moved", at))


def stray(screen: TableScreen, fate: Random) -> None:
    screen.handle(Input("moved", (fate.randrange(screen.size[0]), fate.randrange(screen.size[1]))))


def choose(screen: TableScreen, fate: Random) -> None:
    at = fate.choice(lying(screen)).rect.center
    for kind in ("moved", "pressed", "released"):
        screen.handle(Input(kind, at, "" if kind == "moved" else "left"))


def drag(screen: TableScreen, fate: Random) -> None:
    at, to = (fate.choice(lying(screen)).rect.center for _ in range(2))
    held = frozenset({"left"})
    screen.handle(Input("moved", at))
    screen.handle(Input("pressed", at, "left", held))
    screen.handle(Input("moved", to, buttons=held))


def drop(screen: TableScreen, fate: Random) -> None:
    screen.handle(Input("released", fate.choice(lying(screen)).rect.center, "left"))


def fly(screen: TableScreen, fate: Random) -> None:
    tableau = vars(screen.table)["tableau"]
    tableau.start_animation(
        [Flight(OTHER, fate.choice(lying(screen)).id, delay=fate.randrange(DEAL), turns_over=False)], []
    )


def key(screen: TableScreen, fate: Random) -> None:
    screen.press(fate.choice(("Right", "Left", "1", "3", "Tab", "Shift+Tab", "Enter", "Esc")))


def wait(screen: TableScreen, fate: Random) -> None:
    screen.update(fate.choice((16, 40, 50, 80)))


KINDS: tuple[Action, ...] = (point, point, stray, choose, choose, drag, drop, fly, key, wait, wait)


def opened(game: str, commands: int, window: tuple[tuple[int, int], int]) -> TableScreen:
    path = resources.find_scenario(game, "standard")
    match = Match.new(MatchSetup(find_game(game), path.read_text(encoding="utf-8"), path.name, "1805"))
    for _ in casual.play(match, Random("1805"), commands):
        pass
    table: Any = game_plugins.create_table(game, match.view(""))
    screen = TableScreen(match, table, to_title=lambda _: Quit(), to_reckoning=show_result)
    screen.resize(window[0], Theme(window[1]))
    screen.look_as(None)
    screen.rebuild()
    return screen


def shown(screen: TableScreen, seed: int, *, each: bool) -> bytes:
    """The window after some deeds, drawn after each of them or only in the end, when none of it is kept."""
    fate, surface = Random(seed), pygame.Surface(screen.size)
    surface.fill(GARISH)
    for _ in range(ACTIONS):
        if each:
            screen.draw(surface)
        fate.choice(KINDS)(screen, fate)
        wait(screen, fate)
    screen.draw(surface)
    assert not (pygame.surfarray.array3d(surface) == GARISH).all(axis=2).any()
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.sampled(16)
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(("game", "commands"), TABLES)
def test_whatever_is_done_at_a_card_table_shows_as_if_drawn_at_once(
    game: str, commands: int, window: tuple[tuple[int, int], int], seed: int
) -> None:
    often, once = (shown(opened(game, commands, window), seed, each=each) for each in (True, False))
    assert often == once
