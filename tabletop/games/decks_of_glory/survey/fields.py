"""Fields of fire, hex by hex, as the rules judge them: of a ship, of a side, along the ruler (DOG-3 to DOG-5)."""

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory import gunnery
from tabletop.games.decks_of_glory.events import Rake
from tabletop.games.decks_of_glory.model import Hand, Side, State, enemy_of, format_names
from tabletop.games.decks_of_glory.positions import ships_at
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER, REACH
from tabletop.geometry.hexgrid import Hex, distance, find_nearer_directions


class Shot(msgspec.Struct, frozen=True):
    """A possible broadside, with all that decides its effect but the cards.

    Attributes:
        ship: the ship that fires.
        target: the target.
        battery: the broadside that bears.
        distance: in hexes.
        modifier: number added to the hits (DOG-18).
        cards: number of cards that are drawn.
        rake: the end of the target that is raked, or None (DOG-5).
        blockers: the ships that block the line of fire, if any (DOG-4).
        takers: ships in the order in which they take hits, with their points (DOG-19).
    """

    ship: str
    target: str
    battery: Hand
    distance: int
    modifier: int
    cards: int
    rake: Rake | None
    blockers: tuple[str, ...]
    takers: tuple[tuple[str, int], ...]


def find_shot(state: State, key: str, target: str) -> Shot | None:
    """Return the shot of a ship at a target; None if the target is not in its fields."""
    seen = gunnery.find_sight(state, key, target)
    if seen is None:
        return None
    modifier, taking = RANGE_MODIFIER[seen.distance], tuple(gunnery.list_takers(state, key, target))
    return Shot(
        key, target, seen.battery, seen.distance, modifier, gunnery.count_cards(seen), seen.rake, seen.blockers, taking
    )


def list_shots(state: State, key: str) -> tuple[Shot, ...]:
    """Return the shots at all active enemies in the fields of a ship, even blocked ones, in list order."""
    return tuple(found for seen in gunnery.list_targets(state, key) if (found := find_shot(state, key, seen.target)))


class HexFire(msgspec.Struct, frozen=True):
    """One hex of a field of fire.

    Attributes:
        at: the hex.
        battery: the broadside that bears on it.
        distance: in hexes.
        modifier: number added to the hits (DOG-18).
        targets: shots at the active enemies there.
    """

    at: Hex
    battery: Hand
    distance: int
    modifier: int
    targets: tuple[Shot, ...]

    @property
    def rake(self) -> Rake | None:
        """The end that a ship in this hex shows to raking fire, or None."""
        return next((seen.rake for seen in self.targets if seen.rake), None)


class Outlook(msgspec.Struct, frozen=True):
    """Both fields of fire of a ship.

    Attributes:
        unable: the reason why the ship cannot fire at all, or None.
        hexes: the hexes on the map, the nearest first, port before starboard.
    """

    unable: Refused | None
    hexes: tuple[HexFire, ...]


def suppose_move(state: State, key: str, at: Hex, facing: int) -> State:
    """Return the state with a ship at another place, for a move that is only considered.

    No move is open in that state, so a freed ship beside others is entangled.
    """
    return replace(state, ships={**state.ships, key: replace(state.ships[key], at=at, facing=facing)}, way=None)


def find_outlook(state: State, key: str) -> Outlook:
    """Return both fields of fire of a ship. For a considered move, pass the state of `suppose_move`."""
    ship = state.ships[key]
    seen = list_shots(state, key)
    hexes = (
        HexFire(
            at,
            battery,
            distance,
            RANGE_MODIFIER[distance],
            tuple(one for one in seen if state.ships[one.target].at == at),
        )
        for at, (battery, distance) in gunnery.find_field(ship.at, ship.facing).items()
        if state.sea.holds(at)
    )
    ordered = tuple(sorted(hexes, key=lambda one: (one.distance, one.battery)))
    return Outlook(gunnery.check_gunner(state, state.fleet[key].side, key), ordered)


