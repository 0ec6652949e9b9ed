"""What the wind leaves a ship, and how long she sails, for many poses at once."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.chapters.sailing import RATINGS, compute_allowance
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.sailing import compute_wind_shares
from tabletop.players.ships_of_the_line.battle_board import BattleBoard
from tabletop.players.ships_of_the_line.bulk_gunnery import Bools, Floats, Indices

_MIN_SPEED = 0.4
"""UM a turn; whoever can hardly move still drifts round and gets on."""
_TURNS_LOST_IN_IRONS = 1.3
"""Turns lost by a ship that lies without a point to spend."""
_SPEED_TO_WINDWARD = 0.19
"""Part of her points that a ship makes good straight into the wind."""


class WindEffects:
    """The wind of a battle."""

    def __init__(self, state: State) -> None:
        self._percent: Floats = np.array(compute_wind_shares(state.wind), float)
        self._rating = RATINGS[state.wind.strength]
        self._resistance = max(0, state.profile.resistance - max(0, self._rating))

    def percent(self, headings: Floats) -> Floats:
        """The part of her points that a ship has on a heading, in hundredths."""
        found: Floats = self._percent[np.round(headings).astype(int) % 360]
        return found

    def compute_points(self, headings: Floats, rig: float, stopped: Bools) -> Floats:
        """The points of a move that begins so."""
        percent = self.percent(headings)
        moving = percent > 0
        found = np.ceil(rig * percent / 100) + np.where(moving, self._rating, 0)
        left: Floats = np.maximum(0, found - np.where(stopped & moving, self._resistance, 0))
        return left

    def estimate_turns(self, poses: Floats, places: Floats, rig: float, stopped: Bools) -> Floats:
        """Roughly how many turns a ship sails from each pose to each place."""
        ahead = np.radians(poses[:, 2])
        way = places[None] - (poses[:, :2] + 0.5 * np.stack([np.sin(ahead), np.cos(ahead)], axis=1))[:, None]
        far = np.hypot(way[..., 0], way[..., 1])
        bearing = np.degrees(np.arctan2(way[..., 0], way[..., 1])) % 360
        percent = self.percent(bearing)
        speed = np.where(percent > 0, np.ceil(rig * percent / 100), _SPEED_TO_WINDWARD * rig)
        speed = np.maximum(speed, _MIN_SPEED)
        now = self.compute_points(poses[:, 2], rig, stopped)[:, None]
        off = np.abs((bearing - poses[:, 2][:, None] + 180) % 360 - 180)
        # the first turn is sailed with the points of the present heading
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
"""Up to so many points all plans are laid, above only coarse ones."""


def _build_plan(first: int, between: tuple[int, ...], last: int) -> Plan:
    """Advances with free turns before, between and after them."""
    steps: list[Step] = [Step("turn", first)] if first else []
    for turn in (*between, last):
        steps += [_ADVANCE, *([Step("turn", turn)] if turn else [])]
    return tuple(steps)


def _list_middle_turns(points: int, turns: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The turns between so many advances: all alike, or only the first or the last."""
    gaps = points - 1
    found = {(0,) * gaps: None} | {(turn,) * gaps: None for turn in turns}
    if gaps > 1:
        found |= {(turn, *(0,) * (gaps - 1)): None for turn in turns}
        found |= {(*(0,) * (gaps - 1), turn): None for turn in turns}
    return list(found)


def _list_advance_plans(points: int, stopped: bool, fine: bool) -> Iterator[Plan]:
    """Advances with free turns; each advance carries one, and a stopped ship begins with an advance."""
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
    """Turns on the spot, before, among or after advances."""
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
    """All plans for so many points as arrays, in the frame of a ship: UM ahead, UM abeam, degrees.

    Attributes:
        plans: as they would be ordered.
        track: places on the way of each, the last repeated.
        is_passed: which of them are truly passed.
        ends: where each ends.
        points_spent: the points that each spends on moving.
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
    """The plans of a ship with so many points."""
    about = () if stopped else _list_pivot_plans(points)
    return PlanTemplates(
        list(dict.fromkeys((*_list_advance_plans(points, stopped, points <= _MAX_FINE_POINTS), *about)))
    )


def place_tracks(track: Floats, x: float, y: float, heading: float) -> Floats:
    """Places of templates for a ship that lies somewhere."""
    s, c = np.sin(np.radians(heading)), np.cos(np.radians(heading))
    ahead, abeam = track[..., 0], track[..., 1]
    return np.stack([x + ahead * s + abeam * c, y + ahead * c - abeam * s, (track[..., 2] + heading) % 360], axis=-1)


FEW_POSES = 16
"""Poses that are weighed of an enemy where there are many own ones."""
MANY_POSES = 180
"""The same where there are few, at least."""
_POSE_GRID = (0.5, 15.0)
"""UM and degrees; poses nearer to each other than about so much are one."""
_TURN_SCALE = 60.0
"""Degrees of turning by which a move becomes less likely by a factor of e."""
_CHANCE_TO_SAIL_SLOWLY = 0.4
"""How likely a ship is to leave points unused, against one that does not."""


class PoseGuess(NamedTuple):
    """Poses that a ship may come to, and how likely each is before her own interest is asked."""

    poses: Floats
    chance: Floats
    place: Indices
    """Of each among all that were looked at."""


def guess_poses(board: BattleBoard, row: int, weather: WindEffects, most: int) -> PoseGuess:
    """At most so many places where a ship may go; where she lies, if she cannot or has moved."""
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
    """Where templates end and what they spend, one for each place and heading that differ, the longest first."""
    plans = build_templates(points, stopped)
    order = np.argsort(-plans.points_spent, kind="stable")
    cells = np.round(plans.ends[order] / np.array([_POSE_GRID[0], _POSE_GRID[0], _POSE_GRID[1]])).astype(int)
    _, first = np.unique(cells, axis=0, return_index=True)
    kept = order[np.sort(first)]
    return plans.ends[kept], plans.points_spent[kept]


def thin_out(guess: PoseGuess) -> PoseGuess:
    """Every so manieth of the poses, the likelier ones first."""
    if len(guess.chance) <= FEW_POSES:
        return guess
    likely = np.argsort(-guess.chance, kind="stable")
    some = likely[:: -(-len(likely) // FEW_POSES)]
    return PoseGuess(guess.poses[some], guess.chance[some] / guess.chance[some].sum(), some)


def predict_straight_move(board: BattleBoard, row: int, weather: WindEffects) -> Floats:
    """Where a ship lies after a move straight on: her stern point and heading."""
    pose: Floats = board.pose[row].copy()
    if not board.is_settled[row]:
        ahead = np.radians(pose[2])
        run = weather.compute_points(pose[2:], board.rig_points[row], np.zeros(1, bool))[0]
        pose[:2] += run * np.array([np.sin(ahead), np.cos(ahead)])
    return pose
