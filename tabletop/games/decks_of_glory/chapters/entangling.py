"""DOG-15, DOG-26: how a ship comes to lie in a row with others."""

import msgspec

from tabletop.games.decks_of_glory.events.movement import ShipEntangled
from tabletop.games.decks_of_glory.positions import beside, eldest, faces_up
from tabletop.games.decks_of_glory.state import Hand, State, Unfolding
from tabletop.geometry.hexgrid import angle, opposite


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


def entangle(turn: Unfolding, key: str, hand: Hand, rule: str = "DOG-15") -> None:
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


def entangle_again(turn: Unfolding, key: str) -> None:
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
