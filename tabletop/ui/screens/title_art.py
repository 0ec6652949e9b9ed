"""The picture behind the title: the sea, a compass rose and three ships running before the wind."""

import math

import pygame

from tabletop.ui.assets import Layer, Sprites, anchors, drawn, file_size
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import sea
from tabletop.ui.widgets.base import Size

Xy = tuple[float, float]
Placing = tuple[pygame.Surface, tuple[int, int]]

HEADING = 64
DOWN_WIND = 109
SHIPS: tuple[tuple[str, float, float, float], ...] = (
    ("three_decker", 1425, 280, 1.18),
    ("two_decker_74", 1060, 432, 0.84),
    ("two_decker_74", 1812, 118, 0.72),
)
"""Model, place on a window of 1920 by 1080, magnification."""
ROSE = (1310, 300, 240)
"""Place and radius of the compass rose, likewise."""
_FINE = 2


def wide_sea(size: Size) -> pygame.Surface:
    """The sea with its waves."""
    return sea(size, drawn("sea_tile_640", 1.0))


def title_art(size: Size, theme: Theme) -> pygame.Surface:
    """The whole picture for a window."""
    made = wide_sea(size).copy()
    factor = min(size[0] / 1920, size[1] / 1080) if size[1] * 1.2 < size[0] else size[0] / 1920
    across = size[0] - 1920 * factor

    def at(x: float, y: float) -> Xy:
        return across + x * factor, y * factor

    _rose(made, at(ROSE[0], ROSE[1]), ROSE[2] * factor)
    sprites = Sprites()
    for model, x, y, zoom in SHIPS:
        _ship(made, sprites, model, at(x, y), zoom * factor)
    return made


def _rose(target: pygame.Surface, middle: Xy, radius: float) -> None:
    """Rhumb lines to the edges, rings and a star of eight points, faint on the sea."""
    faint, clear = (pygame.Color(*INKS.sea).lerp(INKS.brass_light, share) for share in (0.12, 0.2))
    for number in range(32):
        angle = math.radians(number * 11.25)
        end = (middle[0] + 4000 * math.sin(angle), middle[1] - 4000 * math.cos(angle))
        pygame.draw.aaline(target, faint if number % 4 else clear, middle, end)
    side = round(radius * 2.1) * _FINE
    star = pygame.Surface((side, side), pygame.SRCALPHA)
    star.fill((*INKS.brass, 0))
    centre, unit = (side / 2, side / 2), radius * _FINE
    for share, alpha in ((1.0, 90), (0.66, 70), (0.64, 50)):
        pygame.draw.circle(star, (*INKS.brass, alpha), centre, unit * share, max(1, round(unit / 130)))
    for start, length, alpha in ((45, 0.72, 64), (0, 0.98, 96)):
        for quarter in range(4):
            _point(star, centre, start + 90 * quarter, unit * length, alpha)
    small = pygame.transform.smoothscale(star, (side // _FINE, side // _FINE))
    target.blit(small, small.get_rect(center=middle))


def _point(target: pygame.Surface, centre: Xy, angle: float, length: float, alpha: int) -> None:
    """One point of the star: a light and a dark half."""
    tip = _along(centre, angle, length)
    for turn, shade, strength in ((-45, INKS.brass, 1.0), (45, INKS.cream, 0.66)):
        waist = _along(centre, angle + turn, length * 0.2)
        pygame.draw.polygon(target, (*shade, round(alpha * strength)), [centre, waist, tip])


def _ship(target: pygame.Surface, sprites: Sprites, model: str, at: Xy, zoom: float) -> None:
    rig = [f"mast_{model}_{mast}_battle_port_quarter" for mast in ("fore", "main", "mizzen")]
    names = [
        f"hull_{model}_british",
        f"bowsprit_{model}",
        f"spanker_{model}_port_quarter",
        f"jibs_{model}_port_quarter",
        *rig,
    ]
    layers = tuple(Layer(name) for name in names)
    parts = [
        sprites.turned((Layer("wake"),), anchors().models[model].hull[0] / anchors().wake.hull * zoom, HEADING).at(*at),
        sprites.shadow(layers, zoom, HEADING).at(at[0] + 9 * zoom, at[1] + 16 * zoom),
        sprites.turned(layers, zoom, HEADING).at(*at),
    ]
    parts.append(_ensign(sprites, model, at, zoom))
    target.fblits(parts, pygame.BLEND_PREMULTIPLIED)


def _ensign(sprites: Sprites, model: str, at: Xy, zoom: float) -> Placing:
    """The colours at the stern, flying down-wind."""
    hoist = _along(at, HEADING, -anchors().models[model].hull[0] / 2 * zoom)
    flag = zoom * 0.75
    fly = (file_size("ensign_british")[0] / 2 - anchors().ensign.hoist[0]) * flag
    return sprites.turned((Layer("ensign_british"),), flag, DOWN_WIND - 90).at(*_along(hoist, DOWN_WIND, fly))


def _along(start: Xy, direction: float, distance: float) -> Xy:
    radians = math.radians(direction)
    return start[0] + distance * math.sin(radians), start[1] - distance * math.cos(radians)
