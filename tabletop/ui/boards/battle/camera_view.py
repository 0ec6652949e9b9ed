"""From where the sea is seen: the camera, how it glides, and how it is pushed by a pointer at the edge."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

import pygame

from tabletop.geometry.pose import Point
from tabletop.ui.boards.battle.presentation import Gauges, Insets
from tabletop.ui.camera import Camera, Glide, Xy, fitted, stepped

PAN = 16
"""Pixels that the edge of the window moves the sea in a frame."""
PANS: dict[str, Xy] = {"Left": (80, 0), "Right": (-80, 0), "Up": (0, 80), "Down": (0, -80)}
"""Pixels that each arrow key moves what is seen."""
EDGE = 3
"""Pixels from the edge of the window within which the pointer pushes the sea."""
EDGE_DELAY = 350
LEAST = 160
"""Pixels between panels in which a ship can still be shown."""
FARTHER, HULL = 3, 0.5
"""Steps that a whole battle is seen farther off to have no ship hidden; table units about her middle that are seen."""
READABLE, CLOSEST = 3, 7
"""Steps of zoom at which a ship that is looked for can be read, and to which a whole battle is shown at most."""


SPARE = 90
"""Pixels between what is brought into view and the edge of it."""


class Chart(Protocol):
    """What a camera looks at: where ships lie, in table units."""

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships are, all if none are named; nowhere before there is a state."""

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """Places by which it is told whether ships are well in view."""


