"""A YAML file that a person wrote: plain data, and the line and column of every part of it.

Scalars are read as YAML 1.2 means them: ``no``, ``12:30`` and ``2024-01-01`` are text, ``012`` is twelve.
Keys are always text. Duplicate keys, aliases, tags and control characters are problems, and so is what goes beyond
the bounds below: they are far above what anybody writes, and keep a file from taking minutes or all memory.
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
from tabletop.core.phrases import STEERING

Path = tuple[str | int, ...]
"""Where in the data: keys and list positions from the top, e.g. ``("ships", 3, "heading")``."""

_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMERIC = frozenset("+-.0123456789")
"""With one of these a number begins."""
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]{1,18}(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


DEEPEST = 50
"""How far parts may lie inside one another; the readers of YAML and of JSON fail where it is a thousand."""
MOST_PARTS = 20_000
"""Values, keys, lists and groups; a battle of sixty ships has under two thousand."""
LONGEST_TEXT, LONGEST_KEY = 5_000, 100
"""Characters."""
LARGEST_NUMBER = 1_000_000
"""Above or below zero."""
MOST_PROBLEMS = 100
"""So many are told; of the others only how many places they are in."""
_YAML = "tag:yaml.org,2002:"
"""Before all tags that need not be written."""
_TEXT = f"{_YAML}str"
_LONGEST_MESSAGE = 400
"""Characters of one problem, for it may quote the file."""


class _Plain(yaml.CSafeLoader):
    """What plain words mean is left open: `_meant` says it, and to let YAML guess takes half of the time."""

    def resolve(self, *_what: object) -> str:
        """Nothing of YAML's own."""
        return _TEXT

    def descend_resolver(self, *_to: object) -> None:
        """Nothing hangs on where a word stands."""

    ascend_resolver = descend_resolver


class LineColumn(msgspec.Struct, frozen=True, order=True):
    """A line and a column, both counted from 1."""

    line: int = 1
    column: int = 1


