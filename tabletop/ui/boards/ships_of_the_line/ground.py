"""What lies under the ships: the sea, what is laid on it, and the wakes of ships that lie where they are."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.battle.bodies import wake
from tabletop.ui.boards.battle.chart import Placing, blit, charted, origin
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.ships_of_the_line import marks, sea
from tabletop.ui.boards.ships_of_the_line.models import placed, under_way
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.boards.ships_of_the_line.washes import Washes
from tabletop.ui.camera import Camera
from tabletop.ui.layers import Layer

REACH = 1.5
"""Hull lengths from the middle of a ship within which her wake lies."""
_Key = tuple[State, tuple[str, ...]]


class Ground:
    """Keeps all that as one picture, somewhat larger than the window. A ship that moves takes her wake with her."""

    def __init__(self) -> None:
        self._layer = Layer()
        self._washes = Washes()
        self._of: _Key | None = None
        self._parting: tuple[Placed, ...] = ()
        self._parted: tuple[Placed, ...] = ()
        """The ships whose wakes belong to the water, now and in the picture."""

    def lay(self, scene: Scene, overlays: Sequence[Overlay]) -> pygame.Rect:
        """Have the picture ready; where in the view it looks otherwise than before, with no size if nowhere."""
        laid, now = marks.lying(overlays), self._now_parting(scene)

        def paint(surface: pygame.Surface, wide: Camera) -> None:
            grown = replace(scene, camera=wide)
            sea.paint(surface, wide, scene.state.sea)
            marks.below(surface, grown, laid, self._washes)
            blit(surface, _wakes(grown, now, surface.get_clip()), origin(wide))

        before, self._parted = self._parted, now
        if self._layer.refresh(scene.camera, (scene.state.sea, laid, scene.shown.scale), paint):
            return pygame.Rect((0, 0), scene.camera.size)
        if before is now or before == now:
            return pygame.Rect(0, 0, 0, 0)
        area = _area(scene, set(before) ^ set(now))
        self._layer.amend(scene.camera, area, paint)
        return area

    def show(self, target: pygame.Surface, camera: Camera, piece: pygame.Rect) -> None:
        """Copy one part of the window onto a surface of the camera's size."""
        self._layer.show(target, camera, piece)

    def _now_parting(self, scene: Scene) -> tuple[Placed, ...]:
        """The ships under way that are not drawn moving."""
        of = (scene.state, tuple(one.ship for one in scene.shown.afloat))
        if self._of is None or self._of[0] is not of[0] or self._of[1] != of[1]:
            under = (key for key in scene.state.ships if key not in of[1] and under_way(scene.state, key))
            self._of, self._parting = of, tuple(placed(scene.state, key) for key in under)
        return self._parting


def _wakes(scene: Scene, ships: Iterable[Placed], clip: pygame.Rect) -> list[Placing]:
    """The wakes that may reach into a part of the picture, in chart pixels."""
    chart = charted(scene.camera)
    found = []
    for one in ships:
        length = scene.length(one)
        room = clip.inflate(2 * REACH * length, 2 * REACH * length)
        if room.collidepoint(scene.camera.to_screen(*one.at)):
            found.append(wake(scene.sprites, chart.to_screen(*one.at), length, one.heading))
    return found


def _area(scene: Scene, ships: Iterable[Placed]) -> pygame.Rect:
    """What their wakes may cover, also beyond the view."""
    spots = [(scene.camera.to_screen(*one.at), REACH * scene.length(one)) for one in ships]
    rooms = [pygame.Rect(x - reach, y - reach, 2 * reach + 2, 2 * reach + 2) for (x, y), reach in spots]
    return rooms[0].unionall(rooms[1:])
