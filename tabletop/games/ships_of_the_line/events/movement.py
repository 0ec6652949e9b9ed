"""Chapter 5: moves, boats, anchors, drift, and ships that leave."""

from typing import Literal

import msgspec

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.events.modifier import Modifier
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.geometry.pose import Pose


class Leg(msgspec.Struct, frozen=True):
    """One carried-out step of a move: from where to where, and what it cost."""

    kind: Literal["advance", "turn", "pivot", "slow", "stop"]
    start: Pose
    end: Pose
    points: int
    cut: bool = False


class ShipSailed(Fact, frozen=True, kw_only=True):
    """A ship made her move (5)."""

    ship: str
    plan: tuple[Step, ...]
    legs: tuple[Leg, ...]
    pose: Pose
    allowance: tuple[Modifier, ...]
    """How her points came about; the last value is what she had."""
    percentage: int
    forced: int
    spent: int
    """Points for advancing and pivoting."""
    slowed: int
    """Points slowed, those left over included (AMB-71)."""
    stopped: bool
    allows_anchor: bool = False
    contact: str = ""
    """The ship that cut her move, if any (AMB-126)."""
    ordered: bool = True
    """False when the rules made the forced spend for her (AMB-89)."""
    towed: str = ""
    towed_pose: Pose | None = None
    rule: str = "SOTL-5-c"


class ShipTurnedByBoats(Fact, frozen=True, kw_only=True):
    """Boats pulled her round (5.3-a)."""

    ship: str
    pose: Pose
    towards: Broadside
    rule: str = "SOTL-5.3-a"


class AnchorDropped(Fact, frozen=True, kw_only=True):
    """She lies at anchor (AMB-77)."""

    ship: str
    rule: str = "SOTL-5.2.5-d"


class AnchorWeighed(Fact, frozen=True, kw_only=True):
    """Her anchor is up; she starts stopped next turn (AMB-77)."""

    ship: str
    rule: str = "SOTL-5.2.5-d"


class ShipDrifted(Fact, frozen=True, kw_only=True):
    """Wind carried a ship, or a locked group, to leeward (5.2.4)."""

    poses: dict[str, Pose]
    contact: str = ""
    rule: str = "SOTL-5.2.4-c"


class ShipStopped(Fact, frozen=True, kw_only=True):
    """She lies dead in the water (5.2.5-d)."""

    ship: str
    reason: str
    rule: str = "SOTL-5.2.5-d"


class ShipLeft(Fact, frozen=True, kw_only=True):
    """She left the map for good (AMB-12)."""

    ship: str
    fled: bool
    """Sailed or towed off by her own side, which costs points."""
    rule: str = "SOTL-8-e"
