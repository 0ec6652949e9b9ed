"""The signs that mark notable events in the course of a match, and their words."""

from collections.abc import Callable
from functools import lru_cache, partial

import pygame

from tabletop.ui import assets
from tabletop.ui.boards.cards.emblems import glyph
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.draw import rounded

Sign = Callable[[int], pygame.Surface]


@lru_cache(maxsize=64)
def _emblem(name: str, pixels: int) -> pygame.Surface:
    """An emblem of the cards on a disc."""
    made = rounded((pixels, pixels), pixels // 2, INKS.cream).copy()
    drawn = glyph(name, round(pixels * 0.72), INKS.ink, INKS.cream)
    made.blit(drawn, drawn.get_rect(center=(pixels // 2, pixels // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def _marker(name: str) -> Sign:
    return lambda pixels: assets.icon(name, pixels)


SIGNS: dict[str, tuple[str, Sign]] = {
    "sunk": ("lost", _marker("marker_hull")),
    "exploded": ("blown up", _marker("marker_explosion")),
    "struck": ("struck", _marker("marker_struck")),
    "fire": ("fire", _marker("marker_fire")),
    "mast": ("mast over the side", _marker("marker_fallen_mast")),
    "boarding": ("boarding", _marker("marker_grapple")),
    "fled": ("left the map", _marker("marker_fleeing")),
    "hull_hit": ("hull hit", partial(_emblem, "balls")),
    "rigging_hit": ("rigging hit", partial(_emblem, "chain")),
    "crew_hit": ("crew hit", partial(_emblem, "grape")),
    "hand": ("hand won", partial(_emblem, "medal")),
    "drawn": ("hand tied", partial(_emblem, "square")),
    "card": ("notable card", partial(_emblem, "plan")),
    "casualties": ("casualties", partial(_emblem, "cannon")),
}
"""By the name of the mark: what it is in a word or two, and its sign at so many pixels."""
