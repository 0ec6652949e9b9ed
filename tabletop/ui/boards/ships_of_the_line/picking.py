"""Which ship is under the pointer."""

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui.boards.battle.keels import Keels
from tabletop.ui.boards.ships_of_the_line.models import placed
from tabletop.ui.camera import Camera, Xy

ABEAM = 0.6
"""How far from her keel a ship is meant, in parts of her beam."""


def pick(state: State, camera: Camera, at: Xy) -> str | None:
    """The ship at a pixel, the nearest where several would do; None over empty sea."""
    return _keels(state).at(camera, at)


@per_state
def _keels(state: State) -> Keels:
    """Those of the ships on the map."""
    return Keels((placed(state, key) for key in state.ships if on_map(state, key)), ABEAM)
