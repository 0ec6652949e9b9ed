"""The small pictures on cards and beside them: pips that tell suits apart, badges of two sides, and emblems."""

import math
import re
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from typing import NamedTuple

import pygame

from tabletop.core import guarded_file, resources
from tabletop.ui.assets import SpriteLayer, Sprites, file_size, icon
from tabletop.ui.boards.cards.drawing import CARD
from tabletop.ui.boards.cards.look import CardLook, Shape
from tabletop.ui.boards.contract import Badge
from tabletop.ui.text import Style, rendered
from tabletop.ui.theme import INKS, Colour, Theme, worn

_FINE = 4
Points = list[tuple[float, float]]


def _ring_points(corners: int, turn: float, squeeze: float = 1.0) -> Points:
    """Return corners on a circle in the unit square; `turn` in degrees clockwise from the top."""
    angles = [math.radians(turn + 360 * n / corners) for n in range(corners)]
    return [(0.5 + 0.5 * math.sin(a), 0.5 - 0.5 * squeeze * math.cos(a)) for a in angles]


def _star_points() -> Points:
    outer, inner = _ring_points(8, 0), _ring_points(8, 22.5)
    nearer = [(0.5 + (x - 0.5) * 0.76, 0.5 + (y - 0.5) * 0.76) for x, y in inner]
    return [point for pair in zip(outer, nearer, strict=True) for point in pair]


_OUTLINES: dict[Shape, Callable[[], Points]] = {
    "disc": lambda: _ring_points(72, 0),
    "square": lambda: [(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)],
    "diamond": lambda: _ring_points(4, 0),
    "shield": lambda: [(0.05, 0.04), (0.95, 0.04), (0.95, 0.7), (0.5, 1.0), (0.05, 0.7)],
    "hexagon": lambda: _ring_points(6, 0),
    "star": _star_points,
    "octagon": lambda: _ring_points(8, 22.5),
    "pennant": lambda: [(0.0, 0.1), (0.82, 0.1), (1.0, 0.5), (0.82, 0.9), (0.0, 0.9)],
    "oval": lambda: _ring_points(72, 0, 0.8),
    "triangle": lambda: [(0.5, -0.02), (1.04, 0.96), (-0.04, 0.96)],
}
_MIDDLES: dict[Shape, float] = {"shield": 0.45, "triangle": 0.66, "pennant": 0.5}
"""Height of the value in a pip, as a share from the top, where that is not the middle."""


@lru_cache(maxsize=512)
def pip(shape: Shape, pixels: int, shade: Colour, line: int = 0) -> pygame.Surface:
    """Return the pip in a square of `pixels`: filled, or as a line of `line` pixels. Shared: never draw on it."""
    shade = worn(shade)
    margin = _FINE * 2
    side = pixels * _FINE
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*shade, 0))
    reach = side - 2 * margin
    points = [(margin + x * reach, margin + y * reach) for x, y in _OUTLINES[shape]()]
    if line:
        _draw_outlined(large, shade, points, line * _FINE)
    else:
        pygame.draw.polygon(large, shade, points)
    return pygame.transform.smoothscale(large, (pixels, pixels))


def _draw_outlined(large: pygame.Surface, shade: Colour, points: Points, pen: int) -> None:
    """Draw the outline by cutting a hole, so that its corners are sharp."""
    pygame.draw.polygon(large, shade, points)
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    apothem = min(_distance_to_line(middle, a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True))
    share = max(0.1, 1 - pen / max(1.0, apothem))
    hole = [(middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share) for x, y in points]
    pygame.draw.polygon(large, (*shade, 0), hole)


