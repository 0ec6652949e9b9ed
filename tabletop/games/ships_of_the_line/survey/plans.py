"""A movement plan in the making (5.1, AMB-125), pitches (17), and its risks of collision (10) and grounding (22-f)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import crew_tasks, movement, sailing
from tabletop.games.ships_of_the_line.chapters.optional import collision, pitching
from tabletop.games.ships_of_the_line.chapters.optional.coastal import grounding
from tabletop.games.ships_of_the_line.chapters.optional.pitching import best_pitch, pitch_angles
from tabletop.games.ships_of_the_line.chapters.orders import find_unwillingness
from tabletop.games.ships_of_the_line.chapters.sailing import (
    ADVANCE,
    SLOW,
    STOP,
    build_sailing,
    check_held,
    check_not_moved,
    compute_limits,
    evaluate_plan,
)
from tabletop.games.ships_of_the_line.commands import TURNS, Sail, Step
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.model import State, is_head_to_wind
from tabletop.games.ships_of_the_line.rule_modules import evolve, rules_of
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.survey.odds import chance_of_faces
from tabletop.games.ships_of_the_line.tables import Check, Modifier
from tabletop.geometry import hull
from tabletop.geometry.pose import Point, Pose

_FINAL_ENDS = ("contact", "edge", "resistance")
"""Ends of a move after which the rest of a plan is ignored."""


@dataclass(frozen=True)
class PlanDraft:
    """A plan in the making, with the step that was refused last, if any.

    Attributes:
        evaluation: the plan as far as it is allowed.
        rejected_step: the step that was asked for last and is not allowed, or None.
        refusal: the reason why that step is not allowed, or None.
    """

    evaluation: PlanEvaluation
    rejected_step: Step | None = None
    refusal: Refused | None = None

    @property
    def verdict(self) -> Refused | None:
        """Return the reason why the draft may not be ordered, or None.

        A refused step comes first, then the refusal of the plan as it stands.
        """
        return self.refusal or self.evaluation.verdict


def find_plan_refusal(state: State, key: str) -> Refused | None:
    """Return the reason why no plan can be made for the ship: moved, held or unwilling; else None."""
    return check_not_moved(state, key) or check_held(state, key) or find_unwillingness(state, key, Sail)


def find_advance_refusal(state: State, draft: PlanDraft) -> Refused | None:
    """Return the reason why no advance and no pitch can be added to the plan, or None.

    A plan that has steps and has not ended is not refused here. A ship in the wind's eye may begin with a pitch
    (17).
    """
    start = draft.evaluation
    if refusal := find_unwillingness(state, start.ship, Sail):
        return refusal
    if (start.plan and not start.end) or any(pitch_onto_tack(state, start, hand) for hand in (-1, 1)):
        return None
    return compute_limits(state, start.ship, start.plan).no_advance


def drop_rejected_step(draft: PlanDraft) -> PlanDraft:
    """Return the draft without its refused step and refusal."""
    return PlanDraft(draft.evaluation)


def begin_draft(state: State, key: str) -> PlanDraft:
    """Return an empty draft for the ship."""
    return PlanDraft(evaluate_plan(state, key, ()))


def build_draft(state: State, key: str, plan: tuple[Step, ...]) -> PlanDraft:
    """Return the draft of a given plan, evaluated as far as it is allowed."""
    return PlanDraft(evaluate_plan(state, key, plan))


def rebuild_draft(state: State, draft: PlanDraft) -> PlanDraft:
    """Return a draft of the same plan in another state; a refused step is dropped."""
    return build_draft(state, draft.evaluation.ship, draft.evaluation.plan)


def add_advance(state: State, draft: PlanDraft) -> PlanDraft:
    """Return the draft with an advance of 1 UM added, or with that step as refused.

    A pivot just before it becomes a free turn if it is narrow enough.
    """
    return _add_step(state, draft.evaluation, ADVANCE)


def add_slow(state: State, draft: PlanDraft) -> PlanDraft:
    """Return the draft with a point slowed, or hove to if no point is left to slow (AMB-205).

    If both are refused, the slowed point is the refused step.
    """
    slowed = _add_step(state, draft.evaluation, SLOW)
    hove_to = _add_step(state, draft.evaluation, STOP) if slowed.refusal else slowed
    return slowed if hove_to.refusal else hove_to


def turn_farther(state: State, draft: PlanDraft, degrees: int) -> PlanDraft:
    """Return the draft with its last turn wider by `degrees`, starboard positive.

    The turn halts at the widest free turn and at the widest pivot. A ship in the wind's eye pitches onto the
    tack of that hand, if she can (17).
    """
    base, now = split_final_turn(draft.evaluation)
    stops = state.profile.free_turn, state.profile.pivot
    if _is_in_winds_eye(draft.evaluation) and (pitched := pitch_onto_tack(state, draft.evaluation, degrees)):
        return PlanDraft(pitched)
    return _replace_turn(state, draft.evaluation, base, _limit_turn(now, degrees, stops))


def turn_exactly(state: State, draft: PlanDraft, degrees: int) -> PlanDraft:
    """Return the draft with a last turn of exactly `degrees`, starboard positive; 0 removes the turn.

    If a pitch to that hand is legal there, it is made instead, at its best angle, whatever `degrees` is (17).
    """
    base, _ = split_final_turn(draft.evaluation)
    if pitched := pitch_onto_tack(state, evaluate_plan(state, draft.evaluation.ship, base), degrees):
        return PlanDraft(pitched)
    return _replace_turn(state, draft.evaluation, base, degrees)


def remove_last_step(state: State, draft: PlanDraft) -> PlanDraft | None:
    """Return the draft without its refused step, else without its last step; None if the plan is empty."""
    if draft.rejected_step:
        return drop_rejected_step(draft)
    plan = draft.evaluation.plan
    if not plan:
        return None
    return PlanDraft(_evaluate_shortened(state, draft.evaluation.ship, plan[:-1]))


def _add_step(state: State, evaluation: PlanEvaluation, step: Step) -> PlanDraft:
    """Return the draft with the advance or slowed step added, or with `step` as refused."""
    for plan in _list_readings(state, (*evaluation.plan, step)):
        if (
            evaluation.end not in _FINAL_ENDS
            and (longer := evaluate_plan(state, evaluation.ship, plan)).refusal is None
        ):
            return PlanDraft(longer)
    bounds = compute_limits(state, evaluation.ship, evaluation.plan)
    why_not = {ADVANCE: bounds.no_advance, SLOW: bounds.no_slow, STOP: bounds.no_stop}
    return PlanDraft(evaluation, step, why_not[step])


def _is_in_winds_eye(evaluation: PlanEvaluation) -> bool:
    """Return True if the ship lies in the wind's eye at the end of the plan."""
    return is_head_to_wind(evaluation.pose.heading, evaluation.wind)


