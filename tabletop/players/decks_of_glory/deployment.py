"""The berths of ships that a scenario lets a side place (DOG-6): abreast before the enemy, under way towards it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.games.decks_of_glory import placing
from tabletop.games.decks_of_glory.commands import PlaceShip
from tabletop.games.decks_of_glory.model import ON_MAP, Berth, Sea, Side, State, Zone, enemy_of
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import SIDES, Hex, angle_between, distance, distance_along, hex_ahead
from tabletop.players.decks_of_glory.evaluation import Fleet, Weights, value_placement
from tabletop.players.decks_of_glory.fleet_moves import model_fleet
from tabletop.players.decks_of_glory.light_model import ModelShip

MAX_HEXES = 60
"""Hexes of a zone that are compared, the nearest to the enemy; one more for each ship to place."""
MAX_TURNED_HEXES = 12
"""Number of the best hexes in which all facings are compared."""
MAX_FOES = 8
"""Most enemies that are considered for a zone, the nearest."""
CLOSING_VALUE = 0.3
"""Value of each hex by which the first move brings the ship nearer to the enemy."""
WINDWARD_VALUE = 0.05
"""Value of each hex to windward of the enemy."""
GAP_COST = 0.3
"""Cost of each hex of water between a ship and the nearest friend."""
WEIGHTS = Weights()


class Muster(NamedTuple):
    """The knowledge of a side that places its ships, without the berths that the side has already chosen.

    Attributes:
        sea: the map.
        winds: the possible directions of the wind.
        ships: key, ship and zone of each ship to place.
        others: hexes of all ships with a fixed berth.
        friends: hexes of the own fighting ships with a fixed berth.
        foes: the enemies; one without a known berth stands in the middle of its zone, with each second facing.
    """

    sea: Sea
    winds: tuple[int, ...]
    ships: tuple[tuple[str, ModelShip, Zone], ...]
    others: tuple[Hex, ...]
    friends: tuple[Hex, ...]
    foes: tuple[ModelShip, ...]


def choose_placement(state: State, side: Side) -> PlaceShip | None:
    """Return the command that places the next ship, or None if all ships of `side` have their best berths."""
    wanted = _choose_berths(_build_muster(state, side))
    left = [
        PlaceShip(side, key, one.at, one.facing) for key, one in wanted.items() if placing.find_berth(state, key) != one
    ]
    commands = (*left, *_list_evasions(state, left))
    return next((one for one in commands if placing.check_place_ship(state, one) is None), None)


def _list_evasions(state: State, left: Sequence[PlaceShip]) -> Iterator[PlaceShip]:
    """Yield placements that free a wanted hex: a ship in one goes to a hex of its zone that no ship wants."""
    wanted = {one.at for one in left}
    for one in left:
        if placing.find_berth(state, one.ship).at in wanted:
            yield from (replace(one, at=at) for at in placing.hexes_of_zone(state, one.ship) if at not in wanted)


def _build_muster(state: State, side: Side) -> Muster:
    """Return the knowledge of `side` about its deployment."""
    able = model_fleet(state, side)
    ships = tuple(
        (key, _neutralize_berth(able[key]), waters)
        for key in placing.list_placeable(state, side)
        if (waters := placing.zone_of_ship(state, key))
    )
    fixed = {
        key: one.at
        for key, one in state.ships.items()
        if one.status in ON_MAP and placing.zone_of_ship(state, key) is None
    }
    friends = tuple(fixed[key] for key in able if key in fixed)
    winds = tuple(range(SIDES)) if state.wind is None else (state.wind,)
    foes = tuple(_list_expected_enemies(state, enemy_of(side)))
    return Muster(state.sea, winds, ships, tuple(fixed.values()), friends, foes)


def _neutralize_berth(one: ModelShip) -> ModelShip:
    """Return the ship with a neutral place and facing.

    Then the muster stays equal when some ships have been placed.
    """
    return one._replace(at=(0, 0), facing=0, free=True)


def _list_expected_enemies(state: State, side: Side) -> Iterator[ModelShip]:
    """Yield the active ships of the enemy `side`.

    An enemy without a known berth stands in the middle of its zone, with each second facing.
    """
    for key, one in model_fleet(state, side).items():
        waters, there = placing.zone_of_ship(state, key), (state.deployed or {}).get(key)
        if waters is None or there is not None:
            berth = placing.find_berth(state, key)
            yield one._replace(at=berth.at, facing=berth.facing)
        else:
            yield from (one._replace(at=waters.middle, facing=faces) for faces in range(0, SIDES, 2))


@lru_cache(maxsize=8)
def _choose_berths(muster: Muster) -> dict[str, Berth]:
    """Return the berth of each ship that finds room.

    Ships with the smallest zones choose first, then the strongest.
    """
    friends, taken, found = list(muster.friends), set(muster.others), dict[str, Berth]()
    fronts = {waters: _ZoneFront(muster, waters) for waters in dict.fromkeys(waters for *_, waters in muster.ships)}
    for key, ship, waters in sorted(
        muster.ships, key=lambda one: (len(fronts[one[2]].hexes), -one[1].strength, one[0])
    ):
        if placed := fronts[waters].choose_berth(ship, taken, friends):
            friends.append(placed.at)
            taken.add(placed.at)
            found[key] = Berth(placed.at, placed.facing)
    return found


class _ZoneFront:
    """The hexes of a zone that are nearest to the enemy, and the enemies before them."""

    def __init__(self, muster: Muster, waters: Zone) -> None:
        near = sorted(muster.foes, key=lambda foe: (distance(waters.middle, foe.at), foe))[:MAX_FOES]
        self.winds = muster.winds
        self.foes: Fleet = {str(number): foe for number, foe in enumerate(near)}
        wet = (at for at in waters.list_hexes() if muster.sea.holds(at) and at not in muster.others)
        nearest_first = sorted(wet, key=lambda at: (self._distance_to_enemy(at), at))
        self.hexes = nearest_first[: MAX_HEXES + len(muster.ships)]

    def choose_berth(self, ship: ModelShip, taken: set[Hex], friends: Sequence[Hex]) -> ModelShip | None:
        """Return the ship in its best hex and facing, or None if all hexes are in `taken`."""
        free = sorted((-self._value_hex(at, friends), at) for at in self.hexes if at not in taken)
        berths = [
            (cost, ship._replace(at=at, facing=faces)) for cost, at in free[:MAX_TURNED_HEXES] for faces in range(SIDES)
        ]
        if not berths:
            return None
        return min(berths, key=lambda one: (round(one[0] - self._value_facing(one[1]), 6), one[1]))[1]

    def _value_hex(self, at: Hex, friends: Sequence[Hex]) -> float:
        """Return the value of a hex for any facing: near to the enemy, to windward, beside a friend."""
        foe = self.foes["0"].at
        windward = (
            -sum(distance_along((at[0] - foe[0], at[1] - foe[1]), wind) for wind in self.winds) / 2 / len(self.winds)
        )
        gap = min((distance(at, one) - 1 for one in friends), default=0)
        return WINDWARD_VALUE * windward - WEIGHTS.apart * self._distance_to_enemy(at) - GAP_COST * gap

    def _value_facing(self, ship: ModelShip) -> float:
        """Return the value of the facing of `ship` in its hex, as the mean over the possible winds."""
        return sum(
            value_placement(ship, self.foes, wind, WEIGHTS) + CLOSING_VALUE * self._hexes_closed(ship, wind)
            for wind in self.winds
        ) / len(self.winds)

    def _hexes_closed(self, ship: ModelShip, wind: int) -> int:
        """Return the number of hexes by which a move straight ahead brings `ship` nearer to the enemy."""
        there = hex_ahead(ship.at, ship.facing, ACTIONS[angle_between(ship.facing, wind)])
        return self._distance_to_enemy(ship.at) - self._distance_to_enemy(there)

    def _distance_to_enemy(self, at: Hex) -> int:
        """Return the number of hexes to the nearest enemy, 0 without enemies."""
        return min((distance(at, foe.at) for foe in self.foes.values()), default=0)
