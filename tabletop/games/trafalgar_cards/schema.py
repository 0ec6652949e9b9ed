"""What a scenario file may say: every key with its type, its limits and a sentence for editors."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from tabletop.core.section import Line, Name, Prose, Section
from tabletop.games.trafalgar_cards.deck import Side, Suit, Use
from tabletop.games.trafalgar_cards.state import MOST_WINS

MOST_CARDS = 200

Points = Annotated[int, Field(ge=0, le=100)]


class CardData(Section):
    """A card: what is printed on it, and its notes (TRA-2)."""

    name: Name = Field(min_length=1)
    suit: Use
    points: Points
    side: Side | None = Field(default=None, description="The side that an Admiral serves (TRA-5).")
    also_as: Suit | None = Field(default=None, description="Another suit as which it may be committed (TRA-6).")
    negate_strongest: Suit | None = Field(
        default=None, description="It negates the strongest opposing card of this suit (TRA-8)."
    )
    negate_admiral: bool = Field(default=False, description="It negates an opposing Admiral (TRA-8).")
    bonus: dict[Suit, Annotated[int, Field(ge=1, le=100)]] = Field(
        default={}, description="Points that each own card of a suit gains (TRA-9)."
    )


class LimitsData(Section):
    """How many cards of each suit count from a turn on (TRA-4)."""

    from_turn: int = Field(ge=1, le=100)
    strategy: Points = 2
    tactics: Points = 2
    morale: Points = 2
    fighting: Points = 2


class OptionsData(Section):
    """What the players may set otherwise before a match."""

    wins_needed: int = Field(default=3, ge=1, le=MOST_WINS, description="Hands that win the game (TRA-1).")


def _written_as(value: object) -> str:
    return "name" if isinstance(value, str) else "list"


Deck = Annotated[
    Annotated[Line, Tag("name")] | Annotated[tuple[CardData, ...], Field(max_length=MOST_CARDS), Tag("list")],
    Discriminator(_written_as),
]
"""Told apart before they are read, so that an error in a list is not called an error of a name."""


class ScenarioData(Section):
    """A scenario of Trafalgar, the card game: a deck, and how it is played."""

    game: Literal["trafalgar_cards"]
    title: Line
    date: Line = ""
    briefing: Prose = ""
    options: OptionsData = OptionsData()
    limits: tuple[LimitsData, ...] = Field(
        default=(), max_length=100,
        description="Left out: three Strategy and Tactics and no Fighting in turns 1 and 2, two of each "
        "to turn 5, then three Fighting (TRA-4)."
    )  # fmt: skip
    cards: Deck = Field(
        description="The deck in the order that settles ties (TRA-8), or the name of a scenario whose deck it is."
    )
