"""Where ships are placed that a scenario leaves to their owner (DOG-6): abreast before the enemy, under way to him."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.games.decks_of_glory import placing
from tabletop.games.decks_of_glory.commands import PlaceShip
from tabletop.games.decks_of_glory.state import ON_MAP, Berth, Sea, Side, State, Zone, enemy_of
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import SIDES, Hex, angle_between, distance, distance_along, hex_ahead
from tabletop.players.decks_of_glory.evaluation import Fleet, Weights, standing
from tabletop.players.decks_of_glory.gunnery import Piece
from tabletop.players.decks_of_glory.manoeuvring import fleet

FOREMOST = 60
"""Hexes of a zone that are weighed for each ship, the nearest to the enemy, besides one for each ship of the side."""
FEW = 12
"""Of these, in how many she is turned every way."""
FOES = 8
"""Enemies that are weighed for a zone, the nearest."""
CLOSING = 0.3
"""What each hex is worth by which her first move brings her nearer to the enemy."""
WINDWARD = 0.05
"""What each hex to windward of the enemy is worth."""
ALONE = 0.3
"""What each hex of water between her and the nearest friend costs."""
WEIGHTS = Weights()


class Muster(NamedTuple):
    """What is known when a side places its ships; whatever of it has been placed is left out."""

    sea: Sea
    winds: tuple[int, ...]
    """Those that may blow."""
    ships: tuple[tuple[str, Piece, Zone], ...]
    """Those that may be placed, and where."""
    others: tuple[Hex, ...]
    """Where ships lie that have their places."""
    friends: tuple[Hex, ...]
    """Those of their own side that fight."""
    foes: tuple[Piece, ...]
    """Where they lie, or every way in the middle of the water where they will be placed."""


def order(state: State, side: Side) -> PlaceShip | None:
    """The next ship that takes her place; None when all lie well."""
    wanted = _stations(_muster(state, side))
    left = [
        PlaceShip(side, key, one.at, one.facing) for key, one in wanted.items() if placing.find_berth(state, key) != one
    ]
    return next((one for one in (*left, *_aside(state, left)) if placing.check_place_ship(state, one) is None), None)


def _aside(state: State, left: Sequence[PlaceShip]) -> Iterator[PlaceShip]:
    """Where each lies in the place of another: ways to make room, in hexes that nobody wants."""
    wanted = {one.at for one in left}
    for one in left:
        if placing.find_berth(state, one.ship).at in wanted:
            yield from (replace(one, at=at) for at in placing.hexes_of_zone(state, one.ship) if at not in wanted)


def _muster(state: State, side: Side) -> Muster:
    able = fleet(state, side)
    ships = tuple(
        (key, _afloat(able[key]), waters)
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
    return Muster(state.sea, winds, ships, tuple(fixed.values()), friends, tuple(_expected(state, enemy_of(side))))


def _afloat(one: Piece) -> Piece:
    """A ship wherever she lies, so that it is the same muster when some have been placed."""
    return one._replace(at=(0, 0), facing=0, free=True)


def _expected(state: State, side: Side) -> Iterator[Piece]:
    """The enemies that fight: where it is not known how one lies, she faces every second way there."""
    for key, one in fleet(state, side).items():
        waters, there = placing.zone_of_ship(state, key), (state.deployed or {}).get(key)
        if waters is None or there is not None:
            lies = placing.find_berth(state, key)
            yield one._replace(at=lies.at, facing=lies.facing)
        else:
            yield from (one._replace(at=waters.middle, facing=faces) for faces in range(0, SIDES, 2))


@lru_cache(maxsize=8)
def _stations(muster: Muster) -> dict[str, Berth]:
    """The berth of each ship: those with the least room first, the strongest before others, who join her."""
    friends, taken, found = list(muster.friends), set(muster.others), dict[str, Berth]()
    fronts = {waters: _Front(muster, waters) for waters in dict.fromkeys(waters for *_, waters in muster.ships)}
    for key, ship, waters in sorted(
        muster.ships, key=lambda one: (len(fronts[one[2]].hexes), -one[1].strength, one[0])
    ):
        if lies := fronts[waters].best(ship, taken, friends):
            friends.append(lies.at)
            taken.add(lies.at)
            found[key] = Berth(lies.at, lies.facing)
    return found


class _Front:
    """The foremost hexes of a zone, and the enemies before it."""

    def __init__(self, muster: Muster, waters: Zone) -> None:
        near = sorted(muster.foes, key=lambda foe: (distance(waters.middle, foe.at), foe))[:FOES]
        self.winds = muster.winds
        self.foes: Fleet = {str(number): foe for number, foe in enumerate(near)}
        wet = (at for at in waters.list_hexes() if muster.sea.holds(at) and at not in muster.others)
        self.hexes = sorted(wet, key=lambda at: (self._off(at), at))[: FOREMOST + len(muster.ships)]

    def best(self, ship: Piece, taken: set[Hex], friends: Sequence[Hex]) -> Piece | None:
        """Where she lies best, and how; None where there is no room."""
        free = sorted((-self._place(at, friends), at) for at in self.hexes if at not in taken)[:FEW]
        ways = [(place, ship._replace(at=at, facing=faces)) for place, at in free for faces in range(SIDES)]
        return min(ways, key=lambda one: (round(one[0] - self._way(one[1]), 6), one[1]))[1] if ways else None

    def _place(self, at: Hex, friends: Sequence[Hex]) -> float:
        """What a hex is worth however she faces there: near the enemy, to windward of him, beside a friend."""
        foe = self.foes["0"].at
        windward = (
            -sum(distance_along((at[0] - foe[0], at[1] - foe[1]), wind) for wind in self.winds) / 2 / len(self.winds)
        )
        alone = min((distance(at, one) - 1 for one in friends), default=0)
        return WINDWARD * windward - WEIGHTS.apart * self._off(at) - ALONE * alone

    def _way(self, lies: Piece) -> float:
        """What it is worth to face so there: fire to come, the wind, and how fast she closes."""
        return sum(
            standing(lies, self.foes, wind, WEIGHTS) + CLOSING * self._closes(lies, wind) for wind in self.winds
        ) / len(self.winds)

    def _closes(self, lies: Piece, wind: int) -> int:
        there = hex_ahead(lies.at, lies.facing, ACTIONS[angle_between(lies.facing, wind)])
        return self._off(lies.at) - self._off(there)

    def _off(self, at: Hex) -> int:
        return min((distance(at, foe.at) for foe in self.foes.values()), default=0)
