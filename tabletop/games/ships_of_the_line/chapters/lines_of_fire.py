"""Chapter 2.4: the lines from a broadside to the hulls in its field; they hold until a hull moves."""

from functools import lru_cache, partial

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import Band, State
from tabletop.geometry import field, hull
from tabletop.geometry.field import Sight
from tabletop.geometry.pose import Pose

Size = tuple[float, float]
"""Length and beam of a hull."""
Line = tuple[str, Sight, Band]
"""A line of fire: to which ship, how it goes, and its band."""


def band_at(profile: Profile, distance: float) -> Band | None:
    """The band of the fire template at a distance in UM, limits included; None beyond it (2.4bis, AMB-2)."""
    if distance <= profile.point_blank:
        return "point_blank"
    if distance <= profile.medium:
        return "medium"
    return "long" if distance <= profile.long else None


def in_field(state: State, key: str, broadside: Broadside, near: tuple[str, ...]) -> tuple[Line, ...]:
    """The ships in the field and within the template, of those that may be, in key order."""
    return _in_field(positions.plot(state), state.ships[key].pose, key, broadside, near)


@lru_cache(maxsize=512)
def _in_field(
    lying: positions.Plot, pose: Pose, key: str, broadside: Broadside, near: tuple[str, ...]
) -> tuple[Line, ...]:
    look = partial(_glimpse, pose, lying.size(key), broadside, lying.profile.gun_traverse)
    lines = ((other, look(lying.poses[other], lying.size(other))) for other in near)
    reached = [(other, sight, band_at(lying.profile, sight.distance)) for other, sight in lines if sight]
    return tuple([(other, sight, band) for other, sight, band in reached if band])


def line_of_fire(state: State, key: str, broadside: Broadside, target: str) -> Sight | None:
    """The shortest way from a broadside to the part of a hull in its field, at any range; None outside it."""
    own, other = ((state.ships[one].pose, positions.size(state, one)) for one in (key, target))
    return _sight(*own, broadside, state.profile.gun_traverse, *other)


def _glimpse(
    pose: Pose, size: Size, broadside: Broadside, traverse: float, target: Pose, target_size: Size
) -> Sight | None:
    """As `_sight`, sooner where there is none."""
    middle, radius = hull.centre(target, target_size[0]), hull.radius(*target_size)
    if field.out_of_field(pose, *size, broadside, traverse, middle, radius):
        return None
    return _sight(pose, size, broadside, traverse, target, target_size)


@lru_cache(maxsize=16384)
def _sight(
    pose: Pose, size: Size, broadside: Broadside, traverse: float, target: Pose, target_size: Size
) -> Sight | None:
    """Remembered, because those who lie still see each other as before, whoever else moves."""
    return field.sight(pose, *size, broadside, traverse, positions.shape(target, target_size))
