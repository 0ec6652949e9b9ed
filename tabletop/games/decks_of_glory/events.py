"""What has happened: facts in the past tense, each with its cards, its numbers and the rule that made it so."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tabletop.cards import events as common
from tabletop.cards.events import PileShuffled
from tabletop.cards.standard import Colour
from tabletop.core.agreement import DrawLapsed, DrawOffered, Fact, GameEnded
from tabletop.games.decks_of_glory.state import Action, Aims, Hand, PhaseId, Side
from tabletop.geometry.hexgrid import Hex

Purpose = Literal[
    "first_wind", "wind", "initiative", "irons", "cutting_loose", "gunnery", "boarding", "survival", "striking"
]
Rake = Literal["bow", "stern"]


class ColoursChosen(Fact, frozen=True, kw_only=True):
    """Each side has its colour (DOG-7)."""

    colours: dict[Side, Colour]
    rule: str = "DOG-7"


class CardDrawn(Fact, frozen=True, kw_only=True):
    """The top card was turned up and discarded (DOG-27); what it did is the next fact."""

    card: str
    purpose: Purpose
    ship: str = ""
    """The ship that it was drawn for, if any."""
    side: Side | None = None
    """The side that it was drawn for, if any."""
    rule: str = "DOG-27"


class CardsCompared(Fact, frozen=True, kw_only=True):
    """Each side's card for the first wind; the higher chooses, equal ones are drawn again (DOG-8)."""

    cards: dict[Side, str]
    winner: Side | None
    rule: str = "DOG-8"


class WindSet(Fact, frozen=True, kw_only=True):
    """The first wind was chosen (DOG-8)."""

    side: Side
    wind: int
    rule: str = "DOG-8"


class TurnBegan(Fact, frozen=True, kw_only=True):
    """A new turn; no ship has moved."""

    turn: int
    rule: str = "DOG-9"


class PhaseBegan(Fact, frozen=True, kw_only=True):
    """A phase began; `asked` must choose, or either may, or nobody need."""

    phase: PhaseId
    asked: Side | None
    rule: str = ""


class SideAsked(Fact, frozen=True, kw_only=True):
    """It is this side's turn to choose."""

    side: Side
    rule: str = "DOG-11"


class WindChecked(Fact, frozen=True, kw_only=True):
    """The wind turned by so many points, clockwise, or stayed (DOG-9)."""

    card: str
    turned: int
    wind: int
    """The direction that it blows towards now."""
    rule: str = "DOG-9"


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


class InitiativeDrawn(Fact, frozen=True, kw_only=True):
    """The side whose colour came up moves first (DOG-11)."""

    card: str
    side: Side
    rule: str = "DOG-11"


class Leg(msgspec.Struct, frozen=True):
    """One action of a move, and where it led."""

    action: Action
    at: Hex
    facing: int


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


class SideDone(Fact, frozen=True, kw_only=True):
    """A side moves no more ships this turn (DOG-12)."""

    side: Side
    rule: str = "DOG-12"


class FireDeclared(Fact, frozen=True, kw_only=True):
    """All broadsides of a side (DOG-17)."""

    side: Side
    shots: Aims | None
    """Nothing where they are hidden from the viewer."""
    secret: bool = False
    rule: str = "DOG-17"


class BroadsideFired(Fact, frozen=True, kw_only=True):
    """A broadside and its hits, which are marked when all have fired (DOG-17, DOG-18, DOG-19)."""

    ship: str
    target: str
    at: Hex
    battery: Hand
    distance: int
    modifier: int
    """Added to the hits for the range."""
    rake: Rake | None
    """The end of the target that is raked (DOG-5)."""
    cards: tuple[str, ...]
    values: tuple[int, ...]
    """Hits of each card."""
    hits: int
    shares: dict[str, int]
    """Hits that each ship in the hex takes."""
    wasted: int = 0
    """Hits that no ship could take."""
    rule: str = "DOG-18"


class HitsMarked(Fact, frozen=True, kw_only=True):
    """All hits of a phase were marked together (DOG-17, DOG-20)."""

    losses: dict[str, int]
    """Points that each ship really lost."""
    rule: str = "DOG-17"


class BoardersLed(Fact, frozen=True, kw_only=True):
    """A side has said whom its boarders go for first (DOG-20)."""

    side: Side
    first: Aims
    rule: str = "DOG-20"


class BoardingFought(Fact, frozen=True, kw_only=True):
    """A ship's boarders and their hits, which are marked when all have fought (DOG-20)."""

    ship: str
    first: str
    """The enemy that they go for first."""
    card: str
    hits: int
    shares: dict[str, int]
    wasted: int = 0
    rule: str = "DOG-20"


class SurvivorFound(Fact, frozen=True, kw_only=True):
    """All ships in a fight lost their last points; the highest card saves one of them (DOG-21)."""

    at: Hex
    draws: tuple[dict[str, str], ...]
    """Ship and card of each round; those that tied for the highest drew again."""
    survivor: str
    rule: str = "DOG-21"


class ColoursStruck(Fact, frozen=True, kw_only=True):
    """A ship that lost her last point sank on red, or is a derelict on black (DOG-22)."""

    ship: str
    card: str
    fate: Literal["sunk", "derelict"]
    rule: str = "DOG-22"


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
