"""The ruler: how far hexes lie apart and in which direction, and what a shot from one to the other is worth."""

import msgspec

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.chapters.sighting import blockers
from tabletop.games.decks_of_glory.naming import names
from tabletop.games.decks_of_glory.positions import ships_at
from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.survey.fields import HexFire, outlook
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER, REACH
from tabletop.geometry.hexgrid import Hex, distance, nearer


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
    return Reading(far, nearer(one, other), RANGE_MODIFIER.get(far), key, unable, fire)


def _gunfire(state: State, key: str, at: Hex) -> tuple[Refused | None, HexFire | None]:
    """What a ship could fire at a hex as all lie, and why not."""
    seen, lies = outlook(state, key), state.ships[key].at
    there = next((one for one in seen.hexes if one.at == at), None)
    if there is None:
        return seen.unable or _not_in_field(distance(lies, at)), None
    return seen.unable or _stopped(state, lies, at), there


def _not_in_field(far: int) -> Refused:
    if far > REACH:
        return Refused("DOG-3", "Beyond gunshot", f"{far} hexes, the reach is {REACH}")
    return Refused("DOG-3", "Neither of her broadsides bears")


def _stopped(state: State, one: Hex, other: Hex) -> Refused | None:
    found = blockers(state, one, other)
    return Refused("DOG-4", f"Blocked by {names(state, found)}", pieces=found) if found else None
