"""How a fight of two ships ends, looked through turn by turn on an open sea with every chance of the guns and the wind.

The other is taken to press half of the time, and to answer as is worst for one otherwise: against either alone one
fares hardly worse than if one knew it, and nobody gains much by knowing this.
"""

from functools import cache, lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from tabletop.games.decks_of_glory.positions import current_wind
from tabletop.games.decks_of_glory.state import State, enemy_of
from tabletop.games.decks_of_glory.tables import BOARDING, WIND_TURNS
from tabletop.games.decks_of_glory.victory import compute_totals
from tabletop.players.decks_of_glory import two_ships
from tabletop.players.decks_of_glory.gunnery import EXPECTED, HITS, Piece
from tabletop.players.decks_of_glory.manoeuvring import End
from tabletop.players.decks_of_glory.many_bearings import KINDS, Floats, Ints

TURNS = 6
"""How many turns are looked through at most."""
PRESSES = 0.5
"""How often the other goes where she hits most now, then where she is nearest."""
ALONGSIDE = 1.5
"""Hits that she expects of boarding."""

Kept = npt.NDArray[np.float16]
"""As exact as is needed, in half the memory."""
_TURNS = tuple(WIND_TURNS.values())


class Duel:
    """A fight between the last ship of each side, as one of them sees it."""

    def __init__(self, state: State, one: Piece, foe: Piece, side: str, dread: float) -> None:
        """`side` is that of the first; `dread` is what a defeat counts if a victory counts 1."""
        own = next(known for known in state.sides if known == side)
        points = compute_totals(state)
        lead = points[own] - points[enemy_of(own)] - _lead(one, foe)
        worths = fights((one.points, foe.points), lead, dread)
        self._worth = worths[min(state.turns - state.turn, TURNS)][:, : one.strength + 1, : foe.strength + 1]
        self._wind, self._foe, self._answers = current_wind(state), foe, enemy_of(own) not in state.orders
        self._dread, self._left = dread, float(worths[0][two_ships.AWAY, one.strength, foe.strength])

    def worth(self, end: End) -> float:
        """What it is worth to sail there, between the dread of a defeat and 1."""
        if end.piece is None:
            return self._left
        at = two_ships.lying(end.piece, self._foe, self._wind)
        if end.entangled and at != two_ships.TOGETHER:
            return -self._dread
        after = self._fired(two_ships.answered().ends[at] if self._answers else np.array([at]))
        return round(float(self._answered(after, at) if self._answers else after[0]), 6)

    def _answered(self, after: Floats, at: int) -> float:
        """As `_answer`, of one place alone."""
        likely = float(after.min()) * (1 - PRESSES) + float(after @ pressing()[at]) * PRESSES
        return (likely + float(after[0])) / 2 if two_ships.answered().held[at] else likely

    def _fired(self, after: Ints) -> Floats:
        """What it is worth to lie so before the guns have spoken, with the strengths of now."""
        ours, theirs = two_ships.broadsides()[after], two_ships.broadsides()[two_ships.swapped()[after]]
        one, foe = (number - 1 for number in self._worth.shape[1:])
        hers, his = spread(one + 1)[theirs, one], spread(foe + 1)[ours, foe]
        return np.asarray(np.einsum("na,nab,nb->n", hers, self._worth[after], his))


