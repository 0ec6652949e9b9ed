"""The value of the poses that a ship may end its move in, in victory points.

The parts are fire, hazards (collisions, ground, batteries, battle lines), footing, boarding and the way to the target.
"""

import numpy as np
import shapely

from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import RANGE_FACTOR
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.model import Battery, State, list_batteries
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import enemy_of
from tabletop.games.ships_of_the_line.survey import battle_lines, plans
from tabletop.players.ships_of_the_line import boarding_values, bulk_gunnery, fleet_plan
from tabletop.players.ships_of_the_line.bulk_gunnery import POINTS_PER_HIT, Bools, Floats, HullArrays, sight_limits
from tabletop.players.ships_of_the_line.situation import Outlook, Situation

_CENTER_MARGIN = 1.3
"""UM beyond long range at which the centers of two hulls may lie that are in range of each other."""
_SECOND_BROADSIDE = (0.8, 0.4)
"""Factor on the poorer broadside, of a crew that is not exhausted and of one that is."""
_SECOND_ENEMY = 0.25
"""Factor on a further enemy in the field of the same broadside."""
_MAX_TURNS = 40.0
"""Turns of sailing beyond which a target counts as equally far."""


class FireTotals:
    """The expected fire at each of many poses of one ship, in victory points.

    Attributes:
        dealt: fire of each own broadside; shape (poses, 2).
        taken: fire of all enemies; shape (poses,).
        masked: fire of friends whose fields the ship would block; shape (poses,).
        support: fire of friends at enemies that the ship draws in front of their guns; shape (poses,).
    """

    def __init__(self, count: int) -> None:
        self.dealt = np.zeros((count, 2))
        self.taken = np.zeros(count)
        self.masked = np.zeros(count)
        self.support = np.zeros(count)


def assess_poses(
    situation: Situation, row: int, ends: bulk_gunnery.Floats, stops: bulk_gunnery.Bools, look: Outlook
) -> bulk_gunnery.Floats:
    """Return the value of each pose of a ship; higher is better.

    The values are rounded, so that they are the same on every machine.

    Args:
        situation: the situation of the own side.
        row: row of the ship on the board.
        ends: stern point and heading of each pose; shape (poses, 3).
        stops: True for each pose in which the ship lies stopped.
        look: the enemies to consider, and the function that measures distances.
    """
    hulls = _hulls_at(situation, row, ends)
    found = boarding_values.value_poses_alongside(situation, row, hulls) + approach_value(situation, row, ends, stops)
    if situation.doctrine.salvages:
        found += fleet_plan.value_rescue_poses(situation.board, row, hulls)
    if not (situation.doctrine.salvages and situation.state.turn >= situation.state.turns):
        found -= situation.doctrine.risk * expected_battery_cost(situation, row, hulls)
        found += fire_balance(situation, row, ends, look) + footing_value(situation, row, ends, stops)
    return np.round(found, 6)


def _hulls_at(situation: Situation, row: int, ends: bulk_gunnery.Floats) -> bulk_gunnery.HullArrays:
    """Return the hull of the ship at each pose."""
    return bulk_gunnery.build_equal_hulls(ends, situation.board.hulls.length[row], situation.board.hulls.beam[row])


def fire_balance(situation: Situation, row: int, ends: bulk_gunnery.Floats, look: Outlook) -> bulk_gunnery.Floats:
    """Return the fire dealt less the fire taken at each pose, in victory points weighted by the doctrine."""
    board, doctrine = situation.board, situation.doctrine
    own, fire = _hulls_at(situation, row, ends), FireTotals(len(ends))
    _add_settled_fire(situation, row, own, fire, look)
    _add_open_fire(situation, row, own, fire, look)
    second = _SECOND_BROADSIDE[int(board.fatigue[row] >= board.fatigue_limit[row])]
    given = fire.dealt.max(axis=1) + second * fire.dealt.min(axis=1)
    found: bulk_gunnery.Floats = given + fire.support - doctrine.risk * fire.taken - doctrine.masking * fire.masked
    return found


