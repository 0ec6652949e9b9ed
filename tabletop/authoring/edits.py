"""Changes of a scenario as values: edits of its data, splices of its text, and the lines that differ."""

from collections.abc import Iterable
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any, Literal, TypeVar

import msgspec

from tabletop.core.document import DataPath

T = TypeVar("T")


class SetValue(msgspec.Struct, frozen=True):
    """An edit that sets the value at a path; a missing key is added."""

    path: DataPath
    value: object


class DropPart(msgspec.Struct, frozen=True):
    """An edit that removes a key with its value, or an entry of a list."""

    path: DataPath


class InsertEntry(msgspec.Struct, frozen=True):
    """An edit that inserts a value into the list at a path, before `index`; None inserts at the end."""

    path: DataPath
    value: object
    index: int | None = None


Edit = SetValue | DropPart | InsertEntry


class Splice(msgspec.Struct, frozen=True):
    """A replacement of `old` by `new` in a text; `start` is the index of the first character."""

    start: int
    old: str
    new: str


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """Return the text after splices that do not overlap. Those with the same start keep their order."""
    backwards = [*splices][::-1]
    for splice in sorted(backwards, key=lambda one: one.start, reverse=True):
        text = text[: splice.start] + splice.new + text[splice.start + len(splice.old) :]
    return text


def find_difference(old: str, new: str) -> Splice:
    """Return the difference between two texts as a single splice."""
    start = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    most = min(len(old), len(new)) - start
    same = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    return Splice(start, old[start : len(old) - same], new[start : len(new) - same])


def apply_edits(data: T, edits: Iterable[Edit]) -> T:
    """Return a copy of plain data after the edits.

    First values are set, then parts dropped, then entries inserted. The paths of values and drops are those of `data`.
    """
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
    """Return a key that sorts paths; the entries of a list by their index."""
    return tuple((0, part, "") if isinstance(part, int) else (1, 0, part) for part in path)


def _set_value(data: Any, put: SetValue) -> None:
    """Set a value in `data`, and add the groups of its path that are missing."""
    for part in put.path[:-1]:
        if isinstance(data, dict) and data.get(str(part)) is None:
            data[str(part)] = {}
        data = data[part]
    data[put.path[-1]] = put.value


def _find_part(data: Any, path: DataPath) -> Any:
    """Return the part of `data` at a path; None for a missing key. Raises LookupError for a missing index."""
    for part in path:
        data = data.get(part) if isinstance(data, dict) else data[part]
    return data


class ChangedLine(msgspec.Struct, frozen=True):
    """A line of a comparison: removed (-), added (+), or unchanged beside these.

    `number` counts from 1: in the saved text for a removed line, else in the new text.
    """

    number: int
    sign: Literal["-", "+", " "]
    text: str


class LineChanges(msgspec.Struct, frozen=True):
    """The lines that differ between two texts; `count` counts a replaced line once."""

    lines: tuple[ChangedLine, ...]
    count: int


def compare_lines(saved: str, text: str, around: int = 1) -> LineChanges:
    """Return the lines that differ, with `around` unchanged lines before and after them."""
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
