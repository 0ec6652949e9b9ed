"""What lies under the ships: the water with all that is laid on it, and the wakes of ships that lie where they are."""

from collections.abc import Iterable
from typing import NamedTuple

import pygame

from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle import bodies
from tabletop.ui.boards.battle.chart import Placing, blit, charted, origin
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.layers import Layer, Paint

REACH = 1.5
"""Hull lengths from the middle of a ship within which her wake lies."""


class Wake(NamedTuple):
    """The wake of a ship by the middle of her hull in table units, the length at which that is drawn, and her heading.

    The length is in pixels.
    """

    at: Xy
    length: float
    heading: float


class Ground:
    """Keeps all that as one picture, somewhat larger than the window. A ship that moves takes her wake with her."""

    def __init__(self, sprites: Sprites) -> None:
        self._sprites = sprites
        self._layer = Layer()
        self.show = self._layer.show
        self._wakes: tuple[Wake, ...] = ()

    def lay(self, camera: Camera, content: object, wakes: tuple[Wake, ...], water: Paint) -> pygame.Rect:
        """Have the picture ready; where in the view it looks otherwise than before, with no size if nowhere.

        Args:
            camera: what is to be seen.
            content: everything that the water depends on besides the view; compared for equality.
            wakes: those that lie on the water.
            water: draws it without them.
        """

        def paint(surface: pygame.Surface, wide: Camera) -> None:
            water(surface, wide)
            blit(surface, self._within(wakes, wide, surface.get_clip()), origin(wide))

        before, self._wakes = self._wakes, wakes
        if self._layer.refresh(camera, content, paint):
            return pygame.Rect((0, 0), camera.size)
        if before is wakes or before == wakes:
            return pygame.Rect(0, 0, 0, 0)
        area = _area(camera, set(before) ^ set(wakes))
        self._layer.amend(camera, area, paint)
        return area

    def _within(self, wakes: Iterable[Wake], camera: Camera, clip: pygame.Rect) -> list[Placing]:
        """The wakes that may reach into a part of the picture, in chart pixels."""
        chart = charted(camera)
        return [
            bodies.wake(self._sprites, chart.to_screen(*one.at), one.length, one.heading)
            for one in wakes
            if clip.inflate(2 * REACH * one.length, 2 * REACH * one.length).collidepoint(camera.to_screen(*one.at))
        ]


def _area(camera: Camera, wakes: Iterable[Wake]) -> pygame.Rect:
    """What they may cover, also beyond the view; there is at least one."""
    spots = [(camera.to_screen(*one.at), REACH * one.length) for one in wakes]
    rooms = [pygame.Rect(x - reach, y - reach, 2 * reach + 2, 2 * reach + 2) for (x, y), reach in spots]
    return rooms[0].unionall(rooms[1:])
