"""Where the plate of a ship may stand so that it plainly names her: nearest to her, or on a line from an end of her."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pygame

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


@dataclass(frozen=True)
class Roads:
    """Where plates seek their places."""

    scene: Scene
    taken: list[pygame.Rect]
    """What no plate at the end of a line lies upon."""

    @cached_property
    def hulls(self) -> dict[str, list[pygame.Rect]]:
        """Boxes along each hull."""
        return {key: rooms(self.scene.camera, ship) for key, ship in self.scene.ships.items()}

    @cached_property
    def boxes(self) -> list[pygame.Rect]:
        """All of them."""
        return [room for hull in self.hulls.values() for room in hull]


@dataclass(frozen=True)
class Plated:
    """A ship whose plate, of a size in pixels, seeks a place in what is clear of panels and bars."""

    roads: Roads
    ship: Placed
    size: tuple[int, int]
    clear: pygame.Rect | None
    """None where she is not seen herself: then her plate need not be either."""

    @cached_property
    def mooring(self) -> Mooring:
        """Her hull, and those of the others for which any of the places could be."""
        roads, own, camera = self.roads, self.roads.hulls[self.ship.key], self.roads.scene.camera
        reach = self.places[0].unionall(self.places[1:])
        near = reach.inflate(2 * reach.w, 2 * reach.h).collidelistall(roads.boxes)
        others = [roads.boxes[number] for number in near if roads.boxes[number] not in own]
        return Mooring(hull_box(camera, self.ship), tuple(own), tuple(others))

    @cached_property
    def places(self) -> list[pygame.Rect]:
        """All about her, the best first: of a ship in a row beside the row, those nearest to her first."""
        found = self._about()
        return within(found, self.clear) if self.clear else found

    def _about(self) -> list[pygame.Rect]:
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

    def plain(self) -> list[Berth]:
        """The places that are nearer to her than to any other ship."""
        mooring = self.mooring
        return [Berth(place) for place in self.places if not mooring.others or mooring.owns(place)]

    def tied(self) -> Iterator[Berth]:
        """Places farther off with a line from her bow or stern that goes over no other ship."""
        others = [box for box in self.roads.boxes if box not in self.mooring.own]
        ends = [(round(x), round(y)) for x, y in (self.roads.scene.point(self.ship, ahead) for ahead in ENDS)]
        for away in TIES:
            for place in around(self.mooring.box.inflate(2 * away, 2 * away), self.size):
                sides = (place.midtop, place.midright, place.midbottom, place.midleft)
                line: Line = min(((end, side) for end in ends for side in sides), key=lambda one: math.dist(*one))
                if place.collidelist(self.roads.taken) < 0 and not crosses(line, others):
                    yield Berth(place, line)

    def any(self) -> list[Berth]:
        """All places about her, of whomever they are the nearest."""
        return [Berth(place) for place in self.places]

    def away(self) -> list[Berth]:
        """Farther and farther off, for a plate that is needed and has no free place near by."""
        return [Berth(place) for place in away(self.places[0], self.size)]


def away(near: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """Places farther and farther off, for words that are needed and have no free place near by."""
    return [place for far in TIES for place in around(near.inflate(2 * far, 2 * far), size)]


def within(places: list[pygame.Rect], clear: pygame.Rect) -> list[pygame.Rect]:
    """Places for words, and after them the same moved to where all of them are seen."""
    moved = (place.clamp(clear) for place in places)
    return [*places, *(place for place in moved if place not in places)]
