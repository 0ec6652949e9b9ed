"""How much moves on the table: as it happens, three times as fast, or not at all; kept while the program runs."""

from dataclasses import dataclass
from typing import Literal

Pace = Literal["full", "fast", "off"]
PACES: tuple[Pace, ...] = ("full", "fast", "off")
RATES: dict[Pace, float] = {"full": 1.0, "fast": 3.0, "off": 0.0}
NAMES: dict[Pace, str] = {"full": "As it happens", "fast": "Fast", "off": "At once"}
WORDS: dict[Pace, tuple[str, str]] = {
    "full": ("Everything is played as it happens", "Space or a click skips to the end."),
    "fast": ("Everything is played three times as fast", "Space or a click skips to the end."),
    "off": ("Nothing moves", "What came of an order is shown at once."),
}


@dataclass
class Motion:
    """The player's wish."""

    pace: Pace = "full"

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
