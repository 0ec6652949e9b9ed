"""Orders to several ships at once, composed of ordinary commands: hold course, follow in line ahead.

Ships of a line steer for the wake of the one before: the best of a few sensible plans, each tried like any other.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import movement
from tabletop.games.ships_of_the_line.chapters.movement import build_ship_sailed, plan_without_orders
from tabletop.games.ships_of_the_line.chapters.orders import (
    find_unwillingness,
    ships_of_asked_player,
    state_after_preludes,
)
from tabletop.games.ships_of_the_line.chapters.sailing import (
    ADVANCE,
    SLOW,
    check_held,
    compute_allowance,
    evaluate_plan,
    is_stopped,
)
from tabletop.games.ships_of_the_line.commands import Sail, SideCommand, Step
from tabletop.games.ships_of_the_line.hooks import Allowance, PlanEvaluation
from tabletop.games.ships_of_the_line.rule_modules import evolve
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import State, side_of
from tabletop.geometry import measure
from tabletop.geometry.pose import Point, Pose

INTERVAL = 0.5
"""UM between bow and stern of ships in line (AMB-1)."""

_STEADY = 3
"""Degrees off the course that a helmsman lets pass."""

_ASTRAY = 0.01
"""UM that a degree off the course counts when plans are compared."""

_CROWDED = 2
"""How much worse it is to be too near the ship ahead than as much too far."""


class Run(msgspec.Struct, frozen=True):
    """A run straight ahead.

    Attributes:
        made: how she makes it; it can be ordered if its `verdict` is None.
        whole: what would come of it with all her points spent ahead: whom she would touch, and after how far.
    """

    made: PlanEvaluation
    whole: PlanEvaluation


def waiting(state: State, side: Side) -> list[str]:
    """The ships that take orders of a side and have not moved; of several players those of the one who is asked."""
    return [key for key in ships_of_asked_player(state, side) if not state.ships[key].moved]


def moved(state: State, side: Side) -> int:
    """How many of those that take orders of a side have made their move."""
    return sum(state.ships[key].moved for key in ships_of_asked_player(state, side))


def ready(state: State, side: Side) -> list[str]:
    """Those that wait, that nothing holds, and that obey the helm."""
    return [
        key
        for key in waiting(state, side)
        if check_held(state, key) is None and find_unwillingness(state, key, Sail) is None
    ]


def under_way(state: State, side: Side) -> list[str]:
    """Those that have way on them, obey the helm and have no duty."""
    wait = [key for key in waiting(state, side) if not is_stopped(state, key)]
    return [key for key in wait if find_unwillingness(state, key, Sail) is None and duty(state, key) is None]


@per_state
def duty(state: State, key: str) -> SideCommand | None:
    """The move that the table makes for her if nobody orders otherwise: she flees, or seeks a fight (AMB-149)."""
    return movement.find_due_command(state, key)


def hold_course(state: State, side: Side) -> tuple[Run, ...]:
    """Straight ahead with all they have, for every ship under way that has not moved; those ahead go first.

    Ships that lie stopped stay so. A ship that would run into another slows in time, if she can.
    """
    return tuple(_straight_on(state, under_way(state, side)))


def orders(state: State, runs: Iterable[Run]) -> tuple[Sail, ...]:
    """The orders for those of the runs that can be made."""
    return tuple(_order(state, run.made) for run in runs if run.made.verdict is None)


def in_line(state: State, keys: Sequence[str]) -> list[str]:
    """The first ship leads; the others follow in the order in which they lie, the nearest first."""
    middles = {key: positions.hull_center(state, key) for key in keys}
    return sorted(keys, key=lambda key: measure.distance(middles[keys[0]], middles[key]))


def follow_in_line_ahead(state: State, keys: Iterable[str], planned: Sail | None = None) -> tuple[Sail, ...]:
    """The first ship leads; each of the others steers for the wake of the ship before her, under the sail that she has.

    The leader makes the move that is planned for her, or holds her course, unless she has moved already. Ships that
    cannot move keep their place in the line.
    """
    line = list(keys)
    return tuple(_in_line(state, line, planned))


def leaving(state: State, moves: Iterable[Sail]) -> tuple[str, ...]:
    """The ships that would be gone from the map if these moves were made one after the other (AMB-12)."""
    gone: list[str] = []
    for move in moves:
        state = state_after_preludes(state, move)
        tried = evaluate_plan(state, move.ship, move.plan)
        gone += tried.gone
        state = evolve(state, build_ship_sailed(tried))
    return tuple(gone)


def carried_on(state: State, keys: Iterable[str]) -> tuple[Sail, ...]:
    """The moves that ships without orders make when the phase ends (AMB-89)."""
    return tuple(Sail(side_of(state, key), key, plan_without_orders(state, key)) for key in keys)


def straight(state: State, key: str, most: int | None = None) -> Run:
    """The longest run straight ahead that touches nobody; if none is, the full run as far as it goes.

    Args:
        state: the battle.
        key: who makes it.
        most: points that she is to spend at most, if she may spend so few; None for all she has.
    """
    points = compute_allowance(state, key)
    first = points.points if most is None else max(points.forced, min(most, points.points))
    runs = [evaluate_plan(state, key, _run(ahead, points)) for ahead in range(first, points.forced - 1, -1)]
    whole = runs[0]
    return Run(next((run for run in runs if not run.contact and run.verdict is None), whole), whole)


def _run(ahead: int, points: Allowance) -> tuple[Step, ...]:
    return (ADVANCE,) * ahead + (SLOW,) * (points.points - points.optional - ahead if ahead else 0)


def _straight_on(state: State, waiting: list[str]) -> Iterator[Run]:
    while waiting:
        key = _foremost(state, waiting)
        waiting.remove(key)
        run = straight(state, key)
        if run.made.legs or run.made.allowance.points:
            yield run
            state = state if run.made.verdict else evolve(state, build_ship_sailed(run.made))


def _foremost(state: State, waiting: list[str]) -> str:
    """A ship that none of the others keeps from going: up the file, from ship to the ship in her way."""
    key, passed = waiting[0], set[str]()
    while key not in passed:
        passed.add(key)
        ahead = evaluate_plan(state, key, (ADVANCE,) * compute_allowance(state, key).points).contact
        key = ahead if ahead in waiting else key
    return key


def _in_line(state: State, line: list[str], planned: Sail | None) -> Iterator[Sail]:
    for before, key in zip([None, *line], line, strict=False):
        if state.ships[key].moved or check_held(state, key) is not None:
            continue
        if before is None and planned:
            state = state_after_preludes(state, planned)
            tried = evaluate_plan(state, key, planned.plan)
        elif before is None:
            tried = straight(state, key).made
        else:
            tried = in_wake(state, key, before) or straight(state, key).made
        if tried.verdict is None:
            yield planned if before is None and planned else _order(state, tried)
            state = evolve(state, build_ship_sailed(tried))


def _order(state: State, tried: PlanEvaluation) -> Sail:
    return Sail(side=side_of(state, tried.ship), ship=tried.ship, plan=tried.plan)


# --- in line


def in_wake(state: State, key: str, leader: str) -> PlanEvaluation | None:
    """The plan that best keeps a ship the line's interval astern of another, her head towards that ship's stern.

    So the ships of a line turn in succession. She closes the interval rather than lose way. None if every plan fouls
    somebody.
    """
    stern = state.ships[leader].pose.point
    astern = INTERVAL + positions.hull_size(state, key)[0]
    points = compute_allowance(state, key)
    steadies = (1,) if is_stopped(state, key) else (0, 1)
    runs = range(points.forced, points.points + 1)
    tries = [_towards(state, key, stern, ahead, steady) for ahead in runs for steady in steadies]
    clear = [tried for tried in tries if tried.verdict is None and not tried.end]
    return min(clear, key=lambda tried: (_loses_way(tried), _miss(tried.pose, stern, astern)), default=None)


def _loses_way(tried: PlanEvaluation) -> bool:
    """Return True if a ship that has way on her would lie stopped."""
    return tried.stopped and not tried.was_stopped


def _miss(pose: Pose, stern: Point, astern: float) -> float:
    astray = measure.heading_difference(pose.heading, _course(pose, stern))
    lag = measure.distance(pose.point, stern) - astern
    return max(lag, -_CROWDED * lag) + _ASTRAY * astray


def _towards(state: State, key: str, stern: Point, ahead: int, steady: int) -> PlanEvaluation:
    """So many advances, the helm over towards the ship ahead before each of them and, where it may be, at the end.

    The first `steady` advances are made with the helm amidships, for a ship that is stopped or has one close astern.
    """
    plan: tuple[Step, ...] = ()
    for number in range(ahead):
        plan = (*plan, *(() if number < steady else _helm(state, key, plan, stern)), ADVANCE)
    if ahead and (len(plan) == 1 or plan[-2].kind != "turn"):
        plan = (*plan, *_helm(state, key, plan, stern))
    spare = compute_allowance(state, key).points - compute_allowance(state, key).optional - ahead if ahead else 0
    return evaluate_plan(state, key, plan + (SLOW,) * spare)


def _helm(state: State, key: str, plan: tuple[Step, ...], stern: Point) -> tuple[Step, ...]:
    """A free turn towards the ship ahead from where the plan leaves her, if she is off her course."""
    at = evaluate_plan(state, key, plan).pose
    off = (_course(at, stern) - at.heading + 180) % 360 - 180
    free = state.profile.free_turn
    return (Step("turn", max(-free, min(free, off))),) if abs(off) >= _STEADY else ()


def _course(at: Pose, place: Point) -> int:
    """The bearing of a place, or the present heading when it is reached."""
    return measure.bearing(at.point, place) if measure.distance(at.point, place) > 0 else at.heading
