"""What a game brings to the scenario editor: pieces, kinds to place, groups, distances.

The module `kits.<game>` defines `KIT`. A game without one is edited by its fields alone.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import msgspec
import yaml

from tabletop.authoring.edits import DropPart, Edit, SetValue
from tabletop.core import resources, scenario
from tabletop.core.document import DataPath, Document
from tabletop.core.errors import ScenarioError
from tabletop.core.game import AnyState, find_game
from tabletop.core.phrases import format_count
from tabletop.geometry import hexgrid
from tabletop.geometry.measure import bearing
from tabletop.geometry.pose import Point, cosine, quantise, sine

Coordinates = tuple[float, float]
"""A place, or an offset between two places: east and north in UM, or axial q and r in hexes."""

_COMPASS_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class MapGeometry(Protocol):
    """The arithmetic of places and headings on a map; `full_turn` is the number of headings."""

    full_turn: int

    def snap(self, place: Coordinates) -> Coordinates:
        """Return the nearest place at which a piece can lie."""

    def point_ahead(self, place: Coordinates, heading: int, distance: float) -> Coordinates:
        """Return the place at a distance from `place` in the direction `heading`."""

    def rotate(self, place: Coordinates, about: Coordinates, turn: int) -> Coordinates:
        """Return `place` after a clockwise turn about the place `about`."""

    def bearing(self, a: Coordinates, b: Coordinates) -> int:
        """Return the direction of `b` from `a`."""

    def describe_offset(self, by: Coordinates) -> str:
        """Return an offset in words: ``0.51 UM to the south-west``."""


class SeaGeometry:
    """Places in UM from the middle of the sea; headings in whole degrees clockwise from north."""

    full_turn = 360

    def snap(self, place: Coordinates) -> Coordinates:
        """Return the place rounded to 0.001 UM (AMB-4)."""
        return quantise(place[0]), quantise(place[1])

    def point_ahead(self, place: Coordinates, heading: int, distance: float) -> Coordinates:
        """Return the place `distance` UM ahead, rounded to 0.01 UM."""
        return round(place[0] + distance * sine(heading), 2), round(place[1] + distance * cosine(heading), 2)

    def rotate(self, place: Coordinates, about: Coordinates, turn: int) -> Coordinates:
        """Return `place` turned about `about` by `turn` degrees, rounded to 0.01 UM."""
        east, north, s, c = place[0] - about[0], place[1] - about[1], sine(turn), cosine(turn)
        return round(about[0] + east * c + north * s, 2), round(about[1] - east * s + north * c, 2)

    def bearing(self, a: Coordinates, b: Coordinates) -> int:
        """Return the direction in whole degrees; 0 if both places are the same."""
        return bearing(Point(*a), Point(*b))

    def describe_offset(self, by: Coordinates) -> str:
        """Return the distance and the nearest of eight compass points."""
        far = math.hypot(*by)
        point = _COMPASS_POINTS[round(self.bearing((0, 0), by) / 45) % 8]
        return f"{far:.2f} UM to the {point}"


class HexGeometry:
    """Places as axial coordinates of whole hexes; headings from 0 (up) clockwise to 5."""

    full_turn = 6

    def snap(self, place: Coordinates) -> Coordinates:
        """Return the place rounded to whole coordinates."""
        return round(place[0]), round(place[1])

    def point_ahead(self, place: Coordinates, heading: int, distance: float) -> Coordinates:
        """Return the hex `distance` hexes ahead."""
        return hexgrid.hex_ahead(self._hex_at(place), heading % 6, round(distance))

    def rotate(self, place: Coordinates, about: Coordinates, turn: int) -> Coordinates:
        """Return `place` turned about `about` by `turn` hex sides."""
        q, r = round(place[0] - about[0]), round(place[1] - about[1])
        for _ in range(turn % 6):
            q, r = -r, q + r
        return about[0] + q, about[1] + r

    def bearing(self, a: Coordinates, b: Coordinates) -> int:
        """Return the direction that leads nearest to `b`, the first of two; 0 for the same place."""
        return next(iter(hexgrid.find_nearer_directions(self._hex_at(a), self._hex_at(b))), 0)

    def describe_offset(self, by: Coordinates) -> str:
        """Return the distance: ``3 hexes``."""
        return format_count(hexgrid.distance((0, 0), self._hex_at(by)), "hex")

    def _hex_at(self, place: Coordinates) -> hexgrid.Hex:
        return round(place[0]), round(place[1])


SEA, GRID = SeaGeometry(), HexGeometry()


Data = Mapping[str, Any]
"""A scenario as plain data, with what it borrows from other files."""


class Piece(msgspec.Struct, frozen=True):
    """A thing with a place in a scenario, or an outline of land or water.

    Attributes:
        id: unique in the scenario; ``land:0:3`` for a point of an outline.
        kind: ``ship``, ``battery``, ``land`` …
        path: path of its entry in the file.
        name: name for lists.
        at: its place; the first point of an outline.
        heading: degrees or hex side; None for a piece without heading.
        nation: its nation; "" if the file has none.
        group: id of its division or side; "" for none.
        points: the points of an outline, else ().
    """

    id: str
    kind: str
    path: DataPath
    name: str
    at: Coordinates
    heading: int | None = None
    nation: str = ""
    group: str = ""
    points: tuple[Coordinates, ...] = ()

    @property
    def entry_path(self) -> DataPath:
        """The path of the innermost list entry that holds the piece; it goes when the piece is removed."""
        last = max((end for end, part in enumerate(self.path) if isinstance(part, int)), default=len(self.path) - 1)
        return self.path[: last + 1]


class PieceKind(msgspec.Struct, frozen=True):
    """A kind of piece that can be placed: a ship of a class, or a ship of the order of battle.

    `values` are the values of its entry in the file, `note` a line about it.
    """

    id: str
    title: str
    note: str
    heading: str
    """Heading of the list in which the editor offers the kind."""
    list_key: str
    """Key of the list in the file that gets the entry."""
    nation: str = ""
    """Its nation; "" if the player chooses."""
    values: dict[str, object] = {}


class PieceGroup(msgspec.Struct, frozen=True):
    """A division, or the pieces of a side that are in none; `pieces` are ids."""

    id: str
    title: str
    side: str
    pieces: tuple[str, ...]


class DistanceGauge(msgspec.Struct, frozen=True):
    """A distance that the rulebook sets, measured between two pieces in their present places.

    Attributes:
        id: unique id of the constraint.
        rule: id of the rule.
        first: id of the piece at one end.
        second: id of the piece at the other end.
        start: the point of the first piece nearest to the second.
        end: the point of the second piece nearest to the first.
        value: the distance now, UM.
        target: the distance in the rulebook, UM; 0 for pieces that touch.
        tolerance: the largest difference that is allowed, UM.
        is_met: True if the distance is within the tolerance.
    """

    id: str
    rule: str
    first: str
    second: str
    start: Coordinates
    end: Coordinates
    value: float
    target: float
    tolerance: float
    is_met: bool


class PieceList(msgspec.Struct, frozen=True):
    """A list in the file whose entries have places; `kind` is the kind of its pieces."""

    key: str
    kind: str
    heading_key: str = ""
    """Key of the heading in an entry; "" for pieces without heading."""


class Hint(msgspec.Struct, frozen=True):
    """A note about a scenario: its title, its effect, the id of the rule and the ids of the pieces."""

    title: str
    detail: str
    rule: str
    pieces: tuple[str, ...]
    path: DataPath = ()
    """The part of the file that the note is about; () for none."""
    switch: str = ""
    """The option that must be on; "" for none."""


class Kit:
    """What a game brings to the editor. This base class serves games without places.

    Attributes:
        geometry: arithmetic of places and headings.
        lists: lists of the file whose entries have a place under ``at``.
        outlines: paths of lists of points; ``*`` stands for each index of a list.
        group_key: key of an entry that names its group; "" if there are no groups.
    """

    geometry: MapGeometry = SEA
    lists: tuple[PieceList, ...] = ()
    outlines: tuple[tuple[str, ...], ...] = ()
    group_key = ""

    def __init__(self, game: str) -> None:
        self.game = find_game(game)

    @property
    def minimal_text(self) -> str:
        """The YAML text of all keys that a new scenario needs after game and title.

        The values are those of the game's standard scenario, or of its first. A deck is borrowed from there by name.
        """
        schema = self.game.schema()
        wanted = [key for key in schema.get("required", ()) if key not in ("game", "title")]
        if not wanted:
            return ""
        files = {path.stem: path for path in resources.list_scenarios(self.game.meta.id)}
        name = "standard" if "standard" in files else next(iter(files))
        said = Document(scenario.load_text(files[name]), name).data
        values = {key: name if _is_name_allowed(schema["properties"][key]) else said[key] for key in wanted}
        return str(yaml.safe_dump(values, sort_keys=False, allow_unicode=True))

    def fill_in_data(self, document: Document) -> Data:
        """Return the data of a file with what it borrows from other files. May change `document`."""
        return document.data if isinstance(document.data, dict) else {}

    def open_despite_problems(self, text: str) -> AnyState | None:
        """Return the position of a scenario with errors, as far as it can be drawn, or None."""
        try:
            return self.game.open(self.game.read(text, ""), {})
        except ScenarioError:
            return None

    def list_pieces(self, data: Data) -> tuple[Piece, ...]:
        """Return all pieces with places, in the order of the file."""
        return (*self._list_placed_pieces(data), *self._list_outlines(data))

    def list_kinds(self, data: Data) -> tuple[PieceKind, ...]:
        """Return the kinds of pieces that can be placed now."""
        return ()

    def list_groups(self, data: Data) -> tuple[PieceGroup, ...]:
        """Return the groups of the pieces, in their order."""
        return ()

    def measure_distances(self, state: AnyState) -> tuple[DistanceGauge, ...]:
        """Return the distances that the rulebook sets between pieces of the state."""
        return ()

    def fit_distances(self, data: Data, state: AnyState, chosen: Collection[str]) -> Mapping[str, Coordinates]:
        """Return the offsets, by piece id, that make the distances of the rulebook hold.

        It is empty if no move would improve anything. Pieces in `chosen` are moved rather than others.
        """
        return {}

    def find_hints(self, ships: Sequence[Piece], state: AnyState) -> Iterator[Hint]:
        """Yield notes about a scenario without errors; `ships` are the pieces with a heading."""
        return iter(())

    def find_position_edits(self, data: Data, state: AnyState) -> Iterator[Edit]:
        """Yield the edits that turn a scenario into `state`, a position of a match that began with it."""
        return iter(())

    def create_entry(
        self, data: Data, kind: PieceKind, at: Coordinates, heading: int, nation: str
    ) -> dict[str, object]:
        """Return the entry of a new piece of `kind`, with a key of its own."""
        raise NotImplementedError

    def copy_entry(self, data: Data, piece: Piece, taken: Iterable[str]) -> dict[str, object]:
        """Return the entry of a copy of `piece`; `taken` are keys that it must not get."""
        raise NotImplementedError

    def spacing_for(
        self, state: AnyState, pair: tuple[Piece, Piece], heading: int, bearing: int, interval: float
    ) -> float:
        """Return the distance between the places of two neighbours with `interval` between them.

        Args:
            state: the position of the draft.
            pair: the two pieces.
            heading: heading of both pieces.
            bearing: direction of the second piece from the first.
            interval: UM from hull to hull, or free hexes.
        """
        raise NotImplementedError

    def interval_between(self, state: AnyState, a: Piece, b: Piece) -> float:
        """Return the interval between two neighbours in a line: UM between hulls, or free hexes."""
        raise NotImplementedError

    def _list_placed_pieces(self, data: Data) -> Iterator[Piece]:
        """Yield the pieces of all `lists`, without entries that have no readable place."""
        for one in self.lists:
            entries = data.get(one.key)
            for place, entry in enumerate(entries if isinstance(entries, list) else ()):
                if isinstance(entry, dict) and (piece := self._build_piece(one, place, entry)):
                    yield piece

    def _build_piece(self, one: PieceList, place: int, entry: dict[str, object]) -> Piece | None:
        """Return the piece of an entry, or None if its place or key is unreadable."""
        at, key, heading = (
            read_coordinates(entry.get("at")),
            entry.get("key", f"{one.key}:{place}"),
            entry.get(one.heading_key),
        )
        if at is None or not isinstance(key, str):
            return None
        texts = (str(entry.get(name) or "") for name in ("name", "nation", self.group_key))
        name, nation, group = texts
        turned = heading if isinstance(heading, int) else None
        return Piece(key, one.kind, (one.key, place), name or key, at, turned, nation, group)

    def _list_outlines(self, data: Data) -> Iterator[Piece]:
        """Yield the outlines all of whose points are readable."""
        for path, outline in (one for pattern in self.outlines for one in _find_matches(data, pattern)):
            points = [read_coordinates(point) for point in outline] if isinstance(outline, list) else []
            sound = tuple(point for point in points if point is not None)
            if sound and len(sound) == len(points):
                kind = str(path[0])
                yield Piece(":".join(map(str, path)), kind, path, kind, sound[0], points=sound)


def _find_matches(data: object, pattern: tuple[str, ...], start: DataPath = ()) -> Iterator[tuple[DataPath, object]]:
    """Yield the paths that match a pattern, and the parts there; ``*`` matches each index of a list."""
    if not pattern:
        yield start, data
    elif pattern[0] == "*":
        for place, one in enumerate(data if isinstance(data, list) else ()):
            yield from _find_matches(one, pattern[1:], (*start, place))
    elif isinstance(data, dict) and pattern[0] in data:
        yield from _find_matches(data[pattern[0]], pattern[1:], (*start, pattern[0]))


def _is_name_allowed(part: Data) -> bool:
    """Return True if a part of a schema takes a list, or the name of a scenario that has the list."""
    return {"string", "array"} <= {one.get("type") for one in part.get("oneOf", ())}


def find_needed_edits(data: Data, said: Mapping[DataPath, object]) -> Iterator[Edit]:
    """Yield the edits that give each path its value in `said`; None removes a key.

    A path that has its value already needs no edit.
    """
    for path, value in said.items():
        found = value_at(data, path)
        if value is not None and value != found:
            yield SetValue(path, value)
        elif value is None and found is not None:
            yield DropPart(path)


def value_at(data: Any, path: DataPath) -> Any:
    """Return the part of `data` at a path; None if there is none."""
    for part in path:
        try:
            data = data[part]
        except (LookupError, TypeError):
            return None
    return data


def read_coordinates(value: object) -> Coordinates | None:
    """Return a value of a file as a place; None if it is not a pair of numbers."""
    match value:
        case [int() | float() as x, int() | float() as y]:
            return x, y
    return None


def load_kit(game: str) -> Kit:
    """Return the kit of the game with the id `game`."""
    name = f"tabletop.authoring.kits.{game}"
    made: type[Kit] = import_module(name).KIT if find_spec(name) else Kit
    return made(game)
