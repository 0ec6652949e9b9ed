"""A plan in the making: what may be added to it, and the plan whose end comes nearest to a place (5.1, AMB-125).

A turn is free where it goes with an advance, before or after it; else she turns on the spot for a point. A plan is
kept so that it could be ordered at any time: a turn that still stands alone is one on the spot, and becomes the free
turn of the advance that follows it.

To steer by pointer, courses are first laid off on open water, where that takes only a little arithmetic; the likeliest
are then tried by the movement rules until none of those left could come nearer.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.chapters.optional.pitching import best_pitch, pitch_angles
from tabletop.games.ships_of_the_line.chapters.orders import find_unwillingness
from tabletop.games.ships_of_the_line.chapters.sailing import (
    ADVANCE,
    SLOW,
    STOP,
    check_held,
    check_not_moved,
    compute_limits,
    evaluate_plan,
)
from tabletop.games.ships_of_the_line.commands import TURNS, Sail, Step
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.state import State, is_head_to_wind
from tabletop.geometry import hull
from tabletop.geometry.pose import Point, Pose

_VOID = ("contact", "edge", "resistance")
"""What ends a move whatever the plan says after it."""


@dataclass(frozen=True)
class TriedPlan:
    """A plan on trial.

    Attributes:
        trial: the plan as far as it is allowed.
        attempted: a step that was asked for on top of it and is not allowed.
        refused: why not.
    """

    trial: PlanEvaluation
    attempted: Step | None = None
    refused: Refused | None = None

    @property
    def verdict(self) -> Refused | None:
        """Why this may not be ordered, or None."""
        return self.refused or self.trial.verdict


def barred(state: State, key: str) -> Refused | None:
    """Why no plan can be made for a ship, or None."""
    return check_not_moved(state, key) or check_held(state, key) or find_unwillingness(state, key, Sail)


def stuck(state: State, draft: TriedPlan) -> Refused | None:
    """Why a plan leads nowhere from here: it cannot begin with an advance, or her move has ended; None if it may.

    A ship in the wind's eye may begin with a pitch (17).
    """
    start = draft.trial
    if refusal := find_unwillingness(state, start.ship, Sail):
        return refusal
    if (start.plan and not start.end) or any(onto_tack(state, start, hand) for hand in (-1, 1)):
        return None
    return compute_limits(state, start.ship, start.plan).no_advance


def unmoved(draft: TriedPlan) -> TriedPlan:
    """The plan without what was refused on top of it."""
    return TriedPlan(draft.trial)


def begun(state: State, key: str) -> TriedPlan:
    """Nothing planned yet."""
    return TriedPlan(evaluate_plan(state, key, ()))


def tried(state: State, key: str, plan: tuple[Step, ...]) -> TriedPlan:
    """A plan that somebody has made."""
    return TriedPlan(evaluate_plan(state, key, plan))


def again(state: State, draft: TriedPlan) -> TriedPlan:
    """The same plan in another state of the battle."""
    return tried(state, draft.trial.ship, draft.trial.plan)


def ahead(state: State, draft: TriedPlan) -> TriedPlan:
    """One UM more."""
    return _added(state, draft.trial, ADVANCE)


def slower(state: State, draft: TriedPlan) -> TriedPlan:
    """A point slowed on purpose; where the forced spend was all she had she heaves to (AMB-205)."""
    slowed = _added(state, draft.trial, SLOW)
    hove_to = _added(state, draft.trial, STOP) if slowed.refused else slowed
    return slowed if hove_to.refused else hove_to


def helm(state: State, draft: TriedPlan, degrees: int) -> TriedPlan:
    """Turn so much farther, starboard positive; a turn that ends the plan becomes wider or narrower.

    A ship in the wind's eye pitches onto the tack of that hand, if she can (17).
    """
    base, now = before_turn(draft.trial)
    stops = state.profile.free_turn, state.profile.pivot
    if _headed(draft.trial) and (pitched := onto_tack(state, draft.trial, degrees)):
        return TriedPlan(pitched)
    return _turned(state, draft.trial, base, _eased(now, degrees, stops))


def hard_over(state: State, draft: TriedPlan, degrees: int) -> TriedPlan:
    """Turn exactly so far, in place of a turn that ends the plan; where that would bring her into the wind's eye, or
    out of it, pitch to that hand, if she can (17)."""
    base, _ = before_turn(draft.trial)
    if pitched := onto_tack(state, evaluate_plan(state, draft.trial.ship, base), degrees):
        return TriedPlan(pitched)
    return _turned(state, draft.trial, base, degrees)


def shortened(state: State, draft: TriedPlan) -> TriedPlan | None:
    """Without its last step, or without the one that was refused; None if there is nothing left to take back."""
    if draft.attempted:
        return unmoved(draft)
    plan = draft.trial.plan
    if not plan:
        return None
    return TriedPlan(_standing(state, draft.trial.ship, plan[:-1]))


def _added(state: State, tried: PlanEvaluation, step: Step) -> TriedPlan:
    """With one step that is no turn."""
    for plan in _readings(state, (*tried.plan, step)):
        if tried.end not in _VOID and (longer := evaluate_plan(state, tried.ship, plan)).refusal is None:
            return TriedPlan(longer)
    bounds = compute_limits(state, tried.ship, tried.plan)
    why_not = {ADVANCE: bounds.no_advance, SLOW: bounds.no_slow, STOP: bounds.no_stop}
    return TriedPlan(tried, step, why_not[step])


def _headed(tried: PlanEvaluation) -> bool:
    return is_head_to_wind(tried.pose.heading, tried.wind)


def onto_tack(state: State, before: PlanEvaluation, hand: int) -> PlanEvaluation | None:
    """The plan with a pitch to a hand, starboard positive; None where she cannot make it."""
    step = best_pitch(before, 1 if hand > 0 else -1) if "pitch" in before.kinds and before.end not in _VOID else None
    tried = evaluate_plan(state, before.ship, (*before.plan, step)) if step else before
    return None if tried is before or tried.refusal else tried


def _turned(state: State, tried: PlanEvaluation, base: tuple[Step, ...], degrees: int) -> TriedPlan:
    key = tried.ship
    if degrees == 0:
        return TriedPlan(evaluate_plan(state, key, base))
    before = evaluate_plan(state, key, base)
    if before.end in _VOID:
        return TriedPlan(tried, Step("pivot", degrees), compute_limits(state, key, base).no_pivot)
    kinds = [kind for kind in TURNS if kind in before.kinds]
    wider = [evaluate_plan(state, key, (*base, Step(kind, degrees))) for kind in kinds]  # type: ignore[arg-type]
    found = next((one for one in wider if one.refusal is None and not one.tied), None)
    if found:
        return TriedPlan(found)
    meant = wider[-1 if _headed(before) else TURNS.index("pivot")]
    return TriedPlan(tried, meant.plan[-1], meant.refusal)


def _standing(state: State, key: str, plan: tuple[Step, ...]) -> PlanEvaluation:
    """A plan of which the end was taken away: a free turn left without its advance is one on the spot."""
    tried = evaluate_plan(state, key, plan)
    return evaluate_plan(state, key, (*plan[:-1], Step("pivot", plan[-1].degrees))) if tried.tied else tried


def _readings(state: State, plan: tuple[Step, ...]) -> list[tuple[Step, ...]]:
    """A plan with the turn before its last step taken as free, if it could be, and as it stands."""
    if len(plan) > 1 and plan[-2].kind == "pivot" and abs(plan[-2].degrees) <= state.profile.free_turn:
        return [(*plan[:-2], Step("turn", plan[-2].degrees), plan[-1]), plan]
    return [plan]


def before_turn(tried: PlanEvaluation) -> tuple[tuple[Step, ...], int]:
    """The plan without the turn at its end, and the degrees of that."""
    plan = tried.plan
    return (plan[:-1], plan[-1].degrees) if plan and plan[-1].kind in TURNS else (plan, 0)


def _eased(now: int, degrees: int, stops: tuple[int, int]) -> int:
    """So much farther, but not past the widest free turn nor past the widest on the spot."""
    wanted = now + degrees
    stop = next((stop for stop in stops if abs(now) < stop < abs(wanted)), abs(wanted))
    return stop if wanted > 0 else -stop


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


def towards(state: State, draft: TriedPlan, place: Point) -> TriedPlan:
    """The plan that goes on from a draft and brings the middle of the ship nearest to a place."""
    start = draft.trial
    best, least = start, _off(start, start.pose, (), place)
    courses = sorted(((_off(start, pose, course, place), course) for course, pose in _courses(start, place)), key=_miss)
    for miss, course in islice(courses, _TRIES):
        if miss >= least:
            break
        tried = evaluate_plan(state, start.ship, (*start.plan, *course))
        off = _off(start, tried.pose, course, place)
        if tried.verdict is None and tried.end not in _UNWANTED and off < least:
            best, least = tried, off
    return TriedPlan(best)


def _miss(found: tuple[float, Course]) -> float:
    return found[0]


def _off(start: PlanEvaluation, pose: Pose, course: Course, place: Point) -> float:
    """How far the middle of the hull is from the place."""
    middle = hull.centre(pose, start.room.size[0])
    turns = {"turn": _PER_TURN, "pivot": 2 * _PER_TURN, "pitch": 2 * _PER_TURN}
    turning = sum(turns[step.kind] + _PER_DEGREE * abs(step.degrees) for step in course if step.degrees)
    return math.hypot(middle.x - place.x, middle.y - place.y) + turning


def _courses(start: PlanEvaluation, place: Point) -> Iterator[tuple[Course, Pose]]:
    """Straight on for a while, then the helm over towards the place before each advance; or a turn paid for first.

    Or a pitch first; from the wind's eye there is nothing else.
    """
    for gone in pitches(start):
        course = gone.plan[len(start.plan) :]
        yield course, gone.pose
        yield from _sailed(start, course, gone.pose, place, 1, gone.left)
    if _headed(start):
        return
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


_APART = 11
"""Degrees between the pitches that are tried."""


def pitches(start: PlanEvaluation) -> Iterator[PlanEvaluation]:
    """A plan with a pitch on top of it, to either hand, from the narrowest to the widest."""
    for hand in (-1, 1) if "pitch" in start.kinds else ():
        ends = pitch_angles(start, hand)
        for turn in dict.fromkeys((*ends[::_APART], *ends[-1:])):
            gone = sailing.take_step(start, Step("pitch", turn))
            if not gone.refusal:
                yield replace(gone, plan=(*start.plan, Step("pitch", turn)))


def _sailed(
    start: PlanEvaluation, course: Course, pose: Pose, place: Point, delay: int, points: int
) -> Iterator[tuple[Course, Pose]]:
    """The course after each of its advances; the first `delay` of them are made with the helm amidships."""
    for number in range(points):
        aside = _helm(start, pose, place, start.room.profile.free_turn) if number >= delay else 0
        if aside:
            course, pose = (*course, Step("turn", aside)), _round(start, pose, aside)
        course, pose = (*course, ADVANCE), pose.advance(1)
        yield course, pose
        if number + 1 == delay and (last := _helm(start, pose, place, start.room.profile.free_turn)):
            yield (*course, Step("turn", last)), _round(start, pose, last)


def _round(start: PlanEvaluation, pose: Pose, degrees: int) -> Pose:
    return hull.pivot_pose(pose, degrees, start.room.size[0], start.room.profile.pivot_point)


def _helm(start: PlanEvaluation, pose: Pose, place: Point, most: int) -> int:
    """Degrees to turn so that the place lies ahead, as far as one turn goes; 0 if it nearly does."""
    about = pose.point if start.room.profile.pivot_point == "stern" else hull.centre(pose, start.room.size[0])
    bearing = math.degrees(math.atan2(place.x - about.x, place.y - about.y))
    off = round((bearing - pose.heading + 180) % 360 - 180)
    return max(-most, min(most, off)) if abs(off) >= _STEADY else 0
