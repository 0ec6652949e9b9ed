"""The sea of this game as a widget."""

from collections.abc import Callable, Iterable

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.ships_of_the_line.board import Board
from tabletop.ui.boards.ships_of_the_line.models import placed
from tabletop.ui.boards.ships_of_the_line.picking import pick
from tabletop.ui.camera import Xy


class SeaSurface(BattleSurface[State]):
    """Shows a state of this game, see `BattleSurface`."""

    def __init__(self, wants: Callable[[Gesture], bool]) -> None:
        super().__init__(Board(), wants)

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships are, all if none are named."""
        if self.state is None:
            return []
        wanted = self.state.ships if keys is None else keys
        found = [self.state.ships[key].pose for key in wanted if key in self.state.ships]
        return [(pose.x, pose.y) for pose in found]

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """Bows and sterns."""
        ships = [placed(self.state, key) for key in keys if key in self.state.ships] if self.state else []
        return [one.along(end, 0) for one in ships for end in (-0.5, 0.5)]

    def ship_at(self, at: tuple[int, int]) -> str | None:
        """The ship at a pixel."""
        return pick(self.state, self.camera, at) if self.state else None
