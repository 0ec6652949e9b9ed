"""The order of battle folded to a tab at the edge of the window."""

import pygame

from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.text import LABEL, rendered
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Tip, Widget
from tabletop.ui.widgets.draw import draw_focus, draw_panel, rounded
from tabletop.ui.widgets.icons import icon


class Fold(Widget):
    """A sign without a box at the corner of a panel."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, ident: str, sign: str, tip: Tip) -> None:
        super().__init__(ident, tip=tip)
        self.sign = sign

    def measure(self, theme: Theme, width: int) -> Size:
        """A finger's breadth."""
        return theme.px(34), theme.px(34)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The sign, darker ground under the pointer."""
        ground = self.rect.inflate(-theme.px(8), -theme.px(8))
        if self.focused:
            draw_focus(surface, theme, ground)
        if self.hovered:
            surface.blit(rounded(ground.size, theme.px(3), INKS.paper_3), ground)
        sign = icon(self.sign, theme.px(20), INKS.ink)
        surface.blit(sign, sign.get_rect(center=self.rect.center))

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Pressed and let go over it."""
        if given.kind == "released" and given.button == "left" and self.rect.collidepoint(given.pos):
            return self.activate()
        return CONSUMED if given.kind in ("pressed", "released") else None

    def activate(self) -> Action | None:
        """Report being pressed."""
        return Action(self.id)


class SideTab(Fold):
    """Unfolds a panel; its words run upwards."""

    text_bearing = True

    def __init__(self, ident: str, text: str) -> None:
        super().__init__(ident, "expand", Tip(text, key=keys.key("list")))
        self.text = text

    def measure(self, theme: Theme, width: int) -> Size:
        """As narrow as a row of a list is high."""
        return theme.px(28), theme.px(60)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paper, a sign, and the words if they find room."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        draw_panel(surface, theme, self.rect)
        if self.hovered:
            surface.fill(INKS.paper_2, self.rect.inflate(-theme.px(10), -theme.px(10)))
        sign = icon(self.sign, theme.px(16), INKS.ink)
        surface.blit(sign, sign.get_rect(midtop=(self.rect.centerx, self.rect.y + theme.px(12))))
        words = pygame.transform.rotate(rendered(self.text, LABEL, theme.scale), 90)
        if words.get_height() <= self.rect.h - theme.px(50):
            surface.blit(words, words.get_rect(midtop=(self.rect.centerx, self.rect.y + theme.px(40))))
