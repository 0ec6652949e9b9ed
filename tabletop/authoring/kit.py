"""What a game brings to setting up: its things with places, what can be placed, its groups and measured lines.

`kits.<game>` says `KIT`; a game that has none is set up by its fields alone.
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
"""A place, or a way from one to another: east and north, or axial q and r."""

_COMPASS_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class MapGeometry(Protocol):
    """The arithmetic of a map; `full` is a whole turn."""

    full_turn: int

    def snap(self, place: Coordinates) -> Coordinates:
        """The nearest place where a thing can lie."""

    def point_ahead(self, place: Coordinates, heading: int, distance: float) -> Coordinates:
        """The place so far away in a direction."""

    def rotate(self, place: Coordinates, about: Coordinates, turn: int) -> Coordinates:
        """The place after a turn about another one, clockwise."""

    def bearing(self, a: Coordinates, b: Coordinates) -> int:
        """The direction of the second place from the first."""

    def describe_offset(self, by: Coordinates) -> str:
        """A way in words: ``0.51 UM to the south-west``."""


class SeaGeometry:
    """UM from the middle, to a hundredth where it is reckoned; whole degrees clockwise from north."""

    full_turn = 360

    def snap(self, place: Coordinates) -> Coordinates:
        """To a thousandth (AMB-4)."""
        return quantise(place[0]), quantise(place[1])

    def point_ahead(self, place: Coordinates, heading: int, distance: float) -> Coordinates:
        """Straight on, to a hundredth."""
        return round(place[0] + distance * sine(heading), 2), round(place[1] + distance * cosine(heading), 2)

    def rotate(self, place: Coordinates, about: Coordinates, turn: int) -> Coordinates:
        """About a point, to a hundredth."""
        east, north, s, c = place[0] - about[0], place[1] - about[1], sine(turn), cosine(turn)
        return round(about[0] + east * c + north * s, 2), round(about[1] - east * s + north * c, 2)

    def bearing(self, a: Coordinates, b: Coordinates) -> int:
        """Whole degrees; north for the same place."""
        return bearing(Point(*a), Point(*b))

    def describe_offset(self, by: Coordinates) -> str:
        """How far and to which of eight points."""
        far = math.hypot(*by)
        point = _COMPASS_POINTS[round(self.bearing((0, 0), by) / 45) % 8]
        return f"{far:.2f} UM to the {point}"


class HexGeometry:
    """Whole hexes; directions from 0, up, clockwise to 5."""

    full_turn = 6

    def snap(self, place: Coordinates) -> Coordinates:
        """The hex in which it is."""
        return round(place[0]), round(place[1])

    def point_ahead(self, place: Coordinates, heading: int, distance: float) -> Coordinates:
        """So many hexes on."""
        return hexgrid.hex_ahead(self._hex_at(place), heading % 6, round(distance))

    def rotate(self, place: Coordinates, about: Coordinates, turn: int) -> Coordinates:
        """About a hex, by sides."""
        q, r = round(place[0] - about[0]), round(place[1] - about[1])
        for _ in range(turn % 6):
            q, r = -r, q + r
        return about[0] + q, about[1] + r

    def bearing(self, a: Coordinates, b: Coordinates) -> int:
        """The direction that leads nearest; of two the first."""
        return next(iter(hexgrid.find_nearer_directions(self._hex_at(a), self._hex_at(b))), 0)

    def describe_offset(self, by: Coordinates) -> str:
        """How many hexes."""
        return format_count(hexgrid.distance((0, 0), self._hex_at(by)), "hex")

    def _hex_at(self, place: Coordinates) -> hexgrid.Hex:
        return round(place[0]), round(place[1])


SEA, GRID = SeaGeometry(), HexGeometry()


Data = Mapping[str, Any]
"""A scenario as plain data, with what it borrows."""


class Piece(msgspec.Struct, frozen=True):
    """A thing with a place, or an outline of the land.

    Attributes:
        id: unique among them; of a point of an outline ``land:0:3``.
        kind: ``ship``, ``battery``, ``land`` …
        path: where it stands in the file.
        name: for lists.
        at: its middle; of an outline its first point.
        heading: degrees or hex side; None for what has none.
        nation: whose it is, where that is said.
        group: id of its division, or of its side; empty where it has neither.
        points: of an outline.
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
        """The path of what goes with it: the entry of the innermost list that it is, or is in."""
        last = max((end for end, part in enumerate(self.path) if isinstance(part, int)), default=len(self.path) - 1)
        return self.path[: last + 1]


