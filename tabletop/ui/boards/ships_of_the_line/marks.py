"""Sends each overlay to what draws it, below or above the ships."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.ships_of_the_line import chips as chips_
from tabletop.ui.boards.ships_of_the_line import fields, paths, pens, targets
from tabletop.ui.boards.ships_of_the_line.fleet import Scene
from tabletop.ui.boards.ships_of_the_line.models import placed
from tabletop.ui.boards.ships_of_the_line.overlays import (
    BlockedTarget,
    Chip,
    FireField,
    LegalTarget,
    Measured,
    Noted,
    OddsChip,
    Overlay,
    PlannedMove,
    Reach,
    Selected,
    Threats,
)
from tabletop.ui.camera import Camera
from tabletop.ui.theme import INKS

Draw = Callable[[pygame.Surface, Scene, Any], None]
Write = Callable[[pygame.Surface, Scene, Any, Sequence[pygame.Rect]], pygame.Rect]

BELOW: dict[type, Draw] = {Threats: fields.threats, Reach: fields.reach, FireField: fields.fire_field}
ABOVE: dict[type, Draw] = {
    Selected: targets.selected,
    Noted: targets.noted,
    PlannedMove: paths.planned,
    LegalTarget: targets.legal,
    BlockedTarget: targets.blocked,
    Measured: paths.measured,
}
WORDED: dict[type, Write] = {Chip: chips_.chip, OddsChip: chips_.odds}
RING_ROOM = 6


def below(surface: pygame.Surface, scene: Scene, overlays: Sequence[Overlay]) -> None:
    """Draw what lies on the sea under the ships."""
    _draw(BELOW, surface, scene, overlays)


def above(surface: pygame.Surface, scene: Scene, overlays: Sequence[Overlay]) -> None:
    """Draw what lies over the ships and under the plates."""
    _draw(ABOVE, surface, scene, overlays)


def chips(surface: pygame.Surface, scene: Scene, overlays: Sequence[Overlay], taken: Sequence[pygame.Rect]) -> None:
    """Draw the chips, clear of the plates and of each other."""
    full = list(taken)
    for one in overlays:
        if type(one) in WORDED:
            full.append(WORDED[type(one)](surface, scene, one, full))


def hover(surface: pygame.Surface, state: State, camera: Camera, key: str) -> None:
    """A thin ring round the ship under the pointer."""
    pens.stroke(surface, targets.ring(camera, placed(state, key), 2), INKS.cream, 1, 2)


def hover_box(state: State, camera: Camera, key: str) -> pygame.Rect:
    """The pixels that the ring of `hover` touches."""
    points = targets.ring(camera, placed(state, key), 2 + RING_ROOM)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return pygame.Rect(int(left), int(top), int(right - left) + 2, int(bottom - top) + 2)


def _draw(table: dict[type, Draw], surface: pygame.Surface, scene: Scene, overlays: Sequence[Overlay]) -> None:
    for one in overlays:
        if type(one) in table:
            table[type(one)](surface, scene, one)
