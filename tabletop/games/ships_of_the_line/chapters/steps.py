"""The kinds of step of a sailing plan: what each needs, and what it does (5.1, 5.2.3, AMB-10, AMB-125, AMB-205)."""

from collections.abc import Callable

from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import passage
from tabletop.games.ships_of_the_line.chapters.headway import in_the_winds_eye
from tabletop.games.ships_of_the_line.chapters.passage import PathStep
from tabletop.games.ships_of_the_line.chapters.trial import End, Kind, Leg, PlanEvaluation, points_of, refuse
from tabletop.games.ships_of_the_line.commands import TURNS, Step
from tabletop.games.ships_of_the_line.state import State


def take(trial: PlanEvaluation, step: Step) -> PlanEvaluation:
    """The trial with one more step, or with the reason why that step is not allowed."""
    kind = trial.kinds.get(step.kind)
    if kind is None:
        return refuse(trial, "AMB-123", f"No ship can {step.kind} in this battle.")
    for check in kind.checks:
        if refusal := check(trial, step):
            return replace(trial, refusal=refusal)
    return kind.take(trial, step)


def over(trial: PlanEvaluation, step: Step) -> Refused | None:  # noqa: ARG001
    """After what ends her move nothing follows."""
    if trial.end == "wind":
        return Refused("SOTL-5.2.5-d", "She is head to wind; her move ends there.")
    if trial.hove_to:
        return Refused("AMB-205", "She heaves to there; her plan ends with it.")
    return None


def _headed(trial: PlanEvaluation, step: Step) -> Refused | None:  # noqa: ARG001
    if trial.allowance.percentage == 0:
        return Refused("SOTL-5.2.3-a", "She lies head to wind and can make no way.")
    return None


def _degrees(trial: PlanEvaluation, step: Step) -> Refused | None:
    profile = trial.room.profile
    most = {"turn": profile.free_turn, "pivot": profile.pivot}.get(step.kind)
    if most is None:
        return Refused("SOTL-5.1-b", "Only turns are measured in degrees.") if step.degrees else None
    if abs(step.degrees) > most:
        rule, what = ("SOTL-5.1-b", "A free turn") if step.kind == "turn" else ("SOTL-5.1-d", "A turn on the spot")
        by = f"{abs(step.degrees)}° at once, at most {most}°"
        return Refused(rule, f"{what} is not so wide.", by)
    return None if step.degrees else Refused("SOTL-5.1-b", "A turn needs at least one degree.")


def unpaid(trial: PlanEvaluation, step: Step) -> Refused | None:
    """Every step but a free one needs a point."""
    free = step.kind == "stop" or (step.kind == "turn" and _carries_turn(trial))
    if trial.left > 0 or free or _attempt(trial, step):
        return None
    needed = sum(1 for one in trial.plan if one.kind != "turn")
    by = f"{points_of(max(needed, trial.allowance.points + 1))} needed, she has {trial.allowance.points}"
    return Refused("SOTL-5-d", "She has no points for that.", by)


def _attempt(trial: PlanEvaluation, step: Step) -> bool:
    """Whether a stopped ship tries to get under way, though the resistance may leave her nothing (5.3-b)."""
    return trial.was_stopped and step.kind == "advance" and len(trial.plan) == 1


def _stopped_first(trial: PlanEvaluation, step: Step) -> Refused | None:
    if trial.was_stopped and not trial.legs and step.kind != "advance":
        return Refused("SOTL-5.5-c", "A stopped ship must first get under way with an advance.")
    return None


def _waiting(trial: PlanEvaluation, step: Step) -> Refused | None:
    if trial.tied and step.kind in ("slow", "stop"):
        return Refused("SOTL-5.1-b", "A free turn goes with an advance just before or just after it.")
    return None


def twice(trial: PlanEvaluation, step: Step) -> Refused | None:
    """Turns do not follow each other (AMB-10)."""
    if step.kind in TURNS and trial.legs and trial.legs[-1].kind in TURNS:
        return Refused("SOTL-5.1-d", "Between two turns she must spend a point on moving or slowing.")
    return None


def _carries_turn(trial: PlanEvaluation) -> bool:
    """Whether the latest step is an advance that still has its free turn."""
    return bool(trial.legs) and trial.legs[-1].kind == "advance" and not trial.carried


