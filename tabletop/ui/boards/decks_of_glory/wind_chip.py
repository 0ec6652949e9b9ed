"""The wind where there is no room for the rose: in words, with an arrow that flies as it blows."""

from functools import lru_cache

import pygame

from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.words import POINTS_OF_COMPASS
from tabletop.geometry.hexgrid import opposite
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.pens import along
from tabletop.ui.boards.decks_of_glory.models import wind_from
from tabletop.ui.boards.decks_of_glory.sketch import Sketch, sketched
from tabletop.ui.text import write_centred
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import boxed
from tabletop.ui.widgets.marks import CHIPS, Chip

ARROW, BARB = 18, 9
"""Length of the arrow and of its head, design pixels."""
ROOM = ARROW + 6
"""Design pixels that the arrow takes beside the words."""


class WindChip(Chip):
    """Tells whence the wind of a state blows; nothing while there is none."""

    def __init__(self, state: State) -> None:
        whence = "" if state.wind is None else f"Wind from {POINTS_OF_COMPASS[opposite(state.wind)]}"
        super().__init__(whence, "plan", ident="wind")
        self._whence = wind_from(state.wind)

    def measure(self, theme: Theme, width: int) -> Size:
        """As a chip, with room for the arrow."""
        wide, high = super().measure(theme, width)
        return wide + theme.px(ROOM), high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, arrow and words."""
        fill, edge, _ = CHIPS[self.kind]
        surface.blit(boxed(self.rect.size, theme.px(3), fill, edge, theme.px(1)), self.rect)
        drawn, (left, top) = _arrow(self._whence, theme.px(ARROW), theme.px(BARB))
        at = (self.rect.x + theme.px(10 + ARROW / 2) + left, self.rect.centery + top)
        surface.blit(drawn, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        words = pygame.Rect(self.rect.x + theme.px(ROOM), self.rect.y, self.rect.w - theme.px(ROOM), self.rect.h)
        write_centred(surface, theme, self.text, self._style(), words)


@lru_cache(maxsize=16)
def _arrow(whence: int, length: int, barb: int) -> Placing:
    """The arrow with its middle at (0, 0), pixels."""
    ends = [along((0.0, 0.0), whence, length / 2), along((0.0, 0.0), whence + 180, length / 2)]
    neck = along((0.0, 0.0), whence + 180, length / 2 - barb / 2)

    def draw(sketch: Sketch) -> None:
        sketch.line([ends[0], neck], INKS.wind, barb / 4)
        sketch.head(ends[1], whence + 180, barb, INKS.wind)

    return sketched(ends, barb, draw)
