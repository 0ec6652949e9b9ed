"""The plan of a fleet: its line before battle, the target of each ship, rescues and withdrawal.

Several ships share a target, so that few enemies face many. Rescues are of own ships that have struck (4.4.3, AMB-137).
"""

from typing import NamedTuple

import numpy as np
import shapely

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import grappling, victory
from tabletop.games.ships_of_the_line.chapters.optional import deployment
from tabletop.games.ships_of_the_line.chapters.optional.deployment import PlaceShip
from tabletop.games.ships_of_the_line.model import State, is_in_service, side_of
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit
from tabletop.games.ships_of_the_line.ship import enemy_of
from tabletop.geometry.measure import round_length
from tabletop.players.ships_of_the_line.battle_board import STRIKE_POINTS, BattleBoard
from tabletop.players.ships_of_the_line.bulk_gunnery import Floats, HullArrays, Indices, measure_gaps
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.manoeuvres import WindEffects, predict_straight_move

_AIM_ASTERN = 0.5
"""UM astern of where an enemy is expected: the place to steer for."""
_HURT_BONUS = 1.5
"""Turns of sailing that a target hurt down to its sinking zone is worth."""
_COMPANY_COST = 0.12
"""Turns that each ship near an enemy adds to its distance."""
_CROWD_COST = 1.5
"""Turns that each own ship too many on one enemy adds to its distance."""
_SUPPORT_RADIUS = 3.0
"""Distance in UM up to which ships support each other."""
_RALLY_COST = 2.0
"""Turns added to the distance of an enemy that is not near a friend that has called for help."""
_NEAR_TURNS = 4.0
"""Turns of sailing beyond which an own ship does not count on its target yet."""
_LOST_ZONE_SHARE = 0.5
"""Share of the sinking zone that no ship outlives for long."""
_PATIENCE_AHEAD = 1.15
"""Factor on `Doctrine.withdraws` of a fleet that leads on victory points."""
_PATIENCE_BEHIND = 0.6
"""Factor on `Doctrine.withdraws` of a fleet that is behind on victory points."""
_HOPELESS_PER_SHIP = 0.02
"""Share of all strength, for each own ship and one more, below which a battle is hopeless.

Among many ships luck evens out, so a large fleet gives up earlier.
"""
_HOPELESS_MOST = 0.2
"""Highest share of all strength below which a battle is hopeless."""
_DICE_PER_SHIP = 4.0
"""Dice of a ship that counts as one ship."""


class FleetPlan(NamedTuple):
    """The targets and the state of mind of a fleet.

    Attributes:
        aims: places to steer for, one for each enemy, then one for each own ship that has struck; shape (places, 2).
        foes: rows of the enemies.
        friends: rows of the own ships that have struck.
        target: for the row of each own ship the index of its place in `aims`.
        strength_share: own strength as a share of all that is left.
        is_hopeless: True if next to nothing is left, and the side would be behind even if it won all it can.
        withdraws: True if the fleet saves its ships.
        flees: True if the battle is lost, so that leaving the map costs nothing more.
    """

    aims: Floats
    foes: list[int]
    friends: list[int]
    target: dict[int, int]
    strength_share: float
    is_hopeless: bool
    withdraws: bool
    flees: bool


def make_plan(board: BattleBoard, weather: WindEffects, doctrine: Doctrine) -> FleetPlan:
    """Return the plan of the fleet in the present state."""
    foes, ours = board.foes(), board.friends()
    poses = np.array([predict_straight_move(board, row, weather) for row in foes]).reshape(-1, 3)
    ahead = np.radians(poses[:, 2])
    astern = _AIM_ASTERN if doctrine.concentrates else -_AIM_ASTERN
    aims = poses[:, :2] - astern * np.stack([np.sin(ahead), np.cos(ahead)], axis=1)
    odds, lead = _strength_share(board, ours, foes), _point_lead(board)
    if not foes or not ours:
        return FleetPlan(aims, foes, [], {}, odds, is_hopeless=False, withdraws=False, flees=False)
    friends = find_struck_friends(board) if doctrine.salvages else []
    aims = np.concatenate([aims, board.center[friends]])
    turns = np.concatenate([_turns_to_aims(board, row, aims, weather) for row in ours])
    enemies = turns[:, : len(foes)]
    dear = enemies + _rally_costs(board, foes, doctrine)
    target = _share_targets(board, ours, foes, enemies, dear) if doctrine.concentrates else dear.argmin(axis=1)
    aimed = {row: int(one) for row, one in zip(ours, target, strict=True)}
    for n, place in assign_rescuers(board, ours, friends, turns, target).items():
        aimed[ours[n]] = len(foes) + place
    patience = _PATIENCE_AHEAD if lead > 0 else _PATIENCE_BEHIND if lead < 0 else 1.0
    withdraws = odds < patience * doctrine.withdraws
    hopeless = odds < min(_HOPELESS_MOST, _HOPELESS_PER_SHIP * (len(ours) + 1)) and lead + STRIKE_POINTS * len(ours) < 0
    return FleetPlan(aims, foes, friends, aimed, odds, hopeless, withdraws, withdraws and lead < 0)


