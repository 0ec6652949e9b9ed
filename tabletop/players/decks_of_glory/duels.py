"""The value of a fight of two ships, computed turn by turn on an open sea over all chances of guns and wind.

The value is 1 for a victory and minus the dread of a defeat for a defeat. Half of the time the enemy is assumed to
press, and otherwise to answer in the worst way for the own side. Against either enemy this does hardly worse than full
knowledge of the enemy would.
"""

from functools import cache, lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from tabletop.games.decks_of_glory.model import State, enemy_of
from tabletop.games.decks_of_glory.positions import current_wind
from tabletop.games.decks_of_glory.tables import BOARDING, WIND_TURNS
from tabletop.games.decks_of_glory.victory import compute_totals
from tabletop.players.decks_of_glory import two_ships
from tabletop.players.decks_of_glory.fleet_moves import MoveEnd
from tabletop.players.decks_of_glory.light_model import EXPECTED_HITS, HITS, KINDS, Floats, Ints, ModelShip

MAX_TURNS = 6
"""Most turns that are computed."""
PRESS_CHANCE = 0.5
"""Chance that the enemy presses: it sails where it hits most now, and of such places to the nearest."""
BOARDING_HITS = 1.5
"""Hits that a pressing enemy expects of boarding."""

HalfFloats = npt.NDArray[np.float16]
"""Values that are kept: exact enough, in half the memory."""
_WIND_TURNS = tuple(WIND_TURNS.values())


class Duel:
    """A fight between the last ships of both sides, as one side sees it."""

    def __init__(self, state: State, one: ModelShip, foe: ModelShip, side: str, dread: float) -> None:
        """Look up the values of the fight.

        Args:
            state: the battle.
            one: the own ship.
            foe: the enemy's ship.
            side: id of the own side.
            dread: cost of a defeat; a victory is worth 1.
        """
        own = next(known for known in state.sides if known == side)
        points = compute_totals(state)
        lead = points[own] - points[enemy_of(own)] - _lead_by_damage(one, foe)
        tables = build_fight_tables((one.points, foe.points), lead, dread)
        turns = min(state.turns - state.turn, MAX_TURNS)
        self._values = tables[turns][:, : one.strength + 1, : foe.strength + 1]
        self._wind = current_wind(state)
        self._foe = foe
        self._enemy_answers = enemy_of(own) not in state.orders
        self._dread = dread
        self._value_of_leaving = float(tables[0][two_ships.OUT_OF_SIGHT, one.strength, foe.strength])

    def value(self, end: MoveEnd) -> float:
        """Return the value of the move to `end`, from minus the dread of a defeat to 1."""
        if end.ship is None:
            return self._value_of_leaving
        at = two_ships.position_number(end.ship, self._foe, self._wind)
        if end.entangled and at != two_ships.SAME_HEX:
            return -self._dread
        after = self._value_before_fire(two_ships.enemy_moves().ends[at] if self._enemy_answers else np.array([at]))
        return round(float(self._value_before_answer(after, at) if self._enemy_answers else after[0]), 6)

    def _value_before_answer(self, after: Floats, at: int) -> float:
        """Return the value of position `at` before the enemy sails, as `_value_before_answer` of the module."""
        value = float(after.min()) * (1 - PRESS_CHANCE) + float(after @ pressing_chances()[at]) * PRESS_CHANCE
        return (value + float(after[0])) / 2 if two_ships.enemy_moves().held[at] else value

    def _value_before_fire(self, positions: Ints) -> Floats:
        """Return the value of each position before the guns fire, with the present strengths."""
        ours = two_ships.broadside_kinds()[positions]
        theirs = two_ships.broadside_kinds()[two_ships.mirror_positions()[positions]]
        one, foe = (number - 1 for number in self._values.shape[1:])
        own_chances, foe_chances = strength_chances(one + 1)[theirs, one], strength_chances(foe + 1)[ours, foe]
        return np.asarray(np.einsum("na,nab,nb->n", own_chances, self._values[positions], foe_chances))


