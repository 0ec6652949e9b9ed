"""The sea of this game as a widget, and which ship is under the pointer."""

from collections.abc import Callable, Iterable

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.hit_testing import HitTest
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import placed
from tabletop.ui.camera import Camera, Xy


class SeaSurface(BattleSurface[State]):
    """Shows a state of this game, see `BattleSurface`."""

    def __init__(self, wants: Callable[[Gesture], bool]) -> None:
        super().__init__(SeaRenderer(), wants)

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


ABEAM = 0.6
"""How far from her keel a ship is meant, in parts of her beam."""


def pick(state: State, camera: Camera, at: Xy) -> str | None:
    """The ship at a pixel, the nearest where several would do; None over empty sea."""
    return _hit_test(state).at(camera, at)


@per_state
def _hit_test(state: State) -> HitTest:
    """Those of the ships on the map."""
    return HitTest((placed(state, key) for key in state.ships if on_map(state, key)), ABEAM)
