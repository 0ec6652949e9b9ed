"""Which labels find room in the view: clear of the bars, panels and gauges, and of each other."""

import math
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

import pygame

from tabletop.ui import text
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.label_places import (
    Crowd,
    Fits,
    Labelled,
    LabelPlace,
    covered,
    crosses,
    gap,
    little_on,
    placed_label,
    reserve,
)
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.sprite_batch import SpriteBatch, origin
from tabletop.ui.boards.battle.strokes import Segment, tie
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import Theme

BACK = 24
"""Pixels by which a place that was left must be clear before a label goes back to it, so that none wavers."""

AWAY, ON_OWN = 60.0, 4.0
"""How bad it is that a label that is needed lies a pixel farther off, or a pixel of it on what it names.

To lie on a pixel of anything else counts 1.
"""

AT_HAND = 60
"""Pixels from what it names to a label that needs no line although nothing else is as near."""

Places = dict[str, pygame.Rect | None]
"""Where each label goes; None where it finds no room."""


@dataclass(frozen=True)
class View:
    """What is seen of the sea, chart pixels."""

    room: pygame.Rect
    """The window between its bars."""
    sheets: tuple[pygame.Rect, ...]
    """Panels, which nothing shows through."""
    gauges: tuple[pygame.Rect, ...]
    words: tuple[pygame.Rect, ...] = ()
    """Words that stand where they are."""
    lines: tuple[pygame.Rect, ...] = ()
    """Boxes along lines of fire, on which labels lie only where they find no other place."""

    @cached_property
    def covers(self) -> list[pygame.Rect]:
        """All that lies upon the sea."""
        return [*self.sheets, *self.gauges, *self.words]

    def whole(self, place: pygame.Rect, spare: int = 0) -> bool:
        """Whether all of a place is seen, and so many pixels round it."""
        wide = place.inflate(2 * spare, 2 * spare) if spare else place
        return self.room.contains(wide) and wide.collidelist(self.covers) < 0

    def clear(self, place: pygame.Rect, spare: int = 0) -> bool:
        """Whether it is whole, and lies on no line."""
        return self.whole(place, spare) and (not self.lines or place.collidelist(self.lines) < 0)

    def unseen(self, place: pygame.Rect) -> bool:
        """Whether nothing of it is: it is beyond the window, or under one panel."""
        return not self.room.colliderect(place) or any(sheet.contains(place) for sheet in self.sheets)

    def places(self, label: pygame.Rect) -> list[pygame.Rect]:
        """Where all of a label is seen, the nearest first: where it lies, at the edges of the room, beside a panel."""
        near, upon = label.clamp(self.room), (*self.sheets, *self.gauges)
        across = {near.x, self.room.left, self.room.right - label.w}
        across.update(x for cover in upon for x in (cover.left - label.w, cover.right))
        down = {near.y, self.room.top, self.room.bottom - label.h}
        down.update(y for cover in upon for y in (cover.top - label.h, cover.bottom))
        places = (pygame.Rect((x, y), label.size) for x in across for y in down)
        return sorted(filter(self.whole, places), key=lambda place: math.dist(place.center, label.center))


def viewed(camera: Camera, shown: Presentation) -> View:
    """What a camera shows of the sea."""
    (x, y), (wide, high) = origin(camera), camera.size
    edge, (_, top, _, bottom) = shown.margin, shown.insets
    room = pygame.Rect(edge - x, top - y, max(1, wide - 2 * edge), max(1, high - top - bottom))
    sheets, gauges = (tuple(pygame.Rect(one).move(-x, -y) for one in rects) for rects in (shown.sheets, shown.gauges))
    return View(room, sheets, gauges)


@dataclass(frozen=True)
class Label:
    """A label where it lies best, and what it stands beside; chart pixels."""

    home: pygame.Rect
    about: tuple[Labelled, ...]
    spare: bool = False
    """It finds no room there, and is shown only if it is needed."""
    line: Segment | None = None
    """From what it names, if it lies best away from it."""

    def places(self, fits: Fits) -> Iterator[LabelPlace]:
        """Where else it may lie of all places that fit, the best first."""
        return (place for one in self.about for place in one.places(self.home.size, fits))

    def seen_in(self, view: View) -> bool:
        """Whether the middle of what it names is seen."""
        return not view.unseen(pygame.Rect(self.about[0].box.center, (1, 1)))

    def tie(self, place: pygame.Rect) -> Segment | None:
        """The line to it where it lies away from what it names."""
        if place == self.home and not (self.line or self.spare):
            return None
        if any(one.owns(place) and gap(place, one.box) <= AT_HAND for one in self.about):
            return None
        there = [LabelPlace(place, self.line)] if place == self.home else [*self.places(lambda one: one == place)]
        return (there[-1].tie if there else None) or self.about[0].tie(place)


