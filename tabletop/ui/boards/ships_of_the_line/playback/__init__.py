"""Plays what came of an order on the sea, one fact after the other; panels and log show the end of it at once.

The sea lags behind the match while facts are played, and only the sea: so an order can be given at any moment.
Times are milliseconds of the play, which runs faster when much has happened, so that nobody waits long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tabletop.games.ships_of_the_line.evolve import evolve
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui.boards.battle.presentation import Insets, Labels, Presentation
from tabletop.ui.boards.ships_of_the_line.playback.acts import Act
from tabletop.ui.boards.ships_of_the_line.playback.staging import staged
from tabletop.ui.motion import MOTION, Motion

LONGEST = 2500
"""Milliseconds that everything that waits may take."""
FLICKER = 166
"""Milliseconds between two pictures of a fire."""


@dataclass(frozen=True)
class _Cue:
    """An act with its moments: when it begins, when its consequences are seen, and the state after it."""

    starts: float
    tells: float
    act: Act
    after: State


class Playback:
    """What is being played, what waits, and the smoke of what is over.

    Attributes:
        state: what the sea shows meanwhile; None while nothing is played.
    """

    def __init__(self, motion: Motion = MOTION) -> None:
        self.state: State | None = None
        self._motion = motion
        self._waiting: list[_Cue] = []
        self._untold: list[_Cue] = []
        self._under_way: list[_Cue] = []
        self._now = 0.0
        self._end = 0.0
        self._rate = 1.0
        self._burns: tuple[State | None, bool] = (None, False)

    # --- what is to be played

    def add(self, before: State, events: Sequence[Any], after: State) -> None:
        """Play these facts after those that are being played."""
        if not self._motion.rate:
            self.drop()
            return
        cues = _cues(before, events, max(self._now, self._end))
        if self.state is None:
            self.state = before
        self._waiting += cues
        self._untold += cues
        self._end = max((cue.starts + cue.act.length for cue in cues), default=self._end)
        self._rate = max(1.0, (self._end - self._now) / LONGEST)
        self._tell()

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

    def tick(self, elapsed: int, shown: State) -> bool:
        """Let time pass over what the sea shows; whether anything moves, fires apart: see `pulse`."""
        rate = self._motion.rate
        self._now += elapsed * (rate * self._rate if self.state is not None else rate)
        self._tell()
        self._look_for_fires(self.state or shown)
        return self._busy

    @property
    def pulse(self) -> int:
        """Milliseconds between two pictures of what is shown while only fires burn; 0 where none do."""
        return FLICKER if self._flickers else 0

    @property
    def _flickers(self) -> bool:
        return bool(self._motion.rate) and self._burns[1]

    @property
    def _busy(self) -> bool:
        return bool(self._waiting or self._under_way)

    def _tell(self) -> None:
        """Show the consequences that are due, and forget what is over."""
        begun = [cue for cue in self._waiting if cue.starts <= self._now]
        self._under_way += begun
        self._waiting = self._waiting[len(begun) :]
        while self._untold and self._untold[0].tells <= self._now:
            self.state = self._untold.pop(0).after
        self._under_way = [cue for cue in self._under_way if cue.starts + cue.act.lasts > self._now]
        if self._now >= self._end and not self._untold:
            self.state = None

    def _look_for_fires(self, state: State) -> None:
        if self._burns[0] is not state:
            self._burns = (state, any(ship.fires and on_map(state, key) for key, ship in state.ships.items()))

    # --- what is seen

    def presentation(self, labels: Labels, insets: Insets, scale: int) -> Presentation:
        """How the state is shown at this moment."""
        played = [(cue.act, self._now - cue.starts) for cue in self._under_way]
        moving = [voyage.at(age) for act, age in played for voyage in act.voyages if age < voyage.length]
        puffs = (whiff.seen(age) for act, age in played for whiff in act.smoke)
        glows = (flash.seen(age) for act, age in played for flash in act.flashes)
        falls = [fall.seen(age) for act, age in played for fall in act.falls if age < fall.life]
        return Presentation(
            scale=scale,
            labels=labels,
            insets=insets,
            afloat=tuple(moving),
            puffs=tuple(puff for puff in puffs if puff),
            glows=tuple(glow for glow in glows if glow),
            falls=tuple(falls),
            frame=int(self._now / FLICKER) if self._flickers else 0,
        )


def _cues(before: State, events: Sequence[Any], start: float) -> list[_Cue]:
    """Each fact with its moments: facts of a kind overlap, others wait until all before them are over."""
    cues: list[_Cue] = []
    state, free, kind, next_of_kind = before, start, type(None), start
    for event in events:
        act, after = staged(state, event), evolve(state, event)
        starts = next_of_kind if type(event) is kind and act.apart else free
        cues.append(_Cue(starts, starts + act.tells, act, after))
        state, kind, next_of_kind = after, type(event), starts + act.apart
        free = max(free, starts + act.length)
    return cues
