"""Bringing things in, copying them, taking them away, and in which division they are."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from tabletop.authoring.draft import Told, Unfit, called
from tabletop.authoring.edits import Drop, Edit, Insert, SetValue
from tabletop.authoring.kit import Kind, value_at
from tabletop.authoring.moves import Ids
from tabletop.authoring.plane import At
from tabletop.core.document import DataPath

if TYPE_CHECKING:
    from tabletop.authoring.draft import Draft

_SAID = frozenset({"game", "title", "date", "briefing", "divisions"})
"""What names no things, whatever it says."""


class PlaceThing(msgspec.Struct, frozen=True):
    """A new thing of a kind that the draft offers."""

    kind: str
    at: At
    heading: int = 0
    nation: str = ""
    group: str = ""

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """An entry at the end of its group, or of its list."""
        kind, kit = self._kind(draft), draft.kit
        entry = kit.fresh(draft.whole, kind, kit.plane.at(self.at), self.heading, kind.nation or self.nation)
        if kit.group_key and self.group:
            entry[kit.group_key] = self.group
        yield Insert((kind.list,), _in_order(draft, (kind.list, 0), entry), _end_of(draft, kind.list, self.group))

    def told(self, draft: "Draft") -> Told:
        """What it is."""
        kind = self._kind(draft)
        return f"{kind.title} placed", kind.note

    def _kind(self, draft: "Draft") -> Kind:
        found = next((one for one in draft.kinds if one.id == self.kind), None)
        if found is None:
            raise Unfit("There is nothing of this kind to place.")
        return found


class Copy(msgspec.Struct, frozen=True):
    """The same things again, so far away, with keys of their own."""

    ids: Ids
    by: At

    def edits(self, draft: "Draft") -> Iterator[Edit]:
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

    def told(self, draft: "Draft") -> Told:
        """How far away."""
        return f"{called(draft, self.ids)} copied", draft.kit.plane.way(self.by)


class Remove(msgspec.Struct, frozen=True):
    """Things go, and what else the file says of them by their keys."""

    ids: Ids

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """Their entries, and every mention of their keys."""
        pieces = [draft.piece(one) for one in self.ids]
        goes = {piece.entry for piece in pieces}
        keys, lists = {piece.id for piece in pieces}, {one.key for one in draft.kit.lists}
        for key, value in draft.data.items():
            if key not in lists | _SAID:
                goes.update(_mentions(value, (key,), keys))
        yield from (Drop(path) for path in goes)

    def told(self, draft: "Draft") -> Told:
        """What they were."""
        return f"{called(draft, self.ids)} taken away", ""


class Join(msgspec.Struct, frozen=True):
    """Things join a division; an empty one is none."""

    ids: Ids
    group: str

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """The division of each."""
        for piece in map(draft.piece, self.ids):
            path = (*piece.path, draft.kit.group_key)
            if self.group:
                yield SetValue(path, self.group)
            elif value_at(draft.data, path) is not None:
                yield Drop(path)

    def told(self, draft: "Draft") -> Told:
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


def _end_of(draft: "Draft", key: str, group: str) -> int | None:
    """The place behind the last thing of a group; at the end of the list where it has none."""
    places = [piece.path[1] for piece in draft.pieces if piece.path[0] == key and piece.group == group and group]
    return max(int(place) for place in places) + 1 if places else None


def _in_order(draft: "Draft", path: DataPath, entry: Mapping[str, object]) -> dict[str, object]:
    """An entry with its keys as they are written usually."""
    order = draft.order(path)
    return {key: entry[key] for key in sorted(entry, key=lambda one: order.index(one) if one in order else len(order))}
