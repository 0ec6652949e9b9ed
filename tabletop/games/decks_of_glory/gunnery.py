"""Gunnery: fields of fire, blocked lines and raking (DOG-3 to DOG-5), declaration and hits (DOG-17 to DOG-19)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from tabletop.cards.standard import SUIT_OF
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory import events
from tabletop.games.decks_of_glory.commands import OpenFire, side_of_command
from tabletop.games.decks_of_glory.draws import draw_card
from tabletop.games.decks_of_glory.model import Aim, Context, Hand, Side, State, is_fire_secret
from tabletop.games.decks_of_glory.positions import is_active, is_entangled, list_active, list_in_order, ships_at
from tabletop.games.decks_of_glory.tables import GUNNERY, RAKING_CARDS, RANGE_MODIFIER, REACH
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex, hex_ahead, hexes_between, opposite_direction, turn_direction, wedge

Offsets = dict[Hex, tuple[Hand, int]]
"""Hexes relative to the firing ship, each with the broadside that bears on it and its range."""

_EDGE: dict[Hand, int] = {"starboard": 1, "port": -2}
"""The first edge of each field, clockwise, in hex sides from the bow (DOG-3)."""


def _build_offsets(facing: int) -> Offsets:
    """Return both fields of fire of a ship with the facing `facing`."""
    return {
        place: (hand, near)
        for hand, edge in _EDGE.items()
        for near, places in enumerate(wedge(turn_direction(facing, edge), REACH), 1)
        for place in places
    }


FIELDS: tuple[Offsets, ...] = tuple(_build_offsets(facing) for facing in range(6))
"""Both fields of fire of a ship by its facing."""


class TargetSight(msgspec.Struct, frozen=True):
    """A target in the field of fire of a ship.

    Attributes:
        target: key of the target.
        battery: the broadside that bears.
        distance: distance to the target in hexes.
        rake: the end of the target that is raked, or None (DOG-5).
        blockers: the ships that block the line of fire, if any (DOG-4).
    """

    target: str
    battery: Hand
    distance: int
    rake: events.Rake | None = None
    blockers: tuple[str, ...] = ()


def find_field(at: Hex, facing: int) -> dict[Hex, tuple[Hand, int]]:
    """Return every hex of both fields of fire, even off the map, with the broadside and the range."""
    q, r = at
    return {(q + x, r + y): bears for (x, y), bears in FIELDS[facing].items()}


def list_targets(state: State, key: str) -> Iterator[TargetSight]:
    """Yield the active enemies in the fields of fire of a ship, even blocked ones, in list order."""
    ship, fleet = state.ships[key], state.fleet
    (q, r), offsets, side = ship.at, FIELDS[ship.facing], fleet[key].side
    for other, there in state.ships.items():
        if fleet[other].side != side:
            x, y = there.at
            bears = offsets.get((x - q, y - r))
            if bears and is_active(there):
                yield _build_sight(state, key, other, *bears)


def find_sight(state: State, key: str, target: str) -> TargetSight | None:
    """Return the target as the ship sees it; None if the target is not in the fields of fire."""
    (q, r), there = state.ships[key].at, state.ships[target].at
    bears = FIELDS[state.ships[key].facing].get((there[0] - q, there[1] - r))
    return _build_sight(state, key, target, *bears) if bears else None


def _build_sight(state: State, key: str, target: str, battery: Hand, distance: int) -> TargetSight:
    one, other = state.ships[key], state.ships[target]
    stopped = find_blockers(state, one.at, other.at)
    return TargetSight(target, battery, distance, find_rake(one.at, other.at, other.facing), stopped)


def find_rake(firing: Hex, target: Hex, facing: int) -> events.Rake | None:
    """Return the end of a target that a ship in the next hex rakes.

    Returns None if the ship is neither ahead nor astern of the target.
    """
    if firing == hex_ahead(target, facing):
        return "bow"
    return "stern" if firing == hex_ahead(target, opposite_direction(facing)) else None


def find_blockers(state: State, one: Hex, other: Hex) -> tuple[str, ...]:
    """Return the ships that block a line of fire; () unless the option `blocking` is on (DOG-4)."""
    return find_ships_between(state, one, other) if state.options["blocking"] else ()


def find_ships_between(state: State, one: Hex, other: Hex) -> tuple[str, ...]:
    """Return the ships between two hexes (DOG-4).

    They are in hexes that the line crosses, or on both sides of an edge along which the line runs.

    The order is that of the line. Ships beside the same edge are in the order of the list.
    """
    found: list[str] = []
    for step in hexes_between(one, other):
        lying = [ships_at(state, place) for place in step]
        if all(lying):
            found += sorted(chain.from_iterable(lying), key=list(state.ships).index)
    return tuple(found)


def list_clear_targets(state: State, key: str) -> Iterator[TargetSight]:
    """Return the enemies in the fields of fire of a ship that nothing blocks."""
    return (seen for seen in list_targets(state, key) if not seen.blockers)


def list_able_to_fire(state: State, side: Side) -> list[str]:
    """Return the ships of a side that are active and not entangled, in the order of the list (DOG-17)."""
    return [key for key in list_active(state, side) if not is_entangled(state, key)]


def list_gunners(state: State, side: Side) -> Iterator[str]:
    """Return the ships of a side with a clear target, in the order of the list."""
    return (key for key in list_able_to_fire(state, side) if any(list_clear_targets(state, key)))


Shares = dict[str, int]
"""Hits by ship."""


def check_open_fire(state: State, command: OpenFire) -> Refused | None:
    """Return a refusal if a shot is impossible or a ship fires twice."""
    met: set[str] = set()
    for shot in command.shots:
        if shot.ship in met:
            return Refused("DOG-17", "A ship fires one broadside a turn.", pieces=(shot.ship,))
        met.add(shot.ship)
        if refusal := check_shot(state, command.side, shot):
            return refusal
    return None


def check_shot(state: State, side: str, shot: Aim) -> Refused | None:
    """Return the refusal of one broadside, or None."""
    for key in (shot.ship, shot.target):
        if key not in state.ships:
            return Refused("C-3", f"There is no ship '{key}' here.")
    return check_gunner(state, side, shot.ship) or _check_target(state, side, shot)


def check_gunner(state: State, side: str, key: str) -> Refused | None:
    """Return the reason why a ship of a side cannot fire at any target, or None."""
    if state.fleet[key].side != side:
        return Refused("DOG-17", "That ship fires for the other side.", pieces=(key,))
    if not is_active(state.ships[key]):
        return Refused("DOG-25", "That ship is not active.", pieces=(key,))
    if is_entangled(state, key):
        return Refused("DOG-17", "Entangled ships do not fire.", pieces=(key,))
    return None


def _check_target(state: State, side: str, shot: Aim) -> Refused | None:
    """Return a refusal unless the target is an active enemy in a field of fire with a clear line."""
    if state.fleet[shot.target].side == side or not is_active(state.ships[shot.target]):
        return Refused("DOG-17", "The target must be an active enemy.", pieces=(shot.target,))
    seen = find_sight(state, shot.ship, shot.target)
    if seen is None:
        reason = "She is not in the field of fire of either broadside."
        return Refused("DOG-3", reason, _describe_distance(state, shot), pieces=(shot.target,))
    if seen.blockers:
        names = [state.fleet[key].name for key in seen.blockers]
        return Refused("DOG-4", f"The line of fire is blocked by {' and '.join(names)}.", pieces=seen.blockers)
    return None


def _describe_distance(state: State, shot: Aim) -> str:
    far = hexgrid.distance(state.ships[shot.ship].at, state.ships[shot.target].at)
    return f"{far} hexes away, broadsides reach {REACH}" if far > REACH else ""


def open_fire(turn: Context, command: OpenFire) -> None:
    """Emit the declaration of a side. No card is drawn until both sides have declared."""
    turn.emit(
        events.FireDeclared(side=side_of_command(command), shots=command.shots, secret=is_fire_secret(turn.state))
    )


def resolve_broadsides(turn: Context) -> None:
    """Fire all broadsides in order, then mark their hits together (DOG-17)."""
    mark_hits(turn, [_fire_broadside(turn, shot) for shot in _list_declared_shots(turn.state)], "DOG-17")


def _list_declared_shots(state: State) -> list[Aim]:
    shots = {shot.ship: shot for aims in state.orders.values() for shot in aims or ()}
    return [shots[key] for key in list_in_order(state) if key in shots]


def _fire_broadside(turn: Context, shot: Aim) -> Shares:
    """Draw the cards of a broadside, emit `BroadsideFired`, and return the hits by ship."""
    seen = find_sight(turn.state, shot.ship, shot.target)
    assert seen
    cards = tuple(_draw_cards(turn, shot.ship, seen))
    values = tuple(GUNNERY[SUIT_OF[card]] for card in cards)
    hits = compute_hits(sum(values), seen.distance)
    shares, wasted = distribute_hits(hits, list_takers(turn.state, shot.ship, shot.target))
    turn.emit(
        events.BroadsideFired(
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


def _draw_cards(turn: Context, ship: str, seen: TargetSight) -> Iterator[str]:
    for _ in range(count_cards(seen)):
        yield draw_card(turn, "gunnery", ship=ship)


def count_cards(seen: TargetSight) -> int:
    """Return the number of cards that a broadside draws; more if the broadside rakes (DOG-18)."""
    return RAKING_CARDS if seen.rake else 1


def compute_hits(drawn: int, distance: int) -> int:
    """Return the hits of a broadside: the sum of its cards, modified by the range, at least 0 (DOG-18)."""
    return max(0, drawn + RANGE_MODIFIER[distance])


def distribute_hits(hits: int, takers: Sequence[tuple[str, int]]) -> tuple[Shares, int]:
    """Deal hits one at a time to the takers in turn, and repeat until all are dealt.

    Ships without points are skipped.

    Args:
        hits: number of hits.
        takers: ships with their points, in the order in which they take hits.

    Returns:
        The hits of each ship, and the number of hits that no ship can take.
    """
    shares: Shares = {}
    while hits and (standing := [key for key, points in takers if shares.get(key, 0) < points]):
        for key in standing[:hits]:
            shares[key] = shares.get(key, 0) + 1
        hits -= min(hits, len(standing))
    return shares, hits


def list_takers(state: State, shooter: str, target: str) -> list[tuple[str, int]]:
    """Return the ships that take hits: the target, other active enemies in its hex, then friends (DOG-19)."""
    side = state.fleet[shooter].side
    lying = [key for key in ships_at(state, state.ships[target].at) if is_active(state.ships[key]) and key != target]
    enemies = [key for key in lying if state.fleet[key].side != side]
    friends = [key for key in lying if state.fleet[key].side == side]
    return [(key, state.ships[key].strength) for key in (target, *enemies, *friends)]


def mark_hits(turn: Context, all_shares: Iterable[Shares], rule: str) -> None:
    """Emit all losses of a phase together. No ship loses more points than it has."""
    totals: Shares = {}
    for shares in all_shares:
        for key, hits in shares.items():
            totals[key] = totals.get(key, 0) + hits
    if totals:
        losses = {key: min(totals[key], ship.strength) for key, ship in turn.state.ships.items() if key in totals}
        turn.emit(events.HitsMarked(losses=losses, rule=rule))
