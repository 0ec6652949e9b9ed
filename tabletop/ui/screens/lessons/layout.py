"""Where the sheets of a lesson lie in a window, and what they leave to the panels of the game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pygame

from tabletop.ui.boards.room import Room
from tabletop.ui.boards.taught import Taught
from tabletop.ui.screens.table.afloat import GAP, between_bars
from tabletop.ui.screens.table.spot import Spot, about_part, around
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.scroll import Scroll


class Shifted(Widget):
    """The panels of a game in what the sheets of a lesson leave of the window.

    Args:
        panels: of the game.
        left, foot: what is taken at the left, and over the lower bar, design pixels.
        head: a sheet under the upper bar, as wide as the window.
    """

    def __init__(self, panels: Sequence[Widget], left: float, foot: float, head: Widget | None = None) -> None:
        super().__init__()
        self.children = list(panels)
        self._left, self._foot, self._head = left, foot, head

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Beside and below them; the panels take the lower bar for as high as it would be in a window of that size."""
        self.rect, self.dirty = pygame.Rect(rect), False
        left, foot, area = theme.px(self._left), theme.px(self._foot), between_bars(theme, rect)
        top = self._head.measured(theme, area.w)[1] + area.y - rect.y - Room(theme, rect.size).top if self._head else 0
        left_over = pygame.Rect(rect.x + left, rect.y + top, rect.w - left, rect.h - top - foot)
        left_over.h -= Room(theme, rect.size).bottom - Room(theme, left_over.size).bottom
        for child in self.shown():
            child.place(theme, left_over)


class AtLeft(Widget):
    """Sheets one below the other at the left, so wide; of several the last has the height that is left."""

    def __init__(self, sheets: Sequence[Widget], width: float) -> None:
        super().__init__()
        self.children = list(sheets)
        self._first, self._width = sheets[0], width

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Between the bars."""
        self.rect, self.dirty = pygame.Rect(rect), False
        area = between_bars(theme, rect)
        wide, top, gap = theme.px(self._width), area.y, theme.px(GAP)
        for child in self.children:
            left = area.bottom - top
            last = child is self.children[-1] and child is not self._first
            high = left if last else min(child.measured(theme, wide)[1], left)
            child.place(theme, pygame.Rect(area.x, top, wide, high))
            top += high + gap


def parts(panels: Sequence[Widget]) -> Iterator[pygame.Rect]:
    """Where the parts of a game's panels lie."""
    return (part.rect for panel in panels for part in panel.shown() if part.rect.w)


def ident_of(ring: str) -> str:
    """The id of the widget that a ring is about; empty for what lies on a map."""
    kind, _, of = ring.partition(" ")
    return {"part": of, "card": f"card.{of}"}.get(kind, "")


def part(root: Widget, ident: str) -> Widget | None:
    """The widget with an id, unless it is scrolled out of sight."""
    if root.id == ident:
        return root
    found = next(filter(None, (part(child, ident) for child in root.shown())), None)
    hidden = found and isinstance(root, Scroll) and not root.sight.collidepoint(found.rect.center)
    return None if hidden else found


def spot_of(ring: str, taught: Taught, layers: Sequence[Widget], theme: Theme) -> Spot | None:
    """Where that is seen which a ring is about; None if it is not, or is greyed."""
    kind, _, of = ring.partition(" ")
    if kind == "odds":
        told = taught.odds(of)
        return replace(about_part(told, theme), gives_way=True) if told else None
    if not (ident := ident_of(ring)):
        return around(taught.spot(ring), theme)
    found = part(layers[0], ident) if layers else None
    return about_part(found.rect, theme) if found and found.rect.w and found.enabled else None


def reveal(root: Widget, ident: str) -> Widget | None:
    """The same, scrolled into sight."""
    if root.id == ident:
        return root
    found = next(filter(None, (reveal(child, ident) for child in root.shown())), None)
    if found and isinstance(root, Scroll) and not root.sight.contains(found.rect):
        root.reveal(found.rect)
    return found
