"""Writing plain data as TOML that a person can read: a comment above each entry, a table for each mapping.

A person may have edited such a file, so reading takes each line by itself and skips lines that cannot be read.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Plain = str | int | float | bool | Sequence["Plain"] | Mapping[str, "Plain"]
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def format_toml(entries: Mapping[str, Plain], notes: Mapping[str, str], head: str = "") -> str:
    """Return the entries as TOML: first the plain values, then a table for each mapping.

    `notes` are comments by entry, printed above it; `head` is the comment at the top, "" for none.
    """
    tables = {name: of for name, of in entries.items() if isinstance(of, Mapping)}
    parts = [_format_note(head)] if head else []
    parts += [
        f"{_format_note(notes.get(name, ''))}{_format_key(name)} = {_format_value(of)}\n"
        for name, of in entries.items()
        if name not in tables
    ]
    for name, table in tables.items():
        lines = (f"{_format_key(key)} = {_format_value(of)}\n" for key, of in table.items())
        parts.append(f"{_format_note(notes.get(name, ''))}[{_format_key(name)}]\n{''.join(lines)}")
    return "\n".join(parts)


class TomlLine(NamedTuple):
    """A line of a TOML file: its number, table and key, and its parsed value, or None if the line cannot be read."""

    number: int
    table: str
    key: str
    read: Mapping[str, object] | None

    @property
    def dotted_key(self) -> str:
        """Return the full key, e.g. ``loud.guns``."""
        return f"{self.table}.{self.key}" if self.table and self.key else self.table or self.key


def parse_lines(text: str) -> Iterator[TomlLine]:
    """Yield all lines except blank ones and comments, each parsed by itself.

    A line that cannot be read has None as value. An unreadable table heading is taken without its brackets.
    """
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
            yield TomlLine(number, table, "", None if read is None else {})
        else:
            yield TomlLine(number, table, words.partition("=")[0].strip().strip("\"'"), read)


def read_tolerantly(text: str) -> dict[str, object]:
    """Return the entries of all lines that can be read.

    Entries below a table heading are in a dict under the name of the table.
    """
    found: dict[str, object] = {}
    for line in parse_lines(text):
        here = found.setdefault(line.table, {}) if line.table else found
        if line.read and isinstance(here, dict):
            here.update(line.read)
    return found


def _format_note(note: str) -> str:
    """Return each line of `note` as a comment; "" for no note."""
    return "".join(f"# {line}\n" for line in note.splitlines())


def _format_key(name: str) -> str:
    """Return `name` as a TOML key, quoted only if it must be."""
    return name if _BARE.fullmatch(name) else _quote(name)


def _quote(words: str) -> str:
    """Return the text as a JSON string, with the one character escaped that TOML does not allow."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _format_value(of: Plain) -> str:
    """Return a value in TOML on one line; a mapping becomes an inline table."""
    match of:
        case bool():
            return str(of).lower()
        case str():
            return _quote(of)
        case Mapping():
            return f"{{{', '.join(f'{_format_key(key)} = {_format_value(one)}' for key, one in of.items())}}}"
        case Sequence():
            return f"[{', '.join(map(_format_value, of))}]"
        case _:
            return str(of)
