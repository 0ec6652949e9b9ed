"""The water that a ship can still reach this turn (5.1, AMB-10, AMB-126), and zones for placing ships (AMB-147)."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import shapely
from msgspec.structs import replace
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.chapters.optional import deployment
from tabletop.games.ships_of_the_line.chapters.optional.deployment import MODULE
from tabletop.games.ships_of_the_line.chapters.optional.deployment import PlaceShip as PlaceShip
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.hooks import PREPARE, PlanEvaluation
from tabletop.games.ships_of_the_line.model import Sea, State
from tabletop.games.ships_of_the_line.positions import Room
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.survey.plans import list_pitches
from tabletop.geometry.pose import Pose

TOLERANCE = 0.25
"""UM; no point of the water within reach is farther than this from a hull whose move could end there."""

_TURN_PARTS = (1.0, 0.7, 0.35)
"""Parts of a full free turn that are tried, widest first, until one does not end the move."""

_TURN_FRACTIONS = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Parts of the widest free turn by which the courses that are tried part, port first."""

_MAX_CRACK = 0.22
"""UM; a crack between the places where moves could end is closed if it is nowhere wider than twice this."""

_BOUNDLESS_SEA = Sea(-1e6, -1e6, 1e6, 1e6)

_KnownWaters = dict[tuple[float, int, int], BaseGeometry]
"""What lies open on an empty sea from the origin, by heading, hand of the turns so far and points left."""


@cache_per_state
def compute_reach(state: State, key: str, plan: tuple[Step, ...] = ()) -> BaseGeometry:
    """Return the water that a ship's hull can cover at the end of her move, after the steps of `plan`.

    It includes the present place if the ship may stay there. It is a picture, not a ruling: only an evaluated
    plan says whether a course can be sailed.

    A few hundred plans are tried by the movement rules; each goes straight on or always turns to the same hand.
    Between neighbours that both went free, every turn is taken to be free. What is shaded is reachable within
    `TOLERANCE`. Left out are weaving courses, turns that cost a point, a last turn at the end of a move, turns
    that end it, and pitches other than as the next step: up to a quarter of a UM at the rims of a long move.
    """
    start = sailing.evaluate_plan(state, key, plan)
    waters = [] if state.ships[key].moved else [*_spread_advances(start, 0, {}), *_spread_after_pitches(start)]
    if start.verdict is None or not waters:
        waters.append(positions.hull_shape(start.pose, start.room.size))
    return _close_cracks(waters)


def _close_cracks(waters: Sequence[BaseGeometry]) -> BaseGeometry:
    """Return the union of the waters with cracks narrower than twice `_MAX_CRACK` closed."""
    whole = shapely.union_all(waters)
    return whole.union(whole.buffer(_MAX_CRACK, quad_segs=4).buffer(-_MAX_CRACK, quad_segs=4))


def _spread_after_pitches(start: PlanEvaluation) -> Iterator[BaseGeometry]:
    """Yield the water of moves that go on with a pitch: where they may end, and all advances after it."""
    for advanced in list_pitches(start):
        if advanced.verdict is None:
            yield positions.hull_shape(advanced.pose, advanced.room.size)
        if advanced.points_left > 0 and not advanced.end:
            yield from _spread_advances(advanced, 0, {})


def _spread_onward(evaluation: PlanEvaluation, lean: int, known: _KnownWaters) -> Iterator[BaseGeometry]:
    """Yield the water of every further advance: as on the open sea if nothing lies in it, else by course.

    `lean` is the hand of the turns so far. Results for the open sea are added to `known`.
    """
    place, room = evaluation.pose, evaluation.room
    alike = (place.heading, lean, evaluation.points_left)
    if alike not in known:
        alone = replace(evaluation, room=replace(room, near=None, sea=_BOUNDLESS_SEA))
        waters = shapely.union_all(list(_spread_advances(alone, lean, known)))
        known[alike] = translate(waters, -place.x, -place.y)
    water = translate(known[alike], place.x, place.y)
    if _is_clear(room, water):
        yield water
    else:
        yield from _spread_advances(evaluation, lean, known)


