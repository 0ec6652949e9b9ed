"""Moving, turning and lining up things that lie on the map."""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import msgspec

from tabletop.authoring.draft import ChangeSummary, Draft, ImpossibleChangeError, describe_pieces
from tabletop.authoring.edits import DropPart, Edit, InsertEntry, SetValue
from tabletop.authoring.kit import Coordinates, Piece, PieceKind, value_at
from tabletop.core.document import DataPath

Ids = tuple[str, ...]


class MovePieces(msgspec.Struct, frozen=True):
    """Things are moved by so much."""

    ids: Ids
    offset: Coordinates

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places."""
        for piece in map(draft.find_piece, self.ids):
            yield from _place_at(draft, piece, lambda at: (at[0] + self.offset[0], at[1] + self.offset[1]))

    def summarize(self, draft: Draft) -> ChangeSummary:
        """How far and where to."""
        return f"{describe_pieces(draft, self.ids)} moved", draft.kit.geometry.describe_offset(self.offset)


class MovePiecesTo(msgspec.Struct, frozen=True):
    """The first comes to lie at a place, the others keep theirs to her."""

    ids: Ids
    at: Coordinates

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places."""
        yield from self._as_move(draft).build_edits(draft)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """How far and where to."""
        return self._as_move(draft).summarize(draft)

    def _as_move(self, draft: Draft) -> MovePieces:
        old = draft.find_piece(self.ids[0]).at
        return MovePieces(self.ids, (self.at[0] - old[0], self.at[1] - old[1]))


class MovePiecesApart(msgspec.Struct, frozen=True):
    """Each thing is moved by a way of its own; `title` says what for."""

    offsets: dict[str, Coordinates]
    title: str

    @property
    def ids(self) -> Ids:
        """The things that are moved."""
        return tuple(self.offsets)

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new place of each."""
        for one, by in self.offsets.items():
            yield from MovePieces((one,), by).build_edits(draft)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the title and how many things are moved."""
        return self.title, f"{describe_pieces(draft, self.ids)} moved"


def build_book_fit(draft: Draft, chosen: Ids) -> MovePiecesApart | None:
    """Return the change that makes the distances of the book hold, as far as they can; None if nothing helps.

    If the `chosen` things, moved as one, fulfil a distance and do no harm, only these are moved.
    """
    ways = draft.kit.fit_distances(draft.data, draft.state, chosen) if draft.state is not None else {}
    return MovePiecesApart(dict(ways), "Fitted to the book") if ways else None


class TurnPieces(msgspec.Struct, frozen=True):
    """Each thing turns where it lies, clockwise: together."""

    ids: Ids
    angle: int

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Their headings."""
        for piece in map(draft.find_piece, self.ids):
            yield from _turn_by(draft, piece, self.angle)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """How far."""
        return f"{describe_pieces(draft, self.ids)} turned", _describe_turn(draft, self.angle)


class SetHeading(msgspec.Struct, frozen=True):
    """Each thing turns to a heading where it lies."""

    ids: Ids
    heading: int

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Their headings."""
        for piece in map(draft.find_piece, self.ids):
            yield from _turn_by(draft, piece, self.heading - (piece.heading or 0))

    def summarize(self, draft: Draft) -> ChangeSummary:
        """The heading."""
        heading = self.heading % draft.kit.geometry.full_turn
        return f"{describe_pieces(draft, self.ids)} turned", f"heading {heading:03}°" if _uses_degrees(
            draft
        ) else f"facing {heading}"


class WheelPieces(msgspec.Struct, frozen=True):
    """Things turn about a place as one, clockwise: in line; left out, about the first of them."""

    ids: Ids
    angle: int
    center: Coordinates | None = None

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places and headings."""
        about, plane = self.center or draft.find_piece(self.ids[0]).at, draft.kit.geometry
        for piece in map(draft.find_piece, self.ids):
            yield from _place_at(draft, piece, lambda at: plane.rotate(at, about, self.angle))
            yield from _turn_by(draft, piece, self.angle)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """How far."""
        return f"{describe_pieces(draft, self.ids)} wheeled", _describe_turn(draft, self.angle)


class LineUpPieces(msgspec.Struct, frozen=True):
    """Things come to lie in a straight line from the first one on, with an interval between neighbours.

    Attributes:
        ids: in the order of the line.
        heading: of each.
        bearing: where the next one lies; behind in line ahead, at the side in line abreast.
        interval: between neighbours: UM from hull to hull, or hexes that are free.
    """

    ids: Ids
    heading: int
    bearing: int
    interval: float

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places and headings."""
        plane, pieces, far = draft.kit.geometry, [draft.find_piece(one) for one in self.ids], 0.0
        yield from _turn_by(draft, pieces[0], self.heading - (pieces[0].heading or 0))
        for pair in pairwise(pieces):
            far += draft.kit.spacing_for(draft.state, pair, self.heading, self.bearing, self.interval)
            at = plane.point_ahead(pieces[0].at, self.bearing % plane.full_turn, far)
            yield from _place_at(draft, pair[1], lambda _, at=at: at)  # type: ignore[misc]
            yield from _turn_by(draft, pair[1], self.heading - (pair[1].heading or 0))

    def summarize(self, draft: Draft) -> ChangeSummary:
        """The interval."""
        unit = f"{self.interval:.2f} UM" if _uses_degrees(draft) else f"{self.interval:g} hexes"
        return f"{describe_pieces(draft, self.ids)} in line", f"{unit} between neighbours"


