"""Chapter 22: what the chart of a coast calls places. No rule reads it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, Required

import msgspec
import shapely
from annotated_types import Interval, MaxLen, MinLen
from shapely.geometry.base import BaseGeometry
from typing_extensions import TypedDict

from tabletop.core.document import Path
from tabletop.games.ships_of_the_line.rule_modules import Entry
from tabletop.games.ships_of_the_line.state import State

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData

Kind = Literal["land", "town", "water", "harbour"]
_Length = Annotated[float, Interval(ge=-1000, le=1000)]
_PLAIN = {"extra": "forbid", "use_attribute_docstrings": True}


class PlaceData(TypedDict, total=False):
    """A name on the chart."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    name: Required[Annotated[str, MinLen(1), MaxLen(40)]]
    at: Required[tuple[_Length, _Length]]
    """Where its middle stands in UM, or the town: [east, north]."""
    kind: Kind
    """`land`, a `town` on it, `water`, or a `harbour`; left out: land or water, whichever is there."""


PLACES: Entry[tuple[PlaceData, ...]] = Entry(
    "places", Annotated[tuple[PlaceData, ...], MaxLen(40)], (), "Names of land, towns, water and harbours on the chart."
)
WORDS: dict[Kind, str] = {"land": "land", "town": "a town", "water": "water", "harbour": "a harbour"}
DRY = ("land", "town")


class ChartName(msgspec.Struct, frozen=True):
    """A name on the chart."""

    name: str
    at: tuple[float, float]
    """UM."""
    kind: Kind


def places(state: State, land: BaseGeometry) -> tuple[ChartName, ...]:
    """The names of a battle in file order."""
    return tuple(ChartName(one["name"], (one["at"][0], one["at"][1]), _kind(one, land)) for one in PLACES.of(state))


def _kind(place: PlaceData, land: BaseGeometry) -> Kind:
    return place.get("kind") or ("land" if land.covers(shapely.Point(place["at"])) else "water")


def problems(data: "ScenarioData", land: BaseGeometry) -> Iterator[tuple[Path, str]]:
    """Towns and land in the water, harbours and water ashore, names beyond the map, and two on one place."""
    stood: dict[tuple[float, float], str] = {}
    for number, place in enumerate(PLACES.said(data)):
        path, name, at, kind = (PLACES.key, number, "at"), place["name"], place["at"], _kind(place, land)
        if data.map and not (data.map.west <= at[0] <= data.map.east and data.map.south <= at[1] <= data.map.north):
            yield path, f"{name} lies beyond the map"
        if (kind in DRY) is not land.covers(shapely.Point(at)):
            yield path, f"{name} lies {'in the water' if kind in DRY else 'on land'}, but is {WORDS[kind]}"
        if at in stood:
            yield path, f"{name} lies where {stood[at]} does"
        stood.setdefault(at, name)
