"""The sea of this game as a widget: where its ships are, and which of them is under the pointer."""

from collections.abc import Callable, Iterable

from tabletop.core.state_cache import cache_few_states
from tabletop.games.ships_of_the_line.model import State, is_on_map, list_flags
from tabletop.ui.boards.battle.fading import FadingSurface
from tabletop.ui.boards.battle.gestures import Gesture, Ground
from tabletop.ui.boards.battle.ship_sprites import HitTest
from tabletop.ui.boards.battle.small_map import Fleets
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line import small_coast
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import mood_of, placed
from tabletop.ui.camera import Camera, Xy

ABEAM = 0.6
"""How far from her keel a ship is meant, in parts of her beam."""


SeaSurface = BattleSurface[State]


def _another_mood(before: State, state: State) -> bool:
    """Whether it is in another mood, and no ship lies elsewhere."""
    lie = ((before.ships.get(key), ship) for key, ship in state.ships.items())
    return mood_of(before) != mood_of(state) and all(was and was.pose == ship.pose for was, ship in lie)


class SeaChart:
    """Where the ships of what is shown lie.

    Attributes:
        surface: what shows them.
    """

    def __init__(self, wants: Callable[[Gesture], bool]) -> None:
        self.surface = FadingSurface[State](SeaRenderer(), self, Ground(wants, self.ship_at), _another_mood)

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships and batteries are, all if none are named."""
        ships = self.surface.state.ships if self.surface.state else {}
        found = [ships[key].pose.point for key in (ships if keys is None else keys) if key in ships]
        coast = self.surface.state.coast if self.surface.state else None
        works = coast.batteries if coast else {}
        found += [works[key].place for key in (works if keys is None else keys) if key in works]
        return [(place.x, place.y) for place in found]

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """Bows and sterns, and the middles of batteries."""
        state, wanted = self.surface.state, tuple(keys)
        ships = [placed(state, key) for key in wanted if key in state.ships] if state else []
        ends = [one.along(end, 0) for one in ships for end in (-0.5, 0.5)]
        return ends + self.places(key for key in wanted if state and key not in state.ships)

    def ship_at(self, at: tuple[int, int]) -> str | None:
        """The ship at a pixel."""
        state = self.surface.state
        return pick(state, self.surface.view.camera, at) if state else None


def pick(state: State, camera: Camera, at: Xy) -> str | None:
    """The ship at a pixel, the nearest where several would do; None over empty sea."""
    return _hit_test(state).at(camera, at)


@cache_few_states
def _hit_test(state: State) -> HitTest:
    """The ships on the map."""
    return HitTest((placed(state, key) for key in state.ships if is_on_map(state, key)), ABEAM)


@cache_few_states
def fleets(state: State) -> Fleets:
    """What the small map tells of a state; its extent is that of the sterns."""
    ships, sea = [key for key in state.ships if is_on_map(state, key)], state.sea
    poses = [state.ships[key].pose for key in ships]
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    extent = (min(xs), min(ys), max(xs), max(ys)) if poses else None
    told = tuple((placed(state, key).at, NATIONS[list_flags(state, key)[0]]) for key in ships)
    bounds = sea.west, sea.south, sea.east, sea.north
    return Fleets(bounds, extent, told, small_coast.ground(state), small_coast.rims(state))
