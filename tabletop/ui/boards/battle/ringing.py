"""What points out what is under the pointer: made once for as long as the same is seen from the same place."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle.chart import Placing, blit
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.camera import Camera


class Ring(NamedTuple):
    """What points something out, pixels of the screen."""

    pictures: Sequence[Placing]
    box: pygame.Rect
    """What they cover."""

    def paint(self, target: pygame.Surface, shift: tuple[int, int]) -> None:
        """Draw it, the picture being shifted so far on the target."""
        blit(target, self.pictures, shift)


class Ringing:
    """Keeps what was made for one state and one view."""

    def __init__(self) -> None:
        self._of: tuple[object, Camera | None] = (None, None)
        self._kept: dict[Hashable, Ring] = {}

    def round(self, state: object, camera: Camera, what: Hashable, make: Callable[[], Sequence[Placing]]) -> Ring:
        """What points something out; the same as before if nothing about it has changed.

        Args:
            state: what is shown; states and views are compared by identity.
            camera: from where.
            what: all else that it depends on.
            make: its pictures, pixels of the screen.
        """
        if self._of[0] is not state or self._of[1] is not camera:
            self._of, self._kept = (state, camera), {}
        ring = self._kept.get(what)
        if ring is None:
            pictures = make()
            boxes = [box(one) for one in pictures]
            covered = boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)
            ring = self._kept[what] = Ring(pictures, covered)
        return ring
