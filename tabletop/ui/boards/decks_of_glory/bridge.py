"""What the table keeps in step: the viewer's choices, the map, and the station of the current phase."""

from collections.abc import Sequence
from dataclasses import replace
from operator import is_

from tabletop.core.facts import Fact
from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.contract import Past
from tabletop.ui.boards.decks_of_glory import card_reveal, sights
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.stations import station_for
from tabletop.ui.boards.decks_of_glory.stations.station import Station
from tabletop.ui.boards.decks_of_glory.surface import HexSurface
from tabletop.ui.boards.decks_of_glory.viewer import Viewer


class Bridge:
    """Who looks, and what is shown.

    Attributes:
        viewer: what the person at the screen has chosen to see.
        map: the playing surface.
        station: what can be done in the current phase.
    """

    def __init__(self, state: State) -> None:
        self.viewer = Viewer(state, listed=state.sides[0])
        self.map = HexSurface(self._grabs)
        self.station: Station = station_for(self.viewer)
        self._of: tuple[object, ...] | None = None
        self._laid = NOTHING

    def _grabs(self, key: str) -> bool:
        """Whether a drag that begins on a ship is an order."""
        return not self.viewer.measuring and self.viewer.mine(key) and key in self.station.draggable()

    def seat(self, side: str) -> None:
        """Who looks from now on: what the one before was composing is gone."""
        self.viewer.looking = side
        self.viewer.selected = self.viewer.hovered = ""
        self.viewer.noted = self.viewer.rulers = self.viewer.measuring = ()
        self.viewer.drawn.skip()
        self.station = station_for(self.viewer)

    def sit(self, persons: Sequence[str]) -> None:
        """The sides that persons play."""
        self.viewer.persons = persons
        self.station = station_for(self.viewer)

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a ship, lay fields of fire on the map, come so near."""
        self.viewer.arrange(piece, overlay)
        if piece and zoom is not None:
            self.map.open_near(piece, zoom)
        self.choices_changed()

    def show(self, state: State, past: Past = ()) -> None:
        """Show this state as it is, with the cards that were drawn last."""
        self.map.skip()
        self.viewer.drawn.lay(card_reveal.latest(past))
        self.viewer.held = None
        self._take(state)
        self.map.show(state)
        self.refresh()

    def play(self, before: State, events: Sequence[Fact], after: State) -> None:
        """Play how one state became another; the cards that were drawn are turned up one by one."""
        self.viewer.drawn.add(card_reveal.told(card_reveal.unfolded(before, events)))
        self.viewer.held = before
        self._take(after)
        if events:
            self.map.play(before, events, after)
        else:
            self.map.show(after)
        self.refresh()

    def skip(self) -> bool:
        """Jump to the end of what is being played, and turn up every card."""
        moved, turned = self.map.skip(), self.viewer.drawn.skip()
        if moved or turned:
            self.refresh()
        return moved or turned

    def _take(self, state: State) -> None:
        """The state that panels and stations speak of from now on."""
        viewer, now = self.viewer, self.viewer.state
        changed = (state.phase, state.asked, state.turn, state.outcome) != (now.phase, now.asked, now.turn, now.outcome)
        if changed:
            viewer.turn_to(state)
            self.station = station_for(viewer)
            viewer.listed = viewer.side
        viewer.state = state
        if viewer.selected and not viewer.on_map(viewer.selected):
            viewer.selected = ""
        if state.way and state.way != now.way and not viewer.waits:
            viewer.selected = state.way.ship
        self.station.refresh()

    def choices_changed(self) -> None:
        """Another ship is chosen, or something else is asked for."""
        self.station.refresh()
        self.refresh()

    @property
    def measures(self) -> bool:
        """Whether the ruler is out."""
        return bool(self.viewer.measuring)

    @property
    def follows_pointer(self) -> bool:
        """Whether what lies on the map depends on what the pointer is on."""
        follows = bool(self.viewer.measuring) or self.viewer.guns in sights.FOLLOW_POINTER
        return follows or self.station.follows_pointer

    def refresh(self) -> None:
        """Hand the map what lies on it now."""
        self.map.labels = self.viewer.labels
        self.map.select(self.viewer.selected)
        self.map.mark(self._overlay())

    def _overlay(self) -> Overlay:
        """What the station lays on the map, with what else is asked for and ships that are spoken of.

        It is the same object as long as nothing that it depends on has changed.
        """
        viewer, station = self.viewer, self.station.overlay()
        state, guns = self.station.supposed() or viewer.state, viewer.guns
        under = viewer.hovered if guns in sights.FOLLOW_POINTER else ""
        rulers = (viewer.rulers, viewer.measuring)
        of = (station, state, viewer.state, viewer.noted, guns, viewer.selected, under, *rulers)
        if self._of is None or not all(map(is_, of, self._of)):
            self._of, self._laid = of, replace(sights.laid(viewer, state, station), noted=viewer.noted)
        return self._laid

    def bring(self) -> None:
        """Bring the ship that is wanted into view, now that the panels are in their places."""
        wanted, self.viewer.wanted = self.viewer.wanted, ""
        clicked, self.viewer.clicked = self.viewer.clicked, ""
        if wanted:
            self.map.glide_to(self._about(wanted))
        elif clicked:
            self.map.keep_hexes_in_sight(self._about(clicked))

    def _about(self, ship: str) -> Sequence[Hex]:
        """Her hex, and those that she may be ordered to."""
        return [self.viewer.state.ships[ship].at, *self.station.beside(ship)]

    def note(self, pieces: Sequence[str]) -> None:
        """Ring ships."""
        self.viewer.noted = tuple(key for key in pieces if self.viewer.on_map(key))
        self.refresh()
