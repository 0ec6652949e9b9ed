"""What must hold in a scenario beyond the types of its keys: every problem at once, at its line."""

from collections.abc import Mapping
from itertools import pairwise

from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.games.decks_of_glory.positions import on_sea
from tabletop.games.decks_of_glory.schema import MOST_SHIPS, MapData, ScenarioData, ShipData
from tabletop.games.decks_of_glory.state import SIDES, Hexagon, Rectangle, Sea
from tabletop.games.decks_of_glory.tables import POINTS, SIDE_OF

Ships = Mapping[int, ShipData]
"""The sound ships of a file by their place in its list."""


def checked(text: str, source: str) -> ScenarioData:
    """The data of a scenario in which nothing is wrong.

    Raises:
        ScenarioError: with every problem of the file.
    """
    document = Document(text, source)
    document.readable()
    data = files.fit(document, ScenarioData)
    ships = files.fit_each(document, ShipData, "ships", MOST_SHIPS)
    _check_unique(document, ships)
    _check_places(document, ships)
    _check_strengths(document, ships)
    _check_fighters(document, ships)
    _check_sides(document)
    document.finish()
    assert data is not None
    return data


def sea_of(chart: MapData) -> Sea | None:
    """The map that is meant; None if it is not told in one of the two ways."""
    said = (chart.columns, chart.rows, chart.radius)
    if chart.columns and chart.rows and chart.radius is None:
        return Rectangle(chart.columns, chart.rows)
    return Hexagon(chart.radius) if chart.radius and said == (None, None, chart.radius) else None


def _check_unique(document: Document, ships: Ships) -> None:
    keys: dict[str, ShipData] = {}
    for place, ship in ships.items():
        if ship.key in keys:
            message = f"duplicate ship '{ship.key}': {keys[ship.key].name} has that key already"
            document.problem(("ships", place, "key"), message)
        keys.setdefault(ship.key, ship)


def _check_places(document: Document, ships: Ships) -> None:
    chart = files.fit(document, MapData, ("map",)) if isinstance(document.at(("map",)), dict) else None
    sea = sea_of(chart) if chart else None
    if chart and sea is None:
        document.problem(("map",), "map: give columns and rows, or a radius")
    taken: dict[tuple[int, int], ShipData] = {}
    for place, ship in ships.items():
        if sea and not on_sea(sea, ship.at):
            document.problem(("ships", place, "at"), f"{_called(ship)} lies off the map")
        if ship.at in taken:
            message = f"{_called(ship)} lies in the hex of {_called(taken[ship.at])}"
            document.problem(("ships", place, "at"), message)
        taken.setdefault(ship.at, ship)


def _check_strengths(document: Document, ships: Ships) -> None:
    for place, ship in ships.items():
        most = POINTS[ship.rate]
        if ship.strength is not None and ship.strength > most:
            message = f"strength: {ship.strength} is more than the {most} points of rate {ship.rate}"
            document.problem(("ships", place, "strength"), message)
        if ship.strength is not None and ship.derelict:
            document.problem(("ships", place, "strength"), "strength: a derelict has no points")


def _check_fighters(document: Document, ships: Ships) -> None:
    """Each side needs a ship that can fight; one that is not sound might be the one that is missed."""
    listed = document.at(("ships",))
    if not isinstance(listed, list) or len(ships) < len(listed):
        return
    for side in SIDES:
        if not any(SIDE_OF[ship.nation] == side and not ship.derelict for ship in ships.values()):
            document.problem(("ships",), f"ships: the side of '{side}' has none that can fight")


def _check_sides(document: Document) -> None:
    """Where sides are told, both are, and they have neither name nor colour in common."""
    listed = document.at(("sides",))
    if not isinstance(listed, dict):
        return
    for side in SIDES:
        if side not in listed:
            document.problem(("sides",), f"sides: '{side}' is missing")
    told = [side for side in listed if side in SIDES]
    for first, second in pairwise(told):
        for key in ("name", "colour"):
            shared = document.at(("sides", first, key))
            if shared and shared == document.at(("sides", second, key)):
                document.problem(("sides", second, key), f"{key}: '{first}' has {shared} already")


def _called(ship: ShipData) -> str:
    return f"{ship.key} {ship.name}"
