"""The window's own loop, driven by events as the window system sends them: a whole game of each card game."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.core.game import find
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.volley.commands import Pass
from tabletop.players import casual
from tabletop.ui.input import DOUBLE_CLICK, InputState
from tabletop.ui.screens import new_game
from tabletop.ui.screens.reckoning import Reckoning
from tabletop.ui.screens.title import Title
from tests.card_games import CARD_GAMES
from tests.example import GAME as EXAMPLE
from tests.short_games import short
from tests.ui.event_player import Player, at_the_title

SEED = "24"
pytestmark = pytest.mark.usefixtures("example")

MOST = 600
"""Clicks within which a game of random choices is over."""


@pytest.fixture
def player(example: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr(new_game, "fresh_seed", lambda: SEED)
    with at_the_title(tmp_path, monkeypatch) as found:
        yield found


def clicked(player: Player, command: Any) -> None:
    """Cards are clicked; then the button is pressed that gives the order, unless a card gave it."""
    before = len(player.screen.match.moves)
    for card in cards_of(command):
        player.click(f"card.{card}")
    if len(player.screen.match.moves) == before:
        tag = str(command.__struct_config__.tag)
        player.click(tag if player.screen.has(tag) else "primary")


def dragged(player: Player, command: Commit) -> None:
    """Cards are dragged to their rows."""
    for play in command.plays:
        player.drag(f"card.{play.card}", play.use)
    player.click("primary")


def cards_of(command: Any) -> tuple[str, ...]:
    """The cards of the hand that an order names."""
    return tuple(getattr(command, "cards", ())) or tuple(filter(None, [getattr(command, "card", "")]))


WAYS: dict[type, Callable[[Player, Any], None]] = {Commit: dragged}
"""Orders that are given otherwise than by clicks on cards."""
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
            command = casual.choose(find(game), state, fancy)
            WAYS.get(type(command), clicked)(player, command)
            player.agree()
            assert table.match.moves[-1].command == command
    assert table.match.state.outcome is not None
    assert curtains > 5
    player.click("primary")
    assert isinstance(player.screen, Reckoning)
    player.press(pygame.K_RETURN)
    assert isinstance(player.screen, Title)
    assert not player.screen.has("continue")


def take(player: Player, card: str) -> None:
    """Choose a card by its number, or go to it with the arrows where it has none."""
    if number := player.screen.find(f"card.{card}").key:
        player.press(pygame.key.key_code(number))
        return
    while player.screen.table.tableau.cursor != card:
        player.press(pygame.K_RIGHT)
    player.press(pygame.K_RETURN)


def give(player: Player, command: Any) -> None:
    """Each card until it lies where it shall; then the Space bar, or P to pass, and Enter to a question."""
    for play in getattr(command, "plays", ()):
        while play not in player.screen.table.station.draft:
            take(player, play.card)
    before = len(player.screen.match.moves)
    for card in cards_of(command):
        take(player, card)
    if len(player.screen.match.moves) == before:
        player.press(pygame.K_p if isinstance(command, Pass) else pygame.K_SPACE)
    if player.screen.has("ask.yes"):
        player.press(pygame.K_RETURN)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keys_alone_from_the_title_to_the_reckoning_and_back(player: Player, game: str) -> None:
    player.app._input = InputState(count(0, DOUBLE_CLICK).__next__)  # no stroke follows another at once
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
            command = casual.choose(find(game), state, fancy)
            give(player, command)
            assert table.match.moves[-1].command == command
    assert table.match.state.outcome is not None
    player.press(pygame.K_SPACE)
    assert isinstance(player.screen, Reckoning)
    player.press(pygame.K_RETURN)
    assert isinstance(player.screen, Title)


@pytest.mark.parametrize("game", ["trafalgar_cards", "ship_duel"])
def test_c_6_two_hasty_strokes_give_one_order_and_leave_the_curtain_hanging(player: Player, game: str) -> None:
    player.click(f"play.{game}")
    player.click("begin")
    player.click("primary")
    player.click("ready")
    table = player.screen
    first, moves = table.seats.looking, len(table.match.moves)
    player.stroke(pygame.K_SPACE)  # whatever still flies is skipped
    while table.seats.looking:
        assert table.seats.looking == first
        player.stroke(pygame.K_SPACE)
        player.stroke(pygame.K_SPACE)
        player.rest()
    assert table.seats.waiting not in ("", first)
    assert len(table.match.moves) == moves + 1
