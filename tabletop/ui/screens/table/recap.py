"""What happened while a side looked away, from the public log."""

from collections.abc import Sequence

from tabletop.core.course import Move
from tabletop.ui.screens.table.chronicle import Chronicle
from tabletop.ui.widgets.overlay import Toast

TOLD = 6
"""Sentences at most; the log has all."""


class Recaps:
    """Remembers for each side how far it has seen the log."""

    def __init__(self, chronicle: Chronicle, moves: Sequence[Move]) -> None:
        """`moves` are those made before the table was laid: each side has seen all before its last order."""
        self._chronicle = chronicle
        self._seen: dict[str, int] = {move.command.side: chronicle.first(move) for move in moves}

    def away(self, side: str) -> None:
        """A side looks away; it has seen all before its last order, but not what that led to."""
        self._seen[side] = self._chronicle.newest

    def told(self, side: str) -> Toast | None:
        """What came since the side looked away, or None if nothing did."""
        lines = self._chronicle.lines[self._seen.get(side, len(self._chronicle.lines)) :]
        said = [line.text for line in lines if not line.undone]
        if not said:
            return None
        left_out = len(said) - TOLD
        before = [f"{left_out} more in the log …"] if left_out > 0 else []
        return Toast("While you looked away", "\n".join([*before, *said[-TOLD:]]))
