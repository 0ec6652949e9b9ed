"""A battle as arrays, a row for each hull on the map, so that many suppositions can be weighed at once."""

from functools import cached_property

import numpy as np

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, sailing
from tabletop.games.ships_of_the_line.chapters.aiming import dim_waters
from tabletop.games.ships_of_the_line.chapters.optional.sail_states import MAST_POINTS
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Ship, Side, masked_broadsides
from tabletop.games.ships_of_the_line.state import BANDS, State, is_on_map, side_of, sinking_zone_limit
from tabletop.games.ships_of_the_line.tables import Gunfire
from tabletop.players.ships_of_the_line import gunnery

STAKE = 15.0
"""Victory points that a ship which strikes is worth."""
_FIRM = 4.0
"""Hull points that a ship is good for when she has come to her sinking zone."""
_LOADED, _TIRED, _GRAPPLED = 0.95, 0.6, 0.15
"""How likely a broadside that is empty will fire, one of a tired crew, and one of a ship that is grappled now."""


class Board:
    """All hulls of a battle for one of the two sides; rows in key order.

    Attributes:
        state: the battle.
        side: whose board it is.
        dim: the water from which, and into which, nobody sees far.
        keys: of the hulls.
        pose: stern point and heading of each.
        hulls: where they lie.
        mine: they are with this side.
        fit: they are in service.
        settled: they will lie as they do when the guns speak next.
        hull: points left once what is noted takes effect.
        zone: points at which their sinking zone begins.
        worth: victory points that a hull point of each is worth.
        ready: how likely each broadside can be fired next.
    """

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side, self.profile = state, side, state.profile
        self.dim = dim_waters(state)
        self.keys = [key for key in state.ships if is_on_map(state, key)]
        self.row = {key: n for n, key in enumerate(self.keys)}
        ships = [state.ships[key] for key in self.keys]
        sizes = np.array([positions.hull_size(state, key) for key in self.keys]).reshape(-1, 2)
        poses = [(one.pose.x, one.pose.y, one.pose.heading) for one in ships]
        self.pose: gunnery.Floats = np.array(poses, float).reshape(-1, 3)
        self.hulls = gunnery.hulls(self.pose, sizes[:, 0], sizes[:, 1])
        self.middle = self.hulls.middles()
        self.mine: gunnery.Bools = np.array([side_of(state, key) == side for key in self.keys], bool)
        self.fit: gunnery.Bools = np.array([one.status == "in_service" for one in ships], bool)
        self.grappled: gunnery.Bools = np.array([sailing.is_grappled(state, key) for key in self.keys], bool)
        held = np.array([sailing.check_held(state, key) is not None for key in self.keys], bool)
        moved = np.array([one.moved for one in ships], bool)
        self.settled: gunnery.Bools = moved | held | ~self.fit | (state.phase not in ("combat", "movement"))
        self._weigh(ships)

    def _weigh(self, ships: list[Ship]) -> None:
        state, keys = self.state, self.keys
        noted = dict.fromkeys(keys, 0)
        for shot in state.shots:
            noted[shot.target] = noted.get(shot.target, 0) + shot.hull
        self.hull: gunnery.Floats = np.array([max(0, state.ships[key].hull - noted[key]) for key in keys], float)
        self.zone: gunnery.Floats = np.array([sinking_zone_limit(state, key) for key in keys], float)
        self.full: gunnery.Floats = np.array([state.cards[key].hull for key in keys], float)
        self.dice: gunnery.Floats = np.array([state.cards[key].dice for key in keys], float)
        self.in_zone: gunnery.Bools = self.fit & (self.hull <= self.zone)
        self.worth: gunnery.Floats = np.where(self.fit, STAKE / (np.maximum(0, self.hull - self.zone) + _FIRM), 0.0)
        self.ready: gunnery.Floats = np.array([_ready(state, key) for key in keys]).reshape(-1, 2)
        self.fatigue: gunnery.Floats = np.array([one.fatigue for one in ships], float)
        self.stamina: gunnery.Floats = np.array([fatigue_limit(state, key) for key in keys], float)
        self.boarding: gunnery.Floats = np.array([state.cards[key].boarding for key in keys], float)
        self.rig: gunnery.Floats = np.array([_rig(state, key) for key in keys], float)

    def foes(self) -> list[int]:
        """Rows of the enemies in service."""
        return [int(n) for n in np.nonzero(~self.mine & self.fit)[0]]

    def friends(self) -> list[int]:
        """Rows of the own ships in service."""
        return [int(n) for n in np.nonzero(self.mine & self.fit)[0]]

    def ranged(self, measure: gunnery.Measure, firers: gunnery.Hulls, targets: gunnery.Hulls) -> gunnery.Floats:
        """Return the distances that `measure` finds, in UM; infinite also where fog and the like hide the target."""
        found = measure(firers, targets, self.profile)
        if self.dim:
            found = np.where(
                found > gunnery.sight_ends(self.dim, firers.middles(), targets.middles())[..., None], np.inf, found
            )
        return found

    @cached_property
    def power(self) -> gunnery.Floats:
        """Expected hits of a broadside of each by band."""
        return np.array([power(self.state, key) for key in self.keys]).reshape(-1, len(BANDS))

    @cached_property
    def prey(self) -> tuple[gunnery.Floats, gunnery.Floats]:
        """What every broadside of a settled hull has nearest before it now: its distance, and what firing is worth."""
        rows = np.nonzero(self.settled)[0]
        count = len(self.keys)
        nearest, value = np.full((count, 2), np.inf), np.zeros((count, 2))
        apart = np.hypot(*np.moveaxis(self.middle[rows][:, None] - self.middle[rows][None], -1, 0))
        one, other = np.nonzero((apart <= self.profile.long + 1.5) & ~np.eye(len(rows), dtype=bool))
        firer, target = rows[one], rows[other]
        found = self.ranged(gunnery.distances, self.hulls.rows(firer), self.hulls.rows(target))
        for flank in range(2):
            table = np.full((len(rows), len(rows)), np.inf)
            table[one, other] = found[:, flank]
            first = table.argmin(axis=1) if len(rows) else np.zeros(0, np.intp)
            nearest[rows, flank] = table[np.arange(len(rows)), first]
            aim = rows[first]
            lost = gunnery.losses(
                flank, nearest[rows, flank], self.power[rows], self.hulls.rows(rows), self.hulls.rows(aim), self.profile
            )
            hostile = (self.mine[aim] != self.mine[rows]) & self.fit[aim]
            value[rows, flank] = np.where(hostile, lost * self.worth[aim] * self.ready[rows, flank], 0)
        return nearest, value