class PieceKind(msgspec.Struct, frozen=True):
    """What can be placed: a ship of a class, or one of the order of battle; `values` are those of its entry."""

    id: str
    title: str
    note: str
    heading: str
    """Heading of the list in which it is offered."""
    list_key: str
    """Key of the list in the file into which it goes."""
    nation: str = ""
    """Its own; empty where it is free."""
    values: dict[str, object] = {}


class PieceGroup(msgspec.Struct, frozen=True):
    """A division, or what of a side is in none."""

    id: str
    title: str
    side: str
    pieces: tuple[str, ...]


class DistanceGauge(msgspec.Struct, frozen=True):
    """A distance that the book wants, measured between two things where they lie.

    Attributes:
        id: of the constraint, unique.
        rule: identifier of the rule.
        first: id of the piece at one end.
        second: at the other.
        start: the nearest point of the first.
        end: that of the second.
        value: the distance, UM.
        target: by the book; 0 for things that touch.
        tolerance: how much more or less does not matter.
        is_met: whether it is so.
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
    """A list of the file whose entries have places."""

    key: str
    kind: str
    heading_key: str = ""
    """Key of the heading; empty where there is none."""


class Hint(msgspec.Struct, frozen=True):
    """A note about a draft: its title, its effect, the rule behind it and the pieces that it is about."""

    title: str
    detail: str
    rule: str
    pieces: tuple[str, ...]
    path: DataPath = ()
    """The part of the file that the note is about; () for none."""
    switch: str = ""
    """The option that has to be on for it; empty for none."""


class Kit:
    """What a game brings; this is one without places.

    Attributes:
        geometry: how places and turns are reckoned.
        lists: of things with a place under ``at``.
        outlines: paths of lists of points, in which ``*`` is each place of a list.
        group_key: of an entry that names its group.
    """

    geometry: MapGeometry = SEA
    lists: tuple[PieceList, ...] = ()
    outlines: tuple[tuple[str, ...], ...] = ()
    group_key = ""

    def __init__(self, game: str) -> None:
        self.game = find_game(game)

    @property
    def minimal_text(self) -> str:
        """Return what a new scenario says besides game and title, as YAML: every other key that it must have.

        The values are those of the game's standard scenario, or of its first; a deck is borrowed from there by name.
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
        """The data of a file with what it borrows from others; the document may be changed."""
        return document.data if isinstance(document.data, dict) else {}

    def open_despite_problems(self, text: str) -> AnyState | None:
        """The position that a file with problems describes, as far as that can be drawn."""
        try:
            return self.game.open(self.game.read(text, ""), {})
        except ScenarioError:
            return None

    def list_pieces(self, data: Data) -> tuple[Piece, ...]:
        """All things with places, in the order of the file."""
        return (*self._list_placed_pieces(data), *self._list_outlines(data))

    def list_kinds(self, data: Data) -> tuple[PieceKind, ...]:
        """What can be placed now."""
        return ()

    def list_groups(self, data: Data) -> tuple[PieceGroup, ...]:
        """The groups of its pieces, in their order."""
        return ()

    def measure_distances(self, state: AnyState) -> tuple[DistanceGauge, ...]:
        """The distances that the book wants, as far as their ends are there."""
        return ()

    def fit_distances(self, data: Data, state: AnyState, chosen: Collection[str]) -> Mapping[str, Coordinates]:
        """Return how far to move pieces, by their ids, so that the distances of the book hold.

        It is empty if nothing would become better. Pieces that are `chosen` are moved rather than others.
        """
        return {}

    def find_hints(self, ships: Sequence[Piece], state: AnyState) -> Iterator[Hint]:
        """What a maker may want to know of a scenario in which nothing is wrong; `ships` head somewhere."""
        return iter(())

    def find_position_edits(self, data: Data, state: AnyState) -> Iterator[Edit]:
        """The edits by which a scenario says how things lie in a match that began with it."""
        return iter(())

    def create_entry(
        self, data: Data, kind: PieceKind, at: Coordinates, heading: int, nation: str
    ) -> dict[str, object]:
        """The entry of a new thing, with a key of its own."""
        raise NotImplementedError

    def copy_entry(self, data: Data, piece: Piece, taken: Iterable[str]) -> dict[str, object]:
        """The entry of a copy; `taken` are keys of copies that are made with it."""
        raise NotImplementedError

    def spacing_for(
        self, state: AnyState, pair: tuple[Piece, Piece], heading: int, bearing: int, interval: float
    ) -> float:
        """How far apart the places of two neighbours of a line are, so that this interval lies between them."""
        raise NotImplementedError

    def interval_between(self, state: AnyState, a: Piece, b: Piece) -> float:
        """What lies between two neighbours of a line."""
        raise NotImplementedError

    def _list_placed_pieces(self, data: Data) -> Iterator[Piece]:
        for one in self.lists:
            entries = data.get(one.key)
            for place, entry in enumerate(entries if isinstance(entries, list) else ()):
                if isinstance(entry, dict) and (piece := self._build_piece(one, place, entry)):
                    yield piece

    def _build_piece(self, one: PieceList, place: int, entry: dict[str, object]) -> Piece | None:
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
        for path, outline in (one for pattern in self.outlines for one in _find_matches(data, pattern)):
            points = [read_coordinates(point) for point in outline] if isinstance(outline, list) else []
            sound = tuple(point for point in points if point is not None)
            if sound and len(sound) == len(points):
                kind = str(path[0])
                yield Piece(":".join(map(str, path)), kind, path, kind, sound[0], points=sound)


