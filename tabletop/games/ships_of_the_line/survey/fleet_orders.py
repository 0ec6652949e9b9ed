"""Commands to several ships at once: hold course, follow in line ahead, and standing orders."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import positions, rules
from tabletop.games.ships_of_the_line.chapters import movement, orders, sailing
from tabletop.games.ships_of_the_line.chapters.movement import build_ship_sailed, plan_without_orders
from tabletop.games.ships_of_the_line.commands import RecallOrders, Sail, SideCommand, StandingOrder, Step
from tabletop.games.ships_of_the_line.events.movement import MANNER_WORDS as MANNER_WORDS
from tabletop.games.ships_of_the_line.events.movement import describe_term as describe_term
from tabletop.games.ships_of_the_line.hooks import Allowance, PlanEvaluation
from tabletop.games.ships_of_the_line.model import Manner, SquadronOrder, State, side_of
from tabletop.games.ships_of_the_line.rule_modules import evolve
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.survey import seats
from tabletop.geometry import measure
from tabletop.geometry.pose import Point, Pose

LINE_INTERVAL = 0.5
"""UM between bow and stern of ships in line (AMB-1)."""

_MIN_FOLLOW_TURN = 3
"""Smaller differences from the course are ignored, degrees."""

_UM_PER_DEGREE = 0.01
"""The cost of a degree off the course when plans are compared, UM."""

_CROWDING_FACTOR = 2
"""The cost of being too near the ship ahead, relative to being too far from her."""


class StraightRun(msgspec.Struct, frozen=True):
    """A run straight ahead of one ship.

    Attributes:
        best: plan of the longest run that touches no ship, else `full`; it can be ordered if its `verdict` is
            None.
        full: the run with all points spent ahead, to tell which ship it would touch.
    """

    best: PlanEvaluation
    full: PlanEvaluation


def list_unmoved_ships(state: State, side: Side) -> list[str]:
    """Return the ships of the player who is asked that obey commands and have not moved."""
    return [key for key in orders.ships_of_asked_player(state, side) if not state.ships[key].moved]


def count_moved_ships(state: State, side: Side) -> int:
    """Return the number of ships of the player who is asked that obey commands and have moved."""
    return sum(state.ships[key].moved for key in orders.ships_of_asked_player(state, side))


def list_ready_ships(state: State, side: Side) -> list[str]:
    """Return the unmoved ships of the player who is asked that nothing holds and that obey the helm."""
    return [
        key
        for key in list_unmoved_ships(state, side)
        if sailing.check_held(state, key) is None and orders.find_unwillingness(state, key, Sail) is None
    ]


def list_ships_under_way(state: State, side: Side) -> list[str]:
    """Return the unmoved ships of the asked player that have way on, obey the helm and have no duty."""
    wait = [key for key in list_unmoved_ships(state, side) if not sailing.is_stopped(state, key)]
    return [
        key
        for key in wait
        if orders.find_unwillingness(state, key, Sail) is None and find_duty_move(state, key) is None
    ]


@cache_per_state
def find_duty_move(state: State, key: str) -> SideCommand | None:
    """Return the move that the rules make for a fleeing or pursuing ship unless she is ordered, or None.

    Rule: AMB-149. Cached by state.
    """
    return movement.find_due_command(state, key)


def plan_held_courses(state: State, side: Side) -> tuple[StraightRun, ...]:
    """Plan the longest run ahead for every ship under way that has not moved, foremost ships first.

    Ships that lie stopped are left out. A ship that would run into another slows in time, if she can.
    """
    return tuple(_plan_straight_runs(state, list_ships_under_way(state, side)))


def build_orders(state: State, runs: Iterable[StraightRun]) -> tuple[Sail, ...]:
    """Return a sail command for each run whose best plan is legal."""
    return tuple(_build_sail_order(state, run.best) for run in runs if run.best.verdict is None)


def sort_into_line(state: State, keys: Sequence[str]) -> list[str]:
    """Return the ships sorted by distance from the first ship, which leads. `keys` must not be empty."""
    middles = {key: positions.hull_center(state, key) for key in keys}
    return sorted(keys, key=lambda key: measure.distance(middles[keys[0]], middles[key]))


def follow_in_line_ahead(state: State, keys: Iterable[str], planned: Sail | None = None) -> tuple[Sail, ...]:
    """Return the moves of a line: each ship but the first steers for the wake of the next ahead.

    The leader makes the move that is planned for her, or holds her course, unless she has moved already. Ships
    that cannot move keep their place in the line and get no command.
    """
    line = list(keys)
    return tuple(_plan_line(state, line, planned))


def find_ships_leaving(state: State, moves: Iterable[Sail]) -> tuple[str, ...]:
    """Return the ships that leave the map if these moves are made one after the other (AMB-12).

    Ships in tow are included.
    """
    gone: list[str] = []
    for move in moves:
        state = orders.state_after_preludes(state, move)
        evaluation = sailing.evaluate_plan(state, move.ship, move.plan)
        gone += evaluation.departing_ships
        state = evolve(state, build_ship_sailed(evaluation))
    return tuple(gone)


def build_default_moves(state: State, keys: Iterable[str]) -> tuple[Sail, ...]:
    """Return the moves that ships without orders make at the end of the phase (AMB-89). Checks nothing."""
    return tuple(Sail(side_of(state, key), key, plan_without_orders(state, key)) for key in keys)


def plan_straight_run(state: State, key: str, most: int | None = None) -> StraightRun:
    """Return the longest run ahead that touches no ship, or the full run if every run does.

    Args:
        state: the battle.
        key: key of the ship.
        most: most points to spend ahead, but at least the forced ones; None for all points.
    """
    points = sailing.compute_allowance(state, key)
    first = points.points if most is None else max(points.forced, min(most, points.points))
    runs = [
        sailing.evaluate_plan(state, key, _build_straight_plan(ahead, points))
        for ahead in range(first, points.forced - 1, -1)
    ]
    whole = runs[0]
    return StraightRun(next((run for run in runs if not run.contact and run.verdict is None), whole), whole)


def _build_straight_plan(ahead: int, points: Allowance) -> tuple[Step, ...]:
    """Return `ahead` advances and the rest of the points slowed, optional ones left out.

    With `ahead` 0 the plan is empty.
    """
    return (sailing.ADVANCE,) * ahead + (sailing.SLOW,) * (points.points - points.optional - ahead if ahead else 0)


def _plan_straight_runs(state: State, waiting: list[str]) -> Iterator[StraightRun]:
    """Yield the run of each waiting ship, foremost first; empties `waiting`.

    Each run is planned on the state after the runs before it. A ship with neither legs nor points yields
    nothing.
    """
    while waiting:
        key = _find_foremost(state, waiting)
        waiting.remove(key)
        run = plan_straight_run(state, key)
        if run.best.legs or run.best.allowance.points:
            yield run
            state = state if run.best.verdict else evolve(state, build_ship_sailed(run.best))


def _find_foremost(state: State, waiting: list[str]) -> str:
    """Return an unmoved ship whose way no other waiting ship bars; in a circle, one of the circle."""
    key, passed = waiting[0], set[str]()
    while key not in passed:
        passed.add(key)
        ahead = sailing.evaluate_plan(
            state, key, (sailing.ADVANCE,) * sailing.compute_allowance(state, key).points
        ).contact
        key = ahead if ahead in waiting else key
    return key


def _plan_line(state: State, line: list[str], planned: Sail | None) -> Iterator[Sail]:
    """Yield a sail command for each ship of the line that can move, the first ship first.

    Each is planned on the state after the moves before it; a plan that is illegal yields nothing.
    """
    for before, key in zip([None, *line], line, strict=False):
        if state.ships[key].moved or sailing.check_held(state, key) is not None:
            continue
        if before is None and planned:
            state = orders.state_after_preludes(state, planned)
            evaluation = sailing.evaluate_plan(state, key, planned.plan)
        elif before is None:
            evaluation = plan_straight_run(state, key).best
        else:
            evaluation = plan_wake_move(state, key, before) or plan_straight_run(state, key).best
        if evaluation.verdict is None:
            yield planned if before is None and planned else _build_sail_order(state, evaluation)
            state = evolve(state, build_ship_sailed(evaluation))


def _build_sail_order(state: State, evaluation: PlanEvaluation) -> Sail:
    """Return the sail command of an evaluated plan, for the side that holds the ship."""
    return Sail(side=side_of(state, evaluation.ship), ship=evaluation.ship, plan=evaluation.plan)


# --- in line


def plan_wake_move(state: State, key: str, leader: str) -> PlanEvaluation | None:
    """Return the plan that best keeps the ship astern of `leader`; None if every plan touches a ship.

    So the ships of a line turn in succession. Plans that leave the ship stopped come last. None also if all
    plans are illegal or end early.
    """
    stern = state.ships[leader].pose.point
    astern = LINE_INTERVAL + positions.hull_size(state, key)[0]
    points = sailing.compute_allowance(state, key)
    steadies = (1,) if sailing.is_stopped(state, key) else (0, 1)
    runs = range(points.forced, points.points + 1)
    tries = [_plan_followed_course(state, key, stern, ahead, steady) for ahead in runs for steady in steadies]
    clear = [evaluation for evaluation in tries if evaluation.verdict is None and not evaluation.end]
    return min(
        clear,
        key=lambda evaluation: (_loses_way(evaluation), _rate_position(evaluation.pose, stern, astern)),
        default=None,
    )


def _loses_way(evaluation: PlanEvaluation) -> bool:
    """Return True if a ship that has way on her would lie stopped."""
    return evaluation.is_stopped and not evaluation.was_stopped


def _rate_position(pose: Pose, stern: Point, astern: float) -> float:
    """Return the cost in UM of a pose: distance from the place astern, plus a little for each degree off.

    Too near costs `_CROWDING_FACTOR` times as much as too far.
    """
    astray = measure.heading_difference(pose.heading, _bearing_or_heading(pose, stern))
    lag = measure.distance(pose.point, stern) - astern
    return max(lag, -_CROWDING_FACTOR * lag) + _UM_PER_DEGREE * astray


def _plan_followed_course(state: State, key: str, stern: Point, ahead: int, steady: int) -> PlanEvaluation:
    """Evaluate a plan of `ahead` advances with a turn towards the leader's stern before each of them.

    The first `steady` advances are made without a turn, for a ship that is stopped or has one close astern.
    Points left are slowed.
    """
    plan: tuple[Step, ...] = ()
    for number in range(ahead):
        plan = (*plan, *(() if number < steady else _turn_towards_stern(state, key, plan, stern)), sailing.ADVANCE)
    if ahead and (len(plan) == 1 or plan[-2].kind != "turn"):
        plan = (*plan, *_turn_towards_stern(state, key, plan, stern))
    spare = (
        sailing.compute_allowance(state, key).points - sailing.compute_allowance(state, key).optional - ahead
        if ahead
        else 0
    )
    return sailing.evaluate_plan(state, key, plan + (sailing.SLOW,) * spare)


def _turn_towards_stern(state: State, key: str, plan: tuple[Step, ...], stern: Point) -> tuple[Step, ...]:
    """Return a free turn towards the stern of the ship ahead, or () if the ship is nearly on course."""
    at = sailing.evaluate_plan(state, key, plan).pose
    off = (_bearing_or_heading(at, stern) - at.heading + 180) % 360 - 180
    free = state.profile.free_turn
    return (Step("turn", max(-free, min(free, off))),) if abs(off) >= _MIN_FOLLOW_TURN else ()


def _bearing_or_heading(at: Pose, place: Point) -> int:
    """Return the bearing of `place`, degrees, or the present heading if the place is reached."""
    return measure.bearing(at.point, place) if measure.distance(at.point, place) > 0 else at.heading


@cache_per_state
def find_squadron_orders(state: State) -> Mapping[str, SquadronOrder]:
    """Return the known standing order of each ship that still obeys one, by key."""
    return {
        key: one
        for one in state.standing or ()
        for key in one.ships
        if key in orders.list_commanded_ships(state, one.side)
    }


@cache_per_state
def list_pending_orders(state: State) -> tuple[SquadronOrder, ...]:
    """Return the standing orders of the asked side that some ready ship has yet to carry out this phase.

    () outside the Movement Phase and while a question is open.
    """
    if state.phase != "movement" or state.question is not None or not state.standing:
        return ()
    ready = list_ready_ships(state, rules.side_to_choose(state))
    return tuple(one for one in state.standing if any(key in ready for key in one.ships))


def build_standing_order(
    state: State, ships: tuple[str, ...], manner: Manner, *, turns: int = 0, to_gunshot: bool = False
) -> SideCommand:
    """Return the command that gives `ships` a standing order for `turns` turns; 0 means until recalled.

    It ends with the battle at the latest. It is signed by the player who is asked; nothing is checked.
    """
    order = StandingOrder(rules.side_to_choose(state), ships, manner, to_gunshot=to_gunshot)
    if turns:
        order = StandingOrder(
            rules.side_to_choose(state), ships, manner, min(state.turn + turns - 1, state.turns), to_gunshot
        )
    return seats.sign_order(state, order)


def build_recall(state: State, ships: tuple[str, ...]) -> SideCommand:
    """Return the command that ends the standing orders of `ships`, signed by the player who is asked."""
    return seats.sign_order(state, RecallOrders(rules.side_to_choose(state), ships))