def pitch_onto_tack(state: State, before: PlanEvaluation, hand: int) -> PlanEvaluation | None:
    """Return the plan with the best pitch added, to starboard if `hand` is positive; None if refused.

    None also without pitching, or if the move has ended.
    """
    step = (
        best_pitch(before, 1 if hand > 0 else -1)
        if "pitch" in before.step_kinds and before.end not in _FINAL_ENDS
        else None
    )
    evaluation = evaluate_plan(state, before.ship, (*before.plan, step)) if step else before
    return None if evaluation is before or evaluation.refusal else evaluation


def _replace_turn(state: State, evaluation: PlanEvaluation, base: tuple[Step, ...], degrees: int) -> PlanDraft:
    """Return the draft of `base` plus a turn of `degrees`, of the first kind that is legal.

    Kinds: free turn, pivot, pitch. 0 degrees gives `base` alone. If none is legal, return the draft of
    `evaluation` with the turn as refused.
    """
    key = evaluation.ship
    if degrees == 0:
        return PlanDraft(evaluate_plan(state, key, base))
    before = evaluate_plan(state, key, base)
    if before.end in _FINAL_ENDS:
        return PlanDraft(evaluation, Step("pivot", degrees), compute_limits(state, key, base).no_pivot)
    kinds = [kind for kind in TURNS if kind in before.step_kinds]
    wider = [evaluate_plan(state, key, (*base, Step(kind, degrees))) for kind in kinds]  # type: ignore[arg-type]
    found = next((one for one in wider if one.refusal is None and not one.has_pending_turn), None)
    if found:
        return PlanDraft(found)
    meant = wider[-1 if _is_in_winds_eye(before) else TURNS.index("pivot")]
    return PlanDraft(evaluation, meant.plan[-1], meant.refusal)


