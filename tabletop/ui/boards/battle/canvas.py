"""The picture that a playing surface keeps, and the likeness of it that is shown while the camera glides elsewhere."""

import pygame

from tabletop.ui.camera import Camera, StretchedPicture

MARGIN = 56
"""Pixels round the window that are drawn when the sea begins to be moved: with more a copy takes half as long again."""
_NOTHING = pygame.Surface((0, 0))


class Canvas:
    """Room for a view and its margin; made at need, for it takes more than the window, and kept for the next time.

    Attributes:
        view: what the picture shows, as large as the window.
        wide: the same with the margin that it has now.
        margin: pixels at each side.
        shift: pixels by which the window has moved over the picture since.
    """

    def __init__(self, view: Camera) -> None:
        self.view = self.wide = view
        self.margin, self.shift = 0, (0, 0)
        self._whole = self._aside = self._part = _NOTHING
        self._stretched: StretchedPicture | None = None
        self._likeness: Camera | None = None
        """The view as which what was seen before is shown, while the camera comes to another scale."""

    def begin(self, view: Camera, margin: int) -> bool:
        """Show this view from now on, and so much around it; whether that has another size, so that all is drawn."""
        before = self.view.size, self.wide.size
        self.view, self.wide, self.margin = view, view.grown(margin), margin
        if view.size != before[0]:
            self._whole = self._aside = self._part = _NOTHING
            self._stretched = None
        return (view.size, self.wide.size) != before

    def place(self, pos: tuple[int, int]) -> tuple[int, int]:
        """Where in the picture a pixel of the window lies."""
        return pos[0] + self.margin + self.shift[0], pos[1] + self.margin + self.shift[1]

    def moved_by(self, camera: Camera) -> tuple[int, int]:
        """From the view of the picture to what the camera sees, pixels."""
        (x, y), (was_x, was_y), scale = camera.centre, self.view.centre, camera.scale
        return round((x - was_x) * scale), round((was_y - y) * scale)

    @property
    def picture(self) -> pygame.Surface:
        """What is kept."""
        if self._whole is _NOTHING:
            self._whole = pygame.Surface(self.view.grown(MARGIN).size)
        if self._part.get_size() != self.wide.size:
            self._part = self._whole.subsurface(((0, 0), self.wide.size))
        return self._part

    def stretch(self, now: Camera) -> bool:
        """Make the picture a likeness of what it shows from where the camera is now; whether it was none of that."""
        if self._likeness is now:
            return False
        self._likeness = now
        if self._stretched is None:
            self._stretched = StretchedPicture(self.picture, self.wide)
            self._whole, self._aside, self._part = self._aside, self._whole, _NOTHING
        self._stretched.show(self.picture, now.grown(self.margin))
        return True

    def settle(self) -> None:
        """From now on the picture shows what is seen itself."""
        self._stretched = None
