"""A phase as one side sees it: the board, the wind, where enemies may go, and each ship's target."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import State
from tabletop.players.ships_of_the_line import fleet_plan, gunnery, lookout
from tabletop.players.ships_of_the_line.board import Board, board
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.lookout import Guess
from tabletop.players.ships_of_the_line.seamanship import Weather

_HULLS = 1.5
"""UM that hulls reach beyond their middles, and a turn brings them nearer besides."""
_RUN = 6.0
"""UM that a ship may come nearer in a move, with her length."""


class Look(NamedTuple):
    """How closely things are looked at.

    Attributes:
        answers: enemies who will still choose their place, and where they may lie.
        ranged: how distances are found.
    """

    answers: dict[int, Guess]
    ranged: gunnery.Measure


_GLANCED, _STUDIED = 4, 8
"""So many of them are reckoned with."""


class Lot(NamedTuple):
    """How an enemy would fare in each of some poses among settled ships, in victory points.

    Attributes:
        prey: the best that she would find before a broadside.
        menace: what all of them would cost her.
    """

    prey: gunnery.Floats
    menace: gunnery.Floats


class Situation:
    """What a side's captains have in common; nothing of it outlives the state."""

    def __init__(self, state: State, side: Side, doctrine: Doctrine) -> None:
        self.state, self.side, self.doctrine = state, side, doctrine
        self.board: Board = board(state, side)
        self.weather = Weather(state)
        self.foes = self.board.foes()
        self._many: dict[int, Guess] = {}
        self._few: dict[int, Guess] = {}
        self._lots: dict[int, Lot] = {}

    @cached_property
    def open(self) -> list[int]:
        """Enemies who may still be elsewhere when the guns speak, as far as anybody cares."""
        return [row for row in self.foes if not self.board.settled[row]] if self.doctrine.foresees else []

    @cached_property
    def settled(self) -> gunnery.Bools:
        """Hulls that are reckoned with where they lie."""
        board = self.board
        return board.settled if self.doctrine.foresees else np.ones(len(board.keys), bool)

    def threats(self, row: int) -> list[int]:
        """Open enemies with whom a ship may come to exchange fire, the nearest first."""
        board = self.board
        far = {foe: float(np.hypot(*(board.middle[foe] - board.middle[row]))) for foe in self.open}
        reach = board.profile.long + _HULLS + self._run(row)
        near = [foe for foe, away in far.items() if away <= reach + self._run(foe)]
        return sorted(near, key=lambda foe: round(far[foe], 6))

    def _run(self, row: int) -> int:
        return compute_allowance(self.state, self.board.keys[row]).points

    def many(self, row: int) -> Guess:
        """Where an enemy may lie when the guns speak."""
        if row not in self._many:
            most = max(lookout.MANY, self.doctrine.foreseen // len(self.foes))
            self._many[row] = lookout.guess(self.board, row, self.weather, most)
        return self._many[row]

    def few(self, row: int) -> Guess:
        """Some of the same."""
        if row not in self._few:
            self._few[row] = lookout.thinned(self.many(row))
        return self._few[row]

    def glance(self, row: int) -> Look:
        """Quick and rough: for all that a ship can do."""
        return Look({foe: self.few(foe) for foe in self.threats(row)[:_GLANCED]}, gunnery.rough_distances)

    def look(self, row: int) -> Look:
        """As a captain sees it who does not reckon long."""
        return Look({foe: self.few(foe) for foe in self.threats(row)[:_GLANCED]}, gunnery.distances)

    def study(self, row: int) -> Look:
        """As far as it can be known: for the few moves that look best."""
        return Look({foe: self.many(foe) for foe in self.threats(row)[:_STUDIED]}, gunnery.distances)

    def lot(self, row: int) -> "Lot":
        """How an enemy would fare in each of his many poses among those who have settled."""
        if row not in self._lots:
            self._lots[row] = self._lot(row, self.many(row).poses)
        return self._lots[row]

    def _lot(self, foe: int, poses: gunnery.Floats) -> "Lot":
        board = self.board
        near = np.hypot(*(board.middle - board.middle[foe]).T) < board.profile.long + _RUN
        rows = np.nonzero(board.mine & board.fit & board.settled & near)[0]
        if not len(rows):
            return Lot(np.zeros(len(poses)), np.zeros(len(poses)))
        hers, ours = gunnery.alike(poses, board.hulls.length[foe], board.hulls.beam[foe]), board.hulls.rows(rows)
        foes = np.full(len(poses), foe)
        prey = self._fire((foes, hers), (rows, ours))
        menace = self._fire((rows, ours), (foes, hers))
        return Lot(prey.max(axis=(1, 2)), menace.max(axis=2).sum(axis=0))

    def _fire(
        self, firers: tuple[gunnery.Whole, gunnery.Hulls], targets: tuple[gunnery.Whole, gunnery.Hulls]
    ) -> gunnery.Floats:
        """What each broadside of some hulls would win from each of others: their rows, and where they lie."""
        board, (rows, hulls), (aims, others) = self.board, firers, targets
        far = board.ranged(gunnery.rough_distances, hulls.column(), others)
        value = np.zeros(far.shape)
        for flank in range(2):
            one, other = np.nonzero(np.isfinite(far[..., flank]))
            pairs = hulls.rows(one), others.rows(other)
            lost = gunnery.losses(flank, far[one, other, flank], board.power[rows[one]], *pairs, board.profile)
            value[one, other, flank] = lost * board.ready[rows[one], flank] * self.worth[aims[other]]
        return value

    @cached_property
    def worth(self) -> gunnery.Floats:
        """Victory points that a hull point of each hull is worth."""
        return self.board.worth if self.doctrine.concentrates else np.where(self.board.fit, 1.0, 0.0)

    @cached_property
    def plan(self) -> "fleet_plan.FleetPlan":
        """Whom each own ship makes for, and who keeps out of it."""
        return fleet_plan.plan(self.board, self.weather, self.doctrine)


@cache_per_state
def situation(state: State, side: Side, doctrine: Doctrine) -> Situation:
    """As a side sees a state; remembered for the orders that are weighed in it."""
    return Situation(state, side, doctrine)
