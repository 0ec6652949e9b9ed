"""Moves of a hull one unit long, as the examples speak of them."""

from collections.abc import Mapping, Sequence
from typing import Literal

import shapely

from tabletop.geometry.hull import centre, outline
from tabletop.geometry.pose import Pose
from tabletop.geometry.sweep import Cut, TurnCut, shift_limit, spin_limit

LENGTH, BEAM = 1.0, 0.3
Hulls = Mapping[str, shapely.Polygon]


def hull(pose: Pose) -> shapely.Polygon:
    """Its outline."""
    return outline(pose, LENGTH, BEAM)


def advanced(
    pose: Pose, distance: float, obstacles: Hulls, gap: float, trailing: Sequence[shapely.Polygon] = ()
) -> Cut:
    """How far it can go straight ahead."""
    return shift_limit([hull(pose), *trailing], pose.heading, distance, obstacles, gap)


def swung(
    pose: Pose,
    degrees: int,
    pivot: Literal["stern", "centre"],
    obstacles: Hulls,
    gap: float,
    trailing: Sequence[shapely.Polygon] = (),
) -> TurnCut:
    """How far it can turn on the spot."""
    about = pose.point if pivot == "stern" else centre(pose, LENGTH)
    return spin_limit([hull(pose), *trailing], about, degrees, obstacles, gap)
