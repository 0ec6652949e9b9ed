"""Chapter 22: keys of scenario files for a coast, its chart and its batteries, and the check of their values."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal, Required

import msgspec
import shapely
from annotated_types import Interval, MaxLen, MinLen
from shapely.geometry.base import BaseGeometry
from typing_extensions import TypedDict

from tabletop.core.document import DataPath
from tabletop.core.phrases import did_you_mean
from tabletop.games.ships_of_the_line.hooks import Entry
from tabletop.games.ships_of_the_line.model import BATTERY_HULL, SHOAL, SHORE, Area, Battery, Coast, State
from tabletop.games.ships_of_the_line.ship import AFLOAT, Side
from tabletop.geometry.coast import find_outline_fault
from tabletop.geometry.hull import outline, stern_pose
from tabletop.geometry.pose import Point, quantise

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.hooks import Scenario
    from tabletop.games.ships_of_the_line.schema import ScenarioData

BATTERY_DICE = 4
"""AMB-194: dice of a battery at point-blank range."""
BATTERIES_OF_CATEGORY: dict[int, int] = {1: 4, 2: 3, 3: 2}
"""SOTL-22-a: number of batteries by the category of the harbour."""

_Key = Annotated[str, MinLen(1), MaxLen(24)]
_Name = Annotated[str, MaxLen(40)]
_Length = Annotated[float, Interval(ge=-1000, le=1000)]
_Place = tuple[_Length, _Length]
_Polygon = Annotated[tuple[_Place, ...], MinLen(3), MaxLen(200)]
_Polygons = Annotated[tuple[_Polygon, ...], MaxLen(20)]
_PLAIN = {"extra": "forbid", "use_attribute_docstrings": True}
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class HarbourData(TypedDict, total=False):
    """A harbour and the strength of its defence."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    category: Required[Annotated[int, Interval(ge=1, le=3)]]
    """1, 2 or 3, for 4, 3 or 2 batteries (22-a)."""
    bounds: _Polygon
    """Water in which wrecks stay where they sank (10-c)."""


