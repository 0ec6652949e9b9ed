"""The small pictures on cards: each emblem is a file, and some have ships or a flag of the table beneath it."""

import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import NamedTuple

import pygame

from tabletop.core import guarded_file, resources
from tabletop.ui.assets import SpriteLayer, Sprites, file_size, icon
from tabletop.ui.boards.cards.drawing import CARD
from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.boards.cards.pips import pip
from tabletop.ui.theme import INKS, Colour, Theme

EMBLEM_FILES = "emblems"
"""Folder of the sprites in which each file is an emblem by its name."""
SHEET = (140, 80)
"""A file of this size fills the picture of a card; any other stands in the middle of it."""
SUIT = "#FF00FF"
"""What such a file draws in this colour has the colour of the suit."""
LARGEST = 1 << 16
"""Bytes of such a file at most."""
COLOUR = "#[0-9A-F]{6}"
HULL = 250
"""Length of the largest hull in the files; a smaller ship is drawn smaller."""


class Afloat(NamedTuple):
    """A ship of the table on the sheet, whose origin is its middle: where, how long, and her heading."""

    at: tuple[float, float]
    length: float
    heading: float
    model: str = "three_decker"
    nation: str = "british"


SHIPS: dict[str, tuple[Afloat, ...]] = {
    "broadside": (Afloat((2, -9), 86, 82),),
    "line_ahead": tuple(Afloat((-41 + 40 * n, 9 - 9 * n), 36, 76) for n in range(3)),
    "breaking": (
        *(Afloat((x, -10 + 2 * n), 31, 96, "two_decker_74", "french") for n, x in enumerate((-48, -16, 30))),
        Afloat((6, 5), 42, 8),
    ),
    "fog": (Afloat((0, 2), 78, 90),),
    "grapple": (Afloat((-3, -15), 78, 92), Afloat((4, 15), 78, 272, "two_decker_74", "french")),
    "signals": (Afloat((0, 22), 44, 90),),
}
"""The ships beneath an emblem, or without a file all of it."""
FLAGS = {f"flag_{nation}": f"ensign_{nation}" for nation in ("british", "french", "spanish", "white")}
FLAG = 70
"""How long a flag is."""

_sprites = Sprites(4 * 1024 * 1024)


def names() -> tuple[str, ...]:
    """Names that a card's `emblem` may have, besides those of other sprites."""
    files = (path.stem for path in guarded_file.listed(resources.sprites() / EMBLEM_FILES, ".svg"))
    return tuple(dict.fromkeys((*files, *SHIPS, *FLAGS)))


def framed(look: CardLook, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The picture of a card on its tinted ground, within a thin frame."""
    red, green, blue = (round(paper + (ink - paper) * 0.17) for paper, ink in zip(CARD, look.colour, strict=True))
    made = pygame.Surface(size)
    made.fill(INKS.brass_dark)
    one = theme.px(1)
    made.fill((red, green, blue), made.get_rect().inflate(-2 * one, -2 * one))
    inner = (max(1, size[0] - 2 * one), max(1, size[1] - 2 * one))
    made.blit(emblem(look, inner), (one, one), special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def emblem(look: CardLook, size: tuple[int, int]) -> pygame.Surface:
    """The picture alone, without its ground; alpha is multiplied in."""
    file, side = _file(look.emblem), round(min(size) * 0.72)
    if look.emblem in SHIPS or look.emblem in FLAGS or (file and file_size(file) == SHEET):
        return _sheet(look.emblem, size, lambda text: text.replace(SUIT, _code(look.colour)))
    made = pygame.Surface(size, pygame.SRCALPHA)
    _lay(made, icon(file, side) if file else pip(look.pip, side, look.colour, max(2, side // 14)).premul_alpha())
    return made


def glyph(name: str, pixels: int, ink: Colour, ground: Colour) -> pygame.Surface:
    """An emblem in one ink, for a pip of so many pixels; what is pale in it is left out. Alpha is multiplied in."""
    shades, pale = (_code(ink), _code(ground)), _code(INKS.cream)
    size = round(pixels * 1.2), round(pixels * 0.72)
    return _sheet(name, size, lambda text: re.sub(COLOUR, lambda found: shades[found[0] == pale], text))


def _sheet(name: str, size: tuple[int, int], tint: Callable[[str], str]) -> pygame.Surface:
    """Ships, and over them the flag or what the file draws once it is tinted."""
    made, file = pygame.Surface(size, pygame.SRCALPHA), _file(name)
    unit = min(size[0] / SHEET[0], size[1] / SHEET[1])
    _float(made, SHIPS.get(name, ()), unit)
    if name in FLAGS:
        _lay(made, icon(FLAGS[name], round(FLAG * unit)), (2 * unit, 0))
    elif file:
        whole = max(1, round(SHEET[0] * unit)), max(1, round(SHEET[1] * unit))
        _lay(made, pygame.image.load_sized_svg(BytesIO(tint(_text(file)).encode()), whole).premul_alpha())
    return made


def _file(name: str) -> str:
    """The file of an emblem, as sprites are named; empty if there is none."""
    files = (f"{EMBLEM_FILES}/{name}", name) if name else ()
    return next((one for one in files if (resources.sprites() / f"{one}.svg").exists()), "")


@cache
def _text(file: str) -> str:
    return guarded_file.text(resources.sprites() / f"{file}.svg", LARGEST)


def _code(shade: Colour) -> str:
    return "#{:02X}{:02X}{:02X}".format(*shade)


def _lay(made: pygame.Surface, picture: pygame.Surface, off: tuple[float, float] = (0, 0)) -> None:
    at = picture.get_rect(center=(made.get_width() / 2 + off[0], made.get_height() / 2 + off[1]))
    made.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _float(made: pygame.Surface, ships: tuple[Afloat, ...], unit: float) -> None:
    for ship in ships:
        model, zoom = ship.model, ship.length * unit / HULL
        parts = [f"hull_{model}_{ship.nation}", f"bowsprit_{model}", f"spanker_{model}_square", f"jibs_{model}_square"]
        masts = [f"mast_{model}_{mast}_battle_square" for mast in ("fore", "main", "mizzen")]
        layers = tuple(map(SpriteLayer, (*parts, *masts)))
        x, y = made.get_width() / 2 + ship.at[0] * unit, made.get_height() / 2 + ship.at[1] * unit
        shadow = _sprites.shadow(layers, zoom, ship.heading).at(x + 1.5 * unit, y + 3 * unit)
        made.fblits([shadow, _sprites.turned(layers, zoom, ship.heading).at(x, y)], pygame.BLEND_PREMULTIPLIED)
