"""Decorative ships under full sail, outside any battle."""

from dataclasses import dataclass

import pygame

from tabletop.ui.assets import SpriteLayer, Sprites, anchors, file_size
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.camera import Xy


@dataclass(frozen=True)
class Portrait:
    """A ship in a picture: model, nation, position, magnification, heading, and the bracing of the yards."""

    model: str
    nation: str
    at: Xy
    zoom: float
    heading: int
    brace: str
    down_wind: int = 109


def paint_portrait(target: pygame.Surface, sprites: Sprites, ship: Portrait, origin: Xy, factor: float) -> None:
    """Draw the ship with wake, shadow and ensign; `factor` multiplies its position and size."""
    at = (origin[0] + ship.at[0] * factor, origin[1] + ship.at[1] * factor)
    zoom, hull = ship.zoom * factor, anchors().models[ship.model].hull[0]
    layers = _sprite_layers(ship)
    parts = [
        sprites.turned((SpriteLayer("wake"),), hull / anchors().wake.hull * zoom, ship.heading).at(*at),
        sprites.shadow(layers, zoom, ship.heading).at(at[0] + 9 * zoom, at[1] + 16 * zoom),
        sprites.turned(layers, zoom, ship.heading).at(*at),
        _ensign_placing(sprites, ship, along(at, ship.heading, -hull / 2 * zoom), zoom * 0.75),
    ]
    target.fblits(parts, pygame.BLEND_PREMULTIPLIED)


def _sprite_layers(ship: Portrait) -> tuple[SpriteLayer, ...]:
    model, brace = ship.model, ship.brace
    masts = [f"mast_{model}_{mast}_battle_{brace}" for mast in anchors().models[model].masts]
    names = [f"hull_{model}_{ship.nation}", f"bowsprit_{model}", f"spanker_{model}_{brace}", f"jibs_{model}_{brace}"]
    return tuple(SpriteLayer(name) for name in [*names, *masts])


def _ensign_placing(sprites: Sprites, ship: Portrait, hoist: Xy, zoom: float) -> Placing:
    """Return the ensign at the stern, which flies down-wind, with its position."""
    name = f"ensign_{ship.nation}"
    fly = (file_size(name)[0] / 2 - anchors().ensign.hoist[0]) * zoom
    return sprites.turned((SpriteLayer(name),), zoom, ship.down_wind - 90).at(*along(hoist, ship.down_wind, fly))
