"""What covers all that lies under it, and is laid down as one picture as long as nothing on it changes."""

from collections.abc import Iterator

import pygame

from tabletop.ui.copying import copied, lay
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Widget
from tabletop.ui.widgets.likeness import differences
from tabletop.ui.widgets.regions import merged
from tabletop.ui.widgets.stack import uncovered


class Sheet(Widget):
    """Something opaque over the playing surface: what is on it lies within it, what is under it is covered.

    A picture of it is kept, so that it can be laid down again as one when what is under it was drawn anew.
    """

    interactive = True

    def __init__(self, ident: str = "", *, grow: float = 0) -> None:
        super().__init__(ident, grow=grow)
        self._picture: pygame.Surface | None = None
        self._stale: list[pygame.Rect] = []
        """Where the picture no longer holds."""
        self._within: list[Widget] = []
        """All that is on it, while none of it asks to be painted again; else empty."""
        self._before: Sheet | None = None
        """The sheet of this id before the screen was composed anew, until this one is painted."""
        self._scale = 0
        """How large everything in the picture is, per cent."""

    def adopt(self, old: Widget) -> None:
        """Where it looks like the one before, it need not be painted."""
        if isinstance(old, Sheet):
            self._before = old if old._picture is not None else old._before

    def _inherit(self, before: "Sheet", theme: Theme) -> None:
        """Take over the picture of the one before as far as it still holds, if it lay in the same place."""
        if before.rect != self.rect or before._scale != theme.scale:
            return
        here, there = ([one for one in sheet.walk() if one.paints] for sheet in (self, before))
        self._picture, self._scale = before._picture, before._scale
        self._stale = before._stale + differences(here, there, theme)
        for widget in self.walk():
            widget.dirty = False

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """All that is on it lies within it."""
        return super().path_to(pos) if self.rect.collidepoint(pos) else []

    def covers(self, theme: Theme) -> Iterator[pygame.Rect]:
        """All of it."""
        yield self.rect

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """Remember where its picture no longer holds."""
        if self._within and not self._dirty and not any(widget._dirty for widget in self._within):
            return []
        found = super().damage(theme, clip)
        # without itself: a sheet that held itself would live on, with its picture, until the next search for circles
        self._within = [] if found else [widget for child in self.shown() for widget in child.walk()]
        self._stale += found
        return found

    def throw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the shadow beyond it."""

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """All that is on it lies within it; beyond it there is only its shadow."""
        before = surface.get_clip()
        if not self.rect.contains(before):
            self.throw(surface, theme)
        inside = before.clip(self.rect)
        if self._before is not None:
            self._inherit(self._before, theme)
            self._before = None
        if not (inside.w and inside.h):
            return
        if self._dirty or self._picture is None or self._scale != theme.scale:
            self._picture, self._stale, self._scale = None, [self.rect], theme.scale
        if not self._stale:
            self._lay(surface, inside)
            return
        stale = [piece.clip(inside) for piece in merged(self._stale, inside)]
        for piece in stale:
            surface.set_clip(piece)
            super().paint_tree(surface, theme)
        surface.set_clip(before)
        for piece in uncovered([inside], stale):
            self._lay(surface, piece)
        for piece in stale:
            self._remember(surface, piece)

    def _lay(self, surface: pygame.Surface, piece: pygame.Rect) -> None:
        """A piece of the picture, as far as there is one."""
        if self._picture is not None:
            lay(surface, self._picture, piece, piece.move(-self.rect.x, -self.rect.y))

    def _remember(self, surface: pygame.Surface, painted: pygame.Rect) -> None:
        """Keep what has just been painted, once all of it has been."""
        if painted == self.rect:
            self._picture, self._stale = copied(surface, painted), []
        elif self._picture is not None:
            self._picture.blit(surface, painted.move(-self.rect.x, -self.rect.y), painted)
            self._stale = uncovered(self._stale, [painted])

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """It covers what lies under it."""
        return CONSUMED if given.kind in ("pressed", "released", "wheel") else None
