"""The hex table of Decks of Glory for the table screen, its input, advice and hooks for lessons."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import is_
from typing import ClassVar

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.games.decks_of_glory.commands import OpenFire, Sail
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS
from tabletop.games.decks_of_glory.model import State, wind_strength
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.animation import unfolded
from tabletop.ui.boards.battle.gestures import Gesture, Measuring
from tabletop.ui.boards.battle.harm import Harms
from tabletop.ui.boards.battle.table import Answers, BattleTable, Sought, listener
from tabletop.ui.boards.battle.taught import TaughtBattle
from tabletop.ui.boards.contract import AutomaticCommand, Caption, DiceThrow, Past, PieceLabel
from tabletop.ui.boards.decks_of_glory import captions, card_reveal, fleet, sights
from tabletop.ui.boards.decks_of_glory.animations import SOUNDS
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.panels import desk
from tabletop.ui.boards.decks_of_glory.panels.desk import HexDesk
from tabletop.ui.boards.decks_of_glory.projection import HEXES, placed_ships
from tabletop.ui.boards.decks_of_glory.scene import Pointed
from tabletop.ui.boards.decks_of_glory.stations import planning, station_for
from tabletop.ui.boards.decks_of_glory.stations.station import Station, Touch
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.boards.decks_of_glory.viewer import Guns, Viewer
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.camera import Xy
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Chosen, On, RowOpened, RowPointed, hearing


class HexAnswers(Answers["HexTable"]):
    """Hands to the station what it may want; the rest chooses what is seen."""

    def __init__(self, table: "HexTable") -> None:
        self._map = table.map
        self._spent = False
        """Whether the press only skipped what was being played, so that letting go is no click."""
        self._dragged: tuple[str, Hex | None] | None = None
        super().__init__(
            table, lambda: self._guns(sights.next_guns), lambda: self._guns(sights.toggled_threats), {}, hearing(
                On(Chosen, self._list, "order.side"), On(Chosen, lambda one: self._picked(one.value), desk.PICK),
                On(RowOpened, lambda one: self._picked(one.row), desk.PICK),
                On(RowPointed, lambda one: table.viewer.hover(one.row), desk.PICK),
            ),
        )  # fmt: skip

    # --- on the map

    def _gesture(self, gesture: Gesture) -> Reply:
        if gesture.kind == "press":
            self._spent = self._table.skip_playback()
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


def overlay(state: State, order: Command | None) -> Overlay | None:
    """None for an order that is not seen on the map."""
    drawn = _DRAWN.get(type(order))
    return drawn(state, order) if drawn and order else None


def leads_to(state: State, said: Event | Command | None) -> Sequence[Xy]:
    """The corners of the hex where a ship would come that is to sail."""
    ghost = _sailed(state, said).ghost if isinstance(said, Sail) else None
    return HEXES.outline(ghost.hex) if ghost else ()


def _sailed(state: State, order: Sail) -> Overlay:
    """Her way, and her ghost at its end, with nothing else that lies open to her."""
    shown = planning.charted(state, order.ship, order.plan)
    return Overlay(ghost=shown.ghost, chips=shown.chips) if order.plan else Overlay(noted=(order.ship,))


def _fired(state: State, order: OpenFire) -> Overlay:
    """Every line that is aimed; the field of the first ship with her guns."""
    aims = {aim.ship: aim.target for aim in order.shots}
    return sights.gun_fields(state, next(iter(aims), ""), aims)


_DRAWN: Handlers[State, Overlay] = build_handlers(KindHandler(Sail, _sailed), KindHandler(OpenFire, _fired))


class TaughtHexes(TaughtBattle):
    """A map of hexes with ships."""

    def locate(self, thing: str) -> Sequence[Xy]:
        """A ship is seen along her keel: what is written beside her in her hex is not ringed."""
        ship = placed_ships(self._viewer.state).get(thing.removeprefix("ship "))
        if ship is None:
            return super().locate(thing)
        return self.seen([ship.along(end, 0) for end in (-0.5, 0.5)])

    def places(self, thing: str) -> Sequence[Xy]:
        """Also the corners of ``hex 3 2``."""
        kind, _, of = thing.partition(" ")
        if kind != "hex":
            return super().places(thing)
        q, r = map(int, of.split())
        return HEXES.outline((q, r))


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

    has_dice: ClassVar[bool] = False
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
        self._harms = Harms[State](fleet.stretch, fleet.lost, self.label_of, fleet.put_right)
        self._turning = False
        self._answers = HexAnswers(self)

    def _moment(self, state: State) -> tuple[object, ...]:
        return state.phase, state.asked, state.turn, state.outcome

    def _sought(self, ship: str) -> Sought:
        about = [self.viewer.state.ships[ship].at, *self.station.beside(ship)]
        return Sought(partial(self.map.approach, about), partial(self.map.keep_in_sight, about))

    def set_viewer(self, side: str) -> None:
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

    def play_again(self, before: State, events: Sequence[Event]) -> None:
        """As every table; the map goes back for it."""
        self.map.skip()
        self.map.play(before, events, self.viewer.state)
        self.refresh()

    def skip_playback(self) -> bool:
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
        station = overlay(viewer.state, viewer.advised) or self.station.laid() or NOTHING
        state, guns = station.supposed or viewer.state, viewer.guns
        under = viewer.hovered if guns in sights.FOLLOW_POINTER else ""
        rulers = (viewer.rulers, viewer.measuring)
        of = (station, state, viewer.state, viewer.noted, viewer.harms, guns, viewer.selected, under, *rulers)
        if self._of is None or not all(map(is_, of, self._of)):
            laid = sights.laid(viewer, state, station)
            self._of, self._laid = of, replace(laid, noted=viewer.noted, harms=viewer.harms)
        return self._laid

    def lesson_hooks(self) -> TaughtHexes:
        """The map and what is done on it."""
        return TaughtHexes(self.viewer, self.view, lambda: self.station, self.surface)

    # --- who looks, and what is shown

    def centre_on(self, pieces: Sequence[str], left: int, said: Event | Command | None = None) -> None:
        """Bring ships into view."""
        lying = [key for key in pieces if self.viewer.on_map(key)]
        self.map.view.centre_on(lying, left, leads_to(self.viewer.state, said))

    def build_panels(self) -> Sequence[Widget]:
        """Order of battle, ship card with the station's sheet, drawn cards, deck."""
        self._turning = self.viewer.drawn.busy
        self.refresh()
        return [HexDesk(self.viewer, self.station, self.map, self.bring)]

    # --- what the screen asks

    def has_stale_panels(self) -> bool:
        """Whether the last of the cards has been turned up, or the first laid down, since the panels were composed."""
        return self._turning != self.viewer.drawn.busy

    def build_caption(self) -> Caption:
        """Title, phase, who is asked, turn and points, as far as the cards turned up have told."""
        return captions.caption(self.viewer.known)

    def automatic_command(self, state: State) -> AutomaticCommand | None:
        """Nothing is done without being asked."""
        return None

    # --- what others speak of

    def dice_of_event(self, before: State, event: Event) -> DiceThrow | None:
        """There are no dice."""
        return None

    explain_event = staticmethod(captions.account)
    pieces_of = staticmethod(captions.pieces)

    def summarize_events(self, events: Sequence[Event]) -> str:
        """Nothing: the reveal lays out every broadside."""
        return ""

    def format_moment(self, state: State) -> str:
        """The turn; before the first one there is only the start."""
        return f"T{state.turn}" if state.turn else "Start"

    def weather(self) -> str:
        """As the scenario tells."""
        return wind_strength(self.viewer.state)

    def label_of(self, piece: str) -> PieceLabel:
        """A ship's name and badge."""
        vessel = self.viewer.state.fleet[piece]
        return PieceLabel(vessel.name, nations.nation_badge(vessel.nation))


TABLE = HexTable
