"""Chapters 4.1, 4.2 and 4.4.1: fire, damage, and ships that are lost."""

from typing import Literal

from msgspec import UNSET, UnsetType

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.events.modifier import Modifier
from tabletop.games.ships_of_the_line.ship import Broadside, Mast
from tabletop.games.ships_of_the_line.state import Band, Critical, Facing
from tabletop.geometry.pose import Point


class BroadsideFired(Fact, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """A broadside was fired and its damage noted in pencil (4.2)."""

    ship: str
    broadside: Broadside
    target: str
    distance: float
    band: Band
    sight: tuple[Point, Point]
    """Nearest points of broadside and hull: the line of fire, UM."""
    facing: Facing
    bearing: int
    """Of the firer from the target, relative to her bow, 0 to 180."""
    rake: Literal["bow", "stern"] | None
    dice: tuple[Modifier, ...]
    """How the number of dice came about; the last value is what was rolled."""
    needed: int
    rolls: tuple[int, ...]
    hits: int
    damage: tuple[int, ...]
    """A damage die for each hit."""
    hull: int
    """Hull points lost, doublings included."""
    criticals: tuple[Critical, ...]
    to_hit: tuple[Modifier, ...] | UnsetType = UNSET
    """How `needed` came about, where it is not the printed number alone."""
    loss: tuple[Modifier, ...] | UnsetType = UNSET
    """How `hull` came about, where a rule module had a part in it."""
    rule: str = "SOTL-4.2-a"


class HullLost(Fact, frozen=True, kw_only=True):
    """A ship lost hull points (4.1.5-a)."""

    ship: str
    points: int
    left: int
    cause: Literal["gunfire", "explosion", "fire"]
    rule: str = "SOTL-4.1.5-a"


class MastFell(Fact, frozen=True, kw_only=True):
    """A mast went over a side (4.2.1-f)."""

    ship: str
    mast: Mast
    over: Broadside
    facing: Facing
    rule: str = "SOTL-4.2.1-f"


class OfficerHit(Fact, frozen=True, kw_only=True):
    """The officer was wounded, or died (4.2.1-h)."""

    ship: str
    condition: Literal["wounded", "dead"]
    rule: str = "SOTL-4.2.1-h"


class RudderLost(Fact, frozen=True, kw_only=True):
    """The rudder was shot away (4.2.1-i)."""

    ship: str
    rule: str = "SOTL-4.2.1-i"


class FireStarted(Fact, frozen=True, kw_only=True):
    """One more fire burns (4.2.1-j, or -l when the magazine die added it)."""

    ship: str
    fires: int
    rule: str = "SOTL-4.2.1-j"


class CriticalWithoutEffect(Fact, frozen=True, kw_only=True):
    """A critical result that changed nothing, and why (AMB-27, 30, 32, 129)."""

    ship: str
    die: int
    reason: str
    rule: str = "SOTL-4.2.1-d"


class ShipExploded(Fact, frozen=True, kw_only=True):
    """The magazine went up (4.2.1-m)."""

    ship: str
    rule: str = "SOTL-4.2.1-m"


class ExplosionStruck(Fact, frozen=True, kw_only=True):
    """A ship near an explosion was showered with wreckage: an attack of twelve dice (4.2.1-m)."""

    exploded: str
    ship: str
    distance: float
    rolls: tuple[int, ...]
    needed: int
    hits: int
    damage: tuple[int, ...]
    hull: int
    criticals: tuple[Critical, ...]
    rule: str = "SOTL-4.2.1-m"


class ShipSunk(Fact, frozen=True, kw_only=True):
    """A ship went down with everyone aboard (2.2-h, 4.4.1-d)."""

    ship: str
    cause: Literal["hull", "flooding", "fire"]
    rule: str = "SOTL-2.2-h"


class SurrenderRolled(Fact, frozen=True, kw_only=True):
    """The crew of a ship whose officer is dead wavered: 1 or 2 strikes (AMB-29)."""

    ship: str
    die: int
    rule: str = "SOTL-4.2.1-h"


class ColoursStruck(Fact, frozen=True, kw_only=True):
    """A ship surrendered and hoisted the white flag (4.4.1)."""

    ship: str
    cause: Literal["sinking_zone", "officer", "dismasted"]
    rule: str = "SOTL-4.4.1-b"


class DamageInked(Fact, frozen=True, kw_only=True):
    """All noted damage has taken effect; the notes are cleared (3-d)."""

    rule: str = "SOTL-3-d"
