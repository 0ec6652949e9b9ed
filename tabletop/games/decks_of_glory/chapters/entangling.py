"""DOG-10, DOG-15, DOG-26: how derelicts drift, those furthest downwind first, and ships come to lie in a row."""

import msgspec

from tabletop.games.decks_of_glory.events.movement import ShipDrifted, ShipDriftedOff, ShipEntangled
from tabletop.games.decks_of_glory.positions import beside, eldest, faces_up, is_entangled, wind_of
from tabletop.games.decks_of_glory.state import Context, Hand, State
from tabletop.geometry.hexgrid import ahead, along, angle, opposite


class Berth(msgspec.Struct, frozen=True):
    """How a ship would lie beside others.

    Attributes:
        facing: parallel to them.
        place: her place in the row; see Ship.
        since: after all of them.
    """

    facing: int
    place: int
    since: int


def parallel(facing: int, theirs: int) -> int:
    """A facing made parallel to another: the same if it differs by 0 or 1 hex side, else the opposite (DOG-15)."""
    return theirs if angle(facing, theirs) <= 1 else opposite(theirs)


def berth(state: State, others: list[str], facing: int, hand: Hand) -> Berth:
    """How a ship that faces so would lie on that side of some ships in one hex."""
    leader = state.ships[eldest(state, others)]
    places = [state.ships[other].place for other in others]
    outermost = max(places) + 1 if (hand == "starboard") == faces_up(leader.facing) else min(places) - 1
    return Berth(parallel(facing, leader.facing), outermost, max(state.ships[other].since for other in others) + 1)


def entangle(turn: Context, key: str, hand: Hand, rule: str = "DOG-15") -> None:
    """A ship that has just come into the hex of others lies on that side of them."""
    others = beside(turn.state, key)
    found = berth(turn.state, list(others), turn.state.ships[key].facing, hand)
    turn.emit(
        ShipEntangled(
            ship=key,
            others=others,
            hand=hand,
            facing=found.facing,
            place=found.place,
            since=found.since,
            rule=rule,
        )
    )


def entangle_again(turn: Context, key: str) -> None:
    """A ship that cut loose and is still in the hex of the others lies at her old place (DOG-16)."""
    others, ship = beside(turn.state, key), turn.state.ships[key]
    theirs = turn.state.ships[others[0]].facing
    turn.emit(
        ShipEntangled(
            ship=key,
            others=others,
            hand=None,
            facing=parallel(ship.facing, theirs),
            place=ship.place,
            since=ship.since,
            rule="DOG-16",
        )
    )


def drift(turn: Context) -> None:
    """Each derelict that is not entangled goes one hex downwind."""
    for key in adrift(turn.state):
        if not is_entangled(turn.state, key):
            _drift(turn, key)


def adrift(state: State) -> list[str]:
    """All derelicts in the order in which they drift; equals in the order of the list."""
    wind = wind_of(state)
    derelicts = [key for key, ship in state.ships.items() if ship.status == "derelict"]
    return sorted(derelicts, key=lambda key: -along(state.ships[key].at, wind))


def _drift(turn: Context, key: str) -> None:
    there = ahead(turn.state.ships[key].at, wind_of(turn.state))
    if not turn.state.sea.holds(there):
        turn.emit(ShipDriftedOff(ship=key))
        return
    turn.emit(ShipDrifted(ship=key, at=there))
    if others := beside(turn.state, key):
        facing = turn.state.ships[eldest(turn.state, list(others))].facing
        entangle(turn, key, came_from(facing, wind_of(turn.state)), rule="DOG-10")


def came_from(facing: int, wind: int) -> Hand:
    """The side of ships that face so from which the wind brings a derelict; starboard from dead ahead or astern."""
    return "port" if (opposite(wind) - facing) % 6 in (4, 5) else "starboard"