def _place_at(draft: Draft, piece: Piece, moved: Callable[[Coordinates], Coordinates]) -> Iterator[Edit]:
    """A thing somewhere else; of an outline each of its points."""
    plane = draft.kit.geometry
    if piece.points:
        yield from (
            SetValue((*piece.path, place), list(plane.snap(moved(at)))) for place, at in enumerate(piece.points)
        )
    else:
        path = piece.path if piece.kind == "point" else (*piece.path, "at")
        yield SetValue(path, list(plane.snap(moved(piece.at))))


def _turn_by(draft: Draft, piece: Piece, by: int) -> Iterator[Edit]:
    key = next((one.heading_key for one in draft.kit.lists if one.key == piece.path[0]), "")
    if key and piece.heading is not None:
        yield SetValue((*piece.path, key), (piece.heading + by) % draft.kit.geometry.full_turn)


def _uses_degrees(draft: Draft) -> bool:
    """Whether headings are degrees."""
    return draft.kit.geometry.full_turn == 360


def _describe_turn(draft: Draft, by: int) -> str:
    way = "starboard" if by >= 0 else "port"
    return f"{abs(by)}{'°' if _uses_degrees(draft) else ' hex side' + ('' if abs(by) == 1 else 's')} to {way}"


class Formation(msgspec.Struct, frozen=True):
    """How things lie to each other in line.

    Attributes:
        first_id: id of the first.
        at: where she lies.
        heading: hers.
        bearing: of the last one from her.
        interval: between neighbours, on an average.
        shape: ``ahead``, ``abreast`` or ``oblique`` for a straight line with one heading, else ``free``.
    """

    first_id: str
    at: Coordinates
    heading: int
    bearing: int
    interval: float
    shape: str


_PLACE_TOLERANCE = 0.1
"""How far a place may lie off a straight line, UM or hexes."""
_ANGLE_TOLERANCE = 3
"""Degrees by which a line ahead or abreast may differ from the truth."""


def measure_formation(draft: Draft, ids: Ids) -> Formation:
    """How at least two things with headings lie to each other.

    Raises:
        Unfit: if there are fewer.
    """
    pieces = [piece for piece in map(draft.find_piece, ids) if piece.heading is not None]
    if len(pieces) < 2 or draft.state is None:
        raise ImpossibleChangeError("A line needs two ships at least.")
    plane, first, last = draft.kit.geometry, pieces[0], pieces[-1]
    heading, bearing = first.heading or 0, plane.bearing(first.at, last.at)
    gaps = [draft.kit.interval_between(draft.state, a, b) for a, b in pairwise(pieces)]
    straight = len({piece.heading for piece in pieces}) == 1 and all(
        _is_on_line(piece.at, first.at, last.at) for piece in pieces
    )
    off = (bearing - heading) % plane.full_turn * 360 // plane.full_turn
    ahead, abreast = abs(off - 180) <= _ANGLE_TOLERANCE, min(abs(off - 90), abs(off - 270)) <= _ANGLE_TOLERANCE
    form = "free" if not straight else "ahead" if ahead else "abreast" if abreast else "oblique"
    return Formation(first.id, first.at, heading, bearing, sum(gaps) / len(gaps), form)


def _is_on_line(at: Coordinates, a: Coordinates, b: Coordinates) -> bool:
    """Whether a place lies on the straight line between two."""
    x, y = b[0] - a[0], b[1] - a[1]
    far = math.hypot(x, y)
    return abs((at[0] - a[0]) * y - (at[1] - a[1]) * x) <= _PLACE_TOLERANCE * far


_KEYS_WITHOUT_PIECES = frozenset({"game", "title", "date", "briefing", "divisions"})
"""What names no things, whatever it says."""


