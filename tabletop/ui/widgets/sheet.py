"""What covers all that lies under it, and is laid down as one picture as long as nothing on it changes."""

from collections.abc import Iterator

import pygame

from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.rectangles import merged, uncovered
from tabletop.ui.widgets.report import CONSUMED, Report


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

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """All that is on it lies within it."""
        return super().path_to(pos) if self.rect.collidepoint(pos) else []

    def covers(self, theme: Theme) -> Iterator[pygame.Rect]:
        """All of it."""
        yield self.rect

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """Remember where its picture no longer holds."""
        found = super().damage(theme, clip)
        self._stale += found
        return found

    def throw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the shadow beyond it."""

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """All that is on it lies within it; beyond it there is only its shadow."""
        before = surface.get_clip()
        if not before.colliderect(self.reach(theme)):
            return
        if not self.rect.contains(before):
            self.throw(surface, theme)
        inside = before.clip(self.rect)
        if not (inside.w and inside.h):
            return
        if self._dirty or self._picture is None:
            self._picture, self._stale = None, [self.rect]
        stale = merged(self._stale, inside)
        for piece in stale:
            surface.set_clip(piece)
            super().paint_tree(surface, theme)
        surface.set_clip(before)
        if self._picture is not None:
            for piece in uncovered([inside], stale):
                surface.blit(self._picture, piece, piece.move(-self.rect.x, -self.rect.y))
        for piece in stale:
            self._remember(surface, piece)

    def _remember(self, surface: pygame.Surface, painted: pygame.Rect) -> None:
        """Keep what has just been painted, once all of it has been."""
        if painted == self.rect:
            self._picture, self._stale = surface.subsurface(painted).copy(), []
        elif self._picture is not None:
            self._picture.blit(surface, painted.move(-self.rect.x, -self.rect.y), painted)
            self._stale = uncovered(self._stale, [painted])

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """It covers what lies under it."""
        return CONSUMED if given.kind in ("pressed", "released", "wheel") else None
