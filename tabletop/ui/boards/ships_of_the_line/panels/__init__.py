"""The panels over the sea: order of battle, compass, ship card, small map."""

from collections.abc import Sequence

from tabletop.games.ships_of_the_line.state import on_map
from tabletop.ui.boards.battle.desk import ROWS
from tabletop.ui.boards.replies import Recompose, Reply
from tabletop.ui.boards.ships_of_the_line.panels.desk import Desk
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Chosen, Folded, Hearing, On, Presses, RowAdded, RowOpened, RowPointed, hearing


def compose(viewer: Viewer, station: Station, sea: SeaSurface) -> Sequence[Widget]:
    """The panels as they are now; they place themselves by the room there is."""
    return [Desk(viewer, station, sea)]


class Handling:
    """What is done at the reports of the panels; a reply of None needs nothing to be composed anew.

    Attributes:
        presses: what their buttons do.
        on: what is done with their lists.
    """

    def __init__(self, viewer: Viewer, sea: SeaSurface) -> None:
        self._viewer = viewer
        self.presses: Presses[Reply] = {
            "order.fleets": lambda: self._show_fleets(True), "order.ships": lambda: self._show_fleets(False),
            "order.open": self._toggle_list, "order.close": self._toggle_list, "compass": self._toggle_sum,
            "zoom.in": lambda: sea.zoom(1), "zoom.out": lambda: sea.zoom(-1), "zoom.fit": sea.fit,
        }  # fmt: skip
        self.on: Hearing[Reply] = hearing(
            On(Chosen, self._select, ROWS), On(RowOpened, self._open, ROWS), On(RowAdded, self._add, ROWS),
            On(RowPointed, self._hover, ROWS), On(Folded, self._fold, ROWS), On(Chosen, self._list, "order.side"),
        )  # fmt: skip

    def _select(self, one: Chosen) -> Reply:
        if on_map(self._viewer.state, one.value):
            self._viewer.selected, self._viewer.group, self._viewer.clicked = one.value, (), one.value
        return Recompose()

    def _open(self, one: RowOpened) -> Reply:
        if on_map(self._viewer.state, one.row):
            self._viewer.selected, self._viewer.group, self._viewer.wanted = one.row, (), one.row
        return Recompose()

    def _add(self, one: RowAdded) -> Reply:
        if on_map(self._viewer.state, one.row):
            self._viewer.choose_too(one.row)
        return Recompose()

    def _hover(self, one: RowPointed) -> Reply:
        state = self._viewer.state
        self._viewer.hovered = one.row if one.row in state.ships and on_map(state, one.row) else None
        return None

    def _list(self, one: Chosen) -> Reply:
        self._viewer.listed = "british" if one.value == "british" else "allied"
        return Recompose()

    def _fold(self, division: Folded) -> Reply:
        self._viewer.folded -= {division.heading}
        if division.folded:
            self._viewer.folded |= {division.heading}
        return Recompose()

    def _show_fleets(self, fleets: bool) -> Reply:
        self._viewer.fleets = fleets
        return Recompose()

    def _toggle_list(self) -> Reply:
        self._viewer.list_open = not self._viewer.list_open
        return Recompose()

    def _toggle_sum(self) -> Reply:
        self._viewer.sum_open = not self._viewer.sum_open
        return Recompose()
