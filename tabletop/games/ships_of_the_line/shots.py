"""What a broadside does, noted in pencil until the Combat Phase ends (3-c, AMB-146)."""

from typing import Literal

import msgspec

from tabletop.games.ships_of_the_line.ship import Broadside, ShotKind

Facing = Literal["bow", "broadside", "stern"]


class Critical(msgspec.Struct, frozen=True):
    """One critical die and, for result 6 over an old fire, the ammunition die (4.2.1-d, -l)."""

    die: int
    magazine: int | None = None
    hot: bool | msgspec.UnsetType = msgspec.UNSET
    """A hot shot found the ammunition: she explodes without a second die (AMB-178)."""


class Special(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a kind of shot does besides hull points and criticals, in the order in which it takes effect (AMB-146)."""

    kind: ShotKind
    fires: int = 0
    """Started aboard her (AMB-178)."""
    fatigue: int = 0
    """Levels, up to her limit (AMB-179)."""
    crews: int = 0
    """Killed (AMB-181)."""
    masts: tuple[Broadside, ...] = ()
    """The side over which each mast falls (AMB-180)."""


class Bystander(msgspec.Struct, frozen=True):
    """A ship that a broadside was fired past, and the hull points that it cost her (11-b)."""

    ship: str
    loss: int
    """Hull points."""


class Shot(msgspec.Struct, frozen=True, rename={"broadside": "battery"}):
    """A broadside noted in pencil until the Combat Phase ends (3-c)."""

    attacker: str
    """A ship, or a battery on the coast, which has no sides."""
    broadside: Broadside | None
    target: str
    facing: Facing
    hits: int
    hull: int
    """Hull points she will lose."""
    criticals: tuple[Critical, ...] = ()
    special: Special | msgspec.UnsetType = msgspec.UNSET
    """What her shot does besides, where it is not round."""
    past: bool | msgspec.UnsetType = msgspec.UNSET
    """She was fired past, not at (11)."""
