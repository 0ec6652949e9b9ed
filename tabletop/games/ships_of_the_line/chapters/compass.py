"""The compass: how the wind meets a ship, and what part of her points it leaves her (5.2.3)."""

from typing import Literal

from tabletop.games.ships_of_the_line.state import Wind
from tabletop.geometry.measure import heading_difference

Relation = Literal["bow", "tack", "side", "quarter", "stern"]

_SECTORS: tuple[Relation, ...] = ("bow", "tack", "side", "quarter", "stern")
"""Relation by eighths of the circle between the heading and the wind's origin (AMB-5)."""

PERCENTAGES: dict[Relation, int] = {"bow": 0, "tack": 25, "side": 50, "quarter": 100, "stern": 75}
"""SOTL-5.2.3-a."""


def relation(heading: int, wind: Wind) -> Relation:
    """From which part of the ship the wind blows; whole degrees never lie on a boundary (AMB-5)."""
    return _SECTORS[round(heading_difference(heading, wind.origin) / 45)]


def percentage(heading: int, wind: Wind) -> int:
    """The part of her points that the wind leaves a ship, in hundredths (5.2.3-a)."""
    return PERCENTAGES[relation(heading, wind)]


def in_the_winds_eye(heading: int, wind: Wind) -> bool:
    """Whether a ship on this heading can make no way at all (5.2.3-a, 5.2.5-d)."""
    return percentage(heading, wind) == 0
