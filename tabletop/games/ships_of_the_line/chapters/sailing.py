"""Chapters 5.1 and 5.2: what holds a ship, the points of her move, and the evaluation of sailing plans.

`check`, `decide` and the preview at the table all evaluate plans here, so what is seen is what will be done (AMB-125).
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import msgspec
import shapely
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.phrases import format_signed
from tabletop.core.state_cache import cache_per_object, cache_per_state
from tabletop.games.ships_of_the_line import hooks, model, positions
from tabletop.games.ships_of_the_line.commands import TURNS, Step
from tabletop.games.ships_of_the_line.positions import Near, PathStep, Room
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import MASTS, Mast
from tabletop.games.ships_of_the_line.tables import Modifier, ModifierRule, Sailing


def is_grappled(state: model.State, key: str) -> bool:
    """Return True if a grapple joins a ship to another; a tow is no grapple (AMB-142)."""
    return bool(state.grapples) and key in _find_grappled_ships(state.grapples)


@cache_per_object
def _find_grappled_ships(grapples: tuple[model.Grapple, ...]) -> frozenset[str]:
    """Return all ships that one of the grapples joins. Cached by the grapples."""
    return frozenset(key for grapple in grapples for key in (grapple.first, grapple.second))


def find_tow(state: model.State, tower: str) -> str:
    """Return the ship in tow of `tower`, or ""."""
    return next((tow.towed for tow in state.tows if tow.tower == tower), "") if state.tows else ""


def tower_of(state: model.State, towed: str) -> str:
    """Return the ship that tows `towed`, or ""."""
    return next((tow.tower for tow in state.tows if tow.towed == towed), "") if state.tows else ""


HOLDS: tuple[hooks.Hold, ...] = (
    hooks.Hold(lambda state, key: not model.is_on_map(state, key), "SOTL-5-a", "She is no longer on the map."),
    hooks.Hold(
        lambda state, key: state.ships[key].status == "struck", "SOTL-4.4.3-a", "She has struck; nobody moves her."
    ),
    hooks.Hold(lambda state, key: state.ships[key].anchored, "SOTL-5.2.5-d", "She lies at anchor."),
    hooks.Hold(is_grappled, "SOTL-6-d", "Grappled ships do not move."),
    hooks.Hold(
        lambda state, key: is_grappled(state, find_tow(state, key)),
        "SOTL-6-d",
        "The ship in tow is grappled, and grappled ships do not move.",
    ),
    hooks.Hold(lambda state, key: bool(tower_of(state, key)), "SOTL-5.6-c", "She is in tow and follows her tower."),
    hooks.Hold(lambda state, key: not state.ships[key].masts, "SOTL-5.2.1-a", "She is dismasted."),
    hooks.Hold(lambda state, key: state.ships[key].rudder_lost, "SOTL-5.2.4-b", "Her rudder is lost."),
)
"""What holds a ship in the basic game."""


@cache_per_state
def check_held(state: model.State, key: str) -> Refused | None:
    """Return the refusal that says what keeps a ship from making way in any wind, or None.

    Grapples, an anchor, the loss of masts or rudder and more hold a ship; the first in the order of the rules is
    named.
    """
    for hold in rules_of(state).holds:
        if hold.test(state, key):
            return Refused(hold.rule, hold.reason, pieces=(key,))
    return None


def is_stopped(state: model.State, key: str) -> bool:
    """Return True if a ship has no way on now: marked stopped, held, or head to wind (AMB-72, AMB-76)."""
    ship = state.ships[key]
    return ship.stopped or check_held(state, key) is not None or model.is_head_to_wind(ship.pose.heading, state.wind)


def check_not_moved(state: model.State, key: str) -> Refused | None:
    """Return the refusal if a ship has made her move of this turn, or None (AMB-89)."""
    if state.ships[key].moved:
        return Refused("SOTL-3-e", "She has already moved this turn.", pieces=(key,))
    return None


def build_room(state: model.State, key: str, reach: float) -> Room:
    """Return the water for a move of a ship: what lies within `reach` UM of her and of the ship in tow."""
    towed = find_tow(state, key)
    movers = (key, towed) if towed else (key,)
    return Room(
        ship=key,
        size=positions.hull_size(state, key),
        near=Near(state, movers, reach + 1, rules_of(state).barriers),
        sea=state.sea,
        profile=state.profile,
        towed=towed,
        towed_size=positions.hull_size(state, towed) if towed else (0.0, 0.0),
        towed_start=state.ships[towed].pose if towed else None,
    )


def find_barriers(state: model.State) -> dict[str, shapely.Polygon]:
    """Return the convex pieces, except ships, that no hull may enter, each by its own key (AMB-197)."""
    return {key: piece for found in rules_of(state).barriers for key, piece in found(state).items()}


MAST_POINTS: dict[Mast, int] = {"fore": 1, "main": 2, "mizzen": 1}
"""Points that a standing mast is worth under low sail (5.2.1-a)."""

RATINGS: dict[model.Strength | None, int] = {"light": -1, "breeze": 0, "heavy": 1, None: 0}
"""Inertia rating of the wind's strength (AMB-70)."""

