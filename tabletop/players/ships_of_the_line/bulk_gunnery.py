"""Fire of hulls that are only supposed to lie somewhere, in bulk: who bears on whom, how far off, and for how much.

Two tables of hulls are paired row by row, unless it says otherwise. UM, degrees.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from tabletop.games.ships_of_the_line.hooks import DimWater
from tabletop.games.ships_of_the_line.state import Profile
from tabletop.geometry.field import flare
from tabletop.geometry.fleet import find_shortest_distances

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Bools = NDArray[np.bool_]

CRITICAL_POINTS = 1.6
"""Hull points that a critical hit is worth."""
POINTS_PER_HIT = 5 / 6 + CRITICAL_POINTS / 6
"""Hull points that a hit is worth."""
_TOLERANCE = 1e-6


class HullArrays(NamedTuple):
    """Hulls, each field an array: one for each, or for each pair of a `column` of them with a row of others.

    `east` and `north` is the stern point, `ahead_east` and `ahead_north` the direction ahead, `mid_east` and
    `mid_north` the middle.
    """

    east: Floats
    north: Floats
    heading: Floats
    length: Floats
    beam: Floats
    ahead_east: Floats
    ahead_north: Floats
    mid_east: Floats
    mid_north: Floats

    def select(self, which: Indices | Bools) -> "HullArrays":
        """Some of them, also more than once."""
        return HullArrays(*(one[which] for one in self))

    def as_column(self) -> "HullArrays":
        """To be paired with every one of others."""
        return HullArrays(*(one[:, None] for one in self))

    def centers(self) -> Floats:
        """The middles of the hulls, a row for each."""
        return np.stack([self.mid_east, self.mid_north], axis=-1)

    def corners(self) -> tuple[Floats, Floats]:
        """East and north of the four corners of each."""
        s, c, half, far = self.ahead_east, self.ahead_north, self.beam / 2, self.length
        side_east, side_north, x, y = half * c, half * s, self.east, self.north
        bow_east, bow_north = x + far * s, y + far * c
        return (
            np.stack([x - side_east, bow_east - side_east, bow_east + side_east, x + side_east], axis=-1),
            np.stack([y + side_north, bow_north + side_north, bow_north - side_north, y - side_north], axis=-1),
        )


def build_hulls(poses: Floats, length: Floats, beam: Floats) -> HullArrays:
    """Hulls from rows of stern point and heading."""
    ahead = np.radians(poses[:, 2])
    s, c, half = np.sin(ahead), np.cos(ahead), length / 2
    x, y = poses[:, 0], poses[:, 1]
    return HullArrays(x, y, poses[:, 2], length, beam, s, c, x + half * s, y + half * c)


def build_equal_hulls(poses: Floats, length: float, beam: float) -> HullArrays:
    """Hulls of one size."""
    return build_hulls(poses, np.full(len(poses), length), np.full(len(poses), beam))


DistanceFunction = Callable[[HullArrays, HullArrays, Profile], Floats]
"""From each flank of each firer to her target, UM; the flank is the last axis, infinity means out of reach."""


def measure_distances(firers: HullArrays, targets: HullArrays, profile: Profile) -> Floats:
    """From the port and the starboard flank of each firer to her target, as the rules measure it.

    Infinite where the target is out of the field or of the template's reach.
    """
    s, c = firers.ahead_east[:, None], firers.ahead_north[:, None]
    east, north = targets.corners()
    east, north = east - firers.east[:, None], north - firers.north[:, None]
    along, abeam = east * s + north * c, east * c - north * s
    found = np.full((len(firers.east), 2), np.inf)
    for flank, sign in enumerate((-1, 1)):
        out = sign * abeam - (firers.beam / 2)[:, None]
        near = np.nonzero(_may_bear(out, along, firers.length, profile))[0]
        if len(near):
            found[near, flank] = find_shortest_distances(
                out[near], along[near], firers.length[near], flare(profile.gun_traverse)
            )
    found = np.floor(np.round(found, 6) * 1000 + 0.5) / 1000
    found[found > profile.long] = np.inf
    return found


def _may_bear(out: Floats, along: Floats, length: Floats, profile: Profile) -> Bools:
    """Whether hulls are not wholly behind a flank, wholly beyond a flare or too far."""
    opening = flare(profile.gun_traverse)
    ahead = (along + opening * out).max(axis=1) >= -_TOLERANCE
    astern = (length[:, None] - along + opening * out).max(axis=1) >= -_TOLERANCE
    near: Bools = (out.max(axis=1) >= -_TOLERANCE) & ahead & astern & (out.min(axis=1) <= profile.long)
    return near


def estimate_distances(firers: HullArrays, targets: HullArrays, profile: Profile) -> Floats:
    """As `measure_distances`, reckoned by the middles and spans of the targets: quick, and seldom far off.

    Also for pairs of a column with a row; the flank is the last axis.
    """
    s, c = firers.ahead_east, firers.ahead_north
    east, north = targets.mid_east - firers.east, targets.mid_north - firers.north
    along, abeam = east * s + north * c, east * c - north * s
    parallel = np.abs(s * targets.ahead_east + c * targets.ahead_north)
    across = np.abs(s * targets.ahead_north - c * targets.ahead_east)
    span = (targets.length * across + targets.beam * parallel) / 2
    reach = (targets.length * parallel + targets.beam * across) / 2
    out = np.abs(abeam) - firers.beam / 2
    slack = flare(profile.gun_traverse) * out
    fore, aft = along + reach + slack, along - reach - firers.length
    past = np.maximum(0, np.maximum(aft, -along - reach))
    far = np.hypot(np.maximum(out - span, 0), past)
    bears = (out > 0) & (fore > 0) & (aft < slack) & (far <= profile.long)
    return np.stack([np.where(bears & (abeam < 0), far, np.inf), np.where(bears & (abeam > 0), far, np.inf)], axis=-1)


def sight_limits(dim: Sequence[DimWater], one: Floats, other: Floats) -> Floats:
    """Return the distance in UM up to which two middles see each other; infinity where both lie in clear water.

    The last axis of `one` and `other` is east and north; the others are broadcast against each other.
    """
    found = np.full(np.broadcast_shapes(one.shape[:-1], other.shape[:-1]), np.inf)
    for water in dim:
        lies_in = [shapely.intersects_xy(water.area, at[..., 0], at[..., 1]) for at in (one, other)]
        found = np.where(lies_in[0] | lies_in[1], np.minimum(found, water.reach), found)
    return found


def find_bands(distance: Floats, profile: Profile) -> Indices:
    """0 at point-blank, 1 at medium, 2 at long range and beyond."""
    return (distance > profile.point_blank).astype(np.intp) + (distance > profile.medium)


def find_rakes(flank: int, firers: HullArrays, targets: HullArrays, profile: Profile) -> tuple[Bools, Bools]:
    """Whether the broadside crosses the target's T at the bow, and at the stern."""
    s, c = firers.ahead_east, firers.ahead_north
    out = firers.beam / 2 * (-1 if flank == 0 else 1)
    east = firers.mid_east + out * c - targets.mid_east
    north = firers.mid_north - out * s - targets.mid_north
    bearing = np.degrees(np.arctan2(east, north)) - targets.heading
    bearing = np.floor(np.abs((bearing + 180) % 360 - 180) + 0.5)
    crossing = np.abs((firers.heading - targets.heading + 180) % 360 - 180)
    least, most = profile.rake_crossing
    square = (crossing >= least) & (crossing <= most)
    return square & (bearing <= profile.bow_sector), square & (bearing >= profile.stern_sector)


