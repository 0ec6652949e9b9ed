"""How much moves on the table, and how long what the computer does stands; kept while the program runs."""

from dataclasses import dataclass
from math import inf
from typing import Literal

Pace = Literal["full", "fast", "off"]
PACES: tuple[Pace, ...] = ("full", "fast", "off")
RATES: dict[Pace, float] = {"full": 1.0, "fast": 3.0, "off": 0.0}
NAMES: dict[Pace, str] = {"full": "Normal", "fast": "Fast", "off": "Instant"}
WORDS: dict[Pace, tuple[str, str]] = {
    "full": ("Normal animation speed", "{primary} or a click skips to the end."),
    "fast": ("Three times normal speed", "{primary} or a click skips to the end."),
    "off": ("No animation", "Results appear at once."),
}

Turns = Literal["each", "slow", "usual", "fast", "off"]
TURNS: dict[Turns, str] = {"each": "Step", "slow": "Slow", "usual": "Normal", "fast": "Fast", "off": "Instant"}
"""How the turn of the computer is shown; with ``each`` every deed stands until it was seen."""
STAND = "How long each action stays on screen. Step: until you press {next_deed}."
STANDS: dict[Turns, tuple[float, float]] = {
    "each": (inf, inf), "slow": (3000, 1000), "usual": (1200, 300), "fast": (150, 150), "off": (0, 0),
}  # fmt: skip
"""Milliseconds for which a command handler stands before the next one, with dice and without."""


@dataclass
class Motion:
    """The player's wishes."""

    pace: Pace = "full"
    turns: Turns = "fast"
    follows: bool = True
    """Whether the view goes to what the computer does; else the edge of the view points there."""
    halts: bool = False
    """Whether the computer's turn stands where a piece was lost until that was seen."""
    asks: bool = True
    """Whether a phase in which something is left undone ends only once that was confirmed."""

    @property
    def rate(self) -> float:
        """Milliseconds played in one that passes; 0 if nothing is played."""
        return RATES[self.pace]

    def turn(self) -> tuple[str, str]:
        """Go on to the next pace; what it is, in words."""
        self.pace = PACES[(PACES.index(self.pace) + 1) % len(PACES)]
        return WORDS[self.pace]


MOTION = Motion()
"""Of this run of the program."""