def _find_near_pairs(
    situation: Situation, row: int, own: bulk_gunnery.HullArrays
) -> tuple[bulk_gunnery.Indices, bulk_gunnery.Indices, bulk_gunnery.Indices]:
    """Return the rows of near settled hulls, and all pairs of a pose and such a hull within reach.

    Returns:
        (rows of the hulls, index of the pose of each pair, index into the rows of each pair).
    """
    board = situation.board
    others = situation.is_settled.copy()
    others[row] = False
    far = np.hypot(*(board.center - board.center[row]).T)
    rows = np.nonzero(others & (far < board.profile.long + 6.5))[0]
    apart = np.hypot(*np.moveaxis(own.centers()[:, None] - board.center[rows][None], -1, 0))
    pose, place = np.nonzero(apart <= board.profile.long + _CENTER_MARGIN)
    return rows, pose, place


def _add_settled_fire(
    situation: Situation, row: int, own: bulk_gunnery.HullArrays, fire: FireTotals, look: Outlook
) -> None:
    """Add the fire between each pose and the hulls that stay where they are. Changes `fire`.

    A broadside may fire only at the nearest ship in its field.
    """
    board = situation.board
    rows, pose, place = _find_near_pairs(situation, row, own)
    if not len(pose):
        return
    other = rows[place]
    mine, theirs = own.select(pose), board.hulls.select(other)
    given, taken = (
        board.measure_in_sight(look.measure, mine, theirs),
        board.measure_in_sight(look.measure, theirs, mine),
    )
    nearest, value = board.nearest_targets
    for flank in range(2):
        _add_aimed_fire(situation, row, own, fire, flank, (rows, pose, place, given[:, flank]))
        hit = np.nonzero(np.isfinite(taken[:, flank]) & (taken[:, flank] <= nearest[other, flank]))[0]
        if not len(hit):
            continue
        at, by = pose[hit], other[hit]
        lost = bulk_gunnery.expected_losses(
            flank, taken[hit, flank], board.expected_hits[by], theirs.select(hit), mine.select(hit), board.profile
        )
        hostile = ~board.is_own[by]
        hurt = board.fire_chances[by, flank] * (
            lost * situation.point_value[row] + _cost_of_any_hit(situation, row) * (lost > 0)
        )
        np.add.at(fire.taken, at, np.where(hostile, hurt, 0))
        np.add.at(fire.masked, at, np.where(hostile, 0, value[by, flank]))


def _cost_of_any_hit(situation: Situation, row: int) -> float:
    """Return the extra cost of being hit at all, for a ship in its sinking zone; 0.0 for other ships."""
    return situation.doctrine.rescue * bool(situation.board.is_in_zone[row])


def _add_aimed_fire(
    situation: Situation,
    row: int,
    own: bulk_gunnery.HullArrays,
    fire: FireTotals,
    flank: int,
    seen: tuple[bulk_gunnery.Indices, bulk_gunnery.Indices, bulk_gunnery.Indices, bulk_gunnery.Floats],
) -> None:
    """Set the fire dealt by one broadside of each pose at the nearest hull in its field. Changes `fire`.

    Args:
        situation: the situation of the own side.
        row: row of the ship on the board.
        own: the hull at each pose.
        fire: the totals to change.
        flank: 0 for port, 1 for starboard.
        seen: the result of `_find_near_pairs`, and the distance of each pair in UM.
    """
    board, (rows, pose, place, far) = situation.board, seen
    table = np.full((len(own.east), len(rows)), np.inf)
    table[pose, place] = far
    first = table.argmin(axis=1)
    aim = rows[first]
    lost = _expected_losses(situation, row, flank, table[np.arange(len(aim)), first], (own, board.hulls.select(aim)))
    gain = lost * situation.point_value[aim] + situation.doctrine.finish * (board.is_in_zone[aim] & (lost > 0))
    hostile = ~board.is_own[aim] & board.is_fit[aim]
    fire.dealt[:, flank] = np.where(hostile, gain, 0) * board.fire_chances[row, flank]