_RELATION_WORDS: dict[model.Relation, str] = {
    "bow": "Wind ahead",
    "tack": "Wind on the tack",
    "side": "Wind abeam",
    "quarter": "Wind on the quarter",
    "stern": "Wind astern",
}

_STRENGTH_WORDS: dict[model.Strength | None, str] = {"light": "Light breeze", "heavy": "Heavy breeze"}


@cache_per_state
def compute_allowance(state: model.State, key: str) -> hooks.Allowance:
    """Return the points that a ship has for her move as she lies now, with the forced part (AMB-6, AMB-8)."""
    return _compute_allowance(build_sailing(state, key))


@lru_cache(maxsize=1024)
def _compute_allowance(ship: Sailing) -> hooks.Allowance:
    """Return the points and forced points for a `Sailing`. Cached: most ships do not change between calls.

    Forced is 1 plus the inertia rating, at least 0 and at most the points that are not optional.
    """
    sums = ship.modifiers
    lines = sums.allowance.lines(ship)
    working = tuple([line for _, line in lines])
    points = working[-1].value
    bound = sums.allowance.total(ship, optional=False) if any(term.optional for term, _ in lines) else points
    forced = min(bound, max(0, 1 + sums.inertia.total(ship)))
    return hooks.Allowance(points, forced, ship.percentage, working, ship.stopped and ship.makes_way, points - bound)


def build_sailing(state: model.State, key: str) -> Sailing:
    """Return all that the points of a ship depend on: wind, heading, masts, sail, tow, and what holds her."""
    ship, hold = state.ships[key], check_held(state, key)
    percent = model.wind_percentage(ship.pose.heading, state.wind)
    return Sailing(
        modifiers=rules_of(state).modifiers,
        profile=state.profile,
        wind=state.wind,
        card=state.cards[key],
        heading=ship.pose.heading,
        percentage=percent,
        masts=ship.masts,
        sail=ship.sail,
        prize=ship.status == "captured",
        towed=find_tow(state, key),
        hold=hold.reason if hold else "",
        stopped=ship.stopped or hold is not None or percent == 0,
    )


def compute_resistance(state: model.State, key: str) -> int:
    """Return the points that a ship would pay for getting under way, less her inertia (5.2.5-a).

    Computed also for a ship that is under way.
    """
    return rules_of(state).modifiers.resistance.total(build_sailing(state, key))


