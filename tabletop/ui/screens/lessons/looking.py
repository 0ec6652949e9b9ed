"""What the player has looked at since a step began."""

from collections.abc import Collection, Iterable

from tabletop.ui.boards.taught import Taught
from tabletop.ui.widgets.base import Widget

READ = ("hover ", "point ")
"""How looks begin at what there is to read: it stays, and a button goes on."""


def looked(taught: Taught, path: Iterable[Widget], sheets: Iterable[Widget]) -> frozenset[str]:
    """What is looked at now: at the game's table, under the pointer, and of sheets."""
    under = (f"point {widget.id}" for widget in path if widget.id)
    opened = (f"open {widget.id}" for layer in sheets for widget in layer.walk() if widget.id)
    return frozenset((*taught.looks(), *under, *opened))


class Looking:
    """Gathers what is chosen, pointed at and measured; it counts once no button of the mouse is held any more.

    Attributes:
        held: whether one is.
    """

    def __init__(self, *, held: bool = False) -> None:
        self.held = held
        self._start: frozenset[str] | None = None
        self._seen: set[str] = set()

    def add(self, look: str) -> None:
        """Something was done for a moment."""
        self._seen.add(look)

    def seen(self, now: frozenset[str]) -> Collection[str]:
        """What was looked at so far, this being looked at now.

        What is otherwise than when the step began counts by its first word as well: ``zoom 40`` is ``zoom``.
        """
        self._start = now if self._start is None else self._start
        self._seen |= now | {one.partition(" ")[0] for one in now - self._start}
        return () if self.held else self._seen
