"""Moving, turning and lining up things that lie on the map."""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import msgspec

from tabletop.authoring.draft import Draft, Told, Unfit, called
from tabletop.authoring.edits import Drop, Edit, Insert, SetValue
from tabletop.authoring.kit import At, Kind, Piece, value_at
from tabletop.core.document import DataPath

Ids = tuple[str, ...]


class Move(msgspec.Struct, frozen=True):
    """Things are moved by so much."""

    ids: Ids
    by: At

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places."""
        for piece in map(draft.piece, self.ids):
            yield from _placed(draft, piece, lambda at: (at[0] + self.by[0], at[1] + self.by[1]))

    def told(self, draft: Draft) -> Told:
        """How far and where to."""
        return f"{called(draft, self.ids)} moved", draft.kit.plane.way(self.by)


class MoveTo(msgspec.Struct, frozen=True):
    """The first comes to lie at a place, the others keep theirs to her."""

    ids: Ids
    at: At

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places."""
        yield from self._move(draft).edits(draft)

    def told(self, draft: Draft) -> Told:
        """How far and where to."""
        return self._move(draft).told(draft)

    def _move(self, draft: Draft) -> Move:
        old = draft.piece(self.ids[0]).at
        return Move(self.ids, (self.at[0] - old[0], self.at[1] - old[1]))


class MoveEach(msgspec.Struct, frozen=True):
    """Each thing is moved by a way of its own; `title` says what for."""

    ways: dict[str, At]
    title: str

    @property
    def ids(self) -> Ids:
        """The things that are moved."""
        return tuple(self.ways)

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the new place of each."""
        for one, by in self.ways.items():
            yield from Move((one,), by).edits(draft)

    def told(self, draft: Draft) -> Told:
        """Return the title and how many things are moved."""
        return self.title, f"{called(draft, self.ids)} moved"


def fit_to_book(draft: Draft, chosen: Ids) -> MoveEach | None:
    """Return the change that makes the distances of the book hold, as far as they can; None if nothing helps.

    If the `chosen` things, moved as one, fulfil a distance and do no harm, only these are moved.
    """
    ways = draft.kit.fit(draft.data, draft.state, chosen) if draft.state is not None else {}
    return MoveEach(dict(ways), "Fitted to the book") if ways else None


class Turn(msgspec.Struct, frozen=True):
    """Each thing turns where it lies, clockwise: together."""

    ids: Ids
    by: int

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Their headings."""
        for piece in map(draft.piece, self.ids):
            yield from _headed(draft, piece, self.by)

    def told(self, draft: Draft) -> Told:
        """How far."""
        return f"{called(draft, self.ids)} turned", _turned(draft, self.by)


class Head(msgspec.Struct, frozen=True):
    """Each thing turns to a heading where it lies."""

    ids: Ids
    heading: int

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Their headings."""
        for piece in map(draft.piece, self.ids):
            yield from _headed(draft, piece, self.heading - (piece.heading or 0))

    def told(self, draft: Draft) -> Told:
        """The heading."""
        heading = self.heading % draft.kit.plane.full
        return f"{called(draft, self.ids)} turned", f"heading {heading:03}°" if _fine(draft) else f"facing {heading}"


class Wheel(msgspec.Struct, frozen=True):
    """Things turn about a place as one, clockwise: in line; left out, about the first of them."""

    ids: Ids
    by: int
    about: At | None = None

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places and headings."""
        about, plane = self.about or draft.piece(self.ids[0]).at, draft.kit.plane
        for piece in map(draft.piece, self.ids):
            yield from _placed(draft, piece, lambda at: plane.wheeled(at, about, self.by))
            yield from _headed(draft, piece, self.by)

    def told(self, draft: Draft) -> Told:
        """How far."""
        return f"{called(draft, self.ids)} wheeled", _turned(draft, self.by)


