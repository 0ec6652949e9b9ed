"""What the player has looked at since a step began."""

from collections.abc import Collection


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