def expected_losses(
    flank: int, distance: Floats, power: Floats, firers: HullArrays, targets: HullArrays, profile: Profile
) -> Floats:
    """Expected hull points that one broadside of each firer costs her target, criticals counted.

    Args:
        flank: 0 for port, 1 for starboard.
        distance: as measured; infinite where it does not bear.
        power: expected hits of each firer in each band.
        firers: one for each distance.
        targets: likewise.
        profile: of the battle.
    """
    found = np.zeros(len(distance))
    some = np.nonzero(np.isfinite(distance))[0]
    if len(some):
        bow, stern = find_rakes(flank, firers.select(some), targets.select(some), profile)
        hits = power[some, find_bands(distance[some], profile)]
        found[some] = hits * POINTS_PER_HIT * np.where(stern, 4, np.where(bow, 2, 1))
    return found


def measure_gaps(one: HullArrays, other: HullArrays) -> Floats:
    """How far apart hulls lie along the axes that part them best; negative where they overlap."""
    s1, c1, s2, c2 = one.ahead_east, one.ahead_north, other.ahead_east, other.ahead_north
    east, north = other.mid_east - one.mid_east, other.mid_north - one.mid_north
    a, b, oa, ob = one.length / 2, one.beam / 2, other.length / 2, other.beam / 2
    dot, cross = np.abs(s1 * s2 + c1 * c2), np.abs(s1 * c2 - c1 * s2)
    ahead = np.abs(east * s1 + north * c1) - (a + oa * dot + ob * cross)
    abeam = np.abs(east * c1 - north * s1) - (b + oa * cross + ob * dot)
    her_ahead = np.abs(east * s2 + north * c2) - (oa + a * dot + b * cross)
    her_abeam = np.abs(east * c2 - north * s2) - (ob + a * cross + b * dot)
    parted: Floats = np.maximum(np.maximum(ahead, abeam), np.maximum(her_ahead, her_abeam))
    return parted
