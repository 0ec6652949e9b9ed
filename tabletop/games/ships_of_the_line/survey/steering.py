"""Steering by pointer: the plan whose end comes nearest to a place (5.1).

Courses are first laid off on open water, where that takes only a little arithmetic; the likeliest are then tried
by the movement rules until none of those left could come nearer.
"""

import math
from collections.abc import Iterator
from itertools import islice

from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, trial
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.plans import Draft
from tabletop.geometry import hull
from tabletop.geometry.pose import Point, Pose

_TRIES = 8
"""Courses that are tried by the rules for one place of the pointer."""
_STEADY = 2
"""Degrees off that a helmsman lets pass."""
_PER_TURN, _PER_DEGREE = 0.03, 0.004
"""UM that a turn and each of its degrees count when courses are compared, so that she swings no more than is meant.

A turn on the spot, which costs a point, counts as two.
"""
_UNWANTED = ("edge", "wind")
"""Ends of a move that nobody means by pointing somewhere."""

Course = tuple[Step, ...]


def towards(state: State, draft: Draft, place: Point) -> Draft:
    """The plan that goes on from a draft and brings the middle of the ship nearest to a place."""
    start = draft.trial
    best, least = start, _off(start, start.pose, (), place)
    courses = sorted(((_off(start, pose, course, place), course) for course, pose in _courses(start, place)), key=_miss)
    for miss, course in islice(courses, _TRIES):
        if miss >= least:
            break
        tried = trial(state, start.ship, (*start.plan, *course))
        off = _off(start, tried.pose, course, place)
        if tried.verdict is None and tried.end not in _UNWANTED and off < least:
            best, least = tried, off
    return Draft(best)


def _miss(found: tuple[float, Course]) -> float:
    return found[0]


def _off(start: Trial, pose: Pose, course: Course, place: Point) -> float:
    """How far the middle of the hull is from the place."""
    middle = hull.centre(pose, start.room.size[0])
    turns = {"turn": _PER_TURN, "pivot": 2 * _PER_TURN}
    helm = sum(turns[step.kind] + _PER_DEGREE * abs(step.degrees) for step in course if step.degrees)
    return math.hypot(middle.x - place.x, middle.y - place.y) + helm


def _courses(start: Trial, place: Point) -> Iterator[tuple[Course, Pose]]:
    """Straight on for a while, then the helm over towards the place before each advance; or a turn paid for first."""
    points = max(start.left, 1)
    if start.legs and (last := _helm(start, start.pose, place, start.room.profile.free_turn)):
        yield (Step("turn", last),), _round(start, start.pose, last)
    for delay in range(points + 1):
        yield from _sailed(start, (), start.pose, place, delay, points)
    aside = _helm(start, start.pose, place, start.room.profile.pivot)
    if aside:
        turned = _round(start, start.pose, aside)
        yield (Step("pivot", aside),), turned
        yield from _sailed(start, (Step("pivot", aside),), turned, place, 1, points - 1)


def _sailed(
    start: Trial, course: Course, pose: Pose, place: Point, delay: int, points: int
) -> Iterator[tuple[Course, Pose]]:
    """The course after each of its advances; the first `delay` of them are made with the helm amidships."""
    for number in range(points):
        aside = _helm(start, pose, place, start.room.profile.free_turn) if number >= delay else 0
        if aside:
            course, pose = (*course, Step("turn", aside)), _round(start, pose, aside)
        course, pose = (*course, ADVANCE), pose.ahead(1)
        yield course, pose
        if number + 1 == delay and (last := _helm(start, pose, place, start.room.profile.free_turn)):
            yield (*course, Step("turn", last)), _round(start, pose, last)


def _round(start: Trial, pose: Pose, degrees: int) -> Pose:
    return hull.pivoted(pose, degrees, start.room.size[0], start.room.profile.pivot_point)


def _helm(start: Trial, pose: Pose, place: Point, most: int) -> int:
    """Degrees to turn so that the place lies ahead, as far as one turn goes; 0 if it nearly does."""
    about = pose.point if start.room.profile.pivot_point == "stern" else hull.centre(pose, start.room.size[0])
    bearing = math.degrees(math.atan2(place.x - about.x, place.y - about.y))
    off = round((bearing - pose.heading + 180) % 360 - 180)
    return max(-most, min(most, off)) if abs(off) >= _STEADY else 0
