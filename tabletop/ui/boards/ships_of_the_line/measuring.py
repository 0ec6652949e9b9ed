"""The ruler: from anywhere to anywhere, hull to hull on ships, in chains, and left lying if wanted."""

from collections.abc import Iterator

from tabletop.games.ships_of_the_line.survey.measure import Mark, Reading, chain, mark
from tabletop.geometry.pose import Point
from tabletop.ui import keys
from tabletop.ui.boards.contract import Recompose, Reply
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Measured, Overlay
from tabletop.ui.boards.ships_of_the_line.surface import Gesture
from tabletop.ui.boards.ships_of_the_line.viewer import Ruler, Viewer
from tabletop.ui.input import Input


class Measuring:
    """Hold the right button, or the ruler's key, and drag.

    A left click while the ruler is out adds a corner. Letting go with Shift held leaves the ruler on the table;
    Esc takes all rulers up.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._held = False
        self._here: Gesture | None = None

    def wants(self, gesture: Gesture) -> bool:
        """A drag with the right button, or with the key held."""
        return gesture.button == "right" or self._held

    def gesture(self, gesture: Gesture) -> Reply:
        """Measure, if that is what the pointer does."""
        self._here = gesture
        if gesture.kind == "press" and self.wants(gesture):
            self._begin_or_bend(gesture)
            return Recompose()
        if self.viewer.measuring is None:
            return None
        if gesture.kind in ("hover", "drag"):
            self.viewer.measuring = _moved(self.viewer.measuring, gesture)
        if gesture.kind in ("drop", "click") and gesture.button == "right":
            self._end(keep=gesture.shift)
        return Recompose() if gesture.kind in ("drop", "click") else None

    def key(self, given: Input) -> Reply:
        """Pressing the key begins at the pointer; letting it go ends."""
        if given.key != keys.key("ruler"):
            return None
        if given.kind == "key_up":
            self._held = False
            self._end(keep=given.shift)
            return Recompose()
        if not self._held and self._here is not None:
            self._held = True
            self._begin_or_bend(self._here)
        return Recompose()

    def back(self) -> bool:
        """Take up all rulers."""
        had = bool(self.viewer.rulers or self.viewer.measuring)
        self.viewer.rulers, self.viewer.measuring = (), None
        return had

    def overlays(self) -> Iterator[Overlay]:
        """Every ruler with its chip."""
        rulers = [*self.viewer.rulers, *([self.viewer.measuring] if self.viewer.measuring else [])]
        for ruler in rulers:
            readings = self._readings(ruler)
            if readings:
                yield from _drawn(readings, self._named(ruler))

    def _begin_or_bend(self, gesture: Gesture) -> None:
        now = self.viewer.measuring
        if now is None:
            self.viewer.measuring = Ruler((gesture.at, gesture.at), (gesture.ship, gesture.ship))
        else:
            self.viewer.measuring = Ruler((*now.points, gesture.at), (*now.ships, gesture.ship))

    def _end(self, *, keep: bool) -> None:
        ruler, self.viewer.measuring = self.viewer.measuring, None
        if keep and ruler is not None:
            self.viewer.rulers = (*self.viewer.rulers, ruler)

    def _readings(self, ruler: Ruler) -> tuple[Reading, ...]:
        state = self.viewer.state
        marks = [
            mark(state, ship) if ship and ship in state.ships else Mark(point)
            for point, ship in zip(ruler.points, ruler.ships, strict=True)
        ]
        return chain(state, [one for number, one in enumerate(marks) if number == 0 or one != marks[number - 1]])

    def _named(self, ruler: Ruler) -> str:
        cards = self.viewer.state.cards
        ends = [cards[ship].name if ship else "" for ship in (ruler.ships[0], ruler.ships[-1])]
        if all(ends):
            return f"{ends[0]} to {ends[1]}, hull to hull"
        return next((f"{'from' if number == 0 else 'to'} {name}" for number, name in enumerate(ends) if name), "")


def _moved(ruler: Ruler, gesture: Gesture) -> Ruler:
    return Ruler((*ruler.points[:-1], gesture.at), (*ruler.ships[:-1], gesture.ship))


def _drawn(readings: tuple[Reading, ...], named: str) -> Iterator[Overlay]:
    points = [readings[0].start, *(reading.end for reading in readings)]
    last = readings[-1]
    yield Measured(tuple((p.x, p.y) for p in points), last.bearing)
    whole = f"{last.total:.2f} UM in all" if len(readings) > 1 else ""
    lines = tuple(line for line in (whole, named) if line)
    yield Chip(_middle(last.start, last.end), f"{last.distance:.2f} UM, bearing {last.bearing:03d}°", lines)


def _middle(start: Point, end: Point) -> tuple[float, float]:
    return (start.x + end.x) / 2, (start.y + end.y) / 2
