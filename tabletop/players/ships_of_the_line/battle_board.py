"""A battle as arrays, one row for each hull on the map, so that many poses are valued at once."""

from functools import cached_property

import numpy as np

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, sailing
from tabletop.games.ships_of_the_line.chapters.aiming import dim_waters
from tabletop.games.ships_of_the_line.chapters.optional.sail_states import MAST_POINTS
from tabletop.games.ships_of_the_line.model import BANDS, State, is_on_map, side_of, sinking_zone_limit
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Ship, Side, find_masked_broadsides
from tabletop.games.ships_of_the_line.tables import Gunfire
from tabletop.players.ships_of_the_line import bulk_gunnery

STRIKE_POINTS = 15.0
"""Victory points for a ship that strikes."""
_ZONE_RESERVE = 4.0
"""Hull points that a ship in its sinking zone counts as having left."""
_READY_IF_EMPTY = 0.95
"""Chance that a broadside that is empty now is loaded and fires in the next Combat Phase."""
_READY_IF_TIRED = 0.6
"""The same chance for an empty broadside of an exhausted crew."""
_READY_IF_GRAPPLED = 0.15
"""Factor on both chances, and on that of a loaded broadside, while the ship is grappled."""


class BattleBoard:
    """All hulls on the map for one of the two sides; rows are in the order of the keys.

    Attributes:
        state: the battle.
        side: the side whose board it is.
        profile: the measures of the rules.
        dim: the water into which, and out of which, ships do not see far.
        keys: key of each hull.
        row: row of each key.
        pose: stern point and heading of each hull; shape (hulls, 3).
        hulls: the hulls as arrays.
        center: middle of each hull; shape (hulls, 2).
        is_own: True for the hulls of the own side.
        is_fit: True for ships in service.
        is_grappled: True for grappled ships.
        is_settled: True for hulls that stay where they are until the guns fire next.
        hull: hull points left once the noted damage takes effect.
        zone: hull points at which the sinking zone begins.
        full_hull: hull points of an undamaged ship.
        dice: dice of the undamaged ship.
        is_in_zone: True for ships in service in their sinking zone.
        point_value: victory points for each hull point.
        fire_chances: chance that each broadside fires in the next Combat Phase; shape (hulls, 2), port first.
        fatigue: levels of fatigue.
        fatigue_limit: highest level of fatigue.
        boarding: printed boarding strength.
        rig_points: movement points that the masts give before the wind takes its part.
    """

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side
        self.profile = state.profile
        self.dim = dim_waters(state)
        self.keys = [key for key in state.ships if is_on_map(state, key)]
        self.row = {key: n for n, key in enumerate(self.keys)}
        ships = [state.ships[key] for key in self.keys]
        sizes = np.array([positions.hull_size(state, key) for key in self.keys]).reshape(-1, 2)
        poses = [(one.pose.x, one.pose.y, one.pose.heading) for one in ships]
        self.pose: bulk_gunnery.Floats = np.array(poses, float).reshape(-1, 3)
        self.hulls = bulk_gunnery.build_hulls(self.pose, sizes[:, 0], sizes[:, 1])
        self.center = self.hulls.centers()
        self.is_own: bulk_gunnery.Bools = np.array([side_of(state, key) == side for key in self.keys], bool)
        self.is_fit: bulk_gunnery.Bools = np.array([one.status == "in_service" for one in ships], bool)
        self.is_grappled: bulk_gunnery.Bools = np.array([sailing.is_grappled(state, key) for key in self.keys], bool)
        held = np.array([sailing.check_held(state, key) is not None for key in self.keys], bool)
        moved = np.array([one.moved for one in ships], bool)
        self.is_settled: bulk_gunnery.Bools = moved | held | ~self.is_fit | (state.phase not in ("combat", "movement"))
        self._weigh(ships)

    def _weigh(self, ships: list[Ship]) -> None:
        """Fill in the strength, value and fatigue of each hull."""
        state, keys = self.state, self.keys
        noted = dict.fromkeys(keys, 0)
        for shot in state.shots:
            noted[shot.target] = noted.get(shot.target, 0) + shot.hull
        self.hull: bulk_gunnery.Floats = np.array([max(0, state.ships[key].hull - noted[key]) for key in keys], float)
        self.zone: bulk_gunnery.Floats = np.array([sinking_zone_limit(state, key) for key in keys], float)
        self.full_hull: bulk_gunnery.Floats = np.array([state.cards[key].hull for key in keys], float)
        self.dice: bulk_gunnery.Floats = np.array([state.cards[key].dice for key in keys], float)
        self.is_in_zone: bulk_gunnery.Bools = self.is_fit & (self.hull <= self.zone)
        self.point_value: bulk_gunnery.Floats = np.where(
            self.is_fit, STRIKE_POINTS / (np.maximum(0, self.hull - self.zone) + _ZONE_RESERVE), 0.0
        )
        self.fire_chances: bulk_gunnery.Floats = np.array([_chances_to_fire(state, key) for key in keys]).reshape(-1, 2)
        self.fatigue: bulk_gunnery.Floats = np.array([one.fatigue for one in ships], float)
        self.fatigue_limit: bulk_gunnery.Floats = np.array([fatigue_limit(state, key) for key in keys], float)
        self.boarding: bulk_gunnery.Floats = np.array([state.cards[key].boarding for key in keys], float)
        self.rig_points: bulk_gunnery.Floats = np.array([_rig_points(state, key) for key in keys], float)

    def foes(self) -> list[int]:
        """Return the rows of the enemies in service."""
        return [int(n) for n in np.nonzero(~self.is_own & self.is_fit)[0]]

    def friends(self) -> list[int]:
        """Return the rows of the own ships in service."""
        return [int(n) for n in np.nonzero(self.is_own & self.is_fit)[0]]

    def measure_in_sight(
        self, measure: bulk_gunnery.DistanceFunction, firers: bulk_gunnery.HullArrays, targets: bulk_gunnery.HullArrays
    ) -> bulk_gunnery.Floats:
        """Return the distances that `measure` finds, in UM; infinite also where fog hides the target."""
        found = measure(firers, targets, self.profile)
        if self.dim:
            found = np.where(
                found > bulk_gunnery.sight_limits(self.dim, firers.centers(), targets.centers())[..., None],
                np.inf,
                found,
            )
        return found

    @cached_property
    def expected_hits(self) -> bulk_gunnery.Floats:
        """The expected hits of a broadside of each hull in each range band; shape (hulls, bands)."""
        return np.array([compute_expected_hits(self.state, key) for key in self.keys]).reshape(-1, len(BANDS))

    @cached_property
    def nearest_targets(self) -> tuple[bulk_gunnery.Floats, bulk_gunnery.Floats]:
        """The distance of the nearest ship before each broadside of a settled hull, and the shot's value.

        Both arrays have the shape (hulls, 2). The distance is infinite and the value 0 without a target.
        """
        rows = np.nonzero(self.is_settled)[0]
        count = len(self.keys)
        nearest, value = np.full((count, 2), np.inf), np.zeros((count, 2))
        apart = np.hypot(*np.moveaxis(self.center[rows][:, None] - self.center[rows][None], -1, 0))
        one, other = np.nonzero((apart <= self.profile.long + 1.5) & ~np.eye(len(rows), dtype=bool))
        firer, target = rows[one], rows[other]
        found = self.measure_in_sight(
            bulk_gunnery.measure_distances, self.hulls.select(firer), self.hulls.select(target)
        )
        for flank in range(2):
            table = np.full((len(rows), len(rows)), np.inf)
            table[one, other] = found[:, flank]
            first = table.argmin(axis=1) if len(rows) else np.zeros(0, np.intp)
            nearest[rows, flank] = table[np.arange(len(rows)), first]
            aim = rows[first]
            lost = bulk_gunnery.expected_losses(
                flank,
                nearest[rows, flank],
                self.expected_hits[rows],
                self.hulls.select(rows),
                self.hulls.select(aim),
                self.profile,
            )
            hostile = (self.is_own[aim] != self.is_own[rows]) & self.is_fit[aim]
            value[rows, flank] = np.where(hostile, lost * self.point_value[aim] * self.fire_chances[rows, flank], 0)
        return nearest, value


