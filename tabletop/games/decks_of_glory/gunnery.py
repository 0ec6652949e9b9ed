"""DOG-3 to DOG-5: what lies in the fields of fire of a ship, what blocks it, and what is raked."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from tabletop.cards.standard import SUIT_OF
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.commands import OpenFire, giver
from tabletop.games.decks_of_glory.draws import draw
from tabletop.games.decks_of_glory.events import (
    BroadsideFired,
    FireDeclared,
    HitsMarked,
    Rake,
)
from tabletop.games.decks_of_glory.positions import active, in_order, is_active, is_entangled, ships_at
from tabletop.games.decks_of_glory.state import Aim, Context, Hand, Side, State, secret
from tabletop.games.decks_of_glory.tables import GUNNERY, RAKING_CARDS, RANGE_MODIFIER, REACH
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex, hex_ahead, hexes_between, opposite_direction, turn_direction, wedge

Offsets = dict[Hex, tuple[Hand, int]]
"""Hexes from the firing ship, each with the broadside that bears on it and its range."""

_EDGE: dict[Hand, int] = {"starboard": 1, "port": -2}
"""The first edge of each field, clockwise, in hex sides from the bow (DOG-3)."""


def _offsets(facing: int) -> Offsets:
    return {
        place: (hand, near)
        for hand, edge in _EDGE.items()
        for near, places in enumerate(wedge(turn_direction(facing, edge), REACH), 1)
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
    if firing == hex_ahead(target, facing):
        return "bow"
    return "stern" if firing == hex_ahead(target, opposite_direction(facing)) else None


def blockers(state: State, one: Hex, other: Hex) -> tuple[str, ...]:
    """The ships that block a line of fire; none unless the option is on (DOG-4)."""
    return blocking(state, one, other) if state.options["blocking"] else ()


def blocking(state: State, one: Hex, other: Hex) -> tuple[str, ...]:
    """The ships in hexes that the line crosses, and where it runs along an edge, those on both sides of it (DOG-4).

    They come in the order of the line, and of those beside the same edge in the order of the list.
    """
    found: list[str] = []
    for step in hexes_between(one, other):
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


Shares = dict[str, int]
"""Hits by ship."""


def check(state: State, command: OpenFire) -> Refused | None:
    """Every shot must be possible, and no ship fires twice."""
    met: set[str] = set()
    for shot in command.shots:
        if shot.ship in met:
            return Refused("DOG-17", "A ship fires one broadside a turn.", pieces=(shot.ship,))
        met.add(shot.ship)
        if refusal := check_shot(state, command.side, shot):
            return refusal
    return None


def check_shot(state: State, side: str, shot: Aim) -> Refused | None:
    """Why one broadside cannot be fired."""
    for key in (shot.ship, shot.target):
        if key not in state.ships:
            return Refused("C-3", f"There is no ship '{key}' here.")
    return unable(state, side, shot.ship) or _no_target(state, side, shot)


def unable(state: State, side: str, key: str) -> Refused | None:
    """Why a ship of a side cannot fire at all."""
    if state.fleet[key].side != side:
        return Refused("DOG-17", "That ship fires for the other side.", pieces=(key,))
    if not is_active(state.ships[key]):
        return Refused("DOG-25", "That ship is not active.", pieces=(key,))
    if is_entangled(state, key):
        return Refused("DOG-17", "Entangled ships do not fire.", pieces=(key,))
    return None


def _no_target(state: State, side: str, shot: Aim) -> Refused | None:
    if state.fleet[shot.target].side == side or not is_active(state.ships[shot.target]):
        return Refused("DOG-17", "The target must be an active enemy.", pieces=(shot.target,))
    seen = sight(state, shot.ship, shot.target)
    if seen is None:
        reason = "She does not lie in the field of fire of either broadside."
        return Refused("DOG-3", reason, _too_far(state, shot), pieces=(shot.target,))
    if seen.blockers:
        names = [state.fleet[key].name for key in seen.blockers]
        return Refused("DOG-4", f"The line of fire is blocked by {' and '.join(names)}.", pieces=seen.blockers)
    return None


def _too_far(state: State, shot: Aim) -> str:
    far = hexgrid.distance(state.ships[shot.ship].at, state.ships[shot.target].at)
    return f"{far} hexes off, broadsides carry {REACH}" if far > REACH else ""


def open_fire(turn: Context, command: OpenFire) -> None:
    """Nothing is drawn until both sides have declared."""
    turn.emit(FireDeclared(side=giver(command), shots=command.shots, secret=secret(turn.state)))


def resolve(turn: Context) -> None:
    """All broadsides in order; their hits count only when the last has fired (DOG-17)."""
    mark(turn, [_fire(turn, shot) for shot in _declared(turn.state)], "DOG-17")


def _declared(state: State) -> list[Aim]:
    shots = {shot.ship: shot for aims in state.orders.values() for shot in aims or ()}
    return [shots[key] for key in in_order(state) if key in shots]


def _fire(turn: Context, shot: Aim) -> Shares:
    seen = sight(turn.state, shot.ship, shot.target)
    assert seen
    cards = tuple(_cards(turn, shot.ship, seen))
    values = tuple(GUNNERY[SUIT_OF[card]] for card in cards)
    hits = hits_of(sum(values), seen.distance)
    shares, wasted = dealt_out(hits, takers(turn.state, shot.ship, shot.target))
    turn.emit(
        BroadsideFired(
            ship=shot.ship,
            target=shot.target,
            at=turn.state.ships[shot.target].at,
            battery=seen.battery,
            distance=seen.distance,
            modifier=RANGE_MODIFIER[seen.distance],
            rake=seen.rake,
            cards=cards,
            values=values,
            hits=hits,
            shares=shares,
            wasted=wasted,
        )
    )
    return shares


def _cards(turn: Context, ship: str, seen: Sight) -> Iterator[str]:
    for _ in range(cards_of(seen)):
        yield draw(turn, "gunnery", ship=ship)


def cards_of(seen: Sight) -> int:
    """Cards that a broadside draws: more if it rakes (DOG-18)."""
    return RAKING_CARDS if seen.rake else 1


def hits_of(drawn: int, distance: int) -> int:
    """Hits of cards that come to so much, at a range (DOG-18)."""
    return max(0, drawn + RANGE_MODIFIER[distance])


def dealt_out(hits: int, takers: Sequence[tuple[str, int]]) -> tuple[Shares, int]:
    """One hit to each in turn, round again until all are dealt; a ship without points left is skipped.

    Args:
        hits: to be dealt.
        takers: ships with their points, in the order in which they take.

    Returns:
        What each takes, and the hits that nobody can take.
    """
    shares: Shares = {}
    while hits and (standing := [key for key, points in takers if shares.get(key, 0) < points]):
        for key in standing[:hits]:
            shares[key] = shares.get(key, 0) + 1
        hits -= min(hits, len(standing))
    return shares, hits


def takers(state: State, shooter: str, target: str) -> list[tuple[str, int]]:
    """Who takes the hits of a broadside: the target, the other active enemies there, then friends (DOG-19)."""
    side = state.fleet[shooter].side
    lying = [key for key in ships_at(state, state.ships[target].at) if is_active(state.ships[key]) and key != target]
    enemies = [key for key in lying if state.fleet[key].side != side]
    friends = [key for key in lying if state.fleet[key].side == side]
    return [(key, state.ships[key].strength) for key in (target, *enemies, *friends)]


def mark(turn: Context, all_shares: Iterable[Shares], rule: str) -> None:
    """Mark all hits of a phase together; nobody loses more than she has."""
    totals: Shares = {}
    for shares in all_shares:
        for key, hits in shares.items():
            totals[key] = totals.get(key, 0) + hits
    if totals:
        losses = {key: min(totals[key], ship.strength) for key, ship in turn.state.ships.items() if key in totals}
        turn.emit(HitsMarked(losses=losses, rule=rule))
