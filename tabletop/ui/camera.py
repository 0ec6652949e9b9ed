"""Which part of the table is seen: table units with north upwards to pixels, and back."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

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