def _lead_by_damage(one: ModelShip, foe: ModelShip) -> int:
    """Return the lead in points by ships that have lost half of their strength (DOG-23)."""
    ours, theirs = (ship.points // 2 if 2 * ship.strength <= ship.points else 0 for ship in (one, foe))
    return theirs - ours


@lru_cache(maxsize=2)
def build_fight_tables(points: tuple[int, int], lead: int, dread: float) -> tuple[HalfFloats, ...]:
    """Return the values of fights by the turns left, then by position and the strength of each ship.

    Args:
        points: strength of each ship at the beginning.
        lead: points of the own side minus those of the enemy, without the damage of these two ships.
        dread: cost of a defeat; a victory is worth 1.
    """
    ended = _value_of_results(points, lead, dread)
    value = np.broadcast_to(ended, (two_ships.POSITION_COUNT + 2, *ended.shape)).copy()
    boarding = value_of_boarding(points, dread)
    found = [value.astype(np.float16)]
    farthest = two_ships.distances()[: two_ships.POSITION_COUNT] == two_ships.SIGHT
    for _ in range(MAX_TURNS):
        after = _value_before_fire(value, ended)
        after[two_ships.SAME_HEX] = boarding
        own = two_ships.own_moves()
        first = two_ships.value_before_move(_value_before_answer(after), own, np.maximum)
        second = _value_before_answer(two_ships.value_before_move(after, own, np.maximum))
        value = two_ships.value_before_wind(np.mean([first, second], axis=0), _WIND_TURNS)
        value[two_ships.OUT_OF_SIGHT] = value[: two_ships.POSITION_COUNT][farthest].mean(axis=0)
        found.append(value.astype(np.float16))
    for one in found:
        one[two_ships.SAME_HEX] = boarding
    return tuple(found)


def _value_of_results(points: tuple[int, int], lead: int, dread: float) -> Floats:
    """Return the value of the end of the last turn, by the strength left of each ship (DOG-23)."""
    ours, theirs = (2 * np.arange(number + 1) <= number for number in points)
    ahead = np.sign(lead + theirs[None, :] * (points[1] // 2) - ours[:, None] * (points[0] // 2))
    ahead[:, 0], ahead[0], ahead[0, 0] = 1, -1, 0
    return np.where(ahead < 0, dread * ahead, ahead).astype(np.float32)


def _value_before_fire(value: Floats, ended: Floats) -> Floats:
    """Return the value of each position before both ships fire at once (DOG-17).

    A ship without strength has lost. `ended` holds the values of the results.
    """
    after = value.copy()
    ours = two_ships.broadside_kinds()
    theirs = two_ships.broadside_kinds()[two_ships.mirror_positions()]
    for one, other in product(range(len(KINDS)), repeat=2):
        rows = np.flatnonzero((ours == one) & (theirs == other))
        own_chances, foe_chances = strength_chances(value.shape[1])[other], strength_chances(value.shape[2])[one]
        after[rows] = own_chances @ value[rows] @ foe_chances.T
    after[:, 0], after[:, :, 0] = ended[0], ended[:, 0]
    return after


@cache
def strength_chances(strengths: int) -> Floats:
    """Return the chance of each strength after a broadside: shape (kinds, strengths, strengths).

    The second axis is the strength before, the third the strength after, each 0 to `strengths` - 1.
    """
    found = np.zeros((len(KINDS), strengths, strengths), np.float32)
    for number, kind in enumerate(KINDS):
        possible = HITS.get(kind, (0,))
        for before, hits in product(range(strengths), possible):
            found[number, before, max(before - hits, 0)] += 1 / len(possible)
    return found


def value_of_boarding(points: tuple[int, int], dread: float) -> Floats:
    """Return the value of a boarding fight to the end, by the strength of each ship (DOG-20, DOG-21)."""
    found = np.zeros((points[0] + 1, points[1] + 1), np.float32)
    found[1:, 0], found[0, 1:], found[0, 0] = 1, -dread, (1 - dread) / 2
    cards = [(ours, theirs) for ours, theirs in product(BOARDING.values(), repeat=2) if ours or theirs]
    for one, foe in product(range(1, points[0] + 1), range(1, points[1] + 1)):
        found[one, foe] = np.mean([found[max(one - theirs, 0), max(foe - ours, 0)] for ours, theirs in cards])
    return found


def _value_before_answer(value: Floats) -> Floats:
    """Return the value of each position before the enemy sails."""
    ends, held = two_ships.enemy_moves()
    pressed = np.zeros_like(value)
    for column in range(ends.shape[1]):
        pressed += pressing_chances()[:, column, None, None] * value[ends[:, column]]
    pressed[held] = (pressed[held] + value[held]) / 2
    worst = two_ships.value_before_move(value, two_ships.enemy_moves(), np.minimum)
    return np.asarray((1 - PRESS_CHANCE) * worst + PRESS_CHANCE * pressed)


@cache
def pressing_chances() -> Floats:
    """Return the chance of each move of a pressing enemy: shape (positions, moves).

    The enemy hits as much as it can, and of equal moves takes those to the nearest positions, all equally likely.
    """
    ends = two_ships.enemy_moves().ends
    kinds = two_ships.broadside_kinds()[two_ships.mirror_positions()]
    hits = np.array([EXPECTED_HITS.get(kind, 0.0) for kind in KINDS])[kinds]
    hits[two_ships.SAME_HEX] = BOARDING_HITS
    liked = hits[ends] * (2 * two_ships.SIGHT) - two_ships.distances()[ends]
    liked[:, 1:][ends[:, 1:] == ends[:, :1]] = -np.inf
    best = liked >= liked.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float32)
