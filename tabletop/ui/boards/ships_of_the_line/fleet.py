"""The ships: wakes, shadows, hulls and rig, ropes between them, colours, fire and smoke."""

import math
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from tabletop.games.ships_of_the_line.state import Battery, Card, State, side_of
from tabletop.ui.assets import Layer, Sprite, Sprites, anchors, file_size
from tabletop.ui.boards.ships_of_the_line import pens
from tabletop.ui.boards.ships_of_the_line.models import (
    NATIONS,
    Placed,
    layers,
    placed,
    under_way,
    zoom_of,
)  # fmt: skip
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation, Puff
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS

FAR = 60
"""Pixels of hull below which a ship is drawn as from afar."""
SHADOW = (5.0, 8.0)
"""Where a shadow falls for a hull of `SHADOW_HULL` pixels."""
SHADOW_HULL = 116
FLAG_LEAST, FLAG_MOST = 0.26, 0.8
"""Limits of the magnification of ensigns."""
SHOWN_GONE = ("sunk", "exploded")
FLAMES: tuple[tuple[float, float], ...] = ((0.08, 0.02), (-0.2, -0.04), (0.27, -0.02))
"""Where fires burn: hull lengths ahead of the middle, table units to starboard."""
ROPE = (214, 196, 150)

Placing = tuple[pygame.Surface, tuple[int, int]]


@dataclass(frozen=True)
class Scene:
    """What every part of the drawing needs."""

    state: State
    camera: Camera
    shown: Presentation
    sprites: Sprites

    def length(self, ship: Placed) -> float:
        """The hull on the screen, pixels."""
        return ship.length * self.camera.scale

    def card(self, ship: Placed) -> Card:
        """Her card."""
        return self.state.cards[ship.key]

    def point(self, ship: Placed, ahead: float, abeam: float = 0.0) -> Xy:
        """A place on a ship in pixels: hull lengths ahead of her middle, table units to starboard."""
        return self.camera.to_screen(*ship.along(ahead, abeam))


def visible(scene: Scene) -> list[Placed]:
    """The ships and wrecks that reach into the picture, in key order."""
    moving = {one.ship: one for one in scene.shown.afloat}
    west, south, east, north = scene.camera.bounds
    found = []
    for key, ship in scene.state.ships.items():
        if ship.status in ("fled", "left") or (ship.status in SHOWN_GONE and not ship.wreck):
            continue
        one = placed(scene.state, key, moving)
        near = 2 * one.length
        if west - near < one.at[0] < east + near and south - near < one.at[1] < north + near:
            found.append(one)
    return found


def paint(surface: pygame.Surface, scene: Scene, ships: Sequence[Placed]) -> None:
    """Draw the ships and all that belongs to them."""
    afloat = [one for one in ships if scene.state.ships[one.key].status not in SHOWN_GONE]
    _blit(surface, (_wake(scene, one) for one in afloat if under_way(scene.state, one.key)))
    _blit(surface, (_shadow(scene, one) for one in ships))
    _blit(surface, (_hull(scene, one) for one in ships))
    _ropes(surface, scene, {one.key: one for one in afloat})
    for one in afloat:
        _blit(surface, _colours(scene, one))
    _blit(surface, (flame for one in afloat for flame in _flames(scene, one)))
    puffs = [*scene.shown.puffs, *(puff for one in afloat for puff in _lingering(scene, one))]
    _blit(surface, (_smoke(scene, puff) for puff in puffs))


def _blit(surface: pygame.Surface, pictures: Iterable[Placing]) -> None:
    surface.fblits(list(pictures), pygame.BLEND_PREMULTIPLIED)


def _sprite(scene: Scene, ship: Placed) -> tuple[tuple[Layer, ...], float]:
    card = scene.card(ship)
    files = layers(card, scene.state.ships[ship.key], scene.state.wind.origin, ship.heading)
    return files, zoom_of(card, scene.length(ship))


def _hull(scene: Scene, ship: Placed) -> Placing:
    files, zoom = _sprite(scene, ship)
    at = scene.camera.to_screen(*ship.at)
    if ship.alpha < 255:
        return scene.sprites.faded(files, zoom, ship.heading, ship.alpha).at(*at)
    return scene.sprites.turned(files, zoom, ship.heading).at(*at)


def _shadow(scene: Scene, ship: Placed) -> Placing:
    files, zoom = _sprite(scene, ship)
    x, y = scene.camera.to_screen(*ship.at)
    far = min(1.5, scene.length(ship) / SHADOW_HULL)
    return scene.sprites.shadow(files, zoom, ship.heading).at(x + SHADOW[0] * far, y + SHADOW[1] * far)


def _wake(scene: Scene, ship: Placed) -> Placing:
    zoom = scene.length(ship) / anchors().wake.hull
    sprite = scene.sprites.turned((Layer("wake"),), zoom, ship.heading)
    return sprite.at(*scene.camera.to_screen(*ship.at))


