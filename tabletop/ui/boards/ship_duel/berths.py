"""Where the two ships lie on a picture, and how large."""

from dataclasses import dataclass

import pygame

from tabletop.games.ship_duel.state import Side
from tabletop.ui.boards.ship_duel import models
from tabletop.ui.camera import Xy

HEADINGS: dict[Side, int] = {"port": 14, "starboard": 346}
"""The ships lie broadside to broadside, port on the left."""
BRACES: dict[Side, str] = {"port": "port_quarter", "starboard": "stbd_quarter"}
COMMON = 230
"""A ship of this length, in units of the files, is drawn at full size."""
ROOM = (0.52, 1.36)
"""Width and height that a ship takes with yards and bowsprit, in her lengths."""
EVENED = 0.35
"""How far small models are drawn larger than they are, as an exponent."""


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
