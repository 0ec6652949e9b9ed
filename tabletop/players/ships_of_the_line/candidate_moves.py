"""The moves that a ship could make: plans cut at obstacles, valued, tried by the rules, explained."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from tabletop.core.phrases import join_words
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance, evaluate_plan, is_stopped
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.model import State, is_in_service, side_of, with_ship
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, SailState
from tabletop.games.ships_of_the_line.survey import gunnery, odds, sailing
from tabletop.players.ships_of_the_line import assessment
from tabletop.players.ships_of_the_line.assessment import assess_poses
from tabletop.players.ships_of_the_line.bulk_gunnery import Bools, Floats, Indices, build_equal_hulls, measure_gaps
from tabletop.players.ships_of_the_line.manoeuvres import Plan, build_templates, place_tracks
from tabletop.players.ships_of_the_line.situation import Situation, build_situation

MAX_TRIED = 5
"""Number of the best moves that the rules evaluate."""
_MAX_LOOKED_AT = 60
"""Number of moves among which these are looked for."""
_RAM_COST = 0.3
"""Victory points that it costs to run into an enemy."""
_JAM_COST = 1.2
"""Victory points that it costs to run into a friend."""
_EQUAL_ENDS = 0.02
"""Distance in UM up to which the ends of two moves count as equal."""
_REACH_MARGIN = 0.1
"""UM beyond the longest gap at which two hulls can touch."""
_MOVE_MARGIN = 2.5
"""UM beyond the end of a move within which a hull may be in its way."""


class CandidateMove(NamedTuple):
    """A move that a ship could make.

    Attributes:
        plan: its steps.
        value: its value in victory points.
        evaluation: the result of the plan by the rules.
        sail: the sail that the ship sets before the move; None to leave the sail as it is.
    """

    plan: Plan
    value: float
    evaluation: PlanEvaluation
    sail: SailState | None = None

    def build_command(self, situation: Situation) -> Sail:
        """Return the command that makes this move."""
        return Sail(side=situation.side, ship=self.evaluation.ship, plan=self.plan, set=self.sail or UNSET)


class TemplateEnds(NamedTuple):
    """The ends of the plan templates for one ship.

    Attributes:
        plans: the plans.
        poses: stern point and heading at the end of each; shape (plans, 3).
        stops: True for each plan after which the ship lies stopped.
        is_cut: True for each plan that an obstacle cuts short.
        is_rammed: True for each plan that an enemy cuts short.
    """

    plans: list[Plan]
    poses: Floats
    stops: Bools
    is_cut: Bools
    is_rammed: Bools

    def select(self, which: Indices) -> "TemplateEnds":
        """Return the ends that `which` selects by index."""
        plans = [self.plans[n] for n in which]
        return TemplateEnds(plans, self.poses[which], self.stops[which], self.is_cut[which], self.is_rammed[which])


def find_best_moves(situation: Situation, key: str) -> list[CandidateMove]:
    """Return the best moves of a ship, best first; [] if no template can be sailed."""
    ends = find_template_ends(situation, key)
    if not ends.plans:
        return []
    row = situation.board.row[key]
    if _is_hunted(situation, row) and (gone := _find_escape(situation, key, ends)):
        return [gone]
    jams = np.where(ends.is_cut, np.where(ends.is_rammed, _RAM_COST, _JAM_COST), 0)
    studied = situation.doctrine.studied
    value = (
        assess_poses(
            situation,
            row,
            ends.poses,
            ends.stops,
            situation.rough_outlook(row) if studied else situation.fair_outlook(row),
        )
        - jams
    )
    if studied:
        some = np.argsort(-np.round(value, 6), kind="stable")[:studied]
        ends, jams = ends.select(some), jams[some]
        value = assess_poses(situation, row, ends.poses, ends.stops, situation.full_outlook(row)) - jams
    found = _evaluate_best(situation, key, ends, np.round(value, 6))
    return sorted(found, key=lambda one: -one.value)


def _is_hunted(situation: Situation, row: int) -> bool:
    """Return True for a ship of a fleeing fleet if an enemy that can take it is near."""
    board = situation.board
    able = [foe for foe in situation.foes if not board.is_in_zone[foe]]
    far = np.hypot(*(board.center[able] - board.center[row]).T) if able else np.full(1, np.inf)
    return situation.plan.flees and bool(board.is_fit[row]) and float(far.min()) < board.profile.long + _CHASE_MARGIN


def _find_escape(situation: Situation, key: str, ends: TemplateEnds) -> CandidateMove | None:
    """Return the shortest move that leaves the map, or None if no plan does."""
    sea, row = situation.state.sea, situation.board.row[key]
    east, north = (
        build_equal_hulls(ends.poses, situation.board.hulls.length[row], situation.board.hulls.beam[row]).centers().T
    )
    out = (east < sea.west) | (east > sea.east) | (north < sea.south) | (north > sea.north)
    for n in np.nonzero(out & ~ends.is_cut)[0][:MAX_TRIED]:
        tried = evaluate_plan(situation.state, key, ends.plans[n])
        if tried.refusal is None and tried.departing_ships == (key,):
            return CandidateMove(ends.plans[n][: len(tried.legs)], 0.0, tried)
    return None


_CHASE_MARGIN = 3.0
"""UM beyond gunshot up to which a pursuer counts as near."""


def find_template_ends(situation: Situation, key: str) -> TemplateEnds:
    """Return the ends of the ship's templates, without plans that pass head to wind if there are others."""
    state, row = situation.state, situation.board.row[key]
    given, stopped = compute_allowance(state, key), is_stopped(state, key)
    if given.points <= 0:
        return TemplateEnds([], np.zeros((0, 3)), np.zeros(0, bool), np.zeros(0, bool), np.zeros(0, bool))
    laid_out = build_templates(given.points, stopped)
    base = situation.board.pose[row]
    track = place_tracks(laid_out.track, *base)
    # a move ends when the ship lies head to wind, so such plans are the last resort
    free = ~(situation.weather.percent(track[..., 2]) == 0).any(axis=1) & (laid_out.points_spent >= given.forced)
    kept = np.nonzero(free)[0] if free.any() else np.arange(len(laid_out.plans))
    cut, rammed, last = _cut_tracks(situation, row, track[kept], laid_out.is_passed[kept])
    poses = np.where(cut[:, None], last, track[kept, -1])
    spent = laid_out.points_spent[kept]
    little = cut & (np.hypot(*(last[:, :2] - base[:2]).T) < 0.9) & (given.points > 1)
    stops = ((spent <= given.forced) & (spent < given.points)) | little
    return TemplateEnds([laid_out.plans[n] for n in kept], poses, stops, cut, rammed)


