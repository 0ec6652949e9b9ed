"""Whether a widget looks as another did before the screen was composed anew, so that its picture still holds."""

from typing import Any

from tabletop.ui.widgets.base import Widget

_BOOKS = {
    "_dirty",
    "_sizes",
    "_in_order",
    "_told",
    "_kept",
    "_picture",
    "_stale",
    "_before",
    "_within",
    "covered",
    "seen",
    "_rects",
}
"""Attributes that say nothing about how a widget looks."""


def alike(one: Widget, other: Widget) -> bool:
    """Whether two widgets look the same, but for what is in them; in doubt they do not."""
    here, there = vars(one), vars(other)
    return type(one) is type(other) and all(
        value is (before := there.get(name)) or name in _BOOKS or value == before or _of_a_kind(value, before)
        for name, value in here.items()
    )


def trees_alike(one: Widget, other: Widget) -> bool:
    """Whether two widgets with all that is in them look the same; in doubt they do not."""
    here, there = list(one.walk()), list(other.walk())
    return len(here) == len(there) and all(map(alike, here, there))


def _of_a_kind(value: Any, before: Any) -> bool:
    """Of widgets only what they are is asked here, for each of them is looked at by itself."""
    if isinstance(value, list) and isinstance(before, list):
        return len(value) == len(before) and all(map(_of_a_kind, value, before))
    return isinstance(value, Widget) and type(value) is type(before)
