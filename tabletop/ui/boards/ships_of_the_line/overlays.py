"""What the sea shows besides the ships: plain data in UM, made from the results of the survey.

Points are (x, y) with x eastward and y northward; a ship is named by its key.
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
    """A brass ellipse around a ship, and an arrow off its bow."""

    ship: str


@dataclass(frozen=True)
class RingedShip:
    """A thin ring around a ship that a log entry or a button names."""

    ship: str


@dataclass(frozen=True)
class LabelSpot:
    """A place on the edge of a band, and the heading in which a label extends from it."""

    at: Xy
    towards: int
    outside: bool = True
    """Whether it extends away from the field."""


@dataclass(frozen=True)
class FireBand:
    """The field of one broadside to the end of one range band; nearer bands lie inside it."""

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
    """Corner brackets around a ship that can be fired at, and the line of fire."""

    ship: str
    start: Xy
    end: Xy
    past: bool = False
    """Whether it runs past a friend, who may suffer by it (11)."""


@dataclass(frozen=True)
class BlockedTarget:
    """Dashed brackets around a masked ship, and a cross where the line of fire is blocked."""

    ship: str
    start: Xy
    cross: Xy
    friend: bool = False
    """Whether a friend lies across the line itself (11)."""


@dataclass(frozen=True)
class GaugeMark:
    """The weather gauge of a ship, "W", "L" or "", and its lee side, where masts fall (21)."""

    ship: str
    letter: str
    lee: tuple[Xy, ...]


class LabelRoom(NamedTuple):
    """A place for a label: an ellipse of half axes `across` and `up` lies in the piece of water."""

    at: Xy
    across: float
    up: float


@dataclass(frozen=True)
class Threat:
    """A region in which a number of dice can strike: its outline and its holes."""

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
    """Water that broadsides cover in one range band, and in no nearer one."""

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
    """The water that a ship can still reach."""

    polygons: tuple[tuple[tuple[Xy, ...], ...], ...]


@dataclass(frozen=True)
class HelpArea:
    """The area in which a leader helps, with its label."""

    outline: tuple[Xy, ...]
    words: str


@dataclass(frozen=True)
class RangeEnd:
    """The end of a battery's range band: lines on the water and their label."""

    band: Band
    lines: tuple[tuple[Xy, ...], ...]
    words: str


@dataclass(frozen=True)
class ShoalNote:
    """The meaning of a ring of shoal, and places for it, the best first."""

    words: str
    rooms: tuple[LabelRoom, ...]


@dataclass(frozen=True)
class BatteryReach:
    """The ranges of a battery and the shoals around it."""

    endings: tuple[RangeEnd, ...]
    depths: tuple[ShoalNote, ...]


@dataclass(frozen=True)
class SelectedBattery:
    """Brass brackets around the selected battery, with a glowing ball if it is to fire hot shot."""

    battery: str
    hot: bool = False


@dataclass(frozen=True)
class BatteryFireLine:
    """A line along which a battery could fire at a planned pose."""

    start: Xy
    end: Xy


@dataclass(frozen=True)
class LinkMark:
    """The link between two ships of a line of battle, from center to center."""

    ahead: Xy
    astern: Xy
    condition: LinkCondition
    share: float = 1.0
    """How far it has lit up, or parted."""


@dataclass(frozen=True)
class EscapeRoute:
    """The route of a fleeing ship to the edge of the map, with its label."""

    start: Xy
    end: Xy
    words: str
    share: float = 1.0
    """How much of its arrow has grown."""


@dataclass(frozen=True)
class GoalRing:
    """A double ring around a ship that another ship must reach."""

    ship: str


@dataclass(frozen=True)
class Leg:
    """One part of a planned move: straight, or a turn on the spot if start and end are equal."""

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
    """A few words at a place: a bold title and plain lines."""

    at: Xy
    title: str
    lines: tuple[str, ...] = ()
    kind: NoteKind = "fact"


@dataclass(frozen=True)
class OddsChip:
    """The odds of a broadside on a leader line from the target."""

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