def expected_lead(board: BattleBoard) -> float:
    """Return the lead in victory points, the ships included that each side is expected to lose."""
    ours, foes = board.friends(), board.foes()
    return round(
        _point_lead(board) + STRIKE_POINTS * (len(ours) + len(foes)) * (_strength_share(board, ours, foes) - 0.5), 6
    )


def _point_lead(board: BattleBoard) -> int:
    """Return the own victory points minus those of the enemy."""
    points = victory.total_points(board.state)
    return points[board.side] - points[enemy_of(board.side)]


def fleet_strength(board: BattleBoard, rows: list[int]) -> float:
    """Return the strength of some ships: guns times the hull points that can still be lost."""
    left = board.hull[rows] - _LOST_ZONE_SHARE * board.zone[rows]
    return float((board.expected_hits[rows, 0] * np.maximum(0, left)).sum())


def _strength_share(board: BattleBoard, ours: list[int], foes: list[int]) -> float:
    """Return the own strength as a share of all that is left."""
    mine, theirs = fleet_strength(board, ours), fleet_strength(board, foes)
    return round(mine / max(1e-9, mine + theirs), 6)


def _turns_to_aims(board: BattleBoard, row: int, aims: Floats, weather: WindEffects) -> Floats:
    """Return the turns of sailing from the ship in `row` to each place."""
    stopped = np.array([board.state.ships[board.keys[row]].stopped])
    return weather.estimate_turns(board.pose[row : row + 1], aims, board.rig_points[row], stopped)


def _rally_costs(board: BattleBoard, foes: list[int], doctrine: Doctrine) -> Floats:
    """Return the turns added to the distance of each enemy by a call for help."""
    if doctrine.rallies not in board.row:
        return np.zeros(len(foes))
    east, north = (board.center[foes] - board.center[board.row[doctrine.rallies]]).T
    return np.where(np.hypot(east, north) > _SUPPORT_RADIUS, _RALLY_COST, 0.0)


def _share_targets(board: BattleBoard, ours: list[int], foes: list[int], turns: Floats, dear: Floats) -> Indices:
    """Return the target of each own ship: near and hurt enemies first, not too many ships on one."""
    firm = np.maximum(0, board.hull - board.zone) / np.maximum(1, board.full_hull - board.zone)
    place = board.center[foes]
    beside = (np.hypot(*np.moveaxis(place[:, None] - place[None], -1, 0)) < _SUPPORT_RADIUS).sum(axis=1) - 1
    dear = dear - _HURT_BONUS * (1 - firm[foes])[None] + _COMPANY_COST * beside[None]
    guns, needed = board.dice[ours] / _DICE_PER_SHIP, np.maximum(1.0, board.dice[foes] / _DICE_PER_SHIP + 0.8)
    load, target = np.zeros(len(foes)), np.zeros(len(ours), np.intp)
    for n in np.argsort(np.round(turns.min(axis=1), 6), kind="stable"):
        crowded = np.maximum(0, load + guns[n] - needed - 0.8) * _CROWD_COST
        target[n] = int(np.argmin(np.round(dear[n] + crowded, 6)))
        load[target[n]] += guns[n] if turns[n, target[n]] < _NEAR_TURNS else 0
    return target