class CameraView:
    """Looks at a chart through a camera, in a window of which panels cover a part.

    Args:
        chart: what is looked at.
        closest: step of zoom to which a whole battle is shown at most.

    Attributes:
        camera: from where.
        rect: the window.
        insets: left, top, right and bottom pixels that panels and bars cover.
        gauges: left, top, width and height of what lies small upon the sea; words keep clear of it.
        sheets: the same of the panels.
        upon: the same of what others lay upon it.
        hiding: what of that no ship may lie under that is looked for.
        kept: places that panels do not come to cover if they were seen.
        pointer: the pixel under the pointer.
        glide: how the camera moves to where it will be, if it does.
        time: milliseconds that have passed.
    """

    def __init__(self, chart: Chart, closest: int = CLOSEST) -> None:
        self.chart, self._closest = chart, closest
        self.camera = Camera((0, 0), 40, (1, 1))
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.insets = (0, 0, 0, 0)
        self.gauges: Gauges = ()
        self.sheets: Gauges = ()
        self.upon: Gauges = ()
        self.hiding: Callable[[], Gauges] = tuple
        self.kept: Callable[[], list[Xy]] = list
        self.pointer = (-1, -1)
        self.glide: Glide | None = None
        self.time = 0
        self._fitted = False
        self._whole: Camera | None = None
        self._near: tuple[str, int] | None = None
        self._at_edge = 0

    @property
    def lying(self) -> Gauges:
        """All sheets upon the chart."""
        return (*self.sheets, *self.upon)

    def resize(self, rect: pygame.Rect) -> None:
        """Look from the same place through a window of another size; on the way to another place, from there."""
        self.rect = pygame.Rect(rect)
        there = self.glide.end if self.glide else self.camera
        self._fitted = self._fitted and there != self._whole
        self.glide = None
        self.camera = Camera(there.centre, there.scale, rect.size)

    def cover(self, left: int, top: int, right: int, bottom: int) -> None:
        """Panels and bars cover so many pixels at the edges.

        The first time, and in a window of another size if the whole battle was seen, show all of it in the rest.
        """
        kept = self.kept()
        seen = all(map(self._in_view, kept))
        self.insets = (left, top, right, bottom)
        if not self._fitted and (places := self.chart.places()):
            self._begin(places)
        if seen and not all(map(self._in_view, kept)):
            self.near(kept, self.camera.scale)

    def _begin(self, places: list[Xy]) -> None:
        """The whole battle, or a ship near by."""
        self.camera = self._whole = self._fit(places)
        self._fitted = True
        if self._near:
            ship, step = self._near
            self.camera = replace(self.camera, scale=stepped(step))
            self.look_at(self.chart.places([ship])[0])

    def open_near(self, ship: str, step: int) -> None:
        """Begin with this ship in the middle at a step of zoom, instead of the whole battle."""
        self._near = (ship, step)

    def fit(self) -> None:
        """Glide to where the whole battle is seen."""
        if places := self.chart.places():
            self._whole = self._fit(places)
            self.go(self._whole)

    def stay(self) -> None:
        """What comes to lie here is no reason to look at all of it."""
        self._fitted = True

    def reopen(self) -> None:
        """If the whole battle is seen, show all of it anew in the room that panels leave from now on."""
        self._fitted = self._fitted and (self.glide is not None or self.camera != self._whole)

    def centre_on(self, keys: Iterable[str], covered: int, besides: Iterable[Xy] = ()) -> None:
        """Glide no farther than brings these ships, and places besides, into view; farther off only for want of room.

        So many pixels at the left are covered; where nothing is left beside the panels, these may lie over a ship.
        """
        places = [*self.chart.extent(keys), *besides]
        left, top, right, bottom = self.insets
        left = max(left, covered)
        right = right if self.rect.w - left - right >= LEAST else 0
        now = self.glide.end if self.glide else self.camera
        if not places or all(self._seen_within(place, (left, top, right, bottom), now) for place in places):
            return
        nearest = fitted(places, self.rect.size, (left, top, right, bottom), nearest=now.step)
        if nearest.scale < now.scale:
            self.go(nearest)
            return
        self.go(now.panned(*self._shifts(now, places, (left, top, right, bottom))))

    def approach(self, keys: Iterable[str]) -> None:
        """Glide to ships that are not well in view, or too far off to be read; never farther off than now."""
        self.near(self.chart.extent(keys), stepped(READABLE))

    def keep_in_sight(self, keys: Iterable[str]) -> None:
        """Glide to ships that are not well in view, neither nearer nor farther off; else stay."""
        self.near(self.chart.extent(keys), 0)

    def near(self, places: list[Xy], scale: float) -> None:
        """Glide to places that are not well in view, or seen at less than a scale."""
        now = self.glide.end if self.glide else self.camera
        near = max(now.scale, scale)
        if not places or (near == now.scale and all(self._well_seen(place) for place in places)):
            return
        self._amidst(places, replace(now, scale=near))

    def turn_to(self, keys: Iterable[str]) -> None:
        """Glide until ships lie amid what is not covered, neither nearer nor farther off."""
        if places := self.chart.extent(keys):
            self._amidst(places, self.glide.end if self.glide else self.camera)

    def _amidst(self, places: list[Xy], camera: Camera) -> None:
        left, top, right, bottom = self.insets
        self.go(camera.centred(*_amid(places)).panned((left - right) / 2, (top - bottom) / 2))

    def nudge(self, places: Sequence[Xy]) -> None:
        """Glide no farther than brings places into view; what has no room there is seen by its middle."""
        if not places:
            return
        now = self.glide.end if self.glide else self.camera
        across, down = self._shifts(now, places, self.insets)
        if across or down:
            self.go(now.panned(across, down))

    def _shifts(self, now: Camera, places: Sequence[Xy], insets: Insets) -> Xy:
        """Pixels by which a view is moved, no farther than it must, so that places are well within insets."""
        left, top, right, bottom = insets
        xs, ys = zip(*(now.to_screen(*place) for place in places), strict=True)
        across = _shift(min(xs), max(xs), left + SPARE, self.rect.w - right - SPARE)
        return across, _shift(min(ys), max(ys), top + SPARE, self.rect.h - bottom - SPARE)

    def gather(self, places: Sequence[Xy]) -> None:
        """Glide to where all of these places are seen, farther off if they have no room."""
        if places and self.has_room_for(places, 0):
            self.nudge(places)
        elif places and not all(map(self._in_view, places)):
            self.go(self._fit(list(places)))

    def follow(self, place: Point) -> None:
        """Glide to a place on the table if it is not well in view."""
        if not self._well_seen((place.x, place.y)):
            left, top, right, bottom = self.insets
            self.go(self.camera.centred(place.x, place.y).panned((left - right) / 2, (top - bottom) / 2))

    def zoom(self, steps: int, at: Xy | None = None) -> None:
        """Nearer or farther about a pixel, the middle of what is not covered if None."""
        self.go((self.glide.end if self.glide else self.camera).zoomed(steps, at or self.middle()))

    def middle(self) -> Xy:
        """The middle of what is not covered, pixels."""
        left, top, right, bottom = self.insets
        return (left + self.rect.w - right) / 2, (top + self.rect.h - bottom) / 2

    def pan(self, dx: float, dy: float) -> None:
        """Move the sea by pixels, at once."""
        self.glide = None
        self.camera = self.camera.panned(dx, dy)

    def look_at(self, place: Xy) -> None:
        """Bring a place on the table to the middle of what is not covered, at once."""
        self.glide = None
        left, top, right, bottom = self.insets
        self.camera = self.camera.centred(*place).panned((left - right) / 2, (top - bottom) / 2)

    def _fit(self, places: list[Xy]) -> Camera:
        """The whole battle; from farther off if a ship would lie under something small, and that helps."""
        margin = 1.5
        wide = [(x + dx, y + dy) for x, y in places for dx, dy in ((-margin, -margin), (margin, margin))]
        near = fitted(wide, self.rect.size, self.insets, nearest=self._closest)
        if not self.hiding():
            return near
        views = (near.zoomed(-steps, self.middle()) for steps in range(FARTHER + 1))
        return next((view for view in views if not any(self._hidden(view, at, HULL) for at in places)), near)

    def _well_seen(self, place: Xy) -> bool:
        """Neither under a panel nor under anything small that hides it."""
        return self._in_view(place) and not self._hidden(self.camera, place)

    def _in_view(self, place: Xy) -> bool:
        """Whether it is under no panel or bar."""
        return self._seen_within(place, self.insets)

    def _hidden(self, camera: Camera, place: Xy, spare: float = 0.0) -> bool:
        """Whether something small lies on a place, or on what is so many table units from it."""
        at, wide = camera.to_screen(*place), round(2 * spare * camera.scale)
        return any(pygame.Rect(one).inflate(wide, wide).collidepoint(at) for one in self.hiding())

    def _seen_within(self, place: Xy, insets: Insets, camera: Camera | None = None) -> bool:
        left, top, right, bottom = insets
        x, y = (camera or self.camera).to_screen(*place)
        return left <= x <= self.rect.w - right and top <= y <= self.rect.h - bottom

    def has_room_for(self, seen: Sequence[Xy], scale: float) -> bool:
        """Whether places can be in view together at a scale, or nearer if they are seen nearer."""
        left, top, right, bottom = self.insets
        scale, xs, ys = max(self.camera.scale, scale), [x for x, _ in seen], [y for _, y in seen]
        wide, high = (max(xs) - min(xs)) * scale, (max(ys) - min(ys)) * scale
        return wide <= self.rect.w - left - right and high <= self.rect.h - top - bottom

    def go(self, camera: Camera) -> None:
        """Glide to where this camera is."""
        self.glide = Glide(self.camera, camera, self.time)

    # --- time

    def tick(self, elapsed: int) -> bool:
        """Let the camera glide, or be pushed by a pointer at the edge; whether it still moves."""
        self.time += elapsed
        pushed = self._push(elapsed)
        if self.glide is None:
            return pushed
        self.camera = self.glide.at(self.time)
        if self.glide.done(self.time):
            self.glide = None
        return True

    def _push(self, elapsed: int) -> bool:
        x, y = self.pointer
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


def _shift(low: float, high: float, start: float, end: float) -> float:
    """Pixels by which what reaches from low to high is moved to lie between start and end, or about their middle."""
    if high - low > end - start:
        return (start + end - low - high) / 2
    return max(start - low, 0) or min(end - high, 0)
