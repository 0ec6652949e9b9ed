"""The fire template laid against a broadside: its three bands, in the shape that is judged (2.4bis, 4.1.1, AMB-13)."""

from functools import lru_cache

import msgspec
import shapely

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import Band, State, in_service
from tabletop.geometry.field import field, rim
from tabletop.geometry.pose import Pose


class BandArea(msgspec.Struct, frozen=True):
    """One band of a broadside's field.

    Attributes:
        band: which.
        reach: where it ends, UM from the side.
        area: the band alone.
        whole: the field up to the end of the band; its outer rim is the arc to draw.
    """

    band: Band
    reach: float
    area: shapely.Polygon
    whole: shapely.Polygon


def arc(state: State, key: str, broadside: Broadside, pose: Pose | None = None) -> tuple[BandArea, BandArea, BandArea]:
    """The bands of a broadside, nearest first.

    Args:
        state: the battle.
        key: the ship.
        broadside: which side of her.
        pose: where to suppose her; as she lies if None.
    """
    profile = state.profile
    reaches = profile.point_blank, profile.medium, profile.long
    at = state.ships[key].pose if pose is None else pose
    return _arc(at, positions.size(state, key), broadside, reaches, profile.gun_traverse)


def in_reach(state: State, key: str, broadside: Broadside, pose: Pose | None = None) -> tuple[BandArea, ...]:
    """Those of the three in which she has a die to roll (AMB-23)."""
    reach = aiming.reach(state, key)
    return tuple(area for area in arc(state, key, broadside, pose) if area.reach <= reach)


def armed(state: State, key: str) -> bool:
    """Whether a ship fights, and rolls a die at any range (AMB-23)."""
    return in_service(state, key) and aiming.reach(state, key) > 0


@lru_cache(maxsize=1024)
def _arc(
    pose: Pose, size: tuple[float, float], broadside: Broadside, reaches: tuple[float, float, float], traverse: float
) -> tuple[BandArea, BandArea, BandArea]:
    near, middle, far = (field(pose, *size, broadside, reach, traverse) for reach in reaches)
    return (
        BandArea("point_blank", reaches[0], near, near),
        BandArea("medium", reaches[1], _less(middle, near), middle),
        BandArea("long", reaches[2], _less(far, middle), far),
    )


def _less(whole: shapely.Polygon, inner: shapely.Polygon) -> shapely.Polygon:
    """What a field has beyond a nearer one of the same broadside."""
    return shapely.Polygon([*rim(whole), *reversed(rim(inner))])