class BatteryData(TypedDict, total=False):
    """A coastal battery."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    key: Required[_Key]
    """Unique short name, used by orders and records."""
    side: Required[Side]
    name: _Name
    at: _Place
    """Middle in UM: [east, north]; left out: the owner chooses one of the sites."""
    dice: Annotated[int, Interval(ge=1, le=20)]
    """Dice at point-blank range; left out: 4."""
    hull_left: Annotated[int, Interval(ge=0, le=BATTERY_HULL)]
    """Points that are left; left out: 17."""
    player: _Key
    """Player who commands the battery, if the side has several players."""


LAND: Entry[tuple[tuple[_Place, ...], ...]] = Entry(
    "land", _Polygons, (), "Land: the corners of each piece in order (22)."
)
FAIRWAYS: Entry[tuple[tuple[_Place, ...], ...]] = Entry(
    "fairways", _Polygons, (), "Water free of shoals: the corners of each area in order (22-f)."
)
RINGS: Entry[float] = Entry(
    "rings",
    Annotated[float, Interval(ge=0, le=20)],
    2.0,
    "Width in UM of each of the three rings of shoal around a battery; 0 for none (22-f).",
)
SITES: Entry[dict[str, _Place]] = Entry(
    "sites", Annotated[dict[_Key, _Place], MaxLen(20)], {}, "Places on land where a battery may be placed (22-b)."
)
BATTERY: Entry[tuple[BatteryData, ...]] = Entry(
    "batteries", Annotated[tuple[BatteryData, ...], MaxLen(20)], (), "Coastal batteries (22)."
)
HARBOUR: Entry[HarbourData | None] = Entry("harbour", HarbourData | None, None, "The harbour they guard (22-a).")
ENTRIES: tuple[Entry[object], ...] = (LAND, FAIRWAYS, RINGS, SITES, BATTERY, HARBOUR)


def add_coast(state: State, scenario: "Scenario") -> State:  # noqa: ARG001 - the battle has all that the file says
    """Return the state with the coast that the scenario describes; `state` itself without any such key.

    Batteries without a place stand on the sites in order (AMB-147).
    """
    if not any(entry.key in (state.matter or {}) for entry in ENTRIES):
        return state
    harbour, sites = HARBOUR.state_value(state), {key: _build_point(at) for key, at in SITES.state_value(state).items()}
    free = iter(sites.values())
    batteries = [
        _build_battery(one, _build_point(one["at"]) if "at" in one else next(free))
        for one in BATTERY.state_value(state)
    ]
    coast = Coast(
        land=_build_areas(LAND.state_value(state)),
        fairways=_build_areas(FAIRWAYS.state_value(state)),
        rings=RINGS.state_value(state),
        harbour=_build_area(harbour.get("bounds", ()) if harbour else ()),
        sites=sites,
        batteries={one.key: one for one in batteries},
    )
    return msgspec.structs.replace(state, coast=coast)


def _build_battery(data: BatteryData, place: Point) -> Battery:
    """Return the battery at `place`; what the file leaves out gets its default. Movable without `at`."""
    return Battery(
        key=data["key"],
        side=data["side"],
        name=data.get("name") or f"Battery {data['key']}",
        place=place,
        dice=data.get("dice", BATTERY_DICE),
        hull=data.get("hull_left", BATTERY_HULL),
        player=data.get("player", ""),
        movable="at" not in data,
    )


def _build_point(at: _Place) -> Point:
    """Return (east, north) as a `Point`, quantised."""
    return Point(quantise(at[0]), quantise(at[1]))


def _build_area(corners: tuple[_Place, ...]) -> Area:
    """Return the corners as quantised points."""
    return tuple(_build_point(one) for one in corners)


def _build_areas(polygons: tuple[tuple[_Place, ...], ...]) -> tuple[Area, ...]:
    """Return each polygon as an area of quantised points."""
    return tuple(_build_area(one) for one in polygons)


def find_coast_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield (path, sentence) for each mistake in the keys of a coast, its chart and its batteries.

    If the outline of some land is faulty, nothing is compared with the land.
    """
    polygons: list[tuple[DataPath, tuple[_Place, ...]]] = [
        ((entry.key, place), one) for entry in (LAND, FAIRWAYS) for place, one in enumerate(entry.file_value(data))
    ]
    if (harbour := HARBOUR.file_value(data)) and "bounds" in harbour:
        polygons.append(((HARBOUR.key, "bounds"), harbour["bounds"]))
    wrong = [(path, why) for path, corners in polygons if (why := find_outline_fault(corners))]
    yield from wrong
    if not any(path[0] == LAND.key for path, _ in wrong):
        land = shapely.union_all([shapely.Polygon(one) for one in LAND.file_value(data)])
        yield from _find_place_problems(data, land)
        yield from _find_ships_on_land(data, land)
        yield from find_chart_problems(data, land)
    yield from _find_key_problems(data)
    yield from _find_number_problems(data)


def _find_place_problems(data: "ScenarioData", land: BaseGeometry) -> Iterator[tuple[DataPath, str]]:
    """Yield batteries and sites that are not on land, then those at the place of another."""
    stated = enumerate(BATTERY.file_value(data))
    fixed = [((BATTERY.key, place, "at"), one["key"], one["at"]) for place, one in stated if "at" in one]
    sites = [((SITES.key, key), key, at) for key, at in SITES.file_value(data).items()]
    for path, key, at in chain(fixed, sites):
        if shapely.Point(at).distance(land) > 0 or land.is_empty:
            yield path, f"{key} is in deep water, not on land"
    stood = dict[_Place, str]()
    for path, key, at in chain(fixed, sites):
        if at in stood:
            yield path, f"{key} is at the same place as {stood[at]}"
        stood.setdefault(at, key)


def _find_ships_on_land(data: "ScenarioData", land: BaseGeometry) -> Iterator[tuple[DataPath, str]]:
    """Yield ships afloat whose hulls touch land."""
    from tabletop.games.ships_of_the_line.scenario import build_profile  # the reader of files reads modules first

    hulls = build_profile(data.profile).hulls
    for place, ship in enumerate(data.ships):
        size = hulls[ship.ship_class]
        hull = outline(stern_pose(*ship.at, ship.heading, size[0]), *size)
        if ship.status in AFLOAT and hull.intersects(land):
            yield ("ships", place, "at"), f"{ship.key} {ship.name} lies on land"


