"""The sections of a scenario file: each key with its type, its limits and a description for editors.

Rule modules add further keys: `scenario_checks` has the models with all of them.
"""

from typing import Annotated, Any, Literal, get_args

import msgspec
from pydantic import Field, WithJsonSchema

from tabletop.core.section import Name, OneLine, Prose, Section, TimeOfDay
from tabletop.games.ships_of_the_line import ship
from tabletop.games.ships_of_the_line.model import Profile, Strength

Quarter = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW", "random"]
FARTHEST = 1000
"""Greatest distance of a place from the middle of the sea, UM.

Hulls and fields stay exact to a thousandth, and the small map still shows all.
"""
MOST_SHIPS = 120
"""Twice as many as fought at Trafalgar."""

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=24)]
Count = Annotated[int, Field(ge=0, le=100)]
Some = Annotated[int, Field(ge=1, le=200)]
Distance = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
EastNorth = tuple[Distance, Distance]
Keys = Annotated[tuple[Identifier, ...], Field(max_length=MOST_SHIPS)]


def _overrides() -> dict[str, object]:
    """Return the JSON schema of the rule profile: all values optional, hulls of known classes only.

    What no schema can say is in `scenario_checks`.
    """
    known: dict[str, Any] = msgspec.json.schema(Profile)["$defs"]["Profile"] | {"required": []}
    known["properties"]["hulls"]["propertyNames"] = {"enum": list(get_args(ship.ShipClass))}
    return known


Overrides = Annotated[dict[str, object], WithJsonSchema(_overrides())]


class WindData(Section):
    """The wind at the start."""

    origin: Quarter = Field(
        alias="from",
        description=(
            "Where the wind blows from, one of eight points (AMB-110). Random rolls for it at the start (18.1)."
        ),
    )
    strength: Strength = Field(default="breeze", description="Strength of the wind.")


class MapData(Section):
    """The edges of the open sea in UM, x to the east and y to the north (AMB-12)."""

    west: Distance
    south: Distance
    east: Distance
    north: Distance


class InitiativeData(Section):
    """Advantages of the sides when they roll for the initiative (AMB-122)."""

    bonus: dict[ship.Side, Annotated[int, Field(ge=-20, le=20)]] = Field(
        default={"british": 1}, description="Added to a side's die every turn."
    )
    ties: ship.Side = Field(default="british", description="The side that wins a tie.")


class Options(Section):
    """Rules beyond the basic game, each a switch of its own (AMB-123)."""

    wind_strength: Strength | None = Field(
        default=None, description="Strength of the wind, instead of the scenario's own (AMB-70)."
    )


class PlayerData(Section):
    """A player and what he commands: all of his side, or what the lists name (2-a, 2-b)."""

    side: ship.Side
    name: Name = ""
    nations: tuple[ship.Nation, ...] = Field(
        default=(), max_length=12, description="He commands all ships of these nations."
    )
    divisions: Keys = Field(default=(), description="He commands all ships of these divisions of his side.")
    ships: Keys = Field(default=(), description="He commands these ships, by key.")


class LeaderData(Section):
    """A flag officer aboard; a negative rating helps (2.2-e)."""

    name: Name
    rating: int = Field(default=0, ge=-5, le=5)
    rank: int | None = Field(default=None, ge=1, le=99, description="1 is the highest. Default: by his rating.")
    scope: ship.Scope = Field(default="division", description="The ships he commands.")


class FallenData(Section):
    """A mast lying over a side (4.2.1-f)."""

    mast: ship.Mast
    over: ship.Broadside


