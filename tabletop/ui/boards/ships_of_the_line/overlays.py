"""What the table is asked to show besides the ships: plain data in table units, made by others from what was judged.

Points are (x, y) with x eastward and y northward; a ship is named by her key.
"""

from dataclasses import dataclass
from typing import NamedTuple

from tabletop.games.ships_of_the_line.model import Band
from tabletop.games.ships_of_the_line.survey.battle_lines import LinkCondition
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle.labels import NoteKind, RuledWords
from tabletop.ui.boards.ships_of_the_line.harm import HarmFigure
from tabletop.ui.camera import Xy


@dataclass(frozen=True)
class SelectedShip:
    """A brass ellipse round a ship and an arrow off her bow."""

    ship: str


@dataclass(frozen=True)
class RingedShip:
    """A thin ring round a ship that is spoken of, e.g. in an entry of the log."""

    ship: str


@dataclass(frozen=True)
class LabelSpot:
    """A place on the edge of a band, and the heading in which a name that stands there extends."""

    at: Xy
    towards: int
    outside: bool = True
    """Whether it extends away from the field."""


@dataclass(frozen=True)
class FireBand:
    """The field of one broadside to the end of one band of range; the nearer bands lie inside it."""

    band: Band
    outline: tuple[Xy, ...]
    edge: tuple[Xy, ...]
    """The outer edge alone, which carries the style of line of the band."""
    label: str = ""
    """What the band is called, e.g. ``Medium``; empty for none."""
    reach: str = ""
    """Its range in words, e.g. ``1–3 UM``."""
    spots: tuple[LabelSpot, ...] = ()
    """Where these may stand, the best place first."""


@dataclass(frozen=True)
class FireField:
    """The bands of one broadside, from the nearest to the farthest."""

    bands: tuple[FireBand, ...]
    masked: bool = False
    """Not loaded, masked, or the guns of a ship that is grappled: drawn in grey."""
    hidden: tuple[tuple[Xy, ...], ...] = ()
    """What land takes up and hides of it, in polygons without holes."""


@dataclass(frozen=True)
class LegalTarget:
    """Corner brackets round a ship that may be fired on, and the line of fire."""

    ship: str
    start: Xy
    end: Xy
    past: bool = False
    """Whether it runs past a friend, who may suffer by it (11)."""


@dataclass(frozen=True)
class BlockedTarget:
    """Dashed brackets round a ship that is masked, with a cross where the line of fire meets what masks it."""

    ship: str
    start: Xy
    cross: Xy
    friend: bool = False
    """Whether a friend lies across the line itself (11)."""


@dataclass(frozen=True)
class GaugeMark:
    """Which a ship has by the wind, W or L if either, and her lee side in table units, where her masts fall (21)."""

    ship: str
    letter: str
    lee: tuple[Xy, ...]


class LabelRoom(NamedTuple):
    """A place in a piece of water: an ellipse about it that reaches so far across and up lies in the piece."""

    at: Xy
    across: float
    up: float


@dataclass(frozen=True)
class Threat:
    """One region where so many dice could strike: its outline and then its holes."""

    dice: int
    rings: tuple[tuple[Xy, ...], ...]
    rooms: tuple[LabelRoom, ...]
    """Where the number may stand, the best place first."""


@dataclass(frozen=True)
class Threats:
    """The regions of all threats, which do not overlap."""

    regions: tuple[Threat, ...]


@dataclass(frozen=True)
class CoveredPiece:
    """One piece of the water that many broadsides command in a band and none in a nearer one."""

    band: Band
    rings: tuple[tuple[Xy, ...], ...]
    rooms: tuple[LabelRoom, ...]
    """Where its name may stand, the best place first."""
    name: str


@dataclass(frozen=True)
class CoveredWater:
    """The fields of many ships as one, from the nearest band to the farthest."""

    pieces: tuple[CoveredPiece, ...]


@dataclass(frozen=True)
class ReachArea:
    """Where a ship can still come."""

    polygons: tuple[tuple[tuple[Xy, ...], ...], ...]


