"""Distances between all flanks and hulls of a fleet at once: `field.find_sight` as arrays, without the nearest points.

Each hull is taken in the frame of a flank: v is straight out from the flank, u is along the flank towards the bow. The
shortest way to the part of the hull inside the field ends at one of a few points, and all of them are tried together.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.geometry.field import TOUCH, flare
from tabletop.geometry.hull import FLANKS, corners, outward_heading, side_edge
from tabletop.geometry.pose import Pose, cosine, sine

Floats = NDArray[np.float64]


def measure_distances(
    poses: Sequence[Pose], sizes: Sequence[tuple[float, float]], traverse: float, reach: float
) -> Floats:
    """Return the distance from every flank to the part of every other hull that lies in its field.

    Args:
        poses: of the hulls.
        sizes: lengths and beams of the hulls.
        traverse: degrees by which each end of a field opens from straight out.
        reach: greatest distance that counts.

    Returns:
        An array of shape (hulls, flanks: port and starboard, other hulls), quantised. A distance is infinite if the
        other hull is not in the field or is beyond the reach.
    """
    count = len(poses)
    found = np.full((count * len(FLANKS), count), np.inf)
    if count:
        hulls = np.array(
            [[(at.x, at.y) for at in corners(pose, *size)] for pose, size in zip(poses, sizes, strict=True)]
        )
        origins, out, bow, lengths = _build_frames(poses, sizes)
        flanks, others = _find_near_pairs(hulls, reach)
        places = hulls[others] - origins[flanks][:, None, :]
        v = np.einsum("pkc,pc->pk", places, out[flanks])
        u = np.einsum("pkc,pc->pk", places, bow[flanks])
        found[flanks, others] = find_shortest_distances(v, u, lengths[flanks], flare(traverse))
    found = np.floor(np.round(found, 6) * 1000 + 0.5) / 1000
    found[found > reach] = np.inf
    return found.reshape(count, len(FLANKS), count)


def _build_frames(poses: Sequence[Pose], sizes: Sequence[tuple[float, float]]) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the after end, outward direction, forward direction and length of every flank."""
    rows = [(pose, size, flank) for pose, size in zip(poses, sizes, strict=True) for flank in FLANKS]
    after = [side_edge(pose, *size, flank)[0] for pose, size, flank in rows]
    ways = [outward_heading(pose, flank) for pose, _, flank in rows]
    return (
        np.array([(at.x, at.y) for at in after]),
        np.array([(sine(way), cosine(way)) for way in ways]),
        np.array([(sine(pose.heading), cosine(pose.heading)) for pose, _, _ in rows]),
        np.array([size[0] for _, size, _ in rows]),
    )


def _find_near_pairs(hulls: Floats, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the index of the flank and of the other hull for every pair whose circles come within the reach."""
    middles = hulls.mean(axis=1)
    radii = np.hypot(*(hulls[:, 0] - middles).T)
    apart = np.hypot(*np.moveaxis(middles[:, None] - middles[None, :], -1, 0))
    near = apart <= reach + radii[:, None] + radii[None, :] + TOUCH
    np.fill_diagonal(near, False)
    flanks, others = np.nonzero(np.repeat(near, len(FLANKS), axis=0))
    return flanks, others


def find_shortest_distances(v: Floats, u: Floats, length: Floats, opening: float) -> Floats:
    """Return the distance of each pair from the corners of its hull; infinity if nothing lies in the field."""
    ends = np.stack([np.zeros_like(length), length], axis=1)
    tries = [(v, u), *_find_border_crossings(v, u, length, opening), *_find_points_nearest_ends(v, u, ends)]
    ways = [_distances_from_flank(a, b, length, opening) for a, b in tries]
    ways.append(np.where(_are_ends_covered(v, u, ends), 0.0, np.inf))
    shortest: Floats = np.concatenate(ways, axis=1).min(axis=1)
    return shortest


def _heights(v: Floats, u: Floats, length: Floats, opening: float) -> tuple[Floats, Floats, Floats]:
    """Return the depth of points inside the side line and inside each of the two flares."""
    return v, opening * v + u, opening * v - u + length[:, None]


def _distances_from_flank(v: Floats, u: Floats, length: Floats, opening: float) -> Floats:
    """Return the distance from the flank to each point, infinity for points outside the field."""
    inside = np.all(np.stack(_heights(v, u, length, opening)) >= -TOUCH, axis=0)
    past = u - np.clip(u, 0, length[:, None])
    return np.where(inside, np.hypot(v, past), np.inf)


def _find_border_crossings(v: Floats, u: Floats, length: Floats, opening: float) -> list[tuple[Floats, Floats]]:
    """Return the points where the edges of the hull cross the borders of the field."""
    places = []
    for height in _heights(v, u, length, opening):
        following = np.roll(height, -1, axis=1)
        drop = height - following
        share = np.clip(np.divide(height, drop, out=np.zeros_like(drop), where=drop != 0), 0, 1)
        places.append((v + share * (np.roll(v, -1, axis=1) - v), u + share * (np.roll(u, -1, axis=1) - u)))
    return places


def _find_points_nearest_ends(v: Floats, u: Floats, ends: Floats) -> list[tuple[Floats, Floats]]:
    """Return the points of the hull's edges that are nearest to the ends of the flank."""
    edge_v, edge_u = np.roll(v, -1, axis=1) - v, np.roll(u, -1, axis=1) - u
    square = edge_v**2 + edge_u**2
    places = []
    for end in ends.T:
        share = np.clip(-(v * edge_v + (u - end[:, None]) * edge_u) / square, 0, 1)
        places.append((v + share * edge_v, u + share * edge_u))
    return places


def _are_ends_covered(v: Floats, u: Floats, ends: Floats) -> NDArray[np.bool_]:
    """Return, for each end of the flank, True if the hull covers it."""
    edge_v, edge_u = np.roll(v, -1, axis=1) - v, np.roll(u, -1, axis=1) - u
    turns = [edge_v * (end[:, None] - u) + edge_u * v for end in ends.T]
    return np.stack([np.all(turn >= 0, axis=1) | np.all(turn <= 0, axis=1) for turn in turns], axis=1)
