"""Ships of the Line on the table screen: the sea, its panels, and the station of the current phase."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.phases import PHASES, RIBBON
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.games.ships_of_the_line.words.phrases import clock
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import (
    Account,
    Caption,
    Offer,
    Passing,
    Past,
    Plate,
    Progress,
    Recompose,
    Reply,
    Retold,
    Thrown,
    Unfinished,
)
from tabletop.ui.boards.ships_of_the_line import accounts, badges, captions, panels, sights
from tabletop.ui.boards.ships_of_the_line.gunsmoke import Gunsmoke
from tabletop.ui.boards.ships_of_the_line.measuring import Measuring
from tabletop.ui.boards.ships_of_the_line.overlays import Noted, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.playback import Playback
from tabletop.ui.boards.ships_of_the_line.stations import crew, station_for
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Widget
from tabletop.ui.widgets.button import Button

ARROWS: dict[str, tuple[int, int]] = {"Left": (1, 0), "Right": (-1, 0), "Up": (0, 1), "Down": (0, -1)}
PAN = 80
HINTS = ("click", "drag", "wheel", "ruler", "arcs", "threats", "next_ship", "fit", "log", "motion", "undo")
"""The keys of the table, whatever the phase."""
SHOWN_BY = {"show.arcs": "arcs", "show.threats": "threats", "show.labels": "labels"}
"""Buttons on the sea, and the keys that do the same."""


class SeaTable:
    """The game's side of the table screen, see `boards.contract.GameTable`."""

    dice: ClassVar[bool] = True
    ends: ClassVar[bool] = True

    def __init__(self, state: State) -> None:
        self.viewer = Viewer(state, listed=asking.asked(state))
        self._sea = SeaSurface(self._wants)
        self.surface: Widget = self._sea
        self._playback = Playback()
        self._gunsmoke = Gunsmoke()
        self._sea.playing = self._tick
        self._overlays: tuple[Overlay, ...] = ()
        self._passed = False
        self._measuring = Measuring(self.viewer)
        self._station: Station = station_for(self.viewer)
        self._keys: dict[str, Callable[[], None]] = {
            keys.key("next_ship"): lambda: self._step(1), keys.key("previous_ship"): lambda: self._step(-1),
            keys.key("fit"): self._sea.fit, keys.key("zoom_in"): lambda: self._sea.zoom(1),
            keys.key("zoom_out"): lambda: self._sea.zoom(-1), keys.key("arcs"): self.viewer.cycle_arcs,
            keys.key("threats"): self.viewer.cycle_threats, keys.key("labels"): self.viewer.cycle_labels,
            keys.key("list"): self.viewer.toggle_list,
        }  # fmt: skip

    # --- what is shown

    def seat(self, side: str) -> None:
        """Nothing is hidden in this game."""

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a ship, lay arcs, threats or reach on the sea, come so near."""
        self.viewer.arrange(piece, overlay)
        if piece and zoom is not None:
            self._sea.open_near(piece, zoom)
        self._station.refresh()
        self.refresh()

    def show(self, state: State, past: Past = ()) -> None:
        """Show this state as it is."""
        self._playback.drop()
        self._gunsmoke.recall(state, past)
        self._shown(state)

    def play(self, before: State, events: Sequence[Any], after: State) -> None:
        """Play how one state became another; what is not the sea shows the end of it at once."""
        self._playback.add(before, events, after)
        self._gunsmoke.note(before, events)
        self._shown(after)
        self._follow(before, after)

    def _follow(self, before: State, after: State) -> None:
        """A chosen ship that sails out of view is not lost sight of."""
        own = self.viewer.selected
        if own and on_map(after, own) and before.ships[own].pose != after.ships[own].pose:
            self._sea.follow(after.ships[own].pose.point)

    def skip(self) -> bool:
        """Jump to the end of what is being played."""
        skipped = self._playback.skip()
        if skipped:
            self.refresh()
        return skipped

    def _shown(self, state: State) -> None:
        """The state that panels and stations speak of from now on; the sea comes to it when all is played."""
        now = self.viewer.state
        changed = (state.phase, asking.asked(state), state.outcome) != (now.phase, self.viewer.side, now.outcome)
        self.viewer.state = state
        if changed:
            self._station = station_for(self.viewer)
            self.viewer.listed = self.viewer.side
        if self.viewer.selected and not on_map(state, self.viewer.selected):
            self.viewer.selected = None
        self._station.refresh()
        self.refresh()

    def refresh(self) -> None:
        """Hand the surface what it shows now."""
        viewer = self.viewer
        station = () if self._playback.state is not None else self._station.overlays()
        self._overlays = (*sights.overlays(viewer), *station, *self._measuring.overlays())
        self._roll()

    def _tick(self, elapsed: int) -> bool:
        """Let the playback go on."""
        playing = self._playback.state is not None
        moving = self._playback.tick(elapsed, self.viewer.state)
        if self._station.glanced() or (playing and self._playback.state is None):
            self.refresh()
        elif moving or self._playback.pulse or self._resized():
            self._roll()
        self._sea.pulse = self._playback.pulse
        return self._bring() or moving

    def _bring(self) -> bool:
        """Let the ship that is wanted come into view, now that the panels are in their places; whether there is one."""
        wanted, self.viewer.wanted = self.viewer.wanted, None
        if wanted:
            self._sea.approach([wanted, *self._station.beside(wanted)])
        return bool(wanted)

    def _resized(self) -> bool:
        """Whether panels cover something else than when the surface was last told."""
        shown = self._sea.presented
        sea, told = self._sea, (shown.insets, shown.gauges, shown.sheets, shown.scale)
        return told != (sea.insets, sea.gauges, sea.sheets, sea.scale)

    def _roll(self) -> None:
        """Hand the surface what is shown at this moment; while facts are played, no more than rings besides."""
        viewer, played = self.viewer, self._playback.state
        sea = self._sea
        presentation = self._playback.presentation(
            viewer.labels, sea.insets, sea.scale, sea.gauges, sea.sheets, self._gunsmoke.fired
        )
        if played is None:
            self._sea.look(viewer.state, self._overlays, presentation, viewer.hovered)
            return
        rings = [one for one in self._overlays if isinstance(one, Selected | Noted) and on_map(played, one.ship)]
        self._sea.look(played, rings, presentation, None)

    def stale(self) -> bool:
        """The panels tell of the state alone."""
        return False

    def panels(self) -> Sequence[Widget]:
        """Order of battle, compass, ship card, minimap and what the station adds."""
        return panels.compose(self.viewer, self._station, self._sea)

    def caption(self) -> Caption:
        """Title, phase, who is asked, turn and clock."""
        return captions.caption(self.viewer.state, RIBBON, PHASES[self.viewer.state.phase])

    def offer(self) -> Offer | None:
        """What the brass button does."""
        return self._station.offer()

    def extras(self) -> Sequence[Button]:
        """Orders to many ships at once."""
        return self._station.extras()

    def finish(self) -> Any:
        """The command that ends this part of the turn."""
        return self._station.finish()

    def unfinished(self) -> Unfinished | None:
        """What would be left undone."""
        return self._station.unfinished()

    def passing(self, state: State) -> Passing | None:
        """Steps that nobody wants to be asked in, unless the player does; the words are said once."""
        passed = crew.passing(state) if self.viewer.pass_friends else None
        if passed is None or self._passed:
            return passed and Passing(passed.command)
        self._passed = True
        return passed

    def progress(self) -> Progress | None:
        """How far the phase has come."""
        return self._station.progress()

    def hints(self) -> Sequence[str]:
        """The keys of the station, then those of the table; while something is measured, those of the ruler."""
        if self.viewer.measuring is not None:
            return ("corner", "leave_ruler", "drop_rulers")
        return (*self._station.hints(), *HINTS)

    def focus(self, ident: str) -> None:
        """Nothing here is told of what has the focus."""

    # --- what the player does

    def act(self, action: Action) -> Reply:
        """Reports of the sea, of the panels, and of the brass button."""
        if action.id == "sea":
            return self._gesture(action.value)
        if action.id in SHOWN_BY:
            self._keys[keys.key(SHOWN_BY[action.id])]()
            self.refresh()
            return Recompose()
        reply = panels.act(self.viewer, self._sea, action)
        if reply is None:
            reply = self._station.act(action)
        else:
            self._station.refresh()
        self.refresh()
        return reply

    def key(self, given: Input) -> Reply:
        """The ruler, the station, then the table."""
        reply = self._measuring.key(given)
        if reply is None and given.kind == "key":
            reply = self._station.key(given)
        if reply is None and given.kind == "key" and given.key in self._keys:
            self._keys[given.key]()
            reply = Recompose()
        if reply is None and given.key in ARROWS:
            dx, dy = ARROWS[given.key]
            self._sea.pan(dx * PAN, dy * PAN)
        self.refresh()
        return reply

    def back(self) -> bool:
        """Esc: the plan, then the rulers, then the selection."""
        dropped = self._station.back() or self._measuring.back()
        if not dropped and self.viewer.selected:
            self.viewer.selected, self.viewer.group, dropped = None, (), True
            self._station.refresh()
        self.refresh()
        return dropped

    def _wants(self, gesture: Gesture) -> bool:
        return self._measuring.wants(gesture) or self._station.wants(gesture)

    def _gesture(self, gesture: Gesture) -> Reply:
        if gesture.kind == "press" and self.skip():
            return Recompose()
        self.viewer.hovered = gesture.ship
        reply = self._measuring.gesture(gesture) or self._station.gesture(gesture)
        if reply is None and gesture.kind == "click" and gesture.button == "left":
            reply = self._select(gesture)
        if gesture.kind == "hover" and not self._follows_pointer():
            self._sea.ringed = gesture.ship if self._playback.state is None else None
        else:
            self.refresh()
        return reply

    def _follows_pointer(self) -> bool:
        """Whether the pointer on the sea changes more than which ship is ringed."""
        viewer = self.viewer
        return viewer.measuring is not None or viewer.arcs == "hovered" or self._station.follows_pointer

    def _select(self, gesture: Gesture) -> Reply:
        if gesture.shift and gesture.ship and self.viewer.selected:
            self.viewer.add_to_group(gesture.ship)
        else:
            self.viewer.choose(gesture.ship)
        self._station.refresh()
        return Recompose()

    def _step(self, step: int) -> None:
        """The next or previous ship that can still act."""
        self.viewer.step(self._station.actors(), step)
        self._station.refresh()

    # --- what others speak of

    def thrown(self, before: State, event: Any) -> Thrown | None:
        """Dice for the tray."""
        return accounts.thrown(before, event)

    def account(self, before: State, event: Any) -> Account:
        """A fact opened up."""
        return accounts.account(before, event)

    def retold(self, event: Any, side: str) -> Retold | None:
        """Every fact matters as much as any other."""
        return Retold(event)

    def summed(self, events: Sequence[Any]) -> str:
        """Several broadsides in a sentence."""
        return accounts.summed(events)

    def moment(self, state: State) -> str:
        """The time of day."""
        return clock(state, state.turn)

    def pieces(self, event: Any) -> tuple[str, ...]:
        """The ships that a fact is about."""
        return accounts.pieces(event)

    def plate(self, piece: str) -> Plate:
        """A ship's name and badge."""
        card = self.viewer.state.cards[piece]
        return Plate(card.name, badges.badge(card.nation))

    def note(self, pieces: Sequence[str]) -> None:
        """Ring ships."""
        self.viewer.noted = tuple(pieces)
        self.refresh()

    def centre_on(self, pieces: Sequence[str], left: int) -> None:
        """Bring ships into view beside the log."""
        self._sea.centre_on(pieces, left)
