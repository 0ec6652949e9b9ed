"""Cards, phases, wind and initiative (DOG-7 to DOG-9, DOG-11, DOG-27)."""

from typing import Literal

from tabletop.cards.standard import Colour
from tabletop.core.facts import Fact
from tabletop.games.decks_of_glory.state import PhaseId, Side

Purpose = Literal[
    "first_wind", "wind", "initiative", "irons", "cutting_loose", "gunnery", "boarding", "survival", "striking"
]
"""What a card is drawn for."""


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


class InitiativeDrawn(Fact, frozen=True, kw_only=True):
    """The side whose colour came up moves first (DOG-11)."""

    card: str
    side: Side
    rule: str = "DOG-11"


class SideDone(Fact, frozen=True, kw_only=True):
    """A side moves no more ships this turn (DOG-12)."""

    side: Side
    rule: str = "DOG-12"
