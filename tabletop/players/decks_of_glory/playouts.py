"""Battles of a few ships played out to their ends, hundreds at once: a light model of DOG-9 to DOG-23 as arrays.

Ships sail and fire by simple habits. Left out are wrecks, ships in one hex, and what hides one ship from another.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

import msgspec
import numpy as np

from tabletop.games.decks_of_glory.chapters.ending import totals
from tabletop.games.decks_of_glory.positions import wind_of
from tabletop.games.decks_of_glory.state import State, enemy_of
from tabletop.games.decks_of_glory.tables import IRONS, WIND_TURNS
from tabletop.geometry.hexgrid import SIDES, angle
from tabletop.players.decks_of_glory.gunnery import HITS, Piece
from tabletop.players.decks_of_glory.many_bearings import (
    EDGE,
    KINDS,
    NONE,
    Bools,
    Floats,
    Ints,
    bearing_at,
    losses,
    moves,
)
from tabletop.players.decks_of_glory.prospects import prospects
from tabletop.players.sampled_worlds import Chances
from tabletop.players.sequential_halving import Options, Results

TAKEN, APART, IN_IRONS, COMING = 1.1, 0.06, 1.0, 0.7
"""What a ship sails by: the enemy's fire, each hex from the nearest enemy, to lie in irons, and hits to come."""

