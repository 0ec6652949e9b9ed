"""Where words that name what is laid on the sea stand: each where it hides nothing and nothing hides it."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui import text
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.label_layout import BACK, View
from tabletop.ui.boards.battle.label_places import Crowd, covered, crosses
from tabletop.ui.boards.battle.sprite_batch import SpriteBatch
from tabletop.ui.boards.battle.strokes import Segment, tie
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import Theme

Key = tuple[Hashable, Hashable]
"""What bears the name, and what the name says of it: of all that say the same, one at least is shown."""
Chosen = dict[Key, int | None]
"""The number of the place that each name took; None if it found none."""


class Lettered(NamedTuple):
    """A name as a picture in one of its places, with the line to what it names where that is away; chart pixels."""

    drawn: pygame.Surface
    place: pygame.Rect
    line: Segment | None = None


@dataclass(frozen=True)
class Name:
    """Where and how a name may be written, the best first."""

    ways: tuple[Lettered, ...]
    spare: bool = False
    """It is left out where none of them is clear."""

    @property
    def places(self) -> tuple[pygame.Rect, ...]:
        """The places alone."""
        return tuple(way.place for way in self.ways)

    @cached_property
    def room(self) -> pygame.Rect:
        """What all places take together."""
        first, *others = self.places
        return first.unionall(others)


Names = Mapping[Key, Name]


@lru_cache(maxsize=128)
def written(words: str, style: Style, theme: Theme) -> pygame.Surface:
    """One line without the room about its letters, its alpha multiplied in; never draw on it."""
    line = text.rendered(words, style, theme.scale).premul_alpha()
    return line.subsurface(line.get_bounding_rect())


def beyond(at: Xy, towards: float, drawn: pygame.Surface, away: float) -> pygame.Rect:
    """Where words lie so many pixels from a point in a direction, degrees clockwise from up."""
    (wide, high), angle = drawn.get_size(), math.radians(towards)
    aside = abs(math.sin(angle)) * wide / 2 + abs(math.cos(angle)) * high / 2 + away
    x, y = strokes.along(at, towards, aside)
    return drawn.get_rect(center=(round(x), round(y)))


class AnnotationLayout:
    """Keeps the names where they are while they are clear there."""

    def __init__(self) -> None:
        self._of: object = ()
        self._chosen: Chosen = {}
        self.batch, self.ties = SpriteBatch(), SpriteBatch()
        """The names that found a place, and below them their lines."""

    def lay(self, asked: Names, of: object, view: View, crowd: Crowd) -> None:
        """Find the places of names in a view.

        Args:
            asked: The names.
            of: What they depend on; when it has changed they go where they stand best.
            view: What is seen.
            crowd: Plates, chips and ships, chart pixels.
        """
        if of != self._of:
            self._of, self._chosen = of, {}
        self._chosen = chosen(asked, view, crowd, self._chosen)
        taken = [name.ways[number] for key, name in asked.items() if (number := self._chosen[key]) is not None]
        self.batch = SpriteBatch((one.drawn, one.place.topleft) for one in taken)
        self.ties = SpriteBatch(tie(one.line) for one in taken if one.line)


def chosen(asked: Names, view: View, crowd: Crowd, before: Chosen) -> Chosen:
    """Where the names go in a view.

    Each takes the first of its places that is clear. Where that leaves something unsaid everywhere, the name goes
    where it lies on ships least.

    Args:
        asked: The names.
        view: What is seen of the sea.
        crowd: Plates and ships.
        before: The places in the view before, which are kept while they are clear.
    """
    found: Chosen = {}
    crowd = Crowd(list(crowd.labels), crowd.ships)
    for key, name in asked.items():
        found[key] = _clear(name, view, crowd, before.get(key, 0))
        _take(name, found[key], crowd)
    for key, name in asked.items():
        if not name.spare and not any(
            _seen(asked[other], number, view) for other, number in found.items() if other[1] == key[1]
        ):
            found[key] = _least(name, view, crowd, before.get(key, 0))
            _take(name, found[key], crowd)
    return found


def _take(name: Name, number: int | None, crowd: Crowd) -> None:
    crowd.labels.extend([] if number is None else [name.ways[number].place])


def _seen(name: Name, number: int | None, view: View) -> bool:
    return number is not None and not view.unseen(name.ways[number].place)


def _clear(name: Name, view: View, crowd: Crowd, held: int | None) -> int | None:
    """The first place that is clear; one better than that which is held only if it is clear by some more."""
    if not view.room.colliderect(name.room):
        return 0
    for number, way in enumerate(name.ways):
        spare = BACK if held is None or number < held else 0
        if view.whole(way.place, spare) and _free(way, crowd.labels) and _free(way, crowd.ships):
            return number
    return 0 if view.unseen(name.ways[0].place) else None


def _free(way: Lettered, boxes: Sequence[pygame.Rect]) -> bool:
    """Whether it lies on none of the boxes, nor does its line."""
    return way.place.collidelist(boxes) < 0 and (way.line is None or not crosses(way.line, boxes))


def _least(name: Name, view: View, crowd: Crowd, held: int | None) -> int | None:
    """The place among those that are seen where the name lies on ships least."""
    open_ = [number for number, way in enumerate(name.ways) if view.whole(way.place) and _free(way, crowd.labels)]
    if held in open_ and held:
        return held
    return min(open_, key=lambda number: covered(name.ways[number].place, crowd.ships), default=None)
