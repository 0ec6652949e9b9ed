"""What the table keeps in step: the viewer's choices, the sea, what is played on it, and the current station."""

from collections.abc import Sequence

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Past
from tabletop.ui.boards.ships_of_the_line import sights
from tabletop.ui.boards.ships_of_the_line.effects import Gunsmoke
from tabletop.ui.boards.ships_of_the_line.measuring import Measuring
from tabletop.ui.boards.ships_of_the_line.overlays import Noted, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.playback import Playback
from tabletop.ui.boards.ships_of_the_line.stations import station_for
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer


def _moment(state: State) -> tuple[object, ...]:
    """What a station is made for."""
    return state.phase, asking.asked(state), state.outcome


class Bridge:
    """Who looks, and what is shown.

    Attributes:
        viewer: what the person at the screen has chosen to see.
        sea: the playing surface.
        measuring: the rulers.
        station: what can be done in the current phase.
    """

    def __init__(self, state: State) -> None:
        self.viewer = Viewer(state, listed=asking.asked(state))
        self.sea = SeaSurface(self._wants)
        self.measuring = Measuring(self.viewer)
        self.station: Station = station_for(self.viewer)
        self._playback = Playback()
        self._gunsmoke = Gunsmoke()
        self._overlays: tuple[Overlay, ...] = ()
        self.sea.playing = self._tick

    def _wants(self, gesture: Gesture) -> bool:
        """Whether a drag that begins so is an order or measures, and does not move the sea."""
        return self.measuring.wants(gesture) or self.station.wants(gesture)

    def sit(self, persons: Sequence[str]) -> None:
        """The sides that persons play."""
        self.viewer.persons = persons
        self.station = station_for(self.viewer)
        self.viewer.listed = self.viewer.side

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a ship, lay arcs, threats or reach on the sea, come so near."""
        self.viewer.arrange(piece, overlay)
        if piece and zoom is not None:
            self.sea.open_near(piece, zoom)
        self.choices_changed()

    def show(self, state: State, past: Past = ()) -> None:
        """Show this state as it is."""
        self._playback.drop()
        self._gunsmoke.recall(state, past)
        self._take(state)

    def play(self, before: State, events: Sequence[Fact], after: State) -> None:
        """Play how one state became another; what is not the sea shows the end of it at once."""
        self._playback.add(before, events, after)
        self._gunsmoke.note(before, events)
        self._take(after)
        self._follow(before, after)

    def _follow(self, before: State, after: State) -> None:
        """A chosen ship that sails out of view is not lost sight of."""
        own = self.viewer.selected
        if own and on_map(after, own) and before.ships[own].pose != after.ships[own].pose:
            self.sea.follow(after.ships[own].pose.point)

    def skip(self) -> bool:
        """Jump to the end of what is being played."""
        skipped = self._playback.skip()
        if skipped:
            self.refresh()
        return skipped

    def _take(self, state: State) -> None:
        """The state that panels and stations speak of from now on; the sea comes to it when all is played."""
        if _moment(state) != _moment(self.viewer.state):
            self.viewer.turn_to(state)
            self.station = station_for(self.viewer)
            self.viewer.listed = self.viewer.side
        self.viewer.state = state
        if self.viewer.selected and not on_map(state, self.viewer.selected):
            self.viewer.selected = None
        self.choices_changed()

    def choices_changed(self) -> None:
        """Another ship is chosen, or something else is asked for."""
        self.station.refresh()
        self.refresh()

    @property
    def measures(self) -> bool:
        """Whether the ruler is out."""
        return self.viewer.measuring is not None

    @property
    def follows_pointer(self) -> bool:
        """Whether the pointer on the sea changes more than which ship is ringed."""
        viewer = self.viewer
        return viewer.measuring is not None or viewer.arcs == "hovered" or self.station.follows_pointer

    def ring(self, ship: str | None) -> None:
        """Ring the ship under the pointer, with nothing else drawn anew; while facts are played, none."""
        self.sea.ringed = ship if self._playback.state is None else None

    def refresh(self) -> None:
        """Hand the surface what it shows now."""
        viewer = self.viewer
        station = () if self._playback.state is not None else self.station.overlays()
        self._overlays = (*sights.overlays(viewer), *station, *self.measuring.overlays())
        self._roll()

    def _tick(self, elapsed: int) -> bool:
        """Let the playback go on."""
        playing = self._playback.state is not None
        moving = self._playback.tick(elapsed, self.viewer.state)
        if self.station.glanced() or (playing and self._playback.state is None):
            self.refresh()
        elif moving or self._playback.pulse or self._resized():
            self._roll()
        self.sea.pulse = self._playback.pulse
        return self._bring() or moving

    def _bring(self) -> bool:
        """Let the ship that is wanted come into view, now that the panels are in their places; whether there is one."""
        wanted, self.viewer.wanted = self.viewer.wanted, None
        clicked, self.viewer.clicked = self.viewer.clicked, None
        if wanted:
            self.sea.approach([wanted, *self.station.beside(wanted)])
        elif clicked:
            self.sea.keep_in_sight([clicked, *self.station.beside(clicked)])
        return bool(wanted or clicked)

    def _resized(self) -> bool:
        """Whether panels cover something else than when the surface was last told."""
        sea, shown = self.sea, self.sea.presented
        told = (shown.insets, shown.gauges, shown.sheets, shown.scale)
        return told != (sea.insets, sea.gauges, sea.sheets, sea.scale)

    def _roll(self) -> None:
        """Hand the surface what is shown at this moment; while facts are played, no more than rings besides."""
        viewer, sea, played = self.viewer, self.sea, self._playback.state
        presentation = self._playback.presentation(
            viewer.labels, sea.insets, sea.scale, sea.gauges, sea.sheets, self._gunsmoke.fired
        )
        if played is None:
            sea.look(viewer.state, self._overlays, presentation, viewer.hovered)
            return
        rings = [one for one in self._overlays if isinstance(one, Selected | Noted) and on_map(played, one.ship)]
        sea.look(played, rings, presentation, None)

    def note(self, pieces: Sequence[str]) -> None:
        """Ring ships."""
        self.viewer.noted = tuple(pieces)
        self.refresh()
