"""What lies along a coast, as data: land, shoals, fairways, a harbour, and the batteries that guard it (22)."""

import msgspec

from tabletop.games.ships_of_the_line.sides import Side
from tabletop.geometry.pose import Point

Area = tuple[Point, ...]
"""The corners of a polygon, in turn."""

BATTERY_HULL = 17
"""Hull points of a battery that is not damaged (22)."""

SHORE, SHOAL = "shore", "shoal"
"""What may be in a ship's way besides ships, as their keys are."""
WORDS = {SHORE: "the shore", SHOAL: "shoal water"}


class Battery(msgspec.Struct, frozen=True):
    """A coastal battery: a round piece on land (AMB-194)."""

    key: str
    side: Side
    name: str
    place: Point
    """Its middle, UM."""
    dice: int
    """At point-blank range."""
    hull: int
    """Points that are left of it; none, and it is destroyed."""
    player: str = ""
    """Who commands it, where its side has several players."""
    movable: bool = False
    """Its owner may choose among the sites before the battle."""
    placed: bool = False
    """He has chosen."""
    fired: tuple[int, int] = (0, 0)
    """The turn in which it last attacked, and how often in that turn."""
    red_turn: int = 0
    """The turn in which it last fired hot shot."""


class Coast(msgspec.Struct, frozen=True):
    """A coast; nothing of it moves."""

    land: tuple[Area, ...] = ()
    """No hull enters it, and no ship sees across it (AMB-197)."""
    fairways: tuple[Area, ...] = ()
    """Free of shoals."""
    rings: float = 0.0
    """Width of each of the three rings of shoal around a battery, UM; 0 where there are none."""
    harbour: Area = ()
    """Water in which wrecks stay where they sank."""
    sites: dict[str, Point] = {}
    """Where batteries may be placed before the battle."""
    batteries: dict[str, Battery] = {}
    """In file order; those that are destroyed too, for their shoals remain."""
    wrecks: tuple[str, ...] = ()
    """Ships that sank in the harbour and lie there for good (AMB-198)."""


def standing(coast: Coast | msgspec.UnsetType, side: str = "") -> tuple[Battery, ...]:
    """The batteries that are not destroyed, of one side or of both."""
    found = coast.batteries.values() if coast else ()
    return tuple(one for one in found if one.hull > 0 and side in ("", one.side))
