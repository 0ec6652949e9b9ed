"""Which ship is under the pointer."""

import math
from dataclasses import dataclass

import pygame

from tabletop.games.ships_of_the_line.memory import per_state
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui.boards.ships_of_the_line.models import placed
from tabletop.ui.camera import Camera, Xy

NEAR = 17
"""Pixels from the keel within which a ship is meant, however small she is drawn."""


def pick(state: State, camera: Camera, at: Xy) -> str | None:
    """The ship at a pixel, the nearest where several would do; None over empty sea."""
    place = camera.to_table(*at)
    near = NEAR / camera.scale
    ships, boxes = _afloat(state)
    found = []
    for number in _box(place, near).collidelistall(boxes):
        ship = ships[number]
        distance = _between(ship.stern, ship.bow, place)
        if distance <= max(near, 0.6 * ship.beam):
            found.append((distance, ship.key))
    return min(found)[1] if found else None


@dataclass(frozen=True)
class _Keel:
    """A ship as far as it matters whether a place is on her."""

    key: str
    stern: Xy
    bow: Xy
    beam: float


@per_state
def _afloat(state: State) -> tuple[list[_Keel], list[pygame.Rect]]:
    """The ships on the map, and for each a box in which all places on her lie."""
    ships = [placed(state, key) for key in state.ships if on_map(state, key)]
    keels = [_Keel(ship.key, ship.along(-0.5, 0), ship.along(0.5, 0), ship.beam) for ship in ships]
    return keels, [_box(ship.at, ship.length / 2 + ship.beam) for ship in ships]


def _box(middle: Xy, half: float) -> pygame.Rect:
    """A square about a place on the table, hundredths of a table unit."""
    side = math.ceil(200 * half) + 2
    return pygame.Rect(math.floor(100 * (middle[0] - half)) - 1, math.floor(100 * (middle[1] - half)) - 1, side, side)


def _between(stern: Xy, bow: Xy, place: Xy) -> float:
    """Distance of a place from the line between stern and bow, table units."""
    (x0, y0), (x1, y1) = stern, bow
    dx, dy = x1 - x0, y1 - y0
    share = ((place[0] - x0) * dx + (place[1] - y0) * dy) / (dx * dx + dy * dy)
    held = max(0.0, min(1.0, share))
    return math.hypot(place[0] - x0 - held * dx, place[1] - y0 - held * dy)
