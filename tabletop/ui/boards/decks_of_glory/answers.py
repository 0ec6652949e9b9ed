"""What the hex table does with what the player does, besides what its station wants."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tabletop.core.errors import Refused
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.table import Answers
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.panels import order
from tabletop.ui.boards.decks_of_glory.scene import Pointed
from tabletop.ui.boards.decks_of_glory.stations.station import Touch
from tabletop.ui.boards.decks_of_glory.viewer import Guns, Viewer
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.widgets.report import Chosen, On, RowOpened, RowPointed, hearing

if TYPE_CHECKING:
    from tabletop.ui.boards.decks_of_glory.table import HexTable


class HexAnswers(Answers["HexTable"]):
    """Hands to the station what it may want; the rest chooses what is seen."""

    def __init__(self, table: "HexTable") -> None:
        self._map = table.map
        self._spent = False
        """Whether the press only skipped what was being played, so that letting go is no click."""
        self._dragged: tuple[str, Hex | None] | None = None
        super().__init__(
            table, lambda: self._guns(sights.next_guns), lambda: self._guns(sights.toggled_threats), {}, hearing(
                On(Chosen, self._list, "order.side"), On(Chosen, lambda one: self._picked(one.value), order.PICK),
                On(RowOpened, lambda one: self._picked(one.row), order.PICK),
                On(RowPointed, lambda one: table.viewer.hover(one.row), order.PICK),
            ),
        )  # fmt: skip

    # --- on the map

    def _gesture(self, gesture: Gesture) -> Reply:
        if gesture.kind == "press":
            self._spent = self._table.skip()
            if self._spent:
                return Recompose()
        now = Pointed() if gesture.kind == "leave" else self._map.pointed_at(gesture.pixel)
        moved = self._came_upon(gesture, now)
        reply = self._table.measuring.gesture(gesture) or self._ordered(gesture, now)
        if gesture.kind == "click" and gesture.button == "right" and not self._spent:
            self.back()
        if moved if gesture.kind in ("hover", "leave", "drag") else not self._spent:
            self._table.refresh()
        return reply

    def _came_upon(self, gesture: Gesture, now: Pointed) -> bool:
        """Whether the pointer has come upon something on which it depends what lies on the map."""
        if gesture.kind == "drag" and not self._table.viewer.measuring:
            return (gesture.from_ship or "", now.hex) != self._dragged
        if gesture.kind in ("press", "drop"):
            return False
        moved = self._map.come_upon(now)
        self._table.viewer.hover(now.ship)
        return moved and self._table.follows_pointer

    def _ordered(self, gesture: Gesture, now: Pointed) -> Reply:
        """What is no measuring: a click, or a ship that is dragged."""
        station, over = self._table.station, (gesture.from_ship or "", now.hex)
        if gesture.kind == "click" and gesture.button == "left" and not self._spent:
            return self._click(now)
        dragged = gesture.kind == "drag" and over != self._dragged and not self._table.viewer.measuring
        if not dragged and gesture.kind != "drop":
            return None
        self._dragged = over if dragged else None
        return station.gesture(Touch(gesture.kind, now, over[0]))

    def _click(self, now: Pointed) -> Reply:
        """The station may want what was clicked, else a ship is selected, and off all ships none."""
        reply = self._table.station.gesture(Touch("click", now))
        if reply or now.slot or now.handle:
            return reply
        if now.ship:
            return self.clicked(now.ship)
        if now.hex is None or not self._table.viewer.selected:
            return None
        self.back()
        return Recompose()

    # --- in the panels

    def _picked(self, key: str) -> Reply:
        """A ship of the row in a hex."""
        self._table.viewer.choose(key)
        self._table.station.refresh()
        return Recompose()

    def _list(self, one: Chosen) -> Reply:
        viewer = self._table.viewer
        viewer.listed = next(side for side in viewer.state.sides if side == one.value)
        return Recompose()

    def _guns(self, find: Callable[[Viewer], Guns | Refused]) -> Reply:
        """Whose fields of fire come next, or where the enemy can strike."""
        found = find(self._table.viewer)
        if isinstance(found, Refused):
            return Refuse(found)
        self._table.viewer.guns = found
        return None
