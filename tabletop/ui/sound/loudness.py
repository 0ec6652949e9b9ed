"""How loud each kind of thing is; kept while the program runs."""

from dataclasses import dataclass, field
from typing import Literal

Group = Literal["guns", "ship", "sea", "signals", "table"]
GROUPS: dict[Group, str] = {
    "guns": "Guns", "ship": "Timber and fire", "sea": "Wind and water", "signals": "Bell, pipe, drum",
    "table": "Cards and dice",
}  # fmt: skip
Step = Literal["off", "soft", "usual", "loud"]
STEPS: dict[Step, str] = {"off": "Off", "soft": "Soft", "usual": "Usual", "loud": "Loud"}
SHARES: dict[Step, float] = {"off": 0.0, "soft": 0.3, "usual": 0.65, "loud": 1.0}
TOLD: dict[bool, tuple[str, str]] = {
    True: ("Nothing is heard", "Whatever there is to know is seen and read all the same."),
    False: ("Sound is on", "How loud each kind is, the settings say."),
}


@dataclass
class Loudness:
    """The player's wishes."""

    muted: bool = False
    loud: dict[Group, Step] = field(default_factory=dict)
    """What is not named is as usual."""

    def step(self, group: Group) -> Step:
        """How loud a kind of thing shall be."""
        return self.loud.get(group, "usual")

    def share(self, group: Group) -> float:
        """The same from 0 to 1."""
        return 0.0 if self.muted else SHARES[self.step(group)]


LOUDNESS = Loudness()
"""Of this run of the program."""
