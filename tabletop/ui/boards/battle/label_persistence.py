"""Name labels that keep their place: beside their ships as these move, and clear of the lines of other labels.

All coordinates are chart pixels. A tie is the line that leads from a label to its ship.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from tabletop.ui.boards.battle.label_places import (
    Crowd,
    Labelled,
    LabelPlace,
    apart,
    best_place,
    little_on,
    near_place,
)
from tabletop.ui.camera import Xy

BOX_STEP, TIE_BOX_STEP = 12, 4
"""Distance in pixels between the boxes along a line: coarse to keep labels off, fine to keep other ties off."""
TIE_END_SIZE = 14
"""Size in pixels of the area around each end of a tie that no other tie enters, so that two do not look like one."""
MAX_SHIFT = 24
"""Distance in pixels that a label may shift and still count as kept; half of its growth is added."""


@lru_cache(maxsize=64)
def build_boxes_along(start: Xy, end: Xy, step: int = BOX_STEP) -> tuple[pygame.Rect, ...]:
    """Return boxes of 4 by 4 pixels along a line, without its ends. The boxes are shared: never move one."""
    first, last = pygame.Vector2(start), pygame.Vector2(end)
    steps = int(first.distance_to(last) // step)
    return tuple(pygame.Rect(0, 0, 4, 4).move(first.lerp(last, number / steps)) for number in range(1, steps))


def reserve(crowd: Crowd, place: LabelPlace) -> None:
    """Add a label and its tie, ends included, to the crowd, so that later labels avoid them. Changes `crowd`."""
    crowd.labels.append(place.place)
    if place.tie:
        ends = [pygame.Rect(0, 0, TIE_END_SIZE, TIE_END_SIZE) for _ in place.tie]
        for box, end in zip(ends, place.tie, strict=True):
            box.center = end
        crowd.labels.extend(build_boxes_along(*place.tie))
        crowd.lines.extend((*ends, *build_boxes_along(*place.tie, TIE_BOX_STEP)))


def find_nearest_place(
    about: Sequence[Labelled], size: tuple[int, int], crowd: Crowd, was: pygame.Rect
) -> LabelPlace | None:  # fmt: skip
    """Return the free place nearest to `was`, or None if no free place is within `MAX_SHIFT`."""
    limit = MAX_SHIFT + max(abs(size[0] - was.w), abs(size[1] - was.h)) / 2

    def away(place: pygame.Rect) -> float:
        return math.dist(place.center, was.center)

    def fits(place: pygame.Rect) -> bool:
        return away(place) <= limit and apart(place, crowd)

    places = (one for labelled in about for one in labelled.places(size, fits))
    return min((one for one in places if _is_free(crowd, one)), key=lambda one: away(one.place), default=None)


def _is_free(crowd: Crowd, place: LabelPlace) -> bool:
    return place.free_of([*crowd.labels, *crowd.lines]) and little_on(crowd.ships, place)


@dataclass(frozen=True)
class NameLabel:
    """A name as a picture, its place, and the ships beside which it may stand."""

    picture: pygame.Surface
    place: LabelPlace
    about: tuple[Labelled, ...]

    def move_by(self, by: tuple[int, int]) -> "NameLabel":
        """Return the label shifted by (x, y) pixels, as its ship has sailed. Returns `self` for (0, 0)."""
        return replace(self, place=LabelPlace(self.place.place.move(by), self.place.tie)) if any(by) else self


def place_name(picture: pygame.Surface, about: tuple[Labelled, ...], crowd: Crowd) -> NameLabel:
    """Return the name in its best place, and reserve that place in `crowd`."""
    return _build_label(picture, about, best_place(about, picture.get_size(), crowd), crowd)


def keep_name(
    picture: pygame.Surface, about: tuple[Labelled, ...], crowd: Crowd, was: NameLabel | None
) -> NameLabel | None:
    """Return the name at or near its last place `was`, and reserve it; None without `was` or without a free place.

    A label on a tie moves to its ship as soon as there is room.
    """
    if was is None:
        return None
    size = picture.get_size()
    place = _find_same_place(about, size, crowd, was) or find_nearest_place(about, size, crowd, was.place.place)
    if place and place.tie:
        place = near_place(about, size, crowd) or place
    return _build_label(picture, about, place, crowd) if place else None


def _find_same_place(
    about: Sequence[Labelled], size: tuple[int, int], crowd: Crowd, was: NameLabel
) -> LabelPlace | None:
    """Return the place of `was` if the place is free and the ships have not moved, else None. A fast path."""
    found, place = was.place, was.place.place
    if place.size != size or [one.box for one in was.about] != [one.box for one in about]:
        return None
    is_near_ship = any(one.tie(place) == found.tie if found.tie else one.owns(place) for one in about)
    return found if is_near_ship and apart(place, crowd) and _is_free(crowd, found) else None


def _build_label(picture: pygame.Surface, about: tuple[Labelled, ...], place: LabelPlace, crowd: Crowd) -> NameLabel:
    if not place.spare:
        reserve(crowd, place)
    return NameLabel(picture, place, about)
