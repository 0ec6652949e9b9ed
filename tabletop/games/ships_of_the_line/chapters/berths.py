"""Whether a ship would lie clear where she is set down: before the battle, or to put right how she lies (SOTL-5-f)."""

import math
from collections.abc import Mapping
from itertools import pairwise

import shapely

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry.measure import settled
from tabletop.geometry.pose import Pose

TOUCH = 1e-6
"""Square UM by which hulls may seem to overlap that touch."""


def check_clear(state: State, key: str, outline: shapely.Polygon, lying: Mapping[str, Pose]) -> Refused | None:
    """She lies in water, and across none of the others, which lie so."""
    name = state.cards[key].name
    if any(one.intersects(outline) for found in rules_of(state).barriers for one in found(state).values()):
        return Refused("SOTL-5-f", f"There is no water for {name}.", pieces=(key,))
    for other, pose in lying.items():
        common = outline.intersection(positions.shape(pose, positions.size(state, other)))
        if common.area > TOUCH:
            by = f"{positions.in_um(_width(common))} too near"
            return Refused("SOTL-5-f", f"{name} would lie across {state.cards[other].name}.", by, (key, other))
    return None


def _width(common: shapely.Geometry) -> float:
    """The lesser side of what two hulls have in common."""
    corners = shapely.get_coordinates(shapely.oriented_envelope(common))
    sides = [math.dist(a, b) for a, b in pairwise(corners[:3])]
    return settled(min(sides))
