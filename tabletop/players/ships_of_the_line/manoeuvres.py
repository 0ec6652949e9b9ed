"""The moves that the wind allows: points, turns of sailing, plan templates, guesses of enemy poses."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.chapters.sailing import RATINGS, compute_allowance
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.sailing import compute_wind_shares
from tabletop.players.ships_of_the_line.battle_board import BattleBoard
from tabletop.players.ships_of_the_line.bulk_gunnery import Bools, Floats, Indices

_MIN_SPEED = 0.4
"""Lowest speed in UM a turn; a ship that can hardly move still drifts and turns."""
_TURNS_LOST_IN_IRONS = 1.3
"""Turns lost by a ship without a point to spend."""
_SPEED_TO_WINDWARD = 0.19
"""Share of its points that a ship makes good straight into the wind."""


class WindEffects:
    """The effects of the wind of a battle on the points of ships."""

    def __init__(self, state: State) -> None:
        self._percent: Floats = np.array(compute_wind_shares(state.wind), float)
        self._rating = RATINGS[state.wind.strength]
        self._resistance = max(0, state.profile.resistance - max(0, self._rating))

    def percent(self, headings: Floats) -> Floats:
        """Return the share of its points that a ship has on each heading, in percent."""
        found: Floats = self._percent[np.round(headings).astype(int) % 360]
        return found

    def compute_points(self, headings: Floats, rig: float, stopped: Bools) -> Floats:
        """Return the points of a move that begins on each heading."""
        percent = self.percent(headings)
        moving = percent > 0
        found = np.ceil(rig * percent / 100) + np.where(moving, self._rating, 0)
        left: Floats = np.maximum(0, found - np.where(stopped & moving, self._resistance, 0))
        return left

    def estimate_turns(self, poses: Floats, places: Floats, rig: float, stopped: Bools) -> Floats:
        """Return about how many turns of sailing lie between each pose and each place; shape (poses, places)."""
        ahead = np.radians(poses[:, 2])
        way = places[None] - (poses[:, :2] + 0.5 * np.stack([np.sin(ahead), np.cos(ahead)], axis=1))[:, None]
        far = np.hypot(way[..., 0], way[..., 1])
        bearing = np.degrees(np.arctan2(way[..., 0], way[..., 1])) % 360
        percent = self.percent(bearing)
        speed = np.where(percent > 0, np.ceil(rig * percent / 100), _SPEED_TO_WINDWARD * rig)
        speed = np.maximum(speed, _MIN_SPEED)
        now = self.compute_points(poses[:, 2], rig, stopped)[:, None]
        off = np.abs((bearing - poses[:, 2][:, None] + 180) % 360 - 180)
        # the present heading gives the points of the first turn
        first = np.minimum(far, now * np.maximum(0, np.cos(np.radians(np.minimum(off, 90) * 0.6))))
        later = np.where(far > first, np.minimum(1, far) + (far - first) / speed, far / np.maximum(now, 1))
        found: Floats = np.where(now <= 0, _TURNS_LOST_IN_IRONS, 0) + later + off / 180
        return found


Plan = tuple[Step, ...]

_ADVANCE = Step("advance")
_FIRST_TURNS = (0, -22, 22, -44, 44)
_MIDDLE_TURNS = (0, -22, 22, -44, 44)
_LAST_TURNS = (0, -12, 12, -24, 24, -44, 44)
_COARSE_TURNS = (0, -44, 44)
_PIVOTS = (-45, 45)
_MAX_FINE_POINTS = 5
"""Highest number of points for which fine turns are tried; above, only coarse turns."""


def _build_plan(first: int, between: tuple[int, ...], last: int) -> Plan:
    """Return the plan of advances with free turns before, between and after them; a turn of 0 is left out."""
    steps: list[Step] = [Step("turn", first)] if first else []
    for turn in (*between, last):
        steps += [_ADVANCE, *([Step("turn", turn)] if turn else [])]
    return tuple(steps)


def _list_middle_turns(points: int, turns: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the turns between `points` advances: all equal, or only the first or the last."""
    gaps = points - 1
    found = {(0,) * gaps: None} | {(turn,) * gaps: None for turn in turns}
    if gaps > 1:
        found |= {(turn, *(0,) * (gaps - 1)): None for turn in turns}
        found |= {(*(0,) * (gaps - 1), turn): None for turn in turns}
    return list(found)


