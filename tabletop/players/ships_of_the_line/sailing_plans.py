"""Sailing plans as templates: every plan worth a look, laid once in a ship's own frame and turned to any ship."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import numpy as np

from tabletop.games.ships_of_the_line.commands import Step
from tabletop.players.ships_of_the_line.gunnery import Bools, Floats, Whole

Plan = tuple[Step, ...]

_ADVANCE = Step("advance")
_FIRST = (0, -22, 22, -44, 44)
_BETWEEN = (0, -22, 22, -44, 44)
_LAST = (0, -12, 12, -24, 24, -44, 44)
_COARSE = (0, -44, 44)
_HANDS = (-45, 45)
_MOST_FINE = 5
"""Up to so many points all plans are laid, above only coarse ones."""


def _weave(first: int, between: tuple[int, ...], last: int) -> Plan:
    """Advances with free turns before, between and after them."""
    steps: list[Step] = [Step("turn", first)] if first else []
    for turn in (*between, last):
        steps += [_ADVANCE, *([Step("turn", turn)] if turn else [])]
    return tuple(steps)


def _bends(points: int, turns: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The turns between so many advances: all alike, or only the first or the last."""
    gaps = points - 1
    found = {(0,) * gaps: None} | {(turn,) * gaps: None for turn in turns}
    if gaps > 1:
        found |= {(turn, *(0,) * (gaps - 1)): None for turn in turns}
        found |= {(*(0,) * (gaps - 1), turn): None for turn in turns}
    return list(found)


def _courses(points: int, stopped: bool, fine: bool) -> Iterator[Plan]:
    """Advances with free turns; each advance carries one, and a stopped ship begins with an advance."""
    least = 1 if fine else max(1, points - 2)
    for advances in range(least, points + 1):
        firsts = (0,) if stopped else _FIRST if fine else _COARSE
        lasts = _LAST if fine else _COARSE
        for first, between, last in product(firsts, _bends(advances, _BETWEEN if fine else _COARSE), lasts):
            if not all((first, *between, last)):
                yield _weave(first, between, last)


def _about(points: int) -> Iterator[Plan]:
    """Turns on the spot, before, among or after advances."""
    for hand in _HANDS:
        pivot, half, whole = Step("pivot", hand), hand // 2, hand - (1 if hand > 0 else -1)
        yield (pivot,)
        for advances, bend, last in product(range(1, points), (0, half, whole), (0, -22, 22, -44, 44)):
            if advances > 1 or not bend:
                yield (pivot, *_weave(0, (bend,) * (advances - 1), last))
        for advances in range(1, points):
            yield (*(_ADVANCE,) * advances, pivot)
        if points > 2:
            yield (_ADVANCE, pivot, *(_ADVANCE,) * (points - 2))
            yield (pivot, Step("slow"), pivot)


class Templates:
    """All plans for so many points as arrays, in the frame of a ship: UM ahead, UM abeam, degrees.

    Attributes:
        plans: as they would be ordered.
        track: places on the way of each, the last repeated.
        on_the_way: which of them are truly passed.
        ends: where each ends.
        spent: the points that each spends on moving.
    """

    def __init__(self, plans: list[Plan]) -> None:
        self.plans = plans
        tracks = [_track(plan) for plan in plans]
        width = max(map(len, tracks), default=1)
        self.track: Floats = np.array([[*track, *[track[-1]] * (width - len(track))] for track in tracks]).reshape(
            len(plans), width, 3
        )
        lengths = np.array([len(track) for track in tracks])
        self.on_the_way: Bools = np.arange(width)[None, :] < lengths[:, None]
        self.ends: Floats = self.track[:, -1]
        self.spent: Whole = np.array([sum(step.kind in ("advance", "pivot") for step in plan) for plan in plans])


def _track(plan: Plan) -> list[tuple[float, float, float]]:
    x = y = heading = 0.0
    track: list[tuple[float, float, float]] = []
    for step in plan:
        if step.kind == "advance":
            s, c = np.sin(np.radians(heading)), np.cos(np.radians(heading))
            track += [(x + part * c, y + part * s, heading) for part in (0.5, 1.0)]
            x, y, _ = track[-1]
        elif step.degrees:
            track += [(x, y, heading + step.degrees / 2), (x, y, heading + step.degrees)]
            heading += step.degrees
    return track


@lru_cache(maxsize=64)
def templates(points: int, stopped: bool) -> Templates:
    """The plans of a ship with so many points."""
    about = () if stopped else _about(points)
    return Templates(list(dict.fromkeys((*_courses(points, stopped, points <= _MOST_FINE), *about))))


def laid(track: Floats, x: float, y: float, heading: float) -> Floats:
    """Places of templates for a ship that lies somewhere."""
    s, c = np.sin(np.radians(heading)), np.cos(np.radians(heading))
    ahead, abeam = track[..., 0], track[..., 1]
    return np.stack([x + ahead * s + abeam * c, y + ahead * c - abeam * s, (track[..., 2] + heading) % 360], axis=-1)
