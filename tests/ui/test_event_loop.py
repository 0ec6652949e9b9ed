"""The window's own loop, driven by events as the window system sends them: a whole turn of Trafalgar, both sides."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.core import library
from tabletop.core.match import Match
from tabletop.core.record import state_hash
from tabletop.ui.screen import Screen
from tabletop.ui.screens.local_backend import build_title_page
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.title import TitlePage
from tests.ui.event_player import Player, at_the_title

MOST = 60
"""Orders that a turn takes at most when every phase is ended as soon as it can be."""


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    with at_the_title(tmp_path, monkeypatch) as found:
        yield found


def test_a_turn_of_trafalgar_by_events_alone(player: Player) -> None:
    assert isinstance(player.screen, TitlePage)
    player.click("play.ships_of_the_line")
    assert isinstance(player.screen, NewGamePage)
    player.click("begin")
    table = player.screen
    assert isinstance(table, TableScreen)
    met = set()
    for _ in range(MOST):
        state = table.match.state
        if state.turn == 2:
            break
        met.add((state.phase, state.asked))
        _one_order(player, state)
        assert table.match.state is not state, f"nothing came of it in {state.phase}"
    assert table.match.state.turn == 2
    for phase in ("combat", "movement"):
        assert {(phase, "british"), (phase, "allied")} <= met
    moved = [move for move in table.match.moves if type(move.command).__name__ == "Sail"]
    assert len(moved) > 50
    _left_and_found_again(player, table)


def _one_order(player: Player, state: Any) -> None:
    """Roll; in the Movement Phase hold the course with all ships; then end this part of the turn."""
    if state.phase == "initiative":
        player.click("primary")
        return
    if state.phase == "movement":
        player.press(pygame.K_h)
        player.agree()
    player.press(pygame.K_e)
    player.agree()


def _left_and_found_again(player: Player, table: TableScreen) -> None:
    """Closed and opened again, the match stands where it stood."""
    before = state_hash(table.match.state)
    pygame.event.post(pygame.Event(pygame.QUIT))
    player.app.step()
    assert player.app.screens == []
    record = next(library.records_folder().glob("*.jsonl"))
    assert state_hash(Match.load(record).state) == before
    again: Screen = build_title_page()
    player.app.show(again)
    player.rest()
    player.click("continue")
    assert state_hash(player.screen.match.state) == before