def _list_advance_plans(points: int, stopped: bool, fine: bool) -> Iterator[Plan]:
    """Yield the plans of advances with free turns.

    Each advance carries one turn; a stopped ship begins with an advance.
    """
    least = 1 if fine else max(1, points - 2)
    for advances in range(least, points + 1):
        firsts = (0,) if stopped else _FIRST_TURNS if fine else _COARSE_TURNS
        lasts = _LAST_TURNS if fine else _COARSE_TURNS
        for first, between, last in product(
            firsts, _list_middle_turns(advances, _MIDDLE_TURNS if fine else _COARSE_TURNS), lasts
        ):
            if not all((first, *between, last)):
                yield _build_plan(first, between, last)


def _list_pivot_plans(points: int) -> Iterator[Plan]:
    """Yield the plans with turns on the spot before, between or after advances."""
    for hand in _PIVOTS:
        pivot, half, whole = Step("pivot", hand), hand // 2, hand - (1 if hand > 0 else -1)
        yield (pivot,)
        for advances, bend, last in product(range(1, points), (0, half, whole), (0, -22, 22, -44, 44)):
            if advances > 1 or not bend:
                yield (pivot, *_build_plan(0, (bend,) * (advances - 1), last))
        for advances in range(1, points):
            yield (*(_ADVANCE,) * advances, pivot)
        if points > 2:
            yield (_ADVANCE, pivot, *(_ADVANCE,) * (points - 2))
            yield (pivot, Step("slow"), pivot)


class PlanTemplates:
    """All plans for a number of points as arrays, in the frame of a ship: UM ahead, UM abeam, degrees.

    Attributes:
        plans: the plans.
        track: places on the way of each plan, the last one repeated; shape (plans, places, 3).
        is_passed: True for the places that are no repetition; shape (plans, places).
        ends: the end of each plan; shape (plans, 3).
        points_spent: the points that each plan spends on moving.
    """

    def __init__(self, plans: list[Plan]) -> None:
        self.plans = plans
        tracks = [_trace_plan(plan) for plan in plans]
        width = max(map(len, tracks), default=1)
        self.track: Floats = np.array([[*track, *[track[-1]] * (width - len(track))] for track in tracks]).reshape(
            len(plans), width, 3
        )
        lengths = np.array([len(track) for track in tracks])
        self.is_passed: Bools = np.arange(width)[None, :] < lengths[:, None]
        self.ends: Floats = self.track[:, -1]
        self.points_spent: Indices = np.array(
            [sum(step.kind in ("advance", "pivot") for step in plan) for plan in plans]
        )


def _trace_plan(plan: Plan) -> list[tuple[float, float, float]]:
    """Return the places on the way of a plan as (UM ahead, UM abeam, degrees)."""
    x = y = heading = 0.0
    track: list[tuple[float, float, float]] = []
    for step in plan:
        if step.kind == "advance":
            s, c = np.sin(np.radians(heading)), np.cos(np.radians(heading))
            track += [(x + part * c, y + part * s, heading) for part in (0.5, 1.0)]
            x, y, _ = track[-1]
        elif step.degrees:
            track += [(x, y, heading + step.degrees / 2), (x, y, heading + step.degrees)]
            heading += step.degrees
    return track


@lru_cache(maxsize=64)
def build_templates(points: int, stopped: bool) -> PlanTemplates:
    """Return the plans of a ship with `points` points. The result is cached."""
    about = () if stopped else _list_pivot_plans(points)
    return PlanTemplates(
        list(dict.fromkeys((*_list_advance_plans(points, stopped, points <= _MAX_FINE_POINTS), *about)))
    )


