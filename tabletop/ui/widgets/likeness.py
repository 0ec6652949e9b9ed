"""Where widgets look otherwise than those before them, when the screen was composed anew; elsewhere pictures hold."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pygame

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget

_BOOKS = {
    "children",
    "tip",
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
    "_scale",
}
"""Attributes that say nothing about how a widget looks."""


def alike(one: Widget, other: Widget) -> bool:
    """Whether two widgets look the same, but for what is in them; in doubt they do not."""
    if type(one) is not type(other):
        return False
    there, unseen = vars(other), one.unseen
    for name, value in vars(one).items():
        if value is (before := there.get(name)) or name in _BOOKS or name in unseen or value == before:
            continue
        if not _of_a_kind(value, before):
            return False
    return True


def differences(now: Iterable[Widget], before: Iterable[Widget], theme: Theme) -> list[pygame.Rect]:
    """What those touch that look otherwise, or lie elsewhere, than any before; and those before that are gone."""
    gone: dict[tuple[type[Widget], int, int, int, int], list[Widget]] = defaultdict(list)
    for widget in before:
        gone[type(widget), *widget.rect].append(widget)
    found = [widget for widget in now if not _matched(widget, gone.get((type(widget), *widget.rect), []))]
    return [widget.reach(theme) for widgets in (found, *gone.values()) for widget in widgets]


def _matched(widget: Widget, before: list[Widget]) -> bool:
    """Whether one of these looks the same; it is taken out."""
    for number, old in enumerate(before):
        if not old.dirty and alike(widget, old):
            del before[number]
            return True
    return False


def _of_a_kind(value: Any, before: Any) -> bool:
    """Of widgets only what they are is asked here, for each of them is looked at by itself."""
    if isinstance(value, list) and isinstance(before, list):
        return len(value) == len(before) and all(map(_of_a_kind, value, before))
    return isinstance(value, Widget) and type(value) is type(before)