def _evaluate_shortened(state: State, key: str, plan: tuple[Step, ...]) -> PlanEvaluation:
    """Evaluate a plan without its last step. A free turn without its advance becomes a pivot."""
    evaluation = evaluate_plan(state, key, plan)
    return (
        evaluate_plan(state, key, (*plan[:-1], Step("pivot", plan[-1].degrees)))
        if evaluation.has_pending_turn
        else evaluation
    )


def _list_readings(state: State, plan: tuple[Step, ...]) -> list[tuple[Step, ...]]:
    """Return the plan with the pivot before its last step read as a free turn, if possible, and unchanged."""
    if len(plan) > 1 and plan[-2].kind == "pivot" and abs(plan[-2].degrees) <= state.profile.free_turn:
        return [(*plan[:-2], Step("turn", plan[-2].degrees), plan[-1]), plan]
    return [plan]


def split_final_turn(evaluation: PlanEvaluation) -> tuple[tuple[Step, ...], int]:
    """Return the plan without its last turn, and the degrees of that turn; 0 if the plan ends otherwise."""
    plan = evaluation.plan
    return (plan[:-1], plan[-1].degrees) if plan and plan[-1].kind in TURNS else (plan, 0)


def _limit_turn(now: int, degrees: int, stops: tuple[int, int]) -> int:
    """Return the new angle of a turn of `now` degrees, dragged on by `degrees`.

    It halts at the first of `stops` (widest free turn, widest pivot) between the present and the wanted width;
    from a stop the next drag goes on. Port is negative.
    """
    wanted = now + degrees
    stop = next((stop for stop in stops if abs(now) < stop < abs(wanted)), abs(wanted))
    return stop if wanted > 0 else -stop


_MAX_TRIES = 8
"""The number of courses that are evaluated for one place of the pointer."""
_MIN_STEERING_TURN = 2
"""Smaller turns are not made, degrees."""
_UM_PER_TURN, _UM_PER_TURN_DEGREE = 0.03, 0.004
"""UM that a turn and each of its degrees count when courses are compared, so that she swings no more than is meant.

A turn on the spot, which costs a point, counts as two.
"""
_UNWANTED_ENDS = ("edge", "wind")
"""Ends of a move that a player never wants by pointing to a place."""

Steps = tuple[Step, ...]


def plan_towards(state: State, draft: PlanDraft, place: Point) -> PlanDraft:
    """Return the continuation of the draft that brings the centre of the hull nearest to `place`.

    Only the `_MAX_TRIES` most promising courses are evaluated; each turn counts as a small distance. Courses
    that leave the map or end in the wind's eye are left out. If nothing comes nearer, the plan stays as it is.
    """
    start = draft.evaluation
    best, least = start, _rate_course(start, start.pose, (), place)
    courses = sorted(
        ((_rate_course(start, pose, course, place), course) for course, pose in _list_courses(start, place)),
        key=_miss_of,
    )
    for miss, course in islice(courses, _MAX_TRIES):
        if miss >= least:
            break
        evaluation = evaluate_plan(state, start.ship, (*start.plan, *course))
        off = _rate_course(start, evaluation.pose, course, place)
        if evaluation.verdict is None and evaluation.end not in _UNWANTED_ENDS and off < least:
            best, least = evaluation, off
    return PlanDraft(best)


def _miss_of(found: tuple[float, Steps]) -> float:
    """Return the distance by which a rated course misses the place."""
    return found[0]


def _rate_course(start: PlanEvaluation, pose: Pose, course: Steps, place: Point) -> float:
    """Return the distance of the hull's centre from `place`, UM, plus a small cost of each turn."""
    middle = hull.centre(pose, start.room.size[0])
    turns = {"turn": _UM_PER_TURN, "pivot": 2 * _UM_PER_TURN, "pitch": 2 * _UM_PER_TURN}
    turning = sum(turns[step.kind] + _UM_PER_TURN_DEGREE * abs(step.degrees) for step in course if step.degrees)
    return math.hypot(middle.x - place.x, middle.y - place.y) + turning


