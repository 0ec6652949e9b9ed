"""Where the plate of a ship may stand so that it plainly names her: nearest to her, or on a line from an end of her."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.placing import (
    TIES,
    Berth,
    Line,
    Mooring,
    around,
    beside,
    crosses,
    hull_box,
    rooms,
)
from tabletop.ui.boards.decks_of_glory.scene import Scene

HEAD = 30
"""Pixels that the head of a line keeps for itself."""
ENDS = (0.5, -0.5)
"""Where on a ship a line to her plate begins, hull lengths ahead of her middle."""


class Roads:
    """Where plates seek their places, wherever the sea is seen from at one scale."""

    def __init__(self, scene: Scene, taken: list[pygame.Rect], lettering: Sequence[Placing]) -> None:
        self.scene = scene
        self.taken = taken
        """What no plate at the end of a line lies upon."""
        self.lettering = lettering
        """The words in hexes, where nothing lies upon the map."""
        self.hulls = {key: rooms(scene.camera, ship) for key, ship in scene.ships.items()}
        """Boxes along each hull."""
        self.boxes = [room for hull in self.hulls.values() for room in hull]
        """All of them."""
        self._plated: dict[str, Plated] = {}

    def plated(self, ship: Placed, size: tuple[int, int]) -> "Plated":
        """A ship with a plate of a size."""
        return self._plated.setdefault(ship.key, Plated(self, ship, size))


@dataclass(frozen=True)
class Plated:
    """A ship whose plate, of a size in pixels, seeks a place.

    What it is offered is about her, and moved into `clear`, which no panel or bar lies upon. That is None where she is
    not seen herself: then her plate need not be either.
    """

    roads: Roads
    ship: Placed
    size: tuple[int, int]

    @cached_property
    def mooring(self) -> Mooring:
        """Her hull, and those of the others for which any of the places could be."""
        roads, own, camera = self.roads, self.roads.hulls[self.ship.key], self.roads.scene.camera
        reach = self.about[0].unionall(self.about[1:])
        near = reach.inflate(2 * reach.w, 2 * reach.h).collidelistall(roads.boxes)
        others = [roads.boxes[number] for number in near if roads.boxes[number] not in own]
        return Mooring(hull_box(camera, self.ship), tuple(own), tuple(others))

    @cached_property
    def about(self) -> list[pygame.Rect]:
        """All places about her, the best first: of a ship in a row beside the row, those nearest to her first."""
        scene = self.roads.scene
        own = beside(hull_box(scene.camera, self.ship), self.size)
        row = next((row for row in scene.lying.rows if self.ship.key in row), ())
        boxes = [hull_box(scene.camera, scene.ships[key]) for key in row if key in scene.ships]
        if not boxes:
            return own
        room, at = scene.theme.px(HEAD), scene.camera.to_screen(*self.ship.at)
        near, wide = (boxes[0].unionall(boxes[1:]).inflate(2 * away, 2 * away) for away in (0, room))
        places = [*beside(near, self.size), *beside(wide, self.size)]
        return [*sorted(places, key=lambda place: math.dist(place.clamp(near).center, at)), *own]

    @cached_property
    def _owned(self) -> list[pygame.Rect]:
        return [place for place in self.about if self._owns(place)]

    def _owns(self, place: pygame.Rect) -> bool:
        return not self.mooring.others or self.mooring.owns(place)

    def _moved(self, clear: pygame.Rect | None) -> list[pygame.Rect]:
        return moved_into(clear, self.about) if clear else []

    def plain(self, clear: pygame.Rect | None) -> list[Berth]:
        """The places that are nearer to her than to any other ship."""
        return [Berth(place) for place in (*self._owned, *filter(self._owns, self._moved(clear)))]

    @cached_property
    def tied(self) -> list[Berth]:
        """Places farther off with a line from her bow or stern that goes over no other ship."""
        others = [box for box in self.roads.boxes if box not in self.mooring.own]
        ends = [(round(x), round(y)) for x, y in (self.roads.scene.point(self.ship, ahead) for ahead in ENDS)]
        found = []
        for away in TIES:
            for place in around(self.mooring.box.inflate(2 * away, 2 * away), self.size):
                sides = (place.midtop, place.midright, place.midbottom, place.midleft)
                line: Line = min(((end, side) for end in ends for side in sides), key=lambda one: math.dist(*one))
                if place.collidelist(self.roads.taken) < 0 and not crosses(line, others):
                    found.append(Berth(place, line))
        return found

    def wherever(self, clear: pygame.Rect | None) -> list[Berth]:
        """All places about her, of whomever they are the nearest, and farther and farther off."""
        return [Berth(place) for place in (*self.about, *self._moved(clear), *self._farther)]

    @cached_property
    def _farther(self) -> list[pygame.Rect]:
        return farther(self.about[0], self.size)


def farther(near: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """Places farther and farther off, for words that are needed and have no free place near by."""
    return [place for away in TIES for place in around(near.inflate(2 * away, 2 * away), size)]


def moved_into(clear: pygame.Rect, places: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Places for words moved to where all of them are seen; those that are there already are left out."""
    moved = (place.clamp(clear) for place in places)
    return [place for place in moved if place not in places]
