"""Decks of Glory on the table screen: the hex map, its panels, and the station of the current phase."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import is_
from typing import ClassVar

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS
from tabletop.games.decks_of_glory.model import State, wind_strength
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.animation import unfolded
from tabletop.ui.boards.battle.harm import Harms
from tabletop.ui.boards.battle.hearing import listener
from tabletop.ui.boards.battle.measuring import Measuring
from tabletop.ui.boards.battle.table import BattleTable, Sought
from tabletop.ui.boards.contract import Caption, Passing, Past, Plate, Thrown
from tabletop.ui.boards.decks_of_glory import accounts, advised, captions, card_reveal, harm, sights
from tabletop.ui.boards.decks_of_glory.answers import HexAnswers
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.panels.desk import HexDesk
from tabletop.ui.boards.decks_of_glory.sounds import SOUNDS
from tabletop.ui.boards.decks_of_glory.stations import station_for
from tabletop.ui.boards.decks_of_glory.stations.station import Station
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.boards.decks_of_glory.taught import TaughtHexes
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Refuse
from tabletop.ui.widgets.base import Widget

KEYS = (
    "click", "drag", "wheel", "ruler", "arcs", "threats", "next_ship", "deck", "fit", "list", "log", "motion", "undo",
)  # fmt: skip
"""The keys of the table, whatever the phase."""
OFF_THE_MAP = Refuse(Refused("DOG-1", "Point at a hex to measure from there."))


class HexTable(BattleTable[State, Viewer, Station]):
    """The game's side of the table screen, see `boards.contract.GameTable`.

    Attributes:
        map: what is shown, and what the pointer is on.
    """

    dice: ClassVar[bool] = False
    keys: ClassVar[tuple[str, ...]] = KEYS
    keyed: ClassVar[str] = "hexes"
    sounds = SOUNDS

    def __init__(self, state: State) -> None:
        viewer, self.map = Viewer(state, listed=state.sides[0]), HexMap(self._wants)
        measuring = Measuring(viewer, lambda gesture: self.map.pointed_at(gesture.pixel).hex, OFF_THE_MAP)
        super().__init__(viewer, station_for, self.map.surface, measuring)
        self.map.hear(listener(self.view, self.sounds))
        self._of: tuple[object, ...] | None = None
        self._laid = NOTHING
        self._harms = Harms[State](harm.stretch, harm.lost, self.plate, harm.put_right)
        self._turning = False
        self._answers = HexAnswers(self)

    def _moment(self, state: State) -> tuple[object, ...]:
        return state.phase, state.asked, state.turn, state.outcome

    def _sought(self, ship: str) -> Sought:
        about = [self.viewer.state.ships[ship].at, *self.station.beside(ship)]
        return Sought(partial(self.map.approach, about), partial(self.map.keep_in_sight, about))

    def seat(self, side: str) -> None:
        """Who looks from now on: what the one before was composing is gone."""
        self.viewer.looking = side
        self.viewer.selected = self.viewer.hovered = ""
        self.viewer.noted = self.viewer.rulers = self.viewer.measuring = ()
        self.viewer.drawn.skip()
        self.station = station_for(self.viewer)
        self.map.surface.forget()

    def show(self, state: State, past: Past = ()) -> None:
        """Show this state as it is, with the cards that were drawn last."""
        self.map.skip()
        led = tuple(past)
        self.viewer.drawn.lay(card_reveal.latest(led))
        self._harms.recall(state, led)
        self.viewer.held = None
        self._take(state)
        self.map.show(state)
        self.refresh()

    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        """Play how one state became another; the cards that were drawn are turned up one by one."""
        self.viewer.drawn.add(card_reveal.told(unfolded(EVENT_HANDLERS.evolve, before, events)))
        self.viewer.held = before
        self._harms.note(before, events, after)
        self._take(after)
        if events:
            self.map.play(before, events, after)
        else:
            self.map.show(after)
        self.refresh()

    def again(self, before: State, events: Sequence[Event]) -> None:
        """As every table; the map goes back for it."""
        self.map.skip()
        self.map.play(before, events, self.viewer.state)
        self.refresh()

    def skip(self) -> bool:
        """Jump to the end of what is being played, and turn up every card."""
        moved, turned = self.map.skip(), self.viewer.drawn.skip()
        if moved or turned:
            self.refresh()
        return moved or turned

    def _take(self, state: State) -> None:
        """As at every table; a ship that is on her way is chosen."""
        viewer, way = self.viewer, self.viewer.state.way
        super()._take(state)
        if viewer.selected and not viewer.on_map(viewer.selected):
            viewer.selected = ""
        if state.way and state.way != way and not viewer.waits:
            viewer.selected = state.way.ship
        self.station.refresh()

    @property
    def follows_pointer(self) -> bool:
        """Whether what lies on the map depends on what the pointer is on."""
        return super().follows_pointer or self.viewer.guns in sights.FOLLOW_POINTER

    def refresh(self) -> None:
        """Hand the map what lies on it now."""
        self.map.mark(self._overlay(), self.viewer.selected, self.viewer.labels)

    def _overlay(self) -> Overlay:
        """What the station lays on the map, with what else is asked for and ships that are spoken of.

        It is the same object as long as nothing that it depends on has changed.
        """
        viewer = self.viewer
        viewer.harms = self._harms.of(viewer.known)
        station = advised.overlay(viewer.state, viewer.advised) or self.station.laid() or NOTHING
        state, guns = station.supposed or viewer.state, viewer.guns
        under = viewer.hovered if guns in sights.FOLLOW_POINTER else ""
        rulers = (viewer.rulers, viewer.measuring)
        of = (station, state, viewer.state, viewer.noted, viewer.harms, guns, viewer.selected, under, *rulers)
        if self._of is None or not all(map(is_, of, self._of)):
            laid = sights.laid(viewer, state, station)
            self._of, self._laid = of, replace(laid, noted=viewer.noted, harms=viewer.harms)
        return self._laid

    def taught(self) -> TaughtHexes:
        """The map and what is done on it."""
        return TaughtHexes(self.viewer, self.view, lambda: self.station, self.surface)

    # --- who looks, and what is shown

    def centre_on(self, pieces: Sequence[str], left: int, said: Event | Command | None = None) -> None:
        """Bring ships into view."""
        lying = [key for key in pieces if self.viewer.on_map(key)]
        self.map.view.centre_on(lying, left, advised.leads_to(self.viewer.state, said))

    def panels(self) -> Sequence[Widget]:
        """Order of battle, ship card with the station's sheet, drawn cards, deck."""
        self._turning = self.viewer.drawn.busy
        self.refresh()
        return [HexDesk(self.viewer, self.station, self.map, self.bring)]

    # --- what the screen asks

    def stale(self) -> bool:
        """Whether the last of the cards has been turned up, or the first laid down, since the panels were composed."""
        return self._turning != self.viewer.drawn.busy

    def caption(self) -> Caption:
        """Title, phase, who is asked, turn and points, as far as the cards turned up have told."""
        return captions.caption(self.viewer.known)

    def passing(self, state: State) -> Passing | None:
        """Nothing is done without being asked."""
        return None

    # --- what others speak of

    def thrown(self, before: State, event: Event) -> Thrown | None:
        """There are no dice."""
        return None

    account = staticmethod(accounts.account)
    pieces = staticmethod(accounts.pieces)

    def summed(self, events: Sequence[Event]) -> str:
        """Nothing: the reveal lays out every broadside."""
        return ""

    def moment(self, state: State) -> str:
        """The turn; before the first one there is only the start."""
        return f"T{state.turn}" if state.turn else "Start"

    def weather(self) -> str:
        """As the scenario tells."""
        return wind_strength(self.viewer.state)

    def plate(self, piece: str) -> Plate:
        """A ship's name and badge."""
        vessel = self.viewer.state.fleet[piece]
        return Plate(vessel.name, nations.badge(vessel.nation))


TABLE = HexTable