def _list_courses(start: PlanEvaluation, place: Point) -> Iterator[tuple[Steps, Pose]]:
    """Yield courses on open water towards `place`, each with the pose at its end.

    Those that begin with a pitch come first; from the wind's eye there are no others. Obstacles are ignored.
    """
    for gone in list_pitches(start):
        course = gone.plan[len(start.plan) :]
        yield course, gone.pose
        yield from _list_advances(start, course, gone.pose, place, 1, gone.points_left)
    if _is_in_winds_eye(start):
        return
    points = max(start.points_left, 1)
    if start.legs and (last := _turn_towards_place(start, start.pose, place, start.room.profile.free_turn)):
        yield (Step("turn", last),), _pivot_pose(start, start.pose, last)
    for delay in range(points + 1):
        yield from _list_advances(start, (), start.pose, place, delay, points)
    aside = _turn_towards_place(start, start.pose, place, start.room.profile.pivot)
    if aside:
        turned = _pivot_pose(start, start.pose, aside)
        yield (Step("pivot", aside),), turned
        yield from _list_advances(start, (Step("pivot", aside),), turned, place, 1, points - 1)


_PITCH_INTERVAL = 11
"""Degrees between the pitches that are tried."""


def list_pitches(start: PlanEvaluation) -> Iterator[PlanEvaluation]:
    """Yield the plan with each pitch that is tried added, narrowest first, to port and then starboard.

    Only every `_PITCH_INTERVAL` degrees is tried, and the widest; refused pitches are left out.
    """
    for hand in (-1, 1) if "pitch" in start.step_kinds else ():
        ends = pitch_angles(start, hand)
        for turn in dict.fromkeys((*ends[::_PITCH_INTERVAL], *ends[-1:])):
            gone = sailing.take_step(start, Step("pitch", turn))
            if not gone.refusal:
                yield replace(gone, plan=(*start.plan, Step("pitch", turn)))


def _list_advances(
    start: PlanEvaluation, course: Steps, pose: Pose, place: Point, delay: int, points: int
) -> Iterator[tuple[Steps, Pose]]:
    """Yield the course after each of `points` advances; the first `delay` advances are straight.

    Later advances turn towards `place` first. After the last straight one, a course that ends with that turn is
    yielded too.
    """
    for number in range(points):
        aside = _turn_towards_place(start, pose, place, start.room.profile.free_turn) if number >= delay else 0
        if aside:
            course, pose = (*course, Step("turn", aside)), _pivot_pose(start, pose, aside)
        course, pose = (*course, ADVANCE), pose.advance(1)
        yield course, pose
        if number + 1 == delay and (last := _turn_towards_place(start, pose, place, start.room.profile.free_turn)):
            yield (*course, Step("turn", last)), _pivot_pose(start, pose, last)


def _pivot_pose(start: PlanEvaluation, pose: Pose, degrees: int) -> Pose:
    """Return the pose after a turn by `degrees` about the pivot point of the profile."""
    return hull.pivot_pose(pose, degrees, start.room.size[0], start.room.profile.pivot_point)


def _turn_towards_place(start: PlanEvaluation, pose: Pose, place: Point, most: int) -> int:
    """Return the turn towards `place`, degrees, at most `most`; 0 if the place is nearly ahead."""
    about = pose.point if start.room.profile.pivot_point == "stern" else hull.centre(pose, start.room.size[0])
    bearing = math.degrees(math.atan2(place.x - about.x, place.y - about.y))
    off = round((bearing - pose.heading + 180) % 360 - 180)
    return max(-most, min(most, off)) if abs(off) >= _MIN_STEERING_TURN else 0


_NO_TACK = Refused("SOTL-17-b", "She can pitch only out of the wind's eye, or through it from one tack to the other.")


def tack(state: State, draft: PlanDraft) -> PlanDraft:
    """Return the draft with a pitch from the wind's eye onto a tack, or from tack to tack (17).

    It replaces a last turn; repeated, it changes to the other hand. If no pitch is legal, a pitch is the
    refused step of the draft.
    """
    base, now = split_final_turn(draft.evaluation)
    start = evaluate_plan(state, draft.evaluation.ship, base)
    hands = (1, -1) if now <= 0 else (-1, 1)
    pitched = next((found for hand in hands if (found := pitch_onto_tack(state, start, hand))), None)
    if pitched:
        return PlanDraft(pitched)
    step = Step("pitch", state.profile.pivot)
    return PlanDraft(draft.evaluation, step, evaluate_plan(state, start.ship, (*base, step)).refusal or _NO_TACK)


def has_pitching(state: State) -> bool:
    """Return True if ships pitch in this battle (17)."""
    return pitching.MODULE in rules_of(state).modules


def can_pitch(state: State, key: str) -> bool:
    """Return True if the ship could pitch, regardless of her heading (17-a)."""
    return has_pitching(state) and pitching.refuse_pitch(build_sailing(state, key)) is None


