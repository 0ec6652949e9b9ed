"""A ship where she is drawn, and how her yards are braced there."""

import math
from typing import NamedTuple

from tabletop.ui.camera import Xy

CLOSE, AFT = 68, 158
"""Bearings of the wind off the bow: up to the first she is braced sharp, from the second on square."""


class Placed(NamedTuple):
    """A ship where she is drawn: the middle of her hull, her heading and her size in table units."""

    key: str
    at: Xy
    heading: float
    length: float
    beam: float
    alpha: int = 255

    def along(self, ahead: float, abeam: float) -> Xy:
        """The point so many hull lengths ahead of her middle and so far to starboard, table units."""
        s, c = math.sin(math.radians(self.heading)), math.cos(math.radians(self.heading))
        forward = ahead * self.length
        return self.at[0] + forward * s + abeam * c, self.at[1] + forward * c - abeam * s


def brace(wind_from: int, heading: float) -> str:
    """How yards are braced: by the side the wind is on, and how far aft it comes."""
    off = (wind_from - heading) % 360
    bow = min(off, 360 - off)
    if bow >= AFT:
        return "square"
    return f"{'stbd' if off < 180 else 'port'}_{'close' if bow < CLOSE else 'quarter'}"