def _is_clear(room: Room, water: BaseGeometry) -> bool:
    """Return True if the water holds no obstacle and no edge of the map, with room for a ship in tow."""
    sea, beside = room.sea, room.size[1] + (room.profile.tow_gap + room.towed_size[0] if room.towed else 0)
    within = shapely.box(sea.west + beside, sea.south + beside, sea.east - beside, sea.north - beside)
    return within.contains(water) and not any(water.dwithin(other, beside) for other in room.obstacles.values())


def _spread_advances(evaluation: PlanEvaluation, lean: int, known: _KnownWaters) -> Iterator[BaseGeometry]:
    """Yield the water of every advance from here on, with turns to one hand only.

    `lean` is that hand: -1 for port, 1 for starboard, 0 if either is free. Turns to the other hand are not
    tried. Yields hulls where the move may end, and the water between neighbours.
    """
    hands = [hand for hand in _TURN_FRACTIONS if hand * lean >= 0]
    fan = [(hand, advanced) for hand in hands if (advanced := _advance_after_turn(evaluation, hand)) is not None]
    # a turn that would end the move is tried narrower, and may then lie within its neighbour's
    fan.sort(key=lambda course: (course[1].pose.heading - evaluation.pose.heading + 180) % 360)
    ends = [advanced for _, advanced in fan if advanced.verdict is None]
    for advanced in ends:
        yield positions.hull_shape(advanced.pose, advanced.room.size)
    for left, right in pairwise(ends):
        if not left.end and not right.end:
            yield from _fill_between(evaluation, left.pose, right.pose)
    for hand, advanced in fan:
        if advanced.points_left > 0 and not advanced.end:
            yield from _spread_onward(advanced, lean or (hand > 0) - (hand < 0), known)


def _advance_after_turn(evaluation: PlanEvaluation, hand: float) -> PlanEvaluation | None:
    """Return one advance after a free turn of `hand` times the widest, or None if it is refused.

    The turn is narrower if the wide one ends the move. `hand` 0 turns nothing.
    """
    turned = _turn_widest(evaluation, hand) if hand else evaluation
    if turned is None or turned.end or turned.points_left <= 0:
        return None
    advanced = sailing.take_step(turned, sailing.ADVANCE)
    return None if advanced.refusal else advanced


def _turn_widest(evaluation: PlanEvaluation, hand: float) -> PlanEvaluation | None:
    """Return the widest tried free turn, scaled by `hand`, that is legal and goes on; else None."""
    widest = evaluation.room.profile.free_turn
    tries = (sailing.take_step(evaluation, Step("turn", round(hand * widest * part))) for part in _TURN_PARTS)
    return next((one for one in tries if not one.end and not one.refusal), None)


def _fill_between(evaluation: PlanEvaluation, left: Pose, right: Pose) -> Iterator[BaseGeometry]:
    """Yield the water of an advance that turns between `left` and `right`.

    Nothing if the two part by more than half the widest free turn: then something lies between them that ends a
    move.
    """
    opening = (right.heading - left.heading) % 360
    if opening <= math.ceil(evaluation.room.profile.free_turn / 2):
        middle = Pose(evaluation.pose.x, evaluation.pose.y, (left.heading + opening // 2) % 360).advance(1)
        hulls = [positions.hull_shape(pose, evaluation.room.size) for pose in (left, middle, right)]
        yield shapely.MultiPoint(shapely.get_coordinates(hulls)).convex_hull


build_unmoved_placement, pose_of_placement = deployment.build_stay_command, deployment.compute_planned_pose


def list_placeable_ships(state: State, side: Side) -> tuple[str, ...]:
    """Return the ships that `side` may place now, in key order; () outside the step before the battle."""
    asked = state.phase == PREPARE.id and MODULE in rules_of(state).modules
    return deployment.ships_awaiting_place(state, side) if asked else ()


def find_placing_zone(state: State, keys: tuple[str, ...]) -> BaseGeometry:
    """Return the zones of the given ships as one shape; empty if no ship has a zone."""
    found = (deployment.find_zone(state, key) for key in keys)
    return shapely.union_all([shapely.Polygon(one["area"]) for one in found if one])
