"""A YAML text that is edited in place: comments, order and style of all other parts are kept.

The positions come from the parser that also reads scenarios. Each edit becomes splices of the text.
"""

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import yaml

from tabletop.authoring.edits import DropPart, Edit, InsertEntry, SetValue, Splice, apply_splices, path_sort_key
from tabletop.core.document import DataPath, Document, compose_yaml, parse_scalar

KeyOrder = Callable[[DataPath], Sequence[str]]
"""The keys that the group at a path may have, in the order in which they are usually written."""


def apply_edits_to_text(text: str, edits: Iterable[Edit], order: KeyOrder) -> str:
    """Return the text after some edits: values are set, then parts dropped, then entries inserted.

    The paths of values and drops are those of `text`; the paths of inserted entries are those after the drops.
    """
    found = tuple(edits)
    puts = [edit for edit in found if isinstance(edit, SetValue)]
    drops = sorted(
        (edit for edit in found if isinstance(edit, DropPart)), key=lambda one: path_sort_key(one.path), reverse=True
    )
    if puts:
        paper = YamlText(text, order)
        deepest = sorted(_merge_new_groups(paper, puts), key=lambda one: -len(one.path))
        text = apply_splices(text, (splice for put in deepest for splice in paper.set_value(put)))
    for _, together in groupby(drops, key=lambda one: one.path[:-1]):
        text = _drop_parts(text, [one.path for one in together], order)
    for insert in (edit for edit in found if isinstance(edit, InsertEntry)):
        text = apply_splices(text, YamlText(text, order).insert_entry(insert))
    return text


def _drop_parts(text: str, paths: Sequence[DataPath], order: KeyOrder) -> str:
    """Return the text without some parts of one list or group; `paths` begin with the last part."""
    paper = YamlText(text, order)
    parent = paper.node_at(paths[0][:-1])
    whole = (
        isinstance(parent, yaml.CollectionNode) and len(parent.value) > len(paths) and not paper.starts_on_dash(parent)
    )
    if whole and not is_flow_style(parent):
        return apply_splices(text, (paper.drop_part(path) for path in paths))
    for path in paths:
        text = apply_splices(text, [YamlText(text, order).drop_part(path)])
    return text


def _merge_new_groups(paper: "YamlText", puts: Iterable[SetValue]) -> Iterator[SetValue]:
    """Yield the edits; values of the same missing group become one edit that sets the group."""
    made: dict[DataPath, dict[str, object]] = {}
    for put in puts:
        parent = put.path[:-1]
        if not paper.is_empty_at(parent) or paper.node_at(put.path) is not None:
            yield put
            continue
        whole = next(end for end in range(len(parent) + 1) if paper.is_empty_at(parent[:end]))
        group = made.setdefault(parent[:whole], {})
        for part in put.path[whole:-1]:
            group = group.setdefault(str(part), {})  # type: ignore[assignment]
        group[str(put.path[-1])] = put.value
    yield from (SetValue(path, group) for path, group in made.items())


