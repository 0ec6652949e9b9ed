"""Placing ships before the battle: which may be placed, where, and why not (AMB-147)."""

import math

import shapely

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import berths
from tabletop.games.ships_of_the_line.chapters.optional.deployment.data import DEPLOY, ZoneData, zone_of
from tabletop.games.ships_of_the_line.chapters.optional.deployment.events import FleetsPlaced, ShipPlaced, hidden
from tabletop.games.ships_of_the_line.chapters.orders import awaits, check_commanded, commanded
from tabletop.games.ships_of_the_line.commands import ShipCommand
from tabletop.games.ships_of_the_line.ship import AFLOAT
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.geometry import hull
from tabletop.geometry.measure import settled
from tabletop.geometry.pose import Pose

FARTHEST = 1000.0
"""UM from the middle of the sea, as in scenario files."""


class PlaceShip(ShipCommand, frozen=True):
    """Place a ship in her zone before the battle, or turn her there."""

    east: float
    """The middle of her hull, UM."""
    north: float
    """Likewise."""
    heading: int
    """Degrees clockwise from north."""


def zone(state: State, key: str) -> ZoneData | None:
    """The zone in which a ship may be placed; None for one that has her place, or is held by another."""
    deploy = DEPLOY.of(state)
    held = any(one.joins(key) for one in state.grapples) or any(key in (one.tower, one.towed) for one in state.tows)
    if deploy is None or held or state.ships[key].status != "in_service":
        return None
    return zone_of(tuple(deploy["zones"]), key, state.cards[key].side)


@per_state
def open_ships(state: State, side: Side) -> tuple[str, ...]:
    """The ships of a side that may be placed, in key order, whether they have been or not."""
    return tuple(key for key in commanded(state, side) if zone(state, key))


def ready(state: State, side: Side) -> tuple[str, ...]:
    """Those of players who are not done."""
    return tuple(key for key in open_ships(state, side) if awaits(state, key))


def pose(state: State, key: str) -> Pose:
    """Where a ship lies now, as far as that is known."""
    return (state.deployed or {}).get(key, state.ships[key].pose)


def check(state: State, command: PlaceShip) -> Refused | None:
    """Her place is open, and there she lies whole in her zone and clear of all else that she may know of."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    waters, name = zone(state, key), state.cards[key].name
    if waters is None:
        return Refused("SOTL-5-a", f"{name} has her place.", pieces=(key,))
    if not all(math.isfinite(one) and abs(one) <= FARTHEST for one in (command.east, command.north)):
        return Refused("SOTL-5-a", f"{name} would lie beyond the sea.", pieces=(key,))
    outline = positions.shape(there(state, command), positions.size(state, key))
    if outside := _outside(outline, shapely.Polygon(waters["area"])):
        by = f"{positions.in_um(outside)} over its edge"
        return Refused("SOTL-5-a", f"{name} would not lie whole in her zone.", by, (key,))
    return berths.check_clear(state, key, outline, _known(state, key))


def _known(state: State, key: str) -> dict[str, Pose]:
    """The others as far as she may know where they lie: zones of both sides do not meet."""
    side = state.cards[key].side
    return {
        other: pose(state, other)
        for other, ship in state.ships.items()
        if other != key and ship.status in AFLOAT and (state.cards[other].side == side or zone(state, other) is None)
    }


def place(turn: Context, command: PlaceShip) -> None:
    """She lies there."""
    lies = there(turn.state, command)
    turn.emit(ShipPlaced(side=command.side, ship=command.ship, pose=lies, secret=hidden(turn.state)))


def reveal(turn: Context) -> None:
    """Both sides are done: what was placed is seen."""
    if turn.state.deployed:
        turn.emit(FleetsPlaced(poses=dict(turn.state.deployed), secret=hidden(turn.state)))


def choices(state: State, side: Side) -> Offers[PlaceShip]:
    """Each ship that nobody has placed, where her scenario has her: of all the other places none is offered."""
    left = [key for key in ready(state, side) if key not in (state.deployed or {})]
    orders = [as_lies(state, key) for key in left]
    legal = [order for order in orders if check(state, order) is None]
    return Offers(1, lambda _: legal)


def as_lies(state: State, key: str) -> PlaceShip:
    """The order that leaves a ship where she is."""
    middle = hull.centre(pose(state, key), positions.size(state, key)[0])
    return PlaceShip(state.cards[key].side, key, settled(middle.x), settled(middle.y), pose(state, key).heading)


def there(state: State, command: PlaceShip) -> Pose:
    """How she would lie."""
    length = positions.size(state, command.ship)[0]
    return hull.stern_pose(command.east, command.north, command.heading % 360, length)


def _outside(outline: shapely.Polygon, area: shapely.Polygon) -> float:
    """How far the farthest corner of a hull lies beyond the edge of its zone, UM; 0 where it lies within."""
    beyond = outline.difference(area)
    if beyond.area <= berths.TOUCH:
        return 0.0
    return max(settled(shapely.Point(corner).distance(area)) for corner in shapely.get_coordinates(beyond))
