"""The board: draws a state from pictures that are kept, and draws only what has changed."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.placing import Crowd
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.sheaf import Sheaf, box
from tabletop.ui.boards.ships_of_the_line import band_names, chips, marks
from tabletop.ui.boards.ships_of_the_line.band_names import BandNames
from tabletop.ui.boards.ships_of_the_line.fleet import Fleet, sailed
from tabletop.ui.boards.ships_of_the_line.ground import Ground
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.plates import Asked, Plates, asked
from tabletop.ui.boards.ships_of_the_line.ropes import any_to_draw
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Camera
from tabletop.ui.layers import Stretched

PLAIN = Presentation()
MOST = 0.4
"""Share of the picture that is drawn anew at most when only ships move; of more all is."""
Shown = tuple[State, Camera, tuple[Overlay, ...], Presentation]


@dataclass(frozen=True)
class _Ring:
    """The ring round the ship under the pointer; `of` is all that it depends on."""

    of: tuple[str, State, Camera]
    placing: Placing


class Board:
    """The sea table of one window."""

    def __init__(self, sprites: Sprites | None = None) -> None:
        self.sprites = sprites or Sprites()
        self._ground = Ground()
        self._fleet = Fleet()
        self._plates = Plates()
        self._asked = Asked()
        self._names = BandNames()
        self._chips: list[chips.Tied] = []
        self._stretched: Stretched | None = None
        self._shown: Shown | None = None
        self._written: Shown | None = None
        self._scene: Scene | None = None
        self._marks = Sheaf()
        self._many = False
        self._ring: _Ring | None = None

    def draw(
        self, target: pygame.Surface, state: State, camera: Camera, overlays: Sequence[Overlay] = (),
        shown: Presentation = PLAIN, hovered: str | None = None,
    ) -> list[pygame.Rect]:  # fmt: skip
        """Draw what has changed since the last call; the rectangles that were touched.

        Args:
            target: A surface of the camera's size that nothing else has drawn on since, see `forget`.
            state: What is shown; states are compared by identity.
            camera: From where.
            overlays: What else is shown, from the lowest to the topmost.
            shown: The viewer's wishes.
            hovered: A ship that is ringed because the pointer is on her.
        """
        rects = [*self.changed(state, camera, overlays, shown), *self.ringed(hovered)]
        for rect in rects:
            target.set_clip(rect)
            self.paint(target, [target.get_clip()])
            self.paint_ring(target, (0, 0))
        target.set_clip(None)
        return rects

    # --- what has to be drawn anew

    def changed(
        self, state: State, camera: Camera, overlays: Sequence[Overlay], shown: Presentation
    ) -> list[pygame.Rect]:
        """Show this from now on; the rectangles of the picture in which it looks otherwise than before."""
        content = (state, camera, tuple(overlays), shown)
        if _same(self._shown, content):
            return []
        scene = Scene(state, camera, shown, self.sprites)
        where = self._sailed(scene, content[2])
        if where is None:
            self._make_ready(scene, content[2])
        self._shown, self._stretched, self._scene = content, None, scene
        self._marks, self._many = marks.rings(scene, content[2]), marks.many(content[2])
        return [where or pygame.Rect((0, 0), camera.size)]

    def _make_ready(self, scene: Scene, overlays: Sequence[Overlay]) -> None:
        """Have the ground and all pictures ready."""
        self._ground.lay(scene, overlays)
        self._fleet.muster(scene)
        self._asked = asked(overlays)
        self._plates.lay(scene, self._asked)
        self._write(scene, overlays)

    def _write(self, scene: Scene, overlays: Sequence[Overlay]) -> None:
        """Place the chips clear of the plates, and the names of bands clear of both."""
        content = (scene.state, scene.camera, tuple(overlays), scene.shown)
        if _same(self._written, content):
            return
        self._written = content
        if not (marks.worded(overlays) or band_names.fields(overlays)):
            self._chips, self._names = [], BandNames()
            return
        crowd = self._plates.crowd(scene)
        self._chips = marks.chips(scene, overlays, crowd)
        self._names.lay(scene, overlays, Crowd([*crowd.labels, *(chip.place for chip in self._chips)], crowd.ships))

    def ringed(self, hovered: str | None) -> list[pygame.Rect]:
        """Ring this ship from now on; where a ring vanishes and where one appears."""
        of = (hovered, *self._shown[:2]) if hovered and self._shown else None
        if of == (self._ring.of if self._ring else None):
            return []
        before, self._ring = self._ring, _Ring(of, marks.hover(of[1], of[2], of[0])) if of else None
        return [box(ring.placing) for ring in (before, self._ring) if ring]

    def forget(self) -> None:
        """Show everything at the next call."""
        self._shown = None

    @property
    def elaborate(self) -> bool:
        """Whether it is worth while to keep the picture, because there is more than ground, ships and plates."""
        return self._shown is not None and (self._many or any_to_draw(self._shown[0]))

    def _sailed(self, scene: Scene, overlays: tuple[Overlay, ...]) -> pygame.Rect | None:
        """Where ships lay and now lie, if nothing but their way sets the scene apart from what is shown."""
        before = self._shown
        if before is None or before[0] is not scene.state or before[1:3] != (scene.camera, overlays):
            return None
        keys = sailed(before[3], scene.shown)
        if not keys or scene.state.grapples or marks.worded(overlays):
            return None
        boxes = self._plates.boxes(scene.camera, keys)
        self._plates.lay(scene, self._asked)
        sailing = self._fleet.sail(scene, keys)
        if not sailing:
            return None
        water = self._ground.lay(scene, overlays)
        boxes += [*self._plates.boxes(scene.camera, keys), *([water] if water.w else [])]
        whole = sailing[0].unionall([*sailing, *boxes])
        whole = whole.clip((0, 0), scene.camera.size)
        return whole if 0 < whole.w * whole.h < MOST * scene.camera.size[0] * scene.camera.size[1] else None

    # --- drawing

    def paint(self, target: pygame.Surface, pieces: Sequence[pygame.Rect]) -> None:
        """Draw what is shown on pieces of a surface of the camera's size, and perhaps between them within its clip."""
        scene = self._scene
        if self._shown is None or scene is None:
            return
        for piece in pieces:
            self._ground.show(target, scene.camera, piece)
        self._fleet.paint(target, scene, pieces)
        self._marks.paint(target, pieces, (0, 0))
        if self._many:
            marks.above(target, scene, self._shown[2])
        if self._names.shown:
            self._names.paint(target, scene.camera, pieces)
        self._plates.paint(target, scene.camera, pieces)
        for chip in self._chips:
            chips.draw(target, chip)

    def paint_ring(self, target: pygame.Surface, shift: tuple[int, int]) -> None:
        """Draw the ring round the ship under the pointer, the picture being shifted so far on the target."""
        if self._ring is not None:
            drawn, (x, y) = self._ring.placing
            target.blit(drawn, (x + shift[0], y + shift[1]), special_flags=pygame.BLEND_PREMULTIPLIED)

    def stretch(self, target: pygame.Surface, camera: Camera) -> None:
        """While the camera glides: what the target showed when the glide began, scaled and moved."""
        if self._stretched is None and self._shown is not None:
            self._stretched = Stretched(target.copy(), self._shown[1])
        if self._stretched is not None:
            self._stretched.show(target, camera)
        self._shown = self._ring = None


def _same(one: Shown | None, other: Shown) -> bool:
    return one is not None and one[0] is other[0] and one[1:] == other[1:]
