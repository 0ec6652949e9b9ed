"""The scale bar, and how far the fleets extend."""

from functools import lru_cache

import pygame

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui import text
from tabletop.ui.boards.battle.plate import PLATE_ALPHA
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

LENGTHS = (1, 2, 5, 10, 20, 50)
"""What a scale bar may be long, UM."""
BAR_LONGEST = 200
NUMBER, UNIT = Style("semibold", 14, INKS.cream), Style("bold", 14, INKS.brass_light)
Bounds = tuple[float, float, float, float]
"""West, south, east and north, table units."""


@lru_cache(maxsize=32)
def scale_bar(scale: float, theme: Theme) -> pygame.Surface:
    """A bar of a round length for so many pixels to a table unit, on a dark plate; its alpha is multiplied in."""
    length = max((one for one in LENGTHS if one * scale <= theme.px(BAR_LONGEST)), default=LENGTHS[0])
    parts = 5 if length % 5 == 0 else 2
    wide, pad = round(length * scale), theme.px(16)
    drawn = pygame.Surface((wide + 2 * pad + theme.px(28), theme.px(46)), pygame.SRCALPHA)
    pygame.draw.rect(drawn, (*INKS.plate, PLATE_ALPHA), drawn.get_rect(), border_radius=theme.px(3))
    box = pygame.Rect(pad, theme.px(27), wide, theme.px(8))
    pygame.draw.rect(drawn, INKS.bar, box)
    for number in range(0, parts, 2):
        left, right = (round(wide * step / parts) for step in (number, number + 1))
        pygame.draw.rect(drawn, INKS.cream, pygame.Rect(box.x + left, box.y, right - left, box.height))
    pygame.draw.rect(drawn, INKS.cream, box, 1)
    for share in (0, length / parts, length):
        words = text.rendered(f"{share:g}", NUMBER, theme.scale)
        drawn.blit(words, words.get_rect(midbottom=(box.x + round(share * scale), box.y - theme.px(1))))
    text.write(drawn, theme, "UM", UNIT, (box.right + theme.px(6), box.y - theme.px(5)))
    return drawn.premul_alpha()


@per_state
def extent(state: State) -> Bounds | None:
    """West, south, east and north of the sterns of all ships on the map; None if there is none."""
    poses = [ship.pose for key, ship in state.ships.items() if on_map(state, key)]
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    return (min(xs), min(ys), max(xs), max(ys)) if poses else None
