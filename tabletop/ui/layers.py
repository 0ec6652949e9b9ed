"""Pictures that are composed once, larger than the window, and then only moved until something in them changes."""

from collections.abc import Callable

import pygame

from tabletop.ui.camera import Camera

MARGIN = 256
"""Pixels composed beyond each edge of the window, so that the table can be dragged without drawing it anew; even, so
that halves of pixels are rounded as in the window."""

Paint = Callable[[pygame.Surface, Camera], None]


class Layer:
    """One composed picture of the table and the view that it was composed for."""

    def __init__(self, margin: int = MARGIN) -> None:
        self._margin = margin
        self._surface = pygame.Surface((0, 0))
        self._camera: Camera | None = None
        self._content: object = None
        self._painted = pygame.Rect(0, 0, 0, 0)
        self._looked: tuple[Camera | None, tuple[int, int]] = (None, (0, 0))
        """By whom it was last shown, and where in the picture that window lies."""
        self.composed = 0
        """How often the picture was drawn."""

    def refresh(self, camera: Camera, content: object, paint: Paint) -> bool:
        """Draw the picture if it does not show this content from this view; whether it was drawn.

        At first only what is seen is drawn. The margin is, with the rest, once the view has moved into it: many
        pictures are left for another scale before that.

        Args:
            camera: What is to be seen.
            content: Everything that the picture depends on besides the view; compared for equality.
            paint: Draws the picture on a surface, for a camera that is larger by the margin.
        """
        if content == self._content and self._reaches(camera):
            if self._painted.contains(self._seen(camera)):
                return False
            self._painted = self._surface.get_rect()
        else:
            self._begin(camera, content)
            self._painted = self._seen(camera)
        self._surface.set_clip(self._painted)
        paint(self._surface, self._camera or camera)
        self.composed += 1
        return True

    def amend(self, camera: Camera, area: pygame.Rect, paint: Paint) -> None:
        """Draw a part anew, in pixels of what the camera sees, that the picture no longer shows as it is."""
        self._surface.set_clip(area.move(self._seen(camera).topleft).clip(self._painted))
        paint(self._surface, self._camera or camera)

    def _begin(self, camera: Camera, content: object) -> None:
        """The picture is to show this from now on; its surface serves again if that leaves some margin."""
        wide, high = (kept - seen for kept, seen in zip(self._surface.get_size(), camera.size, strict=True))
        if not (wide == high and 0 <= wide <= 2 * self._margin and wide % 2 == 0):
            wide = 2 * self._margin
            self._surface = pygame.Surface(camera.grown(self._margin).size)
        self._camera, self._content, self._looked = camera.grown(wide // 2), content, (None, (0, 0))

    def show(self, target: pygame.Surface, camera: Camera, area: pygame.Rect | None = None) -> None:
        """Copy what the camera sees, or one part of the window, onto a surface of the camera's size."""
        part = area or target.get_rect()
        if self._looked[0] is not camera:
            self._looked = (camera, self._seen(camera).topleft)
        target.blit(self._surface, part, part.move(self._looked[1]))

    def forget(self) -> None:
        """Draw anew at the next refresh, whatever it shows."""
        self._camera, self._looked = None, (None, (0, 0))

    def _seen(self, camera: Camera) -> pygame.Rect:
        """Where the window lies in the picture."""
        if self._camera is None:
            return pygame.Rect((0, 0), camera.size)
        left, top = self._camera.to_screen(*camera.to_table(0, 0))
        return pygame.Rect((round(left), round(top)), camera.size)

    def _reaches(self, camera: Camera) -> bool:
        if self._camera is None or self._camera.scale != camera.scale:
            return False
        return self._surface.get_rect().contains(self._seen(camera))


class Stretched:
    """A quick likeness of what was seen, for the short while in which the camera glides to another view."""

    def __init__(self, picture: pygame.Surface, camera: Camera) -> None:
        self._picture = picture
        self._camera = camera
        self._ground = pygame.transform.average_color(picture)

    def show(self, target: pygame.Surface, camera: Camera) -> None:
        """Draw the likeness as the camera would see it; what lay outside the picture is plain."""
        factor = camera.scale / self._camera.scale
        left, top = self._camera.to_screen(*camera.to_table(0, 0))
        width, height = camera.size[0] / factor, camera.size[1] / factor
        wanted = pygame.Rect(round(left), round(top), max(1, round(width)), max(1, round(height)))
        seen = wanted.clip(self._picture.get_rect())
        if seen.size != wanted.size:
            target.fill(self._ground)
        place = pygame.Rect(
            round((seen.x - wanted.x) * factor), round((seen.y - wanted.y) * factor),
            round(seen.width * factor), round(seen.height * factor),
        ).clip(target.get_rect())  # fmt: skip
        if place:  # straight to where it is seen: a picture of its own would be made in every frame
            pygame.transform.scale(self._picture.subsurface(seen), place.size, target.subsurface(place))
