"""Chapter 8: points; draws and the end are those of every game."""

from tabletop.core.facts import Fact
from tabletop.core.game import Score


class PointsScored(Fact, frozen=True, kw_only=True):
    """Victory points won, or lost again when negative (8)."""

    score: Score
    ship: str = ""
    rule: str = "SOTL-8-b"
