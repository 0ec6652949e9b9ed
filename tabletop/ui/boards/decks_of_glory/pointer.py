"""The pointer on the hex map.

It reports, each as an `Action`:

========================  ==========================================================================
``ship.click``            the key of a ship
``hex.click``             (q, r) of a hex without a ship under the pointer
``handle.click``          a `Handle` of the overlay
``slot.click``            a `Slot` of the overlay
``ship.hover``            the key of the ship that the pointer has come upon, empty if it left one
``hex.hover``             (q, r) of the hex that the pointer has come upon, None off the map
``ship.drag``             (key, hex): a ship that `grabs` wants is dragged over a hex
``ship.drop``             (key, hex): and let go there
``ruler.drag``            (start, hex): the right button was pressed on a hex, and the pointer has come upon another
``ruler.drop``            whether Shift is held as that button is let go
``hex.menu``              the right button was clicked; what is `pointed` at is told by that attribute
``skipped``               a press that only brought to its end what was being played
========================  ==========================================================================
"""

from collections.abc import Callable

from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.geometry.pose import Point
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.surface import BattleSurface, Renderer
from tabletop.ui.boards.decks_of_glory.scene import Pointed
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CONSUMED, Action


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
        self._dragged: tuple[str, Hex | None] | None = None
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

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Zoom, pan, or report what is pointed at."""
        said = super().handle(given, theme)
        if said is None or said.id != "sea":
            return said
        gesture: Gesture = said.value
        return _GESTURES[gesture.kind](self, gesture, given)

    def _wanted(self, gesture: Gesture) -> bool:
        if gesture.button == "right":
            return True
        return gesture.button == "left" and gesture.ship is not None and self.grabs(gesture.ship)

    def _left(self, _gesture: Gesture, _given: Input) -> Action:
        return self._came_upon(Pointed())

    def _moved(self, given: Input) -> Action:
        """A pointer that drags nothing comes upon something."""
        dragged = self._pointing.held and given.buttons
        return self._pointing.moved(given) if dragged else self._came_upon(self.pointed_at(given.pos))

    def _came_upon(self, now: Pointed) -> Action:
        before, self.pointed = self.pointed, now
        if now != before:
            self.point_out()
        if now.ship != before.ship:
            return Action("ship.hover", now.ship)
        return Action("hex.hover", now.hex) if now.hex != before.hex else CONSUMED

    def _pressed(self, _gesture: Gesture, _given: Input) -> Action:
        self._spent = self.skip()
        return Action("skipped") if self._spent else CONSUMED

    def _clicked(self, gesture: Gesture, given: Input) -> Action:
        self.pointed = now = self.pointed_at(given.pos)
        if self._spent:
            return CONSUMED
        if gesture.button != "left":
            return Action("hex.menu") if gesture.button == "right" else CONSUMED
        if now.slot is not None:
            return Action("slot.click", now.slot)
        if now.handle is not None:
            return Action("handle.click", now.handle)
        if now.ship:
            return Action("ship.click", now.ship)
        return Action("hex.click", now.hex) if now.hex is not None else CONSUMED

    def _drags(self, gesture: Gesture, given: Input) -> Action:
        if gesture.button == "right":
            return self._measures(gesture, given)
        over = (gesture.from_ship or "", self.pointed_at(given.pos).hex)
        same, self._dragged = over == self._dragged, over
        return CONSUMED if same else Action("ship.drag", over)

    def _measures(self, gesture: Gesture, given: Input) -> Action:
        self._came_upon(self.pointed_at(given.pos))
        start = self.pointed_at(self._pixel(gesture.start)).hex if gesture.start else None
        return Action("ruler.drag", (start, self.pointed.hex))

    def _pixel(self, place: Point) -> tuple[int, int]:
        x, y = self.camera.to_screen(place.x, place.y)
        return round(x), round(y)

    def _drops(self, gesture: Gesture, given: Input) -> Action:
        self._dragged = None
        if gesture.button == "right":
            return Action("ruler.drop", given.shift)
        return Action("ship.drop", (gesture.from_ship or "", self.pointed_at(given.pos).hex))


_GESTURES: dict[str, Callable[[PointedSurface, Gesture, Input], Action]] = {
    "leave": PointedSurface._left,
    "press": PointedSurface._pressed,
    "click": PointedSurface._clicked,
    "drag": PointedSurface._drags,
    "drop": PointedSurface._drops,
}
