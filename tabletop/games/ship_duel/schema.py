"""What a scenario file may say: every key with its type, its limits and a sentence for editors."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from tabletop.core.section import Line, Name, Prose, Section
from tabletop.games.ship_duel.state import Model, Nation
from tabletop.games.ship_duel.tables import Kind

Points = Annotated[int, Field(ge=1, le=20)]
Count = Annotated[int, Field(ge=0, le=40)]


class ShipData(Section):
    """One of the two ships (SLC-1)."""

    name: Name = Field(min_length=1, max_length=30)
    nation: Nation = Field(default="britain", description="Whose colours she flies; only for the looks.")
    model: Model = Field(default="two_decker_74", description="What she looks like; only for the looks.")
    hull: Points = Field(default=7, description="Points that cannon balls take.")
    rigging: Points = Field(default=7, description="Points that chain shot takes.")
    crew: Points = Field(default=7, description="Points that grape shot takes.")


class ShipsData(Section):
    """The two ships; `port` is dealt to first."""

    port: ShipData
    starboard: ShipData


def _form(said: object) -> str:
    return "counts" if isinstance(said, dict) else "name"


DeckData = Annotated[
    Annotated[Line, Tag("name")] | Annotated[dict[Kind, Count], Tag("counts")],
    Discriminator(_form),
]


class ScenarioData(Section):
    """A scenario of Ships of the Line, the card game."""

    game: Literal["ship_duel"]
    title: Line
    date: Line = ""
    briefing: Prose = ""
    ships: ShipsData
    cards: DeckData = Field(
        default="standard",
        description="How many cards of each kind, those left out being none; or the name of a scenario of this game "
        "whose deck is used.",
    )
