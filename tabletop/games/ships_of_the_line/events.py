"""What has happened: facts in the past tense, each with its dice, its numbers and the rule that made it so."""

from typing import Literal

import msgspec

from tabletop.core.game import Outcome, Score
from tabletop.core.naming import tag
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.state import Band, Battery, Critical, Facing, Mast, Melee, Question, Side
from tabletop.geometry.pose import Point, Pose


class Fact(msgspec.Struct, frozen=True, tag_field="event", tag=tag, kw_only=True):
    """Any event; `rule` is the identifier of the rule that it follows from."""

    rule: str = ""


class Modifier(msgspec.Struct, frozen=True):
    """One step of a sum that the log can show: what changed it, and the running value."""

    source: str
    change: str
    value: int


# --- chapter 3: sequence


class InitiativeRolled(Fact, frozen=True, kw_only=True):
    """Both sides rolled; totals include the scenario's bonus (3-b)."""

    dice: dict[Side, int]
    totals: dict[Side, int]
    winner: Side
    rule: str = "SOTL-3-b"


class TurnBegan(Fact, frozen=True, kw_only=True):
    """A new turn; markers of the last one are cleared (3.1)."""

    turn: int
    rule: str = "SOTL-3.1-a"


class PhaseBegan(Fact, frozen=True, kw_only=True):
    """A phase or step began; nobody is asked yet."""

    phase: str
    rule: str = "SOTL-3-h"


class SideAsked(Fact, frozen=True, kw_only=True):
    """It is this side's turn to choose (AMB-132)."""

    side: Side
    rule: str = "SOTL-3-f"


class PhaseEnded(Fact, frozen=True, kw_only=True):
    """Both sides are done; its closing rules come next."""

    phase: str
    rule: str = "SOTL-3-h"


# --- chapter 4.1, 4.2: fire and damage


class BroadsideFired(Fact, frozen=True, kw_only=True):
    """A broadside was fired and its damage noted in pencil (4.2)."""

    ship: str
    battery: Battery
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
    over: Battery
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


# --- chapter 5: movement


class Leg(msgspec.Struct, frozen=True):
    """One carried-out step of a move: from where to where, and what it cost."""

    kind: Literal["advance", "turn", "pivot", "slow"]
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
    towards: Battery
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


# --- chapters 4.3, 4.4, 6, 7: the crew phase


class BroadsideReloaded(Fact, frozen=True, kw_only=True):
    """Guns are run in and loaded (4.1.3)."""

    ship: str
    batteries: tuple[Battery, ...]
    rule: str = "SOTL-4.1.3-c"


class FatigueRose(Fact, frozen=True, kw_only=True):
    """Hard work told on the crew (7-b)."""

    ship: str
    level: int
    cause: str
    rule: str = "SOTL-7-b"


class FatigueFell(Fact, frozen=True, kw_only=True):
    """The crew rested for a turn (AMB-35)."""

    ship: str
    level: int
    rule: str = "SOTL-7-a"


class SinkingRolled(Fact, frozen=True, kw_only=True):
    """A ship attacked in her sinking zone was tested (4.4.1-a); `second` only after a 5 or 6."""

    ship: str
    die: int
    second: int | None
    result: Literal["struck", "nothing", "sunk"]
    rule: str = "SOTL-4.4.1-a"


class QuestionAsked(Fact, frozen=True, kw_only=True):
    """The game waits for an answer (AMB-133)."""

    question: Question
    rule: str = "SOTL-4.3-c"


class QuestionAnswered(Fact, frozen=True, kw_only=True):
    """The answer was given."""

    side: Side
    accept: bool
    choice: str = ""
    rule: str = "SOTL-4.3-c"


class TaskRolled(Fact, frozen=True, kw_only=True):
    """A roll on the grapple and unrigging table, or for a rudder (6-e).

    `task` is ``grapple``, ``break``, ``unrig``, ``rudder`` or ``extinguish``; `about` is the other ship or the
    battery; `modifiers` run from the die to the modified result, which must be at most `needed`.
    """

    ship: str
    task: Literal["grapple", "break", "unrig", "rudder", "extinguish"]
    about: str = ""
    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    rule: str = "SOTL-6-e"


class ShipsGrappled(Fact, frozen=True, kw_only=True):
    """Two ships are fast to each other (6)."""

    ship: str
    target: str
    agreed: bool = False
    friendly: bool = False
    rule: str = "SOTL-6-a"


class ShipsParted(Fact, frozen=True, kw_only=True):
    """Two ships are free of each other (6-i, AMB-135, AMB-138)."""

    ship: str
    other: str
    rule: str = "SOTL-6-i"


class TowMadeFast(Fact, frozen=True, kw_only=True):
    """A tow is fast (5.6-b)."""

    ship: str
    towed: str
    rule: str = "SOTL-5.6-b"


class TowCastOff(Fact, frozen=True, kw_only=True):
    """A tow was let go (5.6-d)."""

    ship: str
    towed: str
    rule: str = "SOTL-5.6-d"


