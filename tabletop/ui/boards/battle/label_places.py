"""Where a label may lie so that it is on no other or, where that can be helped, on a ship."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain

import pygame

from tabletop.ui.boards.battle.strokes import Segment
from tabletop.ui.camera import Xy

GAP = 5
"""Pixels between a hull and her plate."""
ON_LABEL, ON_SHIP = 12.0, 3.0
"""How bad it is that a pixel of a label lies on another label, or on a ship."""
LATER = 90.0
"""How much worse each further position is than the one before it."""
CROSSED = 600.0
"""How bad it is that the line to a label goes under another label."""
PLAINLY = 2
"""Pixels by which a label stands nearer to what it names than to anything else."""
ON_SHIPS = 0.2
"""Share of a label that may lie on ships while there is another place for it."""
APART = 8
"""Pixels between two labels in a row."""
TIES = (30, 70, 120, 180)
"""Pixels from a hull to a label that is tied to her by a line, the best first."""

Fits = Callable[[pygame.Rect], bool]
"""Whether a label could lie there for all that is soon found out."""


@dataclass(frozen=True)
class Crowd:
    """What a new label has to keep clear of."""

    labels: list[pygame.Rect]
    ships: list[pygame.Rect]
    lines: list[pygame.Rect] = field(default_factory=list)
    """Boxes close together along the lines to labels, which no other line crosses that finds another way."""

    def over(self, more: Sequence[pygame.Rect]) -> "Crowd":
        """The same, and clear of more as of ships."""
        return Crowd(self.labels, [*self.ships, *more], self.lines)


@dataclass(frozen=True)
class LabelPlace:
    """Where a label lies: beside what it names, or tied to it by a line."""

    place: pygame.Rect
    tie: Segment | None = None
    spare: bool = False
    """There was no room: the label is left out unless it is needed."""

    def free_of(self, labels: Sequence[pygame.Rect]) -> bool:
        """Whether its line goes under none of other labels."""
        return self.tie is None or not crosses(self.tie, labels)


@dataclass(frozen=True)
class Labelled:
    """A ship beside which a label may stand, and those which it must not seem to name."""

    box: pygame.Rect
    """What the label stands clear of."""
    own: tuple[pygame.Rect, ...] = ()
    """Boxes along her hull."""
    others: tuple[pygame.Rect, ...] = ()
    """Boxes along the hulls of ships that bear another name."""

    def owns(self, place: pygame.Rect) -> bool:
        """Whether a label there is plainly hers: it is nearer to her than to any other."""
        own = self.own or (self.box,)
        if self._alone_within(place, gap(place, own[len(own) // 2])):
            return True  # alone as far off as her middle, and so as far as whatever of her is nearer
        return self._alone_within(place, min(gap(place, box) for box in own))

    def _alone_within(self, place: pygame.Rect, away: int) -> bool:
        """Whether no other is so near to a place, or hardly farther off."""
        near = away + PLAINLY
        return place.inflate(2 * near, 2 * near).collidelist(self.others) < 0

    def tie(self, place: pygame.Rect) -> Segment | None:
        """The line to a label that lies there, from wherever on her it crosses no other ship, best from her middle."""
        for start in (self.box.center, *(box.center for box in self.own)):
            line = _nearest(start, place)
            if not crosses(line, self.others):
                return line
        return None

    def places(self, size: tuple[int, int], fits: Fits) -> Iterator[LabelPlace]:
        """Where a label may lie about her of all places that fit, the best first: close by, or on a line."""
        near = (place for place in around(self.box, size) if fits(place) and self.owns(place))
        return chain(map(LabelPlace, near), self.tied(size, fits))

    def tied(self, size: tuple[int, int], fits: Fits) -> Iterator[LabelPlace]:
        """Places farther off that fit, each with its line, which takes longest to find."""
        for away in TIES:
            for place in around(self.box.inflate(2 * away, 2 * away), size):
                if fits(place) and (line := self.tie(place)):
                    yield LabelPlace(place, line)


def _nearest(start: tuple[int, int], place: pygame.Rect) -> Segment:
    """From a pixel to the middle of that side of a label which is nearest to it."""
    (x, y), (across, down) = start, place.center
    over, beside = (across - x) ** 2, (down - y) ** 2
    far = (
        over + (place.top - y) ** 2, beside + (place.right - x) ** 2,
        over + (place.bottom - y) ** 2, beside + (place.left - x) ** 2,
    )  # fmt: skip
    return start, (place.midtop, place.midright, place.midbottom, place.midleft)[far.index(min(far))]


def beside(box: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """The places for a label about a box, the best first."""
    blank = pygame.Rect((0, 0), size)
    places = [blank.copy() for _ in range(6)]
    places[0].midtop = (box.centerx, box.bottom + GAP)
    places[1].midleft = (box.right + 2 * GAP, box.centery)
    places[2].midbottom = (box.centerx, box.top - GAP)
    places[3].midright = (box.left - 2 * GAP, box.centery)
    places[4].topleft = (box.right, box.bottom)
    places[5].bottomright = (box.left, box.top)
    return places


def around(box: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """The same, and the two corners that are left, for a label that cannot be choosy."""
    corners = [pygame.Rect((0, 0), size) for _ in range(2)]
    corners[0].bottomleft, corners[1].topright = box.topright, box.bottomleft
    return [*beside(box, size), *corners]


def outward(box: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """The places for a label beside a box, then farther and farther off."""
    return [*beside(box, size), *(one for away in TIES for one in around(box.inflate(2 * away, 2 * away), size))]


def ranked(places: Sequence[pygame.Rect], ships: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """The same places, those first that come early and lie little on ships."""
    costs = [LATER * number + ON_SHIP * covered(place, ships) for number, place in enumerate(places)]
    return [places[number] for number in sorted(range(len(places)), key=costs.__getitem__)]


def best_place(about: Sequence[Labelled], size: tuple[int, int], crowd: Crowd) -> LabelPlace:
    """Where a label goes that must neither lie on another nor seem to name another ship.

    Args:
        about: The ships that it names, the best to stand beside first.
        size: Its own, pixels.
        crowd: What it keeps clear of.
    """
    near = _near(about, size, crowd)

    def fits(place: pygame.Rect) -> bool:
        return place.collidelist(crowd.ships) < 0 and apart(place, crowd)

    meeting = list[LabelPlace]()
    ranked = chain(
        _clear(near, crowd),
        _unmet((found for one in about for found in one.tied(size, fits)), crowd, meeting),
        (LabelPlace(place) for one, place in near if one.owns(place)),
        meeting,
    )
    return next(ranked, None) or LabelPlace(placed_label(beside(about[0].box, size), crowd), spare=True)


def near_place(about: Sequence[Labelled], size: tuple[int, int], crowd: Crowd) -> LabelPlace | None:
    """The best of all places close by; None if a label would hide too much of ships in any of them."""
    return next(_clear(_near(about, size, crowd), crowd), None)


def _near(about: Sequence[Labelled], size: tuple[int, int], crowd: Crowd) -> list[tuple[Labelled, pygame.Rect]]:
    return [(one, place) for one in about for place in beside(one.box, size) if apart(place, crowd)]


def _clear(near: Sequence[tuple[Labelled, pygame.Rect]], crowd: Crowd) -> Iterator[LabelPlace]:
    """Those which hide nothing of ships, then those which hide little."""
    clear = (pair for pair in near if pair[1].collidelist(crowd.ships) < 0)
    little = (pair for pair in near if little_on(crowd.ships, LabelPlace(pair[1])))
    return (LabelPlace(place) for one, place in chain(clear, little) if one.owns(place))


def _unmet(tied: Iterable[LabelPlace], crowd: Crowd, meeting: list[LabelPlace]) -> Iterator[LabelPlace]:
    """Places whose line goes under no label and meets no other; `meeting` are those where it does no more than that."""
    for found in (one for one in tied if one.free_of(crowd.labels)):
        if found.free_of(crowd.lines):
            yield found
        meeting.append(found)


def little_on(ships: Sequence[pygame.Rect], found: LabelPlace) -> bool:
    """Whether a label there hides hardly anything of ships, or nothing if it lies away from its own."""
    most = 0 if found.tie else ON_SHIPS * found.place.w * found.place.h
    return covered(found.place, ships) <= most


def apart(place: pygame.Rect, crowd: Crowd) -> bool:
    """Whether it lies so far from other labels that no two are read as one."""
    return place.inflate(2 * APART, APART).collidelist(crowd.labels) < 0


def crosses(line: Segment, boxes: Sequence[pygame.Rect]) -> bool:
    """Whether a line goes over one of the boxes."""
    (x0, y0), (x1, y1) = line
    room = pygame.Rect(min(x0, x1), min(y0, y1), abs(x1 - x0) + 1, abs(y1 - y0) + 1)
    return any(boxes[number].clipline(line) for number in room.collidelistall(boxes))


def gap(one: pygame.Rect, other: pygame.Rect) -> int:
    """Pixels between two upright rectangles, the greater of those across and those up and down."""
    across = max(one.left - other.right, other.left - one.right, 0)
    return max(across, one.top - other.bottom, other.top - one.bottom)


def leader(at: tuple[int, int], place: pygame.Rect) -> Segment:
    """The line to a label from the pixel of which it speaks."""
    x, y = at
    return at, (max(place.left, min(place.right, x)), max(place.top, min(place.bottom, y)))


def placed_label(places: Iterable[pygame.Rect], crowd: Crowd, at: tuple[int, int] | None = None) -> pygame.Rect:
    """The place where a label covers least, and where the line to it from a pixel, if it has one, goes under none.

    Args:
        places: The best first, one at least; no more of them are asked for than may be taken.
        crowd: What it keeps clear of.
        at: The pixel.
    """
    ranked = iter(places)
    best, least = next(ranked), math.inf
    for number, place in enumerate(chain((best,), ranked)):
        if LATER * number >= least:
            break
        cost = LATER * number + _covered(place, crowd)
        if at is not None and crosses(leader(at, place), crowd.labels):
            cost += CROSSED
        if cost < least:
            best, least = place, cost
    return best


def free_label(places: Sequence[pygame.Rect], crowd: Crowd) -> pygame.Rect:
    """The same among the places where it lies on no other label, if there are any."""
    free = [place for place in places if place.collidelist(crowd.labels) < 0]
    return placed_label(free or places, crowd)


def _covered(place: pygame.Rect, crowd: Crowd) -> float:
    return ON_LABEL * covered(place, crowd.labels) + ON_SHIP * covered(place, crowd.ships)


def covered(place: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    """Pixels of boxes on which a place lies."""
    return sum(_area(place, boxes[number]) for number in place.collidelistall(boxes))


def _area(one: pygame.Rect, other: pygame.Rect) -> int:
    common = one.clip(other)
    return common.width * common.height


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