_ANGLES = np.array([[angle(facing, wind) for wind in range(SIDES)] for facing in range(SIDES)])
_WINDS = np.array(tuple(WIND_TURNS.values()))
_HITS = np.array([[0] * 16, *([*HITS[kind] * (16 // len(HITS[kind]))] for kind in KINDS[1:])])
"""Hits by the number of a broadside and one of sixteen equal chances."""


class Battles(msgspec.Struct):
    """Many battles at once: a ship a row, a battle a column.

    Attributes:
        at: the hexes of the ships.
        facing: of the ships.
        strength: of the ships; 0 for those that fight no more.
        wind: where it blows.
        world: of each battle, by number; battles of one world have the same luck.
    """

    at: Ints
    facing: Ints
    strength: Ints
    wind: Ints
    world: Ints


class Playouts:
    """Plays battles out after each of several moves of one side; a ship is a number, those of that side first."""

    def __init__(self, state: State, fleets: tuple[Mapping[str, Piece], Mapping[str, Piece]], chances: Chances) -> None:
        """Of a side's ships and the enemy's as they lie, at least one of each, all of them free."""
        ours, theirs = fleets
        self._lying = {**ours, **theirs}
        self._ships = range(len(ours)), range(len(ours), len(self._lying))
        self._points = [piece.points for piece in self._lying.values()]
        self._chances, self._wind = chances, wind_of(state)
        side = state.fleet[next(iter(ours))].side
        self._turns, self._answers = state.turns - state.turn, enemy_of(side) not in state.orders
        now = np.array([[piece.strength] for piece in self._lying.values()])
        self._ahead = totals(state)[side] - totals(state)[enemy_of(side)] - int(self._lead(now)[0])
        places = np.array([*state.sea.hexes()])
        self._least = places.min(axis=0) - EDGE
        self._sea = np.zeros(places.max(axis=0) - self._least + EDGE + 1, np.bool_)
        self._sea[tuple((places - self._least).T)] = True

    def tried(self, ways: Sequence[Mapping[str, Piece]], alive: Options, worlds: int) -> Results:
        """How the battle ends after each of some moves, 1 for a victory and 0.5 for a draw, in so many new worlds."""
        after = [[ways[option].get(key, piece) for option in alive] for key, piece in self._lying.items()]
        battles = Battles(
            at=np.repeat(np.array([[one.at for one in row] for row in after]), worlds, axis=1),
            facing=np.repeat(np.array([[one.facing for one in row] for row in after]), worlds, axis=1),
            strength=np.repeat(np.array([[one.strength for one in row] for row in after]), worlds, axis=1),
            wind=np.full(len(alive) * worlds, self._wind),
            world=np.tile(np.arange(worlds), len(alive)),
        )
        return self._played_out(battles).reshape(len(alive), worlds)

    def _played_out(self, battles: Battles) -> Floats:
        if self._answers:
            self._sail(battles, 1, np.ones(battles.wind.shape, np.bool_))
        self._fire(battles)
        for _ in range(self._turns):
            if not np.logical_and(*self._fights(battles)).any():
                break
            battles.wind = (battles.wind + _WINDS[self._drawn(battles, len(_WINDS))]) % SIDES
            first = self._drawn(battles, 2) == 0
            for side, now in ((0, first), (1, ~first), (1, first), (0, ~first)):
                self._sail(battles, side, now)
            self._fire(battles)
        return self._result(battles)

    def _drawn(self, battles: Battles, chances: int) -> Ints:
        """One of so many equal chances for each battle, the same for each move that is tried in its world."""
        return self._chances.integers(chances, size=int(battles.world.max()) + 1)[battles.world]

    def _fights(self, battles: Battles) -> tuple[Bools, Bools]:
        """Where each side still has a ship."""
        ours, theirs = (np.asarray((battles.strength[ships] > 0).any(axis=0)) for ships in self._ships)
        return ours, theirs

    def _result(self, battles: Battles) -> Floats:
        ours, theirs = self._fights(battles)
        lead = np.sign(self._lead(battles.strength) + self._ahead)
        lead = np.where(ours & ~theirs, 1, np.where(theirs & ~ours, -1, np.where(ours, lead, 0)))
        return np.asarray((lead + 1) / 2)

    def _lead(self, strength: Ints) -> Ints:
        """Points of the first side less those of the other (DOG-23)."""
        points = np.array(self._points)[:, None]
        lost = np.where(strength <= 0, points, np.where(2 * strength <= points, points // 2, 0))
        ours, theirs = (lost[ships].sum(axis=0) for ships in self._ships)
        return np.asarray(theirs - ours)

    def _sail(self, battles: Battles, side: int, now: Bools) -> None:
        """Each ship of a side goes where she likes best, one after another, in the battles where it is her turn."""
        for ship in self._ships[side]:
            ends = moves()[battles.facing[ship], battles.wind]
            at, facing = battles.at[ship][:, None] + ends[:, :, :2], ends[:, :, 2]
            best = np.argmax(np.round(self._liked(battles, ship, side, at, facing), 6), axis=1)
            held = _ANGLES[battles.facing[ship], battles.wind] == IRONS
            best[held & (self._drawn(battles, 2) == 0)] = 0
            going, every = now & (battles.strength[ship] > 0), np.arange(len(best))
            battles.at[ship][going] = at[every, best][going]
            battles.facing[ship][going] = facing[every, best][going]

    def _liked(self, battles: Battles, ship: int, side: int, at: Ints, facing: Ints) -> Floats:
        """How a ship likes each of her ends in each battle."""
        wind = battles.wind[:, None]
        liked = np.where(_ANGLES[facing, wind] == IRONS, -IN_IRONS, 0.0)
        liked[~self._sea[tuple(np.moveaxis(at - self._least, -1, 0))]] = -99.0
        given, nearest = np.zeros(facing.shape), np.full(facing.shape, 99.0)
        for other in chain(*self._ships):
            if other == ship:
                continue
            fights, faces = (battles.strength[other] > 0)[:, None], battles.facing[other][:, None]
            apart = battles.at[other][:, None] - at
            liked = np.where(fights & ~apart.any(axis=-1), -99.0, liked)
            if other in self._ships[1 - side]:
                hers, his = bearing_at(facing, apart, faces), bearing_at(faces, -apart, facing)
                given = np.maximum(given, np.where(fights, self._worth(battles, hers, other), 0.0))
                coming = COMING * prospects(facing, apart, faces, wind)
                liked += np.where(fights, coming - TAKEN * self._worth(battles, his, ship), 0.0)
                nearest = np.where(fights, np.minimum(nearest, _distance(apart)), nearest)
        return np.asarray(liked + given - APART * nearest)

    def _worth(self, battles: Battles, kind: Ints, target: int) -> Floats:
        return np.asarray(losses()[kind, battles.strength[target][:, None], self._points[target]])

    def _fire(self, battles: Battles) -> None:
        """Each ship at the enemy to whom she does most, all at once (DOG-17)."""
        marked = battles.strength.copy()
        for side, ships in enumerate(self._ships):
            foes = self._ships[1 - side]
            for ship in ships:
                kinds = np.array([_aimed(battles, ship, foe) for foe in foes])
                worth = [self._worth(battles, kind[:, None], foe)[:, 0] for kind, foe in zip(kinds, foes, strict=True)]
                best = np.argmax(np.round(worth, 6), axis=0)
                hits = _HITS[kinds[best, np.arange(len(best))], self._drawn(battles, _HITS.shape[1])]
                for number, foe in enumerate(foes):
                    marked[foe] -= np.where(best == number, hits, 0)
        battles.strength = np.maximum(marked, 0)


def _aimed(battles: Battles, ship: int, foe: int) -> Ints:
    """The broadside of one ship at another in each battle."""
    kind = bearing_at(battles.facing[ship], battles.at[foe] - battles.at[ship], battles.facing[foe])
    return np.where((battles.strength[ship] > 0) & (battles.strength[foe] > 0), kind, NONE)


def _distance(apart: Ints) -> Ints:
    """Hexes between two places (DOG-24)."""
    q, r = np.moveaxis(apart, -1, 0)
    return np.asarray((np.abs(q) + np.abs(r) + np.abs(q + r)) // 2)
