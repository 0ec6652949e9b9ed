"""Placing ships before the battle: which may be, in what water, and how they would lie (AMB-147)."""

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line.chapters.optional import deployment
from tabletop.games.ships_of_the_line.chapters.optional.deployment import MODULE
from tabletop.games.ships_of_the_line.chapters.optional.deployment import PlaceShip as PlaceShip
from tabletop.games.ships_of_the_line.hooks import PREPARE
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import State

as_lies, there = deployment.build_stay_command, deployment.planned_pose


def open_now(state: State, side: Side) -> tuple[str, ...]:
    """The ships that a side may place now, in key order."""
    asked = state.phase == PREPARE.id and MODULE in rules_of(state).modules
    return deployment.ships_awaiting_place(state, side) if asked else ()


def waters(state: State, keys: tuple[str, ...]) -> BaseGeometry:
    """The zones of some ships as one shape."""
    found = (deployment.find_zone(state, key) for key in keys)
    return shapely.union_all([shapely.Polygon(one["area"]) for one in found if one])
