"""The hex map as a widget: shows a state, reports what is clicked, and plays what came of an order.

It reports, each as an `Action`:

========================  ==========================================================================
``ship.click``            the key of a ship
``hex.click``             (q, r) of a hex without a ship under the pointer
``handle.click``          a `Handle` of the overlay
``slot.click``            a `Slot` of the overlay
``ship.hover``            the key of the ship that the pointer has come upon, empty if it left one
``hex.hover``             (q, r) of the hex that the pointer has come upon, None off the map
``ship.drag``             (key, hex): a ship that `grabs` wants is dragged over a hex
``ship.drop``             (key, hex): and let go there
``menu``                  the right button was clicked; what is `pointed` at is told by that attribute
``skipped``               a press that only brought to its end what was being played
========================  ==========================================================================
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tabletop.games.decks_of_glory.evolve import evolve
from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.playback import Playback
from tabletop.ui.boards.battle.presentation import Insets, Labels, Presentation
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.decks_of_glory import places
from tabletop.ui.boards.decks_of_glory.berths import berths
from tabletop.ui.boards.decks_of_glory.board import HexBoard
from tabletop.ui.boards.decks_of_glory.models import wind_from
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.picking import pointed
from tabletop.ui.boards.decks_of_glory.scene import Marks, Pointed
from tabletop.ui.boards.decks_of_glory.staging import staged
from tabletop.ui.camera import Xy, stepped
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CONSUMED, Action

READABLE, CLOSEST = 2, 3
"""Steps of zoom at which a ship that is looked for can be read, and to which a battle is shown whole at most."""


class HexSurface(BattleSurface[State]):
    """The playing surface of the hex table.

    Attributes:
        pointed: what the pointer is on.
        grabs: asked of a ship on which the button goes down; whether the drag that follows is an order.
    """

    readable, closest = READABLE, CLOSEST

    def __init__(self, grabs: Callable[[str], bool] = lambda _key: False) -> None:
        super().__init__(HexBoard(), self._wanted)
        self.grabs = grabs
        self.pointed = Pointed()
        self._labels: Labels = "auto"
        self._after: State | None = None
        self._playback: Playback[State] = Playback(staged, evolve)
        self._overlay, self._selected = NOTHING, ""
        self._told: tuple[Insets, tuple[tuple[int, int, int, int], ...], int] | None = None
        self._dragged: tuple[str, Hex | None] | None = None
        self._berths: tuple[State, dict[str, Placed]] | None = None
        self._looked: tuple[tuple[object, ...], Pointed] | None = None
        self._smoked = False
        """Whether there was something to be seen of what is played in the last frame."""
        self.playing = self._play_on

    # --- what is shown

    def show(self, state: State) -> None:
        """Show this state, once all that is played has come to its end."""
        self._after = state
        self.roll()

    def play(self, before: State, events: Sequence[Any], after: State) -> None:
        """Play how one state became another, after what is being played already."""
        self._playback.add(before, events, after)
        self.show(after)

    def select(self, ship: str) -> None:
        """Choose a ship, or none."""
        if ship != self._selected:
            self._selected = ship
            self.roll()

    def mark(self, overlay: Overlay) -> None:
        """Lay this on the map in place of what lies there."""
        if overlay != self._overlay:
            self._overlay = overlay
            self.roll()

    @property
    def labels(self) -> Labels:
        """Which ships have name plates."""
        return self._labels

    @labels.setter
    def labels(self, labels: Labels) -> None:
        if labels != self._labels:
            self._labels = labels
            self.roll()

    def roll(self) -> None:
        """Hand the board what is shown at this moment."""
        if self._after is None:
            return
        played, self._told = self._playback.state, (self.insets, self.gauges, self.scale)
        still = Presentation(scale=self.scale, labels=self._labels, insets=self.insets, gauges=self.gauges)
        marks = Marks(self.overlay, self._selected, self.wind)
        self.look(played or self._after, (marks,), self._playback.moment(still), self.pointed)

    @property
    def selected(self) -> str:
        """The ship that is chosen, empty for none."""
        return self._selected

    @property
    def overlay(self) -> Overlay:
        """What lies on the map at this moment: nothing but rings while anything is played."""
        return Overlay(noted=self._overlay.noted) if self.moving else self._overlay

    @property
    def wind(self) -> float:
        """Whence the wind blows at this moment, degrees; it may be turning."""
        veers = [veer.at(age) for act, age in self._playback.played() for veer in act.veers if age < veer.length]
        state = self._playback.state or self._after
        return veers[0] if veers else float(wind_from(state.wind if state else None))

    @property
    def moving(self) -> bool:
        """Whether anything is being played; smoke that only drifts off is nothing of that."""
        return self._playback.state is not None

    def skip(self) -> bool:
        """Come to the end of everything that is being played; whether anything was."""
        skipped = self._playback.skip()
        if skipped:
            self.roll()
        return skipped

    def _play_on(self, elapsed: int) -> bool:
        if self._after is None:
            return False
        was = self.moving
        moves = self._playback.tick(elapsed, self._after)
        if moves or was or self._smoked or self._told != (self.insets, self.gauges, self.scale):
            self._smoked = moves
            self.roll()
        return moves

    def place(self, theme: Theme, rect: Any) -> None:
        """Fill the window."""
        super().place(theme, rect)
        self.roll()

    # --- where to look

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships are, all on the map if none are named."""
        if self.state is None:
            return []
        lying = self._lying(self.state)
        return [lying[key].at for key in (lying if keys is None else keys) if key in lying]

    def glide_to(self, hexes: Sequence[Hex]) -> None:
        """Glide to where these hexes are in view and can be read, if they are not."""
        self.near([places.middle(place) for place in hexes], stepped(READABLE))

    def ship_at(self, at: tuple[int, int]) -> str | None:
        """The ship at a pixel."""
        return self._pointed_at(at).ship or None

    def _pointed_at(self, at: tuple[int, int]) -> Pointed:
        """What lies at a pixel; asked more than once for the same one."""
        if self.state is None:
            return Pointed()
        of = (at, self.state, self.camera, self.overlay)
        if self._looked is None or self._looked[0] != of:
            self._looked = (of, pointed(self.state, self._lying(self.state), self.overlay, self.camera, at))
        return self._looked[1]

    def _lying(self, state: State) -> dict[str, Placed]:
        """Where the ships of a state lie, found out once."""
        if self._berths is None or self._berths[0] is not state:
            self._berths = (state, berths(state))
        return self._berths[1]

    # --- the pointer

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Zoom, pan, or report what is pointed at."""
        said = super().handle(given, theme)
        if said is None or said.id != "sea":
            return said
        gesture: Gesture = said.value
        return _GESTURES[gesture.kind](self, gesture, given)

    def _wanted(self, gesture: Gesture) -> bool:
        return gesture.button == "left" and gesture.ship is not None and self.grabs(gesture.ship)

    def _left(self, _gesture: Gesture, _given: Input) -> Action:
        return self._came_upon(Pointed())

    def _hovered(self, _gesture: Gesture, given: Input) -> Action:
        return self._came_upon(self._pointed_at(given.pos))

    def _came_upon(self, now: Pointed) -> Action:
        before, self.pointed = self.pointed, now
        if now != before:
            self.roll()
        if now.ship != before.ship:
            return Action("ship.hover", now.ship)
        return Action("hex.hover", now.hex) if now.hex != before.hex else CONSUMED

    def _pressed(self, _gesture: Gesture, _given: Input) -> Action:
        return Action("skipped") if self.skip() else CONSUMED

    def _clicked(self, gesture: Gesture, given: Input) -> Action:
        self.pointed = now = self._pointed_at(given.pos)
        if gesture.button != "left":
            return Action("menu") if gesture.button == "right" else CONSUMED
        if now.slot is not None:
            return Action("slot.click", now.slot)
        if now.handle is not None:
            return Action("handle.click", now.handle)
        if now.ship:
            return Action("ship.click", now.ship)
        return Action("hex.click", now.hex) if now.hex is not None else CONSUMED

    def _drags(self, gesture: Gesture, given: Input) -> Action:
        over = (gesture.from_ship or "", self._pointed_at(given.pos).hex)
        same, self._dragged = over == self._dragged, over
        return CONSUMED if same else Action("ship.drag", over)

    def _drops(self, gesture: Gesture, given: Input) -> Action:
        self._dragged = None
        return Action("ship.drop", (gesture.from_ship or "", self._pointed_at(given.pos).hex))


_GESTURES: dict[str, Callable[[HexSurface, Gesture, Input], Action]] = {
    "hover": HexSurface._hovered,
    "leave": HexSurface._left,
    "press": HexSurface._pressed,
    "click": HexSurface._clicked,
    "drag": HexSurface._drags,
    "drop": HexSurface._drops,
}