def _ropes(surface: pygame.Surface, scene: Scene, ships: dict[str, Placed]) -> None:
    """Grapnel lines between two hulls, tow ropes, and the cable of an anchored ship."""
    width = 2 if scene.camera.scale >= FAR else 1
    for grapple in scene.state.grapples:
        one, other = ships.get(grapple.first), ships.get(grapple.second)
        if one and other:
            for ahead in (-0.28, 0.0, 0.28):
                pens.stroke(surface, [scene.point(one, ahead), _nearest_rail(scene, one, other, ahead)], ROPE, width)
    for tow in scene.state.tows:
        tower, towed = ships.get(tow.tower), ships.get(tow.towed)
        if tower and towed:
            pens.stroke(surface, [scene.point(tower, -0.5), scene.point(towed, 0.5)], ROPE, width)
    for one in ships.values():
        if scene.state.ships[one.key].anchored:
            _cable(surface, scene, one, width)


def _nearest_rail(scene: Scene, one: Placed, other: Placed, ahead: float) -> Xy:
    """The place on the other hull to which a line from this one is made fast."""
    start = scene.point(one, ahead)
    return min((scene.point(other, along / 10) for along in range(-4, 5, 2)), key=lambda end: math.dist(start, end))


def _cable(surface: pygame.Surface, scene: Scene, ship: Placed, width: int) -> None:
    bow, end = scene.point(ship, 0.5), scene.point(ship, 0.95, 0.1)
    pens.dashed(surface, [bow, end], ROPE, (6, 3), width)
    size = max(5.0, scene.length(ship) / 14)
    shank = [pens.along(end, ship.heading, -size / 2), pens.along(end, ship.heading, size)]
    flukes = [pens.along(shank[1], ship.heading + turn, size) for turn in (130, 180, 230)]
    pens.stroke(surface, shank, INKS.cream, width)
    pens.stroke(surface, [flukes[0], shank[1], flukes[2]], INKS.cream, width)


def _colours(scene: Scene, ship: Placed) -> list[Placing]:
    """Her ensign; a white flag when struck; the captor's above her own when a prize."""
    state = scene.state
    marks, own = state.ships[ship.key], f"ensign_{NATIONS[scene.card(ship).nation]}"
    zoom = max(FLAG_LEAST, min(FLAG_MOST, zoom_of(scene.card(ship), scene.length(ship)) * 0.9))
    hoist = scene.point(ship, -0.5)
    if marks.status == "struck":
        return [_flag(scene, "ensign_white", hoist, zoom)]
    if marks.status != "captured":
        return [_flag(scene, own, hoist, zoom)]
    captor = "ensign_british" if side_of(state, ship.key) == "british" else "ensign_french"
    height = file_size(captor)[1] * zoom * 0.62
    return [
        _flag(scene, own, (hoist[0], hoist[1] + height / 2), zoom * 0.7),
        _flag(scene, captor, (hoist[0], hoist[1] - height / 2), zoom),
    ]


def _flag(scene: Scene, name: str, hoist: Xy, zoom: float) -> Placing:
    """A flag that flies down-wind from its hoist, never upside down."""
    downwind = (scene.state.wind.origin + 180) % 360
    width = file_size(name)[0]
    fly = (width / 2 - anchors().ensign.hoist[0]) * zoom
    reversed_ = downwind > 180
    turn = downwind - 90 if not reversed_ else downwind - 270
    sprite = scene.sprites.turned((Layer(name, mirrored=reversed_),), zoom, turn)
    return sprite.at(*pens.along(hoist, downwind, fly))


def _flames(scene: Scene, ship: Placed) -> list[Placing]:
    fires = min(len(FLAMES), scene.state.ships[ship.key].fires)
    zoom = max(0.25, scene.length(ship) / 190)
    found = []
    for number, (ahead, abeam) in enumerate(FLAMES[:fires]):
        size = zoom * (1 + 0.12 * ((scene.shown.frame + number) % 3 - 1))
        flame: Sprite = scene.sprites.turned((Layer("flame", bool((scene.shown.frame + number) % 2)),), size, 0)
        found.append(flame.at(*scene.point(ship, ahead, abeam)))
    return found


def _lingering(scene: Scene, ship: Placed) -> list[Puff]:
    """Smoke of the batteries that fired this turn, down-wind of her side; always the same for the same ship."""
    if not scene.shown.smoke:
        return []
    marks = scene.state.ships[ship.key]
    black = [Puff(ship.along(0.0, 0.0), 0.9, 90)] if marks.fires else []
    return black + [puff for battery in marks.fired for puff in _cloud(scene, ship, battery)]


def _cloud(scene: Scene, ship: Placed, battery: Battery) -> list[Puff]:
    side = 1 if battery == "starboard" else -1
    drift = math.radians(scene.state.wind.origin + 180)
    noise = zlib.crc32(f"{ship.key}{battery}{scene.state.turn}".encode())
    puffs = []
    for number in range(6):
        spread, far, size = ((noise >> (5 * number + k)) % 8 / 7 for k in (0, 2, 4))
        x, y = ship.along(-0.42 + 0.17 * number, side * (0.3 + 0.25 * far))
        blown = 0.25 + 0.35 * spread
        at = (x + blown * math.sin(drift), y + blown * math.cos(drift))
        puffs.append(Puff(at, 0.75 + 0.5 * size, 120 + round(60 * (1 - far))))
    return puffs


def _smoke(scene: Scene, puff: Puff) -> Placing:
    zoom = puff.width * scene.camera.scale / file_size("smoke_puff")[0]
    step = max(0.05, round(zoom * 16) / 16)
    sprite = scene.sprites.faded((Layer("smoke_puff"),), step, 0, puff.alpha // 16 * 16)
    return sprite.at(*scene.camera.to_screen(*puff.at))
