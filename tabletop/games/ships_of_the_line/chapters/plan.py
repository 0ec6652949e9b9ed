"""Whole plans: a move tried from where a ship lies, and the bounds of its next step (5, AMB-125)."""

import msgspec

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.chapters import passage, steps
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.headway import held, lies_stopped, towed_by
from tabletop.games.ships_of_the_line.chapters.trial import PlanEvaluation
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.state import State

ADVANCE = Step("advance")
SLOW = Step("slow")
STOP = Step("stop")

_VOIDS_THE_REST = frozenset({"contact", "edge", "resistance"})


@per_state
def trial(state: State, key: str, plan: tuple[Step, ...]) -> PlanEvaluation:
    """What a plan, whole or begun, would come to; nothing is raised and nothing happens.

    Remembered, because what was chosen by it is checked and carried out by it.
    Draw its `legs`; order it only if its `verdict` is None.
    """
    return go_on(begin(state, key), plan)


def go_on(tried: PlanEvaluation, more: tuple[Step, ...]) -> PlanEvaluation:
    """A trial with some more steps, as far as they can be taken."""
    tried = msgspec.structs.replace(tried, plan=(*tried.plan, *more))
    for step in more:
        if tried.refusal or tried.end in _VOIDS_THE_REST:
            break
        tried = steps.take(tried, step)
    return tried


@per_state
def begin(state: State, key: str) -> PlanEvaluation:
    """A trial before its first step; remembered, because a hand that drags tries many plans."""
    ship = state.ships[key]
    points = allowance(state, key)
    return PlanEvaluation(
        ship=key,
        plan=(),
        allowance=points,
        kinds={name: kind(state, key) for name, kind in rules_of(state).steps.items()},
        room=passage.room(state, key, reach=points.points),
        wind=state.wind,
        pose=ship.pose,
        was_stopped=lies_stopped(state, key),
        refusal=held(state, key),
        towed=towed_by(state, key),
    )


class Limits(msgspec.Struct, frozen=True):
    """What the next step of a plan may be; each `no_...` says why not, or is None.

    Attributes:
        trial: the plan so far.
        reach: how far an advance would get, UM; shorter than 1 where something is in the way.
        turn: degrees that a free turn may take her to port and to starboard before she touches anything.
        pivot: the same for a turn on the spot that costs a point.
        blocker: the ship that shortens the advance.
    """

    trial: PlanEvaluation
    reach: float
    turn: tuple[int, int]
    pivot: tuple[int, int]
    blocker: str
    no_advance: Refused | None
    no_turn: Refused | None
    no_pivot: Refused | None
    no_slow: Refused | None
    no_stop: Refused | None


def limits(state: State, key: str, plan: tuple[Step, ...] = ()) -> Limits:
    """Bounds for the table: what may follow the plan made so far; for an empty plan, whether she may move at all."""
    so_far = trial(state, key, plan)
    ahead = _next(so_far, ADVANCE)
    port, starboard = (passage.round_to(so_far.room, so_far.pose, side * state.profile.pivot) for side in (-1, 1))
    room = abs(port.extent), abs(starboard.extent)
    free = state.profile.free_turn
    reach = passage.ahead(so_far.room, so_far.pose, 1)
    return Limits(
        trial=so_far,
        reach=reach.extent if len(ahead.legs) > len(so_far.legs) else 0.0,
        turn=(int(min(free, room[0])), int(min(free, room[1]))),
        pivot=(int(room[0]), int(room[1])),
        blocker=reach.blocker,
        no_advance=ahead.refusal,
        no_turn=_next(so_far, Step("turn", 1)).refusal,
        no_pivot=_next(so_far, Step("pivot", 1)).refusal,
        no_slow=_next(so_far, SLOW).refusal,
        no_stop=_next(so_far, STOP).refusal,
    )


def _next(so_far: PlanEvaluation, step: Step) -> PlanEvaluation:
    if so_far.refusal:
        return so_far
    if so_far.end in _VOIDS_THE_REST:
        over = Refused("SOTL-5-f", "Her move ends here.", pieces=(so_far.contact,) if so_far.contact else ())
        return msgspec.structs.replace(so_far, refusal=over)
    return steps.take(msgspec.structs.replace(so_far, plan=(*so_far.plan, step)), step)
