"""Where hexes and ships lie on the table: x grows to the east and y to the north, in sides of a hex."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletop.core.state_cache import cache_per_state
from tabletop.games.decks_of_glory.model import Hand, State
from tabletop.games.decks_of_glory.positions import find_occupied_hexes, first_in_hex, row
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.assets import anchors
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.camera import Camera, Xy

APOTHEM = 3**0.5 / 2
"""From the middle of a hex to a side, table units."""


class Hexes:
    """The hexes of a table whose unit is from the middle of one to a corner."""

    @staticmethod
    @lru_cache(maxsize=4096)
    def point(place: Hex) -> Xy:
        """The middle of a hex."""
        x, y = hexgrid.centre(place, 1.0)
        return x, -y

    def snap(self, at: Xy) -> Hex:
        """The hex that holds a point."""
        return hexgrid.hex_at(at[0], -at[1], 1.0)

    @staticmethod
    @lru_cache(maxsize=4096)
    def outline(place: Hex) -> tuple[Xy, ...]:
        """The six corners clockwise from the right one."""
        return tuple((x, -y) for x, y in hexgrid.corners(place, 1.0))


HEXES = Hexes()


def to_pixel(camera: Camera, place: Hex) -> tuple[int, int]:
    """The pixel in the middle of a hex."""
    x, y = camera.to_screen(*HEXES.point(place))
    return round(x), round(y)


def heading_of(facing: int) -> int:
    """A facing on the hexes in degrees clockwise from up the map."""
    return 60 * facing


UNIT = 0.0071
"""Table units to a unit of the model files."""
MODELS: dict[int, str] = {1: "three_decker", 2: "three_decker", 3: "two_decker_74", 4: "two_decker_64"}
"""The model of each rate (DOG-6)."""
SECOND = 0.94
"""A second rate is drawn so much of the size of a first."""
APART, ROOM = 0.66, 1.86
"""Table units from ship to ship of a row at most, and those that a whole row has."""
FANNED = 2.9
"""Table units that the row has which is fanned out, into the hexes beside its own."""
EASY = 0.62
"""Ships nearer to each other than this are drawn smaller in proportion."""


def size_of(rate: int) -> tuple[float, float]:
    """Length and beam of a hull, table units."""
    length, beam = anchors().models[MODELS[rate]].hull
    factor = UNIT * (SECOND if rate == 2 else 1.0)
    return length * factor, beam * factor


def step(count: int, room: float = ROOM) -> float:
    """From ship to ship in a row of so many, table units."""
    return min(APART, room / max(1, count))


def smaller(count: int, room: float = ROOM) -> float:
    """How much of her size a ship is drawn in a row of so many."""
    return min(1.0, step(count, room) / EASY)


def room_in(place: Hex, fanned: Hex | None) -> float:
    """What the row in a hex has, table units; more where that hex is the one that is fanned out."""
    return FANNED if place == fanned else ROOM


@cache_per_state
def placed_ships(state: State, fanned: Hex | None = None) -> dict[str, Placed]:
    """All ships on the map where they lie, in the order of the list; those of the row that is fanned out over others.

    Shared, so never change it.

    Args:
        state: the battle.
        fanned: the hex whose row is fanned out, if any is.
    """
    held = find_occupied_hexes(state)
    lying = {key: one for place, keys in held.items() for key, one in _row(state, place, keys, room_in(place, fanned))}
    over = held.get(fanned, []) if fanned else []
    ordered = sorted((key for key in state.ships if key in lying), key=over.__contains__)
    return {key: lying[key] for key in ordered}


def on_their_way(state: State, lying: Mapping[str, Placed], afloat: Sequence[Afloat]) -> dict[str, Placed]:
    """The same with those that move where they are now, those that are leaving the map among them."""
    moving = {way.ship: on_her_way(state, lying, way) for way in afloat}
    return {key: moving.get(key) or lying[key] for key in state.ships if key in lying or key in moving}


def _row(state: State, place: Hex, keys: list[str], room: float) -> list[tuple[str, Placed]]:
    if len(keys) == 1:
        return [(keys[0], placed(state, keys[0], HEXES.point(place)))]
    heading = heading_of(state.ships[first_in_hex(state, keys)].facing)
    ordered = row(state, place)
    return [
        (key, placed(state, key, at, smaller(len(keys), room)))
        for key, at in zip(ordered, spots(place, heading, len(keys), room), strict=True)
    ]


def spots(place: Hex, heading: int, count: int, room: float) -> list[Xy]:
    """The middles of so many ships in a row, from port to starboard of one that heads so."""
    x, y = HEXES.point(place)
    s, c = math.sin(math.radians(heading)), math.cos(math.radians(heading))
    offsets = [(number - (count - 1) / 2) * step(count, room) for number in range(count)]
    return [(x + offset * c, y - offset * s) for offset in offsets]


def placed(state: State, key: str, at: Xy, factor: float = 1.0) -> Placed:
    """A ship at a place, drawn at so much of her size."""
    length, beam = size_of(state.fleet[key].rate)
    return Placed(key, at, heading_of(state.ships[key].facing), length * factor, beam * factor)


def on_her_way(state: State, lying: Mapping[str, Placed], way: Afloat) -> Placed:
    """As large as she was where she lay, or as she is alone."""
    ship = lying.get(way.ship)
    length, beam = (ship.length, ship.beam) if ship else size_of(state.fleet[way.ship].rate)
    return Placed(way.ship, (way.x, way.y), way.heading, length, beam, way.alpha)


def alongside(state: State, place: Hex, hand: Hand) -> tuple[Xy, int, int]:
    """The place beyond an end of the row in a hex, the heading of the row, and how many ships lie in it."""
    keys = find_occupied_hexes(state)[place]
    heading, count = heading_of(state.ships[first_in_hex(state, keys)].facing), len(keys)
    out = (count + 1) / 2 * step(count) * (1 if hand == "starboard" else -1)
    (x, y), turned = HEXES.point(place), math.radians(heading)
    return (x + out * math.cos(turned), y - out * math.sin(turned)), heading, count
