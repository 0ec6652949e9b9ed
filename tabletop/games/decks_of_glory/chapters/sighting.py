"""DOG-3 to DOG-5: what lies in the fields of fire of a ship, what blocks it, and what is raked."""

from collections.abc import Iterator
from itertools import chain

import msgspec

from tabletop.games.decks_of_glory.events.combat import Rake
from tabletop.games.decks_of_glory.positions import active, is_active, is_entangled, ships_at
from tabletop.games.decks_of_glory.state import Hand, Side, State
from tabletop.games.decks_of_glory.tables import REACH
from tabletop.geometry.hexgrid import Hex, ahead, between, opposite, turned, wedge

Offsets = dict[Hex, tuple[Hand, int]]
"""Hexes from the firing ship, each with the broadside that bears on it and its range."""

_EDGE: dict[Hand, int] = {"starboard": 1, "port": -2}
"""The first edge of each field, clockwise, in hex sides from the bow (DOG-3)."""


def _offsets(facing: int) -> Offsets:
    return {
        place: (hand, near)
        for hand, edge in _EDGE.items()
        for near, places in enumerate(wedge(turned(facing, edge), REACH), 1)
        for place in places
    }


FIELDS: tuple[Offsets, ...] = tuple(_offsets(facing) for facing in range(6))
"""Both fields of fire of a ship by her facing."""


class Sight(msgspec.Struct, frozen=True):
    """A ship as another sees her across her guns.

    Attributes:
        target: who is seen.
        battery: the broadside that bears.
        distance: in hexes.
        rake: the end of the target that is raked, if she is (DOG-5).
        blockers: the ships that block the line, if it is blocked (DOG-4).
    """

    target: str
    battery: Hand
    distance: int
    rake: Rake | None = None
    blockers: tuple[str, ...] = ()


def field(at: Hex, facing: int) -> dict[Hex, tuple[Hand, int]]:
    """Every hex of both fields of fire, with the broadside and the range, whether on the map or not."""
    q, r = at
    return {(q + x, r + y): bears for (x, y), bears in FIELDS[facing].items()}


def targets(state: State, key: str) -> Iterator[Sight]:
    """The active enemies in her fields of fire, blocked ones too, in the order of the list."""
    ship, fleet = state.ships[key], state.fleet
    (q, r), offsets, side = ship.at, FIELDS[ship.facing], fleet[key].side
    for other, there in state.ships.items():
        if fleet[other].side != side:
            x, y = there.at
            bears = offsets.get((x - q, y - r))
            if bears and is_active(there):
                yield _sight(state, key, other, *bears)


def sight(state: State, key: str, target: str) -> Sight | None:
    """How she sees one ship; None if that does not lie in her fields of fire."""
    (q, r), there = state.ships[key].at, state.ships[target].at
    bears = FIELDS[state.ships[key].facing].get((there[0] - q, there[1] - r))
    return _sight(state, key, target, *bears) if bears else None


def _sight(state: State, key: str, target: str, battery: Hand, distance: int) -> Sight:
    one, other = state.ships[key], state.ships[target]
    stopped = blockers(state, one.at, other.at)
    return Sight(target, battery, distance, raked(one.at, other.at, other.facing), stopped)


def raked(firing: Hex, target: Hex, facing: int) -> Rake | None:
    """The end of a target that a ship in the next hex rakes; None if she lies neither ahead nor astern of it."""
    if firing == ahead(target, facing):
        return "bow"
    return "stern" if firing == ahead(target, opposite(facing)) else None


def blockers(state: State, one: Hex, other: Hex) -> tuple[str, ...]:
    """The ships that block a line of fire; none unless the option is on (DOG-4)."""
    return blocking(state, one, other) if state.options["blocking"] else ()


def blocking(state: State, one: Hex, other: Hex) -> tuple[str, ...]:
    """The ships in hexes that the line crosses, and where it runs along an edge, those on both sides of it (DOG-4).

    They come in the order of the line, and of those beside the same edge in the order of the list.
    """
    found: list[str] = []
    for step in between(one, other):
        lying = [ships_at(state, place) for place in step]
        if all(lying):
            found += sorted(chain.from_iterable(lying), key=list(state.ships).index)
    return tuple(found)


def clear(state: State, key: str) -> Iterator[Sight]:
    """The enemies that she may fire at: all in her fields that nothing blocks."""
    return (seen for seen in targets(state, key) if not seen.blockers)


def able_to_fire(state: State, side: Side) -> list[str]:
    """The ships of a side that are active and not entangled, in the order of the list (DOG-17)."""
    return [key for key in active(state, side) if not is_entangled(state, key)]


def gunners(state: State, side: Side) -> Iterator[str]:
    """The ships of a side that have something to fire at, in the order of the list."""
    return (key for key in able_to_fire(state, side) if any(clear(state, key)))
