"""Work that is spread over several frames, so that none of them comes late."""

import gc
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

import pygame

T = TypeVar("T")
Work = Generator[float, None, T]
"""Something that is done step by step; before each but the first it says how many milliseconds that will take, roughly.

One that takes more than a frame can spare has a frame of its own.
"""
SHORT, SOME, LONG = 0.5, 2.0, 6.0
FILLED = 1.2e6
"""Pixels that are painted in a millisecond."""


def filling(surface: pygame.Surface) -> float:
    """Milliseconds that it takes to paint all of a surface that is not clipped."""
    wide, high = surface.get_clip().size
    return wide * high / FILLED


def at_once(work: Work[T]) -> T:
    """All of it; what comes of it."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: T = done.value
            return found


@dataclass
class Spare:
    """What a frame can spare for what is shown later only.

    Attributes:
        milliseconds: of the processor's time until which it begins more of that; None where nothing is spread, and all
            is done when it is wanted.
        late: whether something is left to the next frame.
        began: when this frame did, seconds of the processor's time.
    """

    milliseconds: float | None = None
    late: bool = False
    began: float = 0.0
    _waits: bool = False
    _unpainted: bool = False
    _littered: bool = False

    def frame(self, *, at_rest: bool) -> None:
        """A frame begins; while nothing moves there is time for what else is to be done."""
        if at_rest:
            self._tidy()
        self.late, self.began = False, time.thread_time()

    @property
    def over(self) -> bool:
        """Whether so much has been done in this frame that what can wait is left to the next one."""
        return self._after(ENOUGH)

    def put_off(self) -> bool:
        """Whether so much has been done that what has changed is drawn by the next frame; never twice in a row."""
        self._waits = self._after(HALF) and not (self._waits or self._unpainted)
        self.late |= self._waits
        return self._waits

    def put_off_painting(self) -> bool:
        """Whether so much has been done that what is ready is painted by the next frame; never twice in a row."""
        self._unpainted = self._after(READY) and not self._unpainted
        self.late |= self._unpainted
        return self._unpainted

    def _after(self, milliseconds: float) -> bool:
        return self.milliseconds is not None and time.thread_time() - self.began > milliseconds / 1000

    def end(self) -> None:
        """The frame ends; one that has had little to do looks for circles of references among what is new."""
        young, aged, old = gc.get_count()
        if self.milliseconds is not None and young > YOUNG and not self.over:
            gc.collect(2 if old > SELDOM else int(aged > AGED))

    def leave(self) -> None:
        """Something is left to the next frame, which comes at once."""
        self.late = True

    def litter(self) -> None:
        """A screen was left: a circle of references, and its pictures weigh nothing by count."""
        self._littered = True
        if self.milliseconds is None:
            self._tidy()

    def _tidy(self) -> None:
        """Look for circles of things that nobody holds any more, which takes longer than a frame."""
        if self._littered or (self.milliseconds is not None and gc.get_count()[2] >= DUE):
            gc.collect()
            self._littered = False

    def advance(self, work: Work[None]) -> bool:
        """Go on with it, by one step at least, for as long as the frame can spare; whether it is done."""
        until = self.began + (self.milliseconds or 0.0) / 1000
        return all(self.milliseconds is None or time.thread_time() + next_ / 1000 < until for next_ in work)


class Spread(Generic[T]):
    """An answer that takes longer than a frame: reckoned over several of them where a window is seen.

    Args:
        reckoning: of a state, which never changes, and whatever else is asked.

    Attributes:
        found: the answer, in a list of one; until it is there that to what was asked before, if anything was.
    """

    def __init__(self, reckoning: Callable[..., Work[T]]) -> None:
        self._reckoning = reckoning
        self._of: tuple[object, ...] = ()
        self._work: Work[None] | None = None
        self.found: list[T] = []

    def ask(self, state: object, *further: object) -> list[T]:
        """What is found so far."""
        if not (self._of and self._of[0] is state and self._of[1:] == further):
            self._of, self._work = (state, *further), self._noting(self._reckoning(state, *further))
        if SPARE.milliseconds is None:
            self.go_on()
        return self.found

    def drop(self) -> None:
        """It is not asked any more."""
        self._of, self._work, self.found = (), None, []

    @property
    def pending(self) -> bool:
        """Whether the answer is still to come."""
        return self._work is not None

    def go_on(self) -> bool:
        """Reckon somewhat more of it; whether the answer has just been found."""
        if self._work is None or not SPARE.advance(self._work):
            return False
        self._work = None
        return True

    def _noting(self, work: Work[T]) -> Work[None]:
        self.found = [(yield from work)]


SPARE = Spare()
"""Of this run of the program: whoever only wants a picture waits for nothing."""
IN_A_WINDOW = 9.0
"""Milliseconds of a frame in a window; what is left of it is for painting."""
ENOUGH = 5.0
"""Milliseconds of the processor's time after which a frame takes up nothing more that can wait."""
HALF, READY = 6.0, 10.0
"""The same after which nothing is drawn any more, and after which what is ready is not painted any more."""
YOUNG, AGED, SELDOM, DUE = 1000, 10, 50, 10
"""After so many new things these are gone through by a frame that has time; after so many times those that stayed are
too; after so many of these all are, whatever moves, or at rest after so many.
"""
MANY = 100_000
"""New things after which none waits for a frame that has time."""


def begin() -> None:
    """From now on a window is seen, and no frame of it shall come late."""
    SPARE.milliseconds = IN_A_WINDOW
    gc.collect()
    gc.freeze()  # what has been loaded stays
    gc.set_threshold(MANY, AGED, SELDOM)