class CollisionRisk(msgspec.Struct, frozen=True):
    """A collision that a plan may cause.

    Attributes:
        mover: ship that would run into the other: the one that sails, or the one in tow.
        other: ship that would be hit.
        chance: chance that the ships collide.
        own_loss: hull points that the mover would lose.
        other_loss: hull points that the other would lose.
        leader_modifiers: all modifiers of the roll, made by leaders.
    """

    mover: str
    other: str
    chance: Fraction
    own_loss: int
    other_loss: int
    leader_modifiers: tuple[Modifier, ...] = ()


def find_collision_risks(
    state: State, evaluation: PlanEvaluation, leader: Unaided | UnsetType = UNSET
) -> tuple[CollisionRisk, ...]:
    """Return the possible collisions of a plan, in order of the rolls; () without the rule module.

    () also if a ship leaves the map. `leader` is ``none`` if the ship forgoes the help of a leader.
    """
    if collision.MODULE not in rules_of(state).modules or evaluation.departing_ships:
        return ()
    after = evolve(state, movement.build_ship_sailed(evaluation))
    motion = movement.build_motion(state, evaluation, leader)
    return tuple(
        CollisionRisk(
            contact.mover, contact.other, _chance_to_collide(check), own, theirs, _list_leader_modifiers(check)
        )
        for contact, check, own, theirs in collision.forecast_collisions(motion, after)
    )


def find_ship_cut_short(state: State, evaluation: PlanEvaluation) -> str:
    """Return the ship that meets `evaluation.contact`: the ship that sails, or the ship in tow (AMB-159)."""
    return movement.build_motion(state, evaluation).cut or evaluation.ship


def _list_leader_modifiers(check: Check) -> tuple[Modifier, ...]:
    """Return all modifiers of the roll, without the die itself; today only leaders make any."""
    return rules_of(check.state).modifiers.check.working(check)[1:]


def _chance_to_collide(check: Check) -> Fraction:
    """Return the chance that the modified die is at least `COLLISION_NEEDED`."""
    return 1 - chance_of_faces(crew_tasks.count_successful_faces(check, collision.COLLISION_NEEDED - 1))


class GroundingRisk(msgspec.Struct, frozen=True):
    """A grounding that a plan may cause.

    Attributes:
        ship: the ship that sails, or the one in tow.
        obstacle: the battery around which the shoals lie, or the wreck.
        ring: ring of shoal, 1 to 3; 0 over a wreck.
        chance: chance that the ship runs aground if nothing has happened to her before.
        loss: hull points that it would cost.
        leader_modifiers: all modifiers of the roll, made by leaders.
    """

    ship: str
    obstacle: str
    ring: int
    chance: Fraction
    loss: int
    leader_modifiers: tuple[Modifier, ...] = ()


def find_grounding_risks(
    state: State, evaluation: PlanEvaluation, leader: Unaided | UnsetType = UNSET
) -> tuple[GroundingRisk, ...]:
    """Return the possible groundings of a plan, in order of the rolls; () without a coast.

    () also if the ship keeps her pose or a ship leaves the map. `leader` is ``none`` to forgo a leader's help.
    """
    if not state.coast or evaluation.departing_ships or evaluation.pose == state.ships[evaluation.ship].pose:
        return ()
    after = evolve(state, movement.build_ship_sailed(evaluation))
    motion, cost = movement.build_motion(state, evaluation, leader), rules_of(state).modifiers.harm.total
    found = (
        (key, peril, grounding.build_grounding_check(after, motion, key, peril))
        for key in motion.ships
        for peril in grounding.find_grounding_risks(motion, after, key)
    )
    return tuple(
        GroundingRisk(
            key,
            peril.over,
            peril.ring,
            1 - chance_of_faces(crew_tasks.count_successful_faces(check, peril.needed - 1)),
            cost(grounding.grounding_harm(after, key)),
            _list_leader_modifiers(check),
        )
        for key, peril, check in found
    )


def find_leader_modifiers(state: State, evaluation: PlanEvaluation) -> tuple[Modifier, ...]:
    """Return the modifiers of the collision and grounding rolls that a plan may cause, each once.

    Today only leaders make any. () if the plan causes no roll.
    """
    helped = [
        *(one.leader_modifiers for one in find_collision_risks(state, evaluation)),
        *(one.leader_modifiers for one in find_grounding_risks(state, evaluation)),
    ]
    return tuple(dict.fromkeys(chain.from_iterable(helped)))
