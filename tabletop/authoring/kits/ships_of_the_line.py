"""The kit of Ships of the Line: ships, batteries, outlines, class table and order of battle."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count as count_from

import shapely

from tabletop.authoring import fitting, hints, kit
from tabletop.authoring.edits import Edit
from tabletop.core import resources, scenario
from tabletop.core.document import Document
from tabletop.core.game import AnyState
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line import scenario as scenario_rules
from tabletop.games.ships_of_the_line.chapters import aiming
from tabletop.games.ships_of_the_line.chapters.optional.coastal import scenario_keys
from tabletop.games.ships_of_the_line.chapters.sailing import check_held
from tabletop.games.ships_of_the_line.model import State, is_head_to_wind, is_on_map, load_standard_profile, side_of
from tabletop.games.ships_of_the_line.scenario import KEY, PRINTED, export_battery, export_ship, fill_in_borrowed_ships
from tabletop.games.ships_of_the_line.ship import BROADSIDES, NATIONALITIES, SIDE_NAMES, SIDE_OF, Nation
from tabletop.games.ships_of_the_line.survey import distances
from tabletop.games.ships_of_the_line.tables import CLASSES, ClassRow
from tabletop.geometry import hull, measure
from tabletop.geometry.coast import find_outline_fault
from tabletop.geometry.pose import Point, cosine, sine

_GUNS = {("I", 4): 136, ("I", 3): 100, ("II", 3): 90, ("III", 2): 74, ("IV", 2): 64, ("V", 1): 38, ("VI", 1): 18}
"""The guns of a new ship, by class and decks."""
_DECKS = ("", "Frigate", "Two decks", "Three decks", "Four decks")
_LETTERS: dict[Nation, str] = {"britain": "B", "france": "F", "spain": "S"}
"""The first letter of the keys of a nation's ships."""
_UNIQUE_KEYS = frozenset({"key", "number", "at", "leader"})
"""Keys of an entry that a copy does not take over."""
_ISOLATION_DISTANCE = 5
"""UM from the nearest friend above which a ship is noted as alone."""
_MAP_LIMIT = 1000.0
"""UM from the middle of the sea to its farthest place, as in the schema."""
_BATTLE = "trafalgar"
"""The scenario that holds the order of battle."""


