"""The window's own loop, driven by events as the window system sends them: a whole game of each card game."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.core.game import find_game
from tabletop.players import casual
from tabletop.ui.boards.contract import ManualStep
from tabletop.ui.input import InputState
from tabletop.ui.screens import new_game
from tabletop.ui.screens.result import ResultPage
from tabletop.ui.screens.title import TitlePage
from tests.card_games import CARD_GAMES
from tests.example import GAME as EXAMPLE
from tests.short_games import short
from tests.ui.event_player import Player, at_the_title

SEED = "24"
pytestmark = pytest.mark.usefixtures("example")

MOST, MOST_STEPS = 600, 60
"""Commands within which a game of random choices is over, and steps within which one is given."""


@pytest.fixture
def player(example: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr(new_game, "draw_seed", lambda: SEED)
    with at_the_title(tmp_path, monkeypatch) as found:
        yield found


Hand = Callable[[Player, ManualStep], None]
"""Does a step by mouse or by keys."""


def give(player: Player, command: Any, do: Hand) -> None:
    """Do step after step, as the table of the game says, until the command is given; then say yes if that is asked."""
    before = len(player.screen.match.moves)
    for _ in range(MOST_STEPS):
        do(player, player.screen.table.next_step(command))
        if player.screen.has("ask.yes") or len(player.screen.match.moves) > before:
            return
    pytest.fail(f"{command} is not given after {MOST_STEPS} steps")


def by_mouse(player: Player, step: ManualStep) -> None:
    if step.place:
        player.drag(f"card.{step.card}", step.place)
    elif step.card:
        player.click(f"card.{step.card}")
    else:
        player.click(widget_of(player, step.button))


def widget_of(player: Player, button: str) -> str:
    """Return the id of the widget of a button; the brass button stands for those that have none of their own."""
    return button if player.screen.has(button) else "primary"


GAMES = [*CARD_GAMES, EXAMPLE.meta.id]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse_from_the_title_to_the_reckoning_and_back(player: Player, game: str) -> None:
    curtains = 0
    player.click(f"play.{game}")
    player.click("begin")
    table = player.screen
    player.click("primary")
    fancy = short(table.match)
    for _ in range(MOST):
        state = table.match.state
        if state.outcome is not None:
            break
        if table.seats.waiting:
            curtains += 1
            player.click("ready")
        elif table.match.game.decision(state).either:
            player.click("primary")
        else:
            command = casual.choose(find_game(game), state, fancy)
            give(player, command, by_mouse)
            player.agree()
            assert table.match.moves[-1].command == command
    assert table.match.state.outcome is not None
    assert curtains > 5
    player.click("primary")
    assert isinstance(player.screen, ResultPage)
    player.press(pygame.K_RETURN)
    assert isinstance(player.screen, TitlePage)
    assert not player.screen.has("continue")


def by_keys(player: Player, step: ManualStep) -> None:
    """Press the key of a card or a button; go to it with the arrows or with Tab where it has none."""
    if step.card:
        take(player, step.card)
        return
    button = player.screen.find(widget_of(player, step.button))
    if button.key:
        player.press(pygame.key.key_code(button.key))
        return
    for _ in player.screen.layers[-1].walk():
        if player.screen.focus and player.screen.focus.id == button.id:
            break
        player.press(pygame.K_TAB)
    player.press(pygame.K_RETURN)


def take(player: Player, card: str) -> None:
    """Choose a card by its number, or go to it with the arrows where it has none."""
    if number := player.screen.find(f"card.{card}").key:
        player.press(pygame.key.key_code(number))
        return
    while player.screen.table.tableau.cursor != card:
        player.press(pygame.K_RIGHT)
    player.press(pygame.K_RETURN)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keys_alone_from_the_title_to_the_reckoning_and_back(player: Player, game: str) -> None:
    for _ in player.screen.layers[-1].walk():
        if player.screen.focus and player.screen.focus.id == f"play.{game}":
            break
        player.press(pygame.K_TAB)
    player.press(pygame.K_RETURN)
    player.press(pygame.K_RETURN)
    table = player.screen
    player.press(pygame.K_SPACE)
    fancy = short(table.match)
    for _ in range(MOST):
        state = table.match.state
        if state.outcome is not None:
            break
        if table.seats.waiting or table.match.game.decision(state).either:
            player.press(pygame.K_SPACE)
        else:
            command = casual.choose(find_game(game), state, fancy)
            give(player, command, by_keys)
            if player.screen.has("ask.yes"):
                player.press(pygame.K_RETURN)
            assert table.match.moves[-1].command == command
    assert table.match.state.outcome is not None
    player.press(pygame.K_SPACE)
    assert isinstance(player.screen, ResultPage)
    player.press(pygame.K_RETURN)
    assert isinstance(player.screen, TitlePage)


@pytest.mark.parametrize("game", ["trafalgar_cards", "ship_duel"])
def test_c_6_two_hasty_strokes_give_one_order_and_leave_the_curtain_hanging(player: Player, game: str) -> None:
    player.click(f"play.{game}")
    player.click("begin")
    player.click("primary")
    player.click("ready")
    table = player.screen
    first, moves = table.seats.looking, len(table.match.moves)
    player.app._input = InputState()
    player.stroke(pygame.K_SPACE)  # whatever still flies is skipped
    while table.seats.looking:
        assert table.seats.looking == first
        player.stroke(pygame.K_SPACE)
        player.stroke(pygame.K_SPACE)
        player.rest()
    assert table.seats.waiting not in ("", first)
    assert len(table.match.moves) == moves + 1
