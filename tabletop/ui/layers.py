"""Pictures that are composed once, larger than the window, and then only moved until something in them changes."""

from collections.abc import Callable

import pygame

from tabletop.ui.camera import Camera

MARGIN = 128
"""Pixels composed beyond each edge of the window, so that the table can be dragged without drawing it anew."""

Paint = Callable[[pygame.Surface, Camera], None]


class Layer:
    """One composed picture of the table and the view that it was composed for."""

    def __init__(self, margin: int = MARGIN) -> None:
        self._margin = margin
        self._surface = pygame.Surface((0, 0))
        self._camera: Camera | None = None
        self._content: object = None
        self.composed = 0
        """How often the picture was drawn."""

    def refresh(self, camera: Camera, content: object, paint: Paint) -> bool:
        """Draw the picture if it does not show this content from this view; whether it was drawn.

        Args:
            camera: What is to be seen.
            content: Everything that the picture depends on besides the view; compared for equality.
            paint: Draws the picture on a surface, for a camera that is larger by the margin.
        """
        if content == self._content and self._reaches(camera):
            return False
        self._camera = camera.grown(self._margin)
        self._content = content
        if self._surface.get_size() != self._camera.size:
            self._surface = pygame.Surface(self._camera.size).convert()
        paint(self._surface, self._camera)
        self.composed += 1
        return True

    def show(self, target: pygame.Surface, camera: Camera, area: pygame.Rect | None = None) -> None:
        """Copy what the camera sees, or one part of the window, onto a surface of the camera's size."""
        part = area or target.get_rect()
        target.blit(self._surface, part, part.move(self._shift(camera)))

    def stretched(self, target: pygame.Surface, camera: Camera) -> None:
        """A quick likeness of the picture from a view with another scale, while the camera glides."""
        if self._camera is None:
            return
        factor = camera.scale / self._camera.scale
        corners = (camera.to_table(0, 0), camera.to_table(*camera.size))
        left, top = self._camera.to_screen(*corners[0])
        right, bottom = self._camera.to_screen(*corners[1])
        wanted = pygame.Rect(round(left), round(top), max(1, round(right - left)), max(1, round(bottom - top)))
        seen = wanted.clip(self._surface.get_rect())
        if seen.size != wanted.size:
            target.fill(pygame.transform.average_color(self._surface))
        place = (round((seen.x - wanted.x) * factor), round((seen.y - wanted.y) * factor))
        size = (max(1, round(seen.width * factor)), max(1, round(seen.height * factor)))
        if seen.width and seen.height:
            target.blit(pygame.transform.scale(self._surface.subsurface(seen), size), place)

    def forget(self) -> None:
        """Draw anew at the next refresh, whatever it shows."""
        self._camera = None

    def _shift(self, camera: Camera) -> tuple[int, int]:
        """Where the upper left corner of the window lies in the picture."""
        if self._camera is None:
            return 0, 0
        left, top = self._camera.to_screen(*camera.to_table(0, 0))
        return round(left), round(top)

    def _reaches(self, camera: Camera) -> bool:
        if self._camera is None or self._camera.scale != camera.scale:
            return False
        if self._camera.size != camera.grown(self._margin).size:
            return False
        return all(0 <= shift <= 2 * self._margin for shift in self._shift(camera))
