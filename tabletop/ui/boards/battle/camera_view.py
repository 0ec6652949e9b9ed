"""From where the sea is seen: the camera, how it glides, and how it is pushed by a pointer at the edge."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Generic, TypeVar

from tabletop.geometry.pose import Point
from tabletop.ui.camera import Camera, Glide, Xy, fitted, stepped
from tabletop.ui.widgets.base import Widget

PAN = 16
"""Pixels that the edge of the window moves the sea in a frame."""
PANS: dict[str, Xy] = {"Left": (80, 0), "Right": (-80, 0), "Up": (0, 80), "Down": (0, -80)}
"""Pixels that each arrow key moves what is seen."""
EDGE = 3
"""Pixels from the edge of the window within which the pointer pushes the sea."""
EDGE_DELAY = 350
LEAST = 160
"""Pixels between panels in which a ship can still be shown."""
READABLE, CLOSEST = 3, 7
"""Steps of zoom at which a ship that is looked for can be read, and to which a whole battle is shown at most."""

S = TypeVar("S")


class CameraView(Widget, Generic[S]):
    """A widget that shows the sea through a camera.

    Attributes:
        state: what is shown.
        camera: from where.
        insets: left, top, right and bottom pixels that panels and bars cover.
        gauges: left, top, width and height of what lies small upon the sea; words keep clear of it.
        sheets: the same of the panels.
    """

    readable, closest = READABLE, CLOSEST

    def __init__(self, ident: str) -> None:
        super().__init__(ident)
        self.state: S | None = None
        self.camera = Camera((0, 0), 40, (1, 1))
        self.insets = (0, 0, 0, 0)
        self.gauges: tuple[tuple[int, int, int, int], ...] = ()
        self.sheets: tuple[tuple[int, int, int, int], ...] = ()
        self._glide: Glide | None = None
        self._now = 0
        self._fitted = False
        self._whole: Camera | None = None
        self._near: tuple[str, int] | None = None
        self._at_edge = 0
        self._pointer = (-1, -1)

    def _resize(self, size: tuple[int, int]) -> None:
        """Look from the same place through a window of another size; on the way to another place, from there."""
        there = self._glide.end if self._glide else self.camera
        self._fitted = self._fitted and there != self._whole
        self._glide = None
        self.camera = Camera(there.centre, there.scale, size)

    def cover(self, left: int, top: int, right: int, bottom: int) -> None:
        """Panels and bars cover so many pixels at the edges.

        The first time, and in a window of another size if the whole battle was seen, show all of it in the rest.
        """
        self.insets = (left, top, right, bottom)
        if self._fitted or self.state is None:
            return
        self.camera = self._whole = self._fit(self.places())
        self._fitted = True
        if self._near:
            ship, step = self._near
            self.camera = replace(self.camera, scale=stepped(step))
            self.look_at(self.places([ship])[0])

    def open_near(self, ship: str, step: int) -> None:
        """Begin with this ship in the middle at a step of zoom, instead of the whole battle."""
        self._near = (ship, step)

    def fit(self) -> None:
        """Glide to where the whole battle is seen."""
        if self.state is not None:
            self._whole = self._fit(self.places())
            self._go(self._whole)

    def centre_on(self, keys: Iterable[str], covered: int) -> None:
        """Glide to where these ships are in the middle, if they are not well in view.

        So many pixels at the left are covered; where nothing is left beside the panels, these may lie over a ship.
        """
        places = self.places(keys)
        left, top, right, bottom = self.insets
        left = max(left, covered)
        right = right if self.rect.w - left - right >= LEAST else 0
        if places and not all(self._seen_within(place, (left, top, right, bottom)) for place in places):
            camera = self.camera.centred(*_amid(places))
            self._go(camera.panned((left - right) / 2, (top - bottom) / 2))

    def approach(self, keys: Iterable[str]) -> None:
        """Glide to ships that are not well in view, or too far off to be read; never farther off than now."""
        self.near(self.extent(keys), stepped(self.readable))

    def keep_in_sight(self, keys: Iterable[str]) -> None:
        """Glide to ships that are not well in view, neither nearer nor farther off; else stay."""
        self.near(self.extent(keys), 0)

    def near(self, places: list[Xy], scale: float) -> None:
        """Glide to places that are not well in view, or seen at less than a scale."""
        now = self._glide.end if self._glide else self.camera
        near = max(now.scale, scale)
        if not places or (near == now.scale and all(self._well_seen(place) for place in places)):
            return
        left, top, right, bottom = self.insets
        camera = replace(now, scale=near).centred(*_amid(places))
        self._go(camera.panned((left - right) / 2, (top - bottom) / 2))

    def follow(self, place: Point) -> None:
        """Glide to a place on the table if it is not well in view."""
        if not self._well_seen((place.x, place.y)):
            left, top, right, bottom = self.insets
            self._go(self.camera.centred(place.x, place.y).panned((left - right) / 2, (top - bottom) / 2))

    def zoom(self, steps: int, at: Xy | None = None) -> None:
        """Nearer or farther about a pixel, the middle of what is not covered if None."""
        self._go((self._glide.end if self._glide else self.camera).zoomed(steps, at or self._middle()))

    def _middle(self) -> Xy:
        left, top, right, bottom = self.insets
        return (left + self.rect.w - right) / 2, (top + self.rect.h - bottom) / 2

    def pan(self, dx: float, dy: float) -> None:
        """Move the sea by pixels, at once."""
        self._glide = None
        self.camera = self.camera.panned(dx, dy)

    def look_at(self, place: Xy) -> None:
        """Bring a place on the table to the middle of what is not covered, at once."""
        self._glide = None
        left, top, right, bottom = self.insets
        self.camera = self.camera.centred(*place).panned((left - right) / 2, (top - bottom) / 2)

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships are, table units; all if none are named."""
        raise NotImplementedError

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """Places by which it is told whether ships are well in view, table units."""
        return self.places(keys)

    def _fit(self, places: list[Xy]) -> Camera:
        margin = 1.5
        wide = [(x + dx, y + dy) for x, y in places for dx, dy in ((-margin, -margin), (margin, margin))]
        return fitted(wide or [(-5, -5), (5, 5)], self.rect.size, self.insets, nearest=self.closest)

    def _well_seen(self, place: Xy) -> bool:
        return self._seen_within(place, self.insets)

    def _seen_within(self, place: Xy, insets: tuple[int, int, int, int]) -> bool:
        left, top, right, bottom = insets
        x, y = self.camera.to_screen(*place)
        return left <= x <= self.rect.w - right and top <= y <= self.rect.h - bottom

    def _go(self, camera: Camera) -> None:
        self._glide = Glide(self.camera, camera, self._now)

    # --- time

    def _sail(self, elapsed: int) -> bool:
        """Let the camera glide, or be pushed by a pointer at the edge; whether it still moves."""
        self._now += elapsed
        pushed = self._push(elapsed)
        if self._glide is None:
            return pushed
        self.camera = self._glide.at(self._now)
        if self._glide.done(self._now):
            self._glide = None
        return True

    def _push(self, elapsed: int) -> bool:
        x, y = self._pointer
        dx = (x <= EDGE and x >= 0) - (x >= self.rect.right - 1 - EDGE)
        dy = (y <= EDGE and y >= 0) - (y >= self.rect.bottom - 1 - EDGE)
        self._at_edge = self._at_edge + elapsed if dx or dy else 0
        if self._at_edge < EDGE_DELAY:
            return bool(dx or dy)
        self.pan(dx * PAN, dy * PAN)
        return True


def _amid(places: list[Xy]) -> Xy:
    """The middle of some places."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
