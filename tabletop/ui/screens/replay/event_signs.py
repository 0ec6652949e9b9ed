"""The signs that mark notable events in the course of a match, and their words."""

from collections.abc import Callable
from functools import lru_cache, partial

import pygame

from tabletop.ui import assets
from tabletop.ui.boards.cards.emblems import glyph
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.draw import rounded

DrawSign = Callable[[int], pygame.Surface]


@lru_cache(maxsize=64)
def _draw_emblem(name: str, pixels: int) -> pygame.Surface:
    """Draw an emblem of the cards on a disc. Cached."""
    made = rounded((pixels, pixels), pixels // 2, INKS.cream).copy()
    drawn = glyph(name, round(pixels * 0.72), INKS.ink, INKS.cream)
    made.blit(drawn, drawn.get_rect(center=(pixels // 2, pixels // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def _marker_sign(name: str) -> DrawSign:
    """Return the function that draws a marker."""
    return lambda pixels: assets.icon(name, pixels)


SIGNS: dict[str, tuple[str, DrawSign]] = {
    "sunk": ("lost", _marker_sign("marker_hull")),
    "exploded": ("blown up", _marker_sign("marker_explosion")),
    "struck": ("struck", _marker_sign("marker_struck")),
    "fire": ("fire", _marker_sign("marker_fire")),
    "mast": ("mast over the side", _marker_sign("marker_fallen_mast")),
    "boarding": ("boarding", _marker_sign("marker_grapple")),
    "fled": ("left the map", _marker_sign("marker_fleeing")),
    "hull_hit": ("hull hit", partial(_draw_emblem, "balls")),
    "rigging_hit": ("rigging hit", partial(_draw_emblem, "chain")),
    "crew_hit": ("crew hit", partial(_draw_emblem, "grape")),
    "hand": ("hand won", partial(_draw_emblem, "medal")),
    "drawn": ("hand tied", partial(_draw_emblem, "square")),
    "card": ("notable card", partial(_draw_emblem, "plan")),
    "casualties": ("casualties", partial(_draw_emblem, "cannon")),
}
"""By the name of a mark: its words, and the function that draws its sign at a size in pixels."""
