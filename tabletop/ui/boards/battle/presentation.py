"""How a state is shown: what is the viewer's affair and no part of the game."""

from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from tabletop.geometry.pose import Pose
from tabletop.ui.camera import Xy

Labels = Literal["auto", "all", "none"]
LABELS: tuple[Labels, ...] = get_args(Labels)
Insets = tuple[int, int, int, int]
Gauges = tuple[tuple[int, int, int, int], ...]


class Afloat(NamedTuple):
    """Where a ship is drawn while she moves: her stern and a heading that need not be whole."""

    ship: str
    x: float
    y: float
    heading: float
    alpha: int = 255


SMOKE = "smoke_puff"


class Puff(NamedTuple):
    """A cloud of powder smoke: its place, how wide it is (UM), and its opacity from 0 to 255.

    Or what flies about besides: `look` is its file, `turn` by how many degrees it is turned.
    """

    at: Xy
    width: float
    alpha: int
    look: str = SMOKE
    turn: int = 0


class Glow(NamedTuple):
    """A flash of fire: its place, how wide it is (UM), and its brightness from 0 to 255."""

    at: Xy
    width: float
    alpha: int


class Fall(NamedTuple):
    """A mast on its way over the side, that of a name over port or starboard; `share` runs from 0, standing, to 1."""

    ship: str
    mast: str
    over: str
    share: float


class Lowered(NamedTuple):
    """The ensign of a nation on its way down; `share` runs from 0, flying, to 1."""

    ship: str
    nation: str
    share: float


class Fired(NamedTuple):
    """A broadside, and where the ship lay that fired it."""

    turn: int
    ship: str
    battery: str
    pose: Pose


class Presentation(NamedTuple):
    """What the table needs to know of the viewer."""

    scale: int = 100
    """Of the interface, per cent."""
    labels: Labels = "auto"
    afloat: tuple[Afloat, ...] = ()
    puffs: tuple[Puff, ...] = ()
    glows: tuple[Glow, ...] = ()
    falls: tuple[Fall, ...] = ()
    lowered: tuple[Lowered, ...] = ()
    frame: int = 0
    """Counts up six times a second where fires burn and motion is wanted."""
    insets: Insets = (0, 0, 0, 0)
    """Left, top, right and bottom pixels that panels cover."""
    gauges: Gauges = ()
    """Left, top, width and height of what lies small upon the sea, e.g. its scale."""
    sheets: Gauges = ()
    """The same of the panels, through which nothing shows."""
    margin: int = 0
    """Pixels at each edge of the picture that lie beyond the window; the other measures count from its edge."""
    smoke: bool = True
    """Whether smoke hangs where ships fired this turn."""
    fired: tuple[Fired, ...] = ()
    """Where that was; ships that are not named fired where they are."""


@lru_cache(maxsize=1)
def widened(shown: Presentation, margin: int) -> Presentation:
    """The same for a picture with so many more pixels on every side."""
    left, top, right, bottom = (inset + margin for inset in shown.insets)
    gauges, sheets = (
        tuple((x + margin, y + margin, wide, high) for x, y, wide, high in rects)
        for rects in (shown.gauges, shown.sheets)
    )
    return shown._replace(insets=(left, top, right, bottom), gauges=gauges, sheets=sheets, margin=margin)
