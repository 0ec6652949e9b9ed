"""The sea with the two ships on it, as it lies on the table and in small pictures."""

from dataclasses import dataclass

import pygame

from tabletop.games.ship_duel.state import SIDES, Side, State
from tabletop.ui.assets import Layer, anchors, drawn, file_size
from tabletop.ui.boards.ship_duel import models
from tabletop.ui.boards.ship_duel.models import Look
from tabletop.ui.boards.ships_of_the_line.portraits import along
from tabletop.ui.camera import Xy
from tabletop.ui.widgets.backdrop import sea

HEADINGS: dict[Side, int] = {"port": 14, "starboard": 346}
"""The ships lie broadside to broadside, port on the left."""
BRACES: dict[Side, str] = {"port": "port_quarter", "starboard": "stbd_quarter"}
COMMON = 230
"""A ship of this length, in units of the files, is drawn at full size."""
ROOM = (0.52, 1.36)
"""Width and height that a ship takes with yards and bowsprit, in her lengths."""
EVENED = 0.35
"""How far small models are drawn larger than they are, as an exponent."""
ENSIGN = 0.7
COVER: dict[Side, Look] = {
    "port": Look("two_decker_74", "british", 0.8, 0.95, 0.9),
    "starboard": Look("two_decker_74", "french", 0.6, 0.45, 0.7),
}


@dataclass(frozen=True)
class Berth:
    """Where a ship lies on a picture, and how large."""

    at: Xy
    zoom: float
    heading: int
    brace: str


def berth(side: Side, room: pygame.Rect, model: str) -> Berth:
    """A ship in the middle of her room."""
    longest = min(room.w / ROOM[0], room.h / ROOM[1])
    zoom = longest / COMMON * (COMMON / models.length(model)) ** EVENED
    lower = room.centery + 0.06 * models.length(model) * zoom  # the bowsprit reaches farther than the colours
    return Berth((room.centerx, lower), zoom, HEADINGS[side], BRACES[side])


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


def cover(size: tuple[int, int]) -> pygame.Surface:
    """Two ships at close quarters."""
    return _picture(size, COVER)


def position(state: State, size: tuple[int, int]) -> pygame.Surface:
    """The two ships as they are now; nothing of any hand."""
    return _picture(size, {side: models.look(state.ships[side]) for side in SIDES})


def _picture(size: tuple[int, int], ships: dict[Side, Look]) -> pygame.Surface:
    made = sea(size, drawn("sea_tile_640", 1.0)).copy()
    half = made.get_width() // 2
    inner = min(half, round(made.get_height() * 0.6))
    for side, seen in ships.items():
        left = half - inner if side == "port" else half
        paint(made, seen, berth(side, pygame.Rect(left, 0, inner, made.get_height()), seen.model))
    return made
