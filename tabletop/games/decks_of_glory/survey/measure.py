"""The ruler: how far hexes lie apart and in which direction, and what a shot from one to the other is worth."""

import msgspec

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.chapters.gunnery import cards_of, unable
from tabletop.games.decks_of_glory.chapters.sighting import blockers, field, sight
from tabletop.games.decks_of_glory.events.combat import Rake
from tabletop.games.decks_of_glory.positions import is_active, ships_at
from tabletop.games.decks_of_glory.state import Hand, State
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER, REACH
from tabletop.geometry.hexgrid import Hex, distance, nearer


class Gunshot(msgspec.Struct, frozen=True):
    """What a ship could fire from where she lies at a hex.

    Attributes:
        ship: who would fire.
        unable: why she cannot fire at all, or why not there; None if she could.
        battery: the broadside that bears; None if none does.
        target: the first active enemy there, or empty.
        rake: the end of that target which is raked, if she is.
        cards: how many are drawn.
    """

    ship: str
    unable: Refused | None = None
    battery: Hand | None = None
    target: str = ""
    rake: Rake | None = None
    cards: int = 1


class Reading(msgspec.Struct, frozen=True):
    """What the ruler shows between two hexes.

    Attributes:
        distance: in hexes.
        directions: that in which the second lies from the first, or the two between which it lies; none for itself.
        modifier: added to the hits of a broadside at that range; None beyond gunshot (DOG-3, DOG-18).
        shot: of the ship in the first hex, if one lies there.
    """

    distance: int
    directions: tuple[int, ...]
    modifier: int | None
    shot: Gunshot | None


def reading(state: State, one: Hex, other: Hex, ship: str = "") -> Reading:
    """From one hex to another; if `ship` lies in the first it is she who would fire, else the first of those there."""
    lying = ships_at(state, one)
    key = ship if ship in lying else next(iter(lying), "")
    shot = gunshot(state, key, other) if key and one != other else None
    far = distance(one, other)
    return Reading(far, nearer(one, other), RANGE_MODIFIER.get(far), shot)


def gunshot(state: State, key: str, at: Hex) -> Gunshot:
    """What a ship could fire at a hex as all lie."""
    ship, side = state.ships[key], state.fleet[key].side
    if refusal := unable(state, side, key):
        return Gunshot(key, refusal)
    battery, far = field(ship.at, ship.facing).get(at, (None, distance(ship.at, at)))
    if battery is None:
        return Gunshot(key, _not_in_field(far))
    enemies = (one for one in ships_at(state, at) if state.fleet[one].side != side and is_active(state.ships[one]))
    target = next(enemies, "")
    seen = sight(state, key, target) if target else None
    return Gunshot(
        key, _stopped(state, ship.at, at), battery, target, seen.rake if seen else None, cards_of(seen) if seen else 1
    )


def _not_in_field(far: int) -> Refused:
    if far > REACH:
        return Refused("DOG-3", "Beyond gunshot", f"{far} hexes, the reach is {REACH}")
    return Refused("DOG-3", "Neither of her broadsides bears")


def _stopped(state: State, one: Hex, other: Hex) -> Refused | None:
    found = blockers(state, one, other)
    names = " and ".join(state.fleet[key].name for key in found)
    return Refused("DOG-4", f"Blocked by {names}", pieces=found) if found else None