def place_tracks(track: Floats, x: float, y: float, heading: float) -> Floats:
    """Return the places of templates for a ship at (x, y, heading): stern points and headings."""
    s, c = np.sin(np.radians(heading)), np.cos(np.radians(heading))
    ahead, abeam = track[..., 0], track[..., 1]
    return np.stack([x + ahead * s + abeam * c, y + ahead * c - abeam * s, (track[..., 2] + heading) % 360], axis=-1)


FEW_POSES = 16
"""Number of poses of an enemy in a rough guess."""
MANY_POSES = 180
"""Least limit on the number of poses of an enemy in a full guess."""
_POSE_GRID = (0.5, 15.0)
"""UM and degrees within which two poses count as one."""
_TURN_SCALE = 60.0
"""Degrees of turning that make a move less likely by a factor of e."""
_CHANCE_TO_SAIL_SLOWLY = 0.4
"""Weight of a move that leaves points unused, against one that does not."""


class PoseGuess(NamedTuple):
    """The poses that a ship may take, and the chance of each before its interest is considered.

    Attributes:
        poses: stern point and heading of each; shape (poses, 3).
        chance: chance of each pose; the sum is 1.
        place: index of each pose in the full guess.
    """

    poses: Floats
    chance: Floats
    place: Indices


def guess_poses(board: BattleBoard, row: int, weather: WindEffects, most: int) -> PoseGuess:
    """Return at most `most` poses that a ship may take; only the present pose if it cannot move."""
    here = PoseGuess(board.pose[row : row + 1], np.ones(1), np.zeros(1, np.intp))
    key = board.keys[row]
    if board.is_settled[row] or (points := compute_allowance(board.state, key).points) <= 0:
        return here
    ends, spent = _list_distinct_ends(points, sailing.is_stopped(board.state, key))
    poses = place_tracks(ends, *board.pose[row])
    some = np.nonzero(weather.percent(poses[:, 2]) > 0)[0]
    some = some[:: max(1, -(-len(some) // most))]
    if not len(some):
        return here
    turned = np.abs((ends[some, 2] + 180) % 360 - 180)
    chance = np.round(
        np.exp(-turned / _TURN_SCALE) * np.where(spent[some] >= points - 1, 1.0, _CHANCE_TO_SAIL_SLOWLY), 9
    )
    return PoseGuess(poses[some], chance / chance.sum(), np.arange(len(some)))


@lru_cache(maxsize=64)
def _list_distinct_ends(points: int, stopped: bool) -> tuple[Floats, Indices]:
    """Return the distinct ends of templates and the points that they spend, the most points first."""
    plans = build_templates(points, stopped)
    order = np.argsort(-plans.points_spent, kind="stable")
    cells = np.round(plans.ends[order] / np.array([_POSE_GRID[0], _POSE_GRID[0], _POSE_GRID[1]])).astype(int)
    _, first = np.unique(cells, axis=0, return_index=True)
    kept = order[np.sort(first)]
    return plans.ends[kept], plans.points_spent[kept]


def thin_out(guess: PoseGuess) -> PoseGuess:
    """Return a guess with at most `FEW_POSES` of the poses, likely and unlikely ones."""
    if len(guess.chance) <= FEW_POSES:
        return guess
    likely = np.argsort(-guess.chance, kind="stable")
    some = likely[:: -(-len(likely) // FEW_POSES)]
    return PoseGuess(guess.poses[some], guess.chance[some] / guess.chance[some].sum(), some)


def predict_straight_move(board: BattleBoard, row: int, weather: WindEffects) -> Floats:
    """Return the stern point and heading of a ship after a move straight ahead."""
    pose: Floats = board.pose[row].copy()
    if not board.is_settled[row]:
        ahead = np.radians(pose[2])
        run = weather.compute_points(pose[2:], board.rig_points[row], np.zeros(1, bool))[0]
        pose[:2] += run * np.array([np.sin(ahead), np.cos(ahead)])
    return pose
