"""Somebody at the window's own loop, whose frames are timed."""

import time
from collections.abc import Callable
from typing import Any

import pygame

from tabletop.ui.app import App

FRAME = 16
"""Milliseconds that pass between two frames for whatever moves."""
LONG = 2000
"""Frames within which everything has come to rest."""


def own_time(doing: Callable[[], object]) -> float:
    """Seconds of the processor's time that this process takes for something."""
    began = time.process_time()
    doing()
    return time.process_time() - began


class Steady:
    """A clock that has every frame come in time."""

    def tick(self, _frames: int = 0) -> int:
        """Milliseconds since the last frame."""
        return FRAME


class Hand:
    """Somebody at the window's own loop, whose frames are timed.

    Attributes:
        frames: of each part of the session, its frames in milliseconds.
        doing: what was done last.
    """

    def __init__(self, app: App) -> None:
        self.app, self.frames = app, dict[str, list[float]]()
        self.part = self.doing = ""
        app._clock = Steady()  # type: ignore[assignment]

    def step(self) -> None:
        """One frame."""
        self.frames.setdefault(self.part, []).append(1e3 * own_time(self.app.step))

    def rest(self, most: int = LONG) -> None:
        """Let the loop run until nothing moves."""
        for _ in range(most):
            if not self.app.moving and not pygame.event.peek():
                return
            self.step()

    def _post(self, kind: int, **told: Any) -> None:
        at, key = told.get("pos", ""), told.get("key")
        self.doing = f"{pygame.event.event_name(kind)} {pygame.key.name(key) if key else at}"
        pygame.event.post(pygame.Event(kind, **told))

    def move(self, at: tuple[int, int], held: bool = False) -> None:
        """The pointer goes there."""
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(int(held), 0, 0), touch=False)
        self.step()

    def press(self, at: tuple[int, int], down: bool = True) -> None:
        """The left button goes down, or is let go."""
        kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
        self._post(kind, pos=at, button=1, touch=False)
        self.step()

    def click(self, at: tuple[int, int]) -> None:
        """A click there, and what comes of it."""
        self.move(at)
        self.press(at)
        self.press(at, down=False)
        self.rest()

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 24) -> None:
        """Press, move there, let go."""
        self.move(start)
        self.press(start)
        for step in range(1, steps + 1):
            x, y = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
            self.move((x, y), held=True)
        self.press(end, down=False)
        self.rest()

    def wheel(self, at: tuple[int, int], notches: int) -> None:
        """A notch of the wheel, and the frames until it has come to rest."""
        self.move(at)
        self._post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)
        self.step()
        self.rest()

    def key(self, key: int, mod: int = 0) -> None:
        """A key, and what comes of it."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self._post(kind, key=key, mod=mod, unicode="", scancode=0)
        self.step()
        self.rest()
