"""Gunnery, boarding and striking (DOG-17 to DOG-22)."""

from typing import Literal

from tabletop.core.facts import Fact
from tabletop.games.decks_of_glory.state import Aims, Hand, Side
from tabletop.geometry.hexgrid import Hex

Rake = Literal["bow", "stern"]
"""The end of a ship that is raked."""


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
