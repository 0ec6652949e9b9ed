"""The scenario file: its schema, checks beyond the types of keys, and the opening state (DOG-6, DOG-7)."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field

from tabletop.cards import zones
from tabletop.cards.standard import DECK, Colour
from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.phrases import did_you_mean
from tabletop.core.scenario import PreparedScenario
from tabletop.core.section import Name, OneLine, Prose, Section, TimeOfDay
from tabletop.games.decks_of_glory import model
from tabletop.games.decks_of_glory.draws import OTHER_COLOUR
from tabletop.games.decks_of_glory.placing import list_placeable
from tabletop.games.decks_of_glory.tables import POINTS, SIDE_OF

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=24)]
Axial = tuple[Annotated[int, Field(ge=-400, le=400)], Annotated[int, Field(ge=-400, le=400)]]
Length = Annotated[int, Field(ge=1, le=200)]
MOST_SHIPS = 120
Direction = Annotated[int, Field(ge=0, le=5)]


class MapData(Section):
    """The map: columns and rows of a rectangle whose upper left hex is [0, 0], or a radius around [0, 0]."""

    columns: Length | None = None
    rows: Length | None = Field(default=None, description="Every second column is half a hex lower.")
    radius: Annotated[int, Field(ge=1, le=100)] | None = None


class SideData(Section):
    """One side. The side that stands first in the file is the first side."""

    name: Name
    colour: Colour | None = Field(
        default=None, description=("If both sides leave it out, the first side chooses (DOG-7).")
    )


class Options(Section):
    """Options of the rules, each a switch."""

    blocking: bool = Field(default=False, description="Ships in between block the line of fire (DOG-4).")
    leave_map: bool = Field(default=False, description="Ships may withdraw from the map (DOG-14).")
    secret_fire: bool = Field(default=False, description="Both sides declare their broadsides in secret (DOG-17).")


class ShipData(Section):
    """A ship, its place, and its damage at the start."""

    key: Identifier = Field(description="Unique short name, such as B1; used in orders and records.")
    nation: model.Nation
    name: Name
    rate: int = Field(ge=1, le=4, description="Decides her strength: 12, 10, 8 or 6 (DOG-6).")
    at: Axial = Field(description="Axial coordinates [q, r] of her hex (DOG-24).")
    facing: Direction = Field(description="Hex side she faces: 0 is up, then clockwise (DOG-24).")
    strength: int | None = Field(default=None, ge=1, le=12, description="Points left; default: all.")
    derelict: bool = Field(default=False, description="She has already struck and drifts.")


class ZoneData(Section):
    """Hexes in which ships of a side are placed before play."""

    side: model.Side
    middle: Axial | None = Field(default=None, description="The hex at its centre.")
    radius: int | None = Field(default=None, ge=0, le=100, description="Its radius in hexes.")
    hexes: tuple[Axial, ...] = Field(
        default=(), max_length=1_000, description="All its hexes, instead of a centre and a radius."
    )
    ships: tuple[Identifier, ...] = Field(
        default=(), max_length=MOST_SHIPS, description="Default: all ships of the side that no other zone names."
    )


def build_zone(data: ZoneData) -> model.Zone:
    """Return the zone of a section that has one of the two forms."""
    return model.Zone(data.side, data.middle or data.hexes[0], data.radius or 0, data.ships, data.hexes)


class DeployData(Section):
    """The zones in which ships are placed before play."""

    secret: bool = Field(default=False, description="Each side places its ships in secret until both are done.")
    zones: tuple[ZoneData, ...] = Field(min_length=1, max_length=20)


class ScenarioData(Section):
    """A scenario of Decks of Glory."""

    game: Literal["decks_of_glory"]
    title: OneLine
    date: OneLine = ""
    briefing: Prose = ""
    map: MapData
    turns: int = Field(ge=1, le=500, description="Points decide after this turn (DOG-23).")
    wind: Direction | None = Field(
        default=None, description="Direction the wind blows towards; default: the sides draw for it (DOG-8)."
    )
    wind_strength: model.Strength = Field(
        default="breeze", description="Strength of the wind. It changes only sight and sound, not the rules."
    )
    clock: TimeOfDay = Field(
        default="",
        description=("Time of day of turn 1, such as 05:30; sets the light on the sea. Default: full daylight."),
    )
    minutes_per_turn: int = Field(default=15, ge=1, le=1440, description="Minutes that each turn adds to the clock.")
    sides: dict[model.Side, SideData] = Field(
        default={"british": SideData(name="British"), "allied": SideData(name="Combined Fleet")},
        description="Both sides, the first one first.",
    )
    options: Options = Options()
    deploy: DeployData | None = Field(
        default=None,
        description=("Where ships may be placed before the battle. A ship left alone begins where the file puts her."),
    )
    ships: tuple[ShipData, ...] = Field(
        max_length=MOST_SHIPS, description=("In the order in which the rules process them.")
    )


Ships = Mapping[int, ShipData]
"""The valid ships of a file by their index in its list."""


def validate(text: str, source: str) -> ScenarioData:
    """Return the validated data of a scenario file.

    Raises:
        ScenarioError: with every problem of the file.
    """
    document = Document(text, source)
    document.check_readable()
    data = files.fit(document, ScenarioData)
    ships = files.fit_each(document, ShipData, "ships", MOST_SHIPS)
    _check_unique(document, ships)
    _check_places(document, ships)
    _check_strengths(document, ships)
    _check_fighters(document, ships)
    _check_sides(document)
    if data and data.deploy:
        _check_zones(document, data, data.deploy.zones)
    document.raise_problems()
    assert data is not None
    return data


def build_sea(chart: MapData) -> model.Sea | None:
    """Return the map of a section; None if the section has neither of the two forms."""
    said = (chart.columns, chart.rows, chart.radius)
    if chart.columns and chart.rows and chart.radius is None:
        return model.Rectangle(chart.columns, chart.rows)
    return model.Hexagon(chart.radius) if chart.radius and said == (None, None, chart.radius) else None


def _check_unique(document: Document, ships: Ships) -> None:
    keys: dict[str, ShipData] = {}
    for place, ship in ships.items():
        if ship.key in keys:
            message = f"duplicate ship '{ship.key}': {keys[ship.key].name} already has that key"
            document.add_problem(("ships", place, "key"), message)
        keys.setdefault(ship.key, ship)


def _check_places(document: Document, ships: Ships) -> None:
    """Report ships off the map, ships in one hex, and a map without a size."""
    chart = files.fit(document, MapData, ("map",)) if isinstance(document.value_at(("map",)), dict) else None
    sea = build_sea(chart) if chart else None
    if chart and sea is None:
        document.add_problem(("map",), "map: give columns and rows, or a radius")
    taken: dict[tuple[int, int], ShipData] = {}
    for place, ship in ships.items():
        if sea and not sea.holds(ship.at):
            document.add_problem(("ships", place, "at"), f"{_format_ship(ship)} is off the map")
        if ship.at in taken:
            message = f"{_format_ship(ship)} lies in the hex of {_format_ship(taken[ship.at])}"
            document.add_problem(("ships", place, "at"), message)
        taken.setdefault(ship.at, ship)


def _check_strengths(document: Document, ships: Ships) -> None:
    """Report strengths above the points of the rate, and any strength of a derelict."""
    for place, ship in ships.items():
        most = POINTS[ship.rate]
        if ship.strength is not None and ship.strength > most:
            message = f"strength: {ship.strength} is more than the {most} points of rate {ship.rate}"
            document.add_problem(("ships", place, "strength"), message)
        if ship.strength is not None and ship.derelict:
            document.add_problem(("ships", place, "strength"), "strength: a derelict has no points")


def _check_fighters(document: Document, ships: Ships) -> None:
    """Report a side without a ship that can fight. Does nothing if any ship of the file is invalid."""
    listed = document.value_at(("ships",))
    if not isinstance(listed, list) or len(ships) < len(listed):
        return
    for side in model.SIDES:
        if not any(SIDE_OF[ship.nation] == side and not ship.derelict for ship in ships.values()):
            document.add_problem(("ships",), f"ships: the side of '{side}' has none that can fight")


def _check_sides(document: Document) -> None:
    """Report a missing side, and names or colours that both sides share."""
    listed = document.value_at(("sides",))
    if not isinstance(listed, dict):
        return
    for side in model.SIDES:
        if side not in listed:
            document.add_problem(("sides",), f"sides: '{side}' is missing")
    told = [side for side in listed if side in model.SIDES]
    for first, second in pairwise(told):
        for key in ("name", "colour"):
            shared = document.value_at(("sides", first, key))
            if shared and shared == document.value_at(("sides", second, key)):
                document.add_problem(("sides", second, key), f"{key}: '{first}' has {shared} already")


def _check_zones(document: Document, data: ScenarioData, zones: tuple[ZoneData, ...]) -> None:
    """Report unknown or foreign ships of zones, ships outside their zone, and zones that meet."""
    ships, named = {ship.key: ship for ship in data.ships}, set[str]()
    for place, zone in enumerate(zones):
        for number, key in enumerate(zone.ships):
            path = ("deploy", "zones", place, "ships", number)
            if key not in ships:
                document.add_problem(path, f"unknown ship '{key}'{did_you_mean(key, ships)}")
            elif SIDE_OF[ships[key].nation] != zone.side:
                document.add_problem(path, f"{_format_ship(ships[key])} is not on the side of this zone")
            elif key in named:
                document.add_problem(path, f"{_format_ship(ships[key])} is already placed in another zone")
            named.add(key)
    told = [_check_zone_form(document, place, zone) for place, zone in enumerate(zones)]
    if not all(told):
        return
    _check_zone_overlap(document, [build_zone(one) for one in zones])
    for place, ship in enumerate(data.ships):
        mine = [one for one in zones if one.side == SIDE_OF[ship.nation] and not ship.derelict]
        hers = [one for one in mine if ship.key in one.ships] or [one for one in mine if not one.ships]
        if hers and build_zone(hers[0]).distance_outside(ship.at):
            document.add_problem(("ships", place, "at"), f"{_format_ship(ship)} is outside her zone")


def _check_zone_form(document: Document, place: int, zone: ZoneData) -> bool:
    """Return True if a zone has exactly one of the two forms; report a problem otherwise."""
    round_ = (zone.middle is not None, zone.radius is not None)
    sound = not any(round_) if zone.hexes else all(round_)
    if not sound:
        document.add_problem(("deploy", "zones", place), "zone: give a middle and a radius, or hexes")
    return sound


def _check_zone_overlap(document: Document, zones: Sequence[model.Zone]) -> None:
    for place, zone in enumerate(zones):
        if any(one.side != zone.side and one.meets(zone) for one in zones[:place]):
            key = "hexes" if zone.hexes else "radius"
            document.add_problem(("deploy", "zones", place, key), f"{key}: it overlaps a zone of the other side")


def _format_ship(ship: ShipData) -> str:
    return f"{ship.key} {ship.name}"


Scenario = PreparedScenario[model.State]


def read(text: str, source: str) -> Scenario:
    """Return the validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    data = validate(text, source)
    return Scenario(data.title, data.date, data.briefing, build_opening(data))


