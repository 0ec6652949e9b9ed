"""A YAML file that a person wrote: plain data, and the line and column of each part.

Scalars follow YAML 1.2: ``no``, ``12:30`` and ``2024-01-01`` are text, ``012`` is twelve. Keys are always text.
Duplicate keys, aliases, tags and control characters are problems. Files beyond the bounds below are problems too:
the bounds are far above what anybody writes, and keep a file from taking minutes or all memory.
"""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
import yaml

from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.phrases import CONTROL_CHARACTERS

DataPath = tuple[str | int, ...]
"""Keys and list positions from the top of the data, e.g. ``("ships", 3, "heading")``."""

_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMERIC = frozenset("+-.0123456789")
"""The characters with which a number may begin."""
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]{1,18}(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


DEEPEST = 50
"""Deepest nesting. The readers of YAML and of JSON fail at about a thousand."""
MOST_PARTS = 20_000
"""Most values, keys, lists and mappings in a file; a battle of sixty ships has under two thousand."""
LONGEST_TEXT, LONGEST_KEY = 5_000, 100
"""Characters."""
LARGEST_NUMBER = 1_000_000
"""Largest absolute value of a number."""
MOST_PROBLEMS = 100
"""Most problems that are reported. For the others only the number of their places is reported."""
_YAML = "tag:yaml.org,2002:"
"""Prefix of the tags that YAML assigns by itself."""
_TEXT = f"{_YAML}str"
_LONGEST_MESSAGE = 400
"""Most characters of a message, which may quote the file."""


class _Plain(yaml.CSafeLoader):
    """A YAML loader that does not guess types: `parse_scalar` does so, in half of the time."""

    def resolve(self, *_what: object) -> str:
        """Return the tag of text for every node."""
        return _TEXT

    def descend_resolver(self, *_to: object) -> None:
        """Do nothing: the type of a scalar does not depend on its place."""

    ascend_resolver = descend_resolver


class LineColumn(msgspec.Struct, frozen=True, order=True):
    """A line and a column, both counted from 1."""

    line: int = 1
    column: int = 1


class Document:
    """A YAML file and all problems found in it so far.

    Attributes:
        source: name of the file, for messages.
        data: content as dicts, lists, text, numbers, booleans and None.
    """

    def __init__(self, text: str, source: str) -> None:
        """Parse `text`. Errors become problems, and `data` is then None or lacks the wrong parts."""
        self.source = source
        self._reported: set[Problem] = set()
        self._wrong_positions: set[LineColumn] = set()
        self._keys: dict[DataPath, LineColumn] = {}
        self._values: dict[DataPath, LineColumn] = {}
        self._visited: set[int] = set()
        self._duplicate_keys: set[LineColumn] = set()
        node = self._compose(text)
        self.data: Any = None if node is None else self._read(node, ())

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problems so far, by line. Beyond `MOST_PROBLEMS` a last problem counts the other places."""
        untold = len(self._wrong_positions - {LineColumn(problem.line, problem.column) for problem in self._reported})
        if not untold:
            return tuple(sorted(self._reported))
        last = max(self._wrong_positions)
        message = f"… and {untold} more {'place' if untold == 1 else 'places'} with errors"
        return (*sorted(self._reported), Problem(self.source, last.line, last.column, message))

    @property
    def is_full(self) -> bool:
        """Return True if no further problem will be listed."""
        return len(self._reported) >= MOST_PROBLEMS

    def value_at(self, path: Sequence[str | int]) -> Any:
        """Return the data at a path, or None if the path does not exist; the value itself may be None too."""
        found = self.data
        for part in path:
            try:
                found = found[part]
            except (KeyError, IndexError, TypeError):
                return None
        return found

    def add_problem(self, path: Sequence[str | int], message: str) -> None:
        """Add a problem of the value at a path, or of the nearest value around it."""
        self._add_at(self.position_of(path), message)

    def add_key_problem(self, path: Sequence[str | int], message: str) -> None:
        """Add a problem of the key at the end of a path."""
        self._add_at(self._find_position(self._keys, tuple(path)), message)

    def check_readable(self) -> None:
        """Raise ScenarioError if there are problems other than duplicate keys; of those the first value counts."""
        if self._wrong_positions - self._duplicate_keys:
            self.raise_problems()

    def raise_problems(self) -> None:
        """Raise ScenarioError if there are any problems."""
        if self._wrong_positions:
            raise ScenarioError(self.problems)

    def _add_at(self, place: LineColumn, message: str) -> None:
        """Add a problem at a line and column, with its message cut to `_LONGEST_MESSAGE` characters."""
        short = message if len(message) <= _LONGEST_MESSAGE else f"{message[:_LONGEST_MESSAGE]} …"
        self.add_located_problem(Problem(self.source, place.line, place.column, short))

    def add_located_problem(self, problem: Problem) -> None:
        """Add a problem that has its line and column already; beyond `MOST_PROBLEMS` only its place is counted."""
        self._wrong_positions.add(LineColumn(problem.line, problem.column))
        if not self.is_full:
            self._reported.add(problem)

    def position_of(self, path: Sequence[str | int]) -> LineColumn:
        """Return the line and column of the value at a path, or of the nearest value around it."""
        return self._find_position(self._values, tuple(path))

    def path_at(self, place: LineColumn) -> DataPath:
        """Return the path of the value that begins exactly at a line and column, else of the key there, else ()."""
        standing = (path for places in (self._values, self._keys) for path, one in places.items() if one == place)
        return next(standing, ())

    def _find_position(self, places: dict[DataPath, LineColumn], path: DataPath) -> LineColumn:
        """Return the position of a path in `places`, else of the nearest value around it, else line 1, column 1."""
        if path in places:
            return places[path]
        while path and path not in self._values:
            path = path[:-1]
        return self._values.get(path, LineColumn())

    def _compose(self, text: str) -> yaml.Node | None:
        """Return the top node of a text, or None after adding a problem: beyond the bounds, no YAML, or empty."""
        try:
            if beyond := _find_excess(text):
                self._add_at(*beyond)
                return None
            node = compose_yaml(text)
        except yaml.YAMLError as error:
            self._add_at(_error_position(error, text), f"this is not YAML: {_describe_error(error)}")
            return None
        if node is None:
            self._add_at(LineColumn(), "the file is empty")
        return node

    def _read(self, node: yaml.Node, path: DataPath) -> object:
        """Return the data of a node and everything below it, and note its position under `path`.

        An alias adds a problem and gives None. A tag adds a problem only.
        """
        self._values[path] = _start_position(node)
        if id(node) in self._visited:
            self._add_at(_start_position(node), "aliases (*name) are not used here; write it out again")
            return None
        self._visited.add(id(node))
        if not node.tag.startswith(_YAML) or ":python" in node.tag:
            self._add_at(_start_position(node), f"tags ({node.tag}) are not used here")
        if isinstance(node, yaml.MappingNode):
            return self._read_mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self._read(item, (*path, index)) for index, item in enumerate(node.value)]
        return self._read_scalar(node) if isinstance(node, yaml.ScalarNode) else None

    def _read_scalar(self, node: yaml.ScalarNode) -> object:
        """Return the value of a scalar, after adding a problem for a text or a number beyond the bounds."""
        value = parse_scalar(node)
        if isinstance(value, str):
            self._check_text(value, _start_position(node), LONGEST_TEXT)
        elif isinstance(value, int | float) and abs(value) > LARGEST_NUMBER:
            self._add_at(_start_position(node), f"{value} is out of range: numbers must be within ±{LARGEST_NUMBER:,}")
        return value

    def _check_text(self, text: str, at: LineColumn, longest: int) -> None:
        """Add a problem if `text` has more than `longest` characters, and one if it has a control character."""
        if len(text) > longest:
            self._add_at(at, f"the text is too long: {len(text):,} characters, at most {longest:,}")
        if steering := CONTROL_CHARACTERS.search(text.replace("\n", " ")):
            self._add_at(at, f"there is a control character (U+{ord(steering[0]):04X}) in this text")

    def _read_mapping(self, node: yaml.MappingNode, path: DataPath) -> dict[str, object]:
        """Return a mapping with text as keys.

        A key that is no scalar, and a duplicate key, add a problem and are left out with their values.
        """
        found: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._add_at(_start_position(key_node), "a key must be a plain word")
                continue
            key = str(key_node.value)
            self._check_text(key, _start_position(key_node), LONGEST_KEY)
            if key in found:
                self._add_at(_start_position(key_node), f"duplicate key '{key}'")
                self._duplicate_keys.add(_start_position(key_node))
                continue
            self._keys[(*path, key)] = _start_position(key_node)
            found[key] = self._read(value_node, (*path, key))
        return found


@lru_cache(maxsize=2)
def compose_yaml(text: str) -> yaml.Node | None:
    """Parse a text to YAML nodes, None for an empty text. The nodes are cached: callers must not change them."""
    return yaml.compose(text, Loader=_Plain)


@lru_cache(maxsize=2)
def _find_excess(text: str) -> tuple[LineColumn, str] | None:
    """Return the place where `text` exceeds the bounds and the message for it, or None if it keeps them.

    Composing an endless text would end the program, so its parts are counted as they are parsed. Newer versions of
    PyYAML refuse deep nesting with words of their own before they report the parts in front of it. Therefore, if
    there is an error, the text before it is judged too.

    Raises:
        yaml.YAMLError: if the text is not YAML and what stands before the error keeps the bounds.
    """
    try:
        return _first_excess(text)
    except yaml.MarkedYAMLError as error:
        with suppress(yaml.YAMLError):
            if error.problem_mark and (found := _first_excess(text[: error.problem_mark.index])):
                return found
        raise


def _first_excess(text: str) -> tuple[LineColumn, str] | None:
    """Return the first place in `text` beyond the bounds and the message for it, or None; raise YAMLError."""
    depth = parts = 0
    for event in yaml.parse(text, Loader=_Plain):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        parts += isinstance(event, yaml.NodeEvent)
        if depth > DEEPEST:
            return _start_position(event), "nested too deeply"
        if parts > MOST_PARTS:
            return _start_position(event), f"the file is too big: more than {MOST_PARTS:,} keys and values"
    return None


def parse_scalar(node: yaml.ScalarNode) -> object:
    """Return the value of a scalar node by the rules of YAML 1.2: text, whole number, float, boolean or None.

    Quoted scalars are text, and so are whole numbers of more than 18 digits and floats that are not finite.
    """
    text = str(node.value)
    if node.style not in (None, ""):
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMERIC:
        return text
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    return text


def _start_position(node: yaml.Node | yaml.Event) -> LineColumn:
    """Return the line and column at which a node or an event begins; 1 and 1 if unknown."""
    mark = node.start_mark
    return LineColumn(mark.line + 1, mark.column + 1) if mark else LineColumn()


def _error_position(error: yaml.YAMLError, text: str) -> LineColumn:
    """Return the line and column of an error in `text`, by its mark or by its index of a character."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return LineColumn(error.problem_mark.line + 1, error.problem_mark.column + 1)
    before = text[: getattr(error, "position", 0)].split("\n")
    return LineColumn(len(before), len(before[-1]) + 1)


def _describe_error(error: yaml.YAMLError) -> str:
    """Return the context and the problem of an error without its place, or a plain sentence if it gives none."""
    parts = [getattr(error, name, None) for name in ("context", "problem", "reason")]
    return ", ".join(part for part in parts if part) or "it cannot be read"
