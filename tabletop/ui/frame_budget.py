"""The time budget of a frame: work that takes longer than one frame is spread over several frames."""

import gc
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

import pygame

T = TypeVar("T")
Steps = Generator[float, None, T]
"""A task in steps. Before each step but the first the generator yields the estimated duration of that step in ms.

A step longer than the budget gets a frame of its own.
"""
SHORT_MS, MEDIUM_MS, LONG_MS = 0.5, 2.0, 6.0
PIXELS_PER_MS = 1.2e6
"""Pixels that pygame fills in one millisecond."""


def estimate_fill_ms(surface: pygame.Surface) -> float:
    """Return the estimated time in ms to paint the clip area of a surface."""
    wide, high = surface.get_clip().size
    return wide * high / PIXELS_PER_MS


def run_to_end(steps: Steps[T]) -> T:
    """Run all steps now and return the result of the task."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            found: T = done.value
            return found


@dataclass
class FrameBudget:
    """The processor time that the current frame may spend on work that can wait.

    Attributes:
        milliseconds: budget of a frame in ms of processor time. None without a window: all work is then done at once.
        has_deferred_work: True if the current frame has left work to the next frame.
        frame_start: start of the current frame, in seconds of processor time of this thread.
    """

    milliseconds: float | None = None
    has_deferred_work: bool = False
    frame_start: float = 0.0
    _screen_closed: bool = False

    def begin_frame(self, *, at_rest: bool) -> None:
        """Start the clock of a frame. Collects garbage first if a collection is due and `at_rest` is True."""
        if at_rest:
            self._collect_if_due()
        self.has_deferred_work, self.frame_start = False, time.thread_time()

    @property
    def is_spent(self) -> bool:
        """True if the frame has used `SPENT_MS`; work that can wait then belongs to the next frame."""
        return self.milliseconds is not None and time.thread_time() - self.frame_start > SPENT_MS / 1000

    def end_frame(self) -> None:
        """End the frame. Collects new objects if the frame has time left and many were created."""
        young, aged, old = gc.get_count()
        if self.milliseconds is not None and young > NEW_OBJECTS and not self.is_spent:
            gc.collect(2 if old > MIDDLE_COLLECTIONS else int(aged > YOUNG_COLLECTIONS))

    def request_frame(self) -> None:
        """Note that work is left, so that the next frame follows at once."""
        self.has_deferred_work = True

    def note_closed_screen(self) -> None:
        """Note that a screen was closed, so that the next collection is due.

        A closed screen is a reference cycle with large pictures, which the collector counts as few objects.
        """
        self._screen_closed = True
        if self.milliseconds is None:
            self._collect_if_due()

    def _collect_if_due(self) -> None:
        """Run a full garbage collection if one is due. It takes about 50 ms, longer than a frame."""
        if self._screen_closed or (self.milliseconds is not None and gc.get_count()[2] >= MIDDLE_COLLECTIONS_AT_REST):
            gc.collect()
            self._screen_closed = False

    def advance(self, steps: Steps[None]) -> bool:
        """Run at least one step, and more while the budget lasts. Return True if the task is done."""
        until = self.frame_start + (self.milliseconds or 0.0) / 1000
        return all(self.milliseconds is None or time.thread_time() + next_ / 1000 < until for next_ in steps)


class IncrementalTask(Generic[T]):
    """A computation that takes longer than a frame; in a window it is spread over several frames.

    Args:
        compute: returns the steps of the computation for a state, which never changes, and further arguments.

    Attributes:
        result: a list with the last computed result, or [] before the first. A new request does not clear it.
    """

    def __init__(self, compute: Callable[..., Steps[T]]) -> None:
        self._compute = compute
        self._request: tuple[object, ...] = ()
        self._steps: Steps[None] | None = None
        self.result: list[T] = []

    def request(self, state: object, *further: object) -> list[T]:
        """Request the result for a state and return `result`. Starts anew if the arguments have changed.

        Without a window the computation is finished before this method returns.
        """
        if not (self._request and self._request[0] is state and self._request[1:] == further):
            self._request, self._steps = (state, *further), self._store_result(self._compute(state, *further))
        if FRAME_BUDGET.milliseconds is None:
            self.advance()
        return self.result

    def cancel(self) -> None:
        """Cancel the request and forget the result."""
        self._request, self._steps, self.result = (), None, []

    @property
    def is_pending(self) -> bool:
        """True while a requested result is not yet computed."""
        return self._steps is not None

    def advance(self) -> bool:
        """Continue the computation within the budget. Return True if it has been finished by this call."""
        if self._steps is None or not FRAME_BUDGET.advance(self._steps):
            return False
        self._steps = None
        return True

    def _store_result(self, steps: Steps[T]) -> Steps[None]:
        self.result = [(yield from steps)]


FRAME_BUDGET = FrameBudget()
"""The budget of this process, unlimited until `enable_budget` is called: without a window nothing is deferred."""
WINDOW_BUDGET_MS = 9.0
"""Budget of a frame in a window, in ms; the rest of the frame is for painting."""
SPENT_MS = 5.0
"""Processor time in ms after which a frame starts no more work that can wait."""
NEW_OBJECTS, YOUNG_COLLECTIONS, MIDDLE_COLLECTIONS, MIDDLE_COLLECTIONS_AT_REST = 1000, 10, 50, 10
"""Thresholds of the garbage collector, as counted by `gc.get_count`.

In order: new objects before a frame with time left collects them; collections of new objects before one of the middle
generation; collections of the middle generation before a full one, while something moves; and the same at rest.
"""
MAX_NEW_OBJECTS = 100_000
"""New objects after which Python collects them even in a busy frame."""


def enable_budget() -> None:
    """Limit each frame to `WINDOW_BUDGET_MS` from now on, and set up the garbage collector for a window."""
    FRAME_BUDGET.milliseconds = WINDOW_BUDGET_MS
    gc.collect()
    gc.freeze()  # loaded modules stay until the end: no collection needs to visit them
    gc.set_threshold(MAX_NEW_OBJECTS, YOUNG_COLLECTIONS, MIDDLE_COLLECTIONS)
