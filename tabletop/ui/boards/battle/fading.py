"""A battle whose mood changes while one looks."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import pygame

from tabletop.ui.boards.battle.camera_view import CLOSEST, Chart
from tabletop.ui.boards.battle.gestures import Ground
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.renderer import Renderer
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.frame_budget import FRAME_BUDGET
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme

S = TypeVar("S")
FADES = 1000
"""Milliseconds in which the sea as it was fades away."""


class FadingSurface(BattleSurface[S]):
    """A battle; where the hour or the wind has changed it takes a while to look so, unless the view is moved.

    Args:
        another_mood: of two states; whether the sea looks otherwise and no ship lies elsewhere.
    """

    def __init__(
        self, renderer: Renderer[S], chart: Chart, ground: Ground, another_mood: Callable[[S, S], bool],
        closest: int = CLOSEST,
    ) -> None:  # fmt: skip
        super().__init__(renderer, chart, ground, closest)
        self._another_mood = another_mood
        self._before: pygame.Surface | None = None
        """The sea as it was, while it fades."""
        self._left, self._from = 0.0, self.view.camera
        self._fresh = False
        """Whether it was copied in this frame, which has had enough to do."""
        self._passed = False
        """Whether another looks from now on, who must not see it as it was."""

    def look(self, state: S, overlays: Sequence[object], shown: Presentation, ringed: object) -> None:
        """As every surface."""
        before = self.state if MOTION.rate and not self._blank and not self._passed else None
        if before is not None and before is not state and self._another_mood(before, state):
            self._before, self._left, self._from, self._fresh = self._likeness(), FADES, self.view.camera, True
        self._passed = False
        super().look(state, overlays, shown, ringed)

    def forget(self) -> None:
        """Another looks from now on: nothing stays, nor lies where it does, because of what the one before saw."""
        self._before, self._passed = None, True
        self.renderer.plates.forget()

    def _comes_later(self, state: S) -> bool:
        """As every surface; what is to be seen is not begun in the frame in which what was seen is copied."""
        fresh, self._fresh = self._fresh, False
        if fresh and FRAME_BUDGET.milliseconds is not None:
            FRAME_BUDGET.request_frame()
            return True
        return super()._comes_later(state)

    def _likeness(self) -> pygame.Surface:
        made = pygame.Surface(self.rect.size)
        if self._kept:
            made.blit(self._canvas.picture, (0, 0), made.get_rect(topleft=self._canvas.place((0, 0))))
        else:
            self.renderer.paint(made, [made.get_rect()])
        return made

    def tick(self, elapsed: int) -> bool:
        """As every surface; what fades is fainter."""
        moves = super().tick(elapsed)
        if self._before is None:
            return moves
        self._left -= elapsed * MOTION.rate
        if self._left <= 0 or not MOTION.rate or self.view.camera is not self._from:
            self._before = None
        self.touch()
        return True

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """As every surface, under what fades."""
        super().paint(surface, theme)
        if self._before is not None:
            clip = surface.get_clip().clip(self.rect)
            self._before.set_alpha(round(255 * self._left / FADES))
            surface.blit(self._before, clip, clip.move(-self.rect.x, -self.rect.y))
