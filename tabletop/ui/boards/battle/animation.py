"""What is seen of events, and for how long, in milliseconds of the play."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle.presentation import SMOKE, Afloat, Fall, Glow, Lowered, Presentation, Puff
from tabletop.ui.camera import Xy
from tabletop.ui.motion import MOTION, Motion

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


LONGEST = 2500
"""Milliseconds that everything that waits may take."""


@dataclass(frozen=True)
class Cue(Generic[S]):
    """An event from a state, its act and its moments: when it begins, when what it did is seen, and the state then."""

    before: S
    event: Event
    starts: float
    tells: float
    act: Animation
    after: S


class Playback(Generic[S]):
    """What is being played, what waits, and the smoke of what is over.

    Attributes:
        state: what the sea shows meanwhile; None while nothing is played.
        heard: told of each event when it begins, with the state before it; not of what is skipped.
    """

    def __init__(
        self, stage: Callable[[S, Event], Animation], evolve: Callable[[S, Event], S], motion: Motion = MOTION
    ) -> None:
        self.state: S | None = None
        self.heard: Callable[[S, Event], None] = lambda _before, _event: None
        self._stage = stage
        self._evolve = evolve
        self._motion = motion
        self._waiting: list[Cue[S]] = []
        self._untold: list[Cue[S]] = []
        self._under_way: list[Cue[S]] = []
        self._now = 0.0
        self._end = 0.0
        self._rate = 1.0

    # --- what is to be played

    def add(self, before: S, events: Sequence[Event], _after: S) -> None:
        """Play these events after those that are being played."""
        if not self._motion.rate:
            self.drop()
            for event in events:
                self.heard(before, event)
            return
        cues = self._cues(before, events, max(self._now, self._end))
        if self.state is None:
            self.state = before
        self._waiting += cues
        self._untold += cues
        self._end = max((cue.starts + cue.act.length for cue in cues), default=self._end)
        self._rate = max(1.0, (self._end - self._now) / LONGEST)
        self._begin()

    def skip(self) -> bool:
        """Come to the end of everything at once; whether anything was being played."""
        playing = self.state is not None
        self._now = max(self._now, self._end)
        self._tell()
        return playing

    def drop(self) -> None:
        """Forget everything that is being played, the smoke included."""
        self._waiting, self._untold, self._under_way, self.state = [], [], [], None
        self._end = self._now

    # --- time

    def tick(self, elapsed: int, _shown: S) -> bool:
        """Let time pass; whether anything moves."""
        rate = self._motion.rate
        self._now += elapsed * (rate * self._rate if self.state is not None else rate)
        self._begin()
        return bool(self._waiting or self._under_way)

    def _begin(self) -> None:
        """Let what is due be seen and heard."""
        for cue in self._tell():
            self.heard(cue.before, cue.event)

    def _tell(self) -> list[Cue[S]]:
        """Show the consequences that are due, and forget what is over; what has begun."""
        begun = [cue for cue in self._waiting if cue.starts <= self._now]
        self._under_way += begun
        self._waiting = self._waiting[len(begun) :]
        while self._untold and self._untold[0].tells <= self._now:
            self.state = self._untold.pop(0).after
        self._under_way = [cue for cue in self._under_way if cue.starts + cue.act.lasts > self._now]
        if self._now >= self._end and not self._untold:
            self.state = None
        return begun

    def _cues(self, before: S, events: Sequence[Event], start: float) -> list[Cue[S]]:
        """Each event with its moments: events of a kind overlap, others wait until all before them are over."""
        cues: list[Cue[S]] = []
        state, free, next_of_kind = before, start, start
        kind: type[Event] | None = None
        for event in events:
            act, after = self._stage(state, event), self._evolve(state, event)
            starts = next_of_kind if type(event) is kind and act.apart else free
            cues.append(Cue(state, event, starts, starts + act.tells, act, after))
            state, kind, next_of_kind = after, type(event), starts + act.apart
            free = max(free, starts + act.length)
        return cues

    # --- what is seen

    def played(self) -> list[tuple[Animation, float]]:
        """The acts that are under way, and for how long each has been."""
        return [(cue.act, self._now - cue.starts) for cue in self._under_way]

    def moment(self, still: Presentation) -> Presentation:
        """How the state is shown at this moment, but for what is the viewer's affair."""
        if not self._under_way:
            return still
        played = self.played()
        puffs = (whiff.seen(age) for act, age in played for whiff in act.smoke)
        glows = (flash.seen(age) for act, age in played for flash in act.flashes)
        return still._replace(
            afloat=tuple(voyage.at(age) for act, age in played for voyage in act.voyages if age < voyage.length),
            puffs=tuple(puff for puff in puffs if puff),
            glows=tuple(glow for glow in glows if glow),
            falls=tuple(fall.seen(age) for act, age in played for fall in act.falls if age < fall.life),
            lowered=tuple(flag.seen(age) for act, age in played for flag in act.lowered if age < flag.life),
        )
