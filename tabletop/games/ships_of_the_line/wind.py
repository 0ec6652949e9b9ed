"""Where the wind comes from, and how hard it blows."""

from typing import Literal

import msgspec

Strength = Literal["light", "breeze", "heavy"]

POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight from which the wind may come (AMB-110), clockwise."""


def point(origin: int) -> str:
    """A point of the compass by its bearing."""
    return POINTS[round(origin / 45) % len(POINTS)]


class Wind(msgspec.Struct, frozen=True):
    """Where the wind comes from, degrees; and how hard it blows."""

    origin: int
    strength: Strength | None = "breeze"
    """None where the wind is left out of account (AMB-79)."""
    unknown: bool | msgspec.UnsetType = msgspec.UNSET
    """True until the first die of the battle has said where it comes from (18.1-c)."""

    @property
    def counts(self) -> bool:
        """Whether it is of any matter from where it blows."""
        return self.strength is not None
