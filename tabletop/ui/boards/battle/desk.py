"""What the panels of every battle have in common: their widths, the buttons beside the map, the list that folds."""

from typing import Protocol

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.battle.tab import SideTab
from tabletop.ui.boards.room import Room
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import sign_button
from tabletop.ui.widgets.layout import Column, Row

LIST, CARD, TAB = 304, 352, (28, 190)
"""Widths of the panels at the left and the right; width and height of the folded list; design pixels."""
GAP, LOW_GAP, FOOT = 16, 8, 10
"""Around the panels, the same in a low window, and over the lower bar; design pixels."""
REST = 150
"""Milliseconds that the pointer rests on a ship before her card is shown."""
_NAMES = "Where there is room for them, all, or none."


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
        sign_button("zoom.in", "plus", Tip("Nearer", "Also the wheel.", keys.key("zoom_in"))),
        sign_button("zoom.out", "minus", Tip("Farther", "Also the wheel.", keys.key("zoom_out"))),
        sign_button("zoom.fit", "fit", Tip("The whole battle", key=keys.key("fit"))),
    )
    return Row([Column(shown, gap=4), Column(near, gap=4)], gap=4)


class Folding(Protocol):
    """Whether the list is open, as the viewer has it."""

    narrow: bool | None
    list_open: bool


class BattleDesk(Widget):
    """The panels of a battle: a list at the left, which folds to a tab, and a column at the right.

    Attributes:
        listing: the list.
        tab: the list when it is folded.
    """

    listing: Widget

    def __init__(self, folding: Folding) -> None:
        super().__init__("desk")
        self._folding = folding
        self.tab = SideTab("order.open", "Order of battle")

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """The topmost of its parts that lies there; the playing surface answers beside them."""
        for part in reversed(self.children):
            if part.visible and part.rect.collidepoint(pos) and (path := part.path_to(pos)):
                return [self, *path]
        return []

    # --- layout

    def list_height(self, theme: Theme, area: pygame.Rect, wide: int) -> int:
        """How high the list is at this width."""
        return min(area.h, self.listing.measure(theme, wide)[1])

    def fold_for(self, room: Room) -> None:
        """A window that becomes narrow, or wide, folds or unfolds the list once."""
        if self._folding.narrow is not room.narrow:
            self._folding.narrow, self._folding.list_open = room.narrow, not room.narrow

    def gap(self, theme: Theme, room: Room) -> int:
        """Room around each panel, pixels."""
        return theme.px(LOW_GAP if room.low else GAP)

    def area(self, theme: Theme, room: Room) -> pygame.Rect:
        """What the bars leave of the window."""
        foot = theme.px(LOW_GAP if room.low else FOOT)
        top = self.rect.y + room.top + self.gap(theme, room)
        return pygame.Rect(self.rect.x, top, self.rect.w, self.rect.bottom - room.bottom - foot - top)

    def column(self, theme: Theme, area: pygame.Rect, gap: int) -> pygame.Rect:
        """The column at the right."""
        wide, right = theme.px(CARD), area.right - gap
        return pygame.Rect(right - wide, area.y, wide, area.h)

    def place_list(self, theme: Theme, area: pygame.Rect, gap: int) -> int:
        """Open or folded; its right edge."""
        opened = self._folding.list_open
        self.listing.visible, self.tab.visible = opened, not opened
        if not opened:
            self.tab.place(theme, pygame.Rect(area.x, area.y, theme.px(TAB[0]), min(area.h, theme.px(TAB[1]))))
            return self.tab.rect.right
        wide = theme.px(LIST)
        self.listing.place(theme, pygame.Rect(area.x + gap, area.y, wide, self.list_height(theme, area, wide)))
        return self.listing.rect.right
