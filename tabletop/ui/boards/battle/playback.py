"""How what happened is played, one event after the other.

The surface lags behind the match while events are played, and only the surface: so an order can be given at any moment.
The play runs faster when much has happened, so that nobody waits long.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tabletop.core.events import Event
from tabletop.ui.boards.battle.animation import Animation
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.motion import MOTION, Motion

S = TypeVar("S")

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
