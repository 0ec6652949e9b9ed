"""What stands in the pieces of water that are tinted: numbers of dice, and the names of a side's bands."""

import math
from collections.abc import Sequence

import pygame

from tabletop.ui.boards.ships_of_the_line.fields import BAND_COLOURS
from tabletop.ui.boards.ships_of_the_line.lettering import Key, Lettered, Name, Names, written
from tabletop.ui.boards.ships_of_the_line.overlays import Covered, Overlay, Room, Threats
from tabletop.ui.camera import Camera
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

LABEL = Style("bold", 15, INKS.cream, INKS.outline)
NUMBER, SMALL = Style("bold", 20, INKS.cream, INKS.outline), Style("bold", 14, INKS.cream, INKS.outline)
CLEAR = 4
"""Pixels round words to the edge of the piece in which they stand."""


def names(overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """The words of all pieces that are large enough; `chart` is the camera of chart pixels."""
    threats = [region for one in overlays if isinstance(one, Threats) for region in one.regions]
    covers = [piece for one in overlays if isinstance(one, Covered) for piece in one.pieces]
    found: dict[Key, Name] = {
        ("threat", number): _name(_dice(one.dice, theme), one.rooms, chart) for number, one in enumerate(threats)
    }
    for number, piece in enumerate(covers):
        words = written(piece.name, LABEL.tinted(BAND_COLOURS[piece.band]), theme)
        found[("cover", number), piece.name] = _name([words], piece.rooms, chart)
    return {key: name for key, name in found.items() if name.ways}


def _dice(dice: int, theme: Theme) -> list[pygame.Surface]:
    """How many dice, where there is less room the same in small, and where there is hardly any the number alone."""
    words = f"{dice} {'die' if dice == 1 else 'dice'}"
    return [written(words, NUMBER, theme), written(words, SMALL, theme), written(str(dice), NUMBER, theme)]


def _name(words: Sequence[pygame.Surface], rooms: Sequence[Room], chart: Camera) -> Name:
    """Words in the middle of each place that has room for all of them; shorter ones where the longer have none."""
    ways = ((drawn, room.at) for drawn in words for room in rooms if _holds(room, drawn, chart.scale))
    return Name(tuple(Lettered(drawn, drawn.get_rect(center=chart.to_screen(*at))) for drawn, at in ways))


def _holds(room: Room, drawn: pygame.Surface, scale: float) -> bool:
    """Whether the corners of the words lie in the ellipse of a room."""
    wide, high = (side / 2 + CLEAR for side in drawn.get_size())
    return math.hypot(wide * room.up, high * room.across) < scale * room.across * room.up
