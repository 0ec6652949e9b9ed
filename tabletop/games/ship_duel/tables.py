"""The kinds of cards and the limits of the phases, as printed in the rules."""

from typing import Literal

import msgspec

Kind = Literal["north_wind", "south_wind", "east_wind", "west_wind", "cannon_balls", "chain_shot", "grape_shot"]
Stat = Literal["hull", "rigging", "crew"]

HAND = 7
"""Cards that a hand is filled up to (SLC-4)."""
RELOADED = 4
"""Cards that may be exchanged when reloading (SLC-5)."""
RETIRED = 3
"""Cards that may be discarded when retiring (SLC-9)."""
QUIET_TURNS = 30
"""Turns in a row without damage after which the game is a draw (SLC-10)."""


class KindRow(msgspec.Struct, frozen=True):
    """The names and the effect of a kind of card.

    Attributes:
        name: as printed on the card.
        one: a single card in a sentence.
        many: several cards in a sentence.
        opposite: for a wind, the kind that cannot be shown with it (SLC-6).
        takes: for shot, the stat of which each card takes a point (SLC-8).
    """

    name: str
    one: str
    many: str
    opposite: Kind | None = None
    takes: Stat | None = None


KINDS: dict[Kind, KindRow] = {
    "north_wind": KindRow("North Wind", "north wind", "north winds", opposite="south_wind"),
    "south_wind": KindRow("South Wind", "south wind", "south winds", opposite="north_wind"),
    "east_wind": KindRow("East Wind", "east wind", "east winds", opposite="west_wind"),
    "west_wind": KindRow("West Wind", "west wind", "west winds", opposite="east_wind"),
    "cannon_balls": KindRow("Cannon Balls", "cannon ball", "cannon balls", takes="hull"),
    "chain_shot": KindRow("Chain Shot", "chain shot", "chain shot", takes="rigging"),
    "grape_shot": KindRow("Grape Shot", "grape shot", "grape shot", takes="crew"),
}
"""The seven kinds in the order of the rules."""

WINDS: tuple[Kind, ...] = tuple(kind for kind, row in KINDS.items() if row.opposite)
OPPOSITES: tuple[tuple[Kind, Kind], ...] = (("north_wind", "south_wind"), ("east_wind", "west_wind"))
"""Winds of which only one can blow (SLC-6)."""
SHOT: dict[Stat, Kind] = {row.takes: kind for kind, row in KINDS.items() if row.takes}
"""The kind of shot that reduces each stat (SLC-8)."""
STATS: tuple[Stat, ...] = tuple(SHOT)

LOSS_WORDS: dict[Stat, str] = {
    "hull": "{ship} has sunk",
    "rigging": "{ship} can no longer move",
    "crew": "All hands of {ship} are lost",
}
"""The sentence on a ship with no points left of a stat (SLC-2)."""


def describe_card(kind: Kind) -> str:
    """Return the effect of a card as printed on it, e.g. ``Takes 1 point of hull.``."""
    row = KINDS[kind]
    if row.takes:
        return f"Takes 1 point of {row.takes}."
    assert row.opposite
    return f"Adds 1 wind. Cannot be played with {KINDS[row.opposite].name.split()[0]}."