def _add_open_fire(
    situation: Situation, row: int, own: bulk_gunnery.HullArrays, fire: FireTotals, look: Outlook
) -> None:
    """Add the fire between each pose and the enemies that have not moved yet. Changes `fire`.

    Each enemy is expected to prefer the poses that are better for it.
    """
    soft = np.zeros((len(own.east), 2))
    for foe, guess in look.enemy_poses.items():
        gain, hurt = _exchange_fire(situation, row, foe, own, guess.poses)
        prey, menace = (one[guess.place][None] for one in situation.enemy_prospects(foe))
        suffered = np.maximum(hurt, prey) + _SECOND_TARGET * np.minimum(hurt, prey)
        hers = suffered - _ENEMY_CAUTION * (gain[0] + gain[1] + menace)
        likely = _pose_chances(situation, foe, guess.chance, hers)
        fire.taken += (suffered * likely).sum(axis=1) * _attention_share(situation, foe)
        fire.support += (menace * likely).sum(axis=1)
        for flank in range(2):
            got = (gain[flank] * likely).sum(axis=1)
            soft[:, flank] = np.maximum(soft[:, flank], got) + _SECOND_ENEMY * np.minimum(soft[:, flank], got)
    fire.dealt = np.maximum(fire.dealt, soft)


def _exchange_fire(
    situation: Situation, row: int, foe: int, own: bulk_gunnery.HullArrays, poses: bulk_gunnery.Floats
) -> tuple[tuple[bulk_gunnery.Floats, bulk_gunnery.Floats], bulk_gunnery.Floats]:
    """Return the gain of each own broadside and the harm by the enemy; each (own poses, enemy poses)."""
    board = situation.board
    hers = bulk_gunnery.build_equal_hulls(poses, board.hulls.length[foe], board.hulls.beam[foe])
    at_her = board.measure_in_sight(bulk_gunnery.estimate_distances, own.as_column(), hers)
    at_me = board.measure_in_sight(bulk_gunnery.estimate_distances, hers.as_column(), own).swapaxes(0, 1)
    near = np.isfinite(np.minimum(at_her, at_me).min(axis=-1))
    touching = np.where(np.minimum(at_her, at_me).min(axis=-1) < _TOUCHING, _TOUCHING_FACTOR, 1.0)
    pose, place = np.nonzero(near)
    mine, theirs = own.select(pose), hers.select(place)
    gains, hurt = list[bulk_gunnery.Floats](), np.zeros(near.shape)
    for flank in range(2):
        lost = _expected_losses(situation, row, flank, at_her[near, flank], (mine, theirs)) * touching[near]
        gain = np.zeros(near.shape)
        gain[near] = lost * situation.point_value[foe] + situation.doctrine.finish * (
            bool(board.is_in_zone[foe]) & (lost > 0)
        )
        gains.append(gain * board.fire_chances[row, flank])
        suffered = _expected_losses(situation, foe, flank, at_me[near, flank], (theirs, mine)) * touching[near]
        hurt[near] += board.fire_chances[foe, flank] * (
            suffered * situation.point_value[row] + _cost_of_any_hit(situation, row) * (suffered > 0)
        )
    return (gains[0], gains[1]), hurt


def _expected_losses(
    situation: Situation,
    row: int,
    flank: int,
    far: bulk_gunnery.Floats,
    pairs: tuple[bulk_gunnery.HullArrays, bulk_gunnery.HullArrays],
) -> bulk_gunnery.Floats:
    """Return the hull points that a broadside of the ship costs, for (firing hulls, target hulls)."""
    power = np.broadcast_to(situation.board.expected_hits[row], (len(far), situation.board.expected_hits.shape[1]))
    return bulk_gunnery.expected_losses(flank, far, power, *pairs, situation.board.profile)


_TOUCHING = 0.02
"""Distance in UM up to which two hulls count as having met on the way."""
_TOUCHING_FACTOR = 0.3
"""Factor on fire between two poses that touch, since both ships can hardly reach them."""
_ENEMY_CAUTION = 0.9
"""Weight of the harm that an enemy suffers against the harm that it does, when it chooses its pose."""


_SECOND_TARGET = 0.5
"""Share of the smaller of two targets that an enemy can also fire at."""


def _pose_chances(
    situation: Situation, foe: int, chance: bulk_gunnery.Floats, hers: bulk_gunnery.Floats
) -> bulk_gunnery.Floats:
    """Return the chance of each enemy pose for each own pose: the better for the enemy, the likelier.

    Args:
        situation: the situation of the own side.
        foe: row of the enemy.
        chance: chance of each enemy pose before its interest is considered.
        hers: value of each enemy pose to the enemy; shape (own poses, enemy poses).
    """
    lean = np.log(chance)[None] + situation.doctrine.cunning * _attention_share(situation, foe) * hers
    lean = np.exp(lean - lean.max(axis=1, keepdims=True))
    found: bulk_gunnery.Floats = lean / lean.sum(axis=1, keepdims=True)
    return found


