"""The places of the editor's panels: pieces at the left, the inspector at the right, gauges between them."""

from collections.abc import Sequence

import pygame

from tabletop.authoring.draft import Draft
from tabletop.ui import keys
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.battle.camera_view import CameraView
from tabletop.ui.boards.battle.desk import BattleDesk, SideTab, rects
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.screens.editor.bars import EditorRoom
from tabletop.ui.text import SMALL, SUBTITLE
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import sign_button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Sized
from tabletop.ui.widgets.panel import Panel

LEAST_HEIGHT_RATIO = 2.4
"""The free table must be at least this many times as high as a gauge, or the gauge is hidden."""
LEAST_WIDTH_RATIO = 3.6
"""The free table must be at least this many times as wide as the cartouche, or the cartouche is hidden."""
COMPASS_WIDTH = 256
"""Width of the compass with its words, design pixels."""


class EditorDock(BattleDesk):
    """The panels of the editor around a map.

    Attributes:
        inspector: the panel at the right.
        tab: the tab that stands for the folded inspector.
    """

    room = EditorRoom

    def __init__(
        self,
        viewer: AnyViewer,
        view: CameraView,
        panels: tuple[Widget, Widget],
        gauges: Sequence[Widget],
        cartouche: Widget,
        *,
        opened: bool,
    ) -> None:
        """Take the panels at the left and right, the gauges on the table, and whether the inspector is open."""
        left, self.inspector = panels
        super().__init__(viewer, left)
        self._view = view
        self._is_open = opened
        self.tab = SideTab("inspector.open", "Selection")
        self.tab.tip = Tip("Selection")
        self.listing.tab.text = "Ships"
        self.listing.tab.tip = Tip("Ships", key=keys.key("list"))
        self.zoom = Column(
            [
                sign_button("zoom.in", "plus", Tip("Zoom in", "Or use the mouse wheel.")),
                sign_button("zoom.out", "minus", Tip("Zoom out", "Or use the mouse wheel.")),
                sign_button("zoom.fit", "fit", Tip("Whole battle")),
            ],
            gap=4,
        )
        self._cartouche_fits = False
        self.gauges = list(gauges)
        self.cartouche = cartouche
        view.hiding = lambda: view.gauges
        self.children = [
            *self.gauges,
            self.cartouche,
            self.zoom,
            self.inspector,
            self.tab,
            self.listing.sheet,
            self.listing.tab,
        ]

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the pieces at the left, the inspector at the right and the gauges between them."""
        room, area, column = self._between_bars(theme, rect)
        left = self.listing.place(theme, area, self.gap, area.h)
        opened = self._is_open and left <= column.x - self.gap
        self.inspector.visible, self.tab.visible = opened, not opened
        if opened:
            self.inspector.place(theme, column)
            right = column.x
        else:
            wide = theme.px(28)
            self.tab.place(theme, pygame.Rect(rect.right - wide, area.y, wide, min(area.h, theme.px(190))))
            right = self.tab.rect.x
        free = pygame.Rect(left + self.gap, area.y, max(0, right - left - 2 * self.gap), area.h)
        self._place_gauges(theme, free)
        view = self._view
        view.cover(left, room.top, rect.right - right, room.bottom)
        view.stay()
        view.gauges = rects(self.zoom, self.cartouche, *self.gauges)
        view.sheets = rects(self.listing.sheet, self.listing.tab, self.inspector, self.tab)

    def _place_gauges(self, theme: Theme, free: pygame.Rect) -> None:
        """Place the zoom buttons at the lower right and the other gauges from the lower left."""
        wide, high = self.zoom.measure(theme, free.w)
        self.zoom.visible = wide <= free.w and high <= free.h
        self.zoom.place(theme, pygame.Rect(free.right - wide, free.bottom - high, wide, high))
        left, room = free.x, free.right - wide - self.gap
        for one in self.gauges:
            wanted, tall = one.measure(theme, theme.px(COMPASS_WIDTH))
            one.visible = left + wanted <= room and LEAST_HEIGHT_RATIO * tall <= free.h
            one.place(theme, pygame.Rect(left, free.bottom - tall, wanted, tall))
            left += (wanted + self.gap) * one.visible
        self._place_cartouche(theme, free, left, room)

    def _place_cartouche(self, theme: Theme, free: pygame.Rect, left: int, room: int) -> None:
        """Place the cartouche, in place of the scale if the scale is shown; hide it where it has no room."""
        scale = next((one for one in self.gauges if one.id == "scale" and one.visible), None)
        left = scale.rect.x if scale else left
        wide, high = self.cartouche.measure(theme, free.w)
        place = pygame.Rect(left, free.bottom - high, wide, high)
        fits = left + wide <= room and LEAST_WIDTH_RATIO * wide <= free.w and LEAST_HEIGHT_RATIO * high <= free.h
        self._cartouche_fits, self.cartouche.visible = fits, fits and not self._covers_ships(place)
        self.cartouche.place(theme, place)
        if scale:
            scale.visible = not self.cartouche.visible

    def _covers_ships(self, place: pygame.Rect) -> bool:
        """Return True if a ship lies in or near `place`, screen pixels."""
        near, view = place.inflate(2 * self.gap, 2 * self.gap), self._view
        return any(near.collidepoint(view.camera.to_screen(*at)) for at in view.chart.places())

    def tick(self, elapsed: int) -> bool:
        """Hide the cartouche while ships lie under it, and show it again afterwards."""
        moved = self._cartouche_fits and self.cartouche.visible is self._covers_ships(self.cartouche.rect)
        if moved:
            self.place(self._theme, self.rect)
        return super().tick(elapsed) or moved


CARTOUCHE_WIDTH = 300
"""Width of the cartouche, design pixels."""


def build_cartouche(draft: Draft, place: str, *scale: Widget) -> Widget:
    """Build the cartouche: date, `place` in words, a fact of the setup, and `scale` widgets."""
    date = str(draft.data.get("date") or "")
    words: list[Widget] = [Text(date, SUBTITLE)] if date else []
    facts = game_plugins.load_pictures(draft.game.meta.id).setup_notes(draft.state)
    words += [Text(". ".join(filter(None, (place, *facts[:1]))) + ".", SMALL)]
    return Sized(Panel(Column([*words, *scale], gap=4), draft.title, ident="cartouche", padding=10), CARTOUCHE_WIDTH)
