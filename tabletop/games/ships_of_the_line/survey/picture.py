"""The fire picture of the whole fleet: what every broadside has before its guns, and why it cannot fire."""

from collections.abc import Iterator

import msgspec
import shapely
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.memory import weighty
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.aiming import (
    Aim,
    Sighting,
    compute_sighting,
    find_other_targets,
    line_of_fire,
)
from tabletop.games.ships_of_the_line.chapters.optional import friendly_fire
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.state import Band, State, is_in_service, is_on_map, side_of
from tabletop.geometry.fleet import measure_distances
from tabletop.geometry.pose import Point, Pose


class Outlook(msgspec.Struct, frozen=True):
    """One broadside with at least one ship in its field.

    Attributes:
        sighting: all that it sees, what it may be fired at, what blocks it.
        unable: why it cannot be fired at anything, or None.
        aims: a shot at each target there is, ready for the odds; more than one only in a tie (AMB-15).
    """

    sighting: Sighting
    unable: Refused | None
    aims: tuple[Aim, ...]


@weighty
def picture(state: State) -> dict[tuple[str, Broadside], Outlook]:
    """By ship and broadside, in key order; broadsides that see nothing are left out."""
    return {(key, broadside): _outlook(state, key, broadside) for key, broadside in _looking(state)}


class Line(msgspec.Struct, frozen=True):
    """The line of a broadside that must not touch a friend, as it is judged (AMB-160).

    Attributes:
        start: the middle of the broadside.
        end: the middle of the target.
        cross: where it first touches a ship that lies across it; None if none does.
    """

    start: Point
    end: Point
    cross: Point | None = None


def friends_count(state: State) -> bool:
    """Whether fire that passes friends may harm them (11)."""
    return friendly_fire.MODULE in rules_of(state).modules


def line(state: State, key: str, broadside: Broadside, target: str, across: str = "") -> Line | None:
    """That line, and where it meets a ship that may lie across it; None where no fire passes friends (11)."""
    if not friends_count(state):
        return None
    start, end = positions.broadside_center(state, key, broadside), positions.center_of(state, target)
    way = shapely.LineString([(start.x, start.y), (end.x, end.y)])
    met = way.intersection(positions.hull_outline(state, across)) if across in state.ships else None
    if met is None or met.is_empty:
        return Line(start, end)
    x, y = met.coords[0]
    return Line(start, end, Point(x, y))


def shots(state: State, key: str) -> tuple[FireBroadside, ...]:
    """Every shot that a ship may fire now, ties included."""
    outlooks = (picture(state).get((key, broadside)) for broadside in BROADSIDES)
    aims = (aim for one in outlooks if one and one.unable is None for aim in one.aims)
    side = side_of(state, key)
    return tuple(FireBroadside(side, aim.ship, aim.broadside, aim.target) for aim in aims)


def volley(state: State, key: str) -> tuple[FireBroadside, ...]:
    """A shot of each broadside that has a target, at the first of them."""
    return tuple({shot.broadside: shot for shot in reversed(shots(state, key))}.values())[::-1]


class Prospect(msgspec.Struct, frozen=True):
    """What would bear on what if a ship lay elsewhere and all others as they do: a view, not a ruling.

    Attributes:
        bears_on: whom her broadsides could be fired at, each with the range.
        under: the enemies of whom a broadside could be fired at her.
    """

    bears_on: tuple[tuple[str, Band], ...]
    under: tuple[str, ...]


def prospect(state: State, key: str, pose: Pose) -> Prospect:
    """The guns as they would bear if she lay there."""
    state = replace(state, ships={**state.ships, key: replace(state.ships[key], pose=pose)})
    side = side_of(state, key)
    near = [one for one in positions.ships_near(state, key, state.profile.long) if is_in_service(state, one)]
    under = (one for one in near if side_of(state, one) != side and _aims_at(state, one, key))
    return Prospect(tuple(_bears_on(state, key)), tuple(under))


def _bears_on(state: State, key: str) -> Iterator[tuple[str, Band]]:
    for broadside in BROADSIDES if is_in_service(state, key) else ():
        view = compute_sighting(state, key, broadside)
        yield from ((seen.ship, seen.band) for target in view.targets if (seen := view.find(target)))


def _aims_at(state: State, one: str, key: str) -> bool:
    """Whether a ship is the target of a broadside; what else that sees is looked into only if she is in its field."""
    fields = (broadside for broadside in BROADSIDES if line_of_fire(state, one, broadside, key) is not None)
    return any(key in compute_sighting(state, one, broadside).targets for broadside in fields)


def _looking(state: State) -> list[tuple[str, Broadside]]:
    """The broadsides with anything in their field, found for all at once."""
    keys = [key for key in state.ships if is_on_map(state, key)]
    poses, sizes = [state.ships[key].pose for key in keys], [positions.hull_size(state, key) for key in keys]
    seen = measure_distances(poses, sizes, state.profile.gun_traverse, state.profile.long).min(
        axis=2, initial=float("inf")
    )
    return [
        (key, broadside)
        for key, row in zip(keys, seen.tolist(), strict=True)
        for broadside, nearest in zip(BROADSIDES, row, strict=True)
        if nearest <= state.profile.long or next(find_other_targets(state, key, broadside), None)
    ]


def _outlook(state: State, key: str, broadside: Broadside) -> Outlook:
    view = compute_sighting(state, key, broadside)
    aims = (fire.find_aim(state, key, broadside, target) for target in view.targets)
    return Outlook(view, fire.check_broadside(state, key, broadside), tuple(aim for aim in aims if aim))
