"""Chapter 8: points, draws and the end."""

from tabletop.core.game import Outcome, Score
from tabletop.games.ships_of_the_line.events.fact import Fact
from tabletop.games.ships_of_the_line.state import Side


class PointsScored(Fact, frozen=True, kw_only=True):
    """Victory points won, or lost again when negative (8)."""

    score: Score
    ship: str = ""
    rule: str = "SOTL-8-b"


class DrawOffered(Fact, frozen=True, kw_only=True):
    """A draw is on offer (C-9)."""

    side: Side
    rule: str = "C-9"


class DrawLapsed(Fact, frozen=True, kw_only=True):
    """The other side went on instead of accepting (C-9)."""

    rule: str = "C-9"


class GameEnded(Fact, frozen=True, kw_only=True):
    """The battle is over and reckoned (8-a)."""

    outcome: Outcome
    rule: str = "SOTL-8-a"
