"""What the panels of every battle have in common: widths, buttons beside the map, the list that folds to a tab."""

from collections.abc import Sequence
from typing import ClassVar

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.battle.presentation import Gauges
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.text import LABEL, rendered
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import sign_button
from tabletop.ui.widgets.draw import draw_focus, draw_paper, draw_shadow, icon, rounded
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Pressed, Report

LIST, CARD, TAB = 304, 352, (28, 190)
"""Widths of the panels at the left and the right; width and height of the folded list; design pixels."""
GAP, LOW_GAP, FOOT = 16, 8, 10
"""Around the panels, the same in a low window, and over the lower bar; design pixels."""
ROWS, SIDES = "order.rows", "order.side"
"""The lists of ships, and the tabs of the sides."""
REST = 150
"""Milliseconds that the pointer rests on a ship before her card is shown."""
_NAMES = "Shows ship names where they fit, all names, or no names."


def map_buttons(fields: str, arcs: str, threats: str) -> Widget:
    """What is laid on the map, and beside it: nearer, farther, the whole battle.

    Args:
        fields: how fields of fire are called.
        arcs: whose its button shows, one after the other.
        threats: what its button shows.
    """
    shown = (
        sign_button("show.arcs", "arcs", Tip(fields, arcs, keys.key("arcs"))),
        sign_button("show.threats", "threats", Tip("Threats", threats, keys.key("threats"))),
        sign_button("show.labels", "labels", Tip("Names", _NAMES, keys.key("labels"))),
    )
    near = (
        sign_button("zoom.in", "plus", Tip("Zoom in", "Or use the mouse wheel.", keys.key("zoom_in"))),
        sign_button("zoom.out", "minus", Tip("Zoom out", "Or use the mouse wheel.", keys.key("zoom_out"))),
        sign_button("zoom.fit", "fit", Tip("The whole battle", key=keys.key("fit"))),
    )
    return Row([Column(shown, gap=4), Column(near, gap=4)], gap=4)


def left_sheet(title: str, ident: str, content: Widget) -> Widget:
    """A panel at the left, which folds away."""
    fold = Fold("order.close", "collapse", Tip("Fold the list", key=keys.key("list")))
    return Panel(content, title, ident=ident, corner=fold, padding=10)


def order_of_battle(tabs: Sequence[tuple[str, str]], listed: str, rows: Widget, *below: Widget) -> Widget:
    """The ships of one side; the other is a tab away."""
    sides = Segments(SIDES, tabs, listed, tip=Tip("Side", "Ships still in the fight."))
    return left_sheet("Order of Battle", "order", Column([sides, rows, *below], gap=10))


class FoldingList:
    """The list of a battle at the left, which folds to a tab.

    Attributes:
        sheet: the list.
        tab: the list when it is folded.
    """

    def __init__(self, folding: AnyViewer, sheet: Widget) -> None:
        self._folding, self.sheet = folding, sheet
        self.tab = SideTab("order.open", "Order of battle")

    def wanted(self, theme: Theme, area: pygame.Rect) -> int:
        """How high it is if it has all the height it wants."""
        return min(area.h, self.sheet.measure(theme, theme.px(LIST))[1])

    def place(self, theme: Theme, area: pygame.Rect, gap: int, high: int) -> int:
        """Open and so high, or folded; its right edge."""
        opened = self._folding.list_open
        self.sheet.visible, self.tab.visible = opened, not opened
        if not opened:
            self.tab.place(theme, pygame.Rect(area.x, area.y, theme.px(TAB[0]), min(area.h, theme.px(TAB[1]))))
            return self.tab.rect.right
        self.sheet.place(theme, pygame.Rect(area.x + gap, area.y, theme.px(LIST), high))
        return self.sheet.rect.right


class BattleDesk(Widget):
    """The panels of a battle.

    Attributes:
        listing: the list at the left.
        gap: room around each panel, pixels.
    """

    room: ClassVar[type[WindowLayout]] = WindowLayout
    """How much the bars leave of a window."""

    def __init__(self, viewer: AnyViewer, sheet: Widget) -> None:
        super().__init__("desk")
        self.listing, self.gap = FoldingList(viewer, sheet), 0
        self._folding, self._theme, self._rested = viewer, Theme(), 0

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """The topmost of its parts that lies there; the playing surface answers beside them."""
        for part in reversed(self.children):
            if part.visible and part.rect.collidepoint(pos) and (path := part.path_to(pos)):
                return [self, *path]
        return []

    def _between_bars(self, theme: Theme, rect: pygame.Rect) -> tuple[WindowLayout, pygame.Rect, pygame.Rect]:
        """Begin to fill a window: its room, what the bars leave of it, and of that the column at the right.

        A window that becomes narrow, or wide, folds or unfolds the list once.
        """
        self.rect, self.dirty, self._theme = pygame.Rect(rect), True, theme
        room = self.room(theme, rect.size)
        if self._folding.narrow is not room.is_narrow:
            self._folding.narrow, self._folding.list_open = room.is_narrow, not room.is_narrow
        self.gap, foot = theme.px(LOW_GAP if room.is_low else GAP), theme.px(LOW_GAP if room.is_low else FOOT)
        top, wide, right = rect.y + room.top + self.gap, theme.px(CARD), rect.right - self.gap
        area = pygame.Rect(rect.x, top, rect.w, rect.bottom - room.bottom - foot - top)
        return room, area, pygame.Rect(right - wide, top, wide, area.h)


def rects(*parts: Widget | None) -> Gauges:
    """Where those are that are shown."""
    return tuple((one.rect.x, one.rect.y, one.rect.w, one.rect.h) for one in parts if one is not None and one.visible)


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

    def activate(self) -> Report | None:
        """Report being pressed."""
        return Pressed(self.id)


class SideTab(Widget):
    """Unfolds a panel; its words run upwards."""

    focusable = True
    interactive = True
    glows = True

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
        draw_shadow(surface, theme, self.rect)
        draw_paper(surface, theme, self.rect)
        if self.hovered:
            surface.fill(INKS.paper_2, self.rect.inflate(-theme.px(10), -theme.px(10)))
        sign = icon("expand", theme.px(16), INKS.ink)
        surface.blit(sign, sign.get_rect(midtop=(self.rect.centerx, self.rect.y + theme.px(12))))
        words = pygame.transform.rotate(rendered(self.text, LABEL, theme.scale), 90)
        if words.get_height() <= self.rect.h - theme.px(50):
            surface.blit(words, words.get_rect(midtop=(self.rect.centerx, self.rect.y + theme.px(40))))

    def activate(self) -> Report | None:
        """Report being pressed."""
        return Pressed(self.id)
