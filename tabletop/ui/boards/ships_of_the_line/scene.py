"""What is drawn and from where, and the ships that are in view."""

from dataclasses import dataclass
from functools import cached_property

import pygame

from tabletop.games.ships_of_the_line.ship import AFLOAT, Card
from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.ships_of_the_line.models import placed
from tabletop.ui.camera import Camera, Xy

FAR = 60
"""Pixels of hull below which a ship is drawn as from afar."""
FEW, FAR_FOR_FEW = 12, 36
"""So few ships have room for their names down to fewer pixels of hull."""
LEAST_HULL = 20.0
"""Pixels that a hull is drawn long at least."""
SHOWN_GONE = ("sunk", "exploded")
"""How a ship ended that may leave a wreck."""


@dataclass(frozen=True)
class Scene:
    """What every part of the drawing needs."""

    state: State
    camera: Camera
    shown: Presentation
    sprites: Sprites

    @property
    def room(self) -> pygame.Rect:
        """The part of the picture that no bar or panel covers."""
        left, top, right, bottom = self.shown.insets
        wide, high = self.camera.size
        return pygame.Rect(left, top, max(1, wide - left - right), max(1, high - top - bottom))

    @property
    def names_divisions(self) -> bool:
        """Whether divisions are named, and of the ships flagships and the selected one alone."""
        return self.camera.scale < (FAR_FOR_FEW if len(self.state.ships) <= FEW else FAR)

    @cached_property
    def moving(self) -> dict[str, Afloat]:
        """The ships that are on their way."""
        return {one.ship: one for one in self.shown.afloat}

    def placed(self, key: str) -> Placed:
        """Where a ship is drawn."""
        return placed(self.state, key, self.moving)

    def length(self, ship: Placed) -> float:
        """The hull on the screen, pixels; from very far she is drawn longer than she is, to stay a ship."""
        return max(LEAST_HULL, ship.length * self.camera.scale)

    def card(self, ship: Placed) -> Card:
        """Her card."""
        return self.state.cards[ship.key]

    def point(self, ship: Placed, ahead: float, abeam: float = 0.0) -> Xy:
        """A place on a ship in pixels: hull lengths ahead of her middle, table units to starboard."""
        return self.camera.to_screen(*ship.along(ahead, abeam))


def visible(scene: Scene) -> list[Placed]:
    """The ships and wrecks that reach into the picture, in key order."""
    west, south, east, north = scene.camera.bounds
    return [
        one
        for one in afloat(scene)
        if west - 2 * one.length < one.at[0] < east + 2 * one.length
        and south - 2 * one.length < one.at[1] < north + 2 * one.length
    ]


def afloat(scene: Scene) -> list[Placed]:
    """All ships and wrecks on the map, in key order."""
    return [
        scene.placed(key)
        for key, ship in scene.state.ships.items()
        if ship.status in AFLOAT or (ship.status in SHOWN_GONE and ship.wreck)
    ]
