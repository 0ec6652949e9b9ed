"""What guns bear on, hex by hex, as the rules judge it: from a ship, from a side, along the ruler (DOG-3 to DOG-5)."""

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory import gunnery
from tabletop.games.decks_of_glory.events import Rake
from tabletop.games.decks_of_glory.gunnery import able_to_fire, blockers, cards_of, field, takers, unable
from tabletop.games.decks_of_glory.positions import ships_at
from tabletop.games.decks_of_glory.state import Hand, Side, State, enemy_of, names
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER, REACH
from tabletop.geometry.hexgrid import Hex, distance, find_nearer_directions


class Shot(msgspec.Struct, frozen=True):
    """A broadside of a ship at a target as both lie, with all that decides its effect but the cards.

    Attributes:
        ship: who fires.
        target: at whom.
        battery: the broadside that bears.
        distance: in hexes.
        modifier: added to the hits (DOG-18).
        cards: how many are drawn.
        rake: the end of the target that is raked, if she is (DOG-5).
        blockers: the ships that block the line, if it is blocked (DOG-4).
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


def shot(state: State, key: str, target: str) -> Shot | None:
    """The shot of a ship at a target; None if it does not lie in her fields."""
    seen = gunnery.sight(state, key, target)
    if seen is None:
        return None
    modifier, taking = RANGE_MODIFIER[seen.distance], tuple(takers(state, key, target))
    return Shot(key, target, seen.battery, seen.distance, modifier, cards_of(seen), seen.rake, seen.blockers, taking)


def shots(state: State, key: str) -> tuple[Shot, ...]:
    """At every active enemy in her fields, blocked ones too, in the order of the list."""
    return tuple(found for seen in gunnery.targets(state, key) if (found := shot(state, key, seen.target)))


class HexFire(msgspec.Struct, frozen=True):
    """One hex of a field of fire.

    Attributes:
        at: the hex.
        battery: the broadside that bears on it.
        distance: in hexes.
        modifier: added to the hits (DOG-18).
        targets: shots at the active enemies there.
    """

    at: Hex
    battery: Hand
    distance: int
    modifier: int
    targets: tuple[Shot, ...]

    @property
    def rake(self) -> Rake | None:
        """How a ship in it would be raked, if one would be."""
        return next((seen.rake for seen in self.targets if seen.rake), None)


class Outlook(msgspec.Struct, frozen=True):
    """Both fields of a ship.

    Attributes:
        unable: why she cannot fire at all, or None.
        hexes: those on the map, the nearest first, port before starboard.
    """

    unable: Refused | None
    hexes: tuple[HexFire, ...]


def supposed(state: State, key: str, at: Hex, facing: int) -> State:
    """The state after a move that is only thought of: no move is open, so a freed ship beside others is entangled."""
    return replace(state, ships={**state.ships, key: replace(state.ships[key], at=at, facing=facing)}, way=None)


def outlook(state: State, key: str) -> Outlook:
    """What both broadsides of a ship have before them; for a ghost, of a `supposed` state."""
    ship = state.ships[key]
    seen = shots(state, key)
    hexes = (
        HexFire(
            at,
            battery,
            distance,
            RANGE_MODIFIER[distance],
            tuple(one for one in seen if state.ships[one.target].at == at),
        )
        for at, (battery, distance) in gunnery.field(ship.at, ship.facing).items()
        if state.sea.holds(at)
    )
    ordered = tuple(sorted(hexes, key=lambda one: (one.distance, one.battery)))
    return Outlook(unable(state, state.fleet[key].side, key), ordered)


def dangers(state: State, key: str) -> tuple[Shot, ...]:
    """What enemies could fire at a ship with nothing between, in the order of the list."""
    bearing = (shot(state, other, key) for other in able_to_fire(state, enemy_of(state.fleet[key].side)))
    return tuple(one for one in bearing if one and not one.blockers)


class Threat(msgspec.Struct, frozen=True):
    """A hex that lies under guns.

    Attributes:
        at: the hex.
        distance: to the nearest of the ships, in hexes.
        modifier: added to the hits of the nearest (DOG-18).
        ships: whose broadsides bear on it with nothing between, the nearest first.
    """

    at: Hex
    distance: int
    modifier: int
    ships: tuple[str, ...]


def threats(state: State, side: Side) -> tuple[Threat, ...]:
    """Every hex on which a ship of a side could fire now, were an enemy there; in the order of the hexes."""
    found: dict[Hex, list[tuple[int, str]]] = {}
    for key in able_to_fire(state, side):
        for at, far in _under(state, key):
            found.setdefault(at, []).append((far, key))
    return tuple(_threat(at, sorted(bearing, key=lambda one: one[0])) for at, bearing in sorted(found.items()))


def _under(state: State, key: str) -> list[tuple[Hex, int]]:
    """The hexes on the map that one ship has before her guns, each with its range."""
    ship = state.ships[key]
    bearing = field(ship.at, ship.facing).items()
    return [
        (at, distance)
        for at, (_, distance) in bearing
        if state.sea.holds(at) and not blockers(state, ship.at, at)
    ]  # fmt: skip


def _threat(at: Hex, bearing: list[tuple[int, str]]) -> Threat:
    nearest = bearing[0][0]
    return Threat(at, nearest, RANGE_MODIFIER[nearest], tuple(key for _, key in bearing))


class Reading(msgspec.Struct, frozen=True):
    """What the ruler shows between two hexes.

    Attributes:
        distance: in hexes.
        directions: that in which the second lies from the first, or the two between which it lies; none for itself.
        modifier: added to the hits of a broadside at that range; None beyond gunshot (DOG-3, DOG-18).
        ship: who would fire from the first hex; empty if nobody lies there.
        unable: why she cannot fire at all, or why not there; None if she could.
        fire: what she has before her guns there; None if neither broadside bears.
    """

    distance: int
    directions: tuple[int, ...]
    modifier: int | None
    ship: str = ""
    unable: Refused | None = None
    fire: HexFire | None = None


def reading(state: State, one: Hex, other: Hex, ship: str = "") -> Reading:
    """From one hex to another; if `ship` lies in the first it is she who would fire, else the first of those there."""
    lying, far = ships_at(state, one) if one != other else [], distance(one, other)
    key = ship if ship in lying else next(iter(lying), "")
    unable, fire = _gunfire(state, key, other) if key else (None, None)
    return Reading(far, find_nearer_directions(one, other), RANGE_MODIFIER.get(far), key, unable, fire)


def _gunfire(state: State, key: str, at: Hex) -> tuple[Refused | None, HexFire | None]:
    """What a ship could fire at a hex as all lie, and why not."""
    seen, lies = outlook(state, key), state.ships[key].at
    there = next((one for one in seen.hexes if one.at == at), None)
    if there is None:
        return seen.unable or _not_in_field(distance(lies, at)), None
    found = gunnery.blockers(state, lies, at)
    stopped = Refused("DOG-4", f"Blocked by {names(state, found)}", pieces=found) if found else None
    return seen.unable or stopped, there


def _not_in_field(far: int) -> Refused:
    if far > REACH:
        return Refused("DOG-3", "Beyond gunshot", f"{far} hexes, the reach is {REACH}")
    return Refused("DOG-3", "Neither of her broadsides bears")
