"""Shapes with smooth edges, made once for each size and shared."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

import pygame

from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.theme import INKS, Colour, Theme, worn

_FINE = 4
"""Supersampling of curves."""
RING = 7
"""How far the ring of the keyboard focus goes beyond what has it, design pixels."""
SHADOW, DOWN = 9, 5
"""How far the shadow of a sheet of paper goes beyond it on all sides, and how much further down, design pixels."""

BAND = 64
"""Lines that are washed at once."""
SPREAD = 6
"""Rows of a small picture that are stretched at once."""
Shape = tuple[int, int]

BUDGET = 8 * 1024 * 1024
"""Bytes of shapes that are kept; a card table in a large window shows about half."""
shapes: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)


@lru_cache(maxsize=256)
def _disc(radius: int) -> pygame.Surface:
    large = pygame.Surface((2 * radius * _FINE, 2 * radius * _FINE), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    pygame.draw.circle(large, (255, 255, 255, 255), (radius * _FINE, radius * _FINE), radius * _FINE)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def mask(size: Shape, radius: int) -> pygame.Surface:
    """A white rounded rectangle with smooth corners; nobody else's, so it may be drawn on."""
    width, height = size
    made = pygame.Surface(size, pygame.SRCALPHA)
    made.fill((255, 255, 255, 255))
    radius = min(radius, width // 2, height // 2)
    if radius < 1:
        return made
    disc = _disc(radius)
    for right in (0, 1):
        for low in (0, 1):
            at = (right * (width - radius), low * (height - radius))
            made.fill((255, 255, 255, 0), (*at, radius, radius))
            made.blit(disc, at, (right * radius, low * radius, radius, radius))
    return made


def spread(target: pygame.Surface, small: pygame.Surface, blend: int = 0) -> None:
    """Blend a small picture of gentle slopes over all of a surface, within its clip.

    It is stretched band by band: one as large as the window would take as much memory as that.
    """
    (wide, high), (columns, rows), clip = target.get_size(), small.get_size(), target.get_clip()
    for first in range(0, rows - 1, SPREAD):
        last = min(rows - 1, first + SPREAD)
        band = pygame.Rect(0, first * high // (rows - 1), wide, 0)
        band.h = last * high // (rows - 1) - band.y
        if band.colliderect(clip):
            stretched = pygame.transform.smoothscale(small.subsurface((0, first, columns, last - first + 1)), band.size)
            target.blit(stretched, band, special_flags=blend)


@shapes.keeping
def rounded(size: Shape, radius: int, fill: Colour, alpha: int = 255) -> pygame.Surface:
    """A filled rounded rectangle."""
    made = mask((max(1, size[0]), max(1, size[1])), radius)
    made.fill((*worn(fill), alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@shapes.keeping
def gradient(size: Shape, radius: int, top: Colour, bottom: Colour) -> pygame.Surface:
    """A rounded rectangle shaded from top to bottom."""
    made = mask((max(1, size[0]), max(1, size[1])), radius)
    shade(made, top, bottom)
    return made


def shade(white: pygame.Surface, top: Colour, bottom: Colour) -> None:
    """Give what is white one colour above that goes over into another below."""
    column = pygame.Surface((1, 2))
    column.set_at((0, 0), worn(top))
    column.set_at((0, 1), worn(bottom))
    shades = pygame.transform.smoothscale(column, white.get_size()).convert_alpha()
    white.blit(shades, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


@shapes.keeping
def boxed(size: Shape, radius: int, fill: Colour, edge: Colour, width: int = 1, alpha: int = 255) -> pygame.Surface:
    """A rounded rectangle with an edge; `alpha` is that of the fill."""
    made = rounded(size, radius, edge).copy()
    inner = (max(1, size[0] - 2 * width), max(1, size[1] - 2 * width))
    hole = mask(inner, max(0, radius - width))
    if alpha < 255:
        made.blit(hole, (width, width), special_flags=pygame.BLEND_RGBA_SUB)
    made.blit(rounded(inner, max(0, radius - width), fill, alpha), (width, width))
    return made


@lru_cache(maxsize=16)
def _panel_shadow(size: Shape, scale: int) -> pygame.Surface:
    """The soft shadow of a small panel, with the margin by which it goes beyond it."""
    theme = Theme(scale)
    margin = theme.px(SHADOW)
    made = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    for grown in (SHADOW, 6, 4, 2, 0):
        more = theme.px(grown)
        layer = mask((size[0] + 2 * more, size[1] + 2 * more), theme.px(3) + more)
        layer.fill((0, 0, 0, 22), special_flags=pygame.BLEND_RGBA_MULT)
        made.blit(layer, (margin - more, margin - more))
    return made.premul_alpha()


def _spans(length: int, small: int) -> list[tuple[int, int, int, int]]:
    """Where what is as long as this begins and ends, and where in a smaller picture of it that lies, and how long.

    What is longer than the small picture has its ends, and between them its middle pixel, as often as it takes.
    """
    if length <= small:
        return [(0, length, 0, length)]
    end = small // 2
    return [(0, end, 0, end), (end, length - end, end, 1), (length - end, length, small - end, end)]


def _stretched(small: pygame.Surface, size: Shape, part: pygame.Rect) -> pygame.Surface:
    """A part of a picture that is made of a small one by repeating its middle, so that its corners stay as they are."""
    made = pygame.Surface(part.size, pygame.SRCALPHA)
    for (left, right, x, wide), (top, bottom, y, high) in product(
        _spans(size[0], small.get_width()), _spans(size[1], small.get_height())
    ):
        seen = pygame.Rect(left, top, right - left, bottom - top).clip(part)
        if seen:
            at = (x + (seen.x - left if wide > 1 else 0), y + (seen.y - top if high > 1 else 0))
            piece = small.subsurface((at, (seen.w if wide > 1 else 1, seen.h if high > 1 else 1)))
            place = seen.move(-part.x, -part.y)
            made.blit(pygame.transform.scale(piece, seen.size), place, special_flags=pygame.BLEND_RGBA_ADD)
    return made


def rim(surface: pygame.Surface, shade: Colour, rect: pygame.Rect, pen: int) -> None:
    """The edges of a rectangle, within it; `pygame.draw.rect` puts some where they should not be in a small clip."""
    for edge in (
        (rect.x, rect.y, rect.w, pen), (rect.x, rect.bottom - pen, rect.w, pen),
        (rect.x, rect.y, pen, rect.h), (rect.right - pen, rect.y, pen, rect.h),
    ):  # fmt: skip
        surface.fill(worn(shade), edge)


def draw_paper(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
    """The paper of a panel with its edge and inner rule."""
    one = theme.px(1)
    rim(surface, INKS.edge, rect, one)
    surface.fill(INKS.paper, rect.inflate(-2 * one, -2 * one))
    rim(surface, INKS.rule, rect.inflate(-2 * theme.px(4), -2 * theme.px(4)), one)


def shadowed(theme: Theme, rect: pygame.Rect) -> pygame.Rect:
    """A sheet of paper with its shadow."""
    edge = 2 * theme.px(SHADOW)
    return rect.inflate(edge, edge).move(0, theme.px(DOWN)).union(rect)


def draw_shadow(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
    """The shadow that a sheet of paper throws beyond itself."""
    strips = ((strip, place.move(rect.topleft)) for strip, place in _strips(rect.size, theme.scale))
    surface.fblits(strips, pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=32)
def _strips(size: Shape, scale: int) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """The parts of a shadow that its panel does not cover, and where they lie from the panel's corner."""
    (width, height), theme = size, Theme(scale)
    down, margin = theme.px(DOWN), theme.px(SHADOW)
    least = 2 * theme.px(3) + 3
    small = _panel_shadow((min(width, least), min(height, least)), scale)
    low, wide, whole = height + margin - down, width + 2 * margin, (width + 2 * margin, height + 2 * margin)
    above = max(0, margin - down)
    places = [
        pygame.Rect(0, 0, wide, above),
        pygame.Rect(0, above, margin, low - above),
        pygame.Rect(width + margin, above, margin, low - above),
        pygame.Rect(0, low, wide, height + 2 * margin - low),
    ]
    return [(_stretched(small, whole, one), one.move(-margin, down - margin)) for one in places if one.w and one.h]


@shapes.keeping
def _ring(size: Shape, scale: int) -> pygame.Surface:
    theme = Theme(scale)
    radius, dark, bright = theme.px(8), theme.px(5), theme.px(2.6)
    made = rounded(size, radius, INKS.plate).copy()
    inset = (dark - bright) // 2
    made.blit(rounded((size[0] - 2 * inset, size[1] - 2 * inset), radius - inset, INKS.focus), (inset, inset))
    inset += bright
    made.blit(rounded((size[0] - 2 * inset, size[1] - 2 * inset), radius - inset, INKS.plate), (inset, inset))
    hole = mask((size[0] - 2 * dark, size[1] - 2 * dark), radius - dark)
    made.blit(hole, (dark, dark), special_flags=pygame.BLEND_RGBA_SUB)
    return made


def draw_focus(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
    """The ring of the keyboard focus, outside a rectangle."""
    outside = rect.inflate(2 * theme.px(RING), 2 * theme.px(RING))
    surface.blit(_ring(outside.size, theme.scale), outside)


def draw_title_rule(surface: pygame.Surface, theme: Theme, left: int, top: int, width: int) -> None:
    """The double rule under a panel's title."""
    surface.fill(INKS.ink, (left, top, width, theme.px(1.4)))
    surface.fill(INKS.ink, (left, top + theme.px(3) + theme.px(1), width, theme.px(1)))


def veil(surface: pygame.Surface, rect: pygame.Rect, shade: Colour, alpha: int) -> None:
    """An even wash, band by band: one as large as the window would take as much memory as that."""
    band = _band(rect.w, shade, alpha)
    for top in range(rect.y, rect.bottom, BAND):
        surface.blit(band, (rect.x, top), (0, 0, rect.w, rect.bottom - top))


@lru_cache(maxsize=1)
def _band(width: int, shade: Colour, alpha: int) -> pygame.Surface:
    made = pygame.Surface((width, BAND))
    made.fill(worn(shade))
    made.set_alpha(alpha)
    return made


Stroke = Sequence[tuple[float, float]]

_STROKES: dict[str, tuple[Stroke, ...]] = {
    "menu": (((3, 6), (21, 6)), ((3, 12), (21, 12)), ((3, 18), (21, 18))),
    "tick": (((4, 12), (9, 18), (20, 6)),),
    "cross": (((5, 5), (19, 19)), ((19, 5), (5, 19))),
    "plus": (((12, 4), (12, 20)), ((4, 12), (20, 12))),
    "minus": (((4, 12), (20, 12)),),
    "down": (((5, 9), (12, 16), (19, 9)),),
    "right": (((9, 5), (16, 12), (9, 19)),),
    "left": (((16, 5), (9, 12), (16, 19)),),
    "collapse": (((12, 5), (5, 12), (12, 19)), ((19, 5), (12, 12), (19, 19))),
    "expand": (((5, 5), (12, 12), (5, 19)), ((12, 5), (19, 12), (12, 19))),
    "points": (
        ((12, 3), (12, 21)), ((4, 6), (20, 6)), ((8, 21), (16, 21)),
        ((4, 6), (1, 14), (7, 14), (4, 6)), ((20, 6), (17, 14), (23, 14), (20, 6)),
    ),
    "undo": (((9, 3), (4, 8), (9, 13)), ((4, 8), (13, 8), (17, 9.5), (19.5, 14), (17.5, 18.5), (13, 20), (7, 20))),
    "redo": (((15, 3), (20, 8), (15, 13)), ((20, 8), (11, 8), (7, 9.5), (4.5, 14), (6.5, 18.5), (11, 20), (17, 20))),
    "play": (((7, 4), (19, 12), (7, 20), (7, 4)), ((9, 7), (9, 17)), ((11, 8), (11, 16)), ((14, 10), (14, 14))),
    "pause": (((8, 5), (8, 19)), ((16, 5), (16, 19))),
    "step": (((6, 5), (13, 12), (6, 19)), ((18, 5), (18, 19))),
    "step_back": (((18, 5), (11, 12), (18, 19)), ((6, 5), (6, 19))),
    "arcs": (((18, 3), (4, 12), (18, 21)), ((18, 3), (20.5, 7.5), (21.5, 12), (20.5, 16.5), (18, 21))),
    "threats": (
        ((12, 5), (17, 7), (19, 12), (17, 17), (12, 19), (7, 17), (5, 12), (7, 7), (12, 5)),
        ((12, 1), (12, 8)), ((12, 16), (12, 23)), ((1, 12), (8, 12)), ((16, 12), (23, 12)),
    ),
    "labels": (((2, 7), (22, 7), (22, 17), (2, 17), (2, 7)), ((7, 12), (17, 12))),
    "slower": (((5, 5), (12, 11), (19, 5)), ((5, 13), (12, 19), (19, 13))),
    "back": (((8, 5), (22, 5), (22, 19), (8, 19), (2, 12), (8, 5)), ((11, 9), (17, 15)), ((17, 9), (11, 15))),
    "move": (
        ((12, 2), (12, 22)), ((2, 12), (22, 12)), ((9, 5), (12, 2), (15, 5)), ((9, 19), (12, 22), (15, 19)),
        ((5, 9), (2, 12), (5, 15)), ((19, 9), (22, 12), (19, 15)),
    ),
    "interval": (((2, 12), (22, 12)), ((7, 7), (2, 12), (7, 17)), ((17, 7), (22, 12), (17, 17))),
    "turn": (
        ((20, 4), (20, 10), (14, 10)),
        ((20, 10), (16, 5.5), (11, 4.5), (6, 7), (4, 12), (6, 17), (11, 19.5), (16, 18)),
    ),
    "fit": (
        ((3, 9), (3, 3), (9, 3)), ((15, 3), (21, 3), (21, 9)),
        ((21, 15), (21, 21), (15, 21)), ((9, 21), (3, 21), (3, 15)),
    ),
}  # fmt: skip


@lru_cache(maxsize=256)
def icon(name: str, pixels: int, shade: Colour) -> pygame.Surface:
    """A sign as a square surface of that size."""
    shade = worn(shade)
    large = pygame.Surface((pixels * _FINE, pixels * _FINE), pygame.SRCALPHA)
    large.fill((*shade, 0))
    unit, pen = pixels * _FINE / 24, max(_FINE, round(pixels * _FINE / 24 * 2.2))
    for stroke in _STROKES[name]:
        points = [(x * unit, y * unit) for x, y in stroke]
        for start, end in pairwise(points):
            pygame.draw.line(large, shade, start, end, pen)
        for point in points:
            pygame.draw.circle(large, shade, point, pen / 2)
    return pygame.transform.smoothscale(large, (pixels, pixels))
