"""How near the sea is seen and which part of it: scale bar and small map."""

import pygame

from tabletop.ui.boards.ships_of_the_line.gauges import BAR_LONGEST, extent, scale_bar
from tabletop.ui.boards.ships_of_the_line.small_map import SmallMap
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Tip, Widget

MAP = 150
"""Width of the small map, design pixels."""


class ScaleBar(Widget):
    """How long some UM are now; it is drawn anew with the sea, whenever the camera moves."""

    def __init__(self, sea: SeaSurface) -> None:
        super().__init__("scale")
        self._sea = sea
        if sea.state is not None:
            far = sea.state.profile.long
            body = f"All ways are measured in UM. A point carries a ship 1 UM; no gun reaches farther than {far:g} UM."
            self.tip = Tip("Scale of the sea", body)

    def measure(self, theme: Theme, width: int) -> Size:
        """Room for the longest bar."""
        return theme.px(BAR_LONGEST + 60), theme.px(46)

    def reach(self, theme: Theme) -> pygame.Rect:
        """It has no shadow."""
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Flush right."""
        bar = scale_bar(self._sea.camera.scale, theme)
        surface.blit(bar, bar.get_rect(midright=self.rect.midright), special_flags=pygame.BLEND_PREMULTIPLIED)


class SeaMap(Widget):
    """The whole battle in small while only a part of the battle is in view; a click or a drag looks elsewhere."""

    interactive = True

    def __init__(self, sea: SeaSurface) -> None:
        super().__init__("map", tip=Tip("The whole battle", "Click or drag to look elsewhere."))
        self._sea = sea
        self._kept: SmallMap | None = None

    def _chart(self, theme: Theme) -> SmallMap | None:
        """That of the state, the same until another is shown."""
        state, width = self._sea.state, theme.px(MAP)
        if state is None:
            return None
        if self._kept is None or self._kept.state is not state or self._kept.width != width:
            self._kept = SmallMap(state, width)
        return self._kept

    def measure(self, theme: Theme, width: int) -> Size:
        """As high as the sea is long."""
        chart = self._chart(theme)
        return chart.size if chart else (0, 0)

    @property
    def of_use(self) -> bool:
        """Whether a ship is out of view."""
        ships = extent(self._sea.state) if self._sea.state is not None else None
        if ships is None:
            return False
        west, south, east, north = self._sea.camera.bounds
        return not (west <= ships[0] and south <= ships[1] and ships[2] <= east and ships[3] <= north)

    def reach(self, theme: Theme) -> pygame.Rect:
        """It has no shadow."""
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The chart, if it is of use."""
        chart = self._chart(theme)
        if chart and self.of_use:
            chart.draw(surface, self.rect.topleft, theme, self._sea.camera)

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """The sea beneath answers while the map is not shown."""
        return super().path_to(pos) if self.of_use else []

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Look where the pointer is."""
        pressed = given.kind == "pressed" and given.button == "left"
        chart = self._chart(theme)
        if chart and (pressed or (given.kind == "moved" and "left" in given.buttons and self.held)):
            self._sea.look_at(chart.to_table(given.pos[0] - self.rect.x, given.pos[1] - self.rect.y))
        return CONSUMED if given.kind in ("pressed", "moved", "released") else None
