"""Fire of hulls that are only supposed to lie somewhere, in bulk: who bears on whom, how far off, and for how much.

All arrays are of pairs: the hull in each row of one table and the one in the same row of another. UM, degrees.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.geometry.field import flare
from tabletop.geometry.fleet import shortest

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]
Bools = NDArray[np.bool_]

CRITICAL = 1.6
"""Hull points that a critical hit is worth."""
_DAMAGE = 5 / 6 + CRITICAL / 6
"""Hull points that a hit is worth."""
_SURELY = 1e-6


class Hulls(NamedTuple):
    """Hulls as rows: stern point and heading, length, beam."""

    pose: Floats
    length: Floats
    beam: Floats

    def rows(self, which: Whole) -> "Hulls":
        """Some of them, also more than once."""
        return Hulls(self.pose[which], self.length[which], self.beam[which])

    def ways(self) -> tuple[Floats, Floats]:
        """East and north parts of the directions ahead."""
        ahead = np.radians(self.pose[:, 2])
        return np.sin(ahead), np.cos(ahead)

    def middles(self) -> Floats:
        """The middles of the hulls."""
        s, c = self.ways()
        half = self.length / 2
        return np.stack([self.pose[:, 0] + half * s, self.pose[:, 1] + half * c], axis=1)

    def corners(self) -> Floats:
        """The four corners of each."""
        s, c = self.ways()
        x, y, half, far = self.pose[:, 0], self.pose[:, 1], self.beam / 2, self.length
        east = np.stack([x - half * c, x + far * s - half * c, x + far * s + half * c, x + half * c], axis=1)
        north = np.stack([y + half * s, y + far * c + half * s, y + far * c - half * s, y - half * s], axis=1)
        return np.stack([east, north], axis=-1)


def alike(poses: Floats, length: float, beam: float) -> Hulls:
    """Hulls of one size."""
    return Hulls(poses, np.full(len(poses), length), np.full(len(poses), beam))


def distances(firers: Hulls, targets: Hulls, profile: Profile) -> Floats:
    """From the port and the starboard flank of each firer to her target, as the rules measure it.

    Infinite where the target is out of the field or of the template's reach.
    """
    s, c = firers.ways()
    places = targets.corners() - firers.pose[:, None, :2]
    along = places[..., 0] * s[:, None] + places[..., 1] * c[:, None]
    abeam = places[..., 0] * c[:, None] - places[..., 1] * s[:, None]
    found = np.full((len(firers.pose), 2), np.inf)
    for flank, sign in enumerate((-1, 1)):
        out = sign * abeam - (firers.beam / 2)[:, None]
        near = np.nonzero(_may_bear(out, along, firers.length, profile))[0]
        if len(near):
            found[near, flank] = shortest(out[near], along[near], firers.length[near], flare(profile.gun_traverse))
    found = np.floor(np.round(found, 6) * 1000 + 0.5) / 1000
    found[found > profile.long] = np.inf
    return found


def _may_bear(out: Floats, along: Floats, length: Floats, profile: Profile) -> Bools:
    """Whether hulls are not wholly behind a flank, wholly beyond a flare or too far."""
    opening = flare(profile.gun_traverse)
    ahead = (along + opening * out).max(axis=1) >= -_SURELY
    astern = (length[:, None] - along + opening * out).max(axis=1) >= -_SURELY
    near: Bools = (out.max(axis=1) >= -_SURELY) & ahead & astern & (out.min(axis=1) <= profile.long)
    return near


def rough_distances(firers: Hulls, targets: Hulls, profile: Profile) -> Floats:
    """As `distances`, reckoned by the middles and spans of the targets: quick, and seldom far off."""
    (s, c), (ts, tc) = firers.ways(), targets.ways()
    offset = targets.middles() - firers.pose[:, :2]
    along, abeam = offset[:, 0] * s + offset[:, 1] * c, offset[:, 0] * c - offset[:, 1] * s
    parallel, across = np.abs(s * ts + c * tc), np.abs(s * tc - c * ts)
    span = (targets.length * across + targets.beam * parallel) / 2
    reach = (targets.length * parallel + targets.beam * across) / 2
    out = np.abs(abeam) - firers.beam / 2
    slack = flare(profile.gun_traverse) * np.maximum(out, 0)
    bears = (out > 0) & (along + reach > -slack) & (along - reach < firers.length + slack)
    past = np.maximum(0, np.maximum(-along - reach, along - reach - firers.length))
    far = np.hypot(np.maximum(out - span, 0), past)
    far = np.where(bears & (far <= profile.long), far, np.inf)
    return np.stack([np.where(abeam < 0, far, np.inf), np.where(abeam > 0, far, np.inf)], axis=1)


def bands(distance: Floats, profile: Profile) -> Whole:
    """0 at point-blank, 1 at medium, 2 at long range and beyond."""
    return (distance > profile.point_blank).astype(np.intp) + (distance > profile.medium)


def rakes(flank: int, firers: Hulls, targets: Hulls, profile: Profile) -> tuple[Bools, Bools]:
    """Whether the broadside crosses the target's T at the bow, and at the stern."""
    s, c = firers.ways()
    sign = -1 if flank == 0 else 1
    gun = firers.pose[:, :2] + np.stack(
        [firers.length / 2 * s + sign * firers.beam / 2 * c, firers.length / 2 * c - sign * firers.beam / 2 * s], axis=1
    )
    way = gun - targets.middles()
    bearing = np.degrees(np.arctan2(way[:, 0], way[:, 1])) - targets.pose[:, 2]
    bearing = np.floor(np.abs((bearing + 180) % 360 - 180) + 0.5)
    crossing = np.abs((firers.pose[:, 2] - targets.pose[:, 2] + 180) % 360 - 180)
    least, most = profile.rake_crossing
    square = (crossing >= least) & (crossing <= most)
    return square & (bearing <= profile.bow_sector), square & (bearing >= profile.stern_sector)


def losses(flank: int, distance: Floats, power: Floats, firers: Hulls, targets: Hulls, profile: Profile) -> Floats:
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
        bow, stern = rakes(flank, firers.rows(some), targets.rows(some), profile)
        hits = power[some, bands(distance[some], profile)]
        found[some] = hits * _DAMAGE * np.where(stern, 4, np.where(bow, 2, 1))
    return found


def separations(one: Hulls, other: Hulls) -> Floats:
    """How far apart hulls lie along the axes that part them best, pair by pair; negative where they overlap."""
    (s1, c1), (s2, c2) = one.ways(), other.ways()
    way = other.middles() - one.middles()
    a, b, oa, ob = one.length / 2, one.beam / 2, other.length / 2, other.beam / 2
    dot, cross = np.abs(s1 * s2 + c1 * c2), np.abs(s1 * c2 - c1 * s2)
    ahead = np.abs(way[:, 0] * s1 + way[:, 1] * c1) - (a + oa * dot + ob * cross)
    abeam = np.abs(way[:, 0] * c1 - way[:, 1] * s1) - (b + oa * cross + ob * dot)
    her_ahead = np.abs(way[:, 0] * s2 + way[:, 1] * c2) - (oa + a * dot + b * cross)
    her_abeam = np.abs(way[:, 0] * c2 - way[:, 1] * s2) - (ob + a * cross + b * dot)
    parted: Floats = np.maximum(np.maximum(ahead, abeam), np.maximum(her_ahead, her_abeam))
    return parted