class Document:
    """An authored file and everything found wrong with it so far.

    Attributes:
        source: name of the file, for messages.
        data: what it says, as dicts, lists, text, numbers, booleans and None.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self._told: set[Problem] = set()
        self._wrong: set[LineColumn] = set()
        self._keys: dict[Path, LineColumn] = {}
        self._values: dict[Path, LineColumn] = {}
        self._met: set[int] = set()
        self._doubles: set[LineColumn] = set()
        node = self._compose(text)
        self.data: Any = None if node is None else self._read(node, ())

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong so far, in the order of the lines; of very much the first that was found, and how much more."""
        untold = len(self._wrong - {LineColumn(problem.line, problem.column) for problem in self._told})
        if not untold:
            return tuple(sorted(self._told))
        last = max(self._wrong)
        message = f"… and {untold} more {'place' if untold == 1 else 'places'} where something is wrong"
        return (*sorted(self._told), Problem(self.source, last.line, last.column, message))

    @property
    def full(self) -> bool:
        """Whether no further problem will be told."""
        return len(self._told) >= MOST_PROBLEMS

    def at(self, path: Sequence[str | int]) -> Any:
        """The data at a path; None where there is nothing."""
        found = self.data
        for part in path:
            try:
                found = found[part]
            except (KeyError, IndexError, TypeError):
                return None
        return found

    def problem(self, path: Sequence[str | int], message: str) -> None:
        """Something is wrong with the value at a path, or with the nearest thing around it."""
        self._add(self.place(path), message)

    def key_problem(self, path: Sequence[str | int], message: str) -> None:
        """Something is wrong with the key itself at the end of a path."""
        self._add(self._place(self._keys, tuple(path)), message)

    def readable(self) -> None:
        """Raise ScenarioError if nothing can be made of it; with a key that is there twice the first one is read on."""
        if self._wrong - self._doubles:
            self.finish()

    def finish(self) -> None:
        """Raise ScenarioError if anything is wrong."""
        if self._wrong:
            raise ScenarioError(self.problems)

    def _add(self, place: LineColumn, message: str) -> None:
        short = message if len(message) <= _LONGEST_MESSAGE else f"{message[:_LONGEST_MESSAGE]} …"
        self.report(Problem(self.source, place.line, place.column, short))

    def report(self, problem: Problem) -> None:
        """Something is wrong, its place known already."""
        self._wrong.add(LineColumn(problem.line, problem.column))
        if not self.full:
            self._told.add(problem)

    def place(self, path: Sequence[str | int]) -> LineColumn:
        """Where the value at a path is, or the nearest thing around it."""
        return self._place(self._values, tuple(path))

    def path(self, place: LineColumn) -> Path:
        """The path of the value that stands at a place, else of the key; an empty one where nothing begins."""
        standing = (path for places in (self._values, self._keys) for path, one in places.items() if one == place)
        return next(standing, ())

    def _place(self, places: dict[Path, LineColumn], path: Path) -> LineColumn:
        if path in places:
            return places[path]
        while path and path not in self._values:
            path = path[:-1]
        return self._values.get(path, LineColumn())

    def _compose(self, text: str) -> yaml.Node | None:
        try:
            if beyond := _beyond(text):
                self._add(*beyond)
                return None
            node = composed(text)
        except yaml.YAMLError as error:
            self._add(_where(error, text), f"this is not YAML: {_what(error)}")
            return None
        if node is None:
            self._add(LineColumn(), "the file is empty")
        return node

    def _read(self, node: yaml.Node, path: Path) -> object:
        self._values[path] = _start(node)
        if id(node) in self._met:
            self._add(_start(node), "aliases (*name) are not used here; write it out again")
            return None
        self._met.add(id(node))
        if not node.tag.startswith(_YAML) or ":python" in node.tag:
            self._add(_start(node), f"tags ({node.tag}) are not used here")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self._read(item, (*path, index)) for index, item in enumerate(node.value)]
        return self._scalar(node) if isinstance(node, yaml.ScalarNode) else None

    def _scalar(self, node: yaml.ScalarNode) -> object:
        value = meant(node)
        if isinstance(value, str):
            self._check_text(value, _start(node), LONGEST_TEXT)
        elif isinstance(value, int | float) and abs(value) > LARGEST_NUMBER:
            self._add(_start(node), f"{value} is out of range: no number here is beyond {LARGEST_NUMBER:,}")
        return value

    def _check_text(self, text: str, at: LineColumn, longest: int) -> None:
        if len(text) > longest:
            self._add(at, f"the text is too long: {len(text):,} characters, at most {longest:,}")
        if steering := STEERING.search(text.replace("\n", " ")):
            self._add(at, f"there is a control character (U+{ord(steering[0]):04X}) in this text")

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, object]:
        found: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._add(_start(key_node), "a key must be a plain word")
                continue
            key = str(key_node.value)
            self._check_text(key, _start(key_node), LONGEST_KEY)
            if key in found:
                self._add(_start(key_node), f"duplicate key '{key}'")
                self._doubles.add(_start(key_node))
                continue
            self._keys[(*path, key)] = _start(key_node)
            found[key] = self._read(value_node, (*path, key))
        return found


@lru_cache(maxsize=2)
def composed(text: str) -> yaml.Node | None:
    """The parts of a text with their marks, not to be changed; remembered, for who edits a file reads it many times."""
    return yaml.compose(text, Loader=_Plain)


@lru_cache(maxsize=2)
def _beyond(text: str) -> tuple[LineColumn, str] | None:
    """Return the place where `text` exceeds the bounds and the message for it, or None if it keeps them.

    Composing an endless text would end the program, so its parts are counted as they are parsed.
    Newer versions of PyYAML refuse deep nesting with words of their own before they report the parts in front of it.
    Therefore the text before any error is judged first.

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
            return _start(event), "this is nested too deeply"
        if parts > MOST_PARTS:
            return _start(event), f"the file has too much in it: more than {MOST_PARTS:,} keys and values"
    return None


def meant(node: yaml.ScalarNode) -> object:
    """What a single value says, as YAML 1.2 means it."""
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


def _start(node: yaml.Node | yaml.Event) -> LineColumn:
    mark = node.start_mark
    return LineColumn(mark.line + 1, mark.column + 1) if mark else LineColumn()


def _where(error: yaml.YAMLError, text: str) -> LineColumn:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return LineColumn(error.problem_mark.line + 1, error.problem_mark.column + 1)
    before = text[: getattr(error, "position", 0)].split("\n")
    return LineColumn(len(before), len(before[-1]) + 1)


def _what(error: yaml.YAMLError) -> str:
    parts = [getattr(error, name, None) for name in ("context", "problem", "reason")]
    return ", ".join(part for part in parts if part) or "it cannot be read"
