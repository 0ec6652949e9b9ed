"""A ship, or the ghost of her plan, held with the pointer: the plan follows it."""

from dataclasses import dataclass

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters.plan import limits
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.ships_of_the_line.stations import plans, steering
from tabletop.ui.boards.ships_of_the_line.stations.plans import Draft


@dataclass(frozen=True)
class Grip:
    """From where the plan goes on, and the part of her that is held: UM east and north of her middle.

    `stuck` says why she cannot be moved from there at all.
    """

    start: Trial
    east: float
    north: float
    stuck: Refused | None


def take_hold(state: State, draft: Draft | None, gesture: Gesture) -> Grip | None:
    """Hold what was pressed on: the ghost of a draft, whose plan goes on, or else a ship, whose plan begins anew."""
    at = gesture.start
    if at is None:
        return None
    if draft is not None and on_ghost(draft, at):
        start = draft.trial
    elif gesture.from_ship:
        start = plans.begun(state, gesture.from_ship).trial
    else:
        return None
    middle = hull.centre(start.pose, start.room.size[0])
    return Grip(start, at.x - middle.x, at.y - middle.y, _stuck(state, start))


def follow(state: State, grip: Grip, at: Point) -> Draft:
    """The draft whose ghost has the part that is held as near to the pointer as may be."""
    if grip.stuck:
        return Draft(grip.start)
    return Draft(steering.towards(state, grip.start, Point(at.x - grip.east, at.y - grip.north)))


def _stuck(state: State, start: Trial) -> Refused | None:
    """A plan goes nowhere from its start if it cannot begin with an advance, or from where her move has ended."""
    return limits(state, start.ship, start.plan).no_advance if start.end or not start.plan else None


def on_ghost(draft: Draft | None, at: Point) -> bool:
    """Whether a place is on the ghost."""
    if draft is None or not draft.trial.legs:
        return False
    length, beam = draft.trial.room.size
    keel = [hull.offset(draft.trial.pose, length * part, 0) for part in (0.1, 0.3, 0.5, 0.7, 0.9)]
    return min(measure.distance(place, at) for place in keel) <= beam
