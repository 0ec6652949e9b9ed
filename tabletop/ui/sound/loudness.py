"""How loud each kind of thing is in this run of the program; the settings keep it for the next."""

from dataclasses import dataclass, field
from typing import Literal

Group = Literal["guns", "ship", "sea", "signals", "table"]
GROUPS: dict[Group, str] = {
    "guns": "Guns", "ship": "Timber, fire", "sea": "Wind, sea", "signals": "Signals", "table": "Cards, dice",
}  # fmt: skip
Volume = Literal["off", "low", "mid", "full"]
VOLUMES: dict[Volume, str] = {"off": "Off", "low": "Low", "mid": "Mid", "full": "Full"}
SHARES: dict[Volume, float] = {"off": 0.0, "low": 0.3, "mid": 0.65, "full": 1.0}
TOLD: dict[bool, tuple[str, str]] = {
    True: ("Sound is off", "Everything you need to know is also shown on screen."),
    False: ("Sound is on", "Set the volume of each kind in the settings."),
}


@dataclass
class Loudness:
    """The player's wishes."""

    muted: bool = False
    loud: dict[Group, Volume] = field(default_factory=dict)
    """What is not named is in the middle."""

    def volume(self, group: Group) -> Volume:
        """How loud a kind of thing shall be."""
        return self.loud.get(group, "mid")

    def share(self, group: Group) -> float:
        """The same from 0 to 1."""
        return 0.0 if self.muted else SHARES[self.volume(group)]


LOUDNESS = Loudness()
"""Of this run of the program."""
