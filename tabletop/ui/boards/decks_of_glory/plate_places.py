"""Where plates may stand so that they plainly name their ships, and what words on the map keep clear of."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

from tabletop.ui.boards.battle.label_places import (
    TIES,
    Labelled,
    LabelPlace,
    around,
    beside,
    crosses,
    hull_box,
    rooms,
)
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import Placing, box
from tabletop.ui.boards.battle.strokes import Segment
from tabletop.ui.boards.decks_of_glory import handles, marks
from tabletop.ui.boards.decks_of_glory.scene import Scene


def taken(scene: Scene) -> list[pygame.Rect]:
    """What words keep clear of: ships, the ship at the end of a plan, what is clicked to steer."""
    overlay = scene.marks.overlay
    lying = [*scene.ships.values(), *([marks.lying(scene, overlay.ghost)] if overlay.ghost else [])]
    found = [room for ship in lying for room in rooms(scene.camera, ship)]
    found += map(box, [*handles.handles(scene), *handles.slots(scene)])
    return found + [
        pygame.Rect(0, 0, HEAD, HEAD).move(end[0] - HEAD // 2, end[1] - HEAD // 2) for end in marks.ends(scene)
    ]


def covered(scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[pygame.Rect]:
    """What panels, bars and gauges lie upon, in chart pixels; `origin` is where the camera sees the table's."""
    return [*edges(scene, origin, size), *gauges(scene, origin)]


def edges(scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[pygame.Rect]:
    """What panels and bars lie upon; as in `covered`."""
    (wide, high), (left, top, right, bottom) = size, scene.shown.insets
    found = [
        pygame.Rect(0, 0, left, high), pygame.Rect(wide - right, 0, right, high),
        pygame.Rect(0, 0, wide, top), pygame.Rect(0, high - bottom, wide, bottom),
    ]  # fmt: skip
    return [one.move(-origin[0], -origin[1]) for one in found]


def free(scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> pygame.Rect:
    """What no panel or bar lies upon; as in `covered`."""
    (wide, high), (left, top, right, bottom) = size, scene.shown.insets
    return pygame.Rect(left - origin[0], top - origin[1], max(1, wide - left - right), max(1, high - top - bottom))


def gauges(scene: Scene, origin: tuple[int, int]) -> list[pygame.Rect]:
    """What lies small upon the map; as in `covered`."""
    return [pygame.Rect(one).move(-origin[0], -origin[1]) for one in scene.shown.gauges]


HEAD = 30
"""Pixels that the head of a line keeps for itself."""
ENDS = (0.5, -0.5)
"""Where on a ship a line to her plate begins, hull lengths ahead of her middle."""


class PlateSearch:
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
        self._plated: dict[str, PlateChoice] = {}

    def plated(self, ship: Placed, size: tuple[int, int]) -> "PlateChoice":
        """A ship with a plate of a size."""
        return self._plated.setdefault(ship.key, PlateChoice(self, ship, size))


@dataclass(frozen=True)
class PlateChoice:
    """A ship whose plate, of a size in pixels, seeks a place.

    What it is offered is about her, and moved into `clear`, which no panel or bar lies upon. That is None where she is
    not seen herself: then her plate need not be either.
    """

    search: PlateSearch
    ship: Placed
    size: tuple[int, int]

    @cached_property
    def labelled(self) -> Labelled:
        """Her hull, and those of the others for which any of the places could be."""
        search, own, camera = self.search, self.search.hulls[self.ship.key], self.search.scene.camera
        reach = self.about[0].unionall(self.about[1:])
        near = reach.inflate(2 * reach.w, 2 * reach.h).collidelistall(search.boxes)
        others = [search.boxes[number] for number in near if search.boxes[number] not in own]
        return Labelled(hull_box(camera, self.ship), tuple(own), tuple(others))

    @cached_property
    def about(self) -> list[pygame.Rect]:
        """All places about her, the best first: of a ship in a row beside the row, those nearest to her first."""
        scene = self.search.scene
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
        return not self.labelled.others or self.labelled.owns(place)

    def _moved(self, clear: pygame.Rect | None) -> list[pygame.Rect]:
        return moved_into(clear, self.about) if clear else []

    def plain(self, clear: pygame.Rect | None) -> list[LabelPlace]:
        """The places that are nearer to her than to any other ship."""
        return [LabelPlace(place) for place in (*self._owned, *filter(self._owns, self._moved(clear)))]

    @cached_property
    def tied(self) -> list[LabelPlace]:
        """Places farther off with a line from her bow or stern that goes over no other ship."""
        others = [box for box in self.search.boxes if box not in self.labelled.own]
        ends = [(round(x), round(y)) for x, y in (self.search.scene.point(self.ship, ahead) for ahead in ENDS)]
        found = []
        for away in TIES:
            for place in around(self.labelled.box.inflate(2 * away, 2 * away), self.size):
                sides = (place.midtop, place.midright, place.midbottom, place.midleft)
                line: Segment = min(((end, side) for end in ends for side in sides), key=lambda one: math.dist(*one))
                if place.collidelist(self.search.taken) < 0 and not crosses(line, others):
                    found.append(LabelPlace(place, line))
        return found

    def wherever(self, clear: pygame.Rect | None) -> list[LabelPlace]:
        """All places about her, of whomever they are the nearest, and farther and farther off."""
        return [LabelPlace(place) for place in (*self.about, *self._moved(clear), *self._farther)]

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
