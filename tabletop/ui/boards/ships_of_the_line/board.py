"""The board: composes the sea and the fleet when something changes, and otherwise only moves what is composed."""

from collections.abc import Sequence

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.ships_of_the_line import fleet, marks, plates, sea
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation
from tabletop.ui.camera import Camera
from tabletop.ui.layers import MARGIN, Layer

PLAIN = Presentation()
SEA_MARGIN = 2 * MARGIN


class Board:
    """The sea table of one window."""

    def __init__(self, sprites: Sprites | None = None) -> None:
        self.sprites = sprites or Sprites()
        self._sea = Layer(SEA_MARGIN)
        self._table = Layer()
        self._seen: tuple[Camera, str | None] | None = None

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
        content = (_Same(state), tuple(overlays), shown)
        drawn = self._table.refresh(camera, content, lambda s, c: self._compose(s, c, state, overlays, shown))
        if drawn or self._seen is None or self._seen[0] != camera:
            self._table.show(target, camera)
            if hovered:
                marks.hover(target, state, camera, hovered)
            damage = [target.get_rect()]
        else:
            damage = self._hover(target, state, camera, hovered)
        self._seen = (camera, hovered)
        return damage

    def stretch(self, target: pygame.Surface, camera: Camera) -> None:
        """While the camera glides between two scales: the last picture, scaled."""
        self._table.stretched(target, camera)
        self._seen = None

    def forget(self) -> None:
        """Something else was drawn on the target: show everything at the next call."""
        self._seen = None

    def _hover(self, target: pygame.Surface, state: State, camera: Camera, hovered: str | None) -> list[pygame.Rect]:
        before = self._seen[1] if self._seen else None
        if before == hovered:
            return []
        touched = [marks.hover_box(state, camera, key).clip(target.get_rect()) for key in (before, hovered) if key]
        for box in touched:
            self._table.show(target, camera, box)
        if hovered:
            marks.hover(target, state, camera, hovered)
        return touched

    def _compose(
        self, surface: pygame.Surface, camera: Camera, state: State, overlays: Sequence[Overlay], shown: Presentation
    ) -> None:
        self._sea.refresh(camera, state.sea, lambda s, c: sea.paint(s, c, state.sea))
        self._sea.show(surface, camera)
        scene = fleet.Scene(state, camera, shown, self.sprites)
        ships = fleet.visible(scene)
        marks.below(surface, scene, overlays)
        fleet.paint(surface, scene, ships)
        marks.above(surface, scene, overlays)
        selected = next((one.ship for one in overlays if isinstance(one, Selected)), None)
        taken = plates.paint(surface, scene, ships, selected)
        marks.chips(surface, scene, overlays, taken)


class _Same:
    """Compares a large value by identity."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._value is self._value

    __hash__ = object.__hash__
