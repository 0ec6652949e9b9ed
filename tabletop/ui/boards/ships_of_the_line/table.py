"""Ships of the Line on the table screen: the sea, its panels, its modes and the answers to input."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import ClassVar

from typing_extensions import override

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.phrases import capitalize
from tabletop.games.ships_of_the_line import GAME, rules
from tabletop.games.ships_of_the_line.hooks import PREPARE, RIBBON
from tabletop.games.ships_of_the_line.model import State, clock, is_on_map, list_flags, side_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import SIDES
from tabletop.games.ships_of_the_line.survey import choices, seats
from tabletop.games.ships_of_the_line.survey.battle_lines import MoraleRoll, read_morale_roll
from tabletop.games.ships_of_the_line.survey.distances import name_ruler_end
from tabletop.games.ships_of_the_line.survey.shores import BATTERY_RADIUS, find_battery_at, find_thing_at
from tabletop.ui import keys
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.desk import ROWS
from tabletop.ui.boards.battle.gestures import Gesture, Measuring
from tabletop.ui.boards.battle.harm import Harms
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.table import Answers, BattleTable, Sought, listener
from tabletop.ui.boards.contract import AutomaticCommand, Caption, Past, PieceLabel, Squadron
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.boards.ships_of_the_line import accounts, captions, harm, view_overlays
from tabletop.ui.boards.ships_of_the_line.effects import FiredBroadsides
from tabletop.ui.boards.ships_of_the_line.harm import HarmFigure
from tabletop.ui.boards.ships_of_the_line.lines import Growth
from tabletop.ui.boards.ships_of_the_line.modes import build_mode
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import SeaMode
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, RingedShip, SelectedShip
from tabletop.ui.boards.ships_of_the_line.panels import fleet_list
from tabletop.ui.boards.ships_of_the_line.panels.fleet_list import SEATS
from tabletop.ui.boards.ships_of_the_line.panels.panel_dock import SeaPanelDock
from tabletop.ui.boards.ships_of_the_line.playback import SeaPlayback
from tabletop.ui.boards.ships_of_the_line.shore_batteries import radius
from tabletop.ui.boards.ships_of_the_line.sounds import SOUNDS
from tabletop.ui.boards.ships_of_the_line.surface import SeaChart
from tabletop.ui.boards.ships_of_the_line.table_view import RulerCorner, SeaTableView
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Chosen, Folded, Gathered, On, Presses, RowAdded, hearing

PICK_MARGIN = 6
"""Screen pixels beyond the edge of a battery, as it is drawn, within which it is picked."""


class SeaTableController(Answers["SeaTable"]):
    """Passes input to the ruler and the mode; anything else changes what is selected and shown."""

    def __init__(self, table: "SeaTable") -> None:
        super().__init__(
            table,
            self._show_next_arcs,
            table.viewer.cycle_threats,
            _build_button_actions(table.viewer),
            hearing(
                On(RowAdded, self._add_ship, ROWS),
                On(Folded, self._fold_division, ROWS),
                On(Chosen, self._list_side, "order.side"),
                On(Chosen, self._let_go_first, SEATS),
                On(Gathered, self._select_division, ROWS),
            ),
        )
        self._keys[keys.key("squadron")] = self._select_own_division

    def _gesture(self, gesture: Gesture) -> Reply:
        table = self._table
        if gesture.kind == "press" and table.skip_playback():
            return Recompose()
        table.viewer.hovered, pointed = gesture.ship, table.viewer.hovered_battery
        table.viewer.hovered_battery = self._find_battery(gesture)
        named = self._find_division(gesture)
        table.surface.tip = fleet_list.build_heading_tip(named) if named else None
        reply = table.measuring.gesture(gesture) or table.station.gesture(gesture)
        if reply is None and gesture.kind == "click" and gesture.button == "left":
            reply = self._select_ships(named.ships) if named else self._select_at(gesture)
        if gesture.kind == "hover" and not table.follows_pointer and pointed == table.viewer.hovered_battery:
            table.ring(gesture.ship)
        else:
            table.refresh()
        return reply

    def _find_battery(self, gesture: Gesture) -> str | None:
        """Return the battery under the pointer, however small it is drawn; None if a ship is there."""
        table = self._table
        if gesture.ship or gesture.kind == "leave":
            return None
        scale = table.view.camera.scale
        return find_battery_at(
            table.viewer.state, gesture.at, radius(scale) / scale - BATTERY_RADIUS + PICK_MARGIN / scale
        )

    def _find_division(self, gesture: Gesture) -> fleet_list.DivisionList | None:
        """Return the division whose name is under the pointer; None if a ship or battery is there."""
        table = self._table
        if gesture.ship or table.viewer.hovered_battery or gesture.kind == "leave":
            return None
        named, state = table.surface.division_at(gesture.pixel), table.viewer.state
        return next(
            (one for side in SIDES for one in fleet_list.list_divisions(state, side) if named and one.id == named), None
        )

    def _select_at(self, gesture: Gesture) -> Reply:
        """Select the clicked battery or ship; with Shift add the ship, and keep the selection over open sea."""
        viewer = self._table.viewer
        if viewer.hovered_battery:
            viewer.select_battery(viewer.hovered_battery)
        elif not gesture.shift:
            viewer.choose(gesture.ship)
            viewer.clicked = gesture.ship
        elif gesture.ship:
            viewer.toggle_in_group(gesture.ship)
        self._table.station.refresh()
        return Recompose()

    def _show_next_arcs(self) -> Reply:
        """Show the next kind of fields of fire, or refuse if there are none."""
        found = view_overlays.find_next_arcs(self._table.viewer)
        if isinstance(found, Refused):
            return Refuse(found)
        self._table.viewer.arcs = found
        return None

    # --- in the panels

    def _add_ship(self, one: RowAdded) -> Reply:
        """Add the ship of a row of the fleet list to the selection, or remove it."""
        if self._table.viewer.on_map(one.row):
            self._table.viewer.toggle_in_group(one.row)
            self._table.station.refresh()
        return Recompose()

    def _fold_division(self, division: Folded) -> Reply:
        """Fold or unfold a division in the fleet list."""
        self._table.viewer.folded_divisions -= {division.heading}
        if division.folded:
            self._table.viewer.folded_divisions |= {division.heading}
        return Recompose()

    def _select_division(self, heading: Gathered) -> Reply:
        """Select all ships under a heading of the fleet list."""
        viewer = self._table.viewer
        rolls = fleet_list.list_divisions(viewer.state, viewer.listed_side)
        return self._select_ships(next((one.ships for one in rolls if one.id == heading.heading), ()))

    def _select_own_division(self) -> Reply:
        """Select the selected ship with all ships of its division."""
        viewer = self._table.viewer
        rolls = (
            fleet_list.list_divisions(viewer.state, side_of(viewer.state, viewer.selected)) if viewer.selected else ()
        )
        return self._select_ships(next((one.ships for one in rolls if viewer.selected in one.ships), ()))

    def _select_ships(self, ships: Iterable[str]) -> Reply:
        """Select those of `ships` that are on the map."""
        viewer = self._table.viewer
        viewer.select_group(list(filter(viewer.on_map, ships)))
        self._table.station.refresh()
        return Recompose()

    def _let_go_first(self, one: Chosen) -> Reply:
        """Let another player of the side order first, or refuse with the reason."""
        refusal = self._table.go_first(one.value)
        return Refuse(refusal) if refusal else Recompose()

    def _list_side(self, one: Chosen) -> Reply:
        """Show the fleet list of another side."""
        self._table.viewer.listed_side = "british" if one.value == "british" else "allied"
        return Recompose()


def _build_button_actions(viewer: SeaTableView) -> Presses[Reply]:
    """Return the actions of the panels' buttons, by button id."""

    def fleets(shown: bool) -> Reply:
        viewer.shows_fleets = shown
        return Recompose()

    def toggle_sum() -> Reply:
        viewer.sum_open = not viewer.sum_open
        return Recompose()

    def toggle_key() -> Reply:
        viewer.legend_open = not viewer.legend_open
        viewer.list_open = viewer.list_open and not (viewer.legend_open and viewer.narrow)
        return Recompose()

    return {
        "order.fleets": lambda: fleets(True),
        "order.ships": lambda: fleets(False),
        "compass": toggle_sum,
        "show.key": toggle_key,
    }


