"""Before the battle: drag ships to their places and turn them by keys (AMB-147)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from typing_extensions import override

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import SideCommand
from tabletop.games.ships_of_the_line.survey import reach
from tabletop.games.ships_of_the_line.survey.reach import PlaceShip
from tabletop.geometry.pose import Point, quantise
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.station import ships_placed
from tabletop.ui.boards.contract import PhaseProgress, PrimaryAction
from tabletop.ui.boards.replies import Recompose, Reply, submit_or_refuse
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.modes.crew import CrewMode
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Overlay, PlannedMove, RingedShip
from tabletop.ui.input import Input

TURN_DEGREES = {
    "port": -5,
    "starboard": 5,
    "port_fine": -1,
    "starboard_fine": 1,
    "port_sharp": -45,
    "starboard_sharp": 45,
}
"""Name of a key to the degrees that it turns a ship, starboard positive."""


class PlacingMode(CrewMode):
    """The mode that places ships; other commands before the battle stand in the crew panel."""

    title = "Your places"
    _placement: PlaceShip | None = None
    """The placement of the dragged ship at the pointer, or None."""

    @override
    def refresh(self) -> None:
        """Read the legal commands, without placements."""
        super().refresh()
        self._groups = tuple(
            one for one in self._groups if not any(isinstance(order, PlaceShip) for order in one.orders.values())
        )

    @property
    def _placeable(self) -> tuple[str, ...]:
        """Return the ships that the side may place."""
        return reach.list_placeable_ships(self.viewer.state, self.viewer.side)

    # --- what is shown

    @override
    def laid(self) -> Iterator[Overlay]:
        """Yield the water in which ships may be placed, and the ghost of the dragged ship."""
        state, open_now, held = self.viewer.state, self._placeable, self._placement
        about = (held.ship,) if held else (self.viewer.own,) if self.viewer.own in open_now else open_now
        yield survey_overlays.build_reach_area(reach.find_placing_zone(state, tuple(filter(None, about))))
        if held is None:
            yield from super().laid()
            yield from (RingedShip(key) for key in open_now)
            return
        refused = GAME.check(state, held)
        yield PlannedMove(held.ship, (), reach.pose_of_placement(state, held), refused is None)
        name, at = state.cards[held.ship].name, (held.east, held.north)
        if refused:
            yield Chip(at, refused.reason, (refused.by,) if refused.by else (), "refusal")
        else:
            yield Chip(at, name, (f"Heading {held.heading:03}°",), "plan")

    @override
    def offer(self) -> PrimaryAction | None:
        return PrimaryAction(
            "Done placing", "crew.done", "Ships you have not moved stay where they are.", ends_phase=True
        )

    @override
    def progress(self) -> PhaseProgress:
        return ships_placed(self._placeable, self.viewer.state.deployed or {})

    @override
    def hints(self) -> Sequence[str]:
        return ("primary", "drag_place", "port", "starboard", "starboard_fine", "starboard_sharp", "next")

    # --- what is done

    @override
    def wants(self, gesture: Gesture) -> bool:
        return (gesture.button == "left" and gesture.ship in self._placeable) or super().wants(gesture)

    @override
    def gesture(self, gesture: Gesture) -> Reply:
        """Move the ghost with the pointer; submits the placement when the ship is dropped."""
        key = gesture.from_ship
        if key is None or key not in self._placeable or gesture.button != "left" or gesture.start is None:
            return super().gesture(gesture)
        if gesture.kind == "drag":
            self.viewer.selected = key
            self._placement = self._find_placement(key, gesture.start, gesture.at)
            return Recompose()
        held, self._placement = self._placement, None
        return self._submit(held) if gesture.kind == "drop" and held else None

    @override
    def key(self, given: Input) -> Reply:
        """Turn the selected ship by the degrees of the key."""
        own = self.viewer.own
        turn = next((by for name, by in TURN_DEGREES.items() if given.key == keys.key(name)), 0)
        if not turn or own is None or own not in self._placeable:
            return super().key(given)
        lies = reach.build_unmoved_placement(self.viewer.state, own)
        return self._submit(replace(lies, heading=(lies.heading + turn) % 360))

    @override
    def back(self) -> bool:
        held, self._placement = self._placement, None
        return held is not None

    def _find_placement(self, key: str, start: Point, at: Point) -> PlaceShip:
        """Return the placement of ship `key` after a drag from `start` to `at`, in UM."""
        lies = reach.build_unmoved_placement(self.viewer.state, key)
        east, north = quantise(lies.east + at.x - start.x), quantise(lies.north + at.y - start.y)
        return replace(lies, east=east, north=north)

    def _submit(self, order: SideCommand) -> Reply:
        """Submit `order`, or refuse with the reason."""
        return submit_or_refuse(order, GAME.check(self.viewer.state, order))
