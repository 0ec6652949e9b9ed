"""A plan drawn on the sea: its path and ghost, and a chip with its costs, risks and guns that bear."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate
from textwrap import wrap
from typing import TypeVar

from tabletop.core.phrases import format_count, format_percent, join_words
from tabletop.games.ships_of_the_line import fleets, positions
from tabletop.games.ships_of_the_line.commands import TURNS
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import plans, summaries
from tabletop.games.ships_of_the_line.survey.battle_lines import find_crossed_divisions, find_wavering_ships
from tabletop.games.ships_of_the_line.survey.gunnery import forecast_fire
from tabletop.games.ships_of_the_line.survey.shores import find_battery_fire
from tabletop.geometry import hull
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.ships_of_the_line.order_words import RANGES
from tabletop.ui.boards.ships_of_the_line.overlays import BatteryFireLine, Chip, Leg, Overlay, PlannedMove, RingedShip
from tabletop.ui.camera import Xy

_LINE_LETTERS = 46
"""Letters in a line of the chip."""
_MOST_NAMES = 3
"""Number of ships that a line names before it counts the rest."""
_SIDES = {True: "starboard", False: "port"}


def build_path(state: State, draft: plans.PlanDraft) -> Iterator[Overlay]:
    """Yield the path of the stern (5.1-a) with the ghost, and a ring around the ship that it touches."""
    tried = draft.evaluation
    legs = (*_build_legs(draft), *_build_rejected_legs(draft))
    rams = bool(tried.plan) and draft.verdict is None and bool(plans.find_collision_risks(state, tried))
    yield PlannedMove(tried.ship, legs, tried.pose, draft.verdict is None, rams)
    if tried.contact in tried.room.obstacles:
        yield RingedShip(tried.contact)  # a ship, not the shore


def build_plan_chip(state: State, draft: plans.PlanDraft, *, unaided: bool = False) -> Chip:
    """Build the chip with the points of the plan, its results or refusal, and the guns that bear.

    `unaided` is True if leaders do not help in the checks of the plan.
    """
    tried, verdict = draft.evaluation, draft.verdict
    name, at = state.cards[tried.ship].name, _find_ghost_center(state, draft)
    if tried.refusal and not tried.plan:
        return Chip(at, f"{name} cannot move", (tried.refusal.reason,), "refusal")
    left = f"{format_count(tried.points_left, 'point')} left"
    sums = f"{name}: {left if tried.allowance.points else 'no points to move with'}"
    if lapsing := min(tried.points_left, tried.allowance.optional):
        sums += f", {lapsing} may stay unused"
    if tried.forced_points_left:
        sums += f", at least {tried.forced_points_left} to be used"
    if not tried.plan and not draft.refusal:
        return Chip(at, sums, (), "plan")
    why = (f"{verdict.reason} {verdict.by}".strip(),) if verdict else ()
    slowed = (f"Gives up {format_count(tried.points_slowed, 'point')}",) if tried.points_slowed else ()
    told = (
        *why,
        *_describe_turn(draft),
        *slowed,
        *_describe_ending(state, draft, unaided),
        *_describe_guns(state, draft),
    )
    lines = tuple(part for line in told for part in wrap(line, _LINE_LETTERS, break_on_hyphens=False))
    return Chip(at, sums, lines, "refusal" if draft.refusal else "plan")


def _describe_guns(state: State, draft: plans.PlanDraft) -> Iterator[str]:
    """Yield which targets bear and who could fire at the ship from the end of the plan."""
    if not draft.evaluation.legs:
        return
    seen = forecast_fire(state, draft.evaluation.ship, draft.evaluation.pose)
    ours = list(dict.fromkeys(f"{summaries.find_name(state, key)} ({RANGES[band]})" for key, band in seen.targets))
    theirs = [state.cards[key].name for key in seen.threats]
    if ours:
        yield f"From there she bears on {_join_first_names(ours)}"
    if theirs:
        start = "She is under" if ours else "There she is under"
        yield f"{start} the guns of {_join_first_names(theirs)}"
    works = [
        f"{summaries.find_name(state, aim.ship)} ({RANGES[aim.band]}, {aim.dice[-1].value} on {aim.needed}+)"
        for aim in find_battery_fire(state, draft.evaluation.ship, draft.evaluation.pose)
    ]
    if works:
        yield f"In range of {_join_first_names(works)}"


def build_battery_lines(state: State, draft: plans.PlanDraft) -> Iterator[Overlay]:
    """Yield lines from the batteries that have the end of the plan at medium range or nearer."""
    for aim in find_battery_fire(state, draft.evaluation.ship, draft.evaluation.pose) if draft.evaluation.legs else ():
        if aim.band != "long":
            yield BatteryFireLine((aim.sight.start.x, aim.sight.start.y), (aim.sight.end.x, aim.sight.end.y))


def _join_first_names(names: list[str]) -> str:
    """Return the first names joined by commas, and the number of the others."""
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _build_legs(draft: plans.PlanDraft) -> list[Leg]:
    """Return the legs that are carried out; advances on one heading are joined."""
    legs: list[Leg] = []
    tried = draft.evaluation
    for made, spent in zip(tried.legs, accumulate(one.points for one in tried.legs), strict=True):
        start, end, heading = _to_point(made.start), _to_point(made.end), made.start.heading
        if made.kind in TURNS:
            legs.append(Leg(start, end, _turn_degrees(made.start, made.end), heading))
        elif made.kind == "advance" and legs and not legs[-1].turn:
            legs[-1] = Leg(legs[-1].start, end, 0, heading, spent=str(spent))
        elif made.kind == "advance":
            legs.append(Leg(start, end, 0, heading, spent=str(spent)))
    return legs


def _build_rejected_legs(draft: plans.PlanDraft) -> Iterator[Leg]:
    """Yield the leg that was refused, or the rest of one that was cut short."""
    pose, step = draft.evaluation.pose, draft.rejected_step
    last = draft.evaluation.legs[-1] if draft.evaluation.legs else None
    if step and step.degrees:
        yield Leg(_to_point(pose), _to_point(pose), step.degrees, pose.heading, legal=False)
    elif step and step.kind == "advance":
        yield _build_leg_ahead(draft, pose.advance(1))
    elif last and last.cut and last.kind == "advance":
        yield _build_leg_ahead(draft, last.start.advance(1))


def _build_leg_ahead(draft: plans.PlanDraft, end: Pose) -> Leg:
    """Return the rejected leg from the bow of the ghost to where the bow would be at `end`."""
    length = draft.evaluation.room.size[0]
    start, stop = hull.bow(draft.evaluation.pose, length), hull.bow(end, length)
    return Leg((start.x, start.y), (stop.x, stop.y), 0, end.heading, legal=False)


def _describe_turn(draft: plans.PlanDraft) -> Iterator[str]:
    """Yield the degrees and the cost of the turn at the end of the plan, if there is one."""
    last = draft.evaluation.legs[-1] if draft.evaluation.legs else None
    if last and last.kind in TURNS:
        degrees = _turn_degrees(last.start, last.end)
        cost = "on the spot for 1 point" if last.points else "free after the advance"
        if last.kind == "pitch":
            cost = f"pitching for 1 point; {draft.evaluation.points_left} left on this tack"
        yield f"{abs(degrees)}° to {_SIDES[degrees > 0]}, {cost}"


def _describe_ending(state: State, draft: plans.PlanDraft, unaided: bool) -> Iterator[str]:
    """Yield how the move ends if that is notable: contact, departure, resistance, wind, risks."""
    tried = draft.evaluation
    if tried.contact:
        touching = plans.find_ship_cut_short(state, tried)
        who = "she" if touching == tried.ship else f"{state.cards[touching].name}, in tow,"
        yield f"Her move ends where {who} touches {summaries.find_name(state, tried.contact)}"
    if tried.departing_ships:
        yield f"{join_words(state.cards[key].name for key in tried.departing_ships)} leave the battle for good"
    if tried.end == "resistance":
        yield "Resistance takes all her points; she will have way on next turn"
    if tried.end == "wind":
        yield "Head to wind: her move ends, and she lies stopped"
    elif tried.plan and tried.verdict is None and tried.is_stopped:
        yield "She will lie stopped"
    if tried.plan and tried.verdict is None:
        yield from _describe_crossed_lines(state, draft)
        yield from _describe_risks(state, draft, unaided)


def _describe_crossed_lines(state: State, draft: plans.PlanDraft) -> Iterator[str]:
    """Yield the enemy lines that the move crosses, and the likely flights after a rake (12)."""
    for division in find_crossed_divisions(state, draft.evaluation):
        ships = find_wavering_ships(state, division)
        fled = float(sum((one.chance_to_flee for one in ships), Fraction(0)))
        tested = format_count(len(ships), "ship")
        told = f"her first rake will break it: {tested} must roll for morale, about {fled:.1f} flee"
        yield f"Crosses the line of {fleets.divisions(state)[division]}: {told}"


def _describe_risks(state: State, draft: plans.PlanDraft, unaided: bool) -> Iterator[str]:
    """Yield the collisions and groundings that the plan risks, with chance and loss."""
    for one, alone in _pair_risks(plans.find_collision_risks, state, draft):
        names = state.cards[one.mover].name, state.cards[one.other].name
        chance = _describe_chance(one, alone, unaided, _format_sixths)
        yield f"{names[0]} rams {names[1]}: {chance}, you −{one.own_loss}, she −{one.other_loss}, then both are fouled"
    yield from describe_groundings(state, draft, unaided)


def describe_groundings(state: State, draft: plans.PlanDraft, unaided: bool = False) -> Iterator[str]:
    """Yield the groundings that the plan of `draft` risks, with chance and loss."""
    for ground, bare in _pair_risks(plans.find_grounding_risks, state, draft):
        where = "on the shoals off" if ground.ring else "on the wreck of"
        told = f"{state.cards[ground.ship].name} grounds {where} {summaries.find_name(state, ground.obstacle)}"
        yield f"{told} with {_describe_chance(ground, bare, unaided, format_percent)}: hull −{ground.loss}"


RiskT = TypeVar("RiskT", plans.CollisionRisk, plans.GroundingRisk)


def _pair_risks(
    found: Callable[..., tuple[RiskT, ...]], state: State, draft: plans.PlanDraft
) -> Iterator[tuple[RiskT, RiskT]]:
    """Return each risk of the plan with the help of leaders, and without it."""
    perils = found(state, draft.evaluation)
    alone = found(state, draft.evaluation, "none") if any(one.leader_modifiers for one in perils) else perils
    return zip(perils, alone, strict=True)


def _describe_chance(one: RiskT, alone: RiskT, unaided: bool, told: Callable[[Fraction], str]) -> str:
    """Return the chance of risk `one` as it will be rolled, and the other chance if a leader matters.

    Args:
        one: the risk with the help of leaders.
        alone: the same risk without it.
        unaided: True if the player does without the help.
        told: formats a chance.
    """
    helped = join_words(f"{line.source} {line.change}" for line in one.leader_modifiers)
    if not helped:
        return told(one.chance)
    first, how, other = (alone, "without", one) if unaided else (one, "with", alone)
    return f"{told(first.chance)} {how} {helped}, else {told(other.chance)}"


def _format_sixths(chance: Fraction) -> str:
    """Return a chance as a number of faces, such as "4/6"."""
    return f"{round(6 * chance)}/6"


def _find_ghost_center(state: State, draft: plans.PlanDraft) -> Xy:
    """Return the center of the ghost's hull, UM."""
    place = hull.centre(draft.evaluation.pose, positions.hull_size(state, draft.evaluation.ship)[0])
    return place.x, place.y


def _to_point(pose: Pose) -> Xy:
    return pose.x, pose.y


def _turn_degrees(start: Pose, end: Pose) -> int:
    """Return the degrees turned from `start` to `end`, starboard positive."""
    return (end.heading - start.heading + 180) % 360 - 180
