"""A phase as one side sees it: the board, the wind, possible enemy poses, and the fleet plan."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.players.ships_of_the_line import bulk_gunnery, fleet_plan, manoeuvres
from tabletop.players.ships_of_the_line.battle_board import BattleBoard, build_board
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.manoeuvres import PoseGuess, WindEffects

_HULL_MARGIN = 1.5
"""UM that hulls reach beyond their centers, a turn included."""
_MAX_RUN = 6.0
"""UM that a ship may come nearer in one move, its length included."""


class Outlook(NamedTuple):
    """The enemies that a valuation of poses considers, and how it measures.

    Attributes:
        enemy_poses: for the row of each enemy that has not moved its possible poses.
        measure: function that finds distances.
    """

    enemy_poses: dict[int, PoseGuess]
    measure: bulk_gunnery.DistanceFunction


_FEW_ENEMIES = 4
"""Number of the nearest open enemies that the rough and the fair outlook consider."""
_MANY_ENEMIES = 8
"""Number of the nearest open enemies that the full outlook considers."""


class EnemyProspects(NamedTuple):
    """The prospects of an enemy in each possible pose, against settled own ships; in victory points.

    Attributes:
        best_shot: value of the best shot of the enemy.
        danger: expected cost of all own fire at the enemy.
    """

    best_shot: bulk_gunnery.Floats
    danger: bulk_gunnery.Floats


class Situation:
    """The data that all ships of a side share in a phase. It is valid for one state only.

    Attributes:
        state: the battle.
        side: the own side.
        doctrine: the weights of the player.
        board: the hulls as arrays.
        weather: the effects of the wind.
        foes: rows of the enemies in service.
    """

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
        """Rows of the enemies that may still move before the guns fire; [] unless the doctrine foresees."""
        return [row for row in self.foes if not self.board.is_settled[row]] if self.doctrine.foresees else []

    @cached_property
    def is_settled(self) -> bulk_gunnery.Bools:
        """True for each hull that is expected to stay where it is."""
        board = self.board
        return board.is_settled if self.doctrine.foresees else np.ones(len(board.keys), bool)

    def find_threats(self, row: int) -> list[int]:
        """Return the rows of open enemies that may exchange fire with a ship, nearest first."""
        board = self.board
        far = {foe: float(np.hypot(*(board.center[foe] - board.center[row]))) for foe in self.open_enemies}
        reach = board.profile.long + _HULL_MARGIN + self._move_points(row)
        near = [foe for foe, away in far.items() if away <= reach + self._move_points(foe)]
        return sorted(near, key=lambda foe: round(far[foe], 6))

    def _move_points(self, row: int) -> int:
        """Return the points of the ship's next move."""
        return compute_allowance(self.state, self.board.keys[row]).points

    def guess_fully(self, row: int) -> PoseGuess:
        """Return the poses that an enemy may take before the guns fire. The result is kept."""
        if row not in self._full_guesses:
            most = max(manoeuvres.MANY_POSES, self.doctrine.foreseen // len(self.foes))
            self._full_guesses[row] = manoeuvres.guess_poses(self.board, row, self.weather, most)
        return self._full_guesses[row]

    def guess_roughly(self, row: int) -> PoseGuess:
        """Return a few of the poses that an enemy may take. The result is kept."""
        if row not in self._rough_guesses:
            self._rough_guesses[row] = manoeuvres.thin_out(self.guess_fully(row))
        return self._rough_guesses[row]

    def rough_outlook(self, row: int) -> Outlook:
        """Return the fastest outlook: few enemies, few poses, estimated distances."""
        return Outlook(
            {foe: self.guess_roughly(foe) for foe in self.find_threats(row)[:_FEW_ENEMIES]},
            bulk_gunnery.estimate_distances,
        )

    def fair_outlook(self, row: int) -> Outlook:
        """Return an outlook with few enemies and few poses, but measured distances."""
        return Outlook(
            {foe: self.guess_roughly(foe) for foe in self.find_threats(row)[:_FEW_ENEMIES]},
            bulk_gunnery.measure_distances,
        )

    def full_outlook(self, row: int) -> Outlook:
        """Return the slowest outlook, for the few best moves: many enemies and poses, measured distances."""
        return Outlook(
            {foe: self.guess_fully(foe) for foe in self.find_threats(row)[:_MANY_ENEMIES]},
            bulk_gunnery.measure_distances,
        )

    def enemy_prospects(self, row: int) -> "EnemyProspects":
        """Return the prospects of an enemy in each pose of its full guess. The result is kept."""
        if row not in self._prospects:
            self._prospects[row] = self._compute_prospects(row, self.guess_fully(row).poses)
        return self._prospects[row]

    def _compute_prospects(self, foe: int, poses: bulk_gunnery.Floats) -> "EnemyProspects":
        """Return the prospects of the enemy in row `foe` in each of `poses`."""
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
        """Return what each broadside would win from each target; shape (firers, targets, 2).

        `firers` and `targets` are pairs of (rows on the board, hulls where they are supposed to be).
        """
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
        """The victory points for a hull point of each hull; 1 or 0 without concentration of fire."""
        return self.board.point_value if self.doctrine.concentrates else np.where(self.board.is_fit, 1.0, 0.0)

    @cached_property
    def plan(self) -> "fleet_plan.FleetPlan":
        """The plan of the own fleet."""
        return fleet_plan.make_plan(self.board, self.weather, self.doctrine)


@cache_per_state
def build_situation(state: State, side: Side, doctrine: Doctrine) -> Situation:
    """Return the situation of a side. It is cached with the state, because all orders of a phase use it."""
    return Situation(state, side, doctrine)
