"""A player at the window's own loop: posts what a mouse and a keyboard send, and lets the loop run."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.core import library
from tabletop.ui import app as app_module
from tabletop.ui.app import App
from tabletop.ui.input import DOUBLE_CLICK, InputState
from tabletop.ui.screens.local_backend import build_title_page
from tabletop.ui.widgets.scroll import Scroll

PATIENCE = 400
"""Turns of the loop within which everything comes to rest."""
STEPS = 6
"""Motions of the pointer in which something is dragged, and notches by which something is brought into view."""


class Player:
    """Posts events of the window system; the loop runs until nothing moves."""

    def __init__(self, app: App) -> None:
        self.app = app
        app.show(build_title_page())
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
        """Move the pointer to a widget, press and let go; where it lies out of view the wheel brings it there."""
        for view in [one for one in self.screen.layers[-1].walk() if isinstance(one, Scroll)]:
            widget = self.screen.find(ident)
            for _ in range(STEPS if any(one is widget for one in view.walk()) else 0):
                if not view.sight.collidepoint(self.screen.find(ident).rect.center):
                    above = self.screen.find(ident).rect.centery < view.sight.centery
                    self._turn_wheel(view.rect.center, 1 if above else -1)
        self.point(self.screen.find(ident).rect.center)

    def _turn_wheel(self, at: tuple[int, int], notches: int) -> None:
        _move(at)
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False))
        self.rest()

    def point(self, at: tuple[int, int]) -> None:
        """Click on a pixel."""
        _move(at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.Event(kind, pos=at, button=1, touch=False))
        self.rest()

    def drag(self, ident: str, onto: str) -> None:
        """Press on a widget, move to another in steps, and let go."""
        start, end = (self.screen.find(one).rect.center for one in (ident, onto))
        _move(start)
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
        for step in range(1, STEPS + 1):
            x, y = (round(a + (b - a) * step / STEPS) for a, b in zip(start, end, strict=True))
            _move((x, y), held=True)
            self.app.step()
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
        self.rest()

    def press(self, key: int) -> None:
        """Press a key and let it go."""
        self.stroke(key)
        self.rest()

    def stroke(self, key: int) -> None:
        """The same without waiting for what comes of it."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.Event(kind, key=key, mod=0, unicode="", scancode=0))

    def agree(self) -> None:
        """Say yes to a question, if one was asked."""
        if self.screen.has("ask.yes"):
            self.click("ask.yes")


def _move(at: tuple[int, int], *, held: bool = False) -> None:
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(int(held), 0, 0)))


class Hasty:
    """A clock on which every turn of the loop takes long, so that what is played is soon over: nobody watches."""

    def tick(self, _frames: int) -> int:
        """Milliseconds since the last call."""
        return app_module.LONGEST_STEP


@contextmanager
def at_the_title(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """A player before the title, with a home of its own."""
    monkeypatch.setenv(library.HOME, str(home))
    monkeypatch.setattr(app_module, "NAP", 1)
    monkeypatch.setattr(pygame.time, "Clock", Hasty)
    app = App((1280, 720))
    app._input = InputState(count(0, DOUBLE_CLICK).__next__)  # no stroke follows another at once
    pygame.event.clear()
    yield Player(app)
    pygame.display.set_mode((1280, 720))
