"""What a move meets besides ships' fire: collisions (10), ground, land, batteries (22), a line to be broken (12)."""

import numpy as np
import shapely

from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import RANGE_FACTOR
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import enemy_of
from tabletop.games.ships_of_the_line.state import Battery, State, standing_batteries
from tabletop.games.ships_of_the_line.survey import battle_lines, plans
from tabletop.players.ships_of_the_line.gunnery import DAMAGE, Bools, Floats, Hulls, sight_ends
from tabletop.players.ships_of_the_line.situation import Situation

_FOULED, _AGROUND = 1.0, 4.0
"""Victory points that it costs to hang fast to an enemy, and to sit fast among shoals."""
_BREACH = 1.5
"""Victory points that it is worth to sail through a line whose ships may flee for it."""
_SPREAD = 3
"""Ships among which a battery is expected to choose."""


def cost(now: Situation, tried: PlanEvaluation) -> float:
    """Victory points that the dice after a move are expected to cost, less what a breach of a line promises."""
    return round(_collisions(now, tried) + _grounds(now, tried) - _breach(now, tried), 6)


def _collisions(now: Situation, tried: PlanEvaluation) -> float:
    found = 0.0
    for one in plans.find_collision_risks(now.state, tried):
        lost = one.own_loss * _point(now, one.mover) - one.other_loss * _point(now, one.other) + _FOULED
        found += float(one.chance) * lost
    return found


def _grounds(now: Situation, tried: PlanEvaluation) -> float:
    found = plans.find_grounding_risks(now.state, tried)
    return sum(float(one.chance) * (one.loss * _point(now, one.ship) + _AGROUND) for one in found)


def _point(now: Situation, key: str) -> float:
    """Victory points for a hull point of a ship."""
    return float(now.worth[now.board.row[key]])


def _breach(now: Situation, tried: PlanEvaluation) -> float:
    return _BREACH * bool(
        battle_lines.has_battle_lines(now.state) and battle_lines.find_crossed_divisions(now.state, tried)
    )


def ashore(state: State, track: Floats, passed: Bools, length: float, beam: float) -> Bools:
    """Where on the way of each of many moves land or shoals bar it: a row for each move, a column for each place.

    Args:
        state: the battle.
        track: stern points and headings.
        passed: which of them are truly passed.
        length: of the hull, UM.
        beam: likewise.
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


def shelled(now: Situation, row: int, hulls: Hulls) -> Floats:
    """Victory points that the enemy's batteries are expected to cost a ship at each of some places."""
    found = np.zeros(len(hulls.east))
    for one in standing_batteries(now.state.coast, enemy_of(now.side)):
        far = np.hypot(hulls.mid_east - one.place.x, hulls.mid_north - one.place.y)
        place = np.array([one.place.x, one.place.y])
        far = np.where(far > sight_ends(now.board.dim, hulls.middles(), place), np.inf, far)
        found += np.select([far <= end for end in _ends(now)], _hits(one)) * DAMAGE * now.worth[row] / _SPREAD
    return found


def _ends(now: Situation) -> tuple[float, ...]:
    """How far a battery's guns carry in each band, UM (AMB-195)."""
    profile = now.state.profile
    return tuple(RANGE_FACTOR * far for far in (profile.point_blank, profile.medium, profile.long))


def _hits(battery: Battery) -> list[float]:
    """Hits that are expected of one attack in each band."""
    return [max(0, battery.dice - lost) * chance for lost, chance in ((0, 1 / 2), (1, 1 / 3), (2, 1 / 3))]
