"""What is changed in a text, as small values: a part is put, goes or comes; and the splices that come of it."""

from collections.abc import Iterable
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any, Literal, TypeVar

import msgspec

from tabletop.core.document import DataPath

T = TypeVar("T")


class SetValue(msgspec.Struct, frozen=True):
    """A value at a path; a key that is not there is made in its place."""

    path: DataPath
    value: object


class DropPart(msgspec.Struct, frozen=True):
    """A key with its value, or an entry of a list, is taken out."""

    path: DataPath


class InsertEntry(msgspec.Struct, frozen=True):
    """An entry comes into the list at a path, before the one that has this place now; left out: at the end."""

    path: DataPath
    value: object
    index: int | None = None


Edit = SetValue | DropPart | InsertEntry


class Splice(msgspec.Struct, frozen=True):
    """What stood from a character on was replaced."""

    start: int
    old: str
    new: str


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """The text after splices that do not meet, of one place in their order."""
    backwards = [*splices][::-1]
    for splice in sorted(backwards, key=lambda one: one.start, reverse=True):
        text = text[: splice.start] + splice.new + text[splice.start + len(splice.old) :]
    return text


def find_difference(old: str, new: str) -> Splice:
    """What was replaced between two texts, as one splice."""
    start = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    most = min(len(old), len(new)) - start
    same = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    return Splice(start, old[start : len(old) - same], new[start : len(new) - same])


def apply_edits(data: T, edits: Iterable[Edit]) -> T:
    """The same in plain data: what must be read from the text afterwards."""
    found, after = tuple(edits), deepcopy(data)
    for put in (edit for edit in found if isinstance(edit, SetValue)):
        _set_value(after, put)
    drops = (edit for edit in found if isinstance(edit, DropPart))
    for drop in sorted(drops, key=lambda one: path_sort_key(one.path), reverse=True):
        del _find_part(after, drop.path[:-1])[drop.path[-1]]
    for insert in (edit for edit in found if isinstance(edit, InsertEntry)):
        entries = _find_part(after, insert.path)
        if entries is None:
            _set_value(after, SetValue(insert.path, entries := []))
        entries.insert(len(entries) if insert.index is None else insert.index, insert.value)
    return after


def path_sort_key(path: DataPath) -> tuple[tuple[int, int, str], ...]:
    """Sorts paths of whatever parts, entries of one list by their places."""
    return tuple((0, part, "") if isinstance(part, int) else (1, 0, part) for part in path)


def _set_value(data: Any, put: SetValue) -> None:
    for part in put.path[:-1]:
        if isinstance(data, dict) and data.get(str(part)) is None:
            data[str(part)] = {}
        data = data[part]
    data[put.path[-1]] = put.value


def _find_part(data: Any, path: DataPath) -> Any:
    for part in path:
        data = data.get(part) if isinstance(data, dict) else data[part]
    return data


class ChangedLine(msgspec.Struct, frozen=True):
    """A line against the text as it was saved: gone (−), come (+), or as it was beside one of these."""

    number: int
    sign: Literal["-", "+", " "]
    text: str


class LineChanges(msgspec.Struct, frozen=True):
    """The lines that are not as they were; `count` has one that was changed once."""

    lines: tuple[ChangedLine, ...]
    count: int


def compare_lines(saved: str, text: str, around: int = 1) -> LineChanges:
    """What is changed, with so many of the other lines around it."""
    was, now = saved.splitlines(), text.splitlines()
    found = SequenceMatcher(None, was, now, autojunk=False).get_grouped_opcodes(around)
    lines: list[ChangedLine] = []
    count = 0
    for tag, a, b, c, d in (block for group in found for block in group):
        if tag == "equal":
            lines += [ChangedLine(at + 1, " ", now[at]) for at in range(c, d)]
            continue
        count += max(b - a, d - c)
        lines += [ChangedLine(at + 1, "-", was[at]) for at in range(a, b)]
        lines += [ChangedLine(at + 1, "+", now[at]) for at in range(c, d)]
    return LineChanges(tuple(lines), count)