def _find_key_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield battery keys that are malformed or taken, and players who are unknown or of the other side.

    Keys of ships are taken too.
    """
    taken = {ship.key for ship in data.ships} | {SHORE, SHOAL}
    for place, one in enumerate(BATTERY.file_value(data)):
        key, player = one["key"], one.get("player")
        if not _IDENTIFIER.fullmatch(key):
            yield (BATTERY.key, place, "key"), f"'{key}' is not a key: use a letter, then letters, digits and _"
        elif key in taken:
            yield (BATTERY.key, place, "key"), f"duplicate key '{key}'"
        taken.add(key)
        if player and player not in data.players:
            yield (BATTERY.key, place, "player"), f"unknown player '{player}'{did_you_mean(player, data.players)}"
        elif player and data.players[player].side != one["side"]:
            yield (BATTERY.key, place, "player"), f"{player} is not on the side of {key}"


def _find_number_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield a wrong number of batteries for the harbour (AMB-222), and batteries without a site left."""
    batteries, sites = BATTERY.file_value(data), SITES.file_value(data)
    harbour = HARBOUR.file_value(data)
    if harbour and len(batteries) != (most := BATTERIES_OF_CATEGORY[harbour["category"]]):
        message = f"a harbour of category {harbour['category']} has {most} batteries, not {len(batteries)}"
        yield (HARBOUR.key, "category"), message
    homeless = [place for place, one in enumerate(batteries) if "at" not in one]
    for place in homeless[len(sites) :]:
        yield (BATTERY.key, place), f"no site is left for {batteries[place]['key']}: say where it is, `at`"


PlaceKind = Literal["land", "town", "water", "harbour"]


class PlaceData(TypedDict, total=False):
    """A name on the chart."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    name: Required[Annotated[str, MinLen(1), MaxLen(40)]]
    at: Required[tuple[_Length, _Length]]
    """Middle of the name in UM, or place of the town: [east, north]."""
    kind: PlaceKind
    """`land`, `town`, `water` or `harbour`; left out: land or water, by what lies there."""


PLACES: Entry[tuple[PlaceData, ...]] = Entry(
    "places", Annotated[tuple[PlaceData, ...], MaxLen(40)], (), "Names of land, towns, water and harbours on the chart."
)
KIND_WORDS: dict[PlaceKind, str] = {"land": "land", "town": "a town", "water": "water", "harbour": "a harbour"}
DRY_KINDS = ("land", "town")


class ChartName(msgspec.Struct, frozen=True):
    """A name on the chart with its place and kind."""

    name: str
    at: tuple[float, float]
    """East and north, UM."""
    kind: PlaceKind


def list_chart_names(state: State, land: BaseGeometry) -> tuple[ChartName, ...]:
    """Return the names on the chart of a battle, in file order; a kind not stated follows from `land`."""
    return tuple(
        ChartName(one["name"], (one["at"][0], one["at"][1]), _kind_of_place(one, land))
        for one in PLACES.state_value(state)
    )


def _kind_of_place(place: PlaceData, land: BaseGeometry) -> PlaceKind:
    """Return the stated kind, else "land" if `land` covers the place, or "water"."""
    return place.get("kind") or ("land" if land.covers(shapely.Point(place["at"])) else "water")


def find_chart_problems(data: "ScenarioData", land: BaseGeometry) -> Iterator[tuple[DataPath, str]]:
    """Yield names on the wrong side of the shore, beyond the map, or at the place of another name."""
    stood: dict[tuple[float, float], str] = {}
    for number, place in enumerate(PLACES.file_value(data)):
        path, name, at, kind = (PLACES.key, number, "at"), place["name"], place["at"], _kind_of_place(place, land)
        if data.map and not (data.map.west <= at[0] <= data.map.east and data.map.south <= at[1] <= data.map.north):
            yield path, f"{name} is off the map"
        if (kind in DRY_KINDS) is not land.covers(shapely.Point(at)):
            yield path, f"{name} lies {'in the water' if kind in DRY_KINDS else 'on land'}, but is {KIND_WORDS[kind]}"
        if at in stood:
            yield path, f"{name} is at the same place as {stood[at]}"
        stood.setdefault(at, name)
