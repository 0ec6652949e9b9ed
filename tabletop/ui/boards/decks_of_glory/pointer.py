"""The pointer on the hex map, and what it reports."""

from collections.abc import Callable
from dataclasses import dataclass

from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.geometry.pose import Point
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.surface import BattleSurface, Renderer
from tabletop.ui.boards.decks_of_glory.overlays import Handle, Slot
from tabletop.ui.boards.decks_of_glory.scene import Pointed
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.report import CONSUMED, Report


@dataclass(frozen=True)
class ShipClicked(Report):
    """A ship."""

    ship: str


@dataclass(frozen=True)
class HexClicked(Report):
    """A hex without a ship under the pointer."""

    hex: Hex


@dataclass(frozen=True)
class HandleClicked(Report):
    """A handle of the overlay."""

    handle: Handle


@dataclass(frozen=True)
class SlotClicked(Report):
    """A slot of the overlay."""

    slot: Slot


@dataclass(frozen=True)
class RightClicked(Report):
    """The other button was clicked; what lies there is `PointedSurface.pointed`."""


@dataclass(frozen=True)
class ShipPointed(Report):
    """The pointer has come upon a ship; empty if it left one."""

    ship: str


@dataclass(frozen=True)
class HexPointed(Report):
    """The pointer has come upon a hex; None off the map."""

    hex: Hex | None


@dataclass(frozen=True)
class ShipDragged(Report):
    """A ship that `PointedSurface.grabs` wants is dragged over a hex."""

    ship: str
    hex: Hex | None


@dataclass(frozen=True)
class ShipDropped(Report):
    """She is let go there."""

    ship: str
    hex: Hex | None


@dataclass(frozen=True)
class RulerDragged(Report):
    """The right button was pressed on a hex, and the pointer has come upon another."""

    start: Hex | None
    end: Hex | None


@dataclass(frozen=True)
class RulerDropped(Report):
    """That button is let go; what was measured is kept with Shift."""

    keep: bool


@dataclass(frozen=True)
class Skipped(Report):
    """A press that only brought to its end what was being played."""


class PointedSurface(BattleSurface[State]):
    """A hex map that tells what is pointed at.

    Attributes:
        pointed: what the pointer is on.
        grabs: asked of a ship on which the button goes down; whether the drag that follows is an order.
    """

    def __init__(self, board: Renderer, grabs: Callable[[str], bool]) -> None:
        super().__init__(board, self._wanted)
        self.grabs = grabs
        self._answers["moved"] = self._moved
        self.pointed = Pointed()
        self._dragged: ShipDragged | None = None
        self._spent = False
        """Whether the press only skipped what was being played, so that letting go is no click."""

    def pointed_at(self, at: tuple[int, int]) -> Pointed:
        """What lies at a pixel."""
        raise NotImplementedError

    def point_out(self) -> None:
        """Something else is pointed at."""
        raise NotImplementedError

    def skip(self) -> bool:
        """Come to the end of everything that is being played; whether anything was."""
        raise NotImplementedError

    def ship_at(self, at: tuple[int, int]) -> str | None:
        """The ship at a pixel."""
        return self.pointed_at(at).ship or None

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Zoom, pan, or report what is pointed at."""
        said = super().handle(given, theme)
        return _GESTURES[said.kind](self, said, given) if isinstance(said, Gesture) else said

    def _wanted(self, gesture: Gesture) -> bool:
        if gesture.button == "right":
            return True
        return gesture.button == "left" and gesture.ship is not None and self.grabs(gesture.ship)

    def _left(self, _gesture: Gesture, _given: Input) -> Report:
        return self._came_upon(Pointed())

    def _moved(self, given: Input) -> Report:
        """A pointer that drags nothing comes upon something."""
        dragged = self._pointing.held and given.buttons
        return self._pointing.moved(given) if dragged else self._came_upon(self.pointed_at(given.pos))

    def _came_upon(self, now: Pointed) -> Report:
        before, self.pointed = self.pointed, now
        if now != before:
            self.point_out()
        if now.ship != before.ship:
            return ShipPointed(now.ship)
        return HexPointed(now.hex) if now.hex != before.hex else CONSUMED

    def _pressed(self, _gesture: Gesture, _given: Input) -> Report:
        self._spent = self.skip()
        return Skipped() if self._spent else CONSUMED

    def _clicked(self, gesture: Gesture, given: Input) -> Report:
        self.pointed = now = self.pointed_at(given.pos)
        if self._spent:
            return CONSUMED
        if gesture.button != "left":
            return RightClicked() if gesture.button == "right" else CONSUMED
        if now.slot is not None:
            return SlotClicked(now.slot)
        if now.handle is not None:
            return HandleClicked(now.handle)
        if now.ship:
            return ShipClicked(now.ship)
        return HexClicked(now.hex) if now.hex is not None else CONSUMED

    def _drags(self, gesture: Gesture, given: Input) -> Report:
        if gesture.button == "right":
            return self._measures(gesture, given)
        over = ShipDragged(gesture.from_ship or "", self.pointed_at(given.pos).hex)
        same, self._dragged = over == self._dragged, over
        return CONSUMED if same else over

    def _measures(self, gesture: Gesture, given: Input) -> Report:
        self._came_upon(self.pointed_at(given.pos))
        start = self.pointed_at(self._pixel(gesture.start)).hex if gesture.start else None
        return RulerDragged(start, self.pointed.hex)

    def _pixel(self, place: Point) -> tuple[int, int]:
        x, y = self.camera.to_screen(place.x, place.y)
        return round(x), round(y)

    def _drops(self, gesture: Gesture, given: Input) -> Report:
        self._dragged = None
        if gesture.button == "right":
            return RulerDropped(given.shift)
        return ShipDropped(gesture.from_ship or "", self.pointed_at(given.pos).hex)


_GESTURES: dict[str, Callable[[PointedSurface, Gesture, Input], Report]] = {
    "leave": PointedSurface._left,
    "press": PointedSurface._pressed,
    "click": PointedSurface._clicked,
    "drag": PointedSurface._drags,
    "drop": PointedSurface._drops,
}
