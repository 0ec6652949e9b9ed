"""Work that is spread over several frames, so that none of them comes late."""

import gc
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
Work = Generator[float, None, T]
"""Something that is done step by step; before each but the first it says how many milliseconds that will take, roughly.

One that takes more than a frame can spare has a frame of its own.
"""
SHORT, LONG = 0.5, 10.0


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
        milliseconds: of the processor's time; None where nothing is spread, and all is done when it is wanted.
    """

    milliseconds: float | None = None

    def advance(self, work: Work[None]) -> bool:
        """Go on with it for as long as the frame can spare; whether it is done."""
        until = time.thread_time() + (self.milliseconds or 0.0) / 1000
        return all(self.milliseconds is None or time.thread_time() + next_ / 1000 < until for next_ in work)


SPARE = Spare()
"""Of this run of the program: whoever only wants a picture waits for nothing."""
IN_A_WINDOW = 6.0
"""Milliseconds of a frame in a window."""
SELDOM, DUE = 50, 10
"""After so many collections of younger things all are gone through whatever moves, and after so many at rest."""


def begin() -> None:
    """From now on a window is seen, and no frame of it shall come late."""
    SPARE.milliseconds = IN_A_WINDOW
    gc.collect()
    gc.freeze()  # what has been loaded stays
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)


def tidy() -> None:
    """Nothing moves: look for circles of things that nobody holds any more, which takes longer than a frame."""
    if SPARE.milliseconds is not None and gc.get_count()[2] >= DUE:
        gc.collect()
