"""The picture that a playing surface keeps, and the likeness of it that is shown while the camera glides elsewhere."""

import pygame

from tabletop.ui.camera import Camera, StretchedPicture

MARGIN = 56
"""Pixels round the window that are drawn when the sea begins to be moved: with more a copy takes half as long again."""
_NOTHING = pygame.Surface((0, 0))


class Canvas:
    """Has room for the margin; made at need, for it takes more than the window, and kept for the next time."""

    def __init__(self) -> None:
        self._whole = self._aside = self._part = _NOTHING
        self._stretched: StretchedPicture | None = None
        self._likeness: Camera | None = None
        """The view as which what was seen before is shown, while the camera comes to another scale."""

    def forget(self) -> None:
        """The window has another size."""
        self._whole = self._aside = self._part = _NOTHING
        self._stretched = None

    def settle(self) -> None:
        """From now on the picture shows what is seen itself."""
        self._stretched = None

    def picture(self, view: Camera, wide: Camera) -> pygame.Surface:
        """What is kept of a view, with the margin that it has now."""
        if self._whole is _NOTHING:
            self._whole = pygame.Surface(view.grown(MARGIN).size)
        if self._part.get_size() != wide.size:
            self._part = self._whole.subsurface(((0, 0), wide.size))
        return self._part

    def stretch(self, view: Camera, wide: Camera, now: Camera) -> bool:
        """Make the picture of a view a likeness of it from where the camera is now; whether it was none of that yet."""
        if self._likeness is now:
            return False
        self._likeness = now
        if self._stretched is None:
            self._stretched = StretchedPicture(self.picture(view, wide), wide)
            self._whole, self._aside, self._part = self._aside, self._whole, _NOTHING
        margin = (wide.size[0] - view.size[0]) // 2
        self._stretched.show(self.picture(view, wide), now.grown(margin))
        return True
