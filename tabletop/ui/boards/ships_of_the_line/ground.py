"""The sea under the ships, with the fields that are laid on it and the wakes of ships that lie where they are."""

from collections.abc import Sequence
from dataclasses import replace

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.ground import Ground, Wake
from tabletop.ui.boards.ships_of_the_line import marks, sea
from tabletop.ui.boards.ships_of_the_line.models import placed, under_way
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.boards.ships_of_the_line.washes import Washes
from tabletop.ui.camera import Camera


class SeaGround(Ground):
    """Knows what lies there, and finds out about wakes only when another state is shown or other ships move."""

    def __init__(self, sprites: Sprites) -> None:
        super().__init__(sprites)
        self._washes = Washes()
        self._parting: tuple[State, tuple[object, ...], tuple[Wake, ...]] | None = None

    def lay_sea(self, scene: Scene, overlays: Sequence[Overlay]) -> pygame.Rect:
        """As `lay`."""
        laid = marks.lying(overlays)

        def water(surface: pygame.Surface, wide: Camera) -> None:
            sea.paint(surface, wide, scene.state.sea)
            marks.below(surface, replace(scene, camera=wide), laid, self._washes)

        return self.lay(scene.camera, (scene.state.sea, laid, scene.shown.scale), self._parted(scene), water)

    def _parted(self, scene: Scene) -> tuple[Wake, ...]:
        """The wakes of ships under way that are not drawn moving."""
        state, moving = scene.state, [one.ship for one in scene.shown.afloat]
        of = (scene.camera.scale, *moving)
        if self._parting is None or self._parting[0] is not state or self._parting[1] != of:
            still = [placed(state, key) for key in state.ships if key not in moving and under_way(state, key)]
            self._parting = (state, of, tuple(Wake(one.at, scene.length(one), one.heading) for one in still))
        return self._parting[2]
