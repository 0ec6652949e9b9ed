"""The small pictures on cards, drawn by the program: one painter for each emblem."""

from collections.abc import Callable

import pygame

from tabletop.core import resources
from tabletop.ui.assets import icon
from tabletop.ui.boards.cards import emblems
from tabletop.ui.boards.cards.drawing import CARD
from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.boards.cards.pen import OneInk, Pen
from tabletop.ui.boards.cards.pips import pip
from tabletop.ui.theme import INKS, Colour, Theme

EMBLEMS: tuple[str, ...] = tuple(emblems.PAINTERS)
"""Names that a card's `emblem` may have, besides those of files."""
EMBLEM_FILES = "emblems"
"""Folder of the sprites in which each file is an emblem by its name."""


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def framed(look: CardLook, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The picture of a card on its tinted ground, within a thin frame."""
    ground = _mixed(CARD, look.colour, 0.17)
    made = pygame.Surface(size)
    made.fill(INKS.brass_dark)
    one = theme.px(1)
    made.fill(ground, made.get_rect().inflate(-2 * one, -2 * one))
    inner = (max(1, size[0] - 2 * one), max(1, size[1] - 2 * one))
    made.blit(emblem(look, inner), (one, one), special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def emblem(look: CardLook, size: tuple[int, int]) -> pygame.Surface:
    """The picture alone, without its ground; alpha is multiplied in."""
    painter = emblems.PAINTERS.get(look.emblem)
    if painter is not None:
        return _painted(painter, look.colour, size)
    made = pygame.Surface(size, pygame.SRCALPHA)
    side = round(min(size) * 0.72)
    if sprite := _sprite(look.emblem):
        picture = icon(sprite, side)
        made.blit(picture, picture.get_rect(center=made.get_rect().center), special_flags=pygame.BLEND_PREMULTIPLIED)
        return made
    mark = pip(look.pip, side, look.colour, max(2, side // 14))
    made.blit(mark, mark.get_rect(center=made.get_rect().center))
    return made.premul_alpha()


def glyph(name: str, pixels: int, ink: Colour, ground: Colour) -> pygame.Surface:
    """An emblem in one ink, for a pip of so many pixels; alpha is multiplied in."""
    pen = OneInk((round(pixels * 1.2), round(pixels * 0.72)), ink, ground)
    emblems.PAINTERS[name](pen)
    return pen.done()


def _sprite(name: str) -> str:
    """The file of an emblem, as sprites are named; empty if there is none."""
    files = (f"{EMBLEM_FILES}/{name}", name) if name else ()
    return next((one for one in files if (resources.sprites() / f"{one}.svg").exists()), "")


def _painted(painter: Callable[[Pen], None], shade: Colour, size: tuple[int, int]) -> pygame.Surface:
    pen = Pen(size, shade)
    painter(pen)
    return pen.done()
