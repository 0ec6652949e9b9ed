"""The printed charts of fire and damage, typed as printed."""

from typing import Literal

import msgspec

from tabletop.games.ships_of_the_line.ship import Mast, ShipClass
from tabletop.games.ships_of_the_line.state import Band, Facing

CriticalEffect = Literal["mast_port", "mast_starboard", "officer", "rudder", "fire", "ammunition"]


class ClassRow(msgspec.Struct, frozen=True):
    """One row of the class table: gun decks, guns from and to, dice by range, boarding strength."""

    ship_class: ShipClass
    decks: int
    guns: tuple[int, int]
    dice: dict[Band, int]
    boarding: int


CLASSES: tuple[ClassRow, ...] = (
    ClassRow("I", 4, (121, 140), {"point_blank": 7, "medium": 6, "long": 5}, 5),
    ClassRow("I", 3, (91, 120), {"point_blank": 6, "medium": 5, "long": 4}, 4),
    ClassRow("II", 3, (75, 90), {"point_blank": 5, "medium": 4, "long": 3}, 3),
    ClassRow("III", 2, (65, 74), {"point_blank": 4, "medium": 3, "long": 2}, 3),
    ClassRow("IV", 2, (50, 64), {"point_blank": 3, "medium": 2, "long": 1}, 2),
    ClassRow("V", 1, (36, 44), {"point_blank": 2, "medium": 1, "long": 0}, 1),
    ClassRow("VI", 1, (16, 28), {"point_blank": 1, "medium": 0, "long": 0}, 1),
)
"""SOTL-4.1.4-a; the first row is Santísima Trinidad."""

HALVED: dict[int, int] = {7: 4, 6: 3, 5: 3, 4: 2, 3: 2, 2: 1, 1: 1}
"""SOTL-4.1.4-d: dice in the sinking zone."""

RANGE: dict[Band, int] = {"point_blank": 0, "medium": -1, "long": -2}
"""SOTL-2.4bis-b, -c: what the range does to the number of dice."""

HITS_FROM: dict[Band, int] = {"point_blank": 4, "medium": 5, "long": 5}
"""SOTL-4.2.1-a: a die hits from this number up."""

DAMAGE: dict[int, Literal["hull", "critical"]] = {
    1: "hull",
    2: "hull",
    3: "hull",
    4: "hull",
    5: "hull",
    6: "critical",
}
"""SOTL-4.2.1-c: one hull point, or one critical hit and no hull point."""

CRITICALS: dict[int, CriticalEffect] = {
    1: "mast_port",
    2: "mast_starboard",
    3: "officer",
    4: "rudder",
    5: "fire",
    6: "ammunition",
}
"""SOTL-4.2.1-d; left and right are the target's own port and starboard (AMB-19)."""

MASTS_FALL: dict[Facing, tuple[Mast, Mast, Mast]] = {
    "bow": ("fore", "main", "mizzen"),
    "broadside": ("main", "mizzen", "fore"),
    "stern": ("mizzen", "main", "fore"),
}
"""SOTL-4.2.1-n, -o, -p: in which order the masts go, by where the firer lies."""

RAKE_DICE: dict[Literal["bow", "stern"] | None, int] = {None: 1, "bow": 2, "stern": 2}
"""SOTL-4.2.3-b, -c: what a rake does to the number of dice."""

RAKE_DAMAGE: dict[Literal["bow", "stern"] | None, int] = {None: 1, "bow": 1, "stern": 2}
"""SOTL-4.2.3-c: a stern rake doubles hull hits and rolls on the critical table."""

EXPLOSION_AT_OR_ABOVE = 6
"""SOTL-4.2.1-l: an ammunition die that fires the magazine; less adds one more fire."""

WAVERING_STRIKES = 2
"""AMB-29: a crew without its officer strikes at this die or less."""

STRUCK_POINTS = 15
"""SOTL-8-b."""

SUNK_POINTS = 10
"""SOTL-8-c."""

FLED_POINTS = 5
"""SOTL-8-e."""
