"""The fields of fire of both broadsides, hex by hex, as the rules judge them (DOG-3 to DOG-5, DOG-18)."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.chapters import sighting
from tabletop.games.decks_of_glory.chapters.dealing_out import takers
from tabletop.games.decks_of_glory.chapters.gunnery import cards_of, unable
from tabletop.games.decks_of_glory.events.combat import Rake
from tabletop.games.decks_of_glory.positions import on_sea
from tabletop.games.decks_of_glory.state import Hand, State
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER
from tabletop.geometry.hexgrid import Hex


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
    seen = sighting.sight(state, key, target)
    if seen is None:
        return None
    modifier, taking = RANGE_MODIFIER[seen.distance], tuple(takers(state, key, target))
    return Shot(key, target, seen.battery, seen.distance, modifier, cards_of(seen), seen.rake, seen.blockers, taking)


def shots(state: State, key: str) -> tuple[Shot, ...]:
    """At every active enemy in her fields, blocked ones too, in the order of the list."""
    return tuple(found for seen in sighting.targets(state, key) if (found := shot(state, key, seen.target)))


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
        HexFire(at, battery, distance, RANGE_MODIFIER[distance], tuple(_there(state, seen, at)))
        for at, (battery, distance) in sighting.field(ship.at, ship.facing).items()
        if on_sea(state.sea, at)
    )
    ordered = tuple(sorted(hexes, key=lambda one: (one.distance, one.battery)))
    return Outlook(unable(state, state.fleet[key].side, key), ordered)


def _there(state: State, seen: Sequence[Shot], at: Hex) -> list[Shot]:
    return [one for one in seen if state.ships[one.target].at == at]


def dangers(state: State, key: str) -> tuple[Shot, ...]:
    """What enemies could fire at a ship with nothing between, in the order of the list."""
    side = state.fleet[key].side
    bearing = (
        shot(state, other, key)
        for other, vessel in state.fleet.items()
        if vessel.side != side and sighting.may_fire(state, other)
    )
    return tuple(one for one in bearing if one and not one.blockers)
