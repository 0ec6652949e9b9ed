"""The cards that were drawn, turned up one after the other, each with what it did."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tabletop.ui.motion import MOTION

FIRST, EACH, PART = 120, 620, 1500
"""Milliseconds until the first entry is turned up, between one and the next, and before another part of the turn."""
KEPT = 60
"""Entries that are kept."""


@dataclass(frozen=True)
class Told:
    """What one card did, or several that were read together.

    Attributes:
        title: for what they were drawn.
        cards: their ids.
        marks: under each card, what it counts.
        result: what came of it.
        lines: more of it, e.g. how hits are dealt out.
        ships: whom it is about.
        grave: whether it is a loss.
        good: whether it is a success.
        turn: in which turn it was drawn.
        part: what it belongs to, e.g. boarding; between one part and another the cards pause.
    """

    title: str
    cards: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    result: str = ""
    lines: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    grave: bool = False
    good: bool = False
    turn: int = 0
    part: str = ""


@dataclass
class Reveal:
    """The latest entries, oldest first; the last `hidden` of them are still face down."""

    told: tuple[Told, ...] = ()
    hidden: int = 0
    _left: float = field(default=0.0)

    @property
    def shown(self) -> tuple[Told, ...]:
        """What has been turned up."""
        return self.told[: len(self.told) - self.hidden]

    @property
    def busy(self) -> bool:
        """Whether something is still face down."""
        return self.hidden > 0

    def add(self, told: Sequence[Told]) -> None:
        """More entries; what was still face down is turned up at once."""
        if not told:
            return
        self.told = (*self.told, *told)[-KEPT:]
        self.hidden, self._left = (min(len(told), KEPT), FIRST) if MOTION.rate else (0, 0.0)

    def lay(self, told: Sequence[Told]) -> None:
        """These entries in place of all others, face up."""
        self.told, self.hidden = tuple(told)[-KEPT:], 0

    def skip(self) -> bool:
        """Turn up everything; whether anything was face down."""
        skipped, self.hidden = self.busy, 0
        return skipped

    def _pause(self) -> int:
        """Milliseconds from the entry that was just turned up to the next."""
        at = len(self.told) - self.hidden
        return PART if self.hidden and self.told[at].part != self.told[at - 1].part else EACH

    def tick(self, elapsed: int) -> bool:
        """Let milliseconds pass; whether another entry was turned up."""
        if not self.hidden:
            return False
        if not MOTION.rate:
            return self.skip()
        self._left -= elapsed * MOTION.rate
        before = self.hidden
        while self.hidden and self._left <= 0:
            self.hidden -= 1
            self._left += self._pause()
        return self.hidden != before
