"""Which labels find room in the view: clear of the bars, panels and gauges, and of each other."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import pygame

from tabletop.ui.boards.battle.label_persistence import reserve
from tabletop.ui.boards.battle.label_places import (
    Crowd,
    Fits,
    Labelled,
    LabelPlace,
    covered,
    gap,
    little_on,
    placed_label,
)
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.sprite_batch import origin
from tabletop.ui.boards.battle.strokes import Segment
from tabletop.ui.camera import Camera

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