@cache_per_state
def build_board(state: State, side: Side) -> BattleBoard:
    """Return the board of `side`. It is cached with the state, because all orders of a phase ask for it."""
    return BattleBoard(state, side)


def compute_expected_hits(state: State, key: str) -> tuple[float, ...]:
    """Return the expected hits of a broadside of a ship in each range band, without a rake."""
    return tuple(_expected_hits_at(state, key, place) for place in range(len(BANDS)))


def _expected_hits_at(state: State, key: str, place: int) -> float:
    """Return the expected hits of a broadside in the range band with index `place`."""
    band = BANDS[place]
    needed = rules_of(state).modifiers.to_hit.total(Gunfire(state, key, band, None))
    return aiming.dice_for(state, key, band, None)[-1].value * max(0, min(6, 7 - needed)) / 6


def _chances_to_fire(state: State, key: str) -> tuple[float, float]:
    """Return the chance that the port and the starboard broadside fire in the next Combat Phase."""
    ship = state.ships[key]
    if ship.status != "in_service":
        return (0.0, 0.0)
    masked, held = find_masked_broadsides(ship), _READY_IF_GRAPPLED if sailing.is_grappled(state, key) else 1.0
    loaded = _READY_IF_TIRED if not ship.loaded and ship.fatigue >= fatigue_limit(state, key) else _READY_IF_EMPTY
    chances = [0.0 if one in masked else held if one in ship.loaded else held * loaded for one in BROADSIDES]
    return chances[0], chances[1]


def _rig_points(state: State, key: str) -> float:
    """Return the movement points that the masts give before the wind; 0.0 if the ship cannot move."""
    ship = state.ships[key]
    worth = sum(MAST_POINTS[ship.sail][mast] for mast in ship.masts)
    return 0.0 if sailing.check_held(state, key) else float(worth)