_RECAPTURE_COST = 7.0
"""Victory points less for a rescued ship that the enemy may make strike again."""
_RECAPTURE_RADIUS = 6.0
"""Distance in UM up to which an enemy may do so."""
_CHANCE_TO_HOLD = 0.3
"""Chance that a thrown grapple holds."""
_RESCUE_TURNS = 2.5
"""Turns of sailing up to which a ship leaves its target for a rescue."""
_MAX_APPROACH = 7.0
"""Distance in UM beyond which no ship comes alongside in one move."""


def find_struck_friends(board: BattleBoard) -> list[int]:
    """Return the rows of own ships that have struck and that no enemy is fast to."""
    state = board.state
    struck = [key for key in board.keys if state.ships[key].status == "struck" and side_of(state, key) == board.side]
    return [board.row[key] for key in struck if not _is_held_by_enemy(state, key)]


def _is_held_by_enemy(state: State, key: str) -> bool:
    """Return True if an enemy in service is grappled to the ship."""
    side = side_of(state, key)
    return any(
        is_in_service(state, one) and side_of(state, one) != side for one in grappling.find_grappled_ships(state, key)
    )


def rescue_value(board: BattleBoard, row: int) -> float:
    """Return the victory points for a rescue, less if an enemy near may make the ship strike again."""
    if board.state.turn >= board.state.turns:
        return STRIKE_POINTS
    far = np.hypot(*(board.center[board.foes()] - board.center[row]).T) if board.foes() else np.full(1, np.inf)
    return STRIKE_POINTS - _RECAPTURE_COST * bool(far.min() < _RECAPTURE_RADIUS)


def value_rescue_poses(board: BattleBoard, row: int, hulls: HullArrays) -> Floats:
    """Return the value of each hull of a ship for a rescue.

    Hulls in contact need no grapple; others must throw one.
    """
    found = np.zeros(len(hulls.east))
    state, key = board.state, board.keys[row]
    friends = find_struck_friends(board) if board.is_fit[row] and not state.ships[key].grapple_used else []
    near = [one for one in friends if np.hypot(*(board.center[one] - board.center[row])) < _MAX_APPROACH]
    if not near:
        return found
    gap = measure_gaps(hulls.as_column(), board.hulls.select(np.array(near)))
    throw = _CHANCE_TO_HOLD * (state.ships[key].fatigue < fatigue_limit(state, key))
    reached = np.where(gap <= board.profile.touching, 1.0, np.where(gap <= board.profile.grapple_distance, throw, 0.0))
    best: Floats = (reached * np.array([rescue_value(board, one) for one in near])).max(axis=1)
    return best


def assign_rescuers(
    board: BattleBoard, ours: list[int], friends: list[int], turns: Floats, target: Indices
) -> dict[int, int]:
    """Return the index in `friends` for each index in `ours` that goes to a rescue, one each at most.

    Args:
        board: the board of the own side.
        ours: rows of the own ships.
        friends: rows of the own ships that have struck.
        turns: turns of sailing from each own ship to each enemy, then to each friend; shape (own ships, places).
        target: index of the enemy that each own ship makes for.
    """
    found: dict[int, int] = {}
    enemies = turns.shape[1] - len(friends)
    for place in range(len(friends)):
        way = np.array(
            [
                turns[n, enemies + place] if n not in found and _can_move(board, row) else np.inf
                for n, row in enumerate(ours)
            ]
        )
        n = int(way.argmin())
        soon = way[n] < _RESCUE_TURNS and way[n] < turns[n, target[n]] + 1
        if np.isfinite(way[n]) and (soon or board.state.turn + way[n] >= board.state.turns):
            found[n] = place
    return found


def _can_move(board: BattleBoard, row: int) -> bool:
    """Return True if the ship can still move before the guns fire."""
    return not board.is_settled[row]


_LINE_INTERVAL = 0.35
"""UM of water between ships in line, too little for an enemy to pass through."""
_SHORE_MARGIN = 0.6
"""UM between a line and the edge of its water."""


class DeploymentLine(NamedTuple):
    """The center of a line of battle, and the heading of its ships in degrees."""

    middle: Floats
    heading: int