def cleared(
    labels: Mapping[str, Label], needed: Collection[str], ships: list[pygame.Rect], view: View, before: Places
) -> Places:
    """Where the labels go in a view.

    One that is half covered goes elsewhere or, if it finds no room there, is left out; so does one that is not seen
    although what it names is. Where neither is seen it stays: it will be once the sea is moved.

    Args:
        labels: All of them.
        needed: Those that are never left out; others give way to them.
        ships: What labels rather do not lie on.
        view: What is seen.
        before: Where they were in the view before; what is still clear stays there.
    """
    places: Places = {}
    for key in needed:
        if key in labels:
            places[key] = _found(labels, key, places, ships, view, before)
    first = [place for place in places.values() if place]
    others = [key for key in labels if key not in places and not labels[key].spare]
    for key in others:
        home = labels[key].home
        if _may_lie(labels[key], before.get(key, home), view) and home.collidelist(first) < 0:
            places[key] = home
    crowd = Crowd([], ships)
    for key, place in places.items():
        _take(crowd, labels[key], place)
    for key in sorted((key for key in others if key not in places), key=lambda key: before.get(key) is None):
        places[key] = _sought(labels[key], key, crowd, view, before) or _at_home(labels[key], crowd, view)
        _take(crowd, labels[key], places[key])
    return {key: places.get(key) for key in labels}


def _take(crowd: Crowd, label: Label, place: pygame.Rect | None) -> None:
    if place:
        reserve(crowd, LabelPlace(place, label.tie(place)))


def _may_lie(label: Label, was: pygame.Rect | None, view: View) -> bool:
    """Whether it is clear where it lies best, or neither that is seen nor what it names."""
    if view.unseen(label.home):
        return not label.seen_in(view)
    return view.clear(label.home, 0 if was == label.home else BACK)


def _at_home(label: Label, crowd: Crowd, view: View) -> pygame.Rect | None:
    """Where a label lies best, if only a line keeps it from there."""
    crossed = view.whole(label.home) and not view.clear(label.home)
    return label.home if crossed and label.home.collidelist(crowd.labels) < 0 else None


def _stays(label: Label, was: pygame.Rect | None, labels: list[pygame.Rect], view: View) -> bool:
    """Whether it is away from home and can remain there."""
    return was is not None and was != label.home and view.clear(was) and was.collidelist(labels) < 0


def _sought(label: Label, key: str, crowd: Crowd, view: View, before: Places) -> pygame.Rect | None:
    """Another place for a label, if there is one and what it names is seen; in a view that moves one well clear."""
    was = before.get(key, label.home)
    if _stays(label, was, crowd.labels, view):
        return was
    if not label.seen_in(view):
        return None
    spare = BACK if key in before else 0
    fitting = label.places(lambda place: view.clear(place, spare) and place.collidelist(crowd.labels) < 0)
    unmet = (one for one in fitting if one.free_of([*crowd.labels, *crowd.lines]))
    free = (one.place for one in unmet if little_on(crowd.ships, one))
    first = next(free, None)
    return placed_label(chain((first,), free), crowd) if first else None


def _found(
    labels: Mapping[str, Label], key: str, places: Places, ships: list[pygame.Rect], view: View, before: Places
) -> pygame.Rect:
    """A place for a label that is never left out: clear of others like it and, where that can be helped, of all."""
    label, was = labels[key], before.get(key, labels[key].home)
    taken = [place for place in places.values() if place]
    if _may_lie(label, was, view) and label.home.collidelist(taken) < 0:
        return label.home
    if was is not None and _stays(label, was, taken, view):
        return was
    beside = view.places(label.home)
    clear = [*(one.place for one in label.places(view.clear)), *filter(view.clear, beside)]
    if not clear and (home := _at_home(label, Crowd(taken, ships), view)):
        return home
    whole = clear or [*(one.place for one in label.places(view.whole)), *beside]
    free = [place for place in whole if place.collidelist(taken) < 0] or whole or [label.home.clamp(view.room)]
    homes = [other.home for name, other in labels.items() if name != key]
    return min(free, key=lambda place: _awkward(place, label, [*ships, *homes]))


def _awkward(place: pygame.Rect, label: Label, others: list[pygame.Rect]) -> float:
    """How bad a place is for a label that is needed."""
    own = covered(place, [one.box for one in label.about])
    return AWAY * gap(place, label.about[0].box) + ON_OWN * own + covered(place, others)


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
        _take_words(name, found[key], crowd)
    for key, name in asked.items():
        if not name.spare and not any(
            _seen(asked[other], number, view) for other, number in found.items() if other[1] == key[1]
        ):
            found[key] = _least(name, view, crowd, before.get(key, 0))
            _take_words(name, found[key], crowd)
    return found


def _take_words(name: Name, number: int | None, crowd: Crowd) -> None:
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
