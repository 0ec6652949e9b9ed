"""Ships of the Line on the table screen: the sea, its panels, and the station of the current phase."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import ClassVar

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.phrases import capitalize
from tabletop.games.ships_of_the_line import GAME, rules
from tabletop.games.ships_of_the_line.hooks import PREPARE, RIBBON
from tabletop.games.ships_of_the_line.model import State, clock, is_on_map, list_flags
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import SIDES
from tabletop.games.ships_of_the_line.survey import choices, seats
from tabletop.games.ships_of_the_line.survey.battle_lines import MoraleRoll, read_morale_roll
from tabletop.games.ships_of_the_line.survey.distances import name_ruler_end
from tabletop.games.ships_of_the_line.survey.shores import find_thing_at
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.gestures import Gesture, Measuring
from tabletop.ui.boards.battle.harm import Harms
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.table import BattleTable, Sought, listener
from tabletop.ui.boards.contract import AutomaticCommand, Caption, Past, PieceLabel, Squadron
from tabletop.ui.boards.ships_of_the_line import accounts, advised, captions, harm, sights
from tabletop.ui.boards.ships_of_the_line.answers import NEAR, SeaAnswers
from tabletop.ui.boards.ships_of_the_line.effects import Gunsmoke
from tabletop.ui.boards.ships_of_the_line.growth import Growth
from tabletop.ui.boards.ships_of_the_line.harm import Harmed
from tabletop.ui.boards.ships_of_the_line.modes import build_mode
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import SeaMode
from tabletop.ui.boards.ships_of_the_line.overlays import Noted, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.panels import fleet_list
from tabletop.ui.boards.ships_of_the_line.panels.panel_dock import SeaPanelDock
from tabletop.ui.boards.ships_of_the_line.playback import Playback
from tabletop.ui.boards.ships_of_the_line.sounds import SOUNDS
from tabletop.ui.boards.ships_of_the_line.surface import SeaChart
from tabletop.ui.boards.ships_of_the_line.viewer import Corner, Viewer
from tabletop.ui.widgets.base import Widget

KEYS = ("click", "drag", "wheel", "ruler", "arcs", "threats", "next_ship", "fit", "log", "motion", "undo")
"""The keys of the table, whatever the phase."""

_FRIENDS = "A step was skipped"
_FRIENDS_TOLD = "Only lines to friends were possible. Undo to go back to it; you can turn skipping off there."


class SeaTable(BattleTable[State, Viewer, SeaMode]):
    """The game's side of the table screen, see `boards.contract.GameTable`."""

    has_dice: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = KEYS
    keyed: ClassVar[str] = "sea"
    sounds = SOUNDS

    def __init__(self, state: State) -> None:
        viewer, sea = Viewer(state, listed=rules.side_to_choose(state)), SeaChart(self._wants).surface
        measuring_ = Measuring(viewer, lambda gesture: Corner(gesture.at, gesture.ship or self._ashore(gesture)))
        super().__init__(viewer, build_mode, sea, measuring_)
        self._sea, self._playback = sea, Playback()
        self._playback.heard = listener(self.view, self.sounds)
        self._gunsmoke = Gunsmoke()
        self._growth = Growth()
        self._harms = Harms[State](harm.phase, harm.lost, self.label_of, harm.put_right)
        self._laid: tuple[Overlay, ...] = ()
        self._overlays: tuple[Overlay, ...] = ()
        """These as far as they have come into being."""
        sea.playing = self._tick
        self._passed = False
        self._answers = SeaAnswers(self)

    def _ashore(self, gesture: Gesture) -> str | None:
        """What the ruler is laid to besides ships."""
        return find_thing_at(self.viewer.state, gesture.at, NEAR / self.view.camera.scale)

    def _moment(self, state: State) -> tuple[object, ...]:
        return state.phase, rules.side_to_choose(state), seats.find_asked_player(state), state.outcome

    def _sought(self, ship: str) -> Sought:
        about = [ship, *self.station.beside(ship)]
        return Sought(partial(self.view.approach, about), partial(self.view.keep_in_sight, about))

    def set_local_seats(self, persons: Sequence[str]) -> None:
        """The seats that persons hold."""
        super().set_local_seats(persons)
        self.viewer.listed = self.viewer.side

    def show(self, state: State, past: Past = ()) -> None:
        """Show this state as it is."""
        self._playback.drop()
        self._growth.forget()
        earlier = iter(past)
        latest = next(earlier, ())
        led = tuple(chain((latest,), earlier))
        self._gunsmoke.recall(state, led)
        self._harms.recall(state, led)
        self.viewer.tested = tuple(_tested(latest))
        self._take(state)

    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        """Play how one state became another; what is not the sea shows the end of it at once."""
        self._playback.add(before, events, after)
        self._gunsmoke.note(before, events)
        self._harms.note(before, events, after)
        self.viewer.tested = tuple(_tested((before, event) for event in events))
        self._take(after)
        self._follow(before, after)

    def play_again(self, before: State, events: Sequence[Event]) -> None:
        """As every table; the sea goes back for it."""
        self._playback.skip()
        self._playback.add(before, events, self.viewer.state)
        self.refresh()

    def _follow(self, before: State, after: State) -> None:
        """A chosen ship that sails out of view is not lost sight of."""
        own = self.viewer.selected
        if own and is_on_map(after, own) and before.ships[own].pose != after.ships[own].pose:
            self.surface.view.follow(after.ships[own].pose.point)

    def skip_playback(self) -> bool:
        """Jump to the end of what is being played."""
        skipped = self._playback.skip()
        if skipped:
            self.refresh()
        return skipped

    def _take(self, state: State) -> None:
        """As at every table, as it is for who is asked alone; the sea comes to it when all is played."""
        if (self.viewer.state.phase == PREPARE.id) != (state.phase == PREPARE.id):
            self.view.reopen()  # the sheet that covers much of the sea is gone, or there again and ships are hidden
        self.viewer.whole = state
        super()._take(seats.restrict_to_player(state, self.viewer.first))
        self.viewer.first = self.viewer.seat if self.viewer.first == self.viewer.seat else ""
        if self.viewer.selected and not is_on_map(state, self.viewer.selected):
            self.viewer.selected = None
        self.choices_changed()

    @property
    def follows_pointer(self) -> bool:
        """Whether the pointer on the sea changes more than which ship is ringed."""
        return super().follows_pointer or self.viewer.arcs == "hovered"

    def ring(self, ship: str | None) -> None:
        """Ring the ship under the pointer, with nothing else drawn anew; while events are played, none."""
        self.surface.ringed = ship if self._playback.state is None else None

    def refresh(self) -> None:
        """Hand the surface what it shows now."""
        viewer = self.viewer
        station = () if self._playback.state is not None else self.station.laid() or ()
        hint = advised.overlays(viewer.state, viewer.advised)
        self._laid = (*sights.overlays(viewer), *(hint or station), *sights.rulers(viewer))
        self._overlays = self._growth.of(self._laid)
        self._roll()

    def _tick(self, elapsed: int) -> bool:
        """Let the playback go on."""
        playing = self._playback.state is not None
        moving, glanced = self._playback.tick(elapsed, self.viewer.state), self.station.glanced()
        if self.viewer.covered.advance() or glanced or (playing and self._playback.state is None):
            self.refresh()
        elif self._playback.state is None and self._growth.tick(elapsed):
            self._overlays = self._growth.of(self._laid)
            self._roll()
        elif moving or self._playback.pulse or self._resized():
            self._roll()
        self.surface.pulse = self._playback.pulse
        return self.bring() or moving or glanced or self._growth.grows or self.viewer.covered.is_pending

    def bring(self) -> bool:
        """As every table; ships that were chosen together are seen together."""
        brought, mustered = super().bring(), self.viewer.mustered
        self.viewer.mustered = ()
        self.view.gather(self.view.chart.places(mustered))
        return brought or bool(mustered)

    def _resized(self) -> bool:
        """Whether panels cover something else than when the surface was last told."""
        sea, view, shown = self.surface, self.view, self.surface.presented
        told = (shown.insets, shown.gauges, shown.sheets, shown.scale)
        return told != (view.insets, view.gauges, view.lying, sea.scale)

    def _roll(self) -> None:
        """Hand the surface what is shown at this moment; while events are played, no more than rings besides."""
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
        viewer.harms = self._harms.of(played or viewer.whole or viewer.state)
        figures = tuple(map(Harmed, viewer.harms))
        if played is None:
            sea.look(viewer.state, (*self._overlays, *figures), presentation, viewer.hovered)
            return
        rings = [one for one in self._overlays if isinstance(one, Selected | Noted) and is_on_map(played, one.ship)]
        sea.look(played, (*rings, *figures), presentation, None)

    def go_first(self, player: str) -> Refused | None:
        """Let another player of the side that is asked order something now; why he cannot, or None (AMB-148)."""
        whole = self.viewer.whole or self.viewer.state
        refusal = seats.find_early_order_refusal(whole, player, self.viewer.persons)
        if refusal is None:
            self.viewer.first = player
            self._take(whole)
        return refusal

    def player_name(self) -> str:
        """Who of several players of the side orders now."""
        decision = rules.current_decision(self.viewer.state)
        return decision.player if decision else ""

    # --- what is shown

    def set_viewer(self, side: str) -> None:
        """Who looks from now on: where anything is hidden, nothing stays as the one before saw it."""
        if GAME.has_secrets(self.viewer.state):
            self._sea.forget()

    def build_panels(self) -> Sequence[Widget]:
        """Order of battle, compass, ship card, minimap and what the station adds."""
        return [SeaPanelDock(self.viewer, self.station, self.surface, self.aside)]

    def build_caption(self) -> Caption:
        """Title, phase, who is asked, turn and clock."""
        return captions.caption(self.viewer.state, RIBBON, phase_of(self.viewer.state))

    def automatic_command(self, state: State) -> AutomaticCommand | None:
        """Where nothing can be ordered; and where nobody wants to be asked, unless the player does: said once."""
        if done := choices.build_done_if_idle(state):
            return AutomaticCommand(done)
        done = choices.build_done_if_friends_only(state) if self.viewer.pass_friends else None
        if done is None:
            return None
        told, self._passed = self._passed, True
        return AutomaticCommand(done) if told else AutomaticCommand(done, _FRIENDS, _FRIENDS_TOLD)

    # --- what others speak of

    dice_of_event = staticmethod(accounts.thrown)
    explain_event = staticmethod(accounts.account)
    summarize_events = staticmethod(accounts.summed)
    pieces_of = staticmethod(accounts.pieces)

    def format_moment(self, state: State) -> str:
        """The time of day."""
        return clock(state, state.turn)

    def label_of(self, piece: str) -> PieceLabel:
        """A ship's name and badge; a battery, or the shore, has a name alone."""
        state = self.viewer.state
        if piece not in state.ships:
            return PieceLabel(capitalize(name_ruler_end(state, piece)))
        return PieceLabel(state.cards[piece].name, nations.nation_badge(*list_flags(state, piece)))

    def squadron_of(self, piece: str) -> Squadron | None:
        """The division of a ship."""
        state = self.viewer.state
        rolls = [one for side in SIDES for one in fleet_list.list_divisions(state, side) if one.id != fleet_list.PRIZES]
        found = next((one for one in rolls if one.id and piece in one.ships), None)
        return Squadron(found.name, found.chief, sum(is_on_map(state, key) for key in found.ships)) if found else None

    def weather(self) -> str:
        """That of the map; of a wind that is left out of account, a light one."""
        return self.viewer.state.wind.strength or "light"

    def centre_on(self, pieces: Sequence[str], left: int, said: Event | Command | None = None) -> None:
        """Bring ships into view beside the log; a battery or the shore is none."""
        state = self.viewer.state
        self.view.centre_on([key for key in pieces if key in state.ships], left, advised.leads_to(state, said))


def _tested(events: Iterable[tuple[State, Event]]) -> Iterator[tuple[str, MoraleRoll]]:
    """The rolls of one move of ships whose line was broken."""
    return (roll for before, event in events if (roll := read_morale_roll(before, event)))


TABLE = SeaTable
