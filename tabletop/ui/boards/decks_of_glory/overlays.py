"""What lies on the map besides the ships: plain events that the stations fill in and the surface draws.

Everything here that can be pointed at is reported by the surface as it was handed in, see `surface`.
"""

from dataclasses import dataclass, field
from typing import Literal

from tabletop.games.decks_of_glory.model import Hand, State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.battle.harm import Harm
from tabletop.ui.boards.battle.labels import NoteKind

TintKind = Literal["reach1", "reach2", "irons", "near", "middle", "far", "rake", "blocked", "target", "zone"]
"""Hexes within one or two actions, a course into the wind, fields of fire by range, single hexes, open places."""
LineKind = Literal["aim", "declared", "blocked", "course", "threat"]


@dataclass(frozen=True)
class Tint:
    """A hex with a wash over it; `label` stands large in it, `sub` small below."""

    hex: Hex
    kind: TintKind
    label: str = ""
    sub: str = ""


@dataclass(frozen=True)
class Handle:
    """An arrow at the side of a hex towards which a ship could face there.

    Attributes:
        hex: where she would lie.
        facing: the side that she would face.
        words: what it means, empty for nothing special; e.g. that she would be in irons.
        irons: whether she would face the wind.
        chosen: whether it is lit up as if the pointer were on it.
    """

    hex: Hex
    facing: int
    words: str = ""
    irons: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class Ghost:
    """A ship where her plan would take her; `plan` is every hex that she passes, her own first."""

    ship: str
    hex: Hex
    facing: int
    plan: tuple[Hex, ...] = ()
    words: str = ""


@dataclass(frozen=True)
class Line:
    """A line between the middles of two hexes, or from and to ships that are named, with an arrow head at its end."""

    start: Hex
    end: Hex
    kind: LineKind = "aim"
    words: str = ""
    ship: str = ""
    target: str = ""
    """She stands within a ring of her own where she lies in a row."""
    cross: Hex | None = None
    """Where a blocked line meets what blocks it."""


@dataclass(frozen=True)
class Slot:
    """An end of a row at which a ship could come to lie alongside."""

    hex: Hex
    hand: Hand
    words: str = ""


@dataclass(frozen=True)
class Chip:
    """A few words beside a hex."""

    hex: Hex
    words: str
    kind: NoteKind = "fact"


@dataclass(frozen=True)
class Overlay:
    """All of it together; what lies on the map is always the whole of one of these."""

    tints: tuple[Tint, ...] = ()
    facings: tuple[Handle, ...] = ()
    ghost: Ghost | None = None
    lines: tuple[Line, ...] = ()
    choices: tuple[Slot, ...] = ()
    chips: tuple[Chip, ...] = ()
    noted: tuple[str, ...] = ()
    """Ships that are spoken of."""
    harms: tuple[Harm, ...] = ()
    """What ships have lost."""
    rulers: tuple[tuple[Hex, ...], ...] = ()
    """The corners of each."""
    about: str = ""
    """What the tinted hexes tell of, where the moment does not say that."""
    supposed: State | None = field(default=None, compare=False)
    """The battle as it would be by the plan, by which fields of fire are shown."""

    @property
    def heeds_ships(self) -> bool:
        """Whether there is anything that leads to ships, or whose words keep clear of them."""
        return bool(self.ghost or self.lines or self.choices or self.facings or self.chips or self.rulers or self.harms)


NOTHING = Overlay()
