"""Plays what came of an order, one fact after the other, on the sea."""

from collections.abc import Callable, Sequence
from typing import Any

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer


class Playback:
    """What is being played, and what waits."""

    def __init__(self, sea: SeaSurface, shown: Callable[[State], None]) -> None:
        self._sea = sea
        self._show = shown

    def add(self, before: State, events: Sequence[Any], after: State) -> None:
        """Play these facts after those that are being played."""
        self._show(after)

    def skip(self) -> bool:
        """Show the end of everything at once; whether anything was being played."""
        return False

    def drop(self) -> None:
        """Forget everything that is being played."""

    def presentation(self, viewer: Viewer) -> Presentation:
        """How the state is shown at this moment."""
        return Presentation(labels=viewer.labels, insets=self._sea.insets)
