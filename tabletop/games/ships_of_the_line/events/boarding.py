"""Chapter 4.3: fights on deck, and ships that change hands."""

from typing import Literal

import msgspec

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.sides import Nation, Side
from tabletop.games.ships_of_the_line.state import Melee


class BoardingDeclared(Fact, frozen=True, kw_only=True):
    """A ship's crew gathers to board (AMB-44)."""

    ship: str
    target: str
    rule: str = "SOTL-4.3-a"


class BoardingRoll(msgspec.Struct, frozen=True):
    """One group's throw of a boarding combat; `column` None is a ratio worse than 1-5 (4.3.2-c)."""

    ships: tuple[str, ...]
    strength: int
    column: str | None
    needed: int | None
    dice: tuple[int, ...]
    success: bool


class BoardingFought(Fact, frozen=True, kw_only=True):
    """One exchange of a boarding combat (4.3.1)."""

    attacker: BoardingRoll
    defender: BoardingRoll
    target: str
    willing: bool
    result: Literal["engaged", "captured", "nothing", "repulsed", "counter_captured"]
    rule: str = "SOTL-4.3.1-b"


class MeleeBegan(Fact, frozen=True, kw_only=True):
    """Both crews hold: the fight goes on next Crew Phase (4.3.1-d)."""

    melee: Melee
    rule: str = "SOTL-4.3.1-d"


class MeleeEnded(Fact, frozen=True, kw_only=True):
    """The fight aboard is over."""

    target: str
    rule: str = "SOTL-4.3.1-d"


class ShipCaptured(Fact, frozen=True, kw_only=True):
    """A ship was taken; the captor's flag flies over her own (4.4.1-g)."""

    ship: str
    captor: Side
    by: str
    cause: Literal["boarding", "prize"]
    colours: Nation | msgspec.UnsetType = msgspec.UNSET
    """The nation of the ship that took her, if the captor's fleet has another flag (AMB-207)."""
    rule: str = "SOTL-4.4.1-g"


class ShipRestored(Fact, frozen=True, kw_only=True):
    """A struck or captured ship is back with her own side (4.4.3-c, AMB-63)."""

    ship: str
    by: str
    rule: str = "SOTL-4.4.3-c"
