"""Battles of a few ships played out to their ends, hundreds at once: a light model of DOG-9 to DOG-23 as arrays.

Ships sail and fire by simple habits. Left out are wrecks, ships in one hex, and what hides one ship from another.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain

import numpy as np
import numpy.typing as npt

from tabletop.games.decks_of_glory.chapters.ending import totals
from tabletop.games.decks_of_glory.chapters.sighting import FIELDS
from tabletop.games.decks_of_glory.positions import wind_of
from tabletop.games.decks_of_glory.state import State, enemy_of
from tabletop.games.decks_of_glory.tables import IRONS, POINTS, REACH, WIND_TURNS
from tabletop.geometry.hexgrid import SIDES, angle
from tabletop.players.decks_of_glory.gunnery import CLOSE, FAR, HITS, RAKE, Piece, bearing, loss
from tabletop.players.decks_of_glory.prospects import reach
from tabletop.players.sampled_worlds import Chances
from tabletop.players.sequential_halving import Options, Results

NONE = 0
KINDS = ("", FAR, CLOSE, RAKE)
"""Broadsides by number; `NONE` is none."""
TAKEN, APART, IN_IRONS = 0.8, 0.06, 1.0
"""What a ship sails by: how the enemy's fire counts, each hex from the nearest enemy, and to lie in irons."""
EDGE = REACH + 1
"""Hexes beyond which nothing bears."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@cache
def _bearings() -> Ints:
    """The number of the broadside by facing, hexes to the target (from -EDGE on, both axes), and its facing."""
    found = np.zeros((SIDES, 2 * EDGE + 1, 2 * EDGE + 1, SIDES), np.int64)
    for facing in range(SIDES):
        firer = Piece((0, 0), facing, 1, 1, free=True)
        for (q, r), faces in ((place, faces) for place in FIELDS[facing] for faces in range(SIDES)):
            kind = bearing(firer, Piece((q, r), faces, 1, 1, free=True))
            found[facing, q + EDGE, r + EDGE, faces] = KINDS.index(kind)
    return found


@cache
def _moves() -> Ints:
    """What a ship can come to by facing and wind: hexes from where she lies, and her facing; filled up by staying."""
    every = [[reach((0, 0), facing, wind) for wind in range(SIDES)] for facing in range(SIDES)]
    most = max(len(ends) for ends in chain.from_iterable(every))
    found = np.zeros((SIDES, SIDES, most, 3), np.int64)
    for facing, row in enumerate(every):
        found[facing, :, :, 2] = facing
        for wind, ends in enumerate(row):
            found[facing, wind, : len(ends)] = [(q, r, faces) for (q, r), faces in ends]
    return found


@cache
def _losses() -> Floats:
    """What a broadside is worth by its number, and the strength and the points of whom it hits."""
    most = max(POINTS.values()) + 1
    found = np.zeros((len(KINDS), most, most))
    for number, kind in enumerate(KINDS[1:], 1):
        for points in POINTS.values():
            found[number, : points + 1, points] = [loss(strength, points, (kind,)) for strength in range(points + 1)]
    return found


_ANGLES = np.array([[angle(facing, wind) for wind in range(SIDES)] for facing in range(SIDES)])
_WINDS = np.array(tuple(WIND_TURNS.values()))
_HITS = np.array([[0] * 16, *([*HITS[kind] * (16 // len(HITS[kind]))] for kind in KINDS[1:])])
"""Hits by the number of a broadside and one of sixteen equal chances."""


class Playouts:
    """Plays battles out after each of several moves of one side; a ship is a number, those of that side first."""

    def __init__(self, state: State, fleets: tuple[Mapping[str, Piece], Mapping[str, Piece]], chances: Chances) -> None:
        """Of a side's ships and the enemy's as they lie, at least one of each, all of them free."""
        ours, theirs = fleets
        self._keys = [*ours, *theirs]
        self._pieces = [*ours.values(), *theirs.values()]
        self._side = np.array([0] * len(ours) + [1] * len(theirs))
        self._points = np.array([piece.points for piece in self._pieces])
        self._chances, self._wind = chances, wind_of(state)
        side = state.fleet[self._keys[0]].side
        self._turns, self._answers = state.turns - state.turn, enemy_of(side) not in state.orders
        self._ahead = totals(state)[side] - totals(state)[enemy_of(side)] - self._lead(self._strengths()[:, None])[0]
        places = np.array([*state.sea.hexes()])
        self._least = places.min(axis=0) - EDGE
        self._sea = np.zeros(places.max(axis=0) - self._least + EDGE + 1, np.bool_)
        self._sea[tuple((places - self._least).T)] = True

    def _strengths(self) -> Ints:
        return np.array([piece.strength for piece in self._pieces])

    def tried(self, moves: Sequence[Mapping[str, Piece]], alive: Options, worlds: int) -> Results:
        """How the battle ends after each of some moves, 1 for a victory and 0.5 for a draw, in so many new worlds."""
        number = len(alive) * worlds
        lying = dict(zip(self._keys, self._pieces, strict=True))
        after = [[moves[option].get(key, piece) for option in alive] for key, piece in lying.items()]
        self._at = np.repeat(np.array([[one.at for one in row] for row in after]), worlds, axis=1)
        self._facing = np.repeat(np.array([[one.facing for one in row] for row in after]), worlds, axis=1)
        self._strength = np.repeat(self._strengths()[:, None], number, axis=1)
        self._blows = np.full(number, self._wind)
        self._times, self._worlds = len(alive), worlds
        return self._played_out().reshape(len(alive), worlds)

    def _played_out(self) -> Floats:
        if self._answers:
            self._sail(1, np.ones(self._at.shape[1], np.bool_))
        self._fire()
        for _ in range(self._turns):
            if not self._both().any():
                break
            self._blows = (self._blows + _WINDS[self._drawn(len(_WINDS))]) % SIDES
            first = self._drawn(2) == 0
            for side, now in ((0, first), (1, ~first), (1, first), (0, ~first)):
                self._sail(side, now)
            self._fire()
        return self._result()

    def _ships(self, side: int) -> list[int]:
        """The ships of a side."""
        return [ship for ship, of in enumerate(self._side.tolist()) if of == side]

    def _drawn(self, chances: int) -> Ints:
        """One of so many equal chances for each world, the same for each move that is tried in it."""
        return np.tile(self._chances.integers(chances, size=self._worlds), self._times)

    def _both(self) -> Bools:
        """Where both sides still have a ship."""
        fights = self._strength > 0
        return np.asarray(fights[self._side == 0].any(axis=0) & fights[self._side == 1].any(axis=0))

    def _result(self) -> Floats:
        fights = self._strength > 0
        ours, theirs = (fights[self._side == side].any(axis=0) for side in (0, 1))
        lead = np.sign(self._lead(self._strength) + self._ahead)
        lead = np.where(ours & ~theirs, 1, np.where(theirs & ~ours, -1, np.where(ours, lead, 0)))
        return np.asarray((lead + 1) / 2)

    def _lead(self, strength: Ints) -> Ints:
        """Points of the first side less those of the other (DOG-23)."""
        points = self._points[:, None]
        lost = np.where(strength <= 0, points, np.where(2 * strength <= points, points // 2, 0))
        return np.asarray(lost[self._side == 1].sum(axis=0) - lost[self._side == 0].sum(axis=0))

    def _sail(self, side: int, now: Bools) -> None:
        """Each ship of a side goes where she likes best, one after another, in the battles where it is her turn."""
        for ship in self._ships(side):
            ends = _moves()[self._facing[ship], self._blows]
            at, facing = self._at[ship][:, None] + ends[:, :, :2], ends[:, :, 2]
            best = np.argmax(np.round(self._liked(ship, at, facing), 6), axis=1)
            going, every = now & (self._strength[ship] > 0), np.arange(len(best))
            self._at[ship][going] = at[every, best][going]
            self._facing[ship][going] = facing[every, best][going]

    def _liked(self, ship: int, at: Ints, facing: Ints) -> Floats:
        """How a ship likes each of her ends in each battle."""
        liked = np.where(_ANGLES[facing, self._blows[:, None]] == IRONS, -IN_IRONS, 0.0)
        given, nearest = np.zeros(facing.shape), np.full(facing.shape, 99.0)
        liked[~self._sea[tuple(np.moveaxis(at - self._least, -1, 0))]] = -99.0
        for other in range(len(self._keys)):
            if other == ship:
                continue
            fights = (self._strength[other] > 0)[:, None]
            apart = self._at[other][:, None] - at
            liked = np.where(fights & ~apart.any(axis=-1), -99.0, liked)
            if self._side[other] != self._side[ship]:
                hers = self._bearing(facing, apart, self._facing[other][:, None])
                given = np.maximum(given, np.where(fights, self._worth(hers, other), 0.0))
                his = self._bearing(self._facing[other][:, None], -apart, facing)
                liked -= np.where(fights, TAKEN * self._worth(his, ship), 0.0)
                nearest = np.where(fights, np.minimum(nearest, _distance(apart)), nearest)
        return np.asarray(liked + given - APART * nearest)

    def _bearing(self, facing: Ints, apart: Ints, faces: Ints) -> Ints:
        q, r = np.moveaxis(np.clip(apart, -EDGE, EDGE) + EDGE, -1, 0)
        return np.asarray(_bearings()[facing, q, r, faces])

    def _worth(self, kind: Ints, target: int) -> Floats:
        return np.asarray(_losses()[kind, self._strength[target][:, None], self._points[target]])

    def _fire(self) -> None:
        """Each ship at the enemy to whom she does most, all at once (DOG-17)."""
        marked = self._strength.copy()
        for ship, side in enumerate(self._side.tolist()):
            foes = self._ships(1 - side)
            kinds = np.array([self._aimed(ship, foe) for foe in foes])
            worth = [
                _losses()[kind, self._strength[foe], self._points[foe]] for kind, foe in zip(kinds, foes, strict=True)
            ]
            best = np.argmax(np.round(worth, 6), axis=0)
            hits = _HITS[kinds[best, np.arange(len(best))], self._drawn(_HITS.shape[1])]
            for number, foe in enumerate(foes):
                marked[foe] -= np.where(best == number, hits, 0)
        self._strength = np.maximum(marked, 0)

    def _aimed(self, ship: int, foe: int) -> Ints:
        """The broadside of one ship at another in each battle."""
        kind = self._bearing(self._facing[ship], self._at[foe] - self._at[ship], self._facing[foe])
        return np.where((self._strength[ship] > 0) & (self._strength[foe] > 0), kind, NONE)


def _distance(apart: Ints) -> Ints:
    """Hexes between two places (DOG-24)."""
    q, r = np.moveaxis(apart, -1, 0)
    return np.asarray((np.abs(q) + np.abs(r) + np.abs(q + r)) // 2)
