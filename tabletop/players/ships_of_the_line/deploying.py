"""Where ships are placed that a scenario leaves to their owner: in line ahead, broadsides to the enemy (AMB-147)."""

from typing import NamedTuple

import numpy as np
import shapely

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.optional import deployment
from tabletop.games.ships_of_the_line.chapters.optional.deployment import PlaceShip
from tabletop.games.ships_of_the_line.state import State, side_of
from tabletop.geometry.measure import round_length
from tabletop.players.ships_of_the_line.gunnery import Floats
from tabletop.players.ships_of_the_line.seamanship import Weather

_INTERVAL = 0.35
"""UM of water from ship to ship in line, near enough for nobody to pass between."""
_INSHORE = 0.6
"""UM that a line keeps from the edge of its water."""


class Line(NamedTuple):
    """A line of battle: the middle of it, and its course, degrees."""

    middle: Floats
    heading: int


def order(state: State, keys: list[str]) -> PlaceShip | None:
    """The next ship that is placed; None when each lies in line, or where a line cannot be drawn up."""
    left = [key for key in keys if key not in (state.deployed or {})]
    stations = (placed(state, key, _station(state, keys, key)) for key in left)  # others may still lie in the way
    as_they_lie = (deployment.build_stay_command(state, key) for key in left)
    return next((one for one in (*stations, *as_they_lie) if deployment.check_place_ship(state, one) is None), None)


def placed(state: State, key: str, at: tuple[float, float, int]) -> PlaceShip:
    """The order that places a ship: the middle of her hull, and her heading."""
    return PlaceShip(side_of(state, key), key, round_length(at[0]), round_length(at[1]), at[2])


def _station(state: State, keys: list[str], key: str) -> tuple[float, float, int]:
    """Her place in line: the strongest ships in the middle of it."""
    zone = deployment.find_zone(state, key)
    assert zone is not None
    mates = [one for one in keys if deployment.find_zone(state, one) == zone]
    line = _line(state, shapely.Polygon(zone["area"]), side_of(state, key), mates)
    strongest = sorted(mates, key=lambda one: (-state.cards[one].dice, -state.cards[one].guns, mates.index(one)))
    # to and fro from the middle: the strongest there, the next ahead of her, the third astern
    ranks = sorted(range(len(mates)), key=lambda place: (abs(2 * place - len(mates) + 1), place))
    place = ranks[strongest.index(key)]
    length = max(positions.hull_size(state, one)[0] for one in mates)
    ahead = ((len(mates) - 1) / 2 - place) * (length + _INTERVAL)
    course = np.radians(line.heading)
    east, north = line.middle + ahead * np.array([np.sin(course), np.cos(course)])
    return float(east), float(north), line.heading


def _line(state: State, water: shapely.Polygon, side: str, mates: list[str]) -> Line:
    """Across the way to the enemy, on the course of the two that the wind favours, as near to him as the water goes."""
    here, there = np.array(water.centroid.coords[0]), _enemys(state, side)
    way = (there - here) / max(1e-9, float(np.hypot(*(there - here))))
    bearing = round(float(np.degrees(np.arctan2(way[0], way[1])))) % 360
    percent = Weather(state).percent(np.array([(bearing + 90) % 360, (bearing - 90) % 360], float))
    heading = (bearing + (90 if percent[0] >= percent[1] else -90)) % 360
    length = max(positions.hull_size(state, one)[0] for one in mates)
    half = (len(mates) * (length + _INTERVAL)) / 2
    across = np.array([-way[1], way[0]])
    for back in np.arange(0.0, 200.0, 0.25):
        middle = here + way * (_reach(water, here, way) - _INSHORE - back)
        ends = shapely.LineString([middle - across * half, middle + across * half])
        if water.contains(ends.buffer(length / 3)):
            return Line(np.round(middle, 6), heading)
    return Line(np.round(here, 6), heading)


def _reach(water: shapely.Polygon, here: Floats, way: Floats) -> float:
    """How far some water goes from a place in a direction, UM."""
    ray = shapely.LineString([here, here + way * 1000]).intersection(water)
    return float(ray.length)


def _enemys(state: State, side: str) -> Floats:
    """Where the enemy will be: the middle of his water, or of his ships that have their places."""
    foes = [key for key in state.ships if side_of(state, key) != side]
    open_ships = [zone for key in foes if (zone := deployment.find_zone(state, key))]
    fixed = [positions.hull_center(state, key) for key in foes if deployment.find_zone(state, key) is None]
    middles = [shapely.Polygon(zone["area"]).centroid for zone in open_ships] + [
        shapely.Point(one.x, one.y) for one in fixed
    ]
    found: Floats = np.array([(one.x, one.y) for one in middles]).reshape(-1, 2).mean(axis=0)
    return found