def _cut_tracks(situation: Situation, row: int, track: Floats, passed: Bools) -> tuple[Bools, Bools, Floats]:
    """Return masks of the tracks cut by anything and by an enemy, and the last clear pose of each."""
    board, each = situation.board, np.arange(len(track))
    bars = assessment.find_shore_contacts(
        situation.state, track, passed, board.hulls.length[row], board.hulls.beam[row]
    )
    near, bad = _find_obstacles(situation, row, track, passed)
    met: Bools = np.logical_or(bars, np.any(bad, axis=2))
    cut: Bools = np.any(met, axis=1)
    first = np.where(cut, met.argmax(axis=1), 0)
    rammed = cut & (bad & ~board.is_own[near])[each, first].any(axis=1)
    last = np.where((first > 0)[:, None], track[each, np.maximum(first - 1, 0)], board.pose[row][None])
    return cut, rammed, np.where(cut[:, None], last, track[:, -1])


def _find_obstacles(situation: Situation, row: int, track: Floats, passed: Bools) -> tuple[Indices, Bools]:
    """Return the rows of hulls near the tracks, and a mask of contacts: (tracks, places, hulls)."""
    board, count, width = situation.board, len(track), track.shape[1]
    apart = np.hypot(*(board.center - board.center[row]).T)
    far = float(np.hypot(track[..., 0] - board.pose[row, 0], track[..., 1] - board.pose[row, 1]).max()) + _MOVE_MARGIN
    near = np.nonzero((apart < far) & (np.arange(len(board.keys)) != row))[0]
    one, others = (
        build_equal_hulls(track.reshape(-1, 3), board.hulls.length[row], board.hulls.beam[row]),
        board.hulls.select(near),
    )
    before = measure_gaps(board.hulls.select(np.array([row])), others)
    reach = (np.hypot(one.length[0], one.beam[0]) + np.hypot(others.length, others.beam)) / 2 + _REACH_MARGIN
    away = np.hypot(one.mid_east[:, None] - others.mid_east, one.mid_north[:, None] - others.mid_north)
    place, hull = np.nonzero((away < reach) & passed.reshape(-1, 1))
    bad = np.zeros(away.shape, bool)
    between = measure_gaps(one.select(place), others.select(hull))
    bad[place, hull] = between < np.minimum(board.profile.contact_gap, before[hull] - 0.02)
    return near, bad.reshape(count, width, -1)


def _evaluate_best(situation: Situation, key: str, ends: TemplateEnds, value: Floats) -> Iterator[CandidateMove]:
    """Yield the best moves with different ends, as the rules evaluate them; at most `MAX_TRIED`."""
    taken: list[Floats] = []
    for n in np.argsort(-value, kind="stable")[:_MAX_LOOKED_AT]:
        if len(taken) == MAX_TRIED:
            return
        if any(_is_same_end(ends.poses[n], one) for one in taken):
            continue
        plan, tried = _shorten_plan(situation, key, ends.plans[n])
        if tried.verdict is None and not tried.departing_ships:
            taken.append(ends.poses[n])
            worth = _final_value(situation, key, tried, ends, int(n), float(value[n])) - assessment.expected_move_cost(
                situation, tried
            )
            yield CandidateMove(plan, round(worth, 6), tried)


