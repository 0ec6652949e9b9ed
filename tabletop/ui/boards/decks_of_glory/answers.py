"""What the table does with what the player does: reports of the map and the panels, and keys."""

from collections.abc import Callable

from tabletop.core.errors import Refused
from tabletop.ui import keys
from tabletop.ui.boards.battle.camera_view import PANS
from tabletop.ui.boards.battle.desk import ROWS
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.bridge import Bridge
from tabletop.ui.boards.decks_of_glory.measuring import Measuring
from tabletop.ui.boards.decks_of_glory.panels import order
from tabletop.ui.boards.decks_of_glory.pointer import (
    HandleClicked,
    HexClicked,
    HexPointed,
    RightClicked,
    RulerDragged,
    RulerDropped,
    ShipClicked,
    ShipDragged,
    ShipDropped,
    ShipPointed,
    Skipped,
    SlotClicked,
)  # fmt: skip
from tabletop.ui.boards.decks_of_glory.viewer import Guns
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.input import Input
from tabletop.ui.widgets.report import Chosen, Hearing, On, Presses, Report, RowOpened, RowPointed, hearing, pressed

CLICKS = (ShipClicked, HexClicked, HandleClicked, SlotClicked)
"""Reports of the map that add a corner while something is measured."""
HOVERS = (ShipPointed, HexPointed)
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
        self._presses: Presses[Reply] = {
            "order.open": self._fold, "order.close": self._fold,
            "zoom.in": lambda: self._map.zoom(1), "zoom.out": lambda: self._map.zoom(-1), "zoom.fit": self._map.fit,
            "show.arcs": self._guns, "show.threats": self._threats, "show.labels": self._label,
        }  # fmt: skip
        self._on: Hearing[Reply] = hearing(
            On(ShipClicked, self._ship), On(HexClicked, self._hex),
            On(ShipPointed, lambda one: self._hover(one.ship)), On(HexPointed, self._over),
            On(HandleClicked, lambda one: bridge.station.on_handle(one.handle)),
            On(SlotClicked, lambda one: bridge.station.on_slot(one.slot)),
            On(ShipDragged, lambda one: bridge.station.on_drag(one.ship, one.hex)),
            On(ShipDropped, lambda one: bridge.station.on_drop(one.ship, one.hex)),
            On(RulerDragged, lambda ends: self._measuring.drag(ends.start, ends.end)),
            On(RulerDropped, lambda ruler: self._measuring.end(keep=ruler.keep)),
            On(Skipped, lambda _: Recompose()), On(RightClicked, lambda _: Recompose() if self.back() else None),
            On(Chosen, lambda one: self._clicked(one.value), ROWS),
            On(RowOpened, lambda one: self._sought(one.row), ROWS),
            On(RowPointed, lambda one: self._hover(one.row), ROWS),
            On(Chosen, self._list, "order.side"),
            On(Chosen, lambda one: self._picked(one.value), order.PICK),
            On(RowOpened, lambda one: self._picked(one.row), order.PICK),
            On(RowPointed, lambda one: self._hover(one.row), order.PICK),
        )  # fmt: skip

    def act(self, report: Report) -> Reply:
        """Reports of the map, of the panels, and of the brass button."""
        if self._viewer.measuring and isinstance(report, CLICKS):
            reply = self._measuring.bend()
            self._bridge.refresh()
            return reply
        done = self._on.get(report.key)
        reply = done(report) if done else pressed(report, self._presses) or self._bridge.station.act(report)
        if not isinstance(report, HOVERS) or self._bridge.follows_pointer:
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

    def _ship(self, one: ShipClicked) -> Reply:
        """A ship was clicked: the station may want her, else she is selected."""
        return self._bridge.station.on_ship(one.ship) or self._clicked(one.ship)

    def _hex(self, one: HexClicked) -> Reply:
        """A hex was clicked: the station may want it, else nothing is selected."""
        reply = self._bridge.station.on_hex(one.hex)
        if reply is None and self._viewer.selected:
            self.back()
            return Recompose()
        return reply

    def _hover(self, key: str) -> Reply:
        self._viewer.hovered = key if key and self._viewer.on_map(key) else ""
        self._measuring.follow(self._map.pointed.hex)
        return None

    def _over(self, one: HexPointed) -> Reply:
        self._measuring.follow(one.hex)
        return None

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

    def _list(self, one: Chosen) -> Reply:
        self._viewer.listed = next(side for side in self._viewer.state.sides if side == one.value)
        return Recompose()

    def _fold(self) -> Reply:
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