def _lead(one: Piece, foe: Piece) -> int:
    """Points for what each has lost of her strength (DOG-23)."""
    ours, theirs = (ship.points // 2 if 2 * ship.strength <= ship.points else 0 for ship in (one, foe))
    return theirs - ours


@lru_cache(maxsize=2)
def fights(points: tuple[int, int], lead: int, dread: float) -> tuple[Kept, ...]:
    """What fights are worth by the turns that are left, by how the two lie, and by the strength of each.

    Args:
        points: with how much strength each began.
        lead: points of the first above those of the other, without what these two have lost.
        dread: what a defeat counts if a victory counts 1.
    """
    ended = _ended(points, lead, dread)
    worth = np.broadcast_to(ended, (two_ships.LYING + 2, *ended.shape)).copy()
    beside = boarded(points, dread)
    found = [worth.astype(np.float16)]
    for _ in range(TURNS):
        after = _fired(worth, ended)
        after[two_ships.TOGETHER] = beside
        first = two_ships.chosen(_answer(after), two_ships.sailed(), np.maximum)
        second = _answer(two_ships.chosen(after, two_ships.sailed(), np.maximum))
        worth = two_ships.blown(np.mean([first, second], axis=0), _TURNS)
        worth[two_ships.AWAY] = worth[: two_ships.LYING][
            two_ships.apart()[: two_ships.LYING] == two_ships.REACHED
        ].mean(axis=0)
        found.append(worth.astype(np.float16))
    for one in found:
        one[two_ships.TOGETHER] = beside
    return tuple(found)


def _ended(points: tuple[int, int], lead: int, dread: float) -> Floats:
    """What it is worth to have so much strength left when the last turn is over (DOG-23)."""
    ours, theirs = (2 * np.arange(number + 1) <= number for number in points)
    ahead = np.sign(lead + theirs[None, :] * (points[1] // 2) - ours[:, None] * (points[0] // 2))
    ahead[:, 0], ahead[0], ahead[0, 0] = 1, -1, 0
    return np.where(ahead < 0, dread * ahead, ahead).astype(np.float32)


def _fired(worth: Floats, ended: Floats) -> Floats:
    """What it is worth to lie so before both fire at once (DOG-17); who has no strength left has lost."""
    after, ours, theirs = worth.copy(), two_ships.broadsides(), two_ships.broadsides()[two_ships.swapped()]
    for one, other in product(range(len(KINDS)), repeat=2):
        rows = np.flatnonzero((ours == one) & (theirs == other))
        hurt, hit = spread(worth.shape[1])[other], spread(worth.shape[2])[one]
        after[rows] = hurt @ worth[rows] @ hit.T
    after[:, 0], after[:, :, 0] = ended[0], ended[:, 0]
    return after


@cache
def spread(strengths: int) -> Floats:
    """The chance of each strength after a broadside, by its number and the strength before; of so many strengths."""
    found = np.zeros((len(KINDS), strengths, strengths), np.float32)
    for number, kind in enumerate(KINDS):
        hits = HITS.get(kind, (0,))
        for before, hit in product(range(strengths), hits):
            found[number, before, max(before - hit, 0)] += 1 / len(hits)
    return found


def boarded(points: tuple[int, int], dread: float) -> Floats:
    """What it is worth to fight hand to hand to the end, by the strength of each (DOG-20, DOG-21)."""
    found = np.zeros((points[0] + 1, points[1] + 1), np.float32)
    found[1:, 0], found[0, 1:], found[0, 0] = 1, -dread, (1 - dread) / 2
    cards = [(hers, his) for hers, his in product(BOARDING.values(), repeat=2) if hers or his]
    for one, foe in product(range(1, points[0] + 1), range(1, points[1] + 1)):
        found[one, foe] = np.mean([found[max(one - his, 0), max(foe - hers, 0)] for hers, his in cards])
    return found


def _answer(worth: Floats) -> Floats:
    """What it is worth to lie so before the other sails."""
    ends, held = two_ships.answered()
    pressed = np.zeros_like(worth)
    for column in range(ends.shape[1]):
        pressed += pressing()[:, column, None, None] * worth[ends[:, column]]
    pressed[held] = (pressed[held] + worth[held]) / 2
    return np.asarray((1 - PRESSES) * two_ships.chosen(worth, two_ships.answered(), np.minimum) + PRESSES * pressed)


@cache
def pressing() -> Floats:
    """How likely each end is of one who presses, by how she lies before: those that hit most, of them the nearest."""
    ends = two_ships.answered().ends
    hits = np.array([EXPECTED.get(kind, 0.0) for kind in KINDS])[two_ships.broadsides()[two_ships.swapped()]]
    hits[two_ships.TOGETHER] = ALONGSIDE
    liked = hits[ends] * (2 * two_ships.REACHED) - two_ships.apart()[ends]
    liked[:, 1:][ends[:, 1:] == ends[:, :1]] = -np.inf
    best = liked >= liked.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float32)
