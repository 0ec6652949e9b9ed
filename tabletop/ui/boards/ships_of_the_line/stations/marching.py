"""The ways of ships that are ordered together: found one by one while the table is looked at, and drawn on the sea."""

from collections.abc import Callable, Iterator, Sequence

from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.plans import TriedPlan
from tabletop.players.ships_of_the_line.squadrons import SquadronMove
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Noted, Overlay
from tabletop.ui.boards.ships_of_the_line.scene import placed
from tabletop.ui.boards.ships_of_the_line.stations import ghost

_TOLD = 3
"""Ships of which it is said why they stay, before the rest is counted."""


class Marching:
    """What has been found of the ways of some ships.

    Attributes:
        found: the ways so far.
    """

    def __init__(self) -> None:
        self.found: tuple[SquadronMove, ...] = ()
        self._of: tuple[object, ...] = ()
        self._more: Iterator[SquadronMove] | None = None

    def begin(self, of: tuple[object, ...], walk: Callable[[], Iterator[SquadronMove]]) -> None:
        """Find the ways anew, unless they are of the same as before."""
        if self._of != of:
            self._of, self.found, self._more = of, (), walk()

    def drop(self) -> None:
        """Nothing is looked for."""
        self._of, self.found, self._more = (), (), None

    def step(self) -> bool:
        """Find one more; whether that was news."""
        way = next(self._more, None) if self._more else None
        if way is None:
            self._more = None
            return False
        self.found = (*self.found, way)
        return True

    def orders(self) -> list[Sail]:
        """All of them, as they are given one after the other."""
        while self.step():
            pass
        return [way.order for way in self.found if way.order]

    def laid(self, state: State, title: str) -> Iterator[Overlay]:
        """Each way with the ghost at its end, and at the first ship how many go, and why others do not."""
        for way in self.found:
            if way.order and way.trial:
                yield from ghost.path(state, TriedPlan(way.trial))
            else:
                yield Noted(way.ship)
        if self.found:
            goes = sum(way.order is not None for way in self.found)
            at = placed(state, self.found[0].ship).at
            yield Chip(at, f"{title}: {goes} of {count(len(self.found), 'ship')}", tuple(_stay(self.found)), "plan")


def _stay(found: Sequence[SquadronMove]) -> Iterator[str]:
    """Why ships have no way by the order."""
    why = [way.why for way in found if not way.order]
    yield from why[:_TOLD]
    if len(why) > _TOLD:
        yield f"and {count(len(why) - _TOLD, 'more ship')}"
