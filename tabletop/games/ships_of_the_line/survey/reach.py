"""The water that a ship can still come to this turn, for a shade on the sea (5.1, AMB-10, AMB-126)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import plan as plans
from tabletop.games.ships_of_the_line.chapters import steps
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry.pose import Pose

_PARTS = (1.0, 0.7, 0.35)
"""Parts of a full free turn that are tried, widest first, until one does not end the move."""

_HANDS = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Parts of the widest free turn by which the courses that are tried part, port first."""

_FILL = 2
"""Steps in which the opening between two neighbours is filled."""


class Reach(msgspec.Struct, frozen=True):
    """Where a ship can go.

    Attributes:
        area: the water that some part of her hull can cover, her present place included.
        ends: poses at which the plans tried come to an end.
    """

    area: BaseGeometry
    ends: tuple[Pose, ...]


@per_state
def reach(state: State, key: str, plan: tuple[Step, ...] = ()) -> Reach:
    """What lies open to a ship after a plan begun so far.

    A picture, not a ruling: a few hundred plans are tried by the movement rules themselves, each going straight on or
    turning always to the same hand, and the water between neighbours that both went free is filled in. The rims of
    a long move are true to about a quarter of a UM: weaving courses, turns paid for, a last turn at the end of a
    move and any turn that ends it are left out. Only `plan.trial` says whether a course can be sailed.
    """
    begun = plans.trial(state, key, plan)
    own = positions.shape(begun.pose, begun.room.size)
    if state.ships[key].moved:
        return Reach(own, (begun.pose,))
    found = list(_spread(begun, 0.0))
    area = shapely.union_all([own, *(water for water, _ in found)])
    return Reach(area, tuple(dict.fromkeys([begun.pose, *(pose for _, pose in found)])))


def _spread(trial: Trial, lean: float) -> Iterator[tuple[BaseGeometry, Pose]]:
    """The water of every advance from here on, and where it ends; `lean` is the hand of the turns so far."""
    hands = [hand for hand in _HANDS if hand * lean >= 0]
    fan = [(hand, gone) for hand in hands if (gone := _advanced(trial, hand)) is not None]
    # a turn that would end the move is tried narrower, and may come to lie within its neighbour's
    fan.sort(key=lambda course: (course[1].pose.heading - trial.pose.heading + 180) % 360)
    for _, gone in fan:
        yield _water(trial, gone), gone.pose
    for (_, left), (_, right) in pairwise(fan):
        if not left.contact and not right.contact:
            yield _between(trial, left, right), left.pose
    for hand, gone in fan:
        if gone.left > 0 and not gone.end:
            yield from _spread(gone, lean or hand)


def _advanced(trial: Trial, hand: float) -> Trial | None:
    """One advance, after as wide a free turn to this hand as lets the move go on; None where there is none."""
    turned = _turned(trial, hand) if hand else trial
    if turned is None or turned.end or turned.refusal or turned.left <= 0:
        return None
    gone = steps.take(turned, plans.ADVANCE)
    return None if gone.refusal else gone


def _turned(trial: Trial, hand: float) -> Trial | None:
    widest = trial.room.profile.free_turn
    tries = (steps.take(trial, Step("turn", round(hand * widest * part))) for part in _PARTS)
    return next((one for one in tries if not one.end and not one.refusal), None)


def _water(trial: Trial, gone: Trial) -> BaseGeometry:
    """The water that the latest advance leads over."""
    poses = trial.pose, gone.legs[-1].start, gone.pose
    return _around(trial, poses)


def _between(trial: Trial, left: Trial, right: Trial) -> BaseGeometry:
    """The water between two advances from one place, with those that turn less than the one and more than the other."""
    port, starboard = left.pose.heading, right.pose.heading
    opening = (starboard - port) % 360
    headings = [port + round(opening * step / _FILL) for step in range(_FILL + 1)]
    fan = [Pose(trial.pose.x, trial.pose.y, heading % 360).ahead(1) for heading in headings]
    return _around(trial, (trial.pose, *fan[1:-1], left.pose, right.pose))


def _around(trial: Trial, poses: Iterable[Pose]) -> BaseGeometry:
    hulls = [positions.shape(pose, trial.room.size) for pose in poses]
    return shapely.MultiPoint(shapely.get_coordinates(hulls)).convex_hull