def build_opening(data: ScenarioData) -> model.State:
    """Return the opening state. The map and the sides must have been validated."""
    sea = build_sea(data.map)
    assert sea
    first, second = data.sides
    colours, deploy = _build_colours(data), _build_deployment(data)
    battle = model.State(
        title=data.title,
        turns=data.turns,
        sea=sea,
        sides=(first, second),
        names={side: told.name for side, told in data.sides.items()},
        colours=colours,
        options=data.options.model_dump(),
        fleet={
            one.key: model.Vessel(one.key, one.name, one.nation, SIDE_OF[one.nation], one.rate, POINTS[one.rate])
            for one in data.ships
        },
        ships={ship.key: _build_ship(ship) for ship in data.ships},
        cards=zones.build_zones(DECK, ()),
        wind=data.wind,
        phase="shuffle" if colours else "colours",
        asked=None if colours else first,
        deploy=deploy,
        weather=_build_weather(data),
    )
    places = next((side for side in battle.sides if list_placeable(battle, side)), None)
    return replace(battle, phase="deployment", asked=places) if places else battle


def _build_weather(data: ScenarioData) -> model.Weather | UnsetType:
    """Return the weather; UNSET for a breeze by day."""
    told = model.Weather(data.wind_strength, data.clock, data.minutes_per_turn if data.clock else 15)
    return UNSET if told == model.Weather() else told


def _build_deployment(data: ScenarioData) -> model.Deployment | UnsetType:
    """Return the zones of the file; UNSET if it has none."""
    if data.deploy is None:
        return UNSET
    return model.Deployment(tuple(map(build_zone, data.deploy.zones)), data.deploy.secret)


def _build_colours(data: ScenarioData) -> dict[model.Side, Colour]:
    """Return the colours of both sides; {} if none is given.

    A missing colour is the opposite of the other.
    """
    said = {side: told.colour for side, told in data.sides.items() if told.colour}
    return {side: said.get(side) or OTHER_COLOUR[said[model.enemy_of(side)]] for side in data.sides} if said else {}


def _build_ship(ship: ShipData) -> model.Ship:
    if ship.derelict:
        return model.Ship(ship.key, ship.at, ship.facing, 0, "derelict")
    return model.Ship(ship.key, ship.at, ship.facing, ship.strength or POINTS[ship.rate])
