"""What pydantic finds wrong, said in a player's words and at the right place of the file."""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from tabletop.core.document import Document, Path
from tabletop.core.phrases import did_you_mean

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""

_QUOTED = re.compile(r"'([^']*)'")


def explain(document: Document, base: Path, detail: "ErrorDetails", model: "type[BaseModel]") -> None:
    """Add one finding of pydantic to the document's problems; `base` is where the model was fitted."""
    kind, location = detail["type"], detail["loc"]
    path = _real(document, base, location)
    name = location[-1] if location else ""
    if document.full:
        document.problem(path, kind)  # it counts, but nobody will read it
    elif kind == "extra_forbidden":
        known = _keys_at(_schema(model), location[:-1])
        document.key_problem(path, f"unknown key '{name}'{did_you_mean(str(name), known)}")
    elif kind == "missing":
        missing = f"missing key '{name}'" if isinstance(name, str) else f"too few values: number {name + 1} is missing"
        document.problem(path, missing)
    else:
        words = _WORDS.get(kind, _as_said)
        document.problem(path, _named(path, words(detail)))


@cache
def _schema(model: "type[BaseModel]") -> Schema:
    return model.model_json_schema()


def _real(document: Document, base: Path, location: tuple[str | int, ...]) -> Path:
    # pydantic puts the names of union members between the real keys
    path = base
    for part in location:
        inside = document.at(path)
        exists = part in inside if isinstance(inside, dict) else isinstance(inside, list) and isinstance(part, int)
        path = (*path, part) if exists else path
    return path


def _named(path: Path, message: str) -> str:
    named = [part for part in path if isinstance(part, str)]
    return f"{named[-1]}: {message}" if named else message


def _shown(detail: "ErrorDetails") -> str:
    value = detail["input"]
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a group of keys"
    if isinstance(value, list):
        return "a list"
    return f"'{value}'" if isinstance(value, str) else str(value)


def _expected(what: str) -> Callable[["ErrorDetails"], str]:
    return lambda detail: f"expected {what}, not {_shown(detail)}"


def _bound(words: str, limit: str) -> Callable[["ErrorDetails"], str]:
    return lambda detail: f"{_shown(detail)} is out of range: {words} {_context(detail)[limit]}"


def _size(words: str, limit: str) -> Callable[["ErrorDetails"], str]:
    return lambda detail: f"{words} {_context(detail)[limit]}"


def _context(detail: "ErrorDetails") -> dict[str, object]:
    return detail.get("ctx", {})


def _choice(detail: "ErrorDetails") -> str:
    expected = str(_context(detail)["expected"])
    value = detail["input"]
    hint = did_you_mean(value, _QUOTED.findall(expected)) if isinstance(value, str) else ""
    return f"expected {expected}, not {_shown(detail)}{hint}"


def _as_said(detail: "ErrorDetails") -> str:
    said = detail["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return said[:1].lower() + said[1:]


_WORDS: dict[str, Callable[["ErrorDetails"], str]] = {
    "int_type": _expected("a whole number"),
    "int_from_float": _expected("a whole number"),
    "int_parsing": _expected("a whole number"),
    "float_type": _expected("a number"),
    "float_parsing": _expected("a number"),
    "string_type": _expected("text"),
    "bool_type": _expected("true or false"),
    "bool_parsing": _expected("true or false"),
    "list_type": _expected("a list"),
    "tuple_type": _expected("a list"),
    "dict_type": _expected("a group of keys"),
    "model_type": _expected("a group of keys"),
    "model_attributes_type": _expected("a group of keys"),
    "literal_error": _choice,
    "enum": _choice,
    "greater_than": _bound("more than", "gt"),
    "greater_than_equal": _bound("at least", "ge"),
    "less_than": _bound("less than", "lt"),
    "less_than_equal": _bound("at most", "le"),
    "string_too_short": _size("the text is too short: characters at least", "min_length"),
    "string_too_long": _size("the text is too long: characters at most", "max_length"),
    "too_short": _size("too few entries: at least", "min_length"),
    "too_long": _size("too many entries: at most", "max_length"),
    "value_error": _as_said,
}


def _keys_at(schema: Schema, location: tuple[str | int, ...]) -> set[str]:
    definitions = schema.get("$defs", {})
    parts = [schema]
    for key in location:
        parts = [inner for part in parts for inner in _inside(part, key, definitions)] or parts
    return {key for part in parts for one in _variants(part, definitions) for key in one.get("properties", {})}


def _inside(part: Schema, key: str | int, definitions: Schema) -> list[Schema]:
    found: list[object] = []
    for one in _variants(part, definitions):
        if isinstance(key, int):
            found += [*one.get("prefixItems", [])[key : key + 1], one.get("items")]
        else:
            found += [one.get("properties", {}).get(key), one.get("additionalProperties")]
    return [inner for inner in found if isinstance(inner, dict)]


def _variants(part: Schema, definitions: Schema) -> list[Schema]:
    if "$ref" in part:
        return _variants(definitions[part["$ref"].rsplit("/", 1)[-1]], definitions)
    inner = [*part.get("anyOf", []), *part.get("oneOf", []), *part.get("allOf", [])]
    return [part] + [variant for one in inner for variant in _variants(one, definitions)]
