"""Small cards with a few words that lie on the sea."""

from functools import lru_cache
from typing import Literal

import pygame

from tabletop.ui import text
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

NoteKind = Literal["fact", "plan", "refusal"]

GROUNDS: dict[NoteKind, tuple[Colour, Colour, Colour, Colour]] = {
    "fact": (INKS.paper, INKS.edge, INKS.ink, INKS.ink_2),
    "plan": (INKS.tooltip, INKS.brass, INKS.cream, INKS.mist),
    "refusal": (INKS.tooltip, INKS.tooltip_edge, INKS.cream, INKS.mist),
}
"""Ground, edge, ink of the title and ink of the lines."""
TITLE, LINE = Style("bold", 16), Style("body", 15)


@lru_cache(maxsize=64)
def worded(title: str, lines: tuple[str, ...], kind: NoteKind, theme: Theme) -> pygame.Surface:
    """A bold line and plainer ones below it, on paper for facts, dark for plans and refusals; never draw on it."""
    ground, edge, ink, plain = GROUNDS[kind]
    rows = [(title, TITLE.tinted(ink)), *((line, LINE.tinted(plain)) for line in lines)]
    pad = theme.px(10)
    sizes = [text.size_of(words, style, theme.scale) for words, style in rows]
    height = theme.px(6) + sum(high for _, high in sizes)
    drawn = card((2 * pad + max(wide for wide, _ in sizes), max(theme.px(26), height)), ground, edge, theme)
    y = (drawn.get_height() - sum(high for _, high in sizes)) // 2
    for (words, style), (_, high) in zip(rows, sizes, strict=True):
        text.write(drawn, theme, words, style, (pad, y))
        y += high
    return drawn


def card(size: tuple[int, int], ground: Colour, edge: Colour, theme: Theme) -> pygame.Surface:
    """An empty card with an edge."""
    drawn = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(drawn, ground, drawn.get_rect(), border_radius=theme.px(3))
    pygame.draw.rect(drawn, edge, drawn.get_rect(), 1, border_radius=theme.px(3))
    return drawn
