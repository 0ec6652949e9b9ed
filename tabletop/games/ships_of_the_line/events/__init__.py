"""What has happened: facts in the past tense, each with its dice, its numbers and the rule that made it so."""

from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingDeclared,
    BoardingFought,
    BoardingRoll,
    MeleeBegan,
    MeleeEnded,
    ShipCaptured,
    ShipRestored,
)
from tabletop.games.ships_of_the_line.events.combat import (
    BroadsideFired,
    ColoursStruck,
    CriticalWithoutEffect,
    DamageInked,
    ExplosionStruck,
    FireStarted,
    HullLost,
    MastFell,
    OfficerHit,
    RudderLost,
    ShipExploded,
    ShipSunk,
    SurrenderRolled,
)
from tabletop.games.ships_of_the_line.events.crew import (
    BroadsideReloaded,
    FatigueFell,
    FatigueRose,
    FireExtinguished,
    QuestionAnswered,
    QuestionAsked,
    ResultNoted,
    RiggingCleared,
    RudderRepaired,
    ShipsGrappled,
    ShipsParted,
    SinkingRolled,
    TaskRolled,
    TowCastOff,
    TowMadeFast,
    WreckRemoved,
)
from tabletop.games.ships_of_the_line.events.ending import PointsScored
from tabletop.games.ships_of_the_line.events.modifier import Modifier
from tabletop.games.ships_of_the_line.events.movement import (
    AnchorDropped,
    AnchorWeighed,
    Leg,
    ShipDrifted,
    ShipLeft,
    ShipSailed,
    ShipStopped,
    ShipTurnedByBoats,
)
from tabletop.games.ships_of_the_line.events.sequence import (
    InitiativeRolled,
    PhaseBegan,
    PhaseEnded,
    SideAsked,
    TurnBegan,
)

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

__all__ = [
    "AnchorDropped",
    "AnchorWeighed",
    "BoardingDeclared",
    "BoardingFought",
    "BoardingRoll",
    "BroadsideFired",
    "BroadsideReloaded",
    "ColoursStruck",
    "CriticalWithoutEffect",
    "DamageInked",
    "DrawLapsed",
    "DrawOffered",
    "Event",
    "ExplosionStruck",
    "Fact",
    "FatigueFell",
    "FatigueRose",
    "FireExtinguished",
    "FireStarted",
    "GameEnded",
    "HullLost",
    "InitiativeRolled",
    "Leg",
    "MastFell",
    "MeleeBegan",
    "MeleeEnded",
    "Modifier",
    "OfficerHit",
    "PhaseBegan",
    "PhaseEnded",
    "PointsScored",
    "QuestionAnswered",
    "QuestionAsked",
    "ResultNoted",
    "RiggingCleared",
    "RudderLost",
    "RudderRepaired",
    "ShipCaptured",
    "ShipDrifted",
    "ShipExploded",
    "ShipLeft",
    "ShipRestored",
    "ShipSailed",
    "ShipStopped",
    "ShipSunk",
    "ShipTurnedByBoats",
    "ShipsGrappled",
    "ShipsParted",
    "SideAsked",
    "SinkingRolled",
    "SurrenderRolled",
    "TaskRolled",
    "TowCastOff",
    "TowMadeFast",
    "TurnBegan",
    "WreckRemoved",
]
