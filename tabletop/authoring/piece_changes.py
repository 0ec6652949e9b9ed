"""Changes of pieces on the map: move, turn, wheel, line up, place, copy, remove, and join a group."""

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
    """A change that moves pieces by an offset."""

    ids: Ids
    offset: Coordinates

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new places."""
        for piece in map(draft.find_piece, self.ids):
            yield from _place_at(draft, piece, lambda at: (at[0] + self.offset[0], at[1] + self.offset[1]))

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces, and distance and direction of the move."""
        return f"{describe_pieces(draft, self.ids)} moved", draft.kit.geometry.describe_offset(self.offset)


class MovePiecesTo(msgspec.Struct, frozen=True):
    """A change that moves the first piece to a place, and all others by the same offset."""

    ids: Ids
    at: Coordinates

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new places."""
        yield from self._as_move(draft).build_edits(draft)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces, and distance and direction of the move."""
        return self._as_move(draft).summarize(draft)

    def _as_move(self, draft: Draft) -> MovePieces:
        """Return the change as a move by an offset."""
        old = draft.find_piece(self.ids[0]).at
        return MovePieces(self.ids, (self.at[0] - old[0], self.at[1] - old[1]))


class MovePiecesApart(msgspec.Struct, frozen=True):
    """A change that moves each piece by an offset of its own; `title` says the reason."""

    offsets: dict[str, Coordinates]
    title: str

    @property
    def ids(self) -> Ids:
        """The ids of the pieces."""
        return tuple(self.offsets)

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new places."""
        for one, by in self.offsets.items():
            yield from MovePieces((one,), by).build_edits(draft)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the title, and the pieces that are moved."""
        return self.title, f"{describe_pieces(draft, self.ids)} moved"


def build_book_fit(draft: Draft, chosen: Ids) -> MovePiecesApart | None:
    """Return the change that makes the distances of the rulebook hold; None if no move helps.

    If the `chosen` pieces, moved as one, meet a distance and do no harm, only these are moved.
    """
    ways = draft.kit.fit_distances(draft.data, draft.state, chosen) if draft.state is not None else {}
    return MovePiecesApart(dict(ways), "Fitted to the rulebook") if ways else None


class TurnPieces(msgspec.Struct, frozen=True):
    """A change that turns each piece on its own place by `angle` clockwise, in degrees or hex sides."""

    ids: Ids
    angle: int

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new headings."""
        for piece in map(draft.find_piece, self.ids):
            yield from _turn_by(draft, piece, self.angle)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces, and angle and direction of the turn."""
        return f"{describe_pieces(draft, self.ids)} turned", _describe_turn(draft, self.angle)


class SetHeading(msgspec.Struct, frozen=True):
    """A change that turns each piece on its own place to the same heading."""

    ids: Ids
    heading: int

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new headings."""
        for piece in map(draft.find_piece, self.ids):
            yield from _turn_by(draft, piece, self.heading - (piece.heading or 0))

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces and the heading."""
        heading = self.heading % draft.kit.geometry.full_turn
        return f"{describe_pieces(draft, self.ids)} turned", f"heading {heading:03}°" if _uses_degrees(
            draft
        ) else f"facing {heading}"


class WheelPieces(msgspec.Struct, frozen=True):
    """A change that turns pieces as one about a place by `angle` clockwise.

    If `center` is None, the place is that of the first piece.
    """

    ids: Ids
    angle: int
    center: Coordinates | None = None

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new places and headings."""
        about, plane = self.center or draft.find_piece(self.ids[0]).at, draft.kit.geometry
        for piece in map(draft.find_piece, self.ids):
            yield from _place_at(draft, piece, lambda at: plane.rotate(at, about, self.angle))
            yield from _turn_by(draft, piece, self.angle)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces, and angle and direction of the turn."""
        return f"{describe_pieces(draft, self.ids)} wheeled", _describe_turn(draft, self.angle)


class LineUpPieces(msgspec.Struct, frozen=True):
    """A change that puts pieces into a straight line, from the first one on.

    Attributes:
        ids: the pieces in the order of the line.
        heading: heading of each piece.
        bearing: direction of the next piece: astern in line ahead, abeam in line abreast.
        interval: between neighbours: UM from hull to hull, or free hexes.
    """

    ids: Ids
    heading: int
    bearing: int
    interval: float

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new places and headings."""
        plane, pieces, far = draft.kit.geometry, [draft.find_piece(one) for one in self.ids], 0.0
        yield from _turn_by(draft, pieces[0], self.heading - (pieces[0].heading or 0))
        for pair in pairwise(pieces):
            far += draft.kit.spacing_for(draft.state, pair, self.heading, self.bearing, self.interval)
            at = plane.point_ahead(pieces[0].at, self.bearing % plane.full_turn, far)
            yield from _place_at(draft, pair[1], lambda _, at=at: at)  # type: ignore[misc]
            yield from _turn_by(draft, pair[1], self.heading - (pair[1].heading or 0))

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces and the interval."""
        unit = f"{self.interval:.2f} UM" if _uses_degrees(draft) else f"{self.interval:g} hexes"
        return f"{describe_pieces(draft, self.ids)} in line", f"{unit} between neighbours"


def _place_at(draft: Draft, piece: Piece, moved: Callable[[Coordinates], Coordinates]) -> Iterator[Edit]:
    """Yield the edits that move a piece, or each point of an outline, to `moved` of its old place."""
    plane = draft.kit.geometry
    if piece.points:
        yield from (
            SetValue((*piece.path, place), list(plane.snap(moved(at)))) for place, at in enumerate(piece.points)
        )
    else:
        path = piece.path if piece.kind == "point" else (*piece.path, "at")
        yield SetValue(path, list(plane.snap(moved(piece.at))))


