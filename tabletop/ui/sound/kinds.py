"""All that can be heard, by name; how it is made is told in docs/sounds.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
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


@dataclass(frozen=True)
class Kind:
    """Something that can be heard.

    Attributes:
        group: with what it is made louder or softer.
        loud: beside the others, from 0 to 1, as near by as can be.
        files: what its files are called; of several the first is near, the last on the horizon.
        carries: table units at which it is half as loud.
        most: of how many at a time an ear can tell that there is one more.
        apart: milliseconds before which another is no other to the ear.
        heeded: for how many milliseconds it takes the ear's heed.
        swells: what is heard in the place of many that would be too many.
    """

    group: Group
    loud: float
    files: tuple[str, ...]
    carries: float = inf
    most: int = 2
    apart: int = 60
    swells: str = ""
    heeded: int = 900


def _near_and_far(name: str) -> tuple[str, ...]:
    return f"{name}_near", f"{name}_off", f"{name}_far"


def _card(name: str, loud: float) -> Kind:
    return Kind("table", loud, (name,), heeded=150)


KINDS: Mapping[str, Kind] = {
    "gun": Kind("guns", 0.8, _near_and_far("gun"), 30, 3, 90, "rolling"),
    "broadside": Kind("guns", 1.0, _near_and_far("broadside"), 30, 3, 220, "rolling"),
    "rolling": Kind("guns", 0.8, ("rolling",), 60, 1, 1800),
    "musketry": Kind("guns", 0.5, ("musketry",), 12, 2, 250),
    "magazine": Kind("guns", 1.0, ("magazine",), 60, 1, 300),
    "splinters": Kind("ship", 0.5, ("splinters",), 10, 2, 160),
    "mast": Kind("ship", 0.8, ("mast",), 14, 2, 350),
    "splash": Kind("ship", 0.4, ("splash",), 10, 2, 200),
    "flames": Kind("ship", 0.6, ("flames",), 12, 2, 500),
    "collision": Kind("ship", 0.7, ("collision",), 14, 2, 250),
    "grappled": Kind("ship", 0.5, ("grappled",), 8, 1, 300),
    "going_under": Kind("ship", 0.7, ("going_under",), 20, 1, 600),
    "bell": Kind("signals", 0.45, ("bell",), most=4),
    "pipe": Kind("signals", 0.22, ("pipe",), most=1), "pipe_short": Kind("signals", 0.22, ("pipe_short",), most=1),
    "drum": Kind("signals", 0.5, ("drum",), most=1), "ruffle": Kind("signals", 0.4, ("ruffle",), most=1),
    "card_dealt": _card("card_dealt", 0.5), "card_turned": _card("card_turned", 0.55),
    "card_placed": _card("card_placed", 0.55), "shuffled": Kind("table", 0.4, ("shuffled",), most=1),
    "dice": Kind("table", 0.7, ("dice",)), "brass": Kind("table", 0.35, ("brass",), heeded=200),
    "paper": Kind("table", 0.4, ("paper",), most=1, apart=250),
}  # fmt: skip

Weather = Mapping[str, float]
"""What goes on without an end, and how loud."""
WEATHERS: Mapping[str, Weather] = {
    "": {},
    "light": {"water_light": 0.12, "wind_breeze": 0.02},
    "breeze": {"water_breeze": 0.1, "wind_breeze": 0.06},
    "heavy": {"water_heavy": 0.16, "wind_heavy": 0.1},
}
"""By the strength of the wind; by none, e.g. on a table of cards, nothing."""
