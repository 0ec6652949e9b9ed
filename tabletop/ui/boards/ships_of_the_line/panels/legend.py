"""The key to the lines on the sea: what is drawn where lines of battle and friends in the way count (11, 12)."""

from collections.abc import Callable, Iterator

import pygame

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import battle_lines, gunnery
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.labels import PLATE_ALPHA
from tabletop.ui.boards.ships_of_the_line import lines, markers
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import HEIGHT, Button

WORDS = Style("semibold", 14, INKS.cream)
SAMPLE, HIGH, PAD, GAP = 72, 26, 10, 12
"""Of a sample of a line and of a row, and the space around and between them, design pixels."""
INSET = 10
"""From the edge of a sample to the end of its line, design pixels."""
Pen = Callable[[pygame.Surface, Xy, Xy], None]


def rows(state: State, phase: str) -> Iterator[tuple[str, Pen]]:
    """What may lie on the sea in a part of the turn, in words, and what draws a sample of it."""
    in_line, moves = phase in ("Combat", "Movement") and battle_lines.has_battle_lines(state), phase == "Movement"
    if in_line and moves:
        far, turned = battle_lines.link_limits(state)
        words = f"Line of battle: at most {far:g} UM apart, within {turned}°"
        yield words, lambda on, start, end: lines.link(on, start, end, "held")
    if in_line:
        words = "Link that her plan crosses" if moves else "Link that her next rake breaks"
        yield words, lambda on, start, end: lines.link(on, start, end, "crossed")
        yield "Link of a broken line", lambda on, start, end: lines.link(on, start, end, "broken")
    if phase == "Combat" and gunnery.can_hit_friends(state):
        yield "Fire past a friend, who may be hit", _past
        yield "Fire blocked by a friend", _blocked
    if any(battle_lines.find_flight_paths(state)):
        yield "Escape route of a fleeing ship", lines.arrow


def key_button() -> Button:
    """Folds the key out where the sea has no room for it."""
    button = Button("show.key", "?", "dark", tip=Tip("Key to the lines", "Shows the meaning of the lines on the sea."))
    button.fitted = HEIGHT
    return button


def _past(surface: pygame.Surface, start: Xy, end: Xy) -> None:
    strokes.dashed(surface, [start, end], INKS.cream, markers.PAST, 3, 2)


def _blocked(surface: pygame.Surface, start: Xy, end: Xy) -> None:
    strokes.dashed(surface, [start, end], markers.BARRED, (8, 6), 2, 2)
    sign = icon("marker_blocked", 18)
    surface.blit(sign, sign.get_rect(center=end), special_flags=pygame.BLEND_PREMULTIPLIED)


class Legend(Widget):
    """A dark plate with a row for each; it has no size where there is none."""

    beyond = 0

    def __init__(self, state: State, phase: str) -> None:
        super().__init__("legend")
        self.rows = tuple(rows(state, phase))

    def measure(self, theme: Theme, width: int) -> Size:
        """All rows, whole."""
        if not self.rows:
            return 0, 0
        wide = max(size_of(words, WORDS, theme.scale)[0] for words, _ in self.rows)
        return wide + theme.px(SAMPLE + GAP + 2 * PAD), len(self.rows) * theme.px(HIGH) + theme.px(PAD)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Line after line."""
        if not self.rows:
            return
        plate = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pygame.draw.rect(plate, (*INKS.plate, PLATE_ALPHA), plate.get_rect(), border_radius=theme.px(3))
        surface.blit(plate, self.rect)
        for number, (words, pen) in enumerate(self.rows):
            row = pygame.Rect(self.rect.x + theme.px(PAD), self.rect.y, self.rect.w, theme.px(HIGH))
            row.y += theme.px(PAD) // 2 + number * row.h
            pen(surface, (row.x + theme.px(INSET), row.centery), (row.x + theme.px(SAMPLE - INSET), row.centery))
            left, high = row.x + theme.px(SAMPLE + GAP), size_of(words, WORDS, theme.scale)[1]
            write(surface, theme, words, WORDS, (left, row.centery - high // 2))
