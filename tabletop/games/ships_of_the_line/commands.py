"""What a side may order: whole intents, as a person would state them. All round-trip through JSON."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.core import commands
from tabletop.core.correction import Correction
from tabletop.games.ships_of_the_line.model import Manner
from tabletop.games.ships_of_the_line.ship import Broadside, SailState, ShotKind, Side, Unaided


class SideCommand(commands.Command, frozen=True):
    """Base of all commands of one of the two sides."""

    side: Side


class ShipCommand(SideCommand, frozen=True):
    """Base of all commands to one ship."""

    ship: str


class BatteryCommand(SideCommand, frozen=True):
    """Base of all commands to one battery on the coast (22)."""

    battery: str


class RollInitiative(SideCommand, frozen=True):
    """Begin a turn: both sides roll (3-b). Either side may give this command."""


class Done(SideCommand, frozen=True):
    """End the commands of a side or player in this phase or step (AMB-130)."""


class FireBroadside(ShipCommand, frozen=True, rename={"broadside": "battery"}):
    """Fire all guns of one side of a ship at a target (4.1)."""

    broadside: Broadside
    target: str


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One step of a sailing plan (AMB-125).

    ``advance``: 1 UM ahead for 1 point. ``turn``: a free turn of at most 44° tied to the advance just before or
    after it. ``pivot``: 1 to 45° on the spot for 1 point. ``slow``: 1 point. ``stop``: she heaves to at the end of
    a plan whose forced spend was all she had, for nothing (AMB-205). ``pitch``: out of
    the wind's eye by 1 to 45°, or through it from tack to tack by at most 90°, for 1 point (17). Degrees: starboard
    positive.
    """

    kind: Literal["advance", "turn", "pivot", "slow", "stop", "pitch"]
    degrees: int = 0


TURNS = ("turn", "pivot", "pitch")
"""The kinds of step that change the heading of a ship."""


class Sail(ShipCommand, frozen=True):
    """Make the whole move of a ship (5)."""

    plan: tuple[Step, ...]
    set: SailState | UnsetType = UNSET
    """The sail that the ship sets or shortens to before the move; left out, as she is (16)."""
    leader: Unaided | UnsetType = UNSET
    """`none` if the ship forgoes her leader's help in collisions that follow from the move (AMB-157)."""


class TurnByBoats(ShipCommand, frozen=True):
    """Turn a ship that is head to wind by her boats, by exactly 90° (5.3)."""

    towards: Broadside


class StandingOrder(SideCommand, frozen=True):
    """Give some ships an order that lasts until it is recalled or ends by itself.

    It replaces their earlier one. It moves no ship: each move is ordered like any other.
    """

    ships: tuple[str, ...]
    """The ships, the leader first."""
    manner: Manner
    """The way in which the ships go."""
    last_turn: int | UnsetType = UNSET
    """The last turn in which the order holds; left out, until it is recalled."""
    to_gunshot: bool = False
    """True if the order ends once an enemy is within gunshot of a ship as a Movement Phase begins."""


class RecallOrders(SideCommand, frozen=True):
    """End the standing orders of the named ships."""

    ships: tuple[str, ...]


class DropAnchor(ShipCommand, frozen=True):
    """Drop the anchor, instead of a move or after a move that slowed to a stop (AMB-77)."""


class WeighAnchor(ShipCommand, frozen=True):
    """Weigh the anchor, instead of a move (AMB-77)."""


class CastOff(ShipCommand, frozen=True):
    """Let go of a friend, an own prize, a tow or a struck ship, without a roll (5.6-d, AMB-135, AMB-137)."""

    other: str


class Reload(ShipCommand, frozen=True, rename={"broadsides": "batteries"}):
    """Choose what a ship with both broadsides empty loads: one side, or both for fatigue (4.1.3)."""

    broadsides: tuple[Broadside, ...]
    port: ShotKind | UnsetType = UNSET
    """The kind of shot to be loaded to port; left out, the kind that it had (19)."""
    starboard: ShotKind | UnsetType = UNSET
    """The kind of shot to be loaded to starboard; left out, the kind that it had (19)."""


class GrappleShip(ShipCommand, frozen=True):
    """Throw grapples at a ship (6); friends are grappled without a roll."""

    target: str
    leader: Unaided | UnsetType = UNSET


class MakeFastTow(ShipCommand, frozen=True):
    """Make a tow fast to a friend or own prize that touches (5.6-b)."""

    towed: str


class Transfer(ShipCommand, frozen=True):
    """Send her leader over to a friend alongside (9-f)."""

    to: str
    leader: bool = True


class BreakGrapple(ShipCommand, frozen=True):
    """Try to cut loose from a ship (6-i)."""

    other: str
    leader: Unaided | UnsetType = UNSET


class Answer(SideCommand, frozen=True):
    """Answer a question of the other side: accept or resist a grapple or a parting (AMB-133)."""

    accept: bool


class Board(ShipCommand, frozen=True):
    """Send boarders onto a grappled ship (4.3)."""

    target: str
    leader: bool | UnsetType = UNSET
    """True if the leader aboard goes with the boarders (AMB-154)."""
    crews: int | UnsetType = UNSET
    """The crews that go, where crews are counted; left out, all that are free (20)."""


class Defend(SideCommand, frozen=True):
    """Send crews of a boarded ship to resist (20.2-b, AMB-186)."""

    crews: int
    leader: bool | UnsetType = UNSET
    """True if the leader aboard fights too; left out, he does if his rating helps (AMB-154)."""


class CorrectShip(Correction, frozen=True):
    """Correct a ship's place or the marks on her card, as both sides agree (C-9); what is left out stays."""

    ship: str
    east: float | UnsetType = UNSET
    """The center of the hull, UM to the east."""
    north: float | UnsetType = UNSET
    """The center of the hull, UM to the north."""
    heading: int | UnsetType = UNSET
    """Degrees clockwise from north."""
    hull: int | UnsetType = UNSET
    """Hull points left."""
    fatigue: int | UnsetType = UNSET
    fires: int | UnsetType = UNSET
    loaded: tuple[Broadside, ...] | UnsetType = UNSET
    """The loaded broadsides."""


class ChoosePrize(ShipCommand, frozen=True):
    """Choose the beaten ship that the winners of a fight take (AMB-45)."""


class ClearRigging(ShipCommand, frozen=True, rename={"broadside": "battery"}):
    """Cut away the wreckage over one side (4.2.1-g)."""

    broadside: Broadside
    leader: Unaided | UnsetType = UNSET
    crews: int | UnsetType = UNSET
    """The crews sent to the task, where crews are counted; left out, one (20)."""


class RepairRudder(ShipCommand, frozen=True):
    """Try to repair the rudder (4.2.1-i)."""


class FightFire(ShipCommand, frozen=True):
    """Try to put out one fire (4.2.1-k)."""

    crews: int | UnsetType = UNSET
    """The crews sent to the task, where crews are counted; left out, one (20)."""
