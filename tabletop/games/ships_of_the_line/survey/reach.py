"""The water that a ship can still come to this turn, for a shade on the sea (5.1, AMB-10, AMB-126)."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import shapely
from msgspec.structs import replace
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.positions import Room
from tabletop.games.ships_of_the_line.state import Sea, State
from tabletop.games.ships_of_the_line.survey.plans import pitches
from tabletop.geometry.pose import Pose

TRUE_TO = 0.25
"""UM; no point of the water within reach is farther than this from a hull whose move could end there."""

_PARTS = (1.0, 0.7, 0.35)
"""Parts of a full free turn that are tried, widest first, until one does not end the move."""

_HANDS = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Parts of the widest free turn by which the courses that are tried part, port first."""

_CRACK = 0.22
"""UM; a crack between the places where moves could end is closed if it is nowhere wider than twice this."""

_BOUNDLESS = Sea(-1e6, -1e6, 1e6, 1e6)

_Known = dict[tuple[float, int, int], BaseGeometry]
"""What lies open on an empty sea from the origin, by heading, hand of the turns so far and points left."""


@per_state
def reach(state: State, key: str, plan: tuple[Step, ...] = ()) -> BaseGeometry:
    """The water that some part of a ship's hull can cover when her move has ended, after a plan begun so far.

    Her present place if she may stay there. A picture, not a ruling: a few hundred plans are tried by the movement
    rules themselves, each going straight on or turning always to the same hand, and between neighbours that both went
    free every turn is taken to be free. What is shaded is reachable within `TRUE_TO`. Not all that is reachable is
    shaded: weaving courses, turns paid for, a last turn at the end of a move, any turn that ends it and pitches other
    than as the next step are left out, which is up to a quarter of a UM at the rims of a long move. Only `plan.trial`
    says whether a course can be sailed.
    """
    begun = sailing.evaluate_plan(state, key, plan)
    waters = [] if state.ships[key].moved else [*_spread(begun, 0, {}), *_after_pitches(begun)]
    if begun.verdict is None or not waters:
        waters.append(positions.hull_shape(begun.pose, begun.room.size))
    return _closed(waters)


def _closed(waters: Sequence[BaseGeometry]) -> BaseGeometry:
    """All of them as one, short hulls and weak turns leaving no cracks; nothing is added farther off than a crack."""
    whole = shapely.union_all(waters)
    return whole.union(whole.buffer(_CRACK, quad_segs=4).buffer(-_CRACK, quad_segs=4))


def _after_pitches(begun: PlanEvaluation) -> Iterator[BaseGeometry]:
    """The water of moves that go on with a pitch, out of the wind's eye or through it."""
    for gone in pitches(begun):
        if gone.verdict is None:
            yield positions.hull_shape(gone.pose, gone.room.size)
        if gone.left > 0 and not gone.end:
            yield from _spread(gone, 0, {})


def _onward(trial: PlanEvaluation, lean: int, known: _Known) -> Iterator[BaseGeometry]:
    """The water from here on: that of the open sea where nothing lies in it, else course by course."""
    place, room = trial.pose, trial.room
    alike = (place.heading, lean, trial.left)
    if alike not in known:
        alone = replace(trial, room=replace(room, near=None, sea=_BOUNDLESS))
        waters = shapely.union_all(list(_spread(alone, lean, known)))
        known[alike] = translate(waters, -place.x, -place.y)
    water = translate(known[alike], place.x, place.y)
    if _clear(room, water):
        yield water
    else:
        yield from _spread(trial, lean, known)


def _clear(room: Room, water: BaseGeometry) -> bool:
    """Whether whoever sails there meets neither a ship nor the edge of the map, not even with what she tows."""
    sea, beside = room.sea, room.size[1] + (room.profile.tow_gap + room.towed_size[0] if room.towed else 0)
    within = shapely.box(sea.west + beside, sea.south + beside, sea.east - beside, sea.north - beside)
    return within.contains(water) and not any(water.dwithin(other, beside) for other in room.obstacles.values())


def _spread(trial: PlanEvaluation, lean: int, known: _Known) -> Iterator[BaseGeometry]:
    """The water of every advance from here on; `lean` is the hand of the turns so far, -1 for port."""
    hands = [hand for hand in _HANDS if hand * lean >= 0]
    fan = [(hand, gone) for hand in hands if (gone := _advanced(trial, hand)) is not None]
    # a turn that would end the move is tried narrower, and may come to lie within its neighbour's
    fan.sort(key=lambda course: (course[1].pose.heading - trial.pose.heading + 180) % 360)
    ends = [gone for _, gone in fan if gone.verdict is None]
    for gone in ends:
        yield positions.hull_shape(gone.pose, gone.room.size)
    for left, right in pairwise(ends):
        if not left.end and not right.end:
            yield from _between(trial, left.pose, right.pose)
    for hand, gone in fan:
        if gone.left > 0 and not gone.end:
            yield from _onward(gone, lean or (hand > 0) - (hand < 0), known)


def _advanced(trial: PlanEvaluation, hand: float) -> PlanEvaluation | None:
    """One advance, after as wide a free turn to this hand as lets the move go on; None where there is none."""
    turned = _turned(trial, hand) if hand else trial
    if turned is None or turned.end or turned.left <= 0:
        return None
    gone = sailing.take_step(turned, sailing.ADVANCE)
    return None if gone.refusal else gone


def _turned(trial: PlanEvaluation, hand: float) -> PlanEvaluation | None:
    widest = trial.room.profile.free_turn
    tries = (sailing.take_step(trial, Step("turn", round(hand * widest * part))) for part in _PARTS)
    return next((one for one in tries if not one.end and not one.refusal), None)


def _between(trial: PlanEvaluation, left: Pose, right: Pose) -> Iterator[BaseGeometry]:
    """The places where an advance ends that turns more than the one and less than the other.

    Between courses that part farther than those tried do when all is free, something lies that ends a move.
    """
    opening = (right.heading - left.heading) % 360
    if opening <= math.ceil(trial.room.profile.free_turn / 2):
        middle = Pose(trial.pose.x, trial.pose.y, (left.heading + opening // 2) % 360).advance(1)
        hulls = [positions.hull_shape(pose, trial.room.size) for pose in (left, middle, right)]
        yield shapely.MultiPoint(shapely.get_coordinates(hulls)).convex_hull
