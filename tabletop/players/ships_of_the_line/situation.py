"""A phase as one side sees it: the board, the wind, where enemies may go, and each ship's target."""

from functools import cached_property

import numpy as np

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State
from tabletop.players.ships_of_the_line import fleet_plan, lookout
from tabletop.players.ships_of_the_line.board import Board, board
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.gunnery import Bools, Floats
from tabletop.players.ships_of_the_line.lookout import Guess
from tabletop.players.ships_of_the_line.seamanship import Weather


class Situation:
    """What a side's captains have in common; nothing of it outlives the state."""

    def __init__(self, state: State, side: Side, doctrine: Doctrine) -> None:
        self.state, self.side, self.doctrine = state, side, doctrine
        self.board: Board = board(state, side)
        self.weather = Weather(state)
        self.foes = self.board.foes()
        self._guesses: dict[int, Guess] = {}

    @cached_property
    def open(self) -> list[int]:
        """Enemies who may still be elsewhere when the guns speak, as far as anybody cares."""
        return [row for row in self.foes if not self.board.settled[row]] if self.doctrine.foresees else []

    @cached_property
    def settled(self) -> Bools:
        """Hulls that are reckoned with where they lie."""
        board = self.board
        return board.settled if self.doctrine.foresees else np.ones(len(board.keys), bool)

    def guess(self, row: int) -> Guess:
        """Where an enemy may lie when the guns speak."""
        if row not in self._guesses:
            self._guesses[row] = lookout.guess(self.board, row, self.weather)
        return self._guesses[row]

    @cached_property
    def worth(self) -> Floats:
        """Victory points that a hull point of each hull is worth."""
        return self.board.worth if self.doctrine.concentrates else np.where(self.board.fit, 1.0, 0.0)

    @cached_property
    def plan(self) -> "fleet_plan.FleetPlan":
        """Whom each own ship makes for, and who keeps out of it."""
        return fleet_plan.plan(self.board, self.weather, self.doctrine)


@per_state
def situation(state: State, side: Side, doctrine: Doctrine) -> Situation:
    """As a side sees a state; remembered for the orders that are weighed in it."""
    return Situation(state, side, doctrine)