class BoardingDeclared(Fact, frozen=True, kw_only=True):
    """A ship's crew gathers to board (AMB-44)."""

    ship: str
    target: str
    rule: str = "SOTL-4.3-a"


class BoardingRoll(msgspec.Struct, frozen=True):
    """One group's throw of a boarding combat; `column` None is a ratio worse than 1-5 (4.3.2-c)."""

    ships: tuple[str, ...]
    strength: int
    column: str | None
    needed: int | None
    dice: tuple[int, ...]
    success: bool


class BoardingFought(Fact, frozen=True, kw_only=True):
    """One exchange of a boarding combat (4.3.1)."""

    attacker: BoardingRoll
    defender: BoardingRoll
    target: str
    willing: bool
    result: Literal["engaged", "captured", "nothing", "repulsed", "counter_captured"]
    rule: str = "SOTL-4.3.1-b"


class MeleeBegan(Fact, frozen=True, kw_only=True):
    """Both crews hold: the fight goes on next Crew Phase (4.3.1-d)."""

    melee: Melee
    rule: str = "SOTL-4.3.1-d"


class MeleeEnded(Fact, frozen=True, kw_only=True):
    """The fight aboard is over."""

    target: str
    rule: str = "SOTL-4.3.1-d"


class ResultNoted(Fact, frozen=True, kw_only=True):
    """A success that takes effect when both sides are done with this step (AMB-132)."""

    kind: Literal["cleared", "rudder", "extinguished", "captured"]
    ship: str
    battery: Battery | None = None
    side: Side | None = None
    by: str = ""
    rule: str = "SOTL-3-f"


class ShipCaptured(Fact, frozen=True, kw_only=True):
    """A ship was taken; the captor's flag flies over her own (4.4.1-g)."""

    ship: str
    captor: Side
    by: str
    cause: Literal["boarding", "prize"]
    rule: str = "SOTL-4.4.1-g"


class ShipRestored(Fact, frozen=True, kw_only=True):
    """A struck or captured ship is back with her own side (4.4.3-c, AMB-63)."""

    ship: str
    by: str
    rule: str = "SOTL-4.4.3-c"


class RiggingCleared(Fact, frozen=True, kw_only=True):
    """One side is free of fallen rigging (AMB-27)."""

    ship: str
    battery: Battery
    rule: str = "SOTL-4.2.1-g"


class RudderRepaired(Fact, frozen=True, kw_only=True):
    """She answers her helm again (AMB-30)."""

    ship: str
    rule: str = "SOTL-4.2.1-i"


class FireExtinguished(Fact, frozen=True, kw_only=True):
    """One fire is out (4.2.1-k)."""

    ship: str
    fires: int
    rule: str = "SOTL-4.2.1-k"


class WreckRemoved(Fact, frozen=True, kw_only=True):
    """The hull marker of a sunk ship is taken away (4.4.1-e)."""

    ship: str
    rule: str = "SOTL-4.4.1-e"


# --- chapter 8 and the end


class PointsScored(Fact, frozen=True, kw_only=True):
    """Victory points won, or lost again when negative (8)."""

    score: Score
    ship: str = ""
    rule: str = "SOTL-8-b"


class DrawOffered(Fact, frozen=True, kw_only=True):
    """A draw is on offer (C-9)."""

    side: Side
    rule: str = "C-9"


class DrawLapsed(Fact, frozen=True, kw_only=True):
    """The other side went on instead of accepting (C-9)."""

    rule: str = "C-9"


class GameEnded(Fact, frozen=True, kw_only=True):
    """The battle is over and reckoned (8-a)."""

    outcome: Outcome
    rule: str = "SOTL-8-a"


Event = (
    InitiativeRolled
    | TurnBegan
    | PhaseBegan
    | SideAsked
    | PhaseEnded
    | BroadsideFired
    | HullLost
    | MastFell
    | OfficerHit
    | RudderLost
    | FireStarted
    | CriticalWithoutEffect
    | ShipExploded
    | ExplosionStruck
    | ShipSunk
    | SurrenderRolled
    | ColoursStruck
    | DamageInked
    | ShipSailed
    | ShipTurnedByBoats
    | AnchorDropped
    | AnchorWeighed
    | ShipDrifted
    | ShipStopped
    | ShipLeft
    | BroadsideReloaded
    | FatigueRose
    | FatigueFell
    | SinkingRolled
    | QuestionAsked
    | QuestionAnswered
    | TaskRolled
    | ShipsGrappled
    | ShipsParted
    | TowMadeFast
    | TowCastOff
    | BoardingDeclared
    | BoardingFought
    | MeleeBegan
    | MeleeEnded
    | ResultNoted
    | ShipCaptured
    | ShipRestored
    | RiggingCleared
    | RudderRepaired
    | FireExtinguished
    | WreckRemoved
    | PointsScored
    | DrawOffered
    | DrawLapsed
    | GameEnded
)
