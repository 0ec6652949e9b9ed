"""A place in the record of a match, from which whoever shows, tells or reads it goes on."""

from collections.abc import Iterator
from itertools import islice

from tabletop.core.course import Course, Move
from tabletop.core.record import Entry


class Timeline(Course):
    """A course that stands at some line of another: all that it tells is as it was there."""

    def __init__(self, whole: Course, at: int = 0) -> None:
        """Stand after so many lines of the whole course, which may still grow."""
        super().__init__(whole.game, whole.opening)
        self._whole = whole
        for _ in islice(self.on(), at):
            pass

    @property
    def left(self) -> bool:
        """Whether there are lines further on."""
        return len(self.trace) < len(self._whole.trace)

    def on(self) -> Iterator[tuple[Entry, Move]]:
        """Go on line by line, up to the end."""
        while self.left:
            entry, move = self._whole.trace[len(self.trace)]
            self.settle(entry, move)
            yield entry, move

    def end(self) -> None:
        """Go on to the end at once."""
        for _ in self.on():
            pass
