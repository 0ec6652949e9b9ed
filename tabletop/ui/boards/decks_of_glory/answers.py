"""What the table does with what the player does: reports of the map and the panels, and keys."""

from collections.abc import Callable
from typing import Any

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.state import Side
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys
from tabletop.ui.boards.battle.camera_view import PANS
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.bridge import Bridge
from tabletop.ui.boards.decks_of_glory.measuring import Measuring
from tabletop.ui.boards.decks_of_glory.panels import order
from tabletop.ui.boards.decks_of_glory.viewer import Guns
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action

CLICKS = ("ship.click", "hex.click", "handle.click", "slot.click")
"""Reports of the map that add a corner while something is measured."""
HOVERS = ("ship.hover", "hex.hover")
"""Reports of the map after which nothing has changed but what the pointer is on."""


class Answers:
    """Hands to the station what it may want; the rest chooses what is seen."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge, self._viewer, self._map = bridge, bridge.viewer, bridge.map
        self._measuring = Measuring(self._viewer)
        self._keys: dict[str, Callable[[], Reply]] = {
            keys.key("next_ship"): lambda: self._step(1), keys.key("previous_ship"): lambda: self._step(-1),
            keys.key("fit"): self._map.fit, keys.key("zoom_in"): lambda: self._map.zoom(1),
            keys.key("zoom_out"): lambda: self._map.zoom(-1), keys.key("arcs"): self._guns,
            keys.key("threats"): self._threats,
            keys.key("labels"): self._viewer.cycle_labels, keys.key("list"): self._viewer.toggle_list,
        }  # fmt: skip
        self._acts: dict[str, Callable[[Any], Reply]] = {
            "ship.click": self._ship, "hex.click": self._hex, "ship.hover": self._hover, "hex.hover": self._over,
            "handle.click": lambda handle: bridge.station.on_handle(handle),
            "slot.click": lambda slot: bridge.station.on_slot(slot), "ship.drag": self._drag, "ship.drop": self._drop,
            order.ROWS: self._clicked, f"{order.ROWS}.open": self._sought, f"{order.ROWS}.under": self._hover,
            "order.side": self._list, "order.open": self._fold, "order.close": self._fold,
            order.PICK: self._picked, f"{order.PICK}.open": self._picked, f"{order.PICK}.under": self._hover,
            "zoom.in": lambda _: self._map.zoom(1), "zoom.out": lambda _: self._map.zoom(-1),
            "zoom.fit": lambda _: self._map.fit(),
            "show.arcs": lambda _: self._guns(), "show.threats": lambda _: self._threats(),
            "show.labels": lambda _: self._label(),
            "ruler.drag": lambda ends: self._measuring.drag(*ends),
            "ruler.drop": lambda keep: self._measuring.end(keep=keep),
            "skipped": lambda _: Recompose(), "hex.menu": lambda _: Recompose() if self.back() else None,
        }  # fmt: skip

    def act(self, action: Action) -> Reply:
        """Reports of the map, of the panels, and of the brass button."""
        if self._viewer.measuring and action.id in CLICKS:
            reply = self._measuring.bend()
            self._bridge.refresh()
            return reply
        done = self._acts.get(action.id)
        reply = done(action.value) if done else self._bridge.station.act(action)
        if action.id not in HOVERS or self._bridge.follows_pointer:
            self._bridge.refresh()
        return reply

    def key(self, given: Input) -> Reply:
        """The ruler, the station, then the table."""
        reply = self._measuring.key(given, self._map.pointed.hex)
        if given.kind != "key":
            self._bridge.refresh()
            return reply
        reply = reply or self._bridge.station.key(given)
        if reply is None and given.key in self._keys:
            reply = self._keys[given.key]() or Recompose()
        if reply is None and given.key in PANS:
            self._map.pan(*PANS[given.key])
        self._bridge.refresh()
        return reply

    def back(self) -> bool:
        """Esc: what is being composed, then the fields, then the selection."""
        dropped = self._bridge.station.back() or self._measuring.back()
        if not dropped and self._viewer.guns != "none":
            self._viewer.guns, dropped = "none", True
        if not dropped and self._viewer.selected:
            self._viewer.selected, dropped = "", True
        self._bridge.choices_changed()
        return dropped

    # --- on the map

    def _ship(self, key: str) -> Reply:
        """A ship was clicked: the station may want her, else she is selected."""
        reply = self._bridge.station.on_ship(key)
        return reply or self._clicked(key)

    def _hex(self, place: Hex | None) -> Reply:
        """A hex was clicked: the station may want it, else nothing is selected."""
        reply = self._bridge.station.on_hex(place) if place is not None else None
        if reply is None and self._viewer.selected:
            self.back()
            return Recompose()
        return reply

    def _hover(self, key: str | None) -> Reply:
        self._viewer.hovered = key if key and self._viewer.on_map(key) else ""
        self._measuring.follow(self._map.pointed.hex)
        return None

    def _over(self, place: Hex | None) -> Reply:
        self._measuring.follow(place)
        return None

    def _drag(self, what: tuple[Any, ...]) -> Reply:
        return self._bridge.station.on_drag(what[0], what[1])

    def _drop(self, what: tuple[Any, ...]) -> Reply:
        return self._bridge.station.on_drop(what[0], what[1])

    # --- in the panels

    def _picked(self, key: str) -> Reply:
        """A ship of the row in a hex."""
        self._viewer.choose(key)
        self._bridge.station.refresh()
        return Recompose()

    def _clicked(self, key: str) -> Reply:
        """A ship on the map or in the list: she is brought into view if she is not in sight."""
        if self._viewer.on_map(key):
            self._viewer.clicked = key
        return self._picked(key)

    def _sought(self, key: str) -> Reply:
        """A ship of the list, clicked twice: she is brought so near that she can be read."""
        if self._viewer.on_map(key):
            self._viewer.wanted = key
        return self._picked(key)

    def _list(self, side: Side) -> Reply:
        self._viewer.listed = side
        return Recompose()

    def _fold(self, _value: object) -> Reply:
        self._viewer.toggle_list()
        return Recompose()

    def _guns(self) -> Reply:
        """Whose fields of fire come next."""
        return self._shown(sights.next_guns(self._viewer))

    def _threats(self) -> Reply:
        """Where the enemy can strike, or no more."""
        return self._shown(sights.toggled_threats(self._viewer))

    def _label(self) -> Reply:
        """Which ships are named."""
        self._viewer.cycle_labels()
        return Recompose()

    def _shown(self, found: Guns | Refused) -> Reply:
        if isinstance(found, Refused):
            return Refuse(found)
        self._viewer.guns = found
        return Recompose()

    def _step(self, step: int) -> None:
        """The next or previous ship that can still act."""
        self._viewer.step(self._bridge.station.actors(), step)
        self._bridge.station.refresh()