def choose_placement(state: State, keys: list[str]) -> PlaceShip | None:
    """Return the command that places the next ship in line ahead, broadsides to the enemy (AMB-147).

    A ship that cannot take its place in line may stay where it lies. None means that each ship is placed, or that no
    command is legal.
    """
    left = [key for key in keys if key not in (state.deployed or {})]
    # ships that have no place yet may lie in the way, so every place is tried
    stations = (build_placement(state, key, _place_in_line(state, keys, key)) for key in left)
    as_they_lie = (deployment.build_stay_command(state, key) for key in left)
    return next((one for one in (*stations, *as_they_lie) if deployment.check_place_ship(state, one) is None), None)


def build_placement(state: State, key: str, at: tuple[float, float, int]) -> PlaceShip:
    """Return the command that places a ship at (east, north, heading) of the center of its hull."""
    return PlaceShip(side_of(state, key), key, round_length(at[0]), round_length(at[1]), at[2])


def _place_in_line(state: State, keys: list[str], key: str) -> tuple[float, float, int]:
    """Return (east, north, heading) of a ship's place in line. The strongest ships are in the middle."""
    zone = deployment.find_zone(state, key)
    assert zone is not None
    mates = [one for one in keys if deployment.find_zone(state, one) == zone]
    line = _find_line(state, shapely.Polygon(zone["area"]), side_of(state, key), mates)
    strongest = sorted(mates, key=lambda one: (-state.cards[one].dice, -state.cards[one].guns, mates.index(one)))
    # the strongest ship takes the middle, the next the place ahead of it, the third the place astern
    ranks = sorted(range(len(mates)), key=lambda place: (abs(2 * place - len(mates) + 1), place))
    place = ranks[strongest.index(key)]
    length = max(positions.hull_size(state, one)[0] for one in mates)
    ahead = ((len(mates) - 1) / 2 - place) * (length + _LINE_INTERVAL)
    course = np.radians(line.heading)
    east, north = line.middle + ahead * np.array([np.sin(course), np.cos(course)])
    return float(east), float(north), line.heading


def _find_line(state: State, water: shapely.Polygon, side: str, mates: list[str]) -> DeploymentLine:
    """Return the line for some ships: across the way to the enemy, as near as the water allows.

    Of the two headings, the line takes the one that the wind favours.
    """
    here, there = np.array(water.centroid.coords[0]), _enemy_center(state, side)
    way = (there - here) / max(1e-9, float(np.hypot(*(there - here))))
    bearing = round(float(np.degrees(np.arctan2(way[0], way[1])))) % 360
    percent = WindEffects(state).percent(np.array([(bearing + 90) % 360, (bearing - 90) % 360], float))
    heading = (bearing + (90 if percent[0] >= percent[1] else -90)) % 360
    length = max(positions.hull_size(state, one)[0] for one in mates)
    half = (len(mates) * (length + _LINE_INTERVAL)) / 2
    across = np.array([-way[1], way[0]])
    for back in np.arange(0.0, 200.0, 0.25):
        middle = here + way * (_water_reach(water, here, way) - _SHORE_MARGIN - back)
        ends = shapely.LineString([middle - across * half, middle + across * half])
        if water.contains(ends.buffer(length / 3)):
            return DeploymentLine(np.round(middle, 6), heading)
    return DeploymentLine(np.round(here, 6), heading)


def _water_reach(water: shapely.Polygon, here: Floats, way: Floats) -> float:
    """Return the distance in UM from a place in a direction to the end of the water."""
    ray = shapely.LineString([here, here + way * 1000]).intersection(water)
    return float(ray.length)


def _enemy_center(state: State, side: str) -> Floats:
    """Return the middle of the enemy's water and of the enemy ships that have fixed places."""
    foes = [key for key in state.ships if side_of(state, key) != side]
    open_ships = [zone for key in foes if (zone := deployment.find_zone(state, key))]
    fixed = [positions.hull_center(state, key) for key in foes if deployment.find_zone(state, key) is None]
    middles = [shapely.Polygon(zone["area"]).centroid for zone in open_ships] + [
        shapely.Point(one.x, one.y) for one in fixed
    ]
    found: Floats = np.array([(one.x, one.y) for one in middles]).reshape(-1, 2).mean(axis=0)
    return found
