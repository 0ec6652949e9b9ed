"""Names stay where they were: beside their ships as these move, and off the lines of other names."""

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

STEP, TIE_STEP = 12, 4
"""Pixels between the boxes that keep words off a line, and off one that leads to a name, which no other crosses."""
FOOT = 14
"""Pixels about the ends of such a line in which no other goes, so that two are not read as one."""
NEAR = 24
"""Pixels by which a name may stray, besides what it has grown, and be where it was."""


@lru_cache(maxsize=64)
def boxes_along(start: Xy, end: Xy, step: int = STEP) -> tuple[pygame.Rect, ...]:
    """Boxes along a line that keep words off it, pixels; shared, so never move one."""
    first, last = pygame.Vector2(start), pygame.Vector2(end)
    steps = int(first.distance_to(last) // step)
    return tuple(pygame.Rect(0, 0, 4, 4).move(first.lerp(last, number / steps)) for number in range(1, steps))


def take(crowd: Crowd, found: LabelPlace) -> None:
    """Keep from others what a name and the line to it take, also where that ends at its ship."""
    crowd.labels.append(found.place)
    if found.tie:
        ends = [pygame.Rect(0, 0, FOOT, FOOT) for _ in found.tie]
        for box, end in zip(ends, found.tie, strict=True):
            box.center = end
        crowd.labels.extend(boxes_along(*found.tie))
        crowd.lines.extend((*ends, *boxes_along(*found.tie, TIE_STEP)))


def kept_place(
    about: Sequence[Labelled], size: tuple[int, int], crowd: Crowd, was: pygame.Rect
) -> LabelPlace | None:  # fmt: skip
    """The place for a label that is nearest to where it was; None if none is so near and free."""
    most = NEAR + max(abs(size[0] - was.w), abs(size[1] - was.h)) / 2

    def away(place: pygame.Rect) -> float:
        return math.dist(place.center, was.center)

    def fits(place: pygame.Rect) -> bool:
        return away(place) <= most and apart(place, crowd)

    found = (one for labelled in about for one in labelled.places(size, fits))
    return min((one for one in found if _free(crowd, one)), key=lambda one: away(one.place), default=None)


def _free(crowd: Crowd, found: LabelPlace) -> bool:
    return found.free_of([*crowd.labels, *crowd.lines]) and little_on(crowd.ships, found)


@dataclass(frozen=True)
class Named:
    """A name as a picture, where it lies best, and the ships beside which it may stand; chart pixels."""

    drawn: pygame.Surface
    place: LabelPlace
    about: tuple[Labelled, ...]

    def moved(self, by: tuple[int, int]) -> "Named":
        """The same farther on, as its ship has sailed."""
        return replace(self, place=LabelPlace(self.place.place.move(by), self.place.tie)) if any(by) else self


def named(drawn: pygame.Surface, about: tuple[Labelled, ...], crowd: Crowd) -> Named:
    """A name in its best place, which is taken from now on."""
    return _taken_by(drawn, about, best_place(about, drawn.get_size(), crowd), crowd)


def kept(drawn: pygame.Surface, about: tuple[Labelled, ...], crowd: Crowd, was: Named | None) -> Named | None:
    """A name about where it was, if it can stay there, or can come from the end of a line to its ship."""
    if was is None:
        return None
    size = drawn.get_size()
    found = _unmoved(about, size, crowd, was) or kept_place(about, size, crowd, was.place.place)
    if found and found.tie:
        found = near_place(about, size, crowd) or found
    return _taken_by(drawn, about, found, crowd) if found else None


def _unmoved(about: Sequence[Labelled], size: tuple[int, int], crowd: Crowd, was: Named) -> LabelPlace | None:
    """Just where it was, which is soon found out while its ships lie as they did."""
    found, place = was.place, was.place.place
    if place.size != size or [one.box for one in was.about] != [one.box for one in about]:
        return None
    hers = any(one.tie(place) == found.tie if found.tie else one.owns(place) for one in about)
    return found if hers and apart(place, crowd) and _free(crowd, found) else None


def _taken_by(drawn: pygame.Surface, about: tuple[Labelled, ...], found: LabelPlace, crowd: Crowd) -> Named:
    if not found.spare:
        take(crowd, found)
    return Named(drawn, found, about)
