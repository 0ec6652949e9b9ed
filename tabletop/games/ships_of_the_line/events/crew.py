"""Chapters 4.4, 6 and 7: what crews try, grapples and tows, fatigue."""

from typing import Literal

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.events.modifier import Modifier
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Question


class BroadsideReloaded(Fact, frozen=True, kw_only=True, rename={"broadsides": "batteries"}):
    """Guns are run in and loaded (4.1.3)."""

    ship: str
    broadsides: tuple[Broadside, ...]
    rule: str = "SOTL-4.1.3-c"


class FatigueRose(Fact, frozen=True, kw_only=True):
    """Hard work told on the crew (7-b)."""

    ship: str
    level: int
    cause: str
    rule: str = "SOTL-7-b"


class FatigueFell(Fact, frozen=True, kw_only=True):
    """The crew rested for a turn (AMB-35)."""

    ship: str
    level: int
    rule: str = "SOTL-7-a"


class SinkingRolled(Fact, frozen=True, kw_only=True):
    """A ship attacked in her sinking zone was tested (4.4.1-a); `second` only after a 5 or 6."""

    ship: str
    die: int
    second: int | None
    result: Literal["struck", "nothing", "sunk"]
    rule: str = "SOTL-4.4.1-a"


class QuestionAsked(Fact, frozen=True, kw_only=True):
    """The game waits for an answer (AMB-133)."""

    question: Question
    rule: str = "SOTL-4.3-c"


class QuestionAnswered(Fact, frozen=True, kw_only=True):
    """The answer was given."""

    side: Side
    accept: bool
    choice: str = ""
    rule: str = "SOTL-4.3-c"


class TaskRolled(Fact, frozen=True, kw_only=True):
    """A roll on the grapple and unrigging table, or for a rudder (6-e).

    `task` is ``grapple``, ``break``, ``unrig``, ``rudder`` or ``extinguish``; `about` is the other ship or the
    broadside; `modifiers` run from the die to the modified result, which must be at most `needed`.
    """

    ship: str
    task: Literal["grapple", "break", "unrig", "rudder", "extinguish"]
    about: str = ""
    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    rule: str = "SOTL-6-e"


class ShipsGrappled(Fact, frozen=True, kw_only=True):
    """Two ships are fast to each other (6)."""

    ship: str
    target: str
    agreed: bool = False
    friendly: bool = False
    rule: str = "SOTL-6-a"


class ShipsParted(Fact, frozen=True, kw_only=True):
    """Two ships are free of each other (6-i, AMB-135, AMB-138)."""

    ship: str
    other: str
    rule: str = "SOTL-6-i"


class TowMadeFast(Fact, frozen=True, kw_only=True):
    """A tow is fast (5.6-b)."""

    ship: str
    towed: str
    rule: str = "SOTL-5.6-b"


class TowCastOff(Fact, frozen=True, kw_only=True):
    """A tow was let go (5.6-d)."""

    ship: str
    towed: str
    rule: str = "SOTL-5.6-d"


class ResultNoted(Fact, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """A success that takes effect when both sides are done with this step (AMB-132)."""

    kind: Literal["cleared", "rudder", "extinguished", "captured"]
    ship: str
    broadside: Broadside | None = None
    side: Side | None = None
    by: str = ""
    rule: str = "SOTL-3-f"


class RiggingCleared(Fact, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """One side is free of fallen rigging (AMB-27)."""

    ship: str
    broadside: Broadside
    rule: str = "SOTL-4.2.1-g"


class RudderRepaired(Fact, frozen=True, kw_only=True):
    """She answers her helm again (AMB-30)."""

    ship: str
    rule: str = "SOTL-4.2.1-i"


class FireExtinguished(Fact, frozen=True, kw_only=True):
    """One fire is out (4.2.1-k)."""

    ship: str
    fires: int
    rule: str = "SOTL-4.2.1-k"


class WreckRemoved(Fact, frozen=True, kw_only=True):
    """The hull marker of a sunk ship is taken away (4.4.1-e)."""

    ship: str
    rule: str = "SOTL-4.4.1-e"
