"""What a scenario file may say: every key with its type, its limits and a sentence for editors."""

from typing import Annotated, Literal

from pydantic import Field

from tabletop.cards.standard import Colour
from tabletop.core.section import Line, Name, Prose, Section
from tabletop.games.decks_of_glory.state import Nation, Side

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=24)]
Place = tuple[Annotated[int, Field(ge=-400, le=400)], Annotated[int, Field(ge=-400, le=400)]]
Length = Annotated[int, Field(ge=1, le=200)]
MOST_SHIPS = 120
Direction = Annotated[int, Field(ge=0, le=5)]


class MapData(Section):
    """The map: columns and rows of a rectangle whose upper left hex is [0, 0], or a radius around [0, 0]."""

    columns: Length | None = None
    rows: Length | None = Field(default=None, description="Every second column lies half a hex lower.")
    radius: Annotated[int, Field(ge=1, le=100)] | None = None


class SideData(Section):
    """One side; the side that stands first in the file is the first side."""

    name: Name
    colour: Colour | None = Field(default=None, description="Left out for both: the first side chooses (DOG-7).")


class Options(Section):
    """Rules that are decided otherwise than usual, each a switch of its own."""

    blocking: bool = Field(default=False, description="Ships in between block the line of fire (DOG-4).")
    leave_map: bool = Field(default=False, description="Ships may withdraw from the map (DOG-14).")
    secret_fire: bool = Field(default=False, description="Both sides declare their broadsides in secret (DOG-17).")


class ShipData(Section):
    """A ship, her place, and any marks she starts with."""

    key: Identifier = Field(description="Unique short name, e.g. B1; orders and records use it.")
    nation: Nation
    name: Name
    rate: int = Field(ge=1, le=4, description="Gives her strength: 12, 10, 8 or 6 (DOG-6).")
    at: Place = Field(description="Axial coordinates [q, r] of her hex (DOG-24).")
    facing: Direction = Field(description="Hex side that she faces: 0 is up, then clockwise (DOG-24).")
    strength: int | None = Field(default=None, ge=1, le=12, description="Points left; left out: all of them.")
    derelict: bool = Field(default=False, description="She has struck already and drifts.")


class ScenarioData(Section):
    """A scenario of Decks of Glory."""

    game: Literal["decks_of_glory"]
    title: Line
    date: Line = ""
    briefing: Prose = ""
    map: MapData
    turns: int = Field(ge=1, le=500, description="After so many turns points decide (DOG-23).")
    wind: Direction | None = Field(
        default=None, description="Direction that the wind blows towards; left out: the sides draw for it (DOG-8)."
    )
    sides: dict[Side, SideData] = Field(
        default={"british": SideData(name="British"), "allied": SideData(name="Combined Fleet")},
        description="Both sides, the first one first.",
    )
    options: Options = Options()
    ships: tuple[ShipData, ...] = Field(max_length=MOST_SHIPS, description="In the order in which the rules take them.")
