"""Plain data as TOML that a person would read: a note over each entry, a table for each mapping.

Somebody may have written into it since, so what can be read of such a file is read line by line.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Plain = str | int | float | bool | Sequence["Plain"] | Mapping[str, "Plain"]
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text(entries: Mapping[str, Plain], notes: Mapping[str, str], head: str = "") -> str:
    """A file of these entries; `notes` are those over them, `head` what stands above all."""
    tables = {name: of for name, of in entries.items() if isinstance(of, Mapping)}
    parts = [_noted(head)] if head else []
    parts += [
        f"{_noted(notes.get(name, ''))}{_name(name)} = {_value(of)}\n"
        for name, of in entries.items()
        if name not in tables
    ]
    for name, table in tables.items():
        lines = (f"{_name(key)} = {_value(of)}\n" for key, of in table.items())
        parts.append(f"{_noted(notes.get(name, ''))}[{_name(name)}]\n{''.join(lines)}")
    return "\n".join(parts)


class Line(NamedTuple):
    """A line of a file: its number, the table that it stands in, its key, and its value if it can be read."""

    number: int
    table: str
    key: str
    read: Mapping[str, object] | None

    @property
    def path(self) -> str:
        """What it sets, as ``loud.guns``."""
        return f"{self.table}.{self.key}" if self.table and self.key else self.table or self.key


def lines(text: str) -> Iterator[Line]:
    """All lines of a file but notes; where one that begins a table cannot be read, what follows is of no table here."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            read: dict[str, object] | None = tomllib.loads(words)
        except (ValueError, RecursionError):
            read = None
        if words.startswith("["):
            table = next(iter(read)) if read else words.strip("[]")
            yield Line(number, table, "", None if read is None else {})
        else:
            yield Line(number, table, words.partition("=")[0].strip().strip("\"'"), read)


def readable(text: str) -> dict[str, object]:
    """What can be read of a file, an entry to a line."""
    found: dict[str, object] = {}
    for line in lines(text):
        here = found.setdefault(line.table, {}) if line.table else found
        if line.read and isinstance(here, dict):
            here.update(line.read)
    return found


def _noted(note: str) -> str:
    return "".join(f"# {line}\n" for line in note.splitlines())


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(words: str) -> str:
    """As JSON has it, which TOML reads but for one letter."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(of: Plain) -> str:
    match of:
        case bool():
            return str(of).lower()
        case str():
            return _quoted(of)
        case Mapping():
            return f"{{{', '.join(f'{_name(key)} = {_value(one)}' for key, one in of.items())}}}"
        case Sequence():
            return f"[{', '.join(map(_value, of))}]"
        case _:
            return str(of)
