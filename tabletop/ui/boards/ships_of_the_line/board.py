"""The board: draws a state from pictures that are kept, and draws only what has changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.ships_of_the_line import marks, sea
from tabletop.ui.boards.ships_of_the_line.fleet import Fleet, sailed
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.plates import Plates
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.boards.ships_of_the_line.washes import Washes
from tabletop.ui.camera import Camera
from tabletop.ui.layers import Layer, Stretched

PLAIN = Presentation()
MOST = 0.4
"""Share of the picture that is drawn anew at most when only ships move; of more all is."""
Shown = tuple[State, Camera, tuple[Overlay, ...], Presentation]


@dataclass(frozen=True)
class _Under:
    """What the ring round a ship covers."""

    ship: str
    box: pygame.Rect
    patch: pygame.Surface


class Board:
    """The sea table of one window."""

    def __init__(self, sprites: Sprites | None = None) -> None:
        self.sprites = sprites or Sprites()
        self._ground = Layer()
        self._fleet = Fleet()
        self._plates = Plates()
        self._washes = Washes()
        self._stretched: Stretched | None = None
        self._shown: Shown | None = None
        self._under: _Under | None = None

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
        content = (state, camera, tuple(overlays), shown)
        if self._same(content):
            return self._ring(target, state, camera, hovered)
        moved = self._moved(target, content)
        if moved:
            return [*self._sail(target, content, moved), *self._ring(target, state, camera, hovered)]
        self._shown, self._stretched, self._under = content, None, None
        self._compose(target, content)
        self._ring(target, state, camera, hovered)
        return [target.get_rect()]

    def stretch(self, target: pygame.Surface, camera: Camera) -> list[pygame.Rect]:
        """While the camera glides: what the target showed when the glide began, scaled and moved."""
        if self._stretched is None and self._shown is not None:
            self._stretched = Stretched(target.copy(), self._shown[1])
        if self._stretched is not None:
            self._stretched.show(target, camera)
        self._shown = None
        return [target.get_rect()]

    def forget(self) -> None:
        """Something else was drawn on the target: show everything at the next call."""
        self._shown = None

    def _same(self, content: Shown) -> bool:
        return self._shown is not None and self._shown[0] is content[0] and self._shown[1:] == content[1:]

    def _moved(self, target: pygame.Surface, content: Shown) -> pygame.Rect | None:
        """Where ships lay and now lie, if nothing but their way sets the content apart from what is shown."""
        before, (state, camera, overlays, shown) = self._shown, content
        if before is None or before[0] is not state or before[1:3] != (camera, overlays):
            return None
        keys = sailed(before[3], shown)
        if not keys or state.grapples or marks.worded(overlays) or not keys <= self._fleet.ships:
            return None
        scenes = [Scene(state, camera, one, self.sprites) for one in (before[3], shown)]
        boxes = [box for one in scenes for part in (self._fleet, self._plates) for box in part.boxes(one, keys)]
        whole = boxes[0].unionall(boxes[1:]).clip(target.get_rect())
        return whole if 0 < whole.w * whole.h < MOST * target.get_width() * target.get_height() else None

    def _sail(self, target: pygame.Surface, content: Shown, where: pygame.Rect) -> list[pygame.Rect]:
        """Draw anew where ships lay and lie."""
        damage = [target.blit(self._under.patch, self._under.box)] if self._under else []
        self._shown, self._stretched, self._under = content, None, None
        target.set_clip(where)
        self._compose(target, content)
        target.set_clip(None)
        return [*damage, where]

    def _ring(self, target: pygame.Surface, state: State, camera: Camera, hovered: str | None) -> list[pygame.Rect]:
        """Ring the ship under the pointer, and put back what the last ring covered."""
        if self._under and self._under.ship == hovered:
            return []
        damage = [target.blit(self._under.patch, self._under.box)] if self._under else []
        self._under = None
        if hovered:
            drawn, at = marks.hover(state, camera, hovered)
            box = drawn.get_rect(topleft=at).clip(target.get_rect())
            if box.width and box.height:
                self._under = _Under(hovered, box, target.subsurface(box).copy())
                damage.append(target.blit(drawn, at, special_flags=pygame.BLEND_PREMULTIPLIED))
        return damage

    def _compose(self, target: pygame.Surface, content: Shown) -> None:
        state, camera, overlays, shown = content
        scene = Scene(state, camera, shown, self.sprites)
        self._lay_ground(scene, overlays)
        self._ground.show(target, camera, target.get_clip())
        self._fleet.paint(target, scene)
        marks.above(target, scene, overlays)
        selected = next((one.ship for one in overlays if isinstance(one, Selected)), None)
        self._plates.paint(target, scene, selected)
        marks.chips(target, scene, overlays, self._plates)

    def _lay_ground(self, scene: Scene, overlays: Sequence[Overlay]) -> None:
        """The sea and what lies on it under the ships, drawn once with a margin."""
        sea_, shown = scene.state.sea, scene.shown
        laid = marks.lying(overlays)

        def paint(surface: pygame.Surface, wide: Camera) -> None:
            sea.paint(surface, wide, sea_)
            marks.below(surface, replace(scene, camera=wide), laid, self._washes)

        self._ground.refresh(scene.camera, (sea_, laid, shown.scale), paint)
