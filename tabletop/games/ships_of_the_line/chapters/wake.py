"""Steering into the wake of another ship: the best of a few sensible plans, each tried like any other."""

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.headway import lies_stopped
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, SLOW, trial
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry import hull, measure
from tabletop.geometry.measure import distance
from tabletop.geometry.pose import Point, Pose

INTERVAL = 0.5
"""UM between bow and stern of ships in line (AMB-1)."""

_STEADY = 3
"""Degrees off the course that a helmsman lets pass."""

_ASTRAY = 0.01
"""UM that a degree off the leader's heading counts when plans are compared."""


def follow(state: State, key: str, leader: str) -> Trial | None:
    """The plan that brings a ship nearest to her station astern of another; None if all of them foul somebody."""
    station = behind(state, key, leader)
    points = allowance(state, key)
    tries = [_towards(state, key, station, ahead) for ahead in range(points.forced, points.points + 1)]
    clear = [tried for tried in tries if tried.verdict is None and not tried.end]
    return min(clear, key=lambda tried: _miss(tried.pose, station), default=None)


def behind(state: State, key: str, leader: str) -> Pose:
    """Her station: in the leader's wake, the line's interval astern, on the leader's heading."""
    pose = state.ships[leader].pose
    place = hull.offset(pose, -(INTERVAL + positions.size(state, key)[0]), 0)
    return Pose(place.x, place.y, pose.heading)


def _miss(pose: Pose, station: Pose) -> float:
    astray = measure.heading_difference(pose.heading, station.heading)
    return distance(pose.point, station.point) + _ASTRAY * astray


def _towards(state: State, key: str, station: Pose, ahead: int) -> Trial:
    """So many advances, each with the helm over towards the station, then her head on the leader's heading."""
    plan: tuple[Step, ...] = ()
    for number in range(ahead):
        at = trial(state, key, plan).pose
        aim = at.heading if number == 0 and lies_stopped(state, key) else _course(at, station.point)
        plan = (*plan, *_helm(state, at.heading, aim), ADVANCE)
    if ahead and (len(plan) == 1 or plan[-2].kind != "turn"):
        plan = (*plan, *_helm(state, trial(state, key, plan).pose.heading, station.heading))
    spare = allowance(state, key).points - ahead if ahead else 0
    return trial(state, key, plan + (SLOW,) * spare)


def _course(at: Pose, place: Point) -> int:
    """The bearing of a place, or the present heading when it is reached."""
    return measure.bearing(at.point, place) if distance(at.point, place) > 0 else at.heading


def _helm(state: State, heading: int, aim: int) -> tuple[Step, ...]:
    off = (aim - heading + 180) % 360 - 180
    free = state.profile.free_turn
    return (Step("turn", max(-free, min(free, off))),) if abs(off) >= _STEADY else ()
