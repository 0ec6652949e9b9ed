"""The two sides: who fights for them, and how they are called."""

from typing import Literal

Side = Literal["british", "allied"]
Nation = Literal["britain", "france", "spain"]

SIDES: tuple[Side, Side] = ("british", "allied")

SIDE_OF: dict[Nation, Side] = {"britain": "british", "france": "allied", "spain": "allied"}
"""Which side a nation fights on (2-a)."""

FLAGS: dict[Side, Nation] = {"british": "britain", "allied": "france"}
"""The nation whose colours stand for a whole fleet."""

SIDE_NAMES: dict[str, str] = {"british": "British", "allied": "Combined Fleet"}
"""In events and where no battle is in hand; for the words about a battle see `fleets`."""

FLEETS: dict[str, str] = {"british": "the British fleet", "allied": "the Combined Fleet"}
"""The same within a sentence."""

NATIONALITIES: dict[Nation, str] = {"britain": "British", "france": "French", "spain": "Spanish"}
"""How ships and men of a nation are called."""


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "allied" if side == "british" else "british"
