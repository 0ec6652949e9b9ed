"""The panels over the sea: order of battle, compass, ship card, small map."""

from collections.abc import Sequence

from tabletop.ui.boards.contract import Reply
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Action, Widget


def compose(viewer: Viewer, station: Station, sea: SeaSurface) -> Sequence[Widget]:
    """The panels as they are now."""
    own = station.panel()
    return [own] if own else []


def act(viewer: Viewer, sea: SeaSurface, action: Action) -> Reply:
    """A report of one of the panels."""
    return None
