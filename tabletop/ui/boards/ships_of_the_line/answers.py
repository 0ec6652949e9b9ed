"""What the table does with what the player does: gestures on the sea, reports of the panels, and keys."""

from collections.abc import Callable
from functools import partial

from tabletop.core.errors import Refused
from tabletop.ui import keys
from tabletop.ui.boards.battle.camera_view import PANS
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.boards.ships_of_the_line import panels, sights
from tabletop.ui.boards.ships_of_the_line.bridge import Bridge
from tabletop.ui.input import Input
from tabletop.ui.widgets.report import Presses, Report, pressed


class Answers:
    """Hands to the ruler and the station what they may want; the rest chooses what is seen."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge, self._viewer, self._sea, self._measuring = bridge, bridge.viewer, bridge.sea, bridge.measuring
        self._keys: dict[str, Callable[[], Reply]] = {
            keys.key("next_ship"): lambda: self._step(1), keys.key("previous_ship"): lambda: self._step(-1),
            keys.key("fit"): self._sea.fit, keys.key("zoom_in"): lambda: self._sea.zoom(1),
            keys.key("zoom_out"): lambda: self._sea.zoom(-1), keys.key("arcs"): self._arcs,
            keys.key("threats"): self._viewer.cycle_threats, keys.key("labels"): self._viewer.cycle_labels,
            keys.key("list"): self._viewer.toggle_list,
        }  # fmt: skip
        self._presses: Presses[Reply] = {
            f"show.{name}": partial(self._press, keys.key(name)) for name in ("arcs", "threats", "labels")
        }
        self._panels = panels.Handling(self._viewer, self._sea)

    def act(self, report: Report) -> Reply:
        """Reports of the sea, of the panels, and of the brass button."""
        if isinstance(report, Gesture):
            return self._gesture(report)
        reply = pressed(report, self._panels.presses)
        if report.key in self._panels.on:
            reply = self._panels.on[report.key](report)
        if reply is None:
            reply = pressed(report, self._presses) or self._bridge.station.act(report)
        else:
            self._bridge.station.refresh()
        self._bridge.refresh()
        return reply

    def key(self, given: Input) -> Reply:
        """The ruler, the station, then the table."""
        reply = self._measuring.key(given)
        if reply is None and given.kind == "key":
            reply = self._bridge.station.key(given)
        if reply is None and given.kind == "key" and given.key in self._keys:
            reply = self._keys[given.key]() or Recompose()
        if reply is None and given.key in PANS:
            self._sea.pan(*PANS[given.key])
        self._bridge.refresh()
        return reply

    def _press(self, key: str) -> Reply:
        """What a button on the sea does as its key does."""
        reply = self._keys[key]() or Recompose()
        self._bridge.refresh()
        return reply

    def back(self) -> bool:
        """Esc: the plan, then the rulers, then the selection."""
        dropped = self._bridge.station.back() or self._measuring.back()
        if not dropped and self._viewer.selected:
            self._viewer.selected, self._viewer.group, dropped = None, (), True
            self._bridge.station.refresh()
        self._bridge.refresh()
        return dropped

    def _gesture(self, gesture: Gesture) -> Reply:
        if gesture.kind == "press" and self._bridge.skip():
            return Recompose()
        self._viewer.hovered = gesture.ship
        reply = self._measuring.gesture(gesture) or self._bridge.station.gesture(gesture)
        if reply is None and gesture.kind == "click" and gesture.button == "left":
            reply = self._select(gesture)
        if gesture.kind == "hover" and not self._bridge.follows_pointer:
            self._bridge.ring(gesture.ship)
        else:
            self._bridge.refresh()
        return reply

    def _select(self, gesture: Gesture) -> Reply:
        """A click chooses; with Shift it adds, and one that misses every ship leaves all as it is."""
        if not gesture.shift:
            self._viewer.choose(gesture.ship)
            self._viewer.clicked = gesture.ship
        elif gesture.ship:
            self._viewer.choose_too(gesture.ship)
        self._bridge.station.refresh()
        return Recompose()

    def _arcs(self) -> Reply:
        """Whose fields of fire come next."""
        found = sights.next_arcs(self._viewer)
        if isinstance(found, Refused):
            return Refuse(found)
        self._viewer.arcs = found
        return None

    def _step(self, step: int) -> None:
        """The next or previous ship that can still act."""
        self._viewer.step(self._bridge.station.actors(), step)
        self._bridge.station.refresh()
