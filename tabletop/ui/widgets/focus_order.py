"""Where the focus goes: in the order of Tab, and in the direction of an arrow."""

from collections.abc import Sequence

import pygame

from tabletop.ui.widgets.base import Widget

ARROWS: dict[str, tuple[int, int]] = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


def focusable(root: Widget) -> list[Widget]:
    """What can have the focus, in the order of Tab."""
    return [widget for widget in root.walk() if widget.focusable and widget.rect.w > 0]


def following(order: Sequence[Widget], now: Widget | None, step: int) -> Widget | None:
    """The next one in a ring."""
    if not order:
        return None
    if now not in order:
        return order[0] if step > 0 else order[-1]
    return order[(order.index(now) + step) % len(order)]


def _distance(start: pygame.Rect, end: pygame.Rect, way: tuple[int, int]) -> float | None:
    """How far a rectangle lies in a direction; None if it does not lie there."""
    across, down = end.centerx - start.centerx, end.centery - start.centery
    ahead = across * way[0] + down * way[1]
    beside = abs(across * way[1]) + abs(down * way[0])
    gap = (end.x - start.right, start.x - end.right, end.y - start.bottom, start.y - end.bottom)
    clear = {(1, 0): gap[0], (-1, 0): gap[1], (0, 1): gap[2], (0, -1): gap[3]}[way]
    return ahead + 2 * beside if clear >= -2 and ahead > 0 else None


def towards(order: Sequence[Widget], now: Widget, way: tuple[int, int]) -> Widget | None:
    """The nearest one in the direction of an arrow; where there is none, the next or previous in the order of Tab."""
    found = [
        (far, number) for number, one in enumerate(order) if (far := _distance(now.rect, one.rect, way)) is not None
    ]
    return order[min(found)[1]] if found else following(order, now, sum(way))
