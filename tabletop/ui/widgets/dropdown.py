"""A box that opens into a list of options over what lies beneath."""

import pygame

from tabletop.ui.input import Input
from tabletop.ui.text import BODY, rendered, size_of, write_left
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Tip, Widget
from tabletop.ui.widgets.choice import Options
from tabletop.ui.widgets.draw import boxed, draw_focus, draw_panel
from tabletop.ui.widgets.icons import icon

ROW = 34


class Dropdown(Widget):
    """Shows the chosen option; a click opens the rest. Reports ``Action(id, value)``."""

    focusable = True
    interactive = True
    glows = True
    text_bearing = True

    def __init__(self, ident: str, options: Options, chosen: str, *, tip: Tip | None = None, grow: float = 0) -> None:
        super().__init__(ident, tip=tip, grow=grow)
        self.options = tuple(options)
        self.chosen = chosen

    def words(self) -> str:
        """The words of the chosen option."""
        return dict(self.options)[self.chosen]

    def measure(self, theme: Theme, width: int) -> Size:
        """Wide enough for the longest."""
        widest = max((size_of(words, BODY, theme.scale)[0] for _, words in self.options), default=0)
        return widest + theme.px(12 + 34), theme.px(ROW)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, words, arrow."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        fill = INKS.paper_3 if not self.enabled else INKS.paper_2 if self.hovered else INKS.paper
        surface.blit(boxed(self.rect.size, theme.px(4), fill, INKS.edge, theme.px(1)), self.rect)
        ink = INKS.ink if self.enabled else INKS.disabled
        write_left(surface, theme, self.words(), BODY.tinted(ink), self.rect.inflate(-2 * theme.px(12), 0))
        arrow = icon("down", theme.px(16), ink)
        surface.blit(arrow, arrow.get_rect(midright=(self.rect.right - theme.px(10), self.rect.centery)))

    def choose(self, value: str) -> Action:
        """Choose and report it."""
        self.chosen = value
        self.touch()
        return Action(self.id, value)

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Open, or step with the arrows."""
        if given.kind == "pressed":
            return CONSUMED
        released = given.kind == "released" and given.button == "left" and self.rect.collidepoint(given.pos)
        if released or (given.kind == "key" and given.key in ("Enter", "Space")):
            return Action("page.drop", DropList(self))
        if given.kind == "key" and given.key in ("Up", "Down"):
            values = [value for value, _ in self.options]
            step = values.index(self.chosen) + (1 if given.key == "Down" else -1)
            return self.choose(values[step]) if 0 <= step < len(values) else CONSUMED
        return None


class DropList(Widget):
    """The open list: lies over the whole screen, so that a click elsewhere closes it."""

    focusable = True
    interactive = True

    def __init__(self, owner: Dropdown) -> None:
        super().__init__(f"{owner.id}.list")
        self.owner = owner
        self.under = owner.chosen
        self.sheet = pygame.Rect(0, 0, 0, 0)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Below its box, or above where there is no room."""
        super().place(theme, rect)
        box = self.owner.rect
        high = theme.px(ROW) * len(self.owner.options) + 2 * theme.px(6)
        self.sheet = pygame.Rect(box.x, box.bottom + theme.px(4), box.w, high)
        if self.sheet.bottom > rect.bottom:
            self.sheet.bottom = max(rect.y + high, box.y - theme.px(4))

    def _row(self, theme: Theme, number: int) -> pygame.Rect:
        inset = theme.px(6)
        high = theme.px(ROW)
        return pygame.Rect(self.sheet.x + inset, self.sheet.y + inset + number * high, self.sheet.w - 2 * inset, high)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A sheet with a row for each."""
        draw_panel(surface, theme, self.sheet)
        for number, (value, words) in enumerate(self.owner.options):
            row = self._row(theme, number)
            if value == self.under:
                surface.fill(INKS.ink, row)
            ink = INKS.cream if value == self.under else INKS.ink
            text = rendered(words, BODY.tinted(ink), theme.scale)
            surface.blit(text, text.get_rect(midleft=(row.x + theme.px(6), row.centery)))

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Choose or close."""
        rows = {value: self._row(theme, number) for number, (value, _) in enumerate(self.owner.options)}
        hit = next((value for value, row in rows.items() if row.collidepoint(given.pos)), "")
        if given.kind == "moved" and hit and hit != self.under:
            self.under = hit
            self.touch()
        if given.kind == "pressed":
            return Action("page.dropped", (self.owner, hit))
        if given.kind == "key":
            return self._key(given.key)
        return CONSUMED if given.kind == "wheel" else None

    def _key(self, chord: str) -> Action | None:
        values = [value for value, _ in self.owner.options]
        if chord in ("Up", "Down"):
            step = values.index(self.under) + (1 if chord == "Down" else -1)
            self.under = values[max(0, min(len(values) - 1, step))]
            self.touch()
            return CONSUMED
        if chord in ("Enter", "Space"):
            return Action("page.dropped", (self.owner, self.under))
        return Action("page.dropped", (self.owner, "")) if chord == "Esc" else CONSUMED
