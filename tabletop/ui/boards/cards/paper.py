"""The paper of cards: body with its edge, inner frame, shadow, ring, and the small sign in the corner."""

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.theme import INKS, Colour, Theme, colour
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import mask, rounded, shapes

CARD: Colour = colour("#FBF5E4")
"""Cards are a little lighter than panels."""
SHADOW = 9
SMALL = 80
"""A card lower than this has a thinner ring, design pixels."""


def body(size: Size, theme: Theme, radius: float) -> pygame.Surface:
    """An empty card with its edge."""
    made = rounded(size, theme.px(radius), INKS.brass_dark).copy()
    one = theme.px(1)
    made.blit(rounded((size[0] - 2 * one, size[1] - 2 * one), theme.px(radius) - one, CARD), (one, one))
    return made


def outline(target: pygame.Surface, rect: pygame.Rect, radius: int, pen: int, shade: Colour) -> None:
    """The line of the inner frame, with smooth corners."""
    made = rounded(rect.size, radius, shade).copy()
    hole = mask((max(1, rect.w - 2 * pen), max(1, rect.h - 2 * pen)), max(0, radius - pen))
    made.blit(hole, (pen, pen), special_flags=pygame.BLEND_RGBA_SUB)
    target.blit(made, rect)


def sign(target: pygame.Surface, name: str, corner: tuple[int, int], pixels: int) -> None:
    """A sprite with its lower right corner at a place."""
    if not name:
        return
    picture = icon(name, pixels)
    target.blit(picture, picture.get_rect(bottomright=corner), special_flags=pygame.BLEND_PREMULTIPLIED)


@shapes.keeping
def _shadow(size: Size, scale: int, radius: float) -> pygame.Surface:
    theme = Theme(scale)
    margin = theme.px(SHADOW)
    made = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    for grown in (6, 4, 2, 1):
        more = theme.px(grown)
        layer = rounded((size[0] + 2 * more, size[1] + 2 * more), theme.px(radius) + more, (0, 0, 0), 26)
        made.blit(layer, (margin - more, margin - more))
    return made


def shadow(target: pygame.Surface, theme: Theme, rect: pygame.Rect, radius: float, down: float = 3) -> None:
    """The shadow that a card throws on the table."""
    margin = theme.px(SHADOW)
    target.blit(_shadow(rect.size, theme.scale, radius), (rect.x - margin, rect.y - margin + theme.px(down)))


def _widths(size: Size, theme: Theme) -> tuple[int, int]:
    """Of the ring and of the gap within it."""
    return (theme.px(2), theme.px(1)) if size[1] < theme.px(SMALL) else (theme.px(4), theme.px(2))


@shapes.keeping
def _ring(size: Size, scale: int, radius: float, shade: Colour) -> pygame.Surface:
    theme = Theme(scale)
    pen, gap = _widths(size, theme)
    made = rounded(size, theme.px(radius) + pen + gap, INKS.plate).copy()
    one = theme.px(1)
    made.blit(rounded((size[0] - 2 * one, size[1] - 2 * one), theme.px(radius) + pen + gap - one, shade), (one, one))
    inner = (size[0] - 2 * pen, size[1] - 2 * pen)
    made.blit(rounded(inner, theme.px(radius) + gap, INKS.plate), (pen, pen))
    hole = mask((size[0] - 2 * (pen + gap), size[1] - 2 * (pen + gap)), theme.px(radius))
    made.blit(hole, (pen + gap, pen + gap), special_flags=pygame.BLEND_RGBA_SUB)
    return made


def ring(target: pygame.Surface, theme: Theme, rect: pygame.Rect, radius: float, shade: Colour) -> None:
    """A ring of 4 pixels round a card, thinner round a small one."""
    wide = 2 * sum(_widths(rect.size, theme))
    around = rect.inflate(wide, wide)
    target.blit(_ring(around.size, theme.scale, radius, shade), around)