class ShipData(Section):
    """A ship: her card, her place, and any marks she starts with."""

    key: Identifier = Field(description="Unique short name, such as B1; used in orders and records.")
    nation: ship.Nation
    number: int = Field(ge=1, le=999, description="Number on the model, unique within her nation (2.2-a).")
    name: Name
    captain: OneLine = ""
    ship_class: ship.ShipClass = Field(alias="class", description="Rate of the ship (4.1.4).")
    decks: int | None = Field(default=None, ge=1, le=4, description="Gun decks. Default: as usual for her class.")
    guns: Some
    dice: Some | None = Field(default=None, description="Dice at point-blank range. Default: as for her class.")
    half_dice: Some | None = Field(default=None, description="Dice in the sinking zone. Default: half.")
    boarding: Some | None = Field(default=None, description="Boarding strength. Default: as for her class.")
    crews: Some | None = Field(default=None, description="Crews. Default: one more than her decks.")
    hull: Some | None = Field(default=None, description="Hull points. Default: a fifth of her guns.")
    veteran: bool = False
    division: Identifier | None = Field(default=None, description="Id of her division. Default: her side.")
    leader: LeaderData | None = None
    at: EastNorth = Field(description="Middle of the hull in UM: [east, north].")
    heading: int = Field(ge=0, le=359, description="Degrees clockwise from north.")

    hull_left: int | None = Field(default=None, ge=-200, le=200, description="Hull points left. Default: all.")
    status: ship.Status = "in_service"
    captor: ship.Side | None = Field(default=None, description="For a captured ship, the side that holds her.")
    colours: ship.Nation | None = Field(
        default=None, description="For a captured ship, the nation of her captor. Default: Britain or France."
    )
    masts: tuple[ship.Mast, ...] | None = Field(
        default=None, max_length=3, description="Masts still standing. Default: those not fallen."
    )
    fallen: tuple[FallenData, ...] = Field(default=(), max_length=3, description="Masts lying over a side.")
    loaded: tuple[ship.Broadside, ...] = Field(
        default=ship.BROADSIDES, max_length=2, description="Broadsides that are loaded."
    )
    fatigue: Count = 0
    fires: Count = 0
    old_fires: Count = Field(default=0, description="Fires that burned when the turn began.")
    rudder_lost: bool = False
    officer: ship.Officer = "well"
    stopped: bool = False
    anchored: bool = False
    attacked: bool = Field(default=False, description="She was fired on this turn.")


class GrappleData(Section):
    """Two ships made fast to each other."""

    first: Identifier = Field(description="The ship that threw the grapples.")
    second: Identifier
    agreed: bool = False
    friendly: bool = False


class TowData(Section):
    """A tow."""

    tower: Identifier
    towed: Identifier


class StartData(Section):
    """Where in the turn play begins; left out: with the initiative of turn 1."""

    turn: int = Field(default=1, ge=1, le=500)
    phase: Name = Field(default="initiative", description="Id of a phase or step of the turn.")
    asked: ship.Side | None = Field(
        default=None, description="The side to give orders. Default: the side that goes first."
    )
    initiative: ship.Side | None = None
    grapples: tuple[GrappleData, ...] = Field(default=(), max_length=MOST_SHIPS)
    tows: tuple[TowData, ...] = Field(default=(), max_length=MOST_SHIPS)


class ScenarioData(Section):
    """A scenario of Ships of the Line."""

    game: Literal["ships_of_the_line"]
    title: OneLine
    date: OneLine = ""
    briefing: Prose = ""
    map: MapData | None = Field(default=None, description="The edges of the map. Default: a margin around the ships.")
    margin: float | None = Field(
        default=None, gt=0, le=FARTHEST, description="Open water around the ships in UM, instead of a map."
    )
    turns: int = Field(default=24, ge=1, le=500)
    minutes_per_turn: int = Field(default=15, ge=1, le=1440)
    clock: TimeOfDay = Field(default="12:00", description="Time of day of turn 1, such as 11:45.")
    wind: WindData
    drift: bool | None = Field(default=None, description="True if ships drift. Default: true in a heavy breeze.")
    initiative: InitiativeData = InitiativeData()
    options: Options = Options()
    profile: Overrides = Field(default={}, description="Single values of the rule profile to change.")
    divisions: dict[Identifier, Name] = Field(
        default={}, max_length=MOST_SHIPS, description="Id and name of each division."
    )
    players: dict[Identifier, PlayerData] = Field(
        default={}, max_length=MOST_SHIPS, description="Default: one player a side."
    )
    ships_of: Name = Field(
        default="",
        description="A scenario of this game. A ship here with the key of a ship there takes from it all values that "
        "are not given here.",
    )
    ships: tuple[ShipData, ...] = Field(max_length=MOST_SHIPS, description="In key order (AMB-127).")
    start: StartData = StartData()
