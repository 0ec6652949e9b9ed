"""What every station can be asked; each part of the turn overrides what it needs."""

from collections.abc import Sequence

from tabletop.games.decks_of_glory import asking
from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.battle.station import Station as Base
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Handle, Overlay, Slot
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Reply
from tabletop.ui.widgets.base import Widget


class Station(Base[Viewer]):
    """A part of the turn in which nothing special can be done."""

    title = ""
    """Heading of its sheet."""

    def actors(self) -> Sequence[str]:
        """Ships of the side that is asked that can still do something, in the order of the list."""
        return asking.actors(self.viewer.state, self.viewer.side)

    def beside(self, key: str) -> Sequence[Hex]:
        """Hexes that should be seen together with a ship."""
        return ()

    def acted(self, key: str) -> bool:
        """Whether a ship has done her part."""
        return False

    def overlay(self) -> Overlay:
        """What lies on the map in this part of the turn."""
        return NOTHING

    def supposed(self) -> State | None:
        """The state as it would be by what is being planned; None if nothing is."""
        return None

    def sheet(self) -> Sequence[Widget]:
        """What it adds below the ship that is looked at."""
        return ()

    def hints(self) -> Sequence[str]:
        """Names of the keys that matter here besides those of the table."""
        return ("primary",)

    # --- what is done on the map

    def on_hex(self, place: Hex) -> Reply:
        """A hex was clicked in which there is no ship, or nobody wanted the ship."""
        return None

    def on_ship(self, key: str) -> Reply:
        """A ship was clicked; None to have her selected."""
        return None

    def on_handle(self, handle: Handle) -> Reply:
        """A facing was clicked."""
        return None

    def on_slot(self, slot: Slot) -> Reply:
        """An end of a row was clicked."""
        return None

    def draggable(self) -> Sequence[str]:
        """Own ships that can be dragged."""
        return ()

    def on_drag(self, key: str, place: Hex | None) -> Reply:
        """An own ship is dragged over a hex, or off the map."""
        return None

    def on_drop(self, key: str, place: Hex | None) -> Reply:
        """An own ship was dragged and let go over a hex, or off the map."""
        return None
