"""Drift and movement (DOG-10, DOG-12 to DOG-16)."""

import msgspec

from tabletop.core.facts import Fact
from tabletop.games.decks_of_glory.state import Action, Hand
from tabletop.geometry.hexgrid import Hex


class Leg(msgspec.Struct, frozen=True):
    """One action of a move, and where it led."""

    action: Action
    at: Hex
    facing: int


class ShipDrifted(Fact, frozen=True, kw_only=True):
    """A derelict was carried one hex downwind (DOG-10)."""

    ship: str
    at: Hex
    rule: str = "DOG-10"


class ShipDriftedOff(Fact, frozen=True, kw_only=True):
    """A derelict was carried off the map and is removed (DOG-10)."""

    ship: str
    rule: str = "DOG-10"


class ShipEntangled(Fact, frozen=True, kw_only=True):
    """A ship lies in a row with the others of her hex (DOG-15, DOG-26)."""

    ship: str
    others: tuple[str, ...]
    hand: Hand | None
    """The side of the others on which she lies; nothing if she is back at her old place."""
    facing: int
    place: int
    since: int
    rule: str = "DOG-15"


class ShipParted(Fact, frozen=True, kw_only=True):
    """A ship that had cut loose has left the hex of the others (DOG-16)."""

    ship: str
    others: tuple[str, ...]
    rule: str = "DOG-16"


class ShipSailed(Fact, frozen=True, kw_only=True):
    """A ship made her move (DOG-12)."""

    ship: str
    path: tuple[Leg, ...]
    at: Hex
    facing: int
    allowance: int
    """Actions that she had."""
    in_irons: bool = False
    """She has turned into the wind (DOG-13)."""
    rule: str = "DOG-12"


class ShipWithdrew(Fact, frozen=True, kw_only=True):
    """A ship has left the map by her own move (DOG-14); the path ends at its edge."""

    ship: str
    path: tuple[Leg, ...]
    rule: str = "DOG-14"


class IronsTried(Fact, frozen=True, kw_only=True):
    """A card for a ship in irons; on red she may turn one hex side (DOG-13)."""

    ship: str
    card: str
    free: bool
    rule: str = "DOG-13"


class CutLooseTried(Fact, frozen=True, kw_only=True):
    """A card for an entangled ship; on red she is free and has her move (DOG-16)."""

    ship: str
    card: str
    free: bool
    others: tuple[str, ...]
    """The ships that she is entangled with."""
    closed: tuple[Hand, ...] = ()
    """The sides on which they lie, to which she may not turn."""
    actions: int = 0
    """Her allowance, if she is free."""
    rule: str = "DOG-16"


class MoveEnded(Fact, frozen=True, kw_only=True):
    """A ship that a card had given a move did not use it."""

    ship: str
    rule: str = "DOG-12"
