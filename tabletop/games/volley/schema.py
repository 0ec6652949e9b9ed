"""What a scenario file may say: every key with its type, its limits and a sentence for editors."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from tabletop.core.section import Line, Name, Prose, Section
from tabletop.games.volley.state import Negated, Suit

MOST_CARDS = 200
"""Entries of a deck, each of one card or of several that are alike."""

Troops = Annotated[int, Field(ge=1, le=1000)]

COPIES = range(1, 11)
"""How many of a card may be in the deck."""


class CardData(Section):
    """One card, or several that are alike (VOL-2)."""

    name: Name = Field(min_length=1, max_length=24)
    suit: Suit
    force: int | None = Field(default=None, ge=0, le=20, description="Casualties that it adds; not on defence cards.")
    negates: Negated | None = Field(default=None, description="On defence cards: the suit that it negates.")
    count: int = Field(default=1, ge=COPIES[0], le=COPIES[-1], description="How many copies are in the deck.")

    @model_validator(mode="after")
    def _whole(self) -> "CardData":
        if self.suit == "defence" and self.negates is None:
            raise ValueError("a defence card says what it negates")
        if self.suit == "defence" and self.force is not None:
            raise ValueError("a defence card has no force")
        if self.suit != "defence" and self.force is None:
            raise ValueError("a card of a meld has a force")
        if self.suit != "defence" and self.negates is not None:
            raise ValueError("only a defence card negates anything")
        return self


class SidesData(Section):
    """How the sides are called."""

    red: Name = Field(default="Red", min_length=1, max_length=20)
    blue: Name = Field(default="Blue", min_length=1, max_length=20)


class TroopsData(Section):
    """Troop points of each side."""

    red: Troops
    blue: Troops


Strengths = Annotated[
    Annotated[Troops, Tag("")] | Annotated[TroopsData, Tag("dict")],
    Discriminator(lambda value: "dict" if isinstance(value, (dict, TroopsData)) else ""),
]
Deck = Annotated[
    Annotated[Line, Tag("str")] | Annotated[tuple[CardData, ...], Field(max_length=MOST_CARDS), Tag("")],
    Discriminator(lambda value: "str" if isinstance(value, str) else ""),
]


class OptionsData(Section):
    """Rules that may be played either way."""

    troops: Strengths = Field(default=100, description="Troop points of both sides, or of each (VOL-1).")
    defences_per_attack: Literal[1, "any"] = Field(default=1, description="Defence cards on one attack (VOL-6).")
    auto_pass: Literal["off", "on"] = Field(
        default="off", description="The table passes for a side that holds no answer (VOL-11)."
    )


class ScenarioData(Section):
    """A scenario of Volley."""

    game: Literal["volley"]
    title: Line
    date: Line = ""
    briefing: Prose = ""
    sides: SidesData = SidesData()
    options: OptionsData = OptionsData()
    cards: Deck = Field(description="The cards of the deck, or the name of a scenario that has them.")
