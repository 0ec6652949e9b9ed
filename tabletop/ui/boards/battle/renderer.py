"""What draws a state of a battle from pictures that are kept."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import pygame

from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.highlight import Highlight, Highlights
from tabletop.ui.boards.battle.plates import Plates
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.sprite_batch import AttachedSprites, blit
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import MEDIUM_MS, Steps

PLAIN, UNNAMED = Presentation(), Presentation(labels="none")
SMOOTH, LARGE = 2, 700
"""Small pictures are drawn larger and scaled down, so that small ships stay ships; pixels of width from which not."""

S = TypeVar("S")
Marks = tuple[Any, ...]
"""What else lies on a map, of the kinds that its game has, from the lowest to the topmost."""
Content = tuple[S, Camera, Marks, Presentation]


class Renderer(Generic[S]):
    """Draws only what has changed.

    Attributes:
        sprites: of the ships.
        plates: their names.
    """

    plates: Plates[Any]

    def __init__(self, sprites: Sprites | None = None) -> None:
        self.sprites = sprites or Sprites()
        self._shown: Content[S] | None = None
        self._forgotten = False
        """Whether everything is to be drawn anew although it is shown already."""
        self._shift = (0, 0)
        """Where the camera sees the origin of the table."""
        self._attached: list[AttachedSprites] = []
        """To the ships that move, while they keep their headings."""
        self._highlights = Highlights()
        self._ring: Highlight | None = None

    @property
    def elaborate(self) -> bool:
        """Whether it is worth while to keep the picture, because there is more than is soon drawn again."""
        return False

    def draw(
        self, target: pygame.Surface, state: S, camera: Camera, overlays: Sequence[object] = (),
        shown: Presentation = PLAIN, hovered: object = None,
    ) -> list[pygame.Rect]:  # fmt: skip
        """Draw what has changed since the last call; the rectangles that were touched.

        Args:
            target: A surface of the camera's size that nothing else has drawn on since, see `forget`.
            state: What is shown.
            camera: From where.
            overlays: What else is shown, from the lowest to the topmost.
            shown: The viewer's wishes.
            hovered: What the pointer is on.
        """
        rects = [*self.changed(state, camera, tuple(overlays), shown), *self.ringed(hovered)]
        for rect in rects:
            target.set_clip(rect)
            self.paint(target, [target.get_clip()])
            self.paint_ring(target, (0, 0))
        target.set_clip(None)
        return rects

    # --- what each game has of its own

    def changed(self, state: S, camera: Camera, overlays: Marks, shown: Presentation) -> list[pygame.Rect]:
        """Show this from now on; the rectangles of the picture in which it looks otherwise than before."""
        raise NotImplementedError

    def readied(self, state: S, camera: Camera, overlays: Marks, shown: Presentation) -> Steps[None]:
        """Make ready step by step what `changed` would have to at once; until it has come to its end nothing is drawn.

        Unless a game says otherwise nothing is.
        """
        yield from ()

    def surroundings(self) -> Steps[None]:
        """Make ready what lies about the view that is shown, for it may be moved next.

        Unless a game says otherwise nothing is.
        """
        yield from ()

    def paint(self, target: pygame.Surface, pieces: Sequence[pygame.Rect]) -> None:
        """Draw what is shown on pieces of a surface of the camera's size, and perhaps between them within its clip."""
        raise NotImplementedError

    def words(self, camera: Camera) -> list[pygame.Rect]:
        """Where names and other words that were last drawn are on the screen that a camera of that scale sees."""
        raise NotImplementedError

    def odds_of(self, key: str) -> pygame.Rect | None:
        """Where the odds of a shot at a ship are told, pixels of the picture; None if they are not."""
        return None

    def cards(self) -> list[pygame.Rect]:
        """Where cards with words lie, plans and odds; pixels of the picture."""
        raise NotImplementedError

    def rule_at(self, at: tuple[int, int]) -> str:
        """The rule of what is written at a pixel of the picture; empty if none is told there."""
        return ""

    def division_at(self, at: tuple[int, int]) -> str:
        """The division whose name is written at a pixel of the picture; empty if none is."""
        return ""

    def _highlight(self, hovered: Any) -> Highlight | None:
        """What points out what is under the pointer."""
        raise NotImplementedError

    # --- what is alike

    def forget(self) -> None:
        """Show everything at the next call."""
        self._forgotten = True

    def ringed(self, hovered: object) -> list[pygame.Rect]:
        """Point this out from now on; where a ring vanishes and where one appears."""
        before, self._ring = self._ring, self._highlight(hovered)
        if before is self._ring:
            return []
        return [ring.box for ring in (before, self._ring) if ring is not None]

    def paint_ring(self, target: pygame.Surface, shift: tuple[int, int]) -> None:
        """Draw what is pointed out, the picture being shifted so far on the target."""
        if self._ring is not None:
            blit(target, self._ring.pictures, shift)

    def leave(self) -> None:
        """A likeness is shown in place of what was drawn, with nothing pointed out."""
        self._ring = None
        self.forget()


def same(shown: Content[S] | None, content: Content[S]) -> bool:
    """Whether this is shown already; states are compared by identity."""
    return shown is not None and shown[0] is content[0] and shown[1:] == content[1:]


def small_picture(
    renderer: Renderer[S], state: S, size: tuple[int, int], places: Sequence[Xy], closest: float,
    grown: Callable[[float], float], *overlays: object,
) -> Steps[pygame.Surface]:  # fmt: skip
    """A battle without names, as large as all places fit.

    Args:
        renderer: draws it.
        state: what is shown.
        size: of the picture.
        places: there is at least one.
        closest: table units that are seen from left to right at least.
        grown: how many of them are shown for so many between the outermost places.
        overlays: what else is shown.
    """
    factor = SMOOTH if size[0] < LARGE else 1
    large = (size[0] * factor, size[1] * factor)
    east, north = [x for x, _ in places], [y for _, y in places]
    wide = max(closest, grown(max(east) - min(east)))
    high = max(closest * large[1] / large[0], grown(max(north) - min(north)))
    middle = ((min(east) + max(east)) / 2, (min(north) + max(north)) / 2)
    camera = Camera(middle, min(large[0] / wide, large[1] / high), large)
    yield from renderer.readied(state, camera, overlays, UNNAMED)
    yield MEDIUM_MS
    made = pygame.Surface(large).convert()
    renderer.draw(made, state, camera, overlays, UNNAMED)
    renderer.forget()
    return pygame.transform.smoothscale(made, size) if factor > 1 else made
