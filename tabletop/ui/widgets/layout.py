"""Containers that give each widget its place, measured from what is in them."""

from collections.abc import Iterable
from typing import Literal

import pygame

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size, Tip, Widget

Align = Literal["stretch", "start", "centre", "end"]


class Spacer(Widget):
    """Room: a fixed amount, or all that is left."""

    def __init__(self, design: float = 0, *, grow: float = 0) -> None:
        super().__init__(grow=grow)
        self.design = design

    def measure(self, theme: Theme, width: int) -> Size:
        """The same both ways."""
        return theme.px(self.design), theme.px(self.design)


def _aligned(align: Align, start: int, room: int, wanted: int) -> tuple[int, int]:
    if align == "stretch":
        return start, room
    wanted = min(wanted, room)
    return start + {"start": 0, "centre": (room - wanted) // 2, "end": room - wanted}[align], wanted


def _shares(wanted: list[int], weights: list[float], room: int) -> list[int]:
    """Wanted lengths; what is left over goes to those that grow, and what is lacking is taken from them."""
    spare, total = room - sum(wanted), sum(weights)
    if spare < 0:
        growing = sum(length for length, weight in zip(wanted, weights, strict=True) if weight)
        left = max(0.0, 1 + spare / growing) if growing else 1.0
        return [int(length * left) if weight else length for length, weight in zip(wanted, weights, strict=True)]
    if not total:
        return wanted
    return [length + int(spare * weight / total) for length, weight in zip(wanted, weights, strict=True)]


class _Line(Widget):
    def __init__(
        self, children: Iterable[Widget], *, gap: float = 8, align: Align = "stretch", ident: str = "",
        tip: Tip | None = None, grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(ident, tip=tip, grow=grow)
        self.children = list(children)
        self.gap = gap
        self.align: Align = align

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """Through the one that lies there."""
        for child in self.children:
            if child.visible and child.rect.collidepoint(pos) and (path := child.path_to(pos)):
                return [self, *path]
        return [self] if self.answers(pos) else []

    def _gaps(self, theme: Theme) -> int:
        return theme.px(self.gap) * max(0, len(list(self.shown())) - 1)


class Row(_Line):
    """Side by side. Those that grow share what the others leave, and wrap their text in it."""

    def widths(self, theme: Theme, width: int) -> list[int]:
        """The width that each visible child gets."""
        shown = list(self.shown())
        room = width - self._gaps(theme)
        fixed = sum(child.measured(theme, room)[0] for child in shown if not child.grow)
        left, total = max(0, room - fixed), sum(child.grow for child in shown)
        return [int(left * c.grow / total) if c.grow else c.measured(theme, room)[0] for c in shown]

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as all together, as high as the highest."""
        shown = list(self.shown())
        if not shown:
            return 0, 0
        widths = self.widths(theme, width)
        sizes = [child.measured(theme, given) for child, given in zip(shown, widths, strict=True)]
        natural = sum(max(w, given) for (w, _), given in zip(sizes, widths, strict=True))
        return natural + self._gaps(theme), max(h for _, h in sizes)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """From left to right."""
        self.rect, self.dirty = pygame.Rect(rect), True
        left = rect.x
        shown = list(self.shown())
        for child, width in zip(shown, self.widths(theme, rect.w) if shown else [], strict=True):
            top, height = _aligned(self.align, rect.y, rect.h, child.measured(theme, width)[1])
            child.place(theme, pygame.Rect(left, top, width, height))
            left += width + theme.px(self.gap)


class Column(_Line):
    """One below the other. Those that grow share the height that is left."""

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as the widest, as high as all together."""
        sizes = [child.measured(theme, width) for child in self.shown()]
        return max((w for w, _ in sizes), default=0), sum(h for _, h in sizes) + self._gaps(theme)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """From top to bottom."""
        self.rect, self.dirty = pygame.Rect(rect), True
        shown = list(self.shown())
        sizes = [child.measured(theme, rect.w) for child in shown]
        heights = _shares([h for _, h in sizes], [child.grow for child in shown], rect.h - self._gaps(theme))
        top = rect.y
        for child, (wide, _), height in zip(shown, sizes, heights, strict=True):
            left, width = _aligned(self.align, rect.x, rect.w, wide)
            child.place(theme, pygame.Rect(left, top, width, height))
            top += height + theme.px(self.gap)


class Grid(Widget):
    """As many equal columns as fit, each at least `least` design pixels wide; rows of equal height."""

    def __init__(self, children: Iterable[Widget], *, least: float, gap: float = 16, most: int = 12) -> None:
        super().__init__()
        self.children = list(children)
        self.least, self.gap, self.most = least, gap, most

    def columns(self, theme: Theme, width: int) -> int:
        """How many columns fit."""
        gap = theme.px(self.gap)
        return max(1, min((width + gap) // (theme.px(self.least) + gap), self.most))

    def _cell(self, theme: Theme, width: int) -> Size:
        columns = self.columns(theme, width)
        wide = (width - theme.px(self.gap) * (columns - 1)) // columns
        return wide, max((child.measured(theme, wide)[1] for child in self.shown()), default=0)

    def measure(self, theme: Theme, width: int) -> Size:
        """All the width, and the rows that come of it."""
        rows = -(-len(list(self.shown())) // self.columns(theme, width))
        return width, rows * (self._cell(theme, width)[1] + theme.px(self.gap)) - (theme.px(self.gap) if rows else 0)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Row by row."""
        self.rect, self.dirty = pygame.Rect(rect), True
        columns, gap = self.columns(theme, rect.w), theme.px(self.gap)
        wide, high = self._cell(theme, rect.w)
        for number, child in enumerate(self.shown()):
            row, column = divmod(number, columns)
            child.place(theme, pygame.Rect(rect.x + column * (wide + gap), rect.y + row * (high + gap), wide, high))


class Pad(Widget):
    """Room around one widget: design pixels left, top, right, bottom."""

    def __init__(self, child: Widget, sides: tuple[float, float, float, float], *, grow: float = 0) -> None:
        super().__init__(grow=grow)
        self.children = [child]
        self.sides = sides

    def _inside(self, theme: Theme, rect: pygame.Rect) -> pygame.Rect:
        left, top, right, bottom = (theme.px(side) for side in self.sides)
        return pygame.Rect(rect.x + left, rect.y + top, rect.w - left - right, rect.h - top - bottom)

    def measure(self, theme: Theme, width: int) -> Size:
        """The child's and the room around it."""
        around = self._inside(theme, pygame.Rect(0, 0, 0, 0))
        wide, high = self.children[0].measured(theme, max(0, width + around.w)) if self.children[0].visible else (0, 0)
        return wide - around.w, high - around.h

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Within the room."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.children[0].place(theme, self._inside(theme, rect))


class Sized(Widget):
    """One child at a size of its own: design pixels, 0 to leave it to the child."""

    def __init__(self, child: Widget, width: float = 0, height: float = 0, *, grow: float = 0) -> None:
        super().__init__(grow=grow)
        self.children = [child]
        self.width, self.height = width, height

    def measure(self, theme: Theme, width: int) -> Size:
        """As asked, but never less than the child needs."""
        wide, high = self.children[0].measured(theme, theme.px(self.width) if self.width else width)
        return max(theme.px(self.width), 0 if self.width else wide), max(theme.px(self.height), high)


class Upto(Sized):
    """One child as wide as that, or as there is room for."""

    def measure(self, theme: Theme, width: int) -> Size:
        """No wider than the room."""
        return self.children[0].measured(theme, min(theme.px(self.width), width))


class Anchored(Widget):
    """One child at a place of the whole: 0 is left or top, 1 right or bottom."""

    MARGIN = 16
    """What is left free at the edges, design pixels."""

    def __init__(self, child: Widget, across: float, down: float) -> None:
        super().__init__()
        self.children = [child]
        self.across, self.down = across, down

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Within the margin."""
        self.rect, self.dirty = pygame.Rect(rect), False
        room = rect.inflate(-2 * theme.px(self.MARGIN), -2 * theme.px(self.MARGIN))
        wide, high = self.children[0].measured(theme, room.w)
        wide, high = min(wide, room.w), min(high, room.h)
        at = (room.x + round((room.w - wide) * self.across), room.y + round((room.h - high) * self.down))
        self.children[0].place(theme, pygame.Rect(at, (wide, high)))
