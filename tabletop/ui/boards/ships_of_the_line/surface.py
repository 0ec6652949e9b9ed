"""The sea as a widget: its ships and batteries, the ship under the pointer, the small map."""

from collections.abc import Callable, Iterable

import shapely

from tabletop.core.state_cache import cache_few_states
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import State, is_on_map, list_flags
from tabletop.games.ships_of_the_line.survey.shores import build_coast_geometry
from tabletop.geometry import coast
from tabletop.ui.boards.battle.fading import FadingSurface
from tabletop.ui.boards.battle.gestures import Gesture, Ground
from tabletop.ui.boards.battle.ship_sprites import HitTest
from tabletop.ui.boards.battle.small_map import DOTS, Fleets, Piece
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import find_mood, place_ship
from tabletop.ui.boards.ships_of_the_line.shores import INK, LAND, SHOAL, mix_colours
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS, colour

SHARES = (0.42, 0.28, 0.16)
"""Strength of the colour of shoals for each ring on the small map."""
WORK, YARD = 0.5, 0.32
"""Half sides of a battery and of the square in its side's colour on the small map, UM."""
HARBOUR = colour("#7FA7A0")


def build_coast_pieces(state: State) -> tuple[Piece, ...]:
    """Return land, shoals and batteries for the small map, the lowest first."""
    if not state.coast:
        return ()
    shown = build_coast_geometry(state.coast)
    shoals = reversed(list(zip(shown.shoals, SHARES, strict=False)))
    layers = [(shoal, mix_colours(INKS.plate, SHOAL, share)) for shoal, share in shoals]
    found = [
        (_list_corners(piece), tint)
        for shape, tint in (*layers, (shown.land, LAND))
        for piece in coast.cut_into_convex_pieces(shape)
    ]
    for battery in state.coast.batteries.values():
        flag = DOTS[NATIONS[fleets.nations(state, battery.side)[0]]] if battery.hull > 0 else LAND
        found += [
            (_list_corners(coast.build_disc(battery.place, room)), tint) for room, tint in ((WORK, INK), (YARD, flag))
        ]
    return tuple(found)


def build_harbour_outline(state: State) -> tuple[Piece, ...]:
    """Return the outline of the harbour for the small map; empty without one."""
    corners = state.coast.harbour if state.coast else ()
    return ((tuple((one.x, one.y) for one in corners), HARBOUR),) if corners else ()


def _list_corners(shape: shapely.Polygon) -> tuple[Xy, ...]:
    return tuple((x, y) for x, y, *_ in shape.exterior.coords)


ABEAM = 0.6
"""Distance from the keel within which a ship is picked, in parts of its beam."""


SeaSurface = BattleSurface[State]


def _has_only_mood_changed(before: State, state: State) -> bool:
    """Return True if wind or light differ and no ship has moved."""
    lie = ((before.ships.get(key), ship) for key, ship in state.ships.items())
    return find_mood(before) != find_mood(state) and all(was and was.pose == ship.pose for was, ship in lie)


class SeaChart:
    """The places of ships and batteries on the surface.

    Attributes:
        surface: the widget that shows the sea.
    """

    def __init__(self, wants: Callable[[Gesture], bool]) -> None:
        self.surface = FadingSurface[State](
            SeaRenderer(), self, Ground(wants, self.find_ship_at), _has_only_mood_changed
        )

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Return the places of ships and batteries in UM; of all if `keys` is None."""
        ships = self.surface.state.ships if self.surface.state else {}
        found = [ships[key].pose.point for key in (ships if keys is None else keys) if key in ships]
        coast = self.surface.state.coast if self.surface.state else None
        works = coast.batteries if coast else {}
        found += [works[key].place for key in (works if keys is None else keys) if key in works]
        return [(place.x, place.y) for place in found]

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """Return the bows and sterns of ships and the centers of batteries in UM."""
        state, wanted = self.surface.state, tuple(keys)
        ships = [place_ship(state, key) for key in wanted if key in state.ships] if state else []
        ends = [one.along(end, 0) for one in ships for end in (-0.5, 0.5)]
        return ends + self.places(key for key in wanted if state and key not in state.ships)

    def find_ship_at(self, at: tuple[int, int]) -> str | None:
        """Return the ship at a screen pixel, or None."""
        state = self.surface.state
        return find_ship_at(state, self.surface.view.camera, at) if state else None


def find_ship_at(state: State, camera: Camera, at: Xy) -> str | None:
    """Return the nearest ship at a screen pixel; None over empty sea."""
    return _build_hit_test(state).at(camera, at)


@cache_few_states
def _build_hit_test(state: State) -> HitTest:
    """Return the hit test of the ships on the map."""
    return HitTest((place_ship(state, key) for key in state.ships if is_on_map(state, key)), ABEAM)


@cache_few_states
def build_small_map_fleets(state: State) -> Fleets:
    """Return what the small map shows of a state."""
    ships, sea = [key for key in state.ships if is_on_map(state, key)], state.sea
    poses = [state.ships[key].pose for key in ships]
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    extent = (min(xs), min(ys), max(xs), max(ys)) if poses else None
    told = tuple((place_ship(state, key).at, NATIONS[list_flags(state, key)[0]]) for key in ships)
    bounds = sea.west, sea.south, sea.east, sea.north
    return Fleets(bounds, extent, told, build_coast_pieces(state), build_harbour_outline(state))