class SeaKit(kit.Kit):
    """Ships and batteries at sea."""

    geometry = kit.SEA
    lists = (
        kit.PieceList("ships", "ship", "heading"),
        kit.PieceList("batteries", "battery"),
        kit.PieceList("places", "place"),
    )
    outlines = (("land", "*"), ("fairways", "*"), ("harbour", "bounds"), ("deploy", "zones", "*", "area"))
    group_key = "division"
    minimal_text = (
        "\nmap: {west: -30, south: -30, east: 30, north: 30}\nwind: {from: W, strength: breeze}\n\nships: []\n"
    )

    def fill_in_data(self, document: Document) -> kit.Data:
        """Return the data with the cards of ships borrowed from another scenario. Changes `document`."""
        fill_in_borrowed_ships(document)
        return super().fill_in_data(document)

    def open_despite_problems(self, text: str) -> AnyState | None:
        """Return the position even if ships overlap, lie off the map or name an unknown division."""
        from tabletop.games.ships_of_the_line.scenario import (
            build_opening,  # pydantic is slow to import
            with_wind_option,
        )
        from tabletop.games.ships_of_the_line.scenario_checks import ScenarioData

        document = Document(text, "")
        fill_in_borrowed_ships(document)
        data = scenario.fit(document, ScenarioData)
        try:
            return _add_coast(with_wind_option(build_opening(data), data.drift)) if data else None
        except (LookupError, ValueError, TypeError):  # errors that the checks report
            return None

    def list_kinds(self, data: kit.Data) -> tuple[kit.PieceKind, ...]:
        """Return the rows of the class table, then the ships of the order of battle that are missing."""
        there = {piece.id for piece in self.list_pieces(data)}
        return (*_list_classes(), *(kind for kind in _list_order_of_battle() if kind.values["key"] not in there))

    def list_groups(self, data: kit.Data) -> tuple[kit.PieceGroup, ...]:
        """Return the divisions, then the ships of each side that are in none."""
        ships = [piece for piece in self.list_pieces(data) if piece.kind == "ship"]
        named = data.get("divisions")
        titles = {str(key): str(name) for key, name in named.items()} if isinstance(named, dict) else {}
        sides = {side: [one for one in ships if not one.group and _side_of(one) == side] for side in SIDE_NAMES}
        divisions = {key: [one for one in ships if one.group == key] for key in titles}
        return (
            *(_build_group(key, titles[key], members) for key, members in divisions.items()),
            *(_build_group(side, SIDE_NAMES[side], members) for side, members in sides.items() if members),
        )

    def measure_distances(self, state: AnyState) -> tuple[kit.DistanceGauge, ...]:
        """Return the distances of the setup of Trafalgar (SOTL-T-SET)."""
        return tuple(map(_build_gauge, distances.measure_book_distances(state)))

    def fit_distances(self, data: kit.Data, state: State, chosen: Collection[str]) -> Mapping[str, kit.Coordinates]:
        """Return the offsets, by ship, that make the setup of Trafalgar hold (SOTL-T-SET).

        It is empty in other battles, and if no move would improve anything.
        """
        wanted = [
            fitting.DistanceDemand(one.first, one.others, one.distance, one.tolerance)
            for one in distances.find_book_distances(state)
        ]
        hulls = {key: positions.hull_outline(state, key) for key in state.ships if is_on_map(state, key)}
        return fitting.fit_hulls(hulls, wanted, _find_water(data, state), chosen) if wanted else {}

    def find_hints(self, ships: Sequence[kit.Piece], state: AnyState) -> Iterator[kit.Hint]:
        """Yield notes about uneven guns, ships in irons, ships alone, and broadsides without targets."""
        there = [one for one in ships if one.id in state.ships and is_on_map(state, one.id)]
        sides = {name: [one for one in there if side_of(state, one.id) == side] for side, name in SIDE_NAMES.items()}
        guns = {name: sum(state.cards[one.id].guns for one in mine) for name, mine in sides.items()}
        yield from hints.note_uneven_sides(sides, guns, "guns")
        sailing = (one for one in there if check_held(state, one.id) is None)
        ahead = [one for one in sailing if is_head_to_wind(one.heading or 0, state.wind)]
        yield from hints.note_ships_in_irons(ahead, "SOTL-5.2.3-a")
        yield from hints.note_isolated_ships(sides, math.dist, _ISOLATION_DISTANCE, "UM")
        sights = (aiming.compute_sighting(state, one.id, side) for one in there for side in BROADSIDES)
        if not any(sight.targets for sight in sights):
            yield from hints.note_missing_targets(sides, math.dist, "UM", "SOTL-4.1.1-a")

    def find_position_edits(self, data: kit.Data, state: AnyState) -> Iterator[Edit]:
        """Yield edits for the marks of ships and batteries, and for the turn, wind, options and players."""
        for piece in self.list_pieces(data):
            if piece.id in state.ships:
                said = {(*piece.path, key): value for key, value in export_ship(state, piece.id).items()}
                yield from kit.find_needed_edits(data, said)
        for place, entry in enumerate(data.get("batteries") or ()):
            said = {("batteries", place, key): value for key, value in export_battery(state, entry["key"]).items()}
            yield from kit.find_needed_edits(data, said)
        battle = dict(scenario_rules.export_battle(state))
        if data.get("players"):
            battle.pop(("players",), None)
        said = {path: value if kit.value_at(data, path) is False else value or None for path, value in battle.items()}
        yield from kit.find_needed_edits(data, said)

    def create_entry(
        self, data: kit.Data, kind: kit.PieceKind, at: kit.Coordinates, heading: int, nation: str
    ) -> dict[str, object]:
        """Return a ship of a class with the next free number of `nation`, or one of the order of battle."""
        if "key" in kind.values:
            borrowed = data.get(KEY) == _BATTLE
            printed = {"key": kind.values["key"]} if borrowed else dict(kind.values)
            return {**printed, "at": list(at), "heading": heading}
        flag: Nation = next((one for one in _LETTERS if one == nation), "britain")
        key, number = self._find_free_key(data, flag, ())
        named = {"key": key, "nation": flag, "number": number, "name": f"{NATIONALITIES[flag]} {number}"}
        return {**named, **kind.values, "at": list(at), "heading": heading}

    def copy_entry(self, data: kit.Data, piece: kit.Piece, taken: Iterable[str]) -> dict[str, object]:
        """Return a copy: a ship with the next free number and no leader, or a battery with a free key."""
        entry = dict(data[str(piece.path[0])][piece.path[1]])
        if piece.kind != "ship":
            keys = {one.id for one in self.list_pieces(data)} | set(taken)
            return {**entry, "key": next(key for number in count_from(1) if (key := f"W{number}") not in keys)}
        key, number = self._find_free_key(data, entry["nation"], taken)
        kept = {name: value for name, value in entry.items() if name not in (*_UNIQUE_KEYS, "nation")}
        return {"key": key, "nation": entry["nation"], "number": number, **kept}

    def spacing_for(
        self, state: AnyState, pair: tuple[kit.Piece, kit.Piece], heading: int, bearing: int, interval: float
    ) -> float:
        """Return the UM between the middles of two ships whose hulls are `interval` UM apart."""
        first, second = (_hull_size(state, one) for one in pair)
        fixed, low, high = hull.outline(hull.stern_pose(0, 0, heading, first[0]), *first), 0.0, interval + 3.0
        start = hull.stern_pose(0, 0, heading, second[0])
        for _ in range(14):
            far = (low + high) / 2
            there = hull.outline(start.shift(far * sine(bearing), far * cosine(bearing)), *second)
            low, high = (far, high) if fixed.distance(there) < interval else (low, far)
        return round(high, 2)

    def interval_between(self, state: AnyState, a: kit.Piece, b: kit.Piece) -> float:
        """Return the distance between two hulls, UM; between the places of pieces that are no ships."""
        if a.id in state.ships and b.id in state.ships:
            return positions.gap_between(state, a.id, b.id).distance
        return measure.distance(Point(*a.at), Point(*b.at))

    def _find_free_key(self, data: kit.Data, nation: Nation, taken: Iterable[str]) -> tuple[str, int]:
        """Return the first key and number that no ship of a nation has; the key is not in `taken`."""
        ships = [one for one in data.get("ships") or () if isinstance(one, dict)]
        keys = {one.get("key") for one in ships} | set(taken)
        numbers = {one.get("number") for one in ships if one.get("nation") == nation}
        letter = _LETTERS[nation]
        free = ((f"{letter}{number}", number) for number in count_from(1) if number not in numbers)
        return next((key, number) for key, number in free if key not in keys)