class PlacePiece(msgspec.Struct, frozen=True):
    """A new thing of a kind that the draft offers."""

    kind: str
    at: Coordinates
    heading: int = 0
    nation: str = ""
    group: str = ""

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """An entry at the end of its group, or of its list."""
        kind, kit = self._find_kind(draft), draft.kit
        entry = kit.create_entry(
            draft.full_data, kind, kit.geometry.snap(self.at), self.heading, kind.nation or self.nation
        )
        if kit.group_key and self.group:
            entry[kit.group_key] = self.group
        yield InsertEntry(
            (kind.list_key,),
            _sort_keys(draft, (kind.list_key, 0), entry),
            _find_end_of_group(draft, kind.list_key, self.group),
        )

    def summarize(self, draft: Draft) -> ChangeSummary:
        """What it is."""
        kind = self._find_kind(draft)
        return f"{kind.title} placed", kind.note

    def _find_kind(self, draft: Draft) -> PieceKind:
        found = next((one for one in draft.kinds if one.id == self.kind), None)
        if found is None:
            raise ImpossibleChangeError("There is nothing of this kind to place.")
        return found


class CopyPieces(msgspec.Struct, frozen=True):
    """The same things again, so far away, with keys of their own."""

    ids: Ids
    offset: Coordinates

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """An entry each, at the end."""
        taken: list[str] = []
        for piece in map(draft.find_piece, self.ids):
            if piece.points:
                moved = [
                    list(draft.kit.geometry.snap((x + self.offset[0], y + self.offset[1]))) for x, y in piece.points
                ]
                yield InsertEntry(piece.path[:-1], moved)
                continue
            entry = draft.kit.copy_entry(draft.full_data, piece, taken)
            taken.append(str(entry["key"]))
            entry["at"] = list(draft.kit.geometry.snap((piece.at[0] + self.offset[0], piece.at[1] + self.offset[1])))
            yield InsertEntry(piece.path[:-1], _sort_keys(draft, piece.path, entry))

    def summarize(self, draft: Draft) -> ChangeSummary:
        """How far away."""
        return f"{describe_pieces(draft, self.ids)} copied", draft.kit.geometry.describe_offset(self.offset)


class RemovePieces(msgspec.Struct, frozen=True):
    """Things go, and what else the file says of them by their keys."""

    ids: Ids

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Their entries, and every mention of their keys."""
        pieces = [draft.find_piece(one) for one in self.ids]
        goes = {piece.entry_path for piece in pieces}
        keys, lists = {piece.id for piece in pieces}, {one.key for one in draft.kit.lists}
        for key, value in draft.data.items():
            if key not in lists | _KEYS_WITHOUT_PIECES:
                goes.update(_find_mentions(value, (key,), keys))
        yield from (DropPart(path) for path in goes)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """What they were."""
        return f"{describe_pieces(draft, self.ids)} taken away", ""


class JoinGroup(msgspec.Struct, frozen=True):
    """Things join a division; an empty one is none."""

    ids: Ids
    group: str

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """The division of each."""
        for piece in map(draft.find_piece, self.ids):
            path = (*piece.path, draft.kit.group_key)
            if self.group:
                yield SetValue(path, self.group)
            elif value_at(draft.data, path) is not None:
                yield DropPart(path)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Which one."""
        title = next((one.title for one in draft.groups if one.id == self.group), self.group)
        return f"{describe_pieces(draft, self.ids)} {'joined' if title else 'left'}", title or "in no division"


def _find_mentions(value: object, path: DataPath, keys: set[str]) -> Iterator[DataPath]:
    """Where things are named: an entry of a list that is a key, or a group of one that says it, goes whole."""
    if isinstance(value, str) and value in keys:
        yield path
    elif isinstance(value, dict):
        said = [(*path, key) for key, one in value.items() if isinstance(one, str) and one in keys]
        if said and isinstance(path[-1], int):
            yield path
            return
        yield from said
        inside = ((key, one) for key, one in value.items() if not isinstance(one, str))
        yield from (found for key, one in inside for found in _find_mentions(one, (*path, key), keys))
    elif isinstance(value, list):
        yield from (found for place, one in enumerate(value) for found in _find_mentions(one, (*path, place), keys))


def _find_end_of_group(draft: Draft, key: str, group: str) -> int | None:
    """The place behind the last thing of a group; at the end of the list where it has none."""
    places = [piece.path[1] for piece in draft.pieces if piece.path[0] == key and piece.group == group and group]
    return max(int(place) for place in places) + 1 if places else None


def _sort_keys(draft: Draft, path: DataPath, entry: Mapping[str, object]) -> dict[str, object]:
    """An entry with its keys as they are written usually."""
    order = draft.list_keys(path)
    return {key: entry[key] for key in sorted(entry, key=lambda one: order.index(one) if one in order else len(order))}
