"""What the sea table does with what the player does, besides what its station wants."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.model import side_of
from tabletop.games.ships_of_the_line.ship import SIDES
from tabletop.games.ships_of_the_line.survey.shores import BATTERY_RADIUS, find_battery_at
from tabletop.ui import keys
from tabletop.ui.boards.battle.desk import ROWS
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.table import Answers
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.boards.ships_of_the_line import sights
from tabletop.ui.boards.ships_of_the_line.panels import fleet_list
from tabletop.ui.boards.ships_of_the_line.panels.fleet_list import SEATS
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.boards.ships_of_the_line.works import radius
from tabletop.ui.widgets.report import Chosen, Folded, Gathered, On, Presses, RowAdded, hearing

if TYPE_CHECKING:
    from tabletop.ui.boards.ships_of_the_line.table import SeaTable

NEAR = 6
"""Pixels beyond the edge of a battery, as it is drawn, within which it is meant."""


class SeaAnswers(Answers["SeaTable"]):
    """Hands to the ruler and the station what they may want; the rest chooses what is seen."""

    def __init__(self, table: "SeaTable") -> None:
        super().__init__(
            table,
            self._arcs,
            table.viewer.cycle_threats,
            _buttons(table.viewer),
            hearing(
                On(RowAdded, self._add, ROWS),
                On(Folded, self._fold, ROWS),
                On(Chosen, self._list, "order.side"),
                On(Chosen, self._first, SEATS),
                On(Gathered, self._under, ROWS),
            ),
        )
        self._keys[keys.key("squadron")] = self._mates

    def _gesture(self, gesture: Gesture) -> Reply:
        table = self._table
        if gesture.kind == "press" and table.skip_playback():
            return Recompose()
        table.viewer.hovered, pointed = gesture.ship, table.viewer.work
        table.viewer.work = self._work(gesture)
        named = self._named(gesture)
        table.surface.tip = fleet_list.build_heading_tip(named) if named else None
        reply = table.measuring.gesture(gesture) or table.station.gesture(gesture)
        if reply is None and gesture.kind == "click" and gesture.button == "left":
            reply = self._gather(named.ships) if named else self._select(gesture)
        if gesture.kind == "hover" and not table.follows_pointer and pointed == table.viewer.work:
            table.ring(gesture.ship)
        else:
            table.refresh()
        return reply

    def _work(self, gesture: Gesture) -> str | None:
        """The battery under the pointer, however small it is drawn, unless a ship is."""
        table = self._table
        if gesture.ship or gesture.kind == "leave":
            return None
        scale = table.view.camera.scale
        return find_battery_at(table.viewer.state, gesture.at, radius(scale) / scale - BATTERY_RADIUS + NEAR / scale)

    def _named(self, gesture: Gesture) -> fleet_list.DivisionList | None:
        """The division whose name is under the pointer, unless a ship or a battery is."""
        table = self._table
        if gesture.ship or table.viewer.work or gesture.kind == "leave":
            return None
        named, state = table.surface.division_at(gesture.pixel), table.viewer.state
        return next(
            (one for side in SIDES for one in fleet_list.list_divisions(state, side) if named and one.id == named), None
        )

    def _select(self, gesture: Gesture) -> Reply:
        """A click chooses; with Shift it adds, and one that misses every ship leaves all as it is."""
        viewer = self._table.viewer
        if viewer.work:
            viewer.man(viewer.work)
        elif not gesture.shift:
            viewer.choose(gesture.ship)
            viewer.clicked = gesture.ship
        elif gesture.ship:
            viewer.choose_too(gesture.ship)
        self._table.station.refresh()
        return Recompose()

    def _arcs(self) -> Reply:
        """Whose fields of fire come next."""
        found = sights.next_arcs(self._table.viewer)
        if isinstance(found, Refused):
            return Refuse(found)
        self._table.viewer.arcs = found
        return None

    # --- in the panels

    def _add(self, one: RowAdded) -> Reply:
        """A ship of the list that is chosen besides those that are."""
        if self._table.viewer.on_map(one.row):
            self._table.viewer.choose_too(one.row)
            self._table.station.refresh()
        return Recompose()

    def _fold(self, division: Folded) -> Reply:
        self._table.viewer.folded -= {division.heading}
        if division.folded:
            self._table.viewer.folded |= {division.heading}
        return Recompose()

    def _under(self, heading: Gathered) -> Reply:
        """All ships under a heading of the list."""
        viewer = self._table.viewer
        rolls = fleet_list.list_divisions(viewer.state, viewer.listed)
        return self._gather(next((one.ships for one in rolls if one.id == heading.heading), ()))

    def _mates(self) -> Reply:
        """The chosen ship, and with her all that stand under the same heading."""
        viewer = self._table.viewer
        rolls = (
            fleet_list.list_divisions(viewer.state, side_of(viewer.state, viewer.selected)) if viewer.selected else ()
        )
        return self._gather(next((one.ships for one in rolls if viewer.selected in one.ships), ()))

    def _gather(self, ships: Iterable[str]) -> Reply:
        """Those of them that are on the map are chosen."""
        viewer = self._table.viewer
        viewer.gather(list(filter(viewer.on_map, ships)))
        self._table.station.refresh()
        return Recompose()

    def _first(self, one: Chosen) -> Reply:
        """Another player of the side shall go first."""
        refusal = self._table.go_first(one.value)
        return Refuse(refusal) if refusal else Recompose()

    def _list(self, one: Chosen) -> Reply:
        self._table.viewer.listed = "british" if one.value == "british" else "allied"
        return Recompose()


def _buttons(viewer: Viewer) -> Presses[Reply]:
    """What the buttons of the panels do."""

    def fleets(shown: bool) -> Reply:
        viewer.fleets = shown
        return Recompose()

    def toggle_sum() -> Reply:
        viewer.sum_open = not viewer.sum_open
        return Recompose()

    def toggle_key() -> Reply:
        viewer.key_open = not viewer.key_open
        viewer.list_open = viewer.list_open and not (viewer.key_open and viewer.narrow)
        return Recompose()

    return {
        "order.fleets": lambda: fleets(True),
        "order.ships": lambda: fleets(False),
        "compass": toggle_sum,
        "show.key": toggle_key,
    }
