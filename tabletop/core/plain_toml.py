"""Plain data as TOML that a person would read: a note over each entry, a table for each mapping."""

import json
import re
from collections.abc import Mapping, Sequence

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
