"""The ruler: from anywhere to anywhere, in chains, and left lying if wanted."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.replies import Recompose, Reply
from tabletop.ui.input import Input

C = TypeVar("C", covariant=True)
K = TypeVar("K")


class Kept(Protocol[K]):
    """Where rulers are kept, as `BattleViewer` says."""

    measuring: tuple[K, ...]
    rulers: tuple[tuple[K, ...], ...]


class Measuring(Generic[C]):
    """Hold the right button, or what the player has in its place, or the ruler's key, and drag.

    While the ruler is out, a left click or the key adds a corner. Letting go with Shift held leaves the ruler on the
    table; Esc takes all rulers up.

    Args:
        kept: where the rulers are.
        corner: what can be measured from where the pointer is; None where nothing can.
        nowhere: what is said where nothing can.
    """

    def __init__(self, kept: Kept[C], corner: Callable[[Gesture], C | None], nowhere: Reply = None) -> None:
        self._kept, self._corner, self._nowhere = kept, corner, nowhere
        self._held = False
        self._here: C | None = None

    def wants(self, gesture: Gesture) -> bool:
        """A drag with the right button, with the key held, or while the ruler is out; the middle button pans always."""
        return gesture.button == "right" or (gesture.button != "middle" and (self._held or bool(self._kept.measuring)))

    def gesture(self, gesture: Gesture) -> Reply:
        """Measure, if that is what the pointer does."""
        self._here = self._corner(gesture) if gesture.kind != "leave" else None
        if gesture.kind == "press" and self.wants(gesture):
            self._bend()
            return Recompose()
        if not self._kept.measuring or gesture.kind == "leave":
            return None
        if self._here is not None and self._here != self._kept.measuring[-1]:
            self._kept.measuring = (*self._kept.measuring[:-1], self._here)
        if gesture.kind not in ("drop", "click"):
            return None
        if gesture.button == "right":
            self._end(keep=gesture.shift)
        return Recompose()

    def key(self, given: Input) -> Reply:
        """Pressing the key begins at the pointer, or adds a corner; letting it go ends what it began."""
        if given.key != keys.key("ruler"):
            return None
        if given.kind == "key_up":
            ends, self._held = self._held, False
            if not ends:
                return None
            self._end(keep=given.shift)
            return Recompose()
        if self._here is None and not self._kept.measuring:
            return self._nowhere
        self._held = self._held or not self._kept.measuring
        self._bend()
        return Recompose()

    def back(self) -> bool:
        """Take up all rulers."""
        had = bool(self._kept.rulers or self._kept.measuring)
        self._kept.rulers, self._kept.measuring, self._held = (), (), False
        return had

    def _bend(self) -> None:
        """Begin where the pointer is, or add a corner there."""
        now, here = self._kept.measuring, self._here
        if not now and here is not None:
            self._kept.measuring = (here, here)
        elif now and now[-1] != now[-2]:
            self._kept.measuring = (*now, now[-1])

    def _end(self, *, keep: bool) -> None:
        """Take the ruler up, or leave it lying."""
        done, self._kept.measuring = self._kept.measuring, ()
        if keep and len(set(done)) > 1:
            self._kept.rulers = (*self._kept.rulers, done)
