"""Following in another ship's wake: the best of a few sensible plans, each tried like any other."""

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.headway import lies_stopped
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, SLOW, trial
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry import measure
from tabletop.geometry.pose import Point, Pose

INTERVAL = 0.5
"""UM between bow and stern of ships in line (AMB-1)."""

_STEADY = 3
"""Degrees off the course that a helmsman lets pass."""

_ASTRAY = 0.01
"""UM that a degree off the course counts when plans are compared."""

_CROWDED = 2
"""How much worse it is to be too near the ship ahead than as much too far."""


def follow(state: State, key: str, leader: str) -> Trial | None:
    """The plan that best keeps a ship the line's interval astern of another, her head towards that ship's stern.

    So the ships of a line turn in succession. None if every plan fouls somebody.
    """
    stern = state.ships[leader].pose.point
    astern = INTERVAL + positions.size(state, key)[0]
    points = allowance(state, key)
    steadies = (1,) if lies_stopped(state, key) else (0, 1)
    runs = range(points.forced, points.points + 1)
    tries = [_towards(state, key, stern, ahead, steady) for ahead in runs for steady in steadies]
    clear = [tried for tried in tries if tried.verdict is None and not tried.end]
    return min(clear, key=lambda tried: _miss(tried.pose, stern, astern), default=None)


def _miss(pose: Pose, stern: Point, astern: float) -> float:
    astray = measure.heading_difference(pose.heading, _course(pose, stern))
    lag = measure.distance(pose.point, stern) - astern
    return max(lag, -_CROWDED * lag) + _ASTRAY * astray


def _towards(state: State, key: str, stern: Point, ahead: int, steady: int) -> Trial:
    """So many advances, the helm over towards the ship ahead before each of them and, where it may be, at the end.

    The first `steady` advances are made with the helm amidships, for a ship that is stopped or has one close astern.
    """
    plan: tuple[Step, ...] = ()
    for number in range(ahead):
        plan = (*plan, *(() if number < steady else _helm(state, key, plan, stern)), ADVANCE)
    if ahead and (len(plan) == 1 or plan[-2].kind != "turn"):
        plan = (*plan, *_helm(state, key, plan, stern))
    spare = allowance(state, key).points - allowance(state, key).optional - ahead if ahead else 0
    return trial(state, key, plan + (SLOW,) * spare)


def _helm(state: State, key: str, plan: tuple[Step, ...], stern: Point) -> tuple[Step, ...]:
    """A free turn towards the ship ahead from where the plan leaves her, if she is off her course."""
    at = trial(state, key, plan).pose
    off = (_course(at, stern) - at.heading + 180) % 360 - 180
    free = state.profile.free_turn
    return (Step("turn", max(-free, min(free, off))),) if abs(off) >= _STEADY else ()


def _course(at: Pose, place: Point) -> int:
    """The bearing of a place, or the present heading when it is reached."""
    return measure.bearing(at.point, place) if measure.distance(at.point, place) > 0 else at.heading
