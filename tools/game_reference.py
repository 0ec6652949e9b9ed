"""Write docs/reference/<game>.md: every command, event and part of the state of each game, for writers of case files.

Everything comes from the types themselves, their docstrings and those of their fields; what a field without one means
is in docs/reference/<game>.fields.yaml. With --check nothing is written, and the exit code is 1 if a page is not up to
date. Fields without an explanation are listed, and with --check they are an error.
"""

import ast
import inspect
import sys
import textwrap
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeGuard, Union, get_args, get_origin

import msgspec
import yaml

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.game import AnyGame, games_by_id

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"
_PLAIN = {str: "text", int: "whole number", float: "number", bool: "true or false", type(None): "nothing", Any: "any"}


UNEXPLAINED = "?"
"""Stands for the meaning of a field that has no explanation."""


def format_page(game: AnyGame, glossary: dict[str, str]) -> str:
    """Return the page of one game as Markdown."""
    commands, events = _list_types(game.command_type), _list_types(game.event_type)
    hidden = "" if game.meta.shared else "by"  # refused where each side has one player
    lines = [
        f"# {game.meta.title}: commands, events and state",
        "",
        "Made by `tools/game_reference.py` from the types of the game and `<game>.fields.yaml`: change those instead.",
        "What a case file writes under `do:` or `events:` carries these fields. Lengths are in the unit of the table,",
        "angles in whole degrees.",
        "",
        "## Commands",
        "",
        *(line for kind in commands for line in _format_section(kind, _tag_of(kind), glossary, hidden)),
        "## Events",
        "",
        *(line for kind in events for line in _format_section(kind, _tag_of(kind), glossary)),
        "## State",
        "",
        *_format_section(game.state_type, game.state_type.__name__, glossary),
        "## Parts",
        "",
    ]
    for kind in sorted(_find_parts([*commands, *events, game.state_type]), key=lambda kind: kind.__name__):
        lines += _format_section(kind, kind.__name__, glossary)
    return "\n".join(lines).rstrip() + "\n"


def _format_section(
    kind: type[msgspec.Struct], title: str, glossary: dict[str, str], hidden: str = ""
) -> Iterator[str]:
    yield f"### {title}"
    yield ""
    yield _read_summary(kind)
    yield ""
    fields = [field for field in msgspec.structs.fields(kind) if field.name != hidden]
    if not fields:
        return
    meanings = _read_meanings(kind)
    yield "| field | type | if left out | meaning |"
    yield "|---|---|---|---|"
    for field in fields:
        key = field.encode_name
        meaning = meanings.get(field.name) or glossary.get(f"{title}.{key}") or glossary.get(key) or UNEXPLAINED
        yield f"| `{key}` | {describe_type(field.type)} | {_format_default(field)} | {meaning} |"
    yield ""


def describe_type(kind: Any) -> str:
    """Return a type in words, with links to the parts on the same page."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return describe_type(inside[0]) + "".join(map(_format_limits, inside[1:]))
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in inside)
    if origin in (Union, types.UnionType):
        return " or ".join(describe_type(one) for one in inside if one is not msgspec.UnsetType)
    if origin is tuple:
        repeated = len(inside) == 2 and inside[1] is Ellipsis
        return (
            f"list of {describe_type(inside[0])}" if repeated else "list: " + ", then ".join(map(describe_type, inside))
        )
    if origin is dict:
        return f"{describe_type(inside[0])} to {describe_type(inside[1])}"
    if _is_struct(kind):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    return _PLAIN.get(kind, str(kind))


def _format_limits(meta: msgspec.Meta) -> str:
    bounds = {" over ": meta.gt, " from ": meta.ge, " to ": meta.le, " below ": meta.lt}
    return "".join(f"{word}{bound}" for word, bound in bounds.items() if bound is not None)


def _format_default(field: msgspec.structs.FieldInfo) -> str:
    if field.default is msgspec.UNSET:
        return "left out"
    if field.default is not msgspec.NODEFAULT:
        return f"`{msgspec.json.encode(field.default).decode()}`".replace("|", "\\|")
    if field.default_factory is not msgspec.NODEFAULT:
        return f"`{msgspec.json.encode(field.default_factory()).decode()}`"
    return "required"


def _is_struct(kind: Any) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _list_types(union: Any) -> list[type[msgspec.Struct]]:
    return list(get_args(union) or (union,))


def _tag_of(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _find_parts(roots: list[type[msgspec.Struct]]) -> set[type[msgspec.Struct]]:
    found: set[type[msgspec.Struct]] = set()
    open_ends = [field.type for root in roots for field in msgspec.structs.fields(root)]
    while open_ends:
        kind = open_ends.pop()
        open_ends += get_args(kind)
        if _is_struct(kind) and kind not in found:
            found.add(kind)
            open_ends += [field.type for field in msgspec.structs.fields(kind)]
    return found - set(roots)


def _read_summary(kind: type) -> str:
    text = inspect.cleandoc(kind.__doc__ or "").partition("\n\nAttributes:")[0]
    return " ".join(text.split())


def _read_meanings(kind: type) -> dict[str, str]:
    """Return the explanation of each field, from `Attributes:` or the docstring below the field."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one not in (msgspec.Struct, object) and issubclass(one, msgspec.Struct):
            found |= _read_attributes(one) | _read_field_docstrings(one)
    return found


def _read_attributes(kind: type) -> dict[str, str]:
    listed = inspect.cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2]
    found: dict[str, str] = {}
    name = ""
    for line in textwrap.dedent(listed).splitlines():
        if line and not line.startswith(" "):
            name, _, said = line.partition(": ")
            found[name] = said
        elif name and line.strip():
            found[name] += " " + line.strip()
    return found


def _read_field_docstrings(kind: type) -> dict[str, str]:
    tree = _parse_classes(kind.__module__)[kind.__qualname__]
    found: dict[str, str] = {}
    for field, said in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
            found[ast.unparse(field.target)] = " ".join(str(said.value.value).split())
    return found


@cache
def _parse_classes(module: str) -> dict[str, ast.ClassDef]:
    """Return the syntax trees of the classes of a module, by name."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _load_glossary(name: str) -> dict[str, str]:
    path = FOLDER / f"{name}.fields.yaml"
    said = path.read_text(encoding="utf-8") if path.is_file() else "{}"
    return msgspec.convert(yaml.safe_load(said), dict[str, str])


def list_unexplained(page: str) -> list[str]:
    """Return the fields of a page without an explanation, as ``struct.field``."""
    found, title = [], ""
    for line in page.splitlines():
        title = line.removeprefix("### ") if line.startswith("### ") else title
        if line.endswith(f" | {UNEXPLAINED} |"):
            found.append(f"{title}.{line.split('`')[1]}")
    return found


def main() -> int:
    """Write the pages, or with --check list the outdated ones; list the unexplained fields."""
    stale, dark, check = [], [], "--check" in sys.argv
    for name, game in games_by_id().items():
        path = FOLDER / f"{name}.md"
        text = format_page(game, _load_glossary(name))
        dark += [f"{name}: {field}" for field in list_unexplained(text)]
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale and check:
        print("not up to date, run `make reference`: " + ", ".join(path.name for path in stale))
    if dark:
        print("say what these mean, below them in the code or in docs/reference/<game>.fields.yaml:", *dark, sep="\n  ")
    return int(check and bool(stale or dark))


if __name__ == "__main__":
    sys.exit(main())