def _distance_to_line(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """Return the distance of a point from a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return abs(dx * (start[1] - point[1]) - (start[0] - point[0]) * dy) / max(1e-6, math.hypot(dx, dy))


_NUMBERS: dict[Shape, tuple[float, float]] = {"triangle": (0.52, 0.38), "diamond": (0.62, 0.46), "star": (0.6, 0.46)}
"""Size of a value with one and with more characters, as a share of the pip, where there is less room."""

LEGIBLE = 9
"""Least pixels of a value, however small the pip."""


def _render_number(shape: Shape, value: str, pixels: int, ink: Colour) -> pygame.Surface:
    single, double = _NUMBERS.get(shape, (0.66, 0.52))
    size = max(LEGIBLE, pixels * (single if len(value) < 2 else double))
    return rendered(value, Style("number", size, ink), Theme().scale)


def draw_pip(
    surface: pygame.Surface, shape: Shape, at: pygame.Rect, value: str, shade: Colour, ink: Colour, line: int = 0
) -> None:
    """Draw a pip with its value.

    Args:
       surface: the surface to draw on.
       shape: the outline.
       at: a square, screen pixels.
       value: the text in the pip; may be "".
       shade: colour of the pip.
       ink: colour of the value.
       line: width of the outline; 0 fills the pip.
    """
    surface.blit(pip(shape, at.w, shade, line), at)
    if value:
        number = _render_number(shape, value, at.w, ink)
        middle = (at.centerx, at.y + round(at.h * _MIDDLES.get(shape, 0.5)))
        surface.blit(number, number.get_rect(center=middle))


@lru_cache(maxsize=64)
def medallion(total: str, pixels: int, leads: bool) -> pygame.Surface:
    """Return the picture of a total between rows; the leading side gets a dark disc with a brass rim. Shared."""
    made = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    if leads:
        made.blit(pip("disc", pixels, INKS.bar_rule), (0, 0))
        inner = round(pixels * 0.92)
        made.blit(pip("disc", inner, INKS.ink), ((pixels - inner) // 2, (pixels - inner) // 2))
    size = pixels * {1: 0.62, 2: 0.5}.get(len(total), 0.38)
    number = rendered(total, Style("number", size, INKS.cream if leads else INKS.ink), 100)
    made.blit(number, number.get_rect(center=(pixels // 2, pixels // 2)))
    return made


SIGNS: tuple[tuple[Colour, Shape, Shape], ...] = (
    (INKS.british, "disc", "pennant"),
    (INKS.french, "shield", "diamond"),
)
"""Colour, outline and mark of the first and the second side."""


@lru_cache(maxsize=32)
def _draw_badge(number: int, pixels: int) -> pygame.Surface:
    shade, shape, mark = SIGNS[number]
    made = pip(shape, pixels, INKS.cream).copy()
    edge = max(1, pixels // 12)
    made.blit(pip(shape, pixels - 2 * edge, shade), (edge, edge))
    made.blit(pip(mark, pixels // 2, INKS.cream), (pixels // 4, pixels // 4))
    return made


@lru_cache(maxsize=2)
def badge(number: int) -> Badge:
    """Return the badge of the first (0) or second (1) side."""
    return lambda pixels: _draw_badge(number, pixels)


EMBLEM_FILES = "emblems"
"""Folder of the sprites in which each file is an emblem."""
SHEET = (140, 80)
"""A file of this size fills the picture of a card; any other stands in its middle."""
PALE = "#F7F0DF"
"""Colour that is cut out of an emblem with one ink."""
SUIT = "#FF00FF"
"""Colour in a file that is replaced by the colour of the suit."""
LARGEST = 1 << 16
"""Most bytes of such a file."""
COLOUR = "#[0-9A-F]{6}"
HULL = 250
"""Length of the largest hull in the files. A smaller ship is drawn smaller."""


class EmblemShip(NamedTuple):
    """A ship on an emblem: its place from the middle, its length, and its heading in degrees."""

    at: tuple[float, float]
    length: float
    heading: float
    model: str = "three_decker"
    nation: str = "british"


SHIPS: dict[str, tuple[EmblemShip, ...]] = {
    "broadside": (EmblemShip((2, -9), 86, 82),),
    "line_ahead": tuple(EmblemShip((-41 + 40 * n, 9 - 9 * n), 36, 76) for n in range(3)),
    "breaking": (
        *(EmblemShip((x, -10 + 2 * n), 31, 96, "two_decker_74", "french") for n, x in enumerate((-48, -16, 30))),
        EmblemShip((6, 5), 42, 8),
    ),
    "fog": (EmblemShip((0, 2), 78, 90),),
    "grapple": (EmblemShip((-3, -15), 78, 92), EmblemShip((4, 15), 78, 272, "two_decker_74", "french")),
    "signals": (EmblemShip((0, 22), 44, 90),),
}
"""The ships under an emblem; without a file they are the whole emblem."""
FLAGS = {f"flag_{nation}": f"ensign_{nation}" for nation in ("british", "french", "spanish", "white")}
FLAG = 70
"""Length of a flag, units of the emblem."""

_sprites = Sprites(4 * 1024 * 1024)


def list_emblem_names() -> tuple[str, ...]:
    """Return the names of emblems that a card may have. Names of other sprites may be used too."""
    files = (path.stem for path in guarded_file.list_files(resources.sprite_folder() / EMBLEM_FILES, ".svg"))
    return tuple(dict.fromkeys((*files, *SHIPS, *FLAGS)))


def draw_framed_emblem(look: CardLook, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Draw the emblem of a card on its tinted ground in a thin frame."""
    red, green, blue = (round(paper + (ink - paper) * 0.17) for paper, ink in zip(CARD, worn(look.colour), strict=True))
    made = pygame.Surface(size)
    made.fill(INKS.brass_dark)
    one = theme.px(1)
    made.fill((red, green, blue), made.get_rect().inflate(-2 * one, -2 * one))
    inner = (max(1, size[0] - 2 * one), max(1, size[1] - 2 * one))
    made.blit(emblem(look, inner), (one, one), special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def emblem(look: CardLook, size: tuple[int, int]) -> pygame.Surface:
    """Draw the emblem of a card without its ground; alpha is multiplied in."""
    file, side = _find_file(look.emblem), round(min(size) * 0.72)
    if look.emblem in SHIPS or look.emblem in FLAGS or (file and file_size(file) == SHEET):
        return _draw_sheet(look.emblem, size, lambda text: text.replace(SUIT, _hex_code(worn(look.colour))))
    made = pygame.Surface(size, pygame.SRCALPHA)
    _blit_centered(
        made, icon(file, side) if file else pip(look.pip, side, look.colour, max(2, side // 14)).premul_alpha()
    )
    return made


def glyph(name: str, pixels: int, ink: Colour, ground: Colour) -> pygame.Surface:
    """Draw an emblem in one ink for a pip of `pixels`; its pale parts get the colour of the `ground`.

    Both colours are replaced as the palette demands. Alpha is multiplied in.
    """
    shades = _hex_code(worn(ink)), _hex_code(worn(ground))
    size = round(pixels * 1.2), round(pixels * 0.72)
    return _draw_sheet(name, size, lambda text: re.sub(COLOUR, lambda found: shades[found[0] == PALE], text))


def _draw_sheet(name: str, size: tuple[int, int], tint: Callable[[str], str]) -> pygame.Surface:
    """Draw ships, and over them the flag or the tinted file."""
    made, file = pygame.Surface(size, pygame.SRCALPHA), _find_file(name)
    unit = min(size[0] / SHEET[0], size[1] / SHEET[1])
    _draw_ships(made, SHIPS.get(name, ()), unit)
    if name in FLAGS:
        _blit_centered(made, icon(FLAGS[name], round(FLAG * unit)), (2 * unit, 0))
    elif file:
        whole = max(1, round(SHEET[0] * unit)), max(1, round(SHEET[1] * unit))
        _blit_centered(made, pygame.image.load_sized_svg(BytesIO(tint(_load_svg(file)).encode()), whole).premul_alpha())
    return made


def _find_file(name: str) -> str:
    """Return the name of the sprite of an emblem, or "" if there is none."""
    files = (f"{EMBLEM_FILES}/{name}", name) if name else ()
    return next((one for one in files if (resources.sprite_folder() / f"{one}.svg").exists()), "")


@cache
def _load_svg(file: str) -> str:
    return guarded_file.load_text(resources.sprite_folder() / f"{file}.svg", LARGEST)


def _hex_code(shade: Colour) -> str:
    return "#{:02X}{:02X}{:02X}".format(*shade)


def _blit_centered(made: pygame.Surface, picture: pygame.Surface, off: tuple[float, float] = (0, 0)) -> None:
    at = picture.get_rect(center=(made.get_width() / 2 + off[0], made.get_height() / 2 + off[1]))
    made.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _draw_ships(made: pygame.Surface, ships: tuple[EmblemShip, ...], unit: float) -> None:
    for ship in ships:
        model, zoom = ship.model, ship.length * unit / HULL
        parts = [f"hull_{model}_{ship.nation}", f"bowsprit_{model}", f"spanker_{model}_square", f"jibs_{model}_square"]
        masts = [f"mast_{model}_{mast}_battle_square" for mast in ("fore", "main", "mizzen")]
        layers = tuple(map(SpriteLayer, (*parts, *masts)))
        x, y = made.get_width() / 2 + ship.at[0] * unit, made.get_height() / 2 + ship.at[1] * unit
        shadow = _sprites.shadow(layers, zoom, ship.heading).at(x + 1.5 * unit, y + 3 * unit)
        made.fblits([shadow, _sprites.turned(layers, zoom, ship.heading).at(x, y)], pygame.BLEND_PREMULTIPLIED)
