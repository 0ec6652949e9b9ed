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

HEADINGS: dict[Side, int] = {"port": 66, "starboard": 294}
"""The ships stand towards each other, port on the left."""
BRACES: dict[Side, str] = {"port": "port_quarter", "starboard": "stbd_quarter"}
LONGEST = 0.4
"""Length of a ship as a share of the width that she has."""
COMMON = 230
"""A ship of this length, in units of the files, is drawn at full size; shorter ones are smaller."""
ENSIGN = 0.7
COVER: tuple[tuple[Side, Look], ...] = (
    ("port", Look("two_decker_74", "british", 0.8, 0.95, 0.9)),
    ("starboard", Look("two_decker_74", "french", 0.6, 0.45, 0.7)),
)


@dataclass(frozen=True)
class Berth:
    """Where a ship lies on a picture, and how large."""

    at: Xy
    zoom: float
    heading: int
    brace: str


def berth(side: Side, room: pygame.Rect, model: str) -> Berth:
    """A ship in her half of the room; smaller models lie smaller."""
    zoom = min(room.w * LONGEST / COMMON, room.h * 0.78 / (COMMON * 0.62))
    left = side == "port"
    at = (room.x + room.w * (0.26 if left else 0.74), room.centery)
    share = (models.length(model) / COMMON) ** -0.35  # small ships are drawn a little larger than they are
    return Berth(at, zoom * share, HEADINGS[side], BRACES[side])


def paint(target: pygame.Surface, seen: Look, lies: Berth) -> None:
    """A ship with her shadow, her wake and her colours."""
    hull = models.length(seen.model) * lies.zoom
    afloat = seen.hull > 0
    parts = []
    if afloat and seen.rigging > 0:
        parts.append(models.sprites().turned((Layer("wake"),), hull / anchors().wake.hull, lies.heading).at(*lies.at))
    if afloat:
        shadow = models.shadow(seen, lies.zoom, lies.heading, lies.brace)
        parts.append(shadow.at(lies.at[0] + 7 * lies.zoom, lies.at[1] + 13 * lies.zoom))
    parts.append(models.drawn(seen, lies.zoom, lies.heading, lies.brace).at(*lies.at))
    if afloat:
        parts.append(_ensign(seen, lies, hull))
    target.fblits(parts, pygame.BLEND_PREMULTIPLIED)


def _ensign(seen: Look, lies: Berth, hull: float) -> tuple[pygame.Surface, tuple[int, int]]:
    """Her colours at the stern; white once she is beaten."""
    beaten = seen.rigging <= 0 or seen.crew <= 0
    name = "ensign_white" if beaten else f"ensign_{seen.nation}"
    zoom = lies.zoom * ENSIGN
    fly = (file_size(name)[0] / 2 - anchors().ensign.hoist[0]) * zoom
    stern = along(lies.at, lies.heading, -hull / 2)
    down_wind = 90 if lies.heading > 180 else 270
    return models.sprites().turned((Layer(name),), zoom, down_wind - 90).at(*along(stern, down_wind, fly))


def cover(size: tuple[int, int]) -> pygame.Surface:
    """Two ships at close quarters, the smoke between them."""
    return _picture(size, COVER)


def position(state: State, size: tuple[int, int]) -> pygame.Surface:
    """The two ships as they are now; nothing of any hand."""
    return _picture(size, tuple((side, models.look(state.ships[side])) for side in SIDES))


def _picture(size: tuple[int, int], ships: tuple[tuple[Side, Look], ...]) -> pygame.Surface:
    made = sea(size, drawn("sea_tile_640", 1.0)).copy()
    room = made.get_rect()
    if room.h > room.w * 0.6:
        room = pygame.Rect(0, 0, room.w, round(room.w * 0.6))
        room.center = made.get_rect().center
    for side, seen in ships:
        paint(made, seen, berth(side, room, seen.model))
    return made