TABLE_KEYS = ("click", "drag", "wheel", "ruler", "arcs", "threats", "next_ship", "fit", "log", "motion", "undo")
"""The keys of the table in every phase."""

_SKIPPED_TITLE = "A step was skipped"
_SKIPPED_TEXT = "Only lines to friends were possible. Undo to go back to it; you can turn skipping off there."


class SeaTable(BattleTable[State, SeaTableView, SeaMode]):
    """The sea's implementation of `boards.contract.GameTable`."""

    has_dice: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = TABLE_KEYS
    keyed: ClassVar[str] = "sea"
    sounds = SOUNDS

    def __init__(self, state: State) -> None:
        viewer = SeaTableView(state, listed_side=rules.side_to_choose(state))
        sea = SeaChart(self._wants).surface
        measuring_ = Measuring(
            viewer, lambda gesture: RulerCorner(gesture.at, gesture.ship or self._find_shore_thing(gesture))
        )
        super().__init__(viewer, build_mode, sea, measuring_)
        self._surface = sea
        self._playback = SeaPlayback()
        self._playback.heard = listener(self.view, self.sounds)
        self._gunsmoke = FiredBroadsides()
        self._growth = Growth()
        self._harms = Harms[State](harm.phase_key, harm.find_losses, self.label_of, harm.correct_start)
        self._base_overlays: tuple[Overlay, ...] = ()
        self._overlays: tuple[Overlay, ...] = ()
        """These as far as they have come into being."""
        sea.playing = self._tick
        self._has_explained_skip = False
        self._answers = SeaTableController(self)

    def _find_shore_thing(self, gesture: Gesture) -> str | None:
        """Return the battery or shore at a ruler's end, or None."""
        return find_thing_at(self.viewer.state, gesture.at, PICK_MARGIN / self.view.camera.scale)

    def _moment(self, state: State) -> tuple[object, ...]:
        return state.phase, rules.side_to_choose(state), seats.find_asked_player(state), state.outcome

    def _sought(self, ship: str) -> Sought:
        about = [ship, *self.station.beside(ship)]
        return Sought(partial(self.view.approach, about), partial(self.view.keep_in_sight, about))

    @override
    def set_local_seats(self, persons: Sequence[str]) -> None:
        super().set_local_seats(persons)
        self.viewer.listed_side = self.viewer.side

    @override
    def show(self, state: State, past: Past = ()) -> None:
        self._playback.drop()
        self._growth.forget()
        earlier = iter(past)
        latest = next(earlier, ())
        led = tuple(chain((latest,), earlier))
        self._gunsmoke.recall(state, led)
        self._harms.recall(state, led)
        self.viewer.morale_rolls = tuple(_find_morale_rolls(latest))
        self._take(state)

    @override
    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        self._playback.add(before, events, after)
        self._gunsmoke.note(before, events)
        self._harms.note(before, events, after)
        self.viewer.morale_rolls = tuple(_find_morale_rolls((before, event) for event in events))
        self._take(after)
        self._keep_in_view(before, after)

    @override
    def play_again(self, before: State, events: Sequence[Event]) -> None:
        self._playback.skip()
        self._playback.add(before, events, self.viewer.state)
        self.refresh()

    def _keep_in_view(self, before: State, after: State) -> None:
        """Follow the selected ship if it has sailed out of view."""
        own = self.viewer.selected
        if own and is_on_map(after, own) and before.ships[own].pose != after.ships[own].pose:
            self.surface.view.follow(after.ships[own].pose.point)

    @override
    def skip_playback(self) -> bool:
        skipped = self._playback.skip()
        if skipped:
            self.refresh()
        return skipped

    @override
    def _take(self, state: State) -> None:
        """Adopt the state as the player to move knows it; the sea shows it when the playback ends."""
        if (self.viewer.state.phase == PREPARE.id) != (state.phase == PREPARE.id):
            self.view.reopen()  # the panel over much of the sea has opened or closed, and may hide ships
        self.viewer.full_state = state
        super()._take(seats.restrict_to_player(state, self.viewer.early_player))
        self.viewer.early_player = self.viewer.seat if self.viewer.early_player == self.viewer.seat else ""
        if self.viewer.selected and not is_on_map(state, self.viewer.selected):
            self.viewer.selected = None
        self.choices_changed()

    @property
    @override
    def follows_pointer(self) -> bool:
        return super().follows_pointer or self.viewer.arcs == "hovered"

    def ring(self, ship: str | None) -> None:
        """Ring the ship under the pointer without other changes; no ring during the playback."""
        self.surface.ringed = ship if self._playback.state is None else None

    @override
    def refresh(self) -> None:
        viewer = self.viewer
        station = () if self._playback.state is not None else self.station.laid() or ()
        hint = view_overlays.build_advice_overlays(viewer.state, viewer.advised)
        self._base_overlays = (
            *view_overlays.build_overlays(viewer),
            *(hint or station),
            *view_overlays.build_rulers(viewer),
        )
        self._overlays = self._growth.animate(self._base_overlays)
        self._update_surface()

    def _tick(self, elapsed: int) -> bool:
        """Advance playback and animated marks by `elapsed` ms; return True if anything moves."""
        playing = self._playback.state is not None
        moving, glanced = self._playback.tick(elapsed, self.viewer.state), self.station.glanced()
        if self.viewer.side_fields.advance() or glanced or (playing and self._playback.state is None):
            self.refresh()
        elif self._playback.state is None and self._growth.tick(elapsed):
            self._overlays = self._growth.animate(self._base_overlays)
            self._update_surface()
        elif moving or self._playback.pulse or self._has_layout_changed():
            self._update_surface()
        self.surface.pulse = self._playback.pulse
        return self.bring() or moving or glanced or self._growth.is_growing or self.viewer.side_fields.is_pending

    @override
    def bring(self) -> bool:
        """Bring the wanted ship into view, and ships that were selected together."""
        brought, mustered = super().bring(), self.viewer.ships_to_show
        self.viewer.ships_to_show = ()
        self.view.gather(self.view.chart.places(mustered))
        return brought or bool(mustered)

    def _has_layout_changed(self) -> bool:
        """Return True if other areas are covered by panels than when the surface was last updated."""
        sea, view, shown = self.surface, self.view, self.surface.presented
        told = (shown.insets, shown.gauges, shown.sheets, shown.scale)
        return told != (view.insets, view.gauges, view.lying, sea.scale)

    def _update_surface(self) -> None:
        """Hand the surface the state and overlays of this moment; only rings during the playback."""
        viewer, sea, view, played = self.viewer, self.surface, self.view, self._playback.state
        presentation = self._playback.moment(
            Presentation(
                scale=sea.scale,
                labels=viewer.labels,
                insets=view.insets,
                gauges=view.gauges,
                sheets=view.lying,
                frame=self._playback.frame,
                fired=self._gunsmoke.fired,
            )
        )
        viewer.harms = self._harms.of(played or viewer.full_state or viewer.state)
        figures = tuple(map(HarmFigure, viewer.harms))
        if played is None:
            sea.look(viewer.state, (*self._overlays, *figures), presentation, viewer.hovered)
            return
        rings = [
            one for one in self._overlays if isinstance(one, SelectedShip | RingedShip) and is_on_map(played, one.ship)
        ]
        sea.look(played, (*rings, *figures), presentation, None)

    def go_first(self, player: str) -> Refused | None:
        """Let another player of the side order now (AMB-148); return the refusal, or None."""
        whole = self.viewer.full_state or self.viewer.state
        refusal = seats.find_early_order_refusal(whole, player, self.viewer.persons)
        if refusal is None:
            self.viewer.early_player = player
            self._take(whole)
        return refusal

    @override
    def player_name(self) -> str:
        decision = rules.current_decision(self.viewer.state)
        return decision.player if decision else ""

    # --- what is shown

    @override
    def set_viewer(self, side: str) -> None:
        """Forget all pictures if the battle has secrets."""
        if GAME.has_secrets(self.viewer.state):
            self._surface.forget()

    @override
    def build_panels(self) -> Sequence[Widget]:
        return [SeaPanelDock(self.viewer, self.station, self.surface, self.aside)]

    @override
    def build_caption(self) -> Caption:
        return captions.build_caption(self.viewer.state, RIBBON, phase_of(self.viewer.state))

    @override
    def automatic_command(self, state: State) -> AutomaticCommand | None:
        """Return the command that ends a step in which nothing can be ordered, or nothing is wanted."""
        if done := choices.build_done_if_idle(state):
            return AutomaticCommand(done)
        done = choices.build_done_if_friends_only(state) if self.viewer.skips_friend_lines else None
        if done is None:
            return None
        told, self._has_explained_skip = self._has_explained_skip, True
        return AutomaticCommand(done) if told else AutomaticCommand(done, _SKIPPED_TITLE, _SKIPPED_TEXT)

    # --- what others speak of

    dice_of_event = staticmethod(accounts.build_dice)
    explain_event = staticmethod(accounts.build_account)
    summarize_events = staticmethod(accounts.summarize_broadsides)
    pieces_of = staticmethod(accounts.list_pieces)

    @override
    def format_moment(self, state: State) -> str:
        return clock(state, state.turn)

    @override
    def label_of(self, piece: str) -> PieceLabel:
        state = self.viewer.state
        if piece not in state.ships:
            return PieceLabel(capitalize(name_ruler_end(state, piece)))
        return PieceLabel(state.cards[piece].name, nations.nation_badge(*list_flags(state, piece)))

    @override
    def squadron_of(self, piece: str) -> Squadron | None:
        state = self.viewer.state
        rolls = [one for side in SIDES for one in fleet_list.list_divisions(state, side) if one.id != fleet_list.PRIZES]
        found = next((one for one in rolls if one.id and piece in one.ships), None)
        return Squadron(found.name, found.chief, sum(is_on_map(state, key) for key in found.ships)) if found else None

    @override
    def weather(self) -> str:
        """Return the strength of the wind; "light" without wind rules."""
        return self.viewer.state.wind.strength or "light"

    @override
    def centre_on(self, pieces: Sequence[str], left: int, said: Event | Command | None = None) -> None:
        """Bring ships into view beside the log; batteries and the shore are ignored."""
        state = self.viewer.state
        self.view.centre_on([key for key in pieces if key in state.ships], left, view_overlays.find_ends(state, said))


def _find_morale_rolls(events: Iterable[tuple[State, Event]]) -> Iterator[tuple[str, MoraleRoll]]:
    """Return the morale rolls of one move, each with the division."""
    return (roll for before, event in events if (roll := read_morale_roll(before, event)))


TABLE = SeaTable
