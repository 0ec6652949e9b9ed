"""Panels of paper, bars, and rules between what lies on them."""

from typing import Literal

import pygame

from tabletop.ui.input import Input
from tabletop.ui.text import PANEL_TITLE, size_of, write
from tabletop.ui.theme import INKS, Colour, Theme, worn
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.draw import draw_paper, draw_shadow, draw_title_rule, shadowed
from tabletop.ui.widgets.report import CONSUMED, Report

PADDING = 18


class Panel(Widget):
    """A sheet of paper with an optional title and its double rule; `corner` is a widget at the title's right.

    Its content lies within it, and it hides all that is under it. It keeps a picture of itself until a widget on it is
    placed or touched: a frame in which only other parts of the window have changed copies that picture.
    """

    interactive = True

    def __init__(
        self, child: Widget, title: str = "", *, ident: str = "", corner: Widget | None = None,
        padding: float = PADDING, grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(ident, grow=grow)
        self.title = title
        self.padding = padding
        self.corner = corner
        self.children = [child] if corner is None else [child, corner]
        self._picture: pygame.Surface | None = None

    # --- layout

    def _head(self, theme: Theme) -> int:
        return theme.px(58) if self.title else theme.px(self.padding)

    def _corner_width(self, theme: Theme) -> int:
        return self.corner.measured(theme, 0)[0] + theme.px(8) if self.corner else 0

    def measure(self, theme: Theme, width: int) -> Size:
        """The content and the margins; never narrower than the title."""
        side = theme.px(self.padding)
        wide, high = self.children[0].measured(theme, width - 2 * side)
        title = size_of(self.title, PANEL_TITLE, theme.scale)[0] + self._corner_width(theme) if self.title else 0
        return max(wide, title) + 2 * side, high + self._head(theme) + side

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Content below the title."""
        self.rect, self.dirty = pygame.Rect(rect), True
        side, head = theme.px(self.padding), self._head(theme)
        self.children[0].place(
            theme, pygame.Rect(rect.x + side, rect.y + head, rect.w - 2 * side, rect.h - head - side)
        )
        if self.corner:
            wide, high = self.corner.measured(theme, 0)
            top = rect.y + theme.px(29) - high // 2
            self.corner.place(theme, pygame.Rect(rect.right - side - wide, top, wide, high))

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paper, title, rules."""
        draw_paper(surface, theme, self.rect)
        if not self.title:
            return
        side = theme.px(self.padding)
        high = size_of(self.title, PANEL_TITLE, theme.scale)[1]
        write(surface, theme, self.title, PANEL_TITLE, (self.rect.x + side, self.rect.y + theme.px(28) - high // 2))
        draw_title_rule(surface, theme, self.rect.x + side, self.rect.y + theme.px(45), self.rect.w - 2 * side)

    def reach(self, theme: Theme) -> pygame.Rect:
        """Its shadow."""
        return shadowed(theme, self.rect)

    def throw(self, surface: pygame.Surface, theme: Theme) -> None:
        """The shadow of the paper."""
        draw_shadow(surface, theme, self.rect)

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """All that is on it lies within it."""
        return super().path_to(pos) if self.rect.collidepoint(pos) else []

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """Copy the picture of the panel to the surface; paint the panel first if anything on it has changed."""
        clip = surface.get_clip()
        if not clip.colliderect(self.reach(theme)):
            return
        self.throw(surface, theme)
        if self._picture is not None and not self.has_changed():
            surface.blit(self._picture, self.rect)
            return
        surface.set_clip(clip.clip(self.rect))
        super().paint_tree(surface, theme)
        surface.set_clip(clip)
        self._keep_picture(surface, clip)

    def has_changed(self) -> bool:
        """Return True if the panel or a widget on it was placed or touched since the panel was painted."""
        return any(one.dirty for one in self.walk())

    def _keep_picture(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Copy what was just painted from the surface, if all of the panel lies within the clip."""
        whole = self.rect.w and self.rect.h and clip.contains(self.rect)
        self._picture = surface.subsurface(self.rect).copy() if whole else None
        for one in self.walk():
            one.dirty = False  # also of a widget that is scrolled out of sight and therefore was not painted

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """It covers what lies under it; the wheel is for what it lies in."""
        return CONSUMED if given.kind in ("pressed", "released") else None


class Bar(Panel):
    """A dark bar along an edge of the window, with a brass rule at its inner side."""

    def __init__(
        self,
        child: Widget,
        inner: Literal["bottom", "top", ""],
        *,
        height: float = 0,
        side: float = 24,
        ident: str = "",
    ) -> None:
        super().__init__(child, ident=ident)
        self.inner = inner
        self.height = height
        self.side = side

    def measure(self, theme: Theme, width: int) -> Size:
        """All the width; as high as asked, or more if the content needs it."""
        high = self.children[0].measured(theme, width - 2 * theme.px(self.side))[1]
        return width, max(theme.px(self.height), high)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Content between the sides."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.children[0].place(theme, self.rect.inflate(-2 * theme.px(self.side), 0))

    def reach(self, theme: Theme) -> pygame.Rect:
        """Bars have no shadow."""
        return self.rect

    def throw(self, surface: pygame.Surface, theme: Theme) -> None:
        """None."""

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Two shades and the rule."""
        surface.fill(INKS.bar, self.rect)
        thick = theme.px(1.5)
        rules = {"bottom": self.rect.bottom - thick, "top": self.rect.y}
        if self.inner:
            surface.fill(INKS.bar_rule, (self.rect.x, rules[self.inner], self.rect.w, thick))


class Rule(Widget):
    """A hairline across or, in a row, down."""

    def __init__(self, shade: Colour = INKS.rule, thickness: float = 1) -> None:
        super().__init__()
        self.shade, self.thickness = shade, thickness

    def measure(self, theme: Theme, width: int) -> Size:
        """Only its thickness."""
        return theme.px(self.thickness), theme.px(self.thickness)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A filled line."""
        surface.fill(worn(self.shade), self.rect)


class DoubleRule(Widget):
    """The rule under a title."""

    def measure(self, theme: Theme, width: int) -> Size:
        """Two lines and what is between."""
        return 0, theme.px(6)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Two lines."""
        draw_title_rule(surface, theme, self.rect.x, self.rect.y, self.rect.w)
