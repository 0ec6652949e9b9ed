"""What is seen of one fact, and for how long: courses sailed, smoke, ships that go down, masts that fall."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle.presentation import Afloat, Fall, Glow, Puff
from tabletop.ui.camera import Xy

TURN = 180
LONGEST_MOVE = 900
"""A longer way is sailed faster."""
DRIFT = 600
GUN_APART = 35
FLASH, SMOKE_LIFE = 90, 1400
"""Of each gun."""
BROADSIDE, BROADSIDE_APART = 560, 160
SINKING, SINKING_APART = 1200, 300
BEAT = 240
"""How long one looks at what does not move: points that are marked, a flag that comes down, a rope that holds."""


@dataclass(frozen=True)
class Voyage:
    """A ship on her way: where she is after so many milliseconds; `fades` if she goes down on the way."""

    ship: str
    stops: tuple[tuple[float, Pose], ...]
    fades: bool = False

    @property
    def length(self) -> float:
        """Milliseconds from the first stop to the last."""
        return self.stops[-1][0]

    def at(self, age: float) -> Afloat:
        """Where she is; she gathers way and loses it again."""
        share = min(1.0, max(0.0, age / self.length)) if self.length else 1.0
        sailed = share * share * (3 - 2 * share) * self.length
        alpha = max(0, round(255 * (1 - share)) // 16 * 16) if self.fades else 255
        for (t0, start), (t1, end) in pairwise(self.stops):
            if sailed <= t1:
                part = (sailed - t0) / (t1 - t0) if t1 > t0 else 1.0
                turned = (end.heading - start.heading + 180) % 360 - 180
                x, y = start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part
                return Afloat(self.ship, x, y, (start.heading + turned * part) % 360, alpha)
        last = self.stops[-1][1]
        return Afloat(self.ship, last.x, last.y, last.heading, alpha)


@dataclass(frozen=True)
class Whiff:
    """A puff of smoke from when it is born until the wind has carried it off.

    Attributes:
        born: milliseconds after the fact begins.
        life: milliseconds.
        at: where it begins, UM; `drift` is how far it is carried in its life.
        width: at first and at last, UM.
        alpha: its greatest opacity.
    """

    born: float
    life: float
    at: Xy
    drift: Xy
    width: tuple[float, float]
    alpha: int

    def seen(self, age: float) -> Puff | None:
        """What is seen of it so long after the fact began."""
        share = (age - self.born) / self.life
        if not 0 <= share < 1:
            return None
        slowing = 1 - (1 - share) ** 2
        at = (self.at[0] + self.drift[0] * slowing, self.at[1] + self.drift[1] * slowing)
        thin = min(1.0, share * 12) * (1 - share) ** 1.3
        return Puff(at, self.width[0] + (self.width[1] - self.width[0]) * slowing, round(self.alpha * thin))


@dataclass(frozen=True)
class Flash:
    """Fire from a muzzle, or of a magazine: born, life, place and width as of a `Whiff`."""

    born: float
    life: float
    at: Xy
    width: float

    def seen(self, age: float) -> Glow | None:
        """What is seen of it so long after the fact began."""
        share = (age - self.born) / self.life
        return Glow(self.at, self.width * (1 - 0.4 * share), round(255 * (1 - share))) if 0 <= share < 1 else None


@dataclass(frozen=True)
class Falling:
    """A mast that goes over the side."""

    ship: str
    mast: str
    over: str
    life: float

    def seen(self, age: float) -> Fall:
        """How far it has fallen."""
        share = min(1.0, max(0.0, age / self.life))
        return Fall(self.ship, self.mast, self.over, round(share * share, 2))


@dataclass(frozen=True)
class Veer:
    """The wind turns: whence it blew and by how much it turns, degrees clockwise, in so many milliseconds."""

    start: float
    turned: float
    length: float

    def at(self, age: float) -> float:
        """Whence it blows so long after the fact began."""
        share = min(1.0, max(0.0, age / self.length))
        return (self.start + share * share * (3 - 2 * share) * self.turned) % 360


@dataclass(frozen=True)
class Animation:
    """A fact as it is played.

    Attributes:
        length: milliseconds until a fact of another kind may follow.
        apart: milliseconds until another fact of the same kind may begin.
        tells: milliseconds after its beginning at which its consequences are seen.
    """

    length: float = 0
    apart: float = 0
    tells: float = 0
    voyages: tuple[Voyage, ...] = ()
    smoke: tuple[Whiff, ...] = ()
    flashes: tuple[Flash, ...] = ()
    falls: tuple[Falling, ...] = ()
    veers: tuple[Veer, ...] = ()

    @property
    def lasts(self) -> float:
        """Milliseconds until the last smoke of it is gone."""
        return max([self.length, *(whiff.born + whiff.life for whiff in self.smoke)])


def shortened(stops: Sequence[tuple[float, Pose]], most: float) -> tuple[tuple[float, Pose], ...]:
    """The same course in at most so many milliseconds."""
    factor = min(1.0, most / stops[-1][0]) if stops[-1][0] else 1.0
    return tuple((at * factor, pose) for at, pose in stops)
