"""How the fields of a draft are read and written by a person: labels, words for values, values from words."""

import re
from collections.abc import Iterator

from tabletop.authoring.draft import Draft
from tabletop.authoring.forms import FormField
from tabletop.core.document import DataPath
from tabletop.core.phrases import capitalize

TURN = 360
_PAIR = re.compile(r"\[(\w+), (\w+)\]")
"""How the two numbers of a place are called, where the schema says so."""
_NAMES = {"q": "Q", "r": "R", "at": "Place"}
FIRST = ("name", "at", "heading", "facing", "division", "title", "date", "turns", "clock", "minutes_per_turn", "wind")
"""What is set most often stands before all else; the rest follows as the schema has it."""
FINE = 0.1
"""By how much a number that need not be whole is stepped."""


def rows_of(draft: Draft, path: DataPath) -> Iterator[FormField]:
    """The fields of a part: of a group what it may say, of a list or a table its entries."""
    found = draft.list_fields(path)
    if found or not path:
        shown_ = [field for field in found if field.key != "game" and not _placed(draft, field)]
        yield from sorted(shown_, key=lambda field: FIRST.index(field.key) if field.key in FIRST else len(FIRST))
        return
    value = draft.find_field(path).value
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    yield from (draft.find_field((*path, key)) for key in keys)


def _placed(draft: Draft, field: FormField) -> bool:
    """Whether it lies on the table, where it is worked on."""
    return field.key == "ships" and any(piece.path[:-1] == field.path for piece in draft.pieces)


def sort_of(draft: Draft, field: FormField) -> str:
    """How it is set: as the schema has it, told apart by what it holds where it may hold several things."""
    if isinstance(field.value if field.is_given else field.default, str) and field.kind in ("list", "group"):
        return "text"
    if isinstance(field.value, dict) or (field.kind == "group"):
        return "group" if draft.list_keys(field.path) else "table"
    if field.kind != "list":
        return field.kind
    inner = draft.find_field((*field.path, 0))
    if inner.choices:
        return "several"
    return {"text": "line", "number": "pair", "whole": "pair"}.get(inner.kind, "list")


def label(draft: Draft, field: FormField) -> str:
    """What stands before it."""
    last = field.path[-1]
    if isinstance(last, str):
        return _NAMES.get(last) or key_label(last)
    above = draft.find_field(field.path[:-1])
    if pair := _PAIR.search(above.description):
        return key_label(pair[last + 1]) if last < len(pair.groups()) else str(last + 1)
    named = field.value.get("name") or field.value.get("key") if isinstance(field.value, dict) else None
    return str(named) if named else f"{key_label(str(above.key))} {last + 1}"


def key_label(key: str) -> str:
    """A key of the file as a label."""
    return capitalize(key.replace("_", " "))


def shown(value: object) -> str:
    """A value as a person writes it."""
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def plain(word: object) -> str:
    """A word of the file as it is read."""
    return key_label(str(word)) if not isinstance(word, bool) else "Yes" if word else "No"


def meant(sort: str, text: str, *, wanted: bool) -> tuple[bool, object]:
    """Whether what is written is a value, and which; an empty line leaves out what may be left out."""
    if sort in ("text", "prose"):
        text = text if sort == "text" else "\n".join(map(str.rstrip, text.split("\n"))).rstrip()
        return True, text or ("" if wanted else None)
    if not text:
        return not wanted, None
    if sort == "line":
        return True, [part.strip() for part in text.split(",") if part.strip()]
    try:
        return True, int(text) if sort == "whole" else _neat(float(text))
    except ValueError:
        return False, None


def stepped(field: FormField, now: float, by: int) -> float:
    """A step on; a heading goes round, anything else stays within its limits."""
    if (field.minimum, field.maximum) == (0, TURN - 1):
        return int(now + 5 * by) % TURN
    value = now + by * (1 if field.kind == "whole" else FINE)
    value = min(value, field.maximum) if field.maximum is not None else value
    value = max(value, field.minimum) if field.minimum is not None else value
    return int(value) if field.kind == "whole" else _neat(value)


def _neat(value: float) -> float:
    """To a thousandth; a whole number without its point."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


# --- new entries


def blank(draft: Draft, field: FormField) -> object:
    """The smallest value that a new part may have; names and keys are to be written over."""
    sort = sort_of(draft, field)
    if sort == "group":
        return {one.key: blank(draft, one) for one in draft.list_fields(field.path) if one.is_required}
    if field.choices:
        return field.choices[0]
    usual: dict[str, object] = {
        "whole": int(max(field.minimum or 0, min(1, field.maximum or 1))), "number": field.minimum or 0, "pair": [0, 0],
        "list": [], "several": [], "line": [], "table": {}, "switch": False,
    }  # fmt: skip
    return usual.get(sort, f"New {field.key}" if isinstance(field.path[-1], str) else "New")


def blank_key(field: FormField) -> str:
    """A key that a table does not have yet."""
    held = field.value if isinstance(field.value, dict) else {}
    stem = str(field.key).removesuffix("s")
    return next(key for number in range(1, 1000) if (key := f"{stem}_{number}") not in held)