def _attention_share(situation: Situation, foe: int) -> float:
    """Return the share of an enemy's attention that one of the near ships without a move gets, at most 1."""
    board = situation.board
    near = (np.hypot(*(board.center - board.center[foe]).T) < 6) & board.is_own & board.is_fit & ~board.is_settled
    return 1.0 / (1 + 0.35 * max(0, int(near.sum()) - 1))


_EDGE_COST = 8.0
"""Victory points that a pose within 2 UM of the edge of the map costs."""


def footing_value(
    situation: Situation, row: int, ends: bulk_gunnery.Floats, stops: bulk_gunnery.Bools
) -> bulk_gunnery.Floats:
    """Return the value of the next move from each pose: points, being stopped, irons, the map's edge."""
    doctrine, weather, sea = situation.doctrine, situation.weather, situation.state.sea
    ahead = weather.compute_points(ends[:, 2], situation.board.rig_points[row], stops)
    found = doctrine.way * ahead - doctrine.stopped * stops - doctrine.irons * (weather.percent(ends[:, 2]) == 0)
    east, north = _hulls_at(situation, row, ends).centers().T
    off = np.minimum(np.minimum(east - sea.west, sea.east - east), np.minimum(north - sea.south, sea.north - north))
    worth: bulk_gunnery.Floats = found - (0.0 if situation.plan.flees else _EDGE_COST) * (off < 2)
    return worth


def approach_value(
    situation: Situation, row: int, ends: bulk_gunnery.Floats, stops: bulk_gunnery.Bools
) -> bulk_gunnery.Floats:
    """Return the value of the way left to the target; for a ship that keeps clear, of its distance."""
    plan = situation.plan
    away = None if plan.target.get(row, 0) >= len(plan.foes) else _clear_distances(situation, row, ends)
    if away is not None:
        run = situation.weather.compute_points(ends[:, 2], situation.board.rig_points[row], stops)
        return _POINTS_PER_UM * np.minimum(away + run, _SAFE_DISTANCE)
    if row not in plan.target:
        return np.zeros(len(ends))
    turns = situation.weather.estimate_turns(ends, plan.aims, situation.board.rig_points[row], stops)
    nearest = turns[:, : len(plan.foes)].min(axis=1)
    way = 0.75 * turns[:, plan.target[row]] + 0.25 * nearest if situation.doctrine.concentrates else nearest
    found: bulk_gunnery.Floats = -situation.doctrine.approach * np.minimum(way, _MAX_TURNS)
    return found


_POINTS_PER_UM = 0.6
"""Victory points for each UM between the nearest enemy and a ship that keeps clear."""
_SAFE_DISTANCE = 20.0
"""Distance in UM beyond which a ship is no safer."""
_PURSUERS = 3
"""Number of the nearest enemies that a ship of a withdrawing fleet runs from."""


def _clear_distances(situation: Situation, row: int, ends: bulk_gunnery.Floats) -> bulk_gunnery.Floats | None:
    """Return the distance in UM from each pose to the nearest enemy; None for a ship that fights on.

    Three kinds of ships keep clear: ships out of service, ships of a fleet that withdraws, and hurt ships that this
    move can take out of gunshot.
    """
    board, profile = situation.board, situation.board.profile
    if not situation.foes:
        return None
    way = _hulls_at(situation, row, ends).centers()[:, None] - board.center[situation.foes][None]
    far = np.hypot(way[..., 0], way[..., 1])
    nearest: bulk_gunnery.Floats = far.min(axis=1)
    if not board.is_fit[row]:
        return nearest
    if situation.plan.withdraws:
        pursuers: bulk_gunnery.Floats = np.sort(far, axis=1)[:, :_PURSUERS].mean(axis=1)
        return pursuers
    dice = board.dice[situation.foes]
    gunshot = np.where(dice >= 3, profile.long, np.where(dice == 2, profile.medium, profile.point_blank)) + 0.6
    hurt = situation.doctrine.husbands and board.is_in_zone[row] and len(situation.foes) > 1
    return nearest if hurt and bool((far > gunshot[None]).all(axis=1).any()) else None