def list_dangers(state: State, key: str) -> tuple[Shot, ...]:
    """Return the clear shots of enemies at a ship, in the order of the list."""
    bearing = (
        find_shot(state, other, key) for other in gunnery.list_able_to_fire(state, enemy_of(state.fleet[key].side))
    )
    return tuple(one for one in bearing if one and not one.blockers)


class Threat(msgspec.Struct, frozen=True):
    """A hex under fire.

    Attributes:
        at: the hex.
        distance: to the nearest of the ships, in hexes.
        modifier: number added to the hits of the nearest ship (DOG-18).
        ships: the ships whose broadsides bear on the hex with a clear line, the nearest first.
    """

    at: Hex
    distance: int
    modifier: int
    ships: tuple[str, ...]


def list_threats(state: State, side: Side) -> tuple[Threat, ...]:
    """Return every hex at which a ship of a side could fire now at an enemy there, in hex order."""
    found: dict[Hex, list[tuple[int, str]]] = {}
    for key in gunnery.list_able_to_fire(state, side):
        for at, far in _list_hexes_under_fire(state, key):
            found.setdefault(at, []).append((far, key))
    return tuple(_build_threat(at, sorted(bearing, key=lambda one: one[0])) for at, bearing in sorted(found.items()))


def _list_hexes_under_fire(state: State, key: str) -> list[tuple[Hex, int]]:
    """Return the hexes on the map in the fields of one ship with a clear line, each with its range."""
    ship = state.ships[key]
    bearing = gunnery.find_field(ship.at, ship.facing).items()
    return [
        (at, distance)
        for at, (_, distance) in bearing
        if state.sea.holds(at) and not gunnery.find_blockers(state, ship.at, at)
    ]


def _build_threat(at: Hex, bearing: list[tuple[int, str]]) -> Threat:
    nearest = bearing[0][0]
    return Threat(at, nearest, RANGE_MODIFIER[nearest], tuple(key for _, key in bearing))


class RulerReading(msgspec.Struct, frozen=True):
    """The measurement of the ruler between two hexes.

    Attributes:
        distance: in hexes.
        directions: the direction of the second hex from the first, or the two beside it; empty for the same hex.
        modifier: number added to the hits of a broadside at that range; None beyond gunshot (DOG-3, DOG-18).
        ship: the ship that would fire from the first hex; "" if there is none.
        unable: the reason why the ship cannot fire at the second hex, or None.
        fire: the field of the ship in the second hex; None if neither broadside bears.
    """

    distance: int
    directions: tuple[int, ...]
    modifier: int | None
    ship: str = ""
    unable: Refused | None = None
    fire: HexFire | None = None


def read_ruler(state: State, one: Hex, other: Hex, ship: str = "") -> RulerReading:
    """Return the measurement from one hex to another.

    The ship that fires is `ship` if it lies in the first hex, else the first ship there.
    """
    lying, far = ships_at(state, one) if one != other else [], distance(one, other)
    key = ship if ship in lying else next(iter(lying), "")
    unable, fire = _find_gunfire(state, key, other) if key else (None, None)
    return RulerReading(far, find_nearer_directions(one, other), RANGE_MODIFIER.get(far), key, unable, fire)


def _find_gunfire(state: State, key: str, at: Hex) -> tuple[Refused | None, HexFire | None]:
    """Return the reason why a ship cannot fire at a hex, or None, and its field there, or None."""
    seen, lies = find_outlook(state, key), state.ships[key].at
    there = next((one for one in seen.hexes if one.at == at), None)
    if there is None:
        return seen.unable or _refuse_hex_out_of_field(distance(lies, at)), None
    found = gunnery.find_blockers(state, lies, at)
    stopped = Refused("DOG-4", f"Blocked by {format_names(state, found)}", pieces=found) if found else None
    return seen.unable or stopped, there


def _refuse_hex_out_of_field(far: int) -> Refused:
    if far > REACH:
        return Refused("DOG-3", "Beyond gunshot", f"{far} hexes away, the guns reach {REACH}")
    return Refused("DOG-3", "Neither of her broadsides bears")
