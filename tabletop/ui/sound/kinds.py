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
MUTE_MESSAGES: dict[bool, tuple[str, str]] = {
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
class SoundKind:
    """Something that can be heard.

    Attributes:
        group: with what it is made louder or softer.
        volume: beside the others, from 0 to 1, as near by as can be.
        files: what its files are called; of several the first is near, the last on the horizon.
        half_distance: table units at which it is half as loud.
        most_at_once: of how many at a time an ear can tell that there is one more.
        least_gap: milliseconds before which another is no other to the ear.
        attention_ms: for how many milliseconds it takes the ear's heed.
        merges_into: what is heard in the place of many that would be too many.
    """

    group: Group
    volume: float
    files: tuple[str, ...]
    half_distance: float = inf
    most_at_once: int = 2
    least_gap: int = 60
    merges_into: str = ""
    attention_ms: int = 900


def _files_by_distance(name: str) -> tuple[str, ...]:
    return f"{name}_near", f"{name}_off", f"{name}_far"


def _card_sound(name: str, loud: float) -> SoundKind:
    return SoundKind("table", loud, (name,), attention_ms=150)


KINDS: Mapping[str, SoundKind] = {
    "gun": SoundKind("guns", 0.8, _files_by_distance("gun"), 30, 3, 90, "rolling"),
    "broadside": SoundKind("guns", 1.0, _files_by_distance("broadside"), 30, 3, 220, "rolling"),
    "rolling": SoundKind("guns", 0.8, ("rolling",), 60, 1, 1800),
    "musketry": SoundKind("guns", 0.5, ("musketry",), 12, 2, 250),
    "magazine": SoundKind("guns", 1.0, ("magazine",), 60, 1, 300),
    "splinters": SoundKind("ship", 0.5, ("splinters",), 10, 2, 160),
    "mast": SoundKind("ship", 0.8, ("mast",), 14, 2, 350),
    "splash": SoundKind("ship", 0.4, ("splash",), 10, 2, 200),
    "flames": SoundKind("ship", 0.6, ("flames",), 12, 2, 500),
    "collision": SoundKind("ship", 0.7, ("collision",), 14, 2, 250),
    "grappled": SoundKind("ship", 0.5, ("grappled",), 8, 1, 300),
    "going_under": SoundKind("ship", 0.7, ("going_under",), 20, 1, 600),
    "bell": SoundKind("signals", 0.45, ("bell",), most_at_once=4),
    "pipe": SoundKind("signals", 0.22, ("pipe",), most_at_once=1),
    "pipe_short": SoundKind("signals", 0.22, ("pipe_short",), most_at_once=1),
    "drum": SoundKind("signals", 0.5, ("drum",), most_at_once=1),
    "ruffle": SoundKind("signals", 0.4, ("ruffle",), most_at_once=1),
    "card_dealt": _card_sound("card_dealt", 0.5),
    "card_turned": _card_sound("card_turned", 0.55),
    "card_placed": _card_sound("card_placed", 0.55),
    "shuffled": SoundKind("table", 0.4, ("shuffled",), most_at_once=1),
    "dice": SoundKind("table", 0.7, ("dice",)),
    "brass": SoundKind("table", 0.35, ("brass",), attention_ms=200),
    "paper": SoundKind("table", 0.4, ("paper",), most_at_once=1, least_gap=250),
}

Weather = Mapping[str, float]
"""What goes on without an end, and how loud."""
WEATHERS: Mapping[str, Weather] = {
    "": {},
    "light": {"water_light": 0.12, "wind_breeze": 0.02},
    "breeze": {"water_breeze": 0.1, "wind_breeze": 0.06},
    "heavy": {"water_heavy": 0.16, "wind_heavy": 0.1},
}
"""By the strength of the wind; by none, e.g. on a table of cards, nothing."""
