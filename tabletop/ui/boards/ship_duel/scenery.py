"""The sea with the two ships on it, as it lies on the table and in small pictures."""

import pygame

from tabletop.games.ship_duel.state import SIDES, Side, State
from tabletop.ui.assets import Layer, anchors, drawn, file_size
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.pens import along
from tabletop.ui.boards.battle.rings import ring_at
from tabletop.ui.boards.ship_duel import gunsmoke, models
from tabletop.ui.boards.ship_duel.berths import Berth, berth
from tabletop.ui.boards.ship_duel.models import Look
from tabletop.ui.camera import Camera
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import sea

ENSIGN = 0.7
PUFFS, SMOKY = 7, 620
"""Puffs of smoke of each ship on the cover, and their age in milliseconds."""
COVER: dict[Side, Look] = {
    "port": Look("two_decker_74", "british", 0.8, 0.95, 0.9),
    "starboard": Look("two_decker_74", "french", 0.6, 0.45, 0.7),
}


def paint(target: pygame.Surface, seen: Look, lies: Berth) -> None:
    """A ship with her shadow, her wake and her colours."""
    hull = models.length(seen.model) * lies.zoom
    parts = []
    if seen.hull > 0:
        if seen.rigging > 0:
            wake = models.sprites().turned((Layer("wake"),), hull / anchors().wake.hull, lies.heading)
            parts.append(wake.at(*lies.at))
        shadow = models.shadow(seen, lies.zoom, lies.heading, lies.brace)
        parts.append(shadow.at(lies.at[0] + 7 * lies.zoom, lies.at[1] + 13 * lies.zoom))
    parts.append(models.drawn(seen, lies.zoom, lies.heading, lies.brace).at(*lies.at))
    if seen.hull > 0:
        parts.append(_ensign(seen, lies, hull))
    target.fblits(parts, pygame.BLEND_PREMULTIPLIED)


def _ensign(seen: Look, lies: Berth, hull: float) -> tuple[pygame.Surface, tuple[int, int]]:
    """Her colours at the stern; white once she is beaten."""
    beaten = seen.rigging <= 0 or seen.crew <= 0
    name = "ensign_white" if beaten else f"ensign_{seen.nation}"
    zoom = lies.zoom * ENSIGN
    fly = (file_size(name)[0] / 2 - anchors().ensign.hoist[0]) * zoom
    stern = along(lies.at, lies.heading, -hull / 2)
    down_wind = 118 if lies.heading < 180 else 242
    return models.sprites().turned((Layer(name),), zoom, down_wind - 90).at(*along(stern, down_wind, fly))


def ring(target: pygame.Surface, seen: Look, lies: Berth) -> None:
    """The ring round a ship that is spoken of."""
    ship = Placed("", (0.0, 0.0), lies.heading, models.length(seen.model) * lies.zoom, 0.0)
    picture, (left, top) = ring_at(ship, Camera((0.0, 0.0), 1.0, (0, 0)), INKS.cream, 2)
    place = (round(lies.at[0]) + left, round(lies.at[1]) + top)
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def cover(size: tuple[int, int]) -> pygame.Surface:
    """Two ships at close quarters, the smoke of their broadsides between them."""
    made = _picture(size, COVER)
    for side, room in _halves(made).items():
        gunsmoke.puffs(made, COVER[side].model, berth(side, room, COVER[side].model), PUFFS, SMOKY)
    return made


def position(state: State, size: tuple[int, int]) -> pygame.Surface:
    """The two ships as they are now; nothing of any hand."""
    return _picture(size, {side: models.look(state.ships[side]) for side in SIDES})


def _picture(size: tuple[int, int], ships: dict[Side, Look]) -> pygame.Surface:
    made = sea(size, drawn("sea_tile_640", 1.0)).copy()
    for side, room in _halves(made).items():
        paint(made, ships[side], berth(side, room, ships[side].model))
    return made


def _halves(made: pygame.Surface) -> dict[Side, pygame.Rect]:
    """The rooms of the ships, near each other where the picture is wide."""
    wide, high = made.get_size()
    inner = min(wide // 2, round(high * 0.6))
    return {
        "port": pygame.Rect(wide // 2 - inner, 0, inner, high),
        "starboard": pygame.Rect(wide // 2, 0, inner, high),
    }