class LineUp(msgspec.Struct, frozen=True):
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

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Their places and headings."""
        plane, pieces, far = draft.kit.plane, [draft.piece(one) for one in self.ids], 0.0
        yield from _headed(draft, pieces[0], self.heading - (pieces[0].heading or 0))
        for pair in pairwise(pieces):
            far += draft.kit.spacing(draft.state, pair, self.heading, self.bearing, self.interval)
            at = plane.ahead(pieces[0].at, self.bearing % plane.full, far)
            yield from _placed(draft, pair[1], lambda _, at=at: at)  # type: ignore[misc]
            yield from _headed(draft, pair[1], self.heading - (pair[1].heading or 0))

    def told(self, draft: Draft) -> Told:
        """The interval."""
        unit = f"{self.interval:.2f} UM" if _fine(draft) else f"{self.interval:g} hexes"
        return f"{called(draft, self.ids)} in line", f"{unit} between neighbours"


def _placed(draft: Draft, piece: Piece, moved: Callable[[At], At]) -> Iterator[Edit]:
    """A thing somewhere else; of an outline each of its points."""
    plane = draft.kit.plane
    if piece.points:
        yield from (SetValue((*piece.path, place), list(plane.at(moved(at)))) for place, at in enumerate(piece.points))
    else:
        path = piece.path if piece.kind == "point" else (*piece.path, "at")
        yield SetValue(path, list(plane.at(moved(piece.at))))


def _headed(draft: Draft, piece: Piece, by: int) -> Iterator[Edit]:
    key = next((one.heading for one in draft.kit.lists if one.key == piece.path[0]), "")
    if key and piece.heading is not None:
        yield SetValue((*piece.path, key), (piece.heading + by) % draft.kit.plane.full)


def _fine(draft: Draft) -> bool:
    """Whether headings are degrees."""
    return draft.kit.plane.full == 360


def _turned(draft: Draft, by: int) -> str:
    way = "starboard" if by >= 0 else "port"
    return f"{abs(by)}{'°' if _fine(draft) else ' hex side' + ('' if abs(by) == 1 else 's')} to {way}"


class Column(msgspec.Struct, frozen=True):
    """How things lie to each other in line.

    Attributes:
        head: id of the first.
        at: where she lies.
        heading: hers.
        bearing: of the last one from her.
        interval: between neighbours, on an average.
        form: ``ahead``, ``abreast`` or ``oblique`` for a straight line with one heading, else ``free``.
    """

    head: str
    at: At
    heading: int
    bearing: int
    interval: float
    form: str


_OFF = 0.1
"""How far a place may lie off a straight line, UM or hexes."""
_ANGLE = 3
"""Degrees by which a line ahead or abreast may differ from the truth."""


def column(draft: Draft, ids: Ids) -> Column:
    """How at least two things with headings lie to each other.

    Raises:
        Unfit: if there are fewer.
    """
    pieces = [piece for piece in map(draft.piece, ids) if piece.heading is not None]
    if len(pieces) < 2 or draft.state is None:
        raise Unfit("A line needs two ships at least.")
    plane, first, last = draft.kit.plane, pieces[0], pieces[-1]
    heading, bearing = first.heading or 0, plane.bearing(first.at, last.at)
    gaps = [draft.kit.interval(draft.state, a, b) for a, b in pairwise(pieces)]
    straight = len({piece.heading for piece in pieces}) == 1 and all(
        _near(piece.at, first.at, last.at) for piece in pieces
    )
    off = (bearing - heading) % plane.full * 360 // plane.full
    ahead, abreast = abs(off - 180) <= _ANGLE, min(abs(off - 90), abs(off - 270)) <= _ANGLE
    form = "free" if not straight else "ahead" if ahead else "abreast" if abreast else "oblique"
    return Column(first.id, first.at, heading, bearing, sum(gaps) / len(gaps), form)


def _near(at: At, a: At, b: At) -> bool:
    """Whether a place lies on the straight line between two."""
    x, y = b[0] - a[0], b[1] - a[1]
    far = math.hypot(x, y)
    return abs((at[0] - a[0]) * y - (at[1] - a[1]) * x) <= _OFF * far


_SAID = frozenset({"game", "title", "date", "briefing", "divisions"})
"""What names no things, whatever it says."""


class PlaceThing(msgspec.Struct, frozen=True):
    """A new thing of a kind that the draft offers."""

    kind: str
    at: At
    heading: int = 0
    nation: str = ""
    group: str = ""

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """An entry at the end of its group, or of its list."""
        kind, kit = self._kind(draft), draft.kit
        entry = kit.fresh(draft.whole, kind, kit.plane.at(self.at), self.heading, kind.nation or self.nation)
        if kit.group_key and self.group:
            entry[kit.group_key] = self.group
        yield Insert((kind.list,), _in_order(draft, (kind.list, 0), entry), _end_of(draft, kind.list, self.group))

    def told(self, draft: Draft) -> Told:
        """What it is."""
        kind = self._kind(draft)
        return f"{kind.title} placed", kind.note

    def _kind(self, draft: Draft) -> Kind:
        found = next((one for one in draft.kinds if one.id == self.kind), None)
        if found is None:
            raise Unfit("There is nothing of this kind to place.")
        return found


class Copy(msgspec.Struct, frozen=True):
    """The same things again, so far away, with keys of their own."""

    ids: Ids
    by: At

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """An entry each, at the end."""
        taken: list[str] = []
        for piece in map(draft.piece, self.ids):
            if piece.points:
                moved = [list(draft.kit.plane.at((x + self.by[0], y + self.by[1]))) for x, y in piece.points]
                yield Insert(piece.path[:-1], moved)
                continue
            entry = draft.kit.twin(draft.whole, piece, taken)
            taken.append(str(entry["key"]))
            entry["at"] = list(draft.kit.plane.at((piece.at[0] + self.by[0], piece.at[1] + self.by[1])))
            yield Insert(piece.path[:-1], _in_order(draft, piece.path, entry))

    def told(self, draft: Draft) -> Told:
        """How far away."""
        return f"{called(draft, self.ids)} copied", draft.kit.plane.way(self.by)


class Remove(msgspec.Struct, frozen=True):
    """Things go, and what else the file says of them by their keys."""

    ids: Ids

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """Their entries, and every mention of their keys."""
        pieces = [draft.piece(one) for one in self.ids]
        goes = {piece.entry for piece in pieces}
        keys, lists = {piece.id for piece in pieces}, {one.key for one in draft.kit.lists}
        for key, value in draft.data.items():
            if key not in lists | _SAID:
                goes.update(_mentions(value, (key,), keys))
        yield from (Drop(path) for path in goes)

    def told(self, draft: Draft) -> Told:
        """What they were."""
        return f"{called(draft, self.ids)} taken away", ""


class Join(msgspec.Struct, frozen=True):
    """Things join a division; an empty one is none."""

    ids: Ids
    group: str

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """The division of each."""
        for piece in map(draft.piece, self.ids):
            path = (*piece.path, draft.kit.group_key)
            if self.group:
                yield SetValue(path, self.group)
            elif value_at(draft.data, path) is not None:
                yield Drop(path)

    def told(self, draft: Draft) -> Told:
        """Which one."""
        title = next((one.title for one in draft.groups if one.id == self.group), self.group)
        return f"{called(draft, self.ids)} {'joined' if title else 'left'}", title or "in no division"


def _mentions(value: object, path: DataPath, keys: set[str]) -> Iterator[DataPath]:
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
        yield from (found for key, one in inside for found in _mentions(one, (*path, key), keys))
    elif isinstance(value, list):
        yield from (found for place, one in enumerate(value) for found in _mentions(one, (*path, place), keys))


def _end_of(draft: Draft, key: str, group: str) -> int | None:
    """The place behind the last thing of a group; at the end of the list where it has none."""
    places = [piece.path[1] for piece in draft.pieces if piece.path[0] == key and piece.group == group and group]
    return max(int(place) for place in places) + 1 if places else None


def _in_order(draft: Draft, path: DataPath, entry: Mapping[str, object]) -> dict[str, object]:
    """An entry with its keys as they are written usually."""
    order = draft.order(path)
    return {key: entry[key] for key in sorted(entry, key=lambda one: order.index(one) if one in order else len(order))}
