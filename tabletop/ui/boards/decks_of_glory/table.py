"""Decks of Glory on the table screen: the hex map, its panels, and the station of the current phase."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys
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
from tabletop.ui.boards.decks_of_glory import accounts, captions, gunsights, signs, telling
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.panels import order, shipcard
from tabletop.ui.boards.decks_of_glory.panels.desk import HexDesk
from tabletop.ui.boards.decks_of_glory.stations import station_for
from tabletop.ui.boards.decks_of_glory.stations.station import Station
from tabletop.ui.boards.decks_of_glory.surface import HexSurface
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Widget
from tabletop.ui.widgets.button import Button

ARROWS: dict[str, tuple[int, int]] = {"Left": (1, 0), "Right": (-1, 0), "Up": (0, 1), "Down": (0, -1)}
PAN = 80
HINTS = ("click", "drag", "wheel", "next_ship", "arcs", "deck", "fit", "list", "log", "motion", "undo")
"""The keys of the table, whatever the phase."""


class HexTable:
    """The game's side of the table screen, see `boards.contract.GameTable`."""

    dice: ClassVar[bool] = False
    ends: ClassVar[bool] = True

    def __init__(self, state: State) -> None:
        self.viewer = Viewer(state, listed=state.sides[0])
        self.map = HexSurface(self._grabs)
        self.surface: Widget = self.map
        self._station: Station = station_for(self.viewer)
        self._keys: dict[str, Callable[[], None]] = {
            keys.key("next_ship"): lambda: self._step(1), keys.key("previous_ship"): lambda: self._step(-1),
            keys.key("fit"): self.map.fit, keys.key("zoom_in"): lambda: self.map.zoom(1),
            keys.key("zoom_out"): lambda: self.map.zoom(-1), keys.key("arcs"): self._toggle_fields,
            keys.key("labels"): self._cycle_labels, keys.key("list"): self._toggle_list,
        }  # fmt: skip
        self._acts: dict[str, Callable[[Any], Reply]] = {
            "ship.click": self._ship, "hex.click": self._hex, "ship.hover": self._hover, "hex.hover": self._over,
            "handle.click": lambda handle: self._station.on_handle(handle),
            "slot.click": lambda slot: self._station.on_slot(slot), "ship.drag": self._drag, "ship.drop": self._drop,
            order.ROWS: self._listed, f"{order.ROWS}.open": self._listed, f"{order.ROWS}.under": self._hover,
            "order.side": self._list, "order.open": self._fold, "order.close": self._fold,
            shipcard.PICK: self._picked, f"{shipcard.PICK}.open": self._picked, f"{shipcard.PICK}.under": self._hover,
            "zoom.in": lambda _: self.map.zoom(1), "zoom.out": lambda _: self.map.zoom(-1),
            "zoom.fit": lambda _: self.map.fit(), "show.fields": self._fields,
            "skipped": lambda _: Recompose(), "hex.menu": lambda _: Recompose() if self.back() else None,
        }  # fmt: skip

    # --- who looks, and what is shown

    def seat(self, side: str) -> None:
        """Who looks from now on: what the one before was composing is gone."""
        self.viewer.looking = side
        self.viewer.selected = self.viewer.hovered = ""
        self.viewer.noted = ()
        self.viewer.drawn.skip()
        self._station = station_for(self.viewer)

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a ship, lay fields of fire on the map, come so near."""
        self.viewer.arrange(piece, overlay)
        if piece and zoom is not None:
            self.map.open_near(piece, zoom)
        self._station.refresh()
        self.refresh()

    def show(self, state: State, past: Past = ()) -> None:
        """Show this state as it is, with the cards that were drawn last."""
        self.map.skip()
        self.viewer.drawn.lay(telling.latest(past))
        self.viewer.held = None
        self._shown(state)

    def play(self, before: State, events: Sequence[Any], after: State) -> None:
        """Play how one state became another; the cards that were drawn are turned up one by one."""
        self.viewer.drawn.add(telling.told(telling.unfolded(before, events)))
        self.viewer.held = before
        self._shown(after, before, events)

    def skip(self) -> bool:
        """Jump to the end of what is being played, and turn up every card."""
        moved, turned = self.map.skip(), self.viewer.drawn.skip()
        if moved or turned:
            self.refresh()
        return moved or turned

    def _shown(self, state: State, before: State | None = None, events: Sequence[Any] = ()) -> None:
        """The state that panels and stations speak of from now on."""
        viewer, now = self.viewer, self.viewer.state
        changed = (state.phase, state.asked, state.turn, state.outcome) != (now.phase, now.asked, now.turn, now.outcome)
        viewer.state = state
        if changed:
            self._station = station_for(viewer)
            viewer.listed = viewer.side
        if viewer.selected and not viewer.on_map(viewer.selected):
            viewer.selected = ""
        if state.way and state.way != now.way:
            viewer.selected = state.way.ship
        self._station.refresh()
        if before is None or not events:
            self.map.show(state)
        else:
            self.map.play(before, events, state)
        self.refresh()

    def refresh(self) -> None:
        """Hand the map what lies on it now."""
        self.map.labels = self.viewer.labels
        self.map.select(self.viewer.selected)
        self.map.mark(replace(self._overlay(), noted=self.viewer.noted))

    def _overlay(self) -> Overlay:
        """What the station lays on the map, with the fields of fire if they are asked for."""
        viewer, overlay = self.viewer, self._station.overlay()
        if not (viewer.fields and viewer.shown) or viewer.state.phase == "gunnery":
            return overlay
        seen = gunsights.overlay(self._station.supposed() or viewer.state, viewer.shown, {})
        return replace(overlay, tints=seen.tints, lines=seen.lines)

    def bring(self) -> None:
        """Bring the ship that is wanted into view, now that the panels are in their places."""
        if self.viewer.wanted:
            wanted, self.viewer.wanted = self.viewer.wanted, ""
            seen = [self.viewer.state.ships[wanted].at, *self._station.beside(wanted)]
            self.map.glide_to(seen)

    def stale(self) -> bool:
        """The panels tell of the state alone."""
        return False

    def panels(self) -> Sequence[Widget]:
        """Order of battle, ship card with the station's sheet, drawn cards, deck."""
        return [HexDesk(self.viewer, self._station, self.map, self.bring)]

    # --- what the screen asks

    def caption(self) -> Caption:
        """Title, phase, who is asked, turn and points."""
        return captions.caption(self.viewer.state)

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
        """Nothing is done without being asked."""
        return None

    def progress(self) -> Progress | None:
        """How far the phase has come."""
        return self._station.progress()

    def hints(self) -> Sequence[str]:
        """The keys of the station, then those of the table."""
        return (*self._station.hints(), *HINTS)

    # --- what the player does

    def act(self, action: Action) -> Reply:
        """Reports of the map, of the panels, and of the brass button."""
        done = self._acts.get(action.id)
        reply = done(action.value) if done else self._station.act(action)
        self.refresh()
        return reply

    def key(self, given: Input) -> Reply:
        """The station, then the table."""
        if given.kind != "key":
            return None
        reply = self._station.key(given)
        if reply is None and given.key in self._keys:
            self._keys[given.key]()
            reply = Recompose()
        if reply is None and given.key in ARROWS:
            dx, dy = ARROWS[given.key]
            self.map.pan(dx * PAN, dy * PAN)
        self.refresh()
        return reply

    def back(self) -> bool:
        """Esc: what is being composed, then the fields, then the selection."""
        dropped = self._station.back()
        if not dropped and self.viewer.fields:
            self.viewer.fields, dropped = False, True
        if not dropped and self.viewer.selected:
            self.viewer.selected, dropped = "", True
        self._station.refresh()
        self.refresh()
        return dropped

    def _grabs(self, key: str) -> bool:
        """Whether a drag that begins on a ship is an order."""
        return self.viewer.mine(key) and key in self._station.draggable()

    def _ship(self, key: str) -> Reply:
        """A ship was clicked: the station may want her, else she is selected."""
        reply = self._station.on_ship(key)
        return reply or self._listed(key)

    def _hex(self, place: Hex | None) -> Reply:
        """A hex was clicked: the station may want it, else nothing is selected."""
        reply = self._station.on_hex(place) if place is not None else None
        if reply is None and self.viewer.selected:
            self.back()
            return Recompose()
        return reply

    def _hover(self, key: str | None) -> Reply:
        self.viewer.hovered = key if key and self.viewer.on_map(key) else ""
        return None

    def _over(self, place: Hex | None) -> Reply:
        self.viewer.under = place
        return None

    def _drag(self, what: tuple[Any, ...]) -> Reply:
        key, place = what[0], what[1]
        return self._station.on_drag(key, place) if place is not None else None

    def _drop(self, what: tuple[Any, ...]) -> Reply:
        key, place = what[0], what[1]
        return self._station.on_drop(key, place) if place is not None else None

    def _picked(self, key: str) -> Reply:
        """A ship of the row in a hex."""
        self.viewer.choose(key)
        self._station.refresh()
        return Recompose()

    def _listed(self, key: str) -> Reply:
        """A ship of the list: she is brought into view."""
        if self.viewer.on_map(key):
            self.viewer.wanted = key
        return self._picked(key)

    def _list(self, side: str) -> Reply:
        self.viewer.listed = next(one for one in self.viewer.state.sides if one == side)
        return Recompose()

    def _fold(self, _value: Any) -> Reply:
        self._toggle_list()
        return Recompose()

    def _toggle_list(self) -> None:
        self.viewer.list_open = not self.viewer.list_open

    def _toggle_fields(self) -> None:
        self.viewer.fields = not self.viewer.fields

    def _fields(self, _value: Any) -> Reply:
        self._toggle_fields()
        return Recompose()

    def _cycle_labels(self) -> None:
        self.viewer.cycle_labels()

    def _step(self, step: int) -> None:
        """The next or previous ship that can still act."""
        self.viewer.step(self._station.actors(), step)
        self._station.refresh()

    # --- what others speak of

    def thrown(self, before: State, event: Any) -> Thrown | None:
        """There are no dice."""
        return None

    def account(self, before: State, event: Any) -> Account:
        """A fact opened up."""
        return accounts.account(before, event)

    def retold(self, event: Any, side: str) -> Retold | None:
        """Every fact matters as much as any other."""
        return Retold(event)

    def moment(self, state: State) -> str:
        """The turn."""
        return f"T{state.turn}"

    def pieces(self, event: Any) -> tuple[str, ...]:
        """The ships that a fact is about."""
        return accounts.pieces(event)

    def plate(self, piece: str) -> Plate:
        """A ship's name and badge."""
        return signs.plate(self.viewer.state, piece)

    def note(self, pieces: Sequence[str]) -> None:
        """Ring ships."""
        self.viewer.noted = tuple(key for key in pieces if self.viewer.on_map(key))
        self.refresh()

    def centre_on(self, pieces: Sequence[str]) -> None:
        """Bring ships into view."""
        self.map.centre_on([key for key in pieces if self.viewer.on_map(key)])