def _turn_by(draft: Draft, piece: Piece, by: int) -> Iterator[Edit]:
    """Yield the edit that turns a piece by `by` clockwise; nothing for a piece without heading."""
    key = next((one.heading_key for one in draft.kit.lists if one.key == piece.path[0]), "")
    if key and piece.heading is not None:
        yield SetValue((*piece.path, key), (piece.heading + by) % draft.kit.geometry.full_turn)


def _uses_degrees(draft: Draft) -> bool:
    """Return True if headings are degrees, False if they are hex sides."""
    return draft.kit.geometry.full_turn == 360


def _describe_turn(draft: Draft, by: int) -> str:
    """Return a turn in words: ``45° to starboard`` or ``1 hex side to port``."""
    way = "starboard" if by >= 0 else "port"
    return f"{abs(by)}{'°' if _uses_degrees(draft) else ' hex side' + ('' if abs(by) == 1 else 's')} to {way}"


class Formation(msgspec.Struct, frozen=True):
    """The arrangement of pieces in a line.

    Attributes:
        first_id: id of the first piece.
        at: place of the first piece.
        heading: heading of the first piece.
        bearing: direction of the last piece from the first.
        interval: average interval between neighbours, UM or free hexes.
        shape: ``ahead``, ``abreast`` or ``oblique`` for a straight line with one heading, else ``free``.
    """

    first_id: str
    at: Coordinates
    heading: int
    bearing: int
    interval: float
    shape: str


_PLACE_TOLERANCE = 0.1
"""The distance at which a place still counts as on a straight line, UM or hexes."""
_ANGLE_TOLERANCE = 3
"""Degrees by which a line ahead or abreast may be oblique."""


def measure_formation(draft: Draft, ids: Ids) -> Formation:
    """Return the formation of pieces; those without heading are left out.

    Raises:
        ImpossibleChangeError: if fewer than two pieces have headings.
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
    """Return True if `at` lies on the straight line through `a` and `b`."""
    x, y = b[0] - a[0], b[1] - a[1]
    far = math.hypot(x, y)
    return abs((at[0] - a[0]) * y - (at[1] - a[1]) * x) <= _PLACE_TOLERANCE * far


_KEYS_WITHOUT_PIECES = frozenset({"game", "title", "date", "briefing", "divisions"})
"""Keys of a scenario whose values never name a piece."""


class PlacePiece(msgspec.Struct, frozen=True):
    """A change that places a new piece; `kind` is the id of a kind that the draft offers."""

    kind: str
    at: Coordinates
    heading: int = 0
    nation: str = ""
    group: str = ""

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield an entry behind the last one of the group, or at the end of the list."""
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
        """Return the title of the kind and the line about it."""
        kind = self._find_kind(draft)
        return f"{kind.title} placed", kind.note

    def _find_kind(self, draft: Draft) -> PieceKind:
        """Return the kind. Raises ImpossibleChangeError if the draft does not offer it."""
        found = next((one for one in draft.kinds if one.id == self.kind), None)
        if found is None:
            raise ImpossibleChangeError("There is nothing of this kind to place.")
        return found


class CopyPieces(msgspec.Struct, frozen=True):
    """A change that copies pieces; each copy lies `offset` from its original, with a key of its own."""

    ids: Ids
    offset: Coordinates

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield an entry for each copy, at the end of its list."""
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
        """Return the pieces, and distance and direction of the copies."""
        return f"{describe_pieces(draft, self.ids)} duplicated", draft.kit.geometry.describe_offset(self.offset)


class RemovePieces(msgspec.Struct, frozen=True):
    """A change that removes pieces, and every mention of their keys in the file."""

    ids: Ids

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield a drop for each entry and each mention."""
        pieces = [draft.find_piece(one) for one in self.ids]
        goes = {piece.entry_path for piece in pieces}
        keys, lists = {piece.id for piece in pieces}, {one.key for one in draft.kit.lists}
        for key, value in draft.data.items():
            if key not in lists | _KEYS_WITHOUT_PIECES:
                goes.update(_find_mentions(value, (key,), keys))
        yield from (DropPart(path) for path in goes)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces; there is no detail."""
        return f"{describe_pieces(draft, self.ids)} removed", ""


class JoinGroup(msgspec.Struct, frozen=True):
    """A change that puts pieces into the division `group`; "" takes them out of their divisions."""

    ids: Ids
    group: str

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the division of each piece."""
        for piece in map(draft.find_piece, self.ids):
            path = (*piece.path, draft.kit.group_key)
            if self.group:
                yield SetValue(path, self.group)
            elif value_at(draft.data, path) is not None:
                yield DropPart(path)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the pieces and the title of the division."""
        title = next((one.title for one in draft.groups if one.id == self.group), self.group)
        return f"{describe_pieces(draft, self.ids)} {'joined' if title else 'left'}", title or "in no division"


def _find_mentions(value: object, path: DataPath, keys: set[str]) -> Iterator[DataPath]:
    """Yield the paths that mention one of `keys`.

    An entry of a list that is a key, or that is a group with a key among its values, is yielded as a whole.
    """
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
    """Return the index behind the last piece of a group in the list `key`; None if there is none."""
    places = [piece.path[1] for piece in draft.pieces if piece.path[0] == key and piece.group == group and group]
    return max(int(place) for place in places) + 1 if places else None


def _sort_keys(draft: Draft, path: DataPath, entry: Mapping[str, object]) -> dict[str, object]:
    """Return an entry with its keys in the order in which they are usually written."""
    order = draft.list_keys(path)
    return {key: entry[key] for key in sorted(entry, key=lambda one: order.index(one) if one in order else len(order))}