def _advance(trial: PlanEvaluation, step: Step) -> PlanEvaluation:
    if trial.left <= 0:
        return replace(trial, end="resistance")
    if trial.towed and trial.towed_pose is None:
        trial = _take_in_tow(trial)
        if trial.refusal:
            return trial
    way = passage.ahead(trial.room, trial.pose, 1)
    return replace(_go(trial, step, way, 1), carried=trial.tied, tied=False)


def _take_in_tow(trial: PlanEvaluation) -> PlanEvaluation:
    """Set the towed ship in the wake at the first advance (AMB-142)."""
    blocker = passage.wake_blocked(trial.room, trial.pose)
    if blocker:
        refused = refuse(trial, "SOTL-5.6-e", "There is no free water astern for the ship in tow.")
        return replace(refused, contact=blocker)
    return replace(trial, towed_pose=passage.wake(trial.room, trial.pose))


def _turn(trial: PlanEvaluation, step: Step) -> PlanEvaluation:
    behind = _carries_turn(trial)
    way = passage.round_to(trial.room, trial.pose, step.degrees)
    gone = _go(trial, step, way, 0)
    if behind:
        return replace(gone, carried=True)
    # the turn opens an advance: if it ends the move, the point of that advance is spent (AMB-125, AMB-126)
    return _charged(gone) if gone.end else replace(gone, tied=True)


def _charged(trial: PlanEvaluation) -> PlanEvaluation:
    *before, last = trial.legs
    return replace(trial, spent=trial.spent + 1, legs=(*before, replace(last, points=1)))


def _slow(trial: PlanEvaluation, step: Step) -> PlanEvaluation:
    if trial.forced_left:
        by = f"{points_of(trial.allowance.forced)} to spend first, {trial.spent} spent"
        return refuse(trial, "SOTL-5.2.3-d", "She has way on her and cannot slow yet.", by)
    leg = Leg(step.kind, trial.pose, trial.pose, 1)
    return replace(trial, slowed=trial.slowed + 1, legs=(*trial.legs, leg))


def _stop(trial: PlanEvaluation, step: Step) -> PlanEvaluation:
    """Heave to: the forced spend was all she had, so that no point is left to slow (AMB-205)."""
    if trial.left:
        return refuse(trial, "AMB-205", "She stops by slowing what is left.", points_of(trial.left))
    if trial.slowed_to_a_stop:
        return refuse(trial, "AMB-205", "She has slowed to a stop already.")
    if trial.spent > trial.allowance.forced:
        by = f"{points_of(trial.spent)} spent, at most {trial.allowance.forced}"
        return refuse(trial, "AMB-205", "She has too much way on her to stop.", by)
    return replace(trial, legs=(*trial.legs, Leg(step.kind, trial.pose, trial.pose, 0)))


def _go(trial: PlanEvaluation, step: Step, way: PathStep, points: int) -> PlanEvaluation:
    leg = Leg(step.kind, trial.pose, way.pose, points, way.cut)
    return replace(
        trial,
        pose=way.pose,
        legs=(*trial.legs, leg),
        spent=trial.spent + points,
        end=_end(trial, step, way),
        contact=way.blocker,
        witness=way.witness,
        gone=way.gone,
        towed_pose=trial.towed_pose and way.towed_pose,
    )


def _end(trial: PlanEvaluation, step: Step, way: PathStep) -> End:
    if way.gone:
        return "edge"
    if way.blocker:
        return "contact"
    return "wind" if step.kind in TURNS and in_the_winds_eye(way.pose.heading, trial.wind) else ""


def pivot(trial: PlanEvaluation, step: Step) -> PlanEvaluation:
    """A turn on the spot, for a point."""
    return _go(trial, step, passage.round_to(trial.room, trial.pose, step.degrees), 1)


_CHECKS = (over, _headed, _degrees, unpaid, _stopped_first, _waiting, twice)

_STEPS: dict[str, Callable[[PlanEvaluation, Step], PlanEvaluation]] = {
    "advance": _advance,
    "turn": _turn,
    "pivot": pivot,
    "slow": _slow,
    "stop": _stop,
}


def _alike(kind: Kind) -> Callable[[State, str], Kind]:
    return lambda state, key: kind  # noqa: ARG005 - the same for every ship


KINDS = {name: _alike(Kind(take, _CHECKS)) for name, take in _STEPS.items()}
"""What the plan of any ship is made of."""