def _add_coast(state: State) -> State:
    """Return the battle with its coast (SOTL-22).

    It is returned unchanged if it does not use the rules of coasts, or if an outline cannot be drawn.
    """
    from tabletop.games.ships_of_the_line.hooks import Scenario  # imports pydantic, which is slow

    outlines = (*scenario_keys.LAND.state_value(state), *scenario_keys.FAIRWAYS.state_value(state))
    if state.options.get("coastal") is not True or any(map(find_outline_fault, outlines)):
        return state
    if len([one for one in scenario_keys.BATTERY.state_value(state) if "at" not in one]) > len(
        scenario_keys.SITES.state_value(state)
    ):
        return state
    return scenario_keys.add_coast(state, Scenario("", "", "", state))


def _find_water(data: kit.Data, state: State) -> fitting.NavigableWater:
    """Return the water for ships: the map of the file, or all water if the ships make the map (AMB-12)."""
    land = (
        tuple(shapely.Polygon([(point.x, point.y) for point in area]) for area in state.coast.land)
        if state.coast
        else ()
    )
    sea = state.sea
    if data.get("map") is None:
        return fitting.NavigableWater(-_MAP_LIMIT, -_MAP_LIMIT, _MAP_LIMIT, _MAP_LIMIT, land)
    return fitting.NavigableWater(sea.west, sea.south, sea.east, sea.north, land)


def _build_gauge(book: distances.MeasuredDistance) -> kit.DistanceGauge:
    """Return a measured distance as the editor's gauge."""
    return kit.DistanceGauge(
        id=book.id,
        rule=book.rule,
        first=book.first,
        second=book.second,
        start=(book.gap.start.x, book.gap.start.y),
        end=(book.gap.end.x, book.gap.end.y),
        value=book.gap.distance,
        target=book.wanted,
        tolerance=book.tolerance,
        is_met=book.fits,
    )


def _side_of(piece: kit.Piece) -> str:
    """Return the side of a piece's nation; "" if it has none."""
    return next((SIDE_OF[nation] for nation in SIDE_OF if nation == piece.nation), "")


def _build_group(key: str, title: str, members: list[kit.Piece]) -> kit.PieceGroup:
    """Return a group of pieces; its side is that of the first member with a nation."""
    side = next((side for one in members if (side := _side_of(one))), "")
    return kit.PieceGroup(key, title, side, tuple(one.id for one in members))


def _hull_size(state: AnyState, piece: kit.Piece) -> tuple[float, float]:
    """Return length and beam of a hull, UM (AMB-1); those of class III for a piece that is no ship yet."""
    known = state is not None and piece.id in state.ships
    return positions.hull_size(state, piece.id) if known else load_standard_profile().hulls["III"]


@cache
def _list_classes() -> tuple[kit.PieceKind, ...]:
    """Return a kind for each row of the class table."""
    kinds = []
    for row in CLASSES:
        guns = _GUNS[row.ship_class, row.decks]
        title, note = f"{_DECKS[row.decks]}, {guns} guns", _describe_class(row, guns)
        values: dict[str, object] = {"class": row.ship_class, "decks": row.decks, "guns": guns}
        kinds.append(
            kit.PieceKind(f"class {row.ship_class} {row.decks}", title, note, "Classes", "ships", values=values)
        )
    return tuple(kinds)


def _describe_class(row: ClassRow, guns: int) -> str:
    """Return dice at point-blank range and hull points of a class: ``3 dice, hull 15``."""
    dice = row.dice["point_blank"]
    return f"{dice} {'die' if dice == 1 else 'dice'}, hull {-(-guns // 5)}"


@cache
def _list_order_of_battle() -> tuple[kit.PieceKind, ...]:
    """Return a kind for each ship of Trafalgar with her printed card, in the order of the scenario."""
    path = resources.find_scenario("ships_of_the_line", _BATTLE)
    document = Document(scenario.load_text(path), path.name)
    kinds = []
    for ship in document.value_at(("ships",)):
        ident, note = f"ship {ship['key']}", f"{ship['guns']} guns, {ship['captain']}"
        values = {key: value for key, value in ship.items() if key in ("key", *PRINTED)}
        kinds.append(kit.PieceKind(ident, ship["name"], note, "Order of battle", "ships", ship["nation"], values))
    return tuple(kinds)


KIT = SeaKit
