"""What is painted on a screen, from the lowest to the topmost, as long as all stays where and what it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import TALLY, Part, Widget


@dataclass(frozen=True)
class Parts:
    """The parts of some layers; `placed` is how much had been placed when they were gathered."""

    placed: int
    layers: Sequence[Widget]
    parts: Sequence[Part]

    @classmethod
    def of(cls, layers: Sequence[Widget], theme: Theme) -> "Parts":
        """Gather them."""
        found = [part for layer in layers for part in layer.parts(theme)]
        return cls(TALLY.placed, layers, found)

    @cached_property
    def _reaches(self) -> list[pygame.Rect]:
        return [part.reach for part in self.parts]

    def hold(self, layers: Sequence[Widget]) -> bool:
        """Whether they are still those of these layers."""
        return self.placed == TALLY.placed and self.layers == layers

    def paint(self, surface: pygame.Surface, theme: Theme, rects: Sequence[pygame.Rect]) -> None:
        """Paint in each rectangle what is seen of it."""
        for rect in rects:
            surface.set_clip(rect)
            for part in self._seen(rect):
                part.paint(surface, theme)
        surface.set_clip(None)

    def _seen(self, rect: pygame.Rect) -> list[Part]:
        """What reaches into a rectangle, from the topmost that covers all of it."""
        found = [self.parts[number] for number in rect.collidelistall(self._reaches)]
        for place in range(len(found) - 1, 0, -1):
            if found[place].solid.contains(rect):
                return found[place:]
        return found