def _is_equal(a: object, b: object) -> bool:
    """Return True if two values are equal and both or neither are booleans; 1 equals 1.0."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def is_flow_style(node: yaml.Node | None) -> bool:
    """Return True if a node is a list or group in brackets."""
    return isinstance(node, yaml.CollectionNode) and bool(node.flow_style)


class YamlText:
    """A YAML text without errors; its methods return the splices that would change it."""

    def __init__(self, text: str, order: KeyOrder) -> None:
        self.text = text
        self._key_order = order
        self._root = compose_yaml(text)

    def node_at(self, path: DataPath) -> yaml.Node | None:
        """Return the node at a path, or None if there is none."""
        found = self._root
        for part in path:
            found = self._find_child(found, part)
        return found

    def is_empty_at(self, path: DataPath) -> bool:
        """Return True if there is no node at a path, or an empty one."""
        node = self.node_at(path)
        return node is None or not node.value

    def set_value(self, put: SetValue) -> Iterator[Splice]:
        """Yield the splices that set a value, part by part if the shapes agree.

        A new key goes to its usual place among the keys of its group.
        """
        node, value = self.node_at(put.path), put.value
        if node is None:
            yield self._add_key(put)
        elif isinstance(node, yaml.ScalarNode) and _is_equal(parse_scalar(node), value):
            return
        elif isinstance(node, yaml.MappingNode) and isinstance(value, Mapping) and node.value and value:
            yield from self._set_group(put.path, node, value)
        elif isinstance(node, yaml.SequenceNode) and isinstance(value, list | tuple) and len(node.value) == len(value):
            yield from (
                part for place, one in enumerate(value) for part in self.set_value(SetValue((*put.path, place), one))
            )
        else:
            yield from self._replace_value(put.path, node, value)

    def drop_part(self, path: DataPath) -> Splice:
        """Return the splice that removes a key with its value, or an entry of a list.

        If it is the last part, ``[]`` or ``{}`` remains.
        """
        parent = self.node_at(path[:-1])
        assert isinstance(parent, yaml.CollectionNode)
        place = self._index_of(parent, path[-1])
        if len(parent.value) == 1:
            return self._empty_collection(parent)
        if parent.flow_style:
            spans = [(self._start_of(one), self.end_of(one)) for one in parent.value]
            before = spans[place - 1][1] if place else spans[place][0]
            after = spans[place][1] if place else spans[1][0]
            return self._cut_text(before, after)
        if place == 0 and self.starts_on_dash(parent):
            return self._cut_text(self._start_of(parent.value[0]), self._start_of(parent.value[1]))
        first = self._line_start(self._start_of(parent.value[place]))
        return self._cut_text(first, self._line_end(self.end_of(parent.value[place])))

    def insert_entry(self, insert: InsertEntry) -> Iterator[Splice]:
        """Yield the splices that insert an entry into a list, in the style of its neighbours."""
        node = self.node_at(insert.path)
        if not isinstance(node, yaml.SequenceNode):
            yield from self.set_value(SetValue(insert.path, [insert.value]))
            return
        place = len(node.value) if insert.index is None else min(insert.index, len(node.value))
        if not node.value:
            opening = self._start_of(node)
            yield from self._fill_list(insert.path, node, opening, insert.value)
        elif node.flow_style:
            written = format_flow(insert.value)
            at = self.end_of(node.value[place - 1]) if place else self._start_of(node.value[0])
            yield Splice(at, "", f", {written}" if place else f"{written}, ")
        else:
            yield self._add_item(node, place, insert.value)

    def end_of(self, part: "NodeOrPair") -> int:
        """Return the index behind the last character of a node, or of a key with its value."""
        node = part[1] if isinstance(part, tuple) else part
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            return self.end_of(node.value[-1])
        start, end = int(node.start_mark.index), int(node.end_mark.index)
        if start == end and isinstance(part, tuple):  # a key without value
            return self.text.index(":", int(part[0].end_mark.index)) + 1
        return start + len(self.text[start:end].rstrip())

    def starts_on_dash(self, node: yaml.CollectionNode) -> bool:
        """Return True if a block begins on the line of the dash of its list entry."""
        start = self._start_of(node)
        return not is_flow_style(node) and bool(self.text[self._line_start(start) : start].strip())

    # --- parts of set_value

    def _set_group(self, path: DataPath, node: yaml.MappingNode, value: Mapping[str, object]) -> Iterator[Splice]:
        """Yield the splices that set the values of a group and drop its other keys."""
        there = {str(key.value) for key, _ in node.value}
        gone = [key for key in there if key not in value]
        if gone and (node.flow_style or len(gone) == len(there)):
            yield from self._replace_value(path, node, value)
            return
        yield from (self.drop_part((*path, key)) for key in gone)
        for key, one in value.items():
            yield from self.set_value(SetValue((*path, key), one))

    def _replace_value(self, path: DataPath, node: yaml.Node, value: object) -> Iterator[Splice]:
        """Yield the splice that replaces a whole value; none if the text stays the same."""
        start, parent = self._start_of(node), self.node_at(path[:-1])
        flow = (is_flow_style(node) and bool(node.value)) or is_flow_style(parent) or not path
        if isinstance(path[-1], str) and not flow and isinstance(parent, yaml.MappingNode):
            yield self._rewrite_key(parent, path[-1], value)
            return
        old = self.text[start : self.end_of(node)]
        quoted = isinstance(node, yaml.ScalarNode) and node.style == '"' and isinstance(value, str)
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        new = format_number(value, old) if plain else format_flow(value)  # type: ignore[arg-type]
        if new != old and not (quoted and old == f'"{new}"'):
            yield Splice(start, old, new)

    def _rewrite_key(self, parent: yaml.MappingNode, key: str, value: object) -> Splice:
        """Return the splice that writes the value of a block's key. A comment behind the value is kept."""
        part = parent.value[self._index_of(parent, key)]
        column = int(part[0].start_mark.column)
        node, start, end = part[1], self._start_of(part), self.end_of(part)
        if isinstance(node, yaml.ScalarNode) and isinstance(value, int | float) and not isinstance(value, bool):
            start = self._start_of(node)
            return Splice(start, self.text[start:end], format_number(value, self.text[start:end]))
        old = self.text[self._start_of(node) : end] if isinstance(node, yaml.ScalarNode) else ""
        lines = format_entry(key, value, column, old)
        return Splice(start, self.text[start:end], "\n".join(lines)[column:])

    def _add_key(self, put: SetValue) -> Splice:
        """Return the splice that adds a key to the group above it, in the style of the group."""
        parent, key = self.node_at(put.path[:-1]), str(put.path[-1])
        if isinstance(parent, yaml.ScalarNode):  # a key without value
            return Splice(self.end_of(self._find_pair(put.path[:-1])), "", " " + format_flow({key: put.value}))
        assert isinstance(parent, yaml.MappingNode)
        if not parent.value:
            opening = self._start_of(parent)
            return Splice(opening, self.text[opening : self.end_of(parent)], format_flow({key: put.value}))
        before = self._find_predecessor(parent, put.path)
        written = f"{format_scalar(key, flow=True)}: {format_flow(put.value)}"
        if parent.flow_style:
            at = self.end_of(before) if before else self._start_of(parent.value[0])
            return Splice(at, "", f", {written}" if before else f"{written}, ")
        column = int(parent.value[0][0].start_mark.column)
        return self._add_lines(parent, before, format_entry(key, put.value, column))

    def _find_predecessor(self, parent: yaml.MappingNode, path: DataPath) -> "NodeOrPair | None":
        """Return the pair behind which a new key is written; None to write it first.

        This is the last pair whose key comes earlier in the usual order.
        A key outside that order follows the last pair.
        """
        order = list(self._key_order(path[:-1]))
        if path[-1] not in order:
            return tuple(parent.value[-1])
        ahead = order[: order.index(str(path[-1]))]
        return next((tuple(part) for part in reversed(parent.value) if str(part[0].value) in ahead), None)

    def _add_item(self, node: yaml.SequenceNode, place: int, value: object) -> Splice:
        """Return the splice that adds an entry to a block list, shaped like the entry before it."""
        model = node.value[max(0, place - 1)]
        column = int(node.start_mark.column)
        lines = [format_item(value, column)]
        if isinstance(model, yaml.MappingNode) and not model.flow_style and isinstance(value, Mapping) and value:
            inside = int(model.start_mark.column)
            lines = format_block(value, inside)
            lines[0] = f"{' ' * column}-{' ' * (inside - column - 1)}{lines[0].lstrip()}"
        return self._add_lines(node, model if place else None, lines)

    def _add_lines(self, parent: yaml.CollectionNode, before: "NodeOrPair | None", lines: Sequence[str]) -> Splice:
        """Return the splice that adds lines behind the part `before`; None adds them before the first part."""
        written = "".join(f"{line}\n" for line in lines)
        if before is None:
            first = self._start_of(parent.value[0])
            at = first if self.starts_on_dash(parent) else self._line_start(first)
            indent = " " * int(parent.start_mark.column)
            return Splice(at, "", written.lstrip(" ") + indent if at == first else written)
        at = self._line_end(self.end_of(before))
        return Splice(at, "", written if at == 0 or self.text[at - 1] == "\n" else f"\n{written.rstrip(chr(10))}")

    def _fill_list(self, path: DataPath, node: yaml.Node, opening: int, value: object) -> Iterator[Splice]:
        """Yield the splice that writes the first entry of an empty list.

        A group gets a line of its own if the list stands in a block; any other value goes into the brackets.
        """
        old = self.text[opening : self.end_of(node)]
        parent = self.node_at(path[:-1])
        if isinstance(value, Mapping) and parent is not None and not is_flow_style(parent):
            column = int(self._find_pair(path)[0].start_mark.column)
            at = opening - len(self.text[:opening]) + len(self.text[:opening].rstrip(" "))
            yield Splice(at, self.text[at:opening] + old, f"\n{format_item(value, column + INDENT_STEP)}")
        else:
            yield Splice(opening, old, format_flow([value]))

    def _empty_collection(self, parent: yaml.CollectionNode) -> Splice:
        """Return the splice that leaves a list or group as ``[]`` or ``{}``."""
        empty = "[]" if isinstance(parent, yaml.SequenceNode) else "{}"
        start, end = self._start_of(parent), self.end_of(parent)
        if parent.flow_style:
            return Splice(start, self.text[start:end], empty)
        if self.starts_on_dash(parent):
            return Splice(start, self.text[start:end], empty)
        before = len(self.text[:start].rstrip(" \n"))
        if not isinstance(parent, yaml.SequenceNode) or self.text[before - 1 : before] != ":":
            before = self.text.rindex(":", 0, start) + 1
        return Splice(before, self.text[before:end], f" {empty}")

    # --- nodes and positions

    def _find_child(self, node: yaml.Node | None, part: str | int) -> yaml.Node | None:
        """Return the node of an index or key in a node, or None if there is none."""
        if isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            return node.value[part] if 0 <= part < len(node.value) else None
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        return next((value for key, value in pairs if key.value == part), None)

    def _find_pair(self, path: DataPath) -> "tuple[yaml.Node, yaml.Node]":
        """Return the node of the last key of a path, and the node of its value."""
        parent = self.node_at(path[:-1])
        assert isinstance(parent, yaml.MappingNode)
        key, value = parent.value[self._index_of(parent, path[-1])]
        return key, value

    def _index_of(self, parent: yaml.CollectionNode, part: str | int) -> int:
        """Return the index of a key among the pairs of a group; an index of a list as it is."""
        if isinstance(part, int):
            return part
        return next(place for place, (key, _) in enumerate(parent.value) if key.value == part)

    def _start_of(self, part: "NodeOrPair") -> int:
        """Return the index of the first character of a node, or of a key with its value."""
        node = part[0] if isinstance(part, tuple) else part
        return int(node.start_mark.index)

    def _line_start(self, at: int) -> int:
        """Return the index of the first character of the line that holds the character at `at`."""
        return self.text.rfind("\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        """Return the index behind the line break of the line that holds the character at `at`."""
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found + 1

    def _cut_text(self, start: int, end: int) -> Splice:
        """Return the splice that removes the characters from `start` to before `end`."""
        return Splice(start, self.text[start:end], "")


NodeOrPair = yaml.Node | tuple[yaml.Node, yaml.Node]
"""The node of a value, or the nodes of a key and its value."""


LINE_WIDTH = 120
"""Characters of a line of prose, with its indentation."""
INDENT_STEP = 2
"""Spaces of indentation for each level."""


def format_scalar(value: object, *, flow: bool) -> str:
    """Return a value as YAML on one line; inside brackets (`flow`) more texts are quoted."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return format_number(value)
    text = str(value)
    around = f"[{text}]" if flow else f"- {text}"
    return text if Document(around, "").data == [text] else json.dumps(text, ensure_ascii=False)


def format_number(value: float, like: str = "") -> str:
    """Return a number rounded to 0.001 without needless zeros.

    If the old text `like` ends with 0, the number gets as many decimals: ``format_number(1.5, "2.50")`` is ``1.50``.
    """
    short = f"{value:.3f}".rstrip("0").rstrip(".")
    decimals = len(like.partition(".")[2]) if like.endswith("0") else 0
    return "0" if short == "-0" else f"{value:.{decimals}f}" if len(short.partition(".")[2]) < decimals else short


def format_flow(value: object) -> str:
    """Return any value as YAML on one line; lists and groups in brackets."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{format_scalar(key, flow=True)}: {format_flow(one)}" for key, one in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(format_flow, value)) + "]"
    return format_scalar(value, flow=True)


def format_entry(key: str, value: object, indent: int, like: str = "") -> list[str]:
    """Return the lines of a key and its value in a block; nested values go on the lines below.

    `like` is the old text of the value, whose style is kept; "" for a new key.
    """
    start = " " * indent + format_scalar(key, flow=False) + ":"
    if isinstance(value, str) and (len(value) + len(start) > _line_width(like) or "\n" in value):
        return format_prose(start, value, indent + INDENT_STEP, like)
    if _is_nested(value):
        return [start, *format_block(value, indent + INDENT_STEP)]
    written = format_flow(value) if isinstance(value, list | tuple | Mapping) else format_scalar(value, flow=False)
    return [f"{start} {written}"]


def format_block(value: object, indent: int) -> list[str]:
    """Return the lines of a list or group, a part a line."""
    if isinstance(value, Mapping):
        return [line for key, one in value.items() for line in format_entry(str(key), one, indent)]
    return [format_item(one, indent) for one in _entries_of(value)]


def format_item(value: object, indent: int) -> str:
    """Return an entry of a list on a line of its own: ``- {key: B1, at: [0, 0]}``."""
    return f"{' ' * indent}- {format_flow(value)}"


def format_prose(start: str, text: str, indent: int, like: str = "") -> list[str]:
    """Return the lines of a key and a long text, folded.

    They are literal lines if the old text `like` was literal, or if folding would change the text. A text that neither
    style can hold is quoted on one line.
    """
    whole, end = (text[:-1], "") if text.endswith("\n") else (text, "-")
    paragraphs, wide = whole.split("\n"), _line_width(like)
    folded = [line for one in paragraphs for line in ("", *_wrap(one, indent, wide))]
    kept = [" " * indent + one if one else "" for one in paragraphs]
    ways = [[f"{start} >{end}", *folded[1:]], [f"{start} |{end}", *kept]]
    ordered = reversed(ways) if like.startswith("|") else ways
    sound = (lines for lines in ordered if Document("\n".join(lines) + "\n", "").data == {start[:-1].strip(): text})
    return next(sound, [f"{start} {json.dumps(text, ensure_ascii=False)}"])


def _wrap(paragraph: str, indent: int, wide: int) -> list[str]:
    """Return a paragraph as lines of at most `wide` characters, with their indentation."""
    space = " " * indent
    return textwrap.wrap(paragraph, wide, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)


def _line_width(like: str) -> int:
    """Return the width of the folded old text `like`, so that unchanged lines stay as they are.

    It is `LINE_WIDTH` if the old text was not folded.
    """
    lines = like.splitlines()
    return max(map(len, lines)) if like.startswith(">") and len(lines) > 2 else LINE_WIDTH


def _is_nested(value: object) -> bool:
    """Return True for a group that holds lists or groups, and for a list that holds groups."""
    if isinstance(value, Mapping):
        return any(isinstance(one, Mapping | list | tuple) for one in value.values())
    return any(isinstance(one, Mapping) for one in _entries_of(value))


def _entries_of(value: object) -> Iterable[object]:
    """Return the entries of a list; () for any other value."""
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()