def _find_matches(data: object, pattern: tuple[str, ...], start: DataPath = ()) -> Iterator[tuple[DataPath, object]]:
    """What stands at the paths of a pattern, in which ``*`` is each place of a list."""
    if not pattern:
        yield start, data
    elif pattern[0] == "*":
        for place, one in enumerate(data if isinstance(data, list) else ()):
            yield from _find_matches(one, pattern[1:], (*start, place))
    elif isinstance(data, dict) and pattern[0] in data:
        yield from _find_matches(data[pattern[0]], pattern[1:], (*start, pattern[0]))


def _is_name_allowed(part: Data) -> bool:
    """Return True if a part of a schema takes a list or the name of the scenario that has the list."""
    return {"string", "array"} <= {one.get("type") for one in part.get("oneOf", ())}


def find_needed_edits(data: Data, said: Mapping[DataPath, object]) -> Iterator[Edit]:
    """The edits after which a file says this and nothing else at these paths; None is nothing."""
    for path, value in said.items():
        found = value_at(data, path)
        if value is not None and value != found:
            yield SetValue(path, value)
        elif value is None and found is not None:
            yield DropPart(path)


def value_at(data: Any, path: DataPath) -> Any:
    """What stands at a path; None where there is nothing."""
    for part in path:
        try:
            data = data[part]
        except (LookupError, TypeError):
            return None
    return data


def read_coordinates(value: object) -> Coordinates | None:
    """A place as data has it; None if it is none."""
    match value:
        case [int() | float() as x, int() | float() as y]:
            return x, y
    return None


def load_kit(game: str) -> Kit:
    """What a game brings, by its id."""
    name = f"tabletop.authoring.kits.{game}"
    made: type[Kit] = import_module(name).KIT if find_spec(name) else Kit
    return made(game)
