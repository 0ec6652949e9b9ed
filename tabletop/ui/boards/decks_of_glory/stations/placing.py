"""Before play: ships whose places are open are dragged to them, and turned by keys."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import FinishPlacing, PlaceShip
from tabletop.games.decks_of_glory.survey import reach
from tabletop.geometry.hexgrid import turn_direction
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.station import ships_placed
from tabletop.ui.boards.contract import PhaseProgress, PrimaryAction
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Ghost, Overlay, Tint
from tabletop.ui.boards.decks_of_glory.stations.station import Station, Touch
from tabletop.ui.boards.replies import Recompose, Reply, Submit, submit_or_refuse
from tabletop.ui.input import Input
from tabletop.ui.text import BODY
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.report import Report, pressed

TURNS = {"port": -1, "starboard": 1}
"""Hex sides by key."""


class PlacingStation(Station):
    """Drag a ship of one's own, or turn the chosen one."""

    title = "Your places"
    _held: PlaceShip | None = None
    """Where the ship that is being dragged would lie."""

    # --- what is shown

    def laid(self) -> Overlay:
        """The hexes in which ships are placed, and the ghost of the one that is dragged."""
        held, own, able = self._held, self.viewer.own, tuple(self.actors())
        about = (held.ship,) if held else (own,) if own in able else able
        tints = tuple(Tint(one, "zone") for one in reach.list_placing_hexes(self.viewer.state, about))
        if held is None:
            return Overlay(tints, noted=able)
        refused = GAME.check(self.viewer.state, held)
        words = f"{refused.reason} {refused.by}".strip() if refused else self.viewer.state.fleet[held.ship].name
        chip = Chip(held.at, words, "refusal" if refused else "plan")
        return Overlay(tints, ghost=Ghost(held.ship, held.at, held.facing), chips=(chip,))

    def sheet(self) -> Iterator[Widget]:
        """How it is done."""
        yield Text("Drag your ships into place, one to a hex. Turn the selected ship with A and D.", BODY)

    def offer(self) -> PrimaryAction:
        """All are in their places."""
        return PrimaryAction(
            "Done placing", "finish_placing", "Ships you have not moved stay where they are.", ends_phase=True
        )

    def finish(self) -> FinishPlacing:
        """No more ships are placed."""
        return FinishPlacing(self.viewer.side)

    def progress(self) -> PhaseProgress:
        """Ships placed of those that may be."""
        return ships_placed(self.actors(), self.viewer.state.deployed or {})

    def hints(self) -> Sequence[str]:
        """The helm turns her where she lies."""
        return ("primary", "drag_place", "port", "starboard")

    # --- what is done

    def wants(self, gesture: Gesture) -> bool:
        """A drag that begins on a ship that may be placed."""
        return gesture.button == "left" and gesture.ship in self.actors()

    def gesture(self, gesture: Touch) -> Reply:
        """She follows the pointer, and lies where she is let go."""
        place = gesture.on.hex
        if gesture.kind == "drag" and gesture.ship in self.actors():
            self.viewer.selected = gesture.ship
            lies = reach.build_unchanged_placing(self.viewer.state, gesture.ship)
            self._held = replace(lies, at=place) if place else None
            return Recompose()
        held, self._held = self._held, None
        return self._order(held) if gesture.kind == "drop" and held else None

    def act(self, report: Report) -> Reply:
        """That is all."""
        return pressed(report, {"finish_placing": lambda: Submit.single(self.finish())})

    def key(self, given: Input) -> Reply:
        """The helm turns the chosen ship."""
        own = self.viewer.own
        turn = next((by for name, by in TURNS.items() if given.key == keys.key(name)), 0)
        if not turn or own not in self.actors():
            return None
        lies = reach.build_unchanged_placing(self.viewer.state, own)
        return self._order(replace(lies, facing=turn_direction(lies.facing, turn)))

    def back(self) -> bool:
        """Let go of her."""
        held, self._held = self._held, None
        return held is not None

    def _order(self, order: PlaceShip) -> Reply:
        return submit_or_refuse(order, GAME.check(self.viewer.state, order))
