"""A phase as one side sees it: the board, the wind, where enemies may go, and each ship's target."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import State
from tabletop.players.ships_of_the_line import bulk_gunnery, fleet_plan, manoeuvres
from tabletop.players.ships_of_the_line.battle_board import BattleBoard, build_board
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.manoeuvres import PoseGuess, WindEffects

_HULL_MARGIN = 1.5
"""UM that hulls reach beyond their middles, and a turn brings them nearer besides."""
_MAX_RUN = 6.0
"""UM that a ship may come nearer in a move, with her length."""


class Outlook(NamedTuple):
    """How closely things are looked at.

    Attributes:
        enemy_poses: enemies who will still choose their place, and where they may lie.
        measure: how distances are found.
    """

    enemy_poses: dict[int, PoseGuess]
    measure: bulk_gunnery.DistanceFunction


_FEW_ENEMIES = 4
"""Number of the nearest open enemies that the rough and the fair outlook consider."""
_MANY_ENEMIES = 8
"""Number of the nearest open enemies that the full outlook considers."""


class EnemyProspects(NamedTuple):
    """How an enemy would fare in each of some poses among settled ships, in victory points.

    Attributes:
        best_shot: the best that she would find before a broadside.
        danger: what all of them would cost her.
    """

    best_shot: bulk_gunnery.Floats
    danger: bulk_gunnery.Floats


class Situation:
    """What a side's captains have in common; nothing of it outlives the state."""

    def __init__(self, state: State, side: Side, doctrine: Doctrine) -> None:
        self.state = state
        self.side = side
        self.doctrine = doctrine
        self.board: BattleBoard = build_board(state, side)
        self.weather = WindEffects(state)
        self.foes = self.board.foes()
        self._full_guesses: dict[int, PoseGuess] = {}
        self._rough_guesses: dict[int, PoseGuess] = {}
        self._prospects: dict[int, EnemyProspects] = {}

    @cached_property
    def open_enemies(self) -> list[int]:
        """Enemies who may still be elsewhere when the guns speak, as far as anybody cares."""
        return [row for row in self.foes if not self.board.is_settled[row]] if self.doctrine.foresees else []

    @cached_property
    def is_settled(self) -> bulk_gunnery.Bools:
        """Hulls that are reckoned with where they lie."""
        board = self.board
        return board.is_settled if self.doctrine.foresees else np.ones(len(board.keys), bool)

    def find_threats(self, row: int) -> list[int]:
        """Open enemies with whom a ship may come to exchange fire, the nearest first."""
        board = self.board
        far = {foe: float(np.hypot(*(board.center[foe] - board.center[row]))) for foe in self.open_enemies}
        reach = board.profile.long + _HULL_MARGIN + self._move_points(row)
        near = [foe for foe, away in far.items() if away <= reach + self._move_points(foe)]
        return sorted(near, key=lambda foe: round(far[foe], 6))

    def _move_points(self, row: int) -> int:
        return compute_allowance(self.state, self.board.keys[row]).points

    def guess_fully(self, row: int) -> PoseGuess:
        """Where an enemy may lie when the guns speak."""
        if row not in self._full_guesses:
            most = max(manoeuvres.MANY_POSES, self.doctrine.foreseen // len(self.foes))
            self._full_guesses[row] = manoeuvres.guess_poses(self.board, row, self.weather, most)
        return self._full_guesses[row]

    def guess_roughly(self, row: int) -> PoseGuess:
        """Some of the same."""
        if row not in self._rough_guesses:
            self._rough_guesses[row] = manoeuvres.thin_out(self.guess_fully(row))
        return self._rough_guesses[row]

    def rough_outlook(self, row: int) -> Outlook:
        """Quick and rough: for all that a ship can do."""
        return Outlook(
            {foe: self.guess_roughly(foe) for foe in self.find_threats(row)[:_FEW_ENEMIES]},
            bulk_gunnery.estimate_distances,
        )

    def fair_outlook(self, row: int) -> Outlook:
        """As a captain sees it who does not reckon long."""
        return Outlook(
            {foe: self.guess_roughly(foe) for foe in self.find_threats(row)[:_FEW_ENEMIES]},
            bulk_gunnery.measure_distances,
        )

    def full_outlook(self, row: int) -> Outlook:
        """As far as it can be known: for the few moves that look best."""
        return Outlook(
            {foe: self.guess_fully(foe) for foe in self.find_threats(row)[:_MANY_ENEMIES]},
            bulk_gunnery.measure_distances,
        )

    def enemy_prospects(self, row: int) -> "EnemyProspects":
        """How an enemy would fare in each of his many poses among those who have settled."""
        if row not in self._prospects:
            self._prospects[row] = self._compute_prospects(row, self.guess_fully(row).poses)
        return self._prospects[row]

    def _compute_prospects(self, foe: int, poses: bulk_gunnery.Floats) -> "EnemyProspects":
        board = self.board
        near = np.hypot(*(board.center - board.center[foe]).T) < board.profile.long + _MAX_RUN
        rows = np.nonzero(board.is_own & board.is_fit & board.is_settled & near)[0]
        if not len(rows):
            return EnemyProspects(np.zeros(len(poses)), np.zeros(len(poses)))
        hers, ours = (
            bulk_gunnery.build_equal_hulls(poses, board.hulls.length[foe], board.hulls.beam[foe]),
            board.hulls.select(rows),
        )
        foes = np.full(len(poses), foe)
        prey = self._fire_value((foes, hers), (rows, ours))
        menace = self._fire_value((rows, ours), (foes, hers))
        return EnemyProspects(prey.max(axis=(1, 2)), menace.max(axis=2).sum(axis=0))

    def _fire_value(
        self,
        firers: tuple[bulk_gunnery.Indices, bulk_gunnery.HullArrays],
        targets: tuple[bulk_gunnery.Indices, bulk_gunnery.HullArrays],
    ) -> bulk_gunnery.Floats:
        """What each broadside of some hulls would win from each of others: their rows, and where they lie."""
        board, (rows, hulls), (aims, others) = self.board, firers, targets
        far = board.measure_in_sight(bulk_gunnery.estimate_distances, hulls.as_column(), others)
        value = np.zeros(far.shape)
        for flank in range(2):
            one, other = np.nonzero(np.isfinite(far[..., flank]))
            pairs = hulls.select(one), others.select(other)
            lost = bulk_gunnery.expected_losses(
                flank, far[one, other, flank], board.expected_hits[rows[one]], *pairs, board.profile
            )
            value[one, other, flank] = lost * board.fire_chances[rows[one], flank] * self.point_value[aims[other]]
        return value

    @cached_property
    def point_value(self) -> bulk_gunnery.Floats:
        """Victory points that a hull point of each hull is worth."""
        return self.board.point_value if self.doctrine.concentrates else np.where(self.board.is_fit, 1.0, 0.0)

    @cached_property
    def plan(self) -> "fleet_plan.FleetPlan":
        """Whom each own ship makes for, and who keeps out of it."""
        return fleet_plan.make_plan(self.board, self.weather, self.doctrine)


@cache_per_state
def build_situation(state: State, side: Side, doctrine: Doctrine) -> Situation:
    """As a side sees a state; remembered for the orders that are weighed in it."""
    return Situation(state, side, doctrine)
