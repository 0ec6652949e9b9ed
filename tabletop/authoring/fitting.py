"""Move hulls so that the demanded distances hold, no two hulls overlap, and all lie on water.

All demands are corrected at once, again and again, each by half at both of its ends (position-based relaxation).
Hulls without a demand then make way. If this fails, the hulls concerned are shaken and the search is repeated.
An array with one row per hull holds the offsets of all hulls in UM.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from tabletop.authoring.kit import Coordinates

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
CLEARANCE = 0.02
"""UM between hulls after a move: rounding places to 0.01 UM cannot make them overlap."""
TOUCH_GAP = 0.05
"""UM between hulls that touch in the rulebook."""
EASE_MARGIN = 0.05
"""A distance this near to the end of its tolerance is corrected as well, UM."""
MAX_ROUNDS = 240
"""The most corrections of all places in one attempt."""
MAX_ATTEMPTS = 24
SHAKE_SCALE = 0.6
"""UM by which the second attempt shakes hulls; each later attempt adds as much."""
POSE_ROUNDING = 0.0009
"""UM that a center may lie beyond the edges, as poses are rounded to 0.001 UM (AMB-4)."""
RING_STEP, PLACES_PER_RING, MAX_RINGS = 0.25, 24, 400
"""A free place is sought in rings: the UM between them, the places on each, and the most rings."""


class DistanceDemand(msgspec.Struct, frozen=True):
    """A demanded distance from a hull to the nearest of others, UM; 0 for hulls that touch."""

    first: str
    others: tuple[str, ...]
    distance: float
    tolerance: float


class NavigableWater(msgspec.Struct, frozen=True):
    """The water for hulls: the edges for their centers in UM, and the land between the edges."""

    west: float
    south: float
    east: float
    north: float
    land: tuple[shapely.Polygon, ...] = ()


class FitScore(msgspec.Struct, frozen=True, order=True):
    """A measure of how bad places are; less is better.

    Attributes:
        unmet_demands: number of demands that do not hold.
        misplaced_hulls: number of pairs that overlap, and of hulls beyond the edges or on land.
        total_miss: sum of the misses of all demands, UM.
    """

    unmet_demands: int
    misplaced_hulls: int
    total_miss: float


def fit_hulls(
    hulls: Mapping[str, shapely.Polygon],
    demands: Sequence[DistanceDemand],
    waters: NavigableWater,
    chosen: Collection[str] = (),
) -> dict[str, Coordinates]:
    """Return the offset of each hull to move, by key, so that the demands hold; {} if no move helps.

    If the `chosen` hulls, moved as one, meet a demand and do no harm, only these are moved.

    Args:
        hulls: rectangles in their present places.
        demands: demands on these hulls.
        waters: the water for these hulls.
        chosen: keys of hulls that are moved rather than others.
    """
    corners = shapely.get_coordinates(list(hulls.values())).reshape(-1, 5, 2)[:, :4]
    problem = FitProblem(tuple(hulls), corners, demands, waters)
    moved = _move_chosen(problem, chosen)
    if moved is None:
        moved = _search_all(problem)
    return {key: (by[0], by[1]) for key, by in zip(hulls, moved.tolist(), strict=True) if any(by)}


@dataclass(frozen=True)
class FitProblem:
    """Hulls with the demands on them.

    Attributes:
        keys: keys of the hulls.
        corners: the corners of the hulls before the move, UM; shape (hulls, 4, 2).
        demands: demands on these hulls.
        waters: the water for these hulls.
    """

    keys: tuple[str, ...]
    corners: Array
    demands: Sequence[DistanceDemand]
    waters: NavigableWater

    # --- fixed values

    @cached_property
    def centers(self) -> Array:
        """The centers of the hulls before the move, UM; shape (hulls, 2)."""
        found: Array = self.corners.mean(axis=1)
        return found

    @cached_property
    def radii(self) -> Array:
        """The radius of the circle around each hull, UM."""
        found: Array = np.hypot(*(self.corners[:, 0] - self.centers).T)
        return found

    @cached_property
    def axes(self) -> Array:
        """The two directions of the sides of each hull, of length 1; shape (hulls, 2, 2)."""
        sides = self.corners[:, 1:3] - self.corners[:, 0:2]
        found: Array = sides / np.linalg.norm(sides, axis=2, keepdims=True)
        return found

    @cached_property
    def demand_pairs(self) -> tuple[Numbers, Numbers, Numbers]:
        """Each pair of hulls that can meet a demand: arrays of demand, first hull and other hull."""
        number = {key: place for place, key in enumerate(self.keys)}
        rows = [
            (place, number[one.first], number[other]) for place, one in enumerate(self.demands) for other in one.others
        ]
        demand, first, other = np.array(rows, dtype=np.int64).reshape(-1, 3).T
        return demand, first, other

    @cached_property
    def has_demand(self) -> Flags:
        """True for each hull that is part of a demand."""
        found = np.zeros(len(self.keys), dtype=bool)
        found[self.demand_pairs[1]] = found[self.demand_pairs[2]] = True
        return found

    @cached_property
    def target_distances(self) -> Array:
        """The distance of each demand, UM."""
        return np.array([one.distance for one in self.demands])

    @cached_property
    def tolerances(self) -> Array:
        """The largest allowed difference from the distance of each demand, UM."""
        return np.array([one.tolerance for one in self.demands])

    @cached_property
    def edges(self) -> tuple[Array, Array]:
        """The south-western and the north-eastern corner of the water, UM."""
        return np.array([self.waters.west, self.waters.south]), np.array([self.waters.east, self.waters.north])

    @cached_property
    def limits(self) -> tuple[Array, Array]:
        """The lowest and the highest center of each hull at which the whole hull is within the edges."""
        low, high = self.edges
        inside, now = np.minimum(self.radii[:, None], (high - low) / 2), np.clip(self.centers, low, high)
        return np.minimum(low + inside, now), np.maximum(high - inside, now)

    @cached_property
    def land(self) -> BaseGeometry:
        """All land as one shape."""
        return shapely.union_all(self.waters.land)

    # --- values after moves

    def move_hulls(self, moved: Array) -> NDArray[np.object_]:
        """Return the shapes of the hulls after the offsets `moved`."""
        return np.asarray(shapely.polygons(self.corners + moved[:, None, :]))

    def find_nearest_pairs(self, hulls: NDArray[np.object_]) -> tuple[Numbers, Array]:
        """Return, for each demand, the index of its nearest pair in `demand_pairs`, and the distance in UM."""
        demand, first, other = self.demand_pairs
        far = shapely.distance(hulls[first], hulls[other])
        order = np.lexsort((far, demand))
        pairs = order[np.searchsorted(demand[order], np.arange(len(self.demands)))]
        return pairs, far[pairs]

    def compute_misses(self, moved: Array) -> Array:
        """Return the miss of each demand in UM; 0 for a demand that holds."""
        off = (
            np.abs(np.round(self.find_nearest_pairs(self.move_hulls(moved))[1], 3) - self.target_distances)
            - self.tolerances
        )
        return np.where(off > 1e-9, off, 0.0)

    def list_met_demands(self, moved: Array) -> tuple[DistanceDemand, ...]:
        """Return the demands that hold after the offsets `moved`."""
        return tuple(one for one, off in zip(self.demands, self.compute_misses(moved), strict=True) if not off)

    def find_outside(self, moved: Array) -> Flags:
        """Return an array with True for each hull whose center lies beyond the edges."""
        middles, (low, high) = self.centers + moved, self.edges
        return np.asarray(((middles < low - POSE_ROUNDING) | (middles > high + POSE_ROUNDING)).any(axis=1), dtype=bool)

    def find_ashore(self, hulls: NDArray[np.object_]) -> Flags:
        """Return an array with True for each hull that touches land."""
        return np.asarray(shapely.intersects(hulls, self.land), dtype=bool)

    def score(self, moved: Array) -> FitScore:
        """Return the score of the places after the offsets `moved`."""
        missed = self.compute_misses(moved)
        overlapping = len(self.find_overlaps(moved, np.arange(len(self.keys)))[0])
        wrong = overlapping + int(self.find_outside(moved).sum()) + int(self.find_ashore(self.move_hulls(moved)).sum())
        return FitScore(int((missed > 0).sum()), wrong, round(float(missed.sum()), 3))

    def find_overlaps(self, moved: Array, among: Numbers, clear: float = 0.0) -> tuple[Numbers, Numbers, Array]:
        """Return the pairs of hulls that overlap, and for each pair the shortest offset that separates it.

        If two rectangles do not overlap, a side of one of them separates them. So the offset is sought along the four
        directions of their sides.

        Args:
            moved: the offsets of all hulls.
            among: indices of the hulls to compare.
            clear: hulls that are nearer than this count as overlapping, UM.

        Returns:
            The first and the second hull of each pair, and the offset of the first.
        """
        one, other = self._find_near_pairs(moved, among, clear)
        axes = np.concatenate((self.axes[one], self.axes[other]), axis=1)
        corners = self.corners + moved[:, None, :]
        a, b = (np.einsum("pad,pcd->pac", axes, corners[ends]) for ends in (one, other))
        ahead = b.max(axis=2) - a.min(axis=2) + clear
        back = a.max(axis=2) - b.min(axis=2) + clear
        depth, rows = np.minimum(ahead, back), np.arange(len(one))
        least = depth.argmin(axis=1)
        push = np.where(ahead < back, depth, -depth)[rows, least, None] * axes[rows, least]
        meeting = depth[rows, least] > 1e-9
        return one[meeting], other[meeting], push[meeting]

    def _find_near_pairs(self, moved: Array, among: Numbers, clear: float) -> tuple[Numbers, Numbers]:
        """Return the pairs of hulls in `among` whose circles are nearer than `clear`."""
        middles, radii = (self.centers + moved)[among], self.radii[among]
        between = middles[:, None] - middles[None, :]
        near = np.hypot(between[..., 0], between[..., 1]) < radii[:, None] + radii[None, :] + clear
        one, other = np.nonzero(np.triu(near, 1))
        return among[one], among[other]


# --- searching


def _move_chosen(problem: FitProblem, chosen: Collection[str]) -> Array | None:
    """Return offsets that move the chosen hulls as one, meet a demand and do no harm; or None."""
    still = np.zeros_like(problem.centers)
    held, before, hulls = (
        np.array([key in chosen for key in problem.keys]),
        problem.score(still),
        problem.move_hulls(still),
    )
    for number in np.flatnonzero(problem.compute_misses(still)):
        first, second, step = _compute_correction(problem, still, hulls, int(number))
        if held[first] == held[second]:
            continue
        way = np.round(2 * step if held[first] else -2 * step, 2)
        moved = np.where(held[:, None], way, still)
        after = problem.score(moved)
        if after.unmet_demands < before.unmet_demands and after.misplaced_hulls <= before.misplaced_hulls:
            return moved
    return None


def _search_all(problem: FitProblem) -> Array:
    """Return the best offsets found; all 0 if nothing is better than the present places.

    Each later search gives up the demands that could not be met, as they may keep others from being met.
    """
    best, reached = _search(problem)
    least, tried = problem.score(best), problem
    while least.unmet_demands and (met := tried.list_met_demands(reached)) and len(met) < len(tried.demands):
        tried = replace(problem, demands=met)
        found, reached = _search(tried)
        if (score := problem.score(found)) < least:
            best, least = found, score
    return best


def _search(problem: FitProblem) -> tuple[Array, Array]:
    """Return the best offsets of several attempts, and the offsets that meet most demands.

    The best offsets misplace no more hulls than before; the others may. Each attempt goes on from the others.
    """
    best = reached = np.zeros_like(problem.centers)
    least = before = nearest = problem.score(best)
    for attempt in range(MAX_ATTEMPTS):
        tried = _relax(problem, _shake(problem, reached, attempt) if attempt else reached)
        if np.count_nonzero(problem.compute_misses(tried)) > nearest.unmet_demands:
            continue
        tried = np.round(_make_way(problem, tried), 2)  # the precision of places in a file
        score = problem.score(tried)
        if score < nearest:
            reached, nearest = tried, score
        if score < least and score.misplaced_hulls <= before.misplaced_hulls:
            best, least = tried, score
        if not (least.unmet_demands or least.misplaced_hulls):
            break
    return best, reached


def _shake(problem: FitProblem, moved: Array, attempt: int) -> Array:
    """Return `moved` with random changes for hulls of unmet demands and for hulls that overlap."""
    demand, first, other = problem.demand_pairs
    unmet, shaken = (problem.compute_misses(moved) > 0)[demand], np.zeros(len(moved), dtype=bool)
    for ends in (first[unmet], other[unmet], *problem.find_overlaps(moved, np.flatnonzero(problem.has_demand))[:2]):
        shaken[ends] = True
    chance = np.random.default_rng(attempt)  # a fixed seed, so that the same places give the same result
    return moved + chance.normal(0, SHAKE_SCALE * attempt, moved.shape) * shaken[:, None]


def _relax(problem: FitProblem, moved: Array) -> Array:
    """Return the offsets after correcting demands and overlaps until nothing moves, or `MAX_ROUNDS` times."""
    ours = np.flatnonzero(problem.has_demand)
    low, high = (edge - problem.centers for edge in problem.limits)
    for _ in range(MAX_ROUNDS):
        by, times = np.zeros_like(moved), np.zeros(len(moved))
        for number, step in _list_corrections(problem, moved, ours):
            by[number] += step
            times[number] += 1
        after = np.clip(moved + by / np.maximum(1, times)[:, None], low, high)
        if np.abs(after - moved).max(initial=0) < 1e-4:
            break
        moved = after
    return moved


def _list_corrections(problem: FitProblem, moved: Array, ours: Numbers) -> Iterator[tuple[int, Array]]:
    """Yield hulls with the offsets that unmet demands, overlaps and land require."""
    hulls = problem.move_hulls(moved)
    off = np.abs(
        problem.find_nearest_pairs(hulls)[1]
        - np.where(problem.target_distances > 0, problem.target_distances, TOUCH_GAP)
    )
    for number in np.flatnonzero(
        off > problem.tolerances - np.where(problem.target_distances > 0, EASE_MARGIN, TOUCH_GAP + EASE_MARGIN / 2)
    ):
        first, second, step = _compute_correction(problem, moved, hulls, int(number))
        yield first, step
        yield second, -step
    for first, second, push in zip(*problem.find_overlaps(moved, ours, CLEARANCE), strict=True):
        yield int(first), push / 2
        yield int(second), -push / 2
    for number in ours[problem.find_ashore(hulls[ours])]:
        yield int(number), _find_way_off_land(problem, hulls[number])


def _compute_correction(
    problem: FitProblem, moved: Array, hulls: NDArray[np.object_], number: int
) -> tuple[int, int, Array]:
    """Return the two hulls of a demand and the offset of the first; the second needs the opposite offset."""
    pairs, far = problem.find_nearest_pairs(hulls)
    first, second = (int(ends[pairs[number]]) for ends in problem.demand_pairs[1:])
    start, end = shapely.get_coordinates(shapely.shortest_line(hulls[first], hulls[second]))
    way = end - start
    if far[number] < 1e-6:
        way = (problem.centers + moved)[second] - (problem.centers + moved)[first]
    off = far[number] - (problem.target_distances[number] or TOUCH_GAP)
    return first, second, way / (float(np.hypot(*way)) or 1.0) * off / 2


def _find_way_off_land(problem: FitProblem, hull: shapely.Polygon) -> Array:
    """Return an offset that brings a hull nearer to open water."""
    land, middle = problem.land, hull.centroid
    if land.contains(middle):
        start, end = shapely.get_coordinates(shapely.shortest_line(middle, land.boundary))
        return np.array(end - start)
    shore = hull.intersection(land).centroid
    away = np.array([middle.x - shore.x, middle.y - shore.y])
    return away / (float(np.hypot(*away)) or 1.0) * RING_STEP


# --- making way


def _make_way(problem: FitProblem, moved: Array) -> Array:
    """Return `moved` with each crowded hull without demand at the nearest free place."""
    moved, crowded = moved.copy(), problem.find_outside(moved) | problem.find_ashore(problem.move_hulls(moved))
    for ends in problem.find_overlaps(moved, np.arange(len(moved)))[:2]:
        crowded[ends] = True
    taken = np.flatnonzero(problem.has_demand | ~crowded)
    for number in np.flatnonzero(crowded & ~problem.has_demand):
        moved[number] = _find_free_place(problem, moved, number, taken)
        taken = np.append(taken, number)
    return moved


def _find_free_place(problem: FitProblem, moved: Array, number: np.int64, taken: Numbers) -> Array:
    """Return the offset of a hull to the nearest place clear of `taken`; its own if there is none."""
    low, high = (edge[number] for edge in problem.limits)
    middle, tried, among = (
        np.clip(problem.centers[number] + moved[number], low, high),
        moved.copy(),
        np.append(taken, number),
    )
    for way in _list_search_offsets():
        there = middle + way
        if (there < low).any() or (there > high).any():
            continue
        tried[number] = there - problem.centers[number]
        one, other, _ = problem.find_overlaps(tried, among, CLEARANCE)
        if (
            number not in one
            and number not in other
            and not problem.find_ashore(problem.move_hulls(tried)[[number]]).any()
        ):
            return np.array(tried[number])
    return np.array(moved[number])


def _list_search_offsets() -> Iterator[Array]:
    """Yield the offsets at which a free place is sought, shortest first."""
    yield np.zeros(2)
    for ring in range(1, MAX_RINGS):
        for turn in range(PLACES_PER_RING):
            angle = 2 * np.pi * (turn / PLACES_PER_RING + 0.1 * ring)
            yield ring * RING_STEP * np.array([np.sin(angle), np.cos(angle)])
