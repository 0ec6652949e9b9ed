"""What has happened: facts in the past tense, each with its cards, its numbers and the rule that made it so."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.cards import events as common
from tabletop.cards.events import PileShuffled
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.games.decks_of_glory.events.combat import (
    BoardersLed,
    BoardingFought,
    BroadsideFired,
    ColoursStruck,
    FireDeclared,
    HitsMarked,
    Rake,
    SurvivorFound,
)
from tabletop.games.decks_of_glory.events.movement import (
    CutLooseTried,
    IronsTried,
    Leg,
    MoveEnded,
    ShipDrifted,
    ShipDriftedOff,
    ShipEntangled,
    ShipParted,
    ShipSailed,
    ShipWithdrew,
)
from tabletop.games.decks_of_glory.events.turn import (
    CardDrawn,
    CardsCompared,
    ColoursChosen,
    InitiativeDrawn,
    PhaseBegan,
    Purpose,
    SideAsked,
    SideDone,
    TurnBegan,
    WindChecked,
    WindSet,
)

Event = (
    ColoursChosen
    | PileShuffled
    | CardDrawn
    | CardsCompared
    | WindSet
    | TurnBegan
    | PhaseBegan
    | SideAsked
    | WindChecked
    | ShipDrifted
    | ShipDriftedOff
    | ShipEntangled
    | ShipParted
    | InitiativeDrawn
    | ShipSailed
    | ShipWithdrew
    | IronsTried
    | CutLooseTried
    | MoveEnded
    | SideDone
    | FireDeclared
    | BroadsideFired
    | HitsMarked
    | BoardersLed
    | BoardingFought
    | SurvivorFound
    | ColoursStruck
    | DrawOffered
    | DrawLapsed
    | GameEnded
)


def _declared_in_secret(event: FireDeclared, side: str) -> FireDeclared:
    return replace(event, shots=None) if event.secret and side != event.side else event


SEEN: dict[type, Callable[[Any, str], Any]] = {
    PileShuffled: common.SEEN[PileShuffled],
    FireDeclared: _declared_in_secret,
}
"""Facts that a side may not know whole, and what it may know of them (C-6)."""

__all__ = [
    "SEEN",
    "BoardersLed",
    "BoardingFought",
    "BroadsideFired",
    "CardDrawn",
    "CardsCompared",
    "ColoursChosen",
    "ColoursStruck",
    "CutLooseTried",
    "DrawLapsed",
    "DrawOffered",
    "Event",
    "FireDeclared",
    "GameEnded",
    "HitsMarked",
    "InitiativeDrawn",
    "IronsTried",
    "Leg",
    "MoveEnded",
    "PhaseBegan",
    "PileShuffled",
    "Purpose",
    "Rake",
    "ShipDrifted",
    "ShipDriftedOff",
    "ShipEntangled",
    "ShipParted",
    "ShipSailed",
    "ShipWithdrew",
    "SideAsked",
    "SideDone",
    "SurvivorFound",
    "TurnBegan",
    "WindChecked",
    "WindSet",
]
