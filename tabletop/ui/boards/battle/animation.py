"""What is seen of events, and for how long, in milliseconds of the play."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle.presentation import SMOKE, Afloat, Fall, Glow, Lowered, Puff
from tabletop.ui.camera import Xy

S = TypeVar("S")

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
class SmokePuff:
    """A puff of smoke from when it is born until the wind has carried it off; what flies about besides alike.

    Attributes:
        born: milliseconds after the event begins.
        life: milliseconds.
        at: where it begins, UM; `drift` is how far it is carried in its life.
        width: at first and at last, UM.
        alpha: its greatest opacity.
        look: its file, and by how many degrees it is turned.
        thins: by which power it does; less than one keeps it until it is gone.
    """

    born: float
    life: float
    at: Xy
    drift: Xy
    width: tuple[float, float]
    alpha: int
    look: str = SMOKE
    thins: float = 1.3
    turn: int = 0

    def seen(self, age: float) -> Puff | None:
        """What is seen of it so long after the event began."""
        share = (age - self.born) / self.life
        if not 0 <= share < 1:
            return None
        slowing = 1 - (1 - share) ** 2
        at = (self.at[0] + self.drift[0] * slowing, self.at[1] + self.drift[1] * slowing)
        thin = min(1.0, share * 12) * (1 - share) ** self.thins
        width = self.width[0] + (self.width[1] - self.width[0]) * slowing
        return Puff(at, width, round(self.alpha * thin), self.look, self.turn)


@dataclass(frozen=True)
class Flash:
    """Fire from a muzzle, or of a magazine: born, life, place and width as of a `SmokePuff`."""

    born: float
    life: float
    at: Xy
    width: float

    def seen(self, age: float) -> Glow | None:
        """What is seen of it so long after the event began."""
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
class Lowering:
    """The ensign of a nation that comes down on a ship."""

    ship: str
    nation: str
    life: float

    def seen(self, age: float) -> Lowered:
        """How far it has come down."""
        return Lowered(self.ship, self.nation, round(min(1.0, max(0.0, age / self.life)), 2))


@dataclass(frozen=True)
class Veer:
    """The wind turns: whence it blew and by how much it turns, degrees clockwise, in so many milliseconds."""

    start: float
    turned: float
    length: float

    def at(self, age: float) -> float:
        """Whence it blows so long after the event began."""
        share = min(1.0, max(0.0, age / self.length))
        return (self.start + share * share * (3 - 2 * share) * self.turned) % 360


@dataclass(frozen=True)
class Animation:
    """An event as it is played.

    Attributes:
        length: milliseconds until an event of another kind may follow.
        apart: milliseconds until another event of the same kind may begin.
        tells: milliseconds after its beginning at which its consequences are seen.
    """

    length: float = 0
    apart: float = 0
    tells: float = 0
    voyages: tuple[Voyage, ...] = ()
    smoke: tuple[SmokePuff, ...] = ()
    flashes: tuple[Flash, ...] = ()
    falls: tuple[Falling, ...] = ()
    lowered: tuple[Lowering, ...] = ()
    veers: tuple[Veer, ...] = ()

    @property
    def lasts(self) -> float:
        """Milliseconds until the last smoke of it is gone."""
        return max([self.length, *(whiff.born + whiff.life for whiff in self.smoke)])


def shortened(stops: Sequence[tuple[float, Pose]]) -> tuple[tuple[float, Pose], ...]:
    """The same course; one that would take too long is sailed faster."""
    factor = min(1.0, LONGEST_MOVE / stops[-1][0]) if stops[-1][0] else 1.0
    return tuple((at * factor, pose) for at, pose in stops)


def straight(ship: str, start: Pose, end: Pose, length: float, *, fades: bool = False) -> Voyage:
    """From one place to another in so many milliseconds."""
    return Voyage(ship, ((0.0, start), (length, end)), fades)


def going_down(ship: str, at: Pose, others: Sequence[Voyage] = ()) -> Animation:
    """A ship that sinks where she lies; others come to lie elsewhere meanwhile."""
    fading = straight(ship, at, at, SINKING, fades=True)
    return Animation(SINKING, SINKING_APART, tells=SINKING, voyages=(fading, *others))


def beat(_state: object, _event: Event) -> Animation:
    """What does not move is looked at for a moment."""
    return Animation(BEAT, apart=80)


def downwind(whence: float) -> Xy:
    """One table unit the way the wind blows, which comes from so many degrees."""
    drift = math.radians(whence + 180)
    return math.sin(drift), math.cos(drift)


def staged(*cases: KindHandler[S, Animation]) -> Callable[[S, Event], Animation]:
    """What is seen of each kind of event; most are only told in the log."""
    shown, nothing = build_handlers(*cases), Animation()

    def animated(before: S, event: Event) -> Animation:
        act = shown.get(type(event))
        return act(before, event) if act else nothing

    return animated


def unfolded(evolve: Callable[[S, Event], S], state: S, events: Iterable[Event]) -> Iterator[tuple[S, Event]]:
    """Events in their order, each with the state before it."""
    for event in events:
        yield state, event
        state = evolve(state, event)
