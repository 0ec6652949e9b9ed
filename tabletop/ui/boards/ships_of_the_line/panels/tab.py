"""The order of battle folded to a tab at the edge of the window."""

import pygame

from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.text import LABEL, rendered
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Tip, Widget
from tabletop.ui.widgets.draw import draw_focus, draw_panel
from tabletop.ui.widgets.icons import icon


class SideTab(Widget):
    """Unfolds a panel; its words run upwards."""

    focusable = True
    interactive = True
    text_bearing = True

    def __init__(self, ident: str, text: str) -> None:
        super().__init__(ident, tip=Tip(text, key=keys.key("list")))
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
        sign = icon("expand", theme.px(16), INKS.ink)
        surface.blit(sign, sign.get_rect(midtop=(self.rect.centerx, self.rect.y + theme.px(12))))
        words = pygame.transform.rotate(rendered(self.text, LABEL, theme.scale), 90)
        if words.get_height() <= self.rect.h - theme.px(50):
            surface.blit(words, words.get_rect(midtop=(self.rect.centerx, self.rect.y + theme.px(40))))

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Pressed and let go over it."""
        if given.kind == "released" and given.button == "left" and self.rect.collidepoint(given.pos):
            return self.activate()
        return CONSUMED if given.kind in ("pressed", "released", "wheel") else None

    def activate(self) -> Action | None:
        """Report being pressed."""
        return Action(self.id)
