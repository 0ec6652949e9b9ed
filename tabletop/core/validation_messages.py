"""Error messages of pydantic, reworded for players and placed at the right line of the file."""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from tabletop.core.document import DataPath, Document
from tabletop.core.phrases import did_you_mean

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""

_QUOTED = re.compile(r"'([^']*)'")


def report_error(document: Document, base: DataPath, detail: "ErrorDetails", model: "type[BaseModel]") -> None:
    """Add one error of pydantic to the document's problems; `base` is the path at which the model was fitted."""
    kind, location = detail["type"], detail["loc"]
    path = _find_path(document, base, location)
    name = location[-1] if location else ""
    if document.is_full:
        document.add_problem(path, kind)  # it counts, but nobody will read it
    elif kind == "extra_forbidden":
        known = _list_keys(_schema(model), location[:-1])
        document.add_key_problem(path, f"unknown key '{name}'{did_you_mean(str(name), known)}")
    elif kind == "missing":
        missing = f"missing key '{name}'" if isinstance(name, str) else f"too few values: number {name + 1} is missing"
        document.add_problem(path, missing)
    else:
        words = _EXPLANATIONS.get(kind, _explain_plainly)
        document.add_problem(path, _prefix_key(path, words(detail)))


@cache
def _schema(model: "type[BaseModel]") -> Schema:
    """Return the JSON Schema of a model, cached."""
    return model.model_json_schema()


def _find_path(document: Document, base: DataPath, location: tuple[str | int, ...]) -> DataPath:
    # pydantic puts the names of union members between the real keys
    """Return the path in the document for pydantic's location; parts that the data does not have are left out."""
    path = base
    for part in location:
        inside = document.value_at(path)
        exists = part in inside if isinstance(inside, dict) else isinstance(inside, list) and isinstance(part, int)
        path = (*path, part) if exists else path
    return path


def _prefix_key(path: DataPath, message: str) -> str:
    """Return the message with the last key of `path` in front, e.g. ``heading: expected text``.

    A path without any key leaves the message unchanged.
    """
    named = [part for part in path if isinstance(part, str)]
    return f"{named[-1]}: {message}" if named else message


def _format_input(detail: "ErrorDetails") -> str:
    """Return the wrong value in a player's words, e.g. ``'west'``, ``nothing`` or ``a list``."""
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


def _explain_type(what: str) -> Callable[["ErrorDetails"], str]:
    """Return a function that says that `what` was expected, and what there is."""
    return lambda detail: f"expected {what}, not {_format_input(detail)}"


def _explain_bound(words: str, limit: str) -> Callable[["ErrorDetails"], str]:
    """Return a function that says that the value is out of range: `words` and the error's number `limit`."""
    return lambda detail: f"{_format_input(detail)} is out of range: {words} {_context(detail)[limit]}"


def _explain_length(words: str, limit: str) -> Callable[["ErrorDetails"], str]:
    """Return a function that returns `words` with the error's number `limit`."""
    return lambda detail: f"{words} {_context(detail)[limit]}"


def _context(detail: "ErrorDetails") -> dict[str, object]:
    """Return the values that pydantic adds to an error, {} if none."""
    return detail.get("ctx", {})


def _explain_choice(detail: "ErrorDetails") -> str:
    """Return which values are allowed, what there is, and the nearest allowed value if one is close."""
    expected = str(_context(detail)["expected"])
    value = detail["input"]
    hint = did_you_mean(value, _QUOTED.findall(expected)) if isinstance(value, str) else ""
    return f"expected {expected}, not {_format_input(detail)}{hint}"


def _explain_plainly(detail: "ErrorDetails") -> str:
    """Return pydantic's own message without its prefix and with a small first letter."""
    said = detail["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return said[:1].lower() + said[1:]


_EXPLANATIONS: dict[str, Callable[["ErrorDetails"], str]] = {
    "int_type": _explain_type("a whole number"),
    "int_from_float": _explain_type("a whole number"),
    "int_parsing": _explain_type("a whole number"),
    "float_type": _explain_type("a number"),
    "float_parsing": _explain_type("a number"),
    "string_type": _explain_type("text"),
    "bool_type": _explain_type("true or false"),
    "bool_parsing": _explain_type("true or false"),
    "list_type": _explain_type("a list"),
    "tuple_type": _explain_type("a list"),
    "dict_type": _explain_type("a group of keys"),
    "model_type": _explain_type("a group of keys"),
    "model_attributes_type": _explain_type("a group of keys"),
    "literal_error": _explain_choice,
    "enum": _explain_choice,
    "greater_than": _explain_bound("more than", "gt"),
    "greater_than_equal": _explain_bound("at least", "ge"),
    "less_than": _explain_bound("less than", "lt"),
    "less_than_equal": _explain_bound("at most", "le"),
    "string_too_short": _explain_length("the text is too short; least number of characters:", "min_length"),
    "string_too_long": _explain_length("the text is too long; most characters allowed:", "max_length"),
    "too_short": _explain_length("too few entries: at least", "min_length"),
    "too_long": _explain_length("too many entries: at most", "max_length"),
    "value_error": _explain_plainly,
}


def _list_keys(schema: Schema, location: tuple[str | int, ...]) -> set[str]:
    """Return all keys that the schema allows at a location, in any of its variants."""
    definitions = schema.get("$defs", {})
    parts = [schema]
    for key in location:
        parts = [inner for part in parts for inner in _list_inner(part, key, definitions)] or parts
    return {key for part in parts for one in _list_variants(part, definitions) for key in one.get("properties", {})}


def _list_inner(part: Schema, key: str | int, definitions: Schema) -> list[Schema]:
    """Return the schemas of what stands under a key or list position of a part; [] if the schema has none."""
    found: list[object] = []
    for one in _list_variants(part, definitions):
        if isinstance(key, int):
            found += [*one.get("prefixItems", [])[key : key + 1], one.get("items")]
        else:
            found += [one.get("properties", {}).get(key), one.get("additionalProperties")]
    return [inner for inner in found if isinstance(inner, dict)]


def _list_variants(part: Schema, definitions: Schema) -> list[Schema]:
    """Return a schema and all schemas that it refers to or combines, with references resolved."""
    if "$ref" in part:
        return _list_variants(definitions[part["$ref"].rsplit("/", 1)[-1]], definitions)
    inner = [*part.get("anyOf", []), *part.get("oneOf", []), *part.get("allOf", [])]
    return [part] + [variant for one in inner for variant in _list_variants(one, definitions)]
