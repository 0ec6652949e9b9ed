"""The ruler: from anywhere to anywhere, hull to hull on ships, in chains, and left lying if wanted."""

from collections.abc import Iterator

from tabletop.games.ships_of_the_line.survey.measure import Mark, Reading, chain, mark
from tabletop.geometry.pose import Point
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.replies import Recompose, Reply
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Measured, Overlay
from tabletop.ui.boards.ships_of_the_line.viewer import Ruler, Viewer
from tabletop.ui.camera import Xy
from tabletop.ui.input import Input


class Measuring:
    """Hold the right button, or the ruler's key, and drag.

    While the ruler is out, a left click or the key adds a corner. Letting go with Shift held leaves the ruler on the
    table; Esc takes all rulers up.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._held = False
        self._here: Gesture | None = None

    def wants(self, gesture: Gesture) -> bool:
        """A drag with the right button, with the key held, or while the ruler is out."""
        return gesture.button == "right" or self._held or self.viewer.measuring is not None

    def gesture(self, gesture: Gesture) -> Reply:
        """Measure, if that is what the pointer does."""
        self._here = gesture if gesture.kind != "leave" else None
        if gesture.kind == "press" and self.wants(gesture):
            self._begin_or_bend(gesture)
            return Recompose()
        if self.viewer.measuring is None or gesture.kind == "leave":
            return None
        self.viewer.measuring = _moved(self.viewer.measuring, gesture)
        if gesture.kind not in ("drop", "click"):
            return None
        if gesture.button == "right":
            self._end(keep=gesture.shift)
        return Recompose()

    def key(self, given: Input) -> Reply:
        """Pressing the key begins at the pointer, or adds a corner; letting it go ends what it began."""
        if given.key != keys.key("ruler"):
            return None
        if given.kind == "key_up":
            ends, self._held = self._held, False
            if not ends:
                return None
            self._end(keep=given.shift)
            return Recompose()
        if self._here is not None:
            self._held = self._held or self.viewer.measuring is None
            self._begin_or_bend(self._here)
            return Recompose()
        return None

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
    """Every part from where the ruler touches the one end to where it touches the other, and the sum."""
    last = readings[-1]
    for number, chained in enumerate(parts := _joined(readings)):
        yield Measured(chained, last.bearing if number == len(parts) - 1 else None)
    whole = f"{last.total:.2f} UM in all" if len(readings) > 1 else ""
    lines = tuple(line for line in (whole, named) if line)
    yield Chip(_middle(last.start, last.end), f"{last.distance:.2f} UM, bearing {last.bearing:03d}°", lines)


def _joined(readings: tuple[Reading, ...]) -> list[tuple[Xy, ...]]:
    """The parts of a chain, those that meet in one point as one; at a ship they end at different places of her hull."""
    chains: list[tuple[Xy, ...]] = []
    for reading in readings:
        start, end = (reading.start.x, reading.start.y), (reading.end.x, reading.end.y)
        if chains and chains[-1][-1] == start:
            chains[-1] = (*chains[-1], end)
        else:
            chains.append((start, end))
    return chains


def _middle(start: Point, end: Point) -> Xy:
    return (start.x + end.x) / 2, (start.y + end.y) / 2
