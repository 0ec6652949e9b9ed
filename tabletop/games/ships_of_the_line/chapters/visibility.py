"""How far one sees and shoots: what rule modules lay on the water, and which lines of fire it leaves."""

import math
from collections.abc import Callable

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.firing import DimWater, Mask, Visibility
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry.field import Sight
from tabletop.geometry.pose import Point

Concealment = Mask | Visibility
"""What keeps a broadside from a target in its field; it has the rule and the words of the refusal."""


@per_state
def dim_waters(state: State) -> tuple[DimWater, ...]:
    """Return all dim water of a battle; () where one sees as far as guns reach."""
    return tuple(water for one in rules_of(state).visibility for water in one.waters(state))


def concealment(state: State, key: str, target: str, sight: Sight) -> Concealment | None:
    """Return what hides a ship or battery, `target`, from another along a line of fire, or None."""
    rules = rules_of(state)
    if not rules.masks and not rules.visibility:
        return None
    mask = next((one for one in rules.masks if one.hides(state, sight)), None)
    return mask or dimness(state, key, target, sight.distance)


def dimness(state: State, key: str, target: str, distance: float) -> Visibility | None:
    """Return the visibility by which two ships or batteries, `distance` UM apart, do not see each other, or None."""
    places = positions.middle(state, key), positions.middle(state, target)
    for one in rules_of(state).visibility:
        if distance > _reach(one.waters(state), *places):
            return one
    return None


def reach_between(state: State, key: str, target: str) -> float:
    """Return the distance in UM up to which two ships or batteries see each other; infinity in clear water."""
    waters = dim_waters(state)
    return _reach(waters, positions.middle(state, key), positions.middle(state, target)) if waters else math.inf


def reach_from(state: State, place: Point) -> float:
    """Return the distance in UM up to which one sees from a place; infinity in clear water."""
    return _reach(dim_waters(state), place)


def unseen(state: State, place: Point, water: BaseGeometry, near: Callable[[float], BaseGeometry]) -> BaseGeometry:
    """Return the part of `water` in which nobody is seen from a place, for drawing and for threats.

    Args:
        state: The battle.
        place: The middle of the ship or battery that looks.
        water: All that its guns reach.
        near: Returns the part of `water` up to a distance in UM.
    """
    return shapely.union_all(
        [
            (water if _lies_in(one, place) else one.area.intersection(water)).difference(near(one.reach))
            for one in dim_waters(state)
        ]
    )


def _reach(waters: tuple[DimWater, ...], *places: Point) -> float:
    return min((one.reach for one in waters if any(_lies_in(one, place) for place in places)), default=math.inf)


def _lies_in(water: DimWater, place: Point) -> bool:
    return bool(shapely.intersects_xy(water.area, place.x, place.y))
