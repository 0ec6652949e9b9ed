"""What the hex table is asked to show besides the ships: plain data, made by others from what was judged.

Hexes are axial (q, r), facings 0 to 5, and a ship is named by her key.
"""

from dataclasses import dataclass
from typing import Literal

from tabletop.games.decks_of_glory.state import Hand
from tabletop.geometry.hexgrid import Hex

TintKind = Literal["reach1", "reach2", "irons", "near", "far", "rake", "blocked", "target", "plain"]
"""What a tinted hex means: reached with one action or with two, or in irons there; fire at range 1, at 2 or 3, as a
rake, or barred; something to be chosen; or only pointed out."""
LineKind = Literal["fire", "rake", "blocked", "drift", "plan"]
ChipKind = Literal["fact", "plan", "refusal"]


@dataclass(frozen=True)
class Tint:
    """A hex in the colour and line of its kind, with a large word in the middle and a small one below it."""

    hex: Hex
    kind: TintKind
    label: str = ""
    """E.g. the number of actions or what is added to the hits; beside the ship where the hex holds one."""
    sub: str = ""


@dataclass(frozen=True)
class Handle:
    """An arrow at the side of a hex that can be clicked: come to that hex and face so."""

    hex: Hex
    facing: int
    cost: int = 0
    """Actions that it takes."""
    words: str = ""
    """Told while the pointer is on it."""
    chosen: bool = False
    """Drawn as if the pointer were on it, e.g. for the keyboard."""


@dataclass(frozen=True)
class Ghost:
    """Where a ship would lie by a plan, and the hexes that she passes on her way, her own first."""

    ship: str
    hex: Hex
    facing: int
    plan: tuple[Hex, ...] = ()
    words: str = ""
    legal: bool = True
    alongside: Hand | None = None
    """The end of the row at which she would lie, if the hex is not empty."""


@dataclass(frozen=True)
class Line:
    """A line between hexes, from and to a ship where they are named."""

    start: Hex
    end: Hex
    kind: LineKind = "fire"
    words: str = ""
    """On a chip at its end."""
    ship: str = ""
    target: str = ""
    """Stands within brackets."""
    cross: Hex | None = None
    """Where a blocked line meets what blocks it."""


@dataclass(frozen=True)
class Slot:
    """A place alongside the ships of a hex that can be clicked, at the port or starboard end of their row."""

    hex: Hex
    hand: Hand
    words: str = ""
    ship: str = ""
    """Who would lie there."""
    chosen: bool = False


@dataclass(frozen=True)
class Chip:
    """A few words beside a hex: a bold line, and plainer ones after each line break."""

    hex: Hex
    words: str
    kind: ChipKind = "fact"


@dataclass(frozen=True)
class Overlay:
    """All that lies on the map at one time."""

    tints: tuple[Tint, ...] = ()
    facings: tuple[Handle, ...] = ()
    ghost: Ghost | None = None
    lines: tuple[Line, ...] = ()
    choices: tuple[Slot, ...] = ()
    chips: tuple[Chip, ...] = ()
    noted: tuple[str, ...] = ()
    """Ships that are spoken of, which get a thin ring."""


NOTHING = Overlay()