def _is_same_end(one: Floats, other: Floats) -> bool:
    """Return True if two ends are so near each other that they count as equal."""
    turn = abs((one[2] - other[2] + 180) % 360 - 180)
    return bool(abs(one[0] - other[0]) < _EQUAL_ENDS and abs(one[1] - other[1]) < _EQUAL_ENDS and turn < 3)


def _shorten_plan(situation: Situation, key: str, plan: Plan) -> tuple[Plan, PlanEvaluation]:
    """Return the plan without the steps after a contact, and its evaluation."""
    tried = evaluate_plan(situation.state, key, plan)
    if tried.end != "contact":
        return plan, tried
    plan = plan[: len(tried.legs)]
    return plan, evaluate_plan(situation.state, key, plan)


def _final_value(
    situation: Situation, key: str, tried: PlanEvaluation, ends: TemplateEnds, place: int, value: float
) -> float:
    """Return the value of a move where it really ends; `value` if it ends where the template ends."""
    pose = np.array([[tried.pose.x, tried.pose.y, tried.pose.heading]], float)
    if not tried.contact and not ends.is_cut[place] and _is_same_end(pose[0], ends.poses[place]):
        return value
    row = situation.board.row[key]
    worth = float(assess_poses(situation, row, pose, np.array([tried.is_stopped]), situation.full_outlook(row))[0])
    if tried.contact not in situation.state.ships:
        return worth
    return round(worth - (_RAM_COST if side_of(situation.state, tried.contact) != situation.side else _JAM_COST), 6)


def find_moves_under_best_sail(situation: Situation, key: str) -> list[CandidateMove]:
    """Return the best moves under the sail that suits the moment, or under the present sail."""
    if not sailing.list_sails(situation.state, key):
        return find_best_moves(situation, key)
    sail = choose_sail_state(situation, key)
    state = sailing.with_sail_set(situation.state, key, sail)
    found = find_best_moves(build_situation(state, situation.side, situation.doctrine), key)
    return [one._replace(sail=sail) for one in found] if sail != situation.state.ships[key].sail else found


_SEA_ROOM = 9.0
"""Distance in UM to the nearest enemy above which a ship sets all sail."""


def choose_sail_state(situation: Situation, key: str) -> SailState:
    """Return "full" if all enemies are far from the ship, else "mid"."""
    board = situation.board
    far = [float(np.hypot(*(board.center[foe] - board.center[board.row[key]]))) for foe in situation.foes]
    return "full" if min(far, default=0.0) > _SEA_ROOM else "mid"


def explain_move(situation: Situation, key: str, tried: PlanEvaluation) -> str:
    """Return a sentence with the targets of a move, the expected damage and the enemies in range.

    For example ``Mars rakes Pluton's stern, 2.4 hull points expected; nobody bears on her.`` Without a target the
    sentence names the enemy that the ship makes for.
    """
    names = {one: card.name for one, card in situation.state.cards.items()}
    if tried.departing_ships:
        return f"{names[key]} leaves a battle that is lost."
    pose = tried.pose
    there = with_ship(situation.state, key, pose=pose)
    shots = [_describe_shot(there, key, broadside, names) for broadside in BROADSIDES]
    under = gunnery.forecast_fire(situation.state, key, pose).threats
    back = f"{join_words(names[one] for one in under)} can fire back" if under else "no enemy bears on her"
    if said := join_words(shot for shot in shots if shot):
        return f"{names[key]} {said}; {back}."
    return f"{_describe_target(situation, key, names)}; {back}."


def _describe_shot(there: State, key: str, broadside: Broadside, names: dict[str, str]) -> str:
    """Return a clause on the shot of a broadside, or "" if no target is in its field.

    For example ``bears on Pluton, 1.2 hull points expected``.
    """
    target = next(iter(compute_sighting(there, key, broadside).targets), "")
    aim = fire.find_aim(there, key, broadside, target) if target in there.ships else None
    if aim is None or not is_in_service(there, target):
        return ""
    hull = sum(points * float(chance) for points, chance in enumerate(odds.compute_broadside_odds(there, aim).hull))
    how = f"rakes {names[target]}'s {aim.rake}" if aim.rake else f"bears on {names[target]}"
    return f"{how}, {hull:.1f} hull points expected"


def _describe_target(situation: Situation, key: str, names: dict[str, str]) -> str:
    """Return a clause with the ship that the move makes for, or the friend that it goes to bring back."""
    plan, row = situation.plan, situation.board.row[key]
    place = plan.target.get(row, -1)
    if place >= len(plan.foes):
        return f"{names[key]} goes to retake {names[situation.board.keys[plan.friends[place - len(plan.foes)]]]}"
    if place < 0 or plan.withdraws:
        return f"{names[key]} keeps clear"
    return f"{names[key]} makes for {names[situation.board.keys[plan.foes[place]]]}"