@dataclass(frozen=True)
class HelpArea:
    """How far a leader reaches, and that in words."""

    outline: tuple[Xy, ...]
    words: str


@dataclass(frozen=True)
class RangeEnd:
    """The end of a band of range about a battery: lines on the water, and what it is called."""

    band: Band
    lines: tuple[tuple[Xy, ...], ...]
    words: str


@dataclass(frozen=True)
class ShoalNote:
    """What a ring of shoal means for a ship, and where on it that may stand, the best place first."""

    words: str
    rooms: tuple[LabelRoom, ...]


@dataclass(frozen=True)
class BatteryReach:
    """How far a battery reaches, and the shoals round it."""

    endings: tuple[RangeEnd, ...]
    depths: tuple[ShoalNote, ...]


@dataclass(frozen=True)
class SelectedBattery:
    """Brass brackets round a battery that is chosen; where it is to fire hot shot, with a glowing ball."""

    battery: str
    hot: bool = False


@dataclass(frozen=True)
class BatteryFireLine:
    """From where and to where a battery could fire at a ship that would lie there."""

    start: Xy
    end: Xy


@dataclass(frozen=True)
class LinkMark:
    """Two ships of a line of battle, from middle to middle, and what has become of the link between them."""

    ahead: Xy
    astern: Xy
    condition: LinkCondition
    share: float = 1.0
    """How far it has lit up, or parted."""


@dataclass(frozen=True)
class EscapeRoute:
    """The way of a ship that flees to the edge of the map, and that in words."""

    start: Xy
    end: Xy
    words: str
    share: float = 1.0
    """How much of its arrow has grown."""


@dataclass(frozen=True)
class GoalRing:
    """A ring as on a target round a ship that another must seek out."""

    ship: str


@dataclass(frozen=True)
class Leg:
    """One part of a planned move: straight on, or a turn on the spot where start and end are one."""

    start: Xy
    end: Xy
    turn: int = 0
    """Degrees, starboard positive."""
    heading: int = 0
    """Before the leg."""
    legal: bool = True
    spent: str = ""
    """The running total of points at the end of the leg."""


@dataclass(frozen=True)
class PlannedMove:
    """The path of a plan and the ghost of the ship at its end."""

    ship: str
    legs: tuple[Leg, ...]
    ghost: Pose
    legal: bool = True
    rams: bool = False
    """Whether she may collide there (10)."""


@dataclass(frozen=True)
class RulerLine:
    """A chain of measured points."""

    points: tuple[Xy, ...]
    bearing: int | None = None
    """Of the last part; drawn as an arc from north."""
    every: float = 5.0
    """Distance of the ticks, UM; numbers stand at every second one."""


@dataclass(frozen=True)
class Chip:
    """A few words at a place: a bold line and plainer ones below it."""

    at: Xy
    title: str
    lines: tuple[str, ...] = ()
    kind: NoteKind = "fact"


@dataclass(frozen=True)
class OddsChip:
    """The odds of a broadside, on a leader from the target."""

    at: Xy
    title: str
    reach: str
    needed: tuple[int, ...]
    """The number that each die needs."""
    headline: tuple[RuledWords, ...]
    words: tuple[RuledWords, ...]
    bars: tuple[float, ...] = ()
    """The chance of 0, of 1, of 2 … hits, where the whole distribution is wanted."""
    ships: tuple[str, ...] = ()
    """The one that is fired at, and the one that fires: the card lies on neither while there is room elsewhere."""


Overlay = (
    SelectedShip
    | RingedShip
    | FireField
    | LegalTarget
    | BlockedTarget
    | Threats
    | CoveredWater
    | ReachArea
    | HelpArea
    | PlannedMove
    | RulerLine
    | Chip
    | OddsChip
    | BatteryReach
    | SelectedBattery
    | BatteryFireLine
    | LinkMark
    | EscapeRoute
    | GoalRing
    | GaugeMark
    | HarmFigure
)
