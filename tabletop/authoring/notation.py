"""How values are written in YAML, as a person would: plain where it can be, quoted where it must, prose folded."""

import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from tabletop.core.document import Document

WIDTH = 120
"""Characters of a line of prose, its indentation included."""
STEP = 2
"""Spaces by which what is inside lies deeper."""


def scalar(value: object, *, flow: bool) -> str:
    """A single value on one line; `flow` says that it stands within brackets, where more must be quoted."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return number(value)
    text = str(value)
    around = f"[{text}]" if flow else f"- {text}"
    return text if Document(around, "").data == [text] else json.dumps(text, ensure_ascii=False)


def number(value: float, like: str = "") -> str:
    """A number to a thousandth without needless zeros, or with as many as the one had that it replaces."""
    short = f"{value:.3f}".rstrip("0").rstrip(".")
    decimals = len(like.partition(".")[2]) if like.endswith("0") else 0
    return "0" if short == "-0" else f"{value:.{decimals}f}" if len(short.partition(".")[2]) < decimals else short


def flowing(value: object) -> str:
    """Any value on one line, lists and groups in brackets."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key, flow=True)}: {flowing(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flowing, value)) + "]"
    return scalar(value, flow=True)


def entry(key: str, value: object, indent: int, like: str = "") -> list[str]:
    """The lines of a key of a block and its value; lists and groups that hold others go on below it.

    `like` is what a text replaces as it is written, from its first sign on.
    """
    start = " " * indent + scalar(key, flow=False) + ":"
    if isinstance(value, str) and (len(value) + len(start) > _width(like) or "\n" in value):
        return prose(start, value, indent + STEP, like)
    if _deep(value):
        return [start, *block(value, indent + STEP)]
    return [f"{start} {flowing(value) if isinstance(value, list | tuple | Mapping) else scalar(value, flow=False)}"]


def block(value: object, indent: int) -> list[str]:
    """The lines of a list or a group, one part a line."""
    if isinstance(value, Mapping):
        return [line for key, one in value.items() for line in entry(str(key), one, indent)]
    return [item(one, indent) for one in _listed(value)]


def item(value: object, indent: int) -> str:
    """An entry of a list on a line of its own."""
    return f"{' ' * indent}- {flowing(value)}"


def prose(start: str, text: str, indent: int, like: str = "") -> list[str]:
    """A key and a long text below it, folded; line for line where it was written so or folding would change it.

    What neither can hold is quoted on one line.
    """
    whole, end = (text[:-1], "") if text.endswith("\n") else (text, "-")
    paragraphs, wide = whole.split("\n"), _width(like)
    folded = [line for one in paragraphs for line in ("", *_wrapped(one, indent, wide))]
    kept = [" " * indent + one if one else "" for one in paragraphs]
    ways = [[f"{start} >{end}", *folded[1:]], [f"{start} |{end}", *kept]]
    ordered = reversed(ways) if like.startswith("|") else ways
    sound = (lines for lines in ordered if Document("\n".join(lines) + "\n", "").data == {start[:-1].strip(): text})
    return next(sound, [f"{start} {json.dumps(text, ensure_ascii=False)}"])


def _wrapped(paragraph: str, indent: int, wide: int) -> list[str]:
    space = " " * indent
    return textwrap.wrap(paragraph, wide, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)


def _width(like: str) -> int:
    """As wide as the folded lines were that are written anew, so that those before a change stay as they are."""
    lines = like.splitlines()
    return max(map(len, lines)) if like.startswith(">") and len(lines) > 2 else WIDTH


def _deep(value: object) -> bool:
    """Whether it is a list or a group of others, not of single values and places alone."""
    if isinstance(value, Mapping):
        return any(isinstance(one, Mapping | list | tuple) for one in value.values())
    return any(isinstance(one, Mapping) for one in _listed(value))


def _listed(value: object) -> Iterable[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()
