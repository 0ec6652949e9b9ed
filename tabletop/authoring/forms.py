"""The fields of a scenario as the schema of its game has them: their kinds, choices and limits."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal

import msgspec

from tabletop.core.document import DataPath
from tabletop.core.game import find_game
from tabletop.core.validation_messages import Schema

FieldKind = Literal["text", "prose", "whole", "number", "switch", "choice", "list", "group"]

_PROSE_LENGTH = 400
"""A text that may have as many characters gets several lines."""
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
_KINDS: dict[str, FieldKind] = {"integer": "whole", "number": "number", "boolean": "switch", "array": "list"}


class FormField(msgspec.Struct, frozen=True):
    """A field of a scenario file.

    Attributes:
        path: its path in the file.
        key: the last part of the path.
        kind: the kind of control that edits the field.
        value: the value in the file; None if the file has none.
        default: the value that holds if the file has none.
        is_given: True if the file has a value.
        choices: the allowed values of a choice, else ().
        minimum: the lowest number; None for no limit.
        maximum: the highest number, or the most characters or entries; None for no limit.
        description: a sentence from the schema; "" for none.
        is_required: True if the file must have the field.
    """

    path: DataPath
    key: str
    kind: FieldKind
    value: Any = None
    default: Any = None
    is_given: bool = False
    choices: tuple[str | int, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    description: str = ""
    is_required: bool = False


def list_keys(game: str, path: DataPath) -> tuple[str, ...]:
    """Return the keys that the group at a path may have, in the order of the schema."""
    found = [
        part.get("properties") or part.get("propertyNames", {}).get("enum", ()) for part in _schemas_at(game, path)
    ]
    return tuple(key for part in found for key in part)


def list_fields(game: str, data: object, path: DataPath) -> tuple[FormField, ...]:
    """Return the fields of the group at a path, in the order of the schema."""
    return tuple(find_field(game, data, (*path, key)) for key in list_keys(game, path))


def find_field(game: str, data: object, path: DataPath) -> FormField:
    """Return the field at a path; of kind "text" if the schema does not know the path."""
    parts = _schemas_at(game, path)
    first: Schema = next(iter(parts), {})
    value, said = _find_value(data, path)
    typed = next((part for part in parts if part.get("type") == _TYPES.get(type(value))), first)
    parents = [part.get("required", ()) for part in _schemas_at(game, path[:-1])]
    choices = tuple(one for part in parts for one in part.get("enum", [part["const"]] if "const" in part else ()))
    return FormField(
        path=path,
        key=str(path[-1]),
        kind="choice" if choices else _kind_of(typed),
        value=value,
        default=first.get("default"),
        is_given=said,
        choices=choices,
        minimum=_find_limit(typed, "minimum", "exclusiveMinimum"),
        maximum=_find_limit(typed, "maximum", "maxLength", "maxItems"),
        description=first.get("description", ""),
        is_required=any(path[-1] in required for required in parents),
    )


def _find_value(data: Any, path: DataPath) -> tuple[object, bool]:
    """Return the value at a path and True, or None and False if there is none."""
    try:
        for part in path:
            data = data[part]
    except (KeyError, IndexError, TypeError):
        return None, False
    return data, True


def _kind_of(part: Schema) -> FieldKind:
    """Return the kind of control for a part of a schema without fixed choices."""
    if "properties" in part or ("additionalProperties" in part and part.get("type") == "object"):
        return "group"
    if part.get("type") == "string" and part.get("maxLength", 0) >= _PROSE_LENGTH:
        return "prose"
    return _KINDS.get(str(part.get("type")), "text")


def _find_limit(part: Schema, *names: str) -> float | None:
    """Return the first of the limits `names` that a part of a schema has; None if it has none."""
    return next((part[name] for name in names if name in part), None)


@cache
def _load_schema(game: str) -> Schema:
    return find_game(game).schema()


@cache
def _schemas_at(game: str, path: DataPath) -> Sequence[Schema]:
    """Return the schemas that hold at a path; references are resolved, alternatives listed."""
    whole = _load_schema(game)
    found: list[Schema] = [whole]
    for part in path:
        found = [inner for one in found for inner in _find_subschemas(one, part)]
        found = [variant for one in found for variant in _resolve_variants(one, whole.get("$defs", {}))]
    return found


def _find_subschemas(part: Schema, key: str | int) -> Iterator[Schema]:
    """Yield the schema of a key, or of an entry of a list; nothing if the schema does not say."""
    if isinstance(key, int):
        listed = part.get("prefixItems", ())
        one = listed[key] if key < len(listed) else part.get("items")
    else:
        one = part.get("properties", {}).get(key, part.get("additionalProperties"))
    if isinstance(one, dict):
        yield one


def _resolve_variants(part: Schema, definitions: Schema) -> Iterator[Schema]:
    """Yield the alternatives of a schema, without null, with all references resolved.

    Each keeps the default and the description of the schema that refers to it.
    """
    if "$ref" in part:
        named = definitions[part["$ref"].rsplit("/", 1)[-1]]
        yield from _resolve_variants({**named, **{key: one for key, one in part.items() if key != "$ref"}}, definitions)
        return
    inner = [one for name in ("anyOf", "oneOf", "allOf") for one in part.get(name, ()) if one.get("type") != "null"]
    if not inner:
        yield part
    beside = {key: one for key, one in part.items() if key in ("default", "description")}
    for one in inner:
        yield from _resolve_variants({**one, **beside}, definitions)
