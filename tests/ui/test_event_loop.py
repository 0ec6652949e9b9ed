"""The window's own loop, driven by events as the window system sends them: a whole turn of Trafalgar, both sides."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.core import library
from tabletop.core.match import Match
from tabletop.core.record import state_hash
from tabletop.ui import app as app_module
from tabletop.ui.app import App
from tabletop.ui.screen import Screen
from tabletop.ui.screens.home_port import title
from tabletop.ui.screens.new_game import NewGame
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.title import Title

PATIENCE = 400
"""Turns of the loop within which everything comes to rest."""
MOST = 60
"""Orders that a turn takes at most when every phase is ended as soon as it can be."""


class Player:
    """Posts what a mouse and a keyboard send, and lets the loop run."""

    def __init__(self, app: App) -> None:
        self.app = app
        app.show(title())
        self.rest()

    @property
    def screen(self) -> Any:
        """The screen on top."""
        return self.app.screens[-1]

    def rest(self) -> None:
        """Let the loop run until nothing has to be drawn any more."""
        for _ in range(PATIENCE):
            self.app.step()
            if not self.app.moving and not pygame.event.peek():
                return
        pytest.fail("the screen does not come to rest")

    def click(self, ident: str) -> None:
        """Move the pointer to a widget, press and let go."""
        self.point(self.screen.find(ident).rect.center)

    def point(self, at: tuple[int, int]) -> None:
        """Click on a pixel."""
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.Event(kind, pos=at, button=1, touch=False))
        self.rest()

    def press(self, key: int) -> None:
        """Press a key and let it go."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.Event(kind, key=key, mod=0, unicode="", scancode=0))
        self.rest()

    def agree(self) -> None:
        """Say yes to a question, if one was asked."""
        if self.screen.has("ask.yes"):
            self.click("ask.yes")


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setenv(library.HOME, str(tmp_path))
    monkeypatch.setattr(app_module, "NAP", 1)
    monkeypatch.setattr(pygame.time, "Clock", Hasty)
    app = App((1280, 720))
    pygame.event.clear()
    yield Player(app)
    pygame.display.set_mode((1280, 720))


class Hasty:
    """A clock on which every turn of the loop takes long, so that what is played is soon over: nobody watches."""

    def tick(self, _frames: int) -> int:
        """Milliseconds since the last call."""
        return app_module.LONGEST_STEP


def test_a_turn_of_trafalgar_by_events_alone(player: Player) -> None:
    assert isinstance(player.screen, Title)
    player.click("play.ships_of_the_line")
    assert isinstance(player.screen, NewGame)
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
    player.click("end")
    player.agree()


def _left_and_found_again(player: Player, table: TableScreen) -> None:
    """Closed and opened again, the match stands where it stood."""
    before = state_hash(table.match.state)
    pygame.event.post(pygame.Event(pygame.QUIT))
    player.app.step()
    assert player.app.screens == []
    record = next(library.records().glob("*.jsonl"))
    assert state_hash(Match.load(record).state) == before
    again: Screen = title()
    player.app.show(again)
    player.rest()
    player.click("continue")
    assert state_hash(player.screen.match.state) == before