@cache_per_state
def board(state: State, side: Side) -> Board:
    """The arrays of a battle; remembered, because every order of a phase asks for them."""
    return Board(state, side)


def power(state: State, key: str) -> tuple[float, ...]:
    """Expected hits of a broadside at each range, without a rake."""
    return tuple(_hits(state, key, place) for place in range(len(BANDS)))


def _hits(state: State, key: str, place: int) -> float:
    band = BANDS[place]
    needed = rules_of(state).sums.to_hit.total(Gunfire(state, key, band, None))
    return aiming.dice_for(state, key, band, None)[-1].value * max(0, min(6, 7 - needed)) / 6


def _ready(state: State, key: str) -> tuple[float, float]:
    """How likely each broadside fires in the next Combat Phase, so far as the marks tell."""
    ship = state.ships[key]
    if ship.status != "in_service":
        return (0.0, 0.0)
    masked, held = masked_broadsides(ship), _GRAPPLED if sailing.is_grappled(state, key) else 1.0
    loaded = _TIRED if not ship.loaded and ship.fatigue >= fatigue_limit(state, key) else _LOADED
    chances = [0.0 if one in masked else held if one in ship.loaded else held * loaded for one in BROADSIDES]
    return chances[0], chances[1]


def _rig(state: State, key: str) -> float:
    """Points that her masts are worth before the wind takes its part."""
    ship = state.ships[key]
    worth = sum(MAST_POINTS[ship.sail][mast] for mast in ship.masts)
    return 0.0 if sailing.check_held(state, key) else float(worth)