def proportion(points: int, percent: int) -> int:
    """Return `percent` hundredths of the points, rounded up (5.2.3-b)."""
    return -(-points * percent // 100)


def halve(points: int) -> int:
    """Return half of the points, rounded up, for a ship that tows (5.6-c)."""
    return -(-points // 2)


def _add_wind(ship: Sailing, so_far: int) -> Modifier | None:
    """Return the line for the inertia rating of a light or heavy wind; None for a breeze or no wind."""
    strength = ship.wind.strength
    return add_points(so_far, _STRENGTH_WORDS[strength], RATINGS[strength]) if RATINGS[strength] else None


INERTIA: tuple[ModifierRule[Sailing], ...] = (ModifierRule("wind", "AMB-70", _add_wind),)
"""The inertia rating; 1 more is what a ship must spend before she may slow."""


def _add_resistance(ship: Sailing, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the resistance of the rule profile."""
    lost = ship.profile.resistance
    return Modifier("Resistance of a stopped ship", str(lost), lost)


def _subtract_inertia(ship: Sailing, so_far: int) -> Modifier | None:
    """Return the line that subtracts the inertia rating, at least to 0.

    None if the rating is not positive.
    """
    rating = ship.modifiers.inertia.total(ship)
    return Modifier("Inertia", f"−{rating}", max(0, so_far - rating)) if rating > 0 else None


RESISTANCE: tuple[ModifierRule[Sailing], ...] = (
    ModifierRule("resistance", "SOTL-5.2.5-a", _add_resistance),
    ModifierRule("inertia", "SOTL-5.2.5-b", _subtract_inertia),
)
"""What getting under way costs a stopped ship."""


def _add_base(ship: Sailing, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the base points of the rule profile, alike for every ship."""
    return Modifier("Points of every ship", "", ship.profile.base_points)


Worth = Callable[[Sailing], Mapping[Mast, int]]
"""Returns the points that each mast adds to a ship's move."""


def _subtract_lost_mast(worth: Worth, mast: Mast, ship: Sailing, so_far: int) -> Modifier | None:
    """Return the line that subtracts the worth of `mast`, at least to 0; None if the mast stands."""
    if mast in ship.masts:
        return None
    lost = worth(ship)[mast]
    return Modifier(f"{mast.capitalize()}mast lost", f"−{lost}", max(0, so_far - lost))


def build_mast_terms(worth: Worth) -> tuple[ModifierRule[Sailing], ...]:
    """Return for each mast the modifier rule that subtracts its `worth` once it is lost (5.2.1-a)."""
    return tuple(
        ModifierRule(f"{mast}mast", "SOTL-5.2.1-a", partial(_subtract_lost_mast, worth, mast)) for mast in MASTS
    )


def _take_wind_share(ship: Sailing, so_far: int) -> Modifier:
    """Return the line that leaves the wind's percentage of the points, rounded up.

    All of them without wind.
    """
    relation = model.wind_relation(ship.heading, ship.wind)
    words = _RELATION_WORDS[relation] if ship.wind.counts else "No wind counts"
    return Modifier(words, f"{ship.percentage} %", proportion(so_far, ship.percentage))


def _stop_held_ship(ship: Sailing, so_far: int) -> Modifier | None:  # noqa: ARG001 - it leaves her nothing
    """Return the line that sets the points of a held ship to 0; None if nothing holds her."""
    return Modifier(ship.hold.rstrip("."), "cannot move", 0) if ship.hold else None


def _add_wind_inertia(ship: Sailing, so_far: int) -> Modifier | None:
    """Return the line that adds the wind's inertia rating to the points; None if the ship cannot make way."""
    return _add_wind(ship, so_far) if ship.makes_way else None


def _subtract_resistance(ship: Sailing, so_far: int) -> Modifier | None:
    """Return the line that subtracts a stopped ship's resistance if she can make way (5.2.5-a), else None.

    The points may fall below 0.
    """
    if not (ship.stopped and ship.makes_way):
        return None
    lost = ship.modifiers.resistance.total(ship)
    return Modifier("Resistance of a stopped ship", f"−{lost}", so_far - lost) if lost else None


def _halve_for_tow(ship: Sailing, so_far: int) -> Modifier | None:
    """Return the line that halves the points of a ship with another in tow, rounded up.

    None for any other.
    """
    tows = ship.makes_way and ship.towed
    return Modifier("A ship in tow", "half", halve(max(0, so_far))) if tows else None


def _raise_to_zero(ship: Sailing, so_far: int) -> Modifier | None:  # noqa: ARG001 - whatever ship she is
    """Return the line that sets negative points to 0; None if they are not negative."""
    return Modifier("Never below", "0", 0) if so_far < 0 else None


def add_points(so_far: int, source: str, change: int) -> Modifier:
    """Return a line that adds `change` points, which may be negative."""
    return Modifier(source, format_signed(change), so_far + change)


ALLOWANCE: tuple[ModifierRule[Sailing], ...] = (
    ModifierRule("base", "SOTL-5-g", _add_base),
    *build_mast_terms(lambda ship: MAST_POINTS),  # noqa: ARG005 - under low sail every ship's masts are worth the same
    ModifierRule("wind's part", "SOTL-5.2.3-a", _take_wind_share),
    ModifierRule("held", "SOTL-5.2.5-d", _stop_held_ship),
    ModifierRule("inertia", "AMB-70", _add_wind_inertia),
    ModifierRule("resistance", "SOTL-5.2.5-a", _subtract_resistance),
    ModifierRule("tow", "SOTL-5.6-c", _halve_for_tow),
    ModifierRule("floor", "AMB-8", _raise_to_zero),
)
"""The points of a move (AMB-8)."""


def take_step(trial: hooks.PlanEvaluation, step: Step) -> hooks.PlanEvaluation:
    """Return the evaluation after `step`, or with the refusal of that step and the legs as they were.

    The step must be the last of `trial.plan` already. Refused: a kind that no ship has in this battle, and what the
    checks of its kind refuse.
    """
    kind = trial.step_kinds.get(step.kind)
    if kind is None:
        return hooks.refuse_step(trial, "AMB-123", f"No ship can {step.kind} in this battle.")
    for check in kind.checks:
        if refusal := check(trial, step):
            return replace(trial, refusal=refusal)
    return kind.take(trial, step)


def check_not_over(trial: hooks.PlanEvaluation, step: Step) -> Refused | None:  # noqa: ARG001
    """Return the refusal if the move has ended head to wind or by heaving to, or None."""
    if trial.end == "wind":
        return Refused("SOTL-5.2.5-d", "Her move ended head to wind.")
    if trial.is_hove_to:
        return Refused("AMB-205", "Her plan ends when she heaves to.")
    return None


def _check_heading(trial: hooks.PlanEvaluation, step: Step) -> Refused | None:  # noqa: ARG001
    """Return the refusal if the ship began her move head to wind, or None."""
    if trial.allowance.percentage == 0:
        return Refused("SOTL-5.2.3-a", "She is head to wind and cannot advance.")
    return None


def _check_degrees(trial: hooks.PlanEvaluation, step: Step) -> Refused | None:
    """Return the refusal of a turn or pivot of 0° or wider than allowed, or of degrees in any other step.

    Or None.
    """
    profile = trial.room.profile
    most = {"turn": profile.free_turn, "pivot": profile.pivot}.get(step.kind)
    if most is None:
        return Refused("SOTL-5.1-b", "Only turns have degrees.") if step.degrees else None
    if abs(step.degrees) > most:
        rule, what = ("SOTL-5.1-b", "A free turn") if step.kind == "turn" else ("SOTL-5.1-d", "A turn on the spot")
        by = f"{abs(step.degrees)}° at once, at most {most}°"
        return Refused(rule, f"{what} cannot be that wide.", by)
    return None if step.degrees else Refused("SOTL-5.1-b", "A turn needs at least one degree.")


def check_points(trial: hooks.PlanEvaluation, step: Step) -> Refused | None:
    """Return the refusal if no point is left for a step that costs one, or None.

    Free are a stop, a turn carried by the advance before it, and the attempt of a stopped ship to get under way.
    """
    free = step.kind == "stop" or (step.kind == "turn" and _carries_turn(trial))
    if trial.points_left > 0 or free or _is_attempt_under_way(trial, step):
        return None
    needed = sum(1 for one in trial.plan if one.kind != "turn")
    by = f"{hooks.format_points(max(needed, trial.allowance.points + 1))} needed, she has {trial.allowance.points}"
    return Refused("SOTL-5-d", "She does not have enough points for that.", by)


def _is_attempt_under_way(trial: hooks.PlanEvaluation, step: Step) -> bool:
    """Return True if a stopped ship begins with an advance: allowed even without a point left (5.3-b)."""
    return trial.was_stopped and step.kind == "advance" and len(trial.plan) == 1


def _check_under_way_first(trial: hooks.PlanEvaluation, step: Step) -> Refused | None:
    """Return the refusal if a stopped ship begins with anything but an advance, or None."""
    if trial.was_stopped and not trial.legs and step.kind != "advance":
        return Refused("SOTL-5.5-c", "A stopped ship must first get under way with an advance.")
    return None


def _check_turn_paid(trial: hooks.PlanEvaluation, step: Step) -> Refused | None:
    """Return the refusal to slow or stop while a free turn still waits for its advance, or None."""
    if trial.has_pending_turn and step.kind in ("slow", "stop"):
        return Refused("SOTL-5.1-b", "A free turn needs an advance directly before or after it.")
    return None


def check_no_second_turn(trial: hooks.PlanEvaluation, step: Step) -> Refused | None:
    """Return the refusal of a turn right after a turn, or None (AMB-10)."""
    if step.kind in TURNS and trial.legs and trial.legs[-1].kind in TURNS:
        return Refused("SOTL-5.1-d", "Between two turns she must use a point to advance or slow.")
    return None


def _carries_turn(trial: hooks.PlanEvaluation) -> bool:
    """Return True if the latest step is an advance whose free turn is unused."""
    return bool(trial.legs) and trial.legs[-1].kind == "advance" and not trial.has_used_turn


def _take_advance(trial: hooks.PlanEvaluation, step: Step) -> hooks.PlanEvaluation:
    """Return the evaluation after 1 UM ahead, or as far as nothing is in the way; a ship in tow follows.

    Without a point left the move ends by resistance. The first advance with a tow is refused without room astern.
    """
    if trial.points_left <= 0:
        return replace(trial, end="resistance")
    if trial.tow and trial.tow_pose is None:
        trial = _take_in_tow(trial)
        if trial.refusal:
            return trial
    way = positions.advance_straight(trial.room, trial.pose, 1)
    return replace(_move_ship(trial, step, way, 1), has_used_turn=trial.has_pending_turn, has_pending_turn=False)


def _take_in_tow(trial: hooks.PlanEvaluation) -> hooks.PlanEvaluation:
    """Return the evaluation with the towed ship set in the wake, or refused if a hull is there (AMB-142)."""
    blocker = positions.wake_blocker(trial.room, trial.pose)
    if blocker:
        refused = hooks.refuse_step(trial, "SOTL-5.6-e", "There is no room astern for the ship in tow.")
        return replace(refused, contact=blocker)
    return replace(trial, tow_pose=positions.compute_tow_pose(trial.room, trial.pose))


def _take_turn(trial: hooks.PlanEvaluation, step: Step) -> hooks.PlanEvaluation:
    """Return the evaluation after a free turn, which uses the advance before it or waits for the next.

    A turn before its advance that ends the move costs the point of that advance.
    """
    behind = _carries_turn(trial)
    way = positions.turn_about_pivot(trial.room, trial.pose, step.degrees)
    gone = _move_ship(trial, step, way, 0)
    if behind:
        return replace(gone, has_used_turn=True)
    # the turn opens an advance: if it ends the move, the point of that advance is spent (AMB-125, AMB-126)
    return _charge_turn(gone) if gone.end else replace(gone, has_pending_turn=True)


def _charge_turn(trial: hooks.PlanEvaluation) -> hooks.PlanEvaluation:
    """Return the evaluation with a point spent on the last leg."""
    *before, last = trial.legs
    return replace(trial, points_spent=trial.points_spent + 1, legs=(*before, replace(last, points=1)))


def _take_slow(trial: hooks.PlanEvaluation, step: Step) -> hooks.PlanEvaluation:
    """Return the evaluation with one point slowed, or with the refusal while forced points are left."""
    if trial.forced_points_left:
        by = f"{hooks.format_points(trial.allowance.forced)} to use first, {trial.points_spent} used"
        return hooks.refuse_step(trial, "SOTL-5.2.3-d", "She has too much way on to slow yet.", by)
    leg = hooks.Leg(step.kind, trial.pose, trial.pose, 1)
    return replace(trial, points_slowed=trial.points_slowed + 1, legs=(*trial.legs, leg))


def _take_stop(trial: hooks.PlanEvaluation, step: Step) -> hooks.PlanEvaluation:
    """Return the evaluation after heaving to, which costs nothing (AMB-205), or with the refusal.

    Refused: points left over, a ship that has slowed to a stop already, and more points spent than forced.
    """
    if trial.points_left:
        return hooks.refuse_step(
            trial,
            "AMB-205",
            ("She can stop only by slowing with all her remaining points."),
            hooks.format_points(trial.points_left),
        )
    if trial.is_slowed_to_stop:
        return hooks.refuse_step(trial, "AMB-205", "She has already slowed to a stop.")
    if trial.points_spent > trial.allowance.forced:
        by = f"{hooks.format_points(trial.points_spent)} used, at most {trial.allowance.forced}"
        return hooks.refuse_step(trial, "AMB-205", "She has too much way on to stop.", by)
    return replace(trial, legs=(*trial.legs, hooks.Leg(step.kind, trial.pose, trial.pose, 0)))


def _move_ship(trial: hooks.PlanEvaluation, step: Step, way: PathStep, points: int) -> hooks.PlanEvaluation:
    """Return the evaluation with the result `way` of a step as its next leg, at a cost of `points`."""
    leg = hooks.Leg(step.kind, trial.pose, way.pose, points, way.cut)
    return replace(
        trial,
        pose=way.pose,
        legs=(*trial.legs, leg),
        points_spent=trial.points_spent + points,
        end=_find_end(trial, step, way),
        contact=way.blocker,
        witness=way.witness,
        departing_ships=way.gone,
        tow_pose=trial.tow_pose and way.towed_pose,
    )


def _find_end(trial: hooks.PlanEvaluation, step: Step, way: PathStep) -> hooks.End:
    """Return what ends the move after a step: edge of the map, contact, a turn head to wind.

    "" for nothing.
    """
    if way.gone:
        return "edge"
    if way.blocker:
        return "contact"
    return "wind" if step.kind in TURNS and model.is_head_to_wind(way.pose.heading, trial.wind) else ""


def take_pivot(trial: hooks.PlanEvaluation, step: Step) -> hooks.PlanEvaluation:
    """Return the evaluation after a turn on the spot, cut short by what is in the way; it costs a point."""
    return _move_ship(trial, step, positions.turn_about_pivot(trial.room, trial.pose, step.degrees), 1)


_CHECKS = (
    check_not_over,
    _check_heading,
    _check_degrees,
    check_points,
    _check_under_way_first,
    _check_turn_paid,
    check_no_second_turn,
)

_STEPS: dict[str, Callable[[hooks.PlanEvaluation, Step], hooks.PlanEvaluation]] = {
    "advance": _take_advance,
    "turn": _take_turn,
    "pivot": take_pivot,
    "slow": _take_slow,
    "stop": _take_stop,
}


def _same_for_every_ship(kind: hooks.StepKind) -> Callable[[model.State, str], hooks.StepKind]:
    """Return a function that gives the step kind `kind` for every ship of every battle."""
    return lambda state, key: kind  # noqa: ARG005 - the same for every ship


KINDS = {name: _same_for_every_ship(hooks.StepKind(take, _CHECKS)) for name, take in _STEPS.items()}
"""The kinds of step, by name, of which the plan of any ship is made."""


ADVANCE = Step("advance")
SLOW = Step("slow")
STOP = Step("stop")

_VOIDS_THE_REST = frozenset({"contact", "edge", "resistance"})


@cache_per_state
def evaluate_plan(state: model.State, key: str, plan: tuple[Step, ...]) -> hooks.PlanEvaluation:
    """Return how far a plan gets from where the ship lies.

    The state does not change and nothing is raised. Draw its `legs`; order the plan only if its `verdict` is None.
    Cached: what a player sees is checked and carried out by the same evaluation.
    """
    return continue_plan(begin_plan(state, key), plan)


def continue_plan(tried: hooks.PlanEvaluation, more: tuple[Step, ...]) -> hooks.PlanEvaluation:
    """Return the evaluation after the steps `more`; the first refusal, contact or edge ends it.

    All of `more` is added to its plan, also the steps that could not be taken.
    """
    tried = msgspec.structs.replace(tried, plan=(*tried.plan, *more))
    for step in more:
        if tried.refusal or tried.end in _VOIDS_THE_REST:
            break
        tried = take_step(tried, step)
    return tried


@cache_per_state
def begin_plan(state: model.State, key: str) -> hooks.PlanEvaluation:
    """Return the evaluation of an empty plan, refused at once if something holds the ship. Cached."""
    ship = state.ships[key]
    points = compute_allowance(state, key)
    return hooks.PlanEvaluation(
        ship=key,
        plan=(),
        allowance=points,
        step_kinds={name: kind(state, key) for name, kind in rules_of(state).steps.items()},
        room=build_room(state, key, reach=points.points),
        wind=state.wind,
        pose=ship.pose,
        was_stopped=is_stopped(state, key),
        refusal=check_held(state, key),
        tow=find_tow(state, key),
    )


class Limits(msgspec.Struct, frozen=True):
    """The limits of the next step of a plan.

    Each `no_...` is the refusal of that step, or None if it is allowed.

    Attributes:
        trial: the plan so far.
        reach: how far an advance would get, UM: 1, less if something is in the way, 0 if it is refused.
        turn: degrees that a free turn may take her to port and to starboard before she touches anything.
        pivot: the same for a turn on the spot that costs a point.
        blocker: the ship or thing that shortens the advance; "" for none.
    """

    trial: hooks.PlanEvaluation
    reach: float
    turn: tuple[int, int]
    pivot: tuple[int, int]
    blocker: str
    no_advance: Refused | None
    no_turn: Refused | None
    no_pivot: Refused | None
    no_slow: Refused | None
    no_stop: Refused | None


def compute_limits(state: model.State, key: str, plan: tuple[Step, ...] = ()) -> Limits:
    """Return how far the step after `plan` may go, what blocks it, and why each kind of step is refused.

    Turns are measured even where they are refused.
    """
    so_far = evaluate_plan(state, key, plan)
    ahead = _try_step(so_far, ADVANCE)
    port, starboard = (
        positions.turn_about_pivot(so_far.room, so_far.pose, side * state.profile.pivot) for side in (-1, 1)
    )
    room = abs(port.extent), abs(starboard.extent)
    free = state.profile.free_turn
    reach = positions.advance_straight(so_far.room, so_far.pose, 1)
    return Limits(
        trial=so_far,
        reach=reach.extent if len(ahead.legs) > len(so_far.legs) else 0.0,
        turn=(int(min(free, room[0])), int(min(free, room[1]))),
        pivot=(int(room[0]), int(room[1])),
        blocker=reach.blocker,
        no_advance=ahead.refusal,
        no_turn=_try_step(so_far, Step("turn", 1)).refusal,
        no_pivot=_try_step(so_far, Step("pivot", 1)).refusal,
        no_slow=_try_step(so_far, SLOW).refusal,
        no_stop=_try_step(so_far, STOP).refusal,
    )


def _try_step(so_far: hooks.PlanEvaluation, step: Step) -> hooks.PlanEvaluation:
    """Return the evaluation with one more step; with a refusal if the move is refused or has ended before."""
    if so_far.refusal:
        return so_far
    if so_far.end in _VOIDS_THE_REST:
        over = Refused("SOTL-5-f", "Her move ends here.", pieces=(so_far.contact,) if so_far.contact else ())
        return msgspec.structs.replace(so_far, refusal=over)
    return take_step(msgspec.structs.replace(so_far, plan=(*so_far.plan, step)), step)
