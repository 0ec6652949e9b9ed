"""What a rule module may bring for guns: what silences them or hides targets, kinds of shot, who bars the fire."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.modifiers import Hits
from tabletop.games.ships_of_the_line.ship import Broadside, ShotKind
from tabletop.games.ships_of_the_line.shots import Bystander, Critical, Shot, Special
from tabletop.games.ships_of_the_line.state import Band, Context, State

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

    from tabletop.games.ships_of_the_line.chapters.aiming import Seen
    from tabletop.geometry.field import Sight
    from tabletop.geometry.pose import Pose

Silence = Callable[[State, str, Broadside], Refused | None]
Inking = Callable[[Context, Shot], None]
Shadow = Callable[[State, "Pose", tuple[float, float], Broadside, "Polygon"], "BaseGeometry"]


class Mask(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may lie on a line of fire between two ships and hide them from each other, such as land.

    Attributes:
        hides: Returns True if it lies on a line of fire.
        shadow: Returns the part of a broadside's field that it hides, for drawing and for threats; the arguments are
            the battle, pose and size of the firing hull, its broadside, and the field.
        rule: Id of the rule by which fire is refused.
        reason: Sentence of the refusal; ``{ships}`` stands for both ships, ``{ship}`` and ``{target}`` for one.
    """

    hides: Callable[[State, "Sight"], bool]
    shadow: Shadow
    rule: str
    reason: str


class DimWater(msgspec.Struct, frozen=True):
    """Water from which, and into which, nobody sees or shoots farther than `reach` UM.

    A ship or battery lies in it if its middle does.
    """

    area: "Polygon"
    reach: float


class Visibility(msgspec.Struct, frozen=True, kw_only=True):
    """How far one sees and shoots in a battle, be it fog, smoke or night.

    Attributes:
        waters: Returns the dim water; where pieces overlap, the least reach counts. () is clear sight everywhere.
        rule: Id of the rule by which fire is refused.
        reason: Sentence of the refusal; ``{ships}`` stands for both ships, ``{ship}`` and ``{target}`` for one.
    """

    waters: Callable[[State], tuple[DimWater, ...]]
    rule: str
    reason: str


class Ammunition(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of shot that a broadside may be loaded with (19).

    Attributes:
        id: as in `Ship.shot`.
        words: what it is called.
        rule: id of its rule.
        band: beyond which it does not carry.
        critical: rolls a critical hit on a ship; left out where its sixes are no criticals.
        six: what a damage die of 6 brings, for the odds; nothing if nothing is told.
        ashore: points that such a die costs a battery (22-c).
        special: what its hits do besides hull points and criticals.
        check: kind of the roll that must come to so much at most as `needed` says, before its dice to hit, or nothing.
        tried: makes that roll; whether the guns go off.
        fired: what comes of firing it for the guns.
    """

    id: ShotKind
    words: str
    rule: str
    band: Band = "long"
    critical: Callable[[Context, str], Critical] | None = None
    six: str = ""
    ashore: int = 2
    special: Callable[[Hits], Special | msgspec.UnsetType] = lambda shot: msgspec.UNSET  # noqa: ARG005
    check: str = ""
    needed: Callable[[State], int] = lambda state: 0  # noqa: ARG005
    tried: Callable[[Context, str, Broadside], bool] = lambda turn, key, broadside: True  # noqa: ARG005
    fired: Callable[[Context, str, Broadside], None] = lambda turn, key, broadside: None  # noqa: ARG005


def nobody(state: State, shot: Hits, near: tuple["Seen", ...]) -> tuple[Bystander, ...] | msgspec.UnsetType:  # noqa: ARG001
    """Nobody is fired past."""
    return msgspec.UNSET


class Barring(msgspec.Struct, frozen=True, kw_only=True):
    """Which ships in a field bar the fire at another, and what becomes of those that do not (4.1.2-c, 11).

    Attributes:
        rule: by which fire is refused.
        words: of the refusal, with ``{ships}``.
        bars: those that bar one of the ships seen, of all that are nearer.
        past: what a broadside costs those that it was fired past.
    """

    rule: str
    words: str
    bars: Callable[[State, str, Broadside, "Seen", tuple["Seen", ...]], tuple["Seen", ...]]
    past: Callable[[State, Hits, tuple["Seen", ...]], tuple[Bystander, ...] | msgspec.UnsetType] = nobody