_FOUL_COST = 1.0
"""Victory points that it costs to be fouled with another ship."""
_GROUNDING_COST = 4.0
"""Victory points that it costs to run aground."""
_BREACH_VALUE = 1.5
"""Victory points for sailing through an enemy battle line whose ships may flee from it."""
_SHIPS_PER_BATTERY = 3
"""Number of ships among which a battery is expected to choose its target."""


def expected_move_cost(situation: Situation, tried: PlanEvaluation) -> float:
    """Return the expected cost of the dice after a move (10, 22), less the value of a broken line (12)."""
    return round(
        _collision_cost(situation, tried) + _grounding_cost(situation, tried) - _breach_value(situation, tried), 6
    )


def _collision_cost(situation: Situation, tried: PlanEvaluation) -> float:
    found = 0.0
    for one in plans.find_collision_risks(situation.state, tried):
        lost = (
            one.own_loss * _value_of_point(situation, one.mover)
            - one.other_loss * _value_of_point(situation, one.other)
            + _FOUL_COST
        )
        found += float(one.chance) * lost
    return found


def _grounding_cost(situation: Situation, tried: PlanEvaluation) -> float:
    found = plans.find_grounding_risks(situation.state, tried)
    return sum(float(one.chance) * (one.loss * _value_of_point(situation, one.ship) + _GROUNDING_COST) for one in found)


def _value_of_point(situation: Situation, key: str) -> float:
    """Return the victory points for one hull point of a ship."""
    return float(situation.point_value[situation.board.row[key]])


def _breach_value(situation: Situation, tried: PlanEvaluation) -> float:
    return _BREACH_VALUE * bool(
        battle_lines.has_battle_lines(situation.state) and battle_lines.find_crossed_divisions(situation.state, tried)
    )


def find_shore_contacts(state: State, track: Floats, passed: Bools, length: float, beam: float) -> Bools:
    """Return True for each place on each track where land or shoals bar the way; shape (moves, places).

    Args:
        state: the battle.
        track: stern points and headings; shape (moves, places, 3).
        passed: True for each place that the ship really passes.
        length: length of the hull in UM.
        beam: beam of the hull in UM.
    """
    found = [piece for barrier in rules_of(state).barriers for piece in barrier(state).values()]
    if not found:
        return np.zeros(track.shape[:2], bool)
    land = shapely.union_all(found).buffer(beam / 2 + state.profile.contact_gap)
    shapely.prepare(land)
    ahead = np.radians(track[..., 2])
    bow = track[..., :2] + length * np.stack([np.sin(ahead), np.cos(ahead)], axis=-1)
    keels = shapely.linestrings(np.stack([track[..., :2], bow], axis=-2).reshape(-1, 2, 2))
    met: Bools = shapely.intersects(land, keels).reshape(track.shape[:2]) & passed
    return met


def expected_battery_cost(situation: Situation, row: int, hulls: HullArrays) -> Floats:
    """Return the victory points that enemy batteries are expected to cost the ship at each hull."""
    found = np.zeros(len(hulls.east))
    for one in list_batteries(situation.state.coast, enemy_of(situation.side)):
        far = np.hypot(hulls.mid_east - one.place.x, hulls.mid_north - one.place.y)
        place = np.array([one.place.x, one.place.y])
        far = np.where(far > sight_limits(situation.board.dim, hulls.centers(), place), np.inf, far)
        found += (
            np.select([far <= end for end in _battery_ranges(situation)], _expected_battery_hits(one))
            * POINTS_PER_HIT
            * situation.point_value[row]
            / _SHIPS_PER_BATTERY
        )
    return found


def _battery_ranges(situation: Situation) -> tuple[float, ...]:
    """Return the far end of each range band of a battery in UM (AMB-195)."""
    profile = situation.state.profile
    return tuple(RANGE_FACTOR * far for far in (profile.point_blank, profile.medium, profile.long))


def _expected_battery_hits(battery: Battery) -> list[float]:
    """Return the expected hits of one attack of a battery in each range band."""
    return [max(0, battery.dice - lost) * chance for lost, chance in ((0, 1 / 2), (1, 1 / 3), (2, 1 / 3))]
