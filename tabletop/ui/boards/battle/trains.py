"""What a ship on her way takes along: pictures that keep their places by her while she keeps her heading."""

from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.battle.sheaf import Sheaf
from tabletop.ui.camera import Xy

NOWHERE: Xy = 0.0, 0.0
"""From where nothing is added."""


class Bound(NamedTuple):
    """A picture that goes with a ship: which of a sheaf, and how the pixel is found that it is placed by.

    Attributes:
        start: the place on the table from which the way to her middle is reckoned.
        off: pixels to the right and down that are added to that before it is rounded.
    """

    sheaf: Sheaf
    number: int
    start: Xy = NOWHERE
    off: Xy = NOWHERE

    def pixel(self, middle: Xy, scale: float) -> tuple[int, int]:
        """Where that pixel is when her middle lies there, at so many pixels to a table unit."""
        (x, y), (x0, y0), (right, down) = middle, self.start, self.off
        return round((x - x0) * scale + right), round((y0 - y) * scale + down)


class Train:
    """The pictures that go with a ship, once they are drawn with her middle at a place on the table."""

    def __init__(self, middle: Xy, scale: float, bound: Iterable[Bound]) -> None:
        self._scale = scale
        self._bound = [(one, _beyond(one, one.pixel(middle, scale))) for one in bound]

    def haul(self, middle: Xy) -> pygame.Rect:
        """Her middle lies elsewhere; what holds all that the pictures covered and cover, chart pixels."""
        scale, touched = self._scale, list[pygame.Rect]()
        for one, (left, top) in self._bound:
            x, y = one.pixel(middle, scale)
            touched += one.sheaf.move(one.number, (x + left, y + top))
        return touched[0].unionall(touched)


def _beyond(bound: Bound, pixel: tuple[int, int]) -> tuple[int, int]:
    """From the pixel that a picture is placed by to its corner."""
    left, top = bound.sheaf.boxes[bound.number].topleft
    return left - pixel[0], top - pixel[1]


all_but_way = attrgetter(*(name for name in Presentation._fields if name != "afloat"))


def steady(before: Presentation, after: Presentation) -> bool:
    """Whether ships move, the same as before, and none of them has turned or faded, nor anything else changed."""
    was, now = before.afloat, after.afloat
    if not now or len(was) != len(now) or any(map(_turned, was, now)):
        return False
    return all_but_way(before) == all_but_way(after)


def _turned(one: Afloat, other: Afloat) -> bool:
    return one.ship != other.ship or one.heading != other.heading or one.alpha != other.alpha
