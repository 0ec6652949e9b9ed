"""The ways of ships that are ordered together: found one by one while the table is looked at, and drawn on the sea."""

from collections.abc import Callable, Iterator, Sequence

from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.players.ships_of_the_line.squadrons import SquadronMove
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Noted, Overlay
from tabletop.ui.boards.ships_of_the_line.scene import placed
from tabletop.ui.boards.ships_of_the_line.stations import ghost

_TOLD = 3
"""Ships that are told to lose way or to get no order, before the rest is counted."""


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
        """Yield each way with its ghost, and at the first ship how many go, who loses way, and why others stay."""
        for way in self.found:
            if way.order and way.evaluation:
                yield from ghost.path(state, PlanDraft(way.evaluation))
            if not way.order or way.loses_way:
                yield Noted(way.ship)
        if self.found:
            goes = sum(way.order is not None for way in self.found)
            at = placed(state, self.found[0].ship).at
            told = tuple(_tell_first(state, self.found))
            yield Chip(at, f"{title}: {goes} of {format_count(len(self.found), 'ship')}", told, "plan")


def _tell_first(state: State, found: Sequence[SquadronMove]) -> Iterator[str]:
    """Yield why ships get no order, who of the others will lose way, and the number of those left out."""
    why = [way.why for way in found if not way.order]
    losing = [_lost_way(state, way) for way in found if way.order and way.loses_way]
    told = [*losing, *why]
    yield from told[:_TOLD]
    if len(told) > _TOLD:
        yield f"and {format_count(len(told) - _TOLD, 'more ship')}"


def _lost_way(state: State, way: SquadronMove) -> str:
    """Return a sentence such as "Mars will lose way: Neptune lies in the way."."""
    name = state.cards[way.ship].name
    blocker = way.evaluation.contact if way.evaluation else ""
    return f"{name} will lose way: {state.cards[blocker].name} is in her way." if blocker else f"{name} will lose way."
