"""Hulls and their fire in bulk: fields of fire, distances, rakes and expected losses.

Two tables of hulls are paired row by row, unless a function says otherwise. Lengths are in UM, angles in degrees.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from tabletop.games.ships_of_the_line.hooks import DimWater
from tabletop.games.ships_of_the_line.model import Profile
from tabletop.geometry.field import flare
from tabletop.geometry.fleet import find_shortest_distances

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Bools = NDArray[np.bool_]

CRITICAL_POINTS = 1.6
"""Hull points that a critical hit counts for."""
POINTS_PER_HIT = 5 / 6 + CRITICAL_POINTS / 6
"""Expected hull points of a hit, its critical hits included."""
_TOLERANCE = 1e-6


class HullArrays(NamedTuple):
    """Many hulls, each field an array.

    An array has one entry for each hull, or for each pair of a hull of `as_column` with a row of other hulls.

    Attributes:
        east: east of the stern point.
        north: north of the stern point.
        heading: degrees clockwise from north.
        length: length in UM.
        beam: beam in UM.
        ahead_east: east part of the unit vector ahead.
        ahead_north: north part of the unit vector ahead.
        mid_east: east of the center.
        mid_north: north of the center.
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
        """Return the hulls that `which` selects by index, also repeatedly, or by mask."""
        return HullArrays(*(one[which] for one in self))

    def as_column(self) -> "HullArrays":
        """Return the hulls with an added axis, so that each is paired with all of a row of other hulls."""
        return HullArrays(*(one[:, None] for one in self))

    def centers(self) -> Floats:
        """Return the centers of the hulls; the last axis is east and north."""
        return np.stack([self.mid_east, self.mid_north], axis=-1)

    def corners(self) -> tuple[Floats, Floats]:
        """Return the east and the north of the four corners of each hull; the last axis is the corner."""
        s, c, half, far = self.ahead_east, self.ahead_north, self.beam / 2, self.length
        side_east, side_north, x, y = half * c, half * s, self.east, self.north
        bow_east, bow_north = x + far * s, y + far * c
        return (
            np.stack([x - side_east, bow_east - side_east, bow_east + side_east, x + side_east], axis=-1),
            np.stack([y + side_north, bow_north + side_north, bow_north - side_north, y - side_north], axis=-1),
        )


def build_hulls(poses: Floats, length: Floats, beam: Floats) -> HullArrays:
    """Return the hulls at `poses`: stern point and heading; shape (hulls, 3)."""
    ahead = np.radians(poses[:, 2])
    s, c, half = np.sin(ahead), np.cos(ahead), length / 2
    x, y = poses[:, 0], poses[:, 1]
    return HullArrays(x, y, poses[:, 2], length, beam, s, c, x + half * s, y + half * c)


def build_equal_hulls(poses: Floats, length: float, beam: float) -> HullArrays:
    """Return hulls of one size at `poses`: stern point and heading; shape (hulls, 3)."""
    return build_hulls(poses, np.full(len(poses), length), np.full(len(poses), beam))


DistanceFunction = Callable[[HullArrays, HullArrays, Profile], Floats]
"""Function from (firers, targets, profile) to the distances in UM from both flanks."""


def measure_distances(firers: HullArrays, targets: HullArrays, profile: Profile) -> Floats:
    """Return the distance from the port and starboard flank of each firer to its target, by the rules.

    The distance is infinite if the target is out of the field of fire or beyond long range.
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
    """Return True for each hull that is not wholly behind the flank, beyond the flare or too far.

    Units are UM.
    """
    opening = flare(profile.gun_traverse)
    ahead = (along + opening * out).max(axis=1) >= -_TOLERANCE
    astern = (length[:, None] - along + opening * out).max(axis=1) >= -_TOLERANCE
    near: Bools = (out.max(axis=1) >= -_TOLERANCE) & ahead & astern & (out.min(axis=1) <= profile.long)
    return near


def estimate_distances(firers: HullArrays, targets: HullArrays, profile: Profile) -> Floats:
    """Return about the same as `measure_distances`, but faster, from centers and spans of the targets.

    The hulls may also be pairs of a column and a row; the last axis of the result is the flank.
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
    """Return the distance in UM up to which two centers see each other; infinite in clear water.

    The last axis of `one` and `other` is east and north; the others are broadcast against each other.
    """
    found = np.full(np.broadcast_shapes(one.shape[:-1], other.shape[:-1]), np.inf)
    for water in dim:
        lies_in = [shapely.intersects_xy(water.area, at[..., 0], at[..., 1]) for at in (one, other)]
        found = np.where(lies_in[0] | lies_in[1], np.minimum(found, water.reach), found)
    return found


def find_bands(distance: Floats, profile: Profile) -> Indices:
    """Return the range band of each distance: 0 point-blank, 1 medium, 2 long range and beyond."""
    return (distance > profile.point_blank).astype(np.intp) + (distance > profile.medium)


def find_rakes(flank: int, firers: HullArrays, targets: HullArrays, profile: Profile) -> tuple[Bools, Bools]:
    """Return two masks: the broadside rakes the bow of its target, and the broadside rakes the stern.

    `flank` is 0 for port and 1 for starboard.
    """
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
    """Return the hull points that a broadside of each firer is expected to cost, criticals included.

    Args:
        flank: 0 for port, 1 for starboard.
        distance: distance to each target in UM; infinite where the broadside does not bear.
        power: expected hits of each firing hull in each range band.
        firers: the firing hulls, one for each distance.
        targets: the hulls fired at, one for each distance.
        profile: the measures of the rules.
    """
    found = np.zeros(len(distance))
    some = np.nonzero(np.isfinite(distance))[0]
    if len(some):
        bow, stern = find_rakes(flank, firers.select(some), targets.select(some), profile)
        hits = power[some, find_bands(distance[some], profile)]
        found[some] = hits * POINTS_PER_HIT * np.where(stern, 4, np.where(bow, 2, 1))
    return found


def measure_gaps(one: HullArrays, other: HullArrays) -> Floats:
    """Return the gap between hulls in UM along the axis that separates them best; negative: overlap."""
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
