"""Chapter 3: turns, phases, and who is asked."""

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.sides import Side


class InitiativeRolled(Fact, frozen=True, kw_only=True):
    """Both sides rolled; totals include the scenario's bonus (3-b)."""

    dice: dict[Side, int]
    totals: dict[Side, int]
    winner: Side
    rule: str = "SOTL-3-b"


class TurnBegan(Fact, frozen=True, kw_only=True):
    """A new turn; markers of the last one are cleared (3.1)."""

    turn: int
    rule: str = "SOTL-3.1-a"


class PhaseBegan(Fact, frozen=True, kw_only=True):
    """A phase or step began; nobody is asked yet."""

    phase: str
    rule: str = "SOTL-3-h"


class SideAsked(Fact, frozen=True, kw_only=True):
    """It is this side's turn to choose (AMB-132)."""

    side: Side
    rule: str = "SOTL-3-f"


class PhaseEnded(Fact, frozen=True, kw_only=True):
    """Both sides are done; its closing rules come next."""

    phase: str
    rule: str = "SOTL-3-h"
