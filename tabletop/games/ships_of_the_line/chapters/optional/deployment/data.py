"""Which ships of a scenario may be placed before the battle and where, and what may be wrong with that."""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Required

import shapely
from annotated_types import Interval, MaxLen, MinLen
from typing_extensions import TypedDict

from tabletop.core.document import Path
from tabletop.core.naming import did_you_mean
from tabletop.games.ships_of_the_line.rule_modules import Entry
from tabletop.games.ships_of_the_line.ship import AFLOAT
from tabletop.games.ships_of_the_line.sides import SIDE_OF, Side
from tabletop.geometry.coast import crossed
from tabletop.geometry.hull import outline, stern_pose

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData, ShipData

_Length = Annotated[float, Interval(ge=-1000, le=1000)]
_Key = Annotated[str, MinLen(1), MaxLen(24)]
_Area = Annotated[tuple[tuple[_Length, _Length], ...], MinLen(3), MaxLen(200)]
_PLAIN = {"extra": "forbid", "use_attribute_docstrings": True}


class ZoneData(TypedDict, total=False):
    """Water in which ships of a side are placed."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    side: Required[Side]
    area: Required[_Area]
    """Its corners in turn, UM: [east, north]. The whole hull lies in it."""
    ships: Annotated[tuple[_Key, ...], MaxLen(120)]
    """Keys of those that are placed there; left out: all of the side that no other zone names."""


class DeployData(TypedDict, total=False):
    """Places that are left open."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    secret: bool
    """Each side places its ships unseen, and both are shown when the second is done; left out: openly."""
    zones: Required[Annotated[tuple[ZoneData, ...], MinLen(1), MaxLen(20)]]


DEPLOY: Entry[DeployData | None] = Entry(
    "deploy",
    DeployData | None,
    None,
    "Ships that their owners place before the battle, and where; each begins where she lies if they leave her there.",
)


def zone_of(zones: tuple[ZoneData, ...], key: str, side: str) -> ZoneData | None:
    """The zone in which a ship of a side is placed: the one that names her, else the first of her side for all."""
    mine = [one for one in zones if one["side"] == side]
    named = next((one for one in mine if key in one.get("ships", ())), None)
    return named or next((one for one in mine if "ships" not in one), None)


def problems(data: "ScenarioData") -> Iterator[tuple[Path, str]]:
    """Shapes that cross themselves, zones of both sides that meet, ships that are not there or lie beyond theirs."""
    deploy = DEPLOY.said(data)
    zones = deploy["zones"] if deploy else ()
    wrong = [(_path(place, "area"), why) for place, one in enumerate(zones) if (why := crossed(one["area"]))]
    yield from wrong
    yield from _ships(data, zones)
    if not wrong:
        yield from _apart(zones)
        yield from _beyond(data, zones)


def _path(place: int, *rest: str | int) -> Path:
    return (DEPLOY.key, "zones", place, *rest)


def _ships(data: "ScenarioData", zones: tuple[ZoneData, ...]) -> Iterator[tuple[Path, str]]:
    ships, named = {ship.key: ship for ship in data.ships}, set[str]()
    for place, zone in enumerate(zones):
        for number, key in enumerate(zone.get("ships", ())):
            path = _path(place, "ships", number)
            if key not in ships:
                yield path, f"unknown ship '{key}'{did_you_mean(key, ships)}"
            elif SIDE_OF[ships[key].nation] != zone["side"]:
                yield path, f"{key} {ships[key].name} is not on the side of this zone"
            elif key in named:
                yield path, f"{key} {ships[key].name} is placed in another zone already"
            named.add(key)


def _apart(zones: tuple[ZoneData, ...]) -> Iterator[tuple[Path, str]]:
    """Where both sides could lie across each other, one would feel for the other's hidden ships."""
    for (_, first), (place, second) in combinations(enumerate(zones), 2):
        apart = first["side"] != second["side"]
        if apart and shapely.Polygon(first["area"]).intersects(shapely.Polygon(second["area"])):
            yield _path(place, "area"), "it meets a zone of the other side"


def _beyond(data: "ScenarioData", zones: tuple[ZoneData, ...]) -> Iterator[tuple[Path, str]]:
    from tabletop.games.ships_of_the_line.scenario import profile_of  # the reader of files reads modules first

    hulls = profile_of(data.profile).hulls
    for place, ship in enumerate(data.ships):
        zone = zone_of(zones, ship.key, SIDE_OF[ship.nation]) if placeable(ship) else None
        size = hulls[ship.ship_class]
        hull = outline(stern_pose(*ship.at, ship.heading, size[0]), *size)
        if zone and hull.difference(shapely.Polygon(zone["area"])).area > 0:
            yield ("ships", place, "at"), f"{ship.key} {ship.name} lies beyond the zone in which she is placed"


def placeable(ship: "ShipData") -> bool:
    """Whether a ship is in play for her own side; where she is held, that is seen at the table."""
    return ship.status in AFLOAT and ship.status == "in_service"
