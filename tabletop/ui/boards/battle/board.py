"""What a battle surface asks of the board that draws its state."""

from collections.abc import Sequence
from typing import Any, Protocol

import pygame

from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.camera import Camera


class Board(Protocol):
    """Draws a state from pictures that are kept."""

    @property
    def elaborate(self) -> bool:
        """Whether it is worth while to keep the picture, because there is more than is soon drawn again."""

    def changed(self, state: Any, camera: Camera, overlays: Any, shown: Presentation) -> list[pygame.Rect]:
        """Show this from now on; the rectangles of the picture in which it looks otherwise than before."""

    def ringed(self, hovered: Any) -> list[pygame.Rect]:
        """Ring this from now on; where a ring vanishes and where one appears."""

    def forget(self) -> None:
        """Show everything at the next call."""

    def paint(self, target: pygame.Surface, pieces: Sequence[pygame.Rect]) -> None:
        """Draw what is shown on pieces of a surface of the camera's size, and perhaps between them within its clip."""

    def paint_ring(self, target: pygame.Surface, shift: tuple[int, int]) -> None:
        """Draw the ring, the picture being shifted so far on the target."""

    def stretch(self, target: pygame.Surface, camera: Camera) -> None:
        """While the camera glides: what the target showed when the glide began, scaled and moved."""
