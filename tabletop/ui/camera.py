"""Which part of the table is seen: table units with north upwards to pixels, and back; and pictures kept for a view."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import pygame

from tabletop.ui.frame_budget import Steps, run_to_end

RATIO = 1.25
"""One step of the wheel."""
BASE = 40.0
"""Pixels to a table unit at step 0."""
NEAREST, FARTHEST = 11, -8
"""Steps of the closest and the widest view."""
GLIDE = 220
"""Milliseconds in which the camera moves."""

Xy = tuple[float, float]


@dataclass(frozen=True)
class Camera:
    """What is seen: the table point in the middle, pixels to a table unit, and the size of the picture."""

    centre: Xy
    scale: float
    size: tuple[int, int]

    def to_screen(self, x: float, y: float) -> Xy:
        """A place on the table as pixels from the upper left corner."""
        return (
            self.size[0] / 2 + (x - self.centre[0]) * self.scale,
            self.size[1] / 2 - (y - self.centre[1]) * self.scale,
        )

    def to_table(self, x: float, y: float) -> Xy:
        """A pixel as a place on the table."""
        return (
            self.centre[0] + (x - self.size[0] / 2) / self.scale,
            self.centre[1] - (y - self.size[1] / 2) / self.scale,
        )

    def panned(self, dx: float, dy: float) -> "Camera":
        """After dragging the table by so many pixels."""
        return replace(self, centre=(self.centre[0] - dx / self.scale, self.centre[1] + dy / self.scale))

    def zoomed(self, steps: int, at: Xy) -> "Camera":
        """So many steps nearer (farther if negative), with the place under a pixel staying there."""
        nearer = replace(self, scale=stepped(self.step + steps))
        before, after = self.to_table(*at), nearer.to_table(*at)
        return replace(nearer, centre=(self.centre[0] + before[0] - after[0], self.centre[1] + before[1] - after[1]))

    @property
    def step(self) -> int:
        """The step of zoom that is nearest to the scale."""
        return min(range(FARTHEST, NEAREST + 1), key=lambda step: abs(stepped(step) - self.scale))

    def centred(self, x: float, y: float) -> "Camera":
        """Looking at another place."""
        return replace(self, centre=(x, y))

    def grown(self, margin: int) -> "Camera":
        """The same view with a margin of pixels on every side."""
        return replace(self, size=(self.size[0] + 2 * margin, self.size[1] + 2 * margin))

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east and north of what is seen, table units."""
        west, north = self.to_table(0, 0)
        east, south = self.to_table(*self.size)
        return west, south, east, north


def stepped(step: int) -> float:
    """Pixels to a table unit at a step of zoom, kept within the limits."""
    return float(BASE * RATIO ** max(FARTHEST, min(NEAREST, step)))


def fitted(
    points: Iterable[Xy], size: tuple[int, int], insets: tuple[int, int, int, int] = (0, 0, 0, 0), nearest: int = 5
) -> Camera:
    """The closest stepped view that shows all points.

    Args:
        points: places on the table; at least one.
        size: of the picture, pixels.
        insets: left, top, right and bottom pixels that are covered by panels.
        nearest: the closest step that is taken, however few the points.
    """
    placed = list(points)
    xs, ys = [x for x, _ in placed], [y for _, y in placed]
    left, top, right, bottom = insets
    wide, high = size[0] - left - right, size[1] - top - bottom
    steps = range(nearest, FARTHEST, -1)
    fits = (s for s in steps if (max(xs) - min(xs)) * stepped(s) <= wide and (max(ys) - min(ys)) * stepped(s) <= high)
    scale = stepped(next(fits, FARTHEST))
    camera = Camera(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), scale, size)
    return camera.panned((left - right) / 2, (top - bottom) / 2)


@dataclass(frozen=True)
class Glide:
    """The camera on its way from one view to another."""

    start: Camera
    end: Camera
    began: int
    """Milliseconds on the clock of the screen."""
    lasts: int = GLIDE

    def done(self, now: int) -> bool:
        """Whether the end has been reached."""
        return now >= self.began + self.lasts

    def at(self, now: int) -> Camera:
        """The view at a moment; eased in and out, the scale changing evenly to the eye."""
        if self.done(now):
            return self.end
        part = max(0.0, (now - self.began) / self.lasts)
        eased = part * part * (3 - 2 * part)
        scale = self.start.scale * (self.end.scale / self.start.scale) ** eased
        return replace(self.end, centre=self._centre(eased, scale), scale=scale)

    def _centre(self, eased: float, scale: float) -> Xy:
        """Between the ends so that the point about which is zoomed stays where it is on the screen."""
        first, last = self.start.scale, self.end.scale
        share = eased if first == last else (1 / first - 1 / scale) / (1 / first - 1 / last)
        (x0, y0), (x1, y1) = self.start.centre, self.end.centre
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


