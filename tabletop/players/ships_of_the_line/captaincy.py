"""A captain's move: every template laid where she lies, cut where something is in the way, weighed, and tried."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance, evaluate_plan, is_stopped
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.ship import SailState
from tabletop.games.ships_of_the_line.state import side_of
from tabletop.games.ships_of_the_line.survey import sailing
from tabletop.players.ships_of_the_line import hazards
from tabletop.players.ships_of_the_line.assessment import assessed
from tabletop.players.ships_of_the_line.gunnery import Bools, Floats, Whole, alike, separations
from tabletop.players.ships_of_the_line.sailing_plans import Plan, laid, templates
from tabletop.players.ships_of_the_line.situation import Situation, situation

TRIED = 5
"""Moves of the best that are tried by the rules."""
_LOOKED_AT = 60
"""Moves that are looked at for these."""
_RAMS, _JAMS = 0.3, 1.2
"""What it costs to run upon an enemy, and upon a friend."""
_ALIKE = 0.02
"""UM; moves that end so near to each other are one."""
_HARDLY = 0.1
"""UM more than the longest gap at which hulls have met."""
_BESIDE = 2.5
"""UM; nothing farther from a move's end is in its way."""


class CandidateMove(NamedTuple):
    """A move that a ship could make.

    Attributes:
        plan: its steps.
        value: what it is worth, victory points.
        trial: what it comes to.
        sail: what she sets before it.
    """

    plan: Plan
    value: float
    trial: PlanEvaluation
    sail: SailState | None = None

    def order(self, now: Situation) -> Sail:
        """As it is ordered."""
        return Sail(side=now.side, ship=self.trial.ship, plan=self.plan, set=self.sail or UNSET)


class Ends(NamedTuple):
    """Where templates end for a ship: poses, whether something cut them short, and whether that was an enemy."""

    plans: list[Plan]
    poses: Floats
    stops: Bools
    cut: Bools
    rammed: Bools

    def rows(self, which: Whole) -> "Ends":
        """Some of them."""
        plans = [self.plans[n] for n in which]
        return Ends(plans, self.poses[which], self.stops[which], self.cut[which], self.rammed[which])


def courses(now: Situation, key: str) -> list[CandidateMove]:
    """The best moves of a ship, best first; none where no template can be sailed."""
    ends = ends_of(now, key)
    if not ends.plans:
        return []
    row = now.board.row[key]
    if _hunted(now, row) and (gone := _off_the_map(now, key, ends)):
        return [gone]
    jams = np.where(ends.cut, np.where(ends.rammed, _RAMS, _JAMS), 0)
    studied = now.doctrine.studied
    value = assessed(now, row, ends.poses, ends.stops, now.glance(row) if studied else now.look(row)) - jams
    if studied:
        some = np.argsort(-np.round(value, 6), kind="stable")[:studied]
        ends, jams = ends.rows(some), jams[some]
        value = assessed(now, row, ends.poses, ends.stops, now.study(row)) - jams
    found = _tried(now, key, ends, np.round(value, 6))
    return sorted(found, key=lambda one: -one.value)


def _hunted(now: Situation, row: int) -> bool:
    """Whether a ship of a fleet that flees has an enemy near who is fit to take her."""
    board = now.board
    able = [foe for foe in now.foes if not board.in_zone[foe]]
    far = np.hypot(*(board.middle[able] - board.middle[row]).T) if able else np.full(1, np.inf)
    return now.plan.flees and bool(board.fit[row]) and float(far.min()) < board.profile.long + _CHASE


def _off_the_map(now: Situation, key: str, ends: Ends) -> CandidateMove | None:
    """The shortest move that leaves the map, if one does."""
    sea, row = now.state.sea, now.board.row[key]
    east, north = alike(ends.poses, now.board.hulls.length[row], now.board.hulls.beam[row]).middles().T
    out = (east < sea.west) | (east > sea.east) | (north < sea.south) | (north > sea.north)
    for n in np.nonzero(out & ~ends.cut)[0][:TRIED]:
        tried = evaluate_plan(now.state, key, ends.plans[n])
        if tried.refusal is None and tried.gone == (key,):
            return CandidateMove(ends.plans[n][: len(tried.legs)], 0.0, tried)
    return None


_CHASE = 3.0
"""UM beyond gunshot at which a pursuer is near."""


def ends_of(now: Situation, key: str) -> Ends:
    """Where her templates end, those that go head to wind on the way left out where there are others."""
    state, row = now.state, now.board.row[key]
    given, stopped = compute_allowance(state, key), is_stopped(state, key)
    if given.points <= 0:
        return Ends([], np.zeros((0, 3)), np.zeros(0, bool), np.zeros(0, bool), np.zeros(0, bool))
    laid_out = templates(given.points, stopped)
    base = now.board.pose[row]
    track = laid(laid_out.track, *base)
    # head to wind on the way ends a move: such plans are left out unless there are no others
    free = ~(now.weather.percent(track[..., 2]) == 0).any(axis=1) & (laid_out.spent >= given.forced)
    kept = np.nonzero(free)[0] if free.any() else np.arange(len(laid_out.plans))
    cut, rammed, last = _cut(now, row, track[kept], laid_out.on_the_way[kept])
    poses = np.where(cut[:, None], last, track[kept, -1])
    spent = laid_out.spent[kept]
    little = cut & (np.hypot(*(last[:, :2] - base[:2]).T) < 0.9) & (given.points > 1)
    stops = ((spent <= given.forced) & (spent < given.points)) | little
    return Ends([laid_out.plans[n] for n in kept], poses, stops, cut, rammed)