MARGIN = 256
"""Pixels composed beyond each edge of the window, so that the table can be dragged without drawing it anew; even, so
that halves of pixels are rounded as in the window."""

Paint = Callable[[pygame.Surface, Camera], Steps[None]]


def outside(whole: pygame.Rect, inside: pygame.Rect) -> list[pygame.Rect]:
    """The parts of a rectangle that lie outside another."""
    held = inside.clip(whole)
    if not held.width or not held.height:
        return [whole]
    strips = [
        pygame.Rect(whole.x, whole.y, whole.w, held.top - whole.y),
        pygame.Rect(whole.x, held.bottom, whole.w, whole.bottom - held.bottom),
        pygame.Rect(whole.x, held.top, held.left - whole.x, held.h),
        pygame.Rect(held.right, held.top, whole.right - held.right, held.h),
    ]
    return [strip for strip in strips if strip.width and strip.height]


class PannedPicture:
    """One composed picture of the table and the view that it was composed for."""

    def __init__(self, margin: int = MARGIN) -> None:
        self._margin = margin
        self._surface = pygame.Surface((0, 0))
        self._camera: Camera | None = None
        self._content: object = None
        self._painted = pygame.Rect(0, 0, 0, 0)
        self._looked: tuple[Camera | None, tuple[int, int]] = (None, (0, 0))
        """By whom it was last shown, and where in the picture that window lies."""

    def refresh(self, camera: Camera, content: object, paint: Paint) -> bool:
        """All of `refreshing`."""
        return run_to_end(self.refreshing(camera, content, paint))

    def refreshing(self, camera: Camera, content: object, paint: Paint) -> Steps[bool]:
        """Draw the picture if it does not show this content from this view; whether it was drawn.

        At first only what is seen is drawn. The margin is, with the rest, once the view moves: many pictures are left
        for another scale before that.

        Args:
            camera: What is to be seen.
            content: Everything that the picture depends on besides the view; compared for equality.
            paint: Draws the picture on a surface, for a camera that is larger by the margin.
        """
        moved = content == self._content and self._camera is not None and self._camera.scale == camera.scale
        if moved and self._painted.contains(self._seen(camera)):
            return False
        if not (moved and self._surface.get_rect().contains(self._seen(camera))):
            self._begin(camera, content)
        wanted = self._surface.get_rect() if moved and self._painted else self._seen(camera)
        self._painted = pygame.Rect(0, 0, 0, 0)
        self._surface.set_clip(wanted)
        yield from paint(self._surface, self._camera or camera)
        self._painted = wanted
        return True

    def widening(self, paint: Paint) -> Steps[None]:
        """Draw the margin before the view is moved; `paint` draws what the picture shows."""
        if self._camera is None:
            return
        whole = self._surface.get_rect()
        for strip in outside(whole, self._painted):
            self._surface.set_clip(strip)
            yield from paint(self._surface, self._camera)
        self._painted = whole

    def amend(self, camera: Camera, area: pygame.Rect, paint: Paint) -> None:
        """Draw a part anew, in pixels of what the camera sees, that the picture no longer shows as it is."""
        self._surface.set_clip(area.move(self._seen(camera).topleft).clip(self._painted))
        run_to_end(paint(self._surface, self._camera or camera))

    def _begin(self, camera: Camera, content: object) -> None:
        """The picture is to show this from now on; its surface serves again if that leaves some margin."""
        wide, high = (kept - seen for kept, seen in zip(self._surface.get_size(), camera.size, strict=True))
        if not (wide == high and 0 <= wide <= 2 * self._margin and wide % 2 == 0):
            wide = 2 * self._margin
            self._surface = pygame.Surface((0, 0))  # let go before as much is asked for again
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


COARSE = 4
"""Every so many pixels one is looked at to tell the colour of all."""


class StretchedPicture:
    """A quick likeness of what was seen, for the short while in which the camera glides to another view."""

    def __init__(self, picture: pygame.Surface, camera: Camera) -> None:
        self._picture = picture
        self._camera = camera

    @cached_property
    def _ground(self) -> tuple[int, int, int, int]:
        """Only where something beyond the picture comes into view: it takes as long as all else of a frame."""
        wide, high = self._picture.get_size()
        return pygame.transform.average_color(pygame.transform.scale(self._picture, (wide // COARSE, high // COARSE)))

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