def _cut(now: Situation, row: int, track: Floats, passed: Bools) -> tuple[Bools, Bools, Floats]:
    """Which tracks something is in the way of, whether that is an enemy, and the last place before it."""
    board, each = now.board, np.arange(len(track))
    bars = hazards.ashore(now.state, track, passed, board.hulls.length[row], board.hulls.beam[row])
    near, bad = _in_the_way(now, row, track, passed)
    met: Bools = np.logical_or(bars, np.any(bad, axis=2))
    cut: Bools = np.any(met, axis=1)
    first = np.where(cut, met.argmax(axis=1), 0)
    rammed = cut & (bad & ~board.mine[near])[each, first].any(axis=1)
    last = np.where((first > 0)[:, None], track[each, np.maximum(first - 1, 0)], board.pose[row][None])
    return cut, rammed, np.where(cut[:, None], last, track[:, -1])


def _in_the_way(now: Situation, row: int, track: Floats, passed: Bools) -> tuple[Whole, Bools]:
    """Hulls near some tracks, and where each of them is too near: by track, by place and by hull."""
    board, count, width = now.board, len(track), track.shape[1]
    apart = np.hypot(*(board.middle - board.middle[row]).T)
    far = float(np.hypot(track[..., 0] - board.pose[row, 0], track[..., 1] - board.pose[row, 1]).max()) + _BESIDE
    near = np.nonzero((apart < far) & (np.arange(len(board.keys)) != row))[0]
    one, others = alike(track.reshape(-1, 3), board.hulls.length[row], board.hulls.beam[row]), board.hulls.rows(near)
    before = separations(board.hulls.rows(np.array([row])), others)
    reach = (np.hypot(one.length[0], one.beam[0]) + np.hypot(others.length, others.beam)) / 2 + _HARDLY
    away = np.hypot(one.mid_east[:, None] - others.mid_east, one.mid_north[:, None] - others.mid_north)
    place, hull = np.nonzero((away < reach) & passed.reshape(-1, 1))
    bad = np.zeros(away.shape, bool)
    between = separations(one.rows(place), others.rows(hull))
    bad[place, hull] = between < np.minimum(board.profile.contact_gap, before[hull] - 0.02)
    return near, bad.reshape(count, width, -1)


def _tried(now: Situation, key: str, ends: Ends, value: Floats) -> Iterator[CandidateMove]:
    """The best different ones, as the rules would carry them out."""
    taken: list[Floats] = []
    for n in np.argsort(-value, kind="stable")[:_LOOKED_AT]:
        if len(taken) == TRIED:
            return
        if any(_alike(ends.poses[n], one) for one in taken):
            continue
        plan, tried = _as_far_as_it_goes(now, key, ends.plans[n])
        if tried.verdict is None and not tried.gone:
            taken.append(ends.poses[n])
            worth = _true(now, key, tried, ends, int(n), float(value[n])) - hazards.cost(now, tried)
            yield CandidateMove(plan, round(worth, 6), tried)


def _alike(one: Floats, other: Floats) -> bool:
    turn = abs((one[2] - other[2] + 180) % 360 - 180)
    return bool(abs(one[0] - other[0]) < _ALIKE and abs(one[1] - other[1]) < _ALIKE and turn < 3)


def _as_far_as_it_goes(now: Situation, key: str, plan: Plan) -> tuple[Plan, PlanEvaluation]:
    """A plan without the steps that would come after a contact."""
    tried = evaluate_plan(now.state, key, plan)
    if tried.end != "contact":
        return plan, tried
    plan = plan[: len(tried.legs)]
    return plan, evaluate_plan(now.state, key, plan)


def _true(now: Situation, key: str, tried: PlanEvaluation, ends: Ends, place: int, value: float) -> float:
    """What a move is worth as it truly ends, where it was not foreseen."""
    pose = np.array([[tried.pose.x, tried.pose.y, tried.pose.heading]], float)
    if not tried.contact and not ends.cut[place] and _alike(pose[0], ends.poses[place]):
        return value
    row = now.board.row[key]
    worth = float(assessed(now, row, pose, np.array([tried.stopped]), now.study(row))[0])
    if tried.contact not in now.state.ships:
        return worth
    return round(worth - (_RAMS if side_of(now.state, tried.contact) != now.side else _JAMS), 6)


def under_best_sail(now: Situation, key: str) -> list[CandidateMove]:
    """The best moves under the sail that suits the moment, where sails are set."""
    if not sailing.list_sails(now.state, key):
        return courses(now, key)
    sail = suiting(now, key)
    state = sailing.with_sail_set(now.state, key, sail)
    found = courses(situation(state, now.side, now.doctrine), key)
    return [one._replace(sail=sail) for one in found] if sail != now.state.ships[key].sail else found


_SEA_ROOM = 9.0
"""UM to the nearest enemy above which all sail is set."""


def suiting(now: Situation, key: str) -> SailState:
    """All sail far from enemies, else as much as leaves her in hand."""
    board = now.board
    far = [float(np.hypot(*(board.middle[foe] - board.middle[board.row[key]]))) for foe in now.foes]
    return "full" if min(far, default=0.0) > _SEA_ROOM else "mid"
